-- An earlier date that is asked of the expert after acceptance. It is gone once it is answered, taken back or lapsed, and with the
-- records; the timeline keeps what became of it.
create table review_earlier_dates (
  review_id bigint primary key references reviews (id) on delete cascade,
  needed_by date not null,
  reason text not null,
  asked_at timestamptz not null,
  lapses_at timestamptz not null
);
insert into review_earlier_dates (review_id, needed_by, reason, asked_at, lapses_at)
select id, (earlier_date ->> 'needed_by')::date, coalesce(earlier_date ->> 'reason', ''),
  (earlier_date ->> 'asked_at')::timestamptz, (earlier_date ->> 'lapses_at')::timestamptz
from reviews where earlier_date is not null;
alter table reviews drop column earlier_date;
