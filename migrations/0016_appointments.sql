-- One concept of scheduling: an appointment is when, where and with whom; a call is one sort of it. It takes the expert's time
-- itself, buffers included, so that no booking stands beside it.
alter table calls rename to appointments;
alter index calls_pkey rename to appointments_pkey;
alter index calls_expert rename to appointments_expert;
alter sequence calls_id_seq rename to appointments_id_seq;
alter table appointments rename constraint calls_review_id_fkey to appointments_review_id_fkey;
alter table appointments rename constraint calls_expert_profile_id_fkey to appointments_expert_profile_id_fkey;
alter table appointments rename constraint calls_status_check to appointments_status_check;
-- a place, a link, or how to dial in
alter table appointments rename column dial_in to location;
alter table appointments
  add column sort text not null default 'call' check (sort in ('call', 'interview', 'exam', 'deposition')),
  -- the expert's time it takes, buffers included; of live appointments none overlap
  add column busy tstzrange;
alter table appointments alter column sort drop default;
update appointments a set busy = coalesce(
  (select b.during from bookings b where b.review_id = a.review_id and b.active and a.status in ('scheduled', 'tentative')),
  tstzrange(a.starts_at - interval '10 minutes', a.starts_at + (a.duration_minutes + 10) * interval '1 minute'));
alter table appointments alter column busy set not null;
drop table bookings;
alter table appointments add constraint appointments_no_overlap
  exclude using gist (expert_profile_id with =, busy with &&) where (status in ('scheduled', 'tentative'))
  deferrable initially immediate;
drop index calls_one_live;
create unique index appointments_one_live on appointments (review_id, sort) where status in ('scheduled', 'tentative');

-- Who comes along beside the two sides; they stay invited when the appointment is moved.
alter table call_attendees rename to appointment_attendees;
alter index call_attendees_pkey rename to appointment_attendees_pkey;
alter index call_attendees_review_id_email_key rename to appointment_attendees_review_id_email_key;
alter sequence call_attendees_id_seq rename to appointment_attendees_id_seq;
alter table appointment_attendees rename constraint call_attendees_review_id_fkey to appointment_attendees_review_id_fkey;

-- when its next appointment is
alter table reviews rename column call_at to appointment_at;
