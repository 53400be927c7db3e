-- Appointments the requester proposes wait for the examiner's word; those on offer are the examiner's own.
alter table exam_offers drop constraint exam_offers_status_check;
alter table exam_offers add constraint exam_offers_status_check
  check (status in ('open', 'proposed', 'chosen', 'refused', 'lapsed', 'withdrawn'));
create unique index exam_offers_proposed on exam_offers (review_id, starts_at) where status = 'proposed';
