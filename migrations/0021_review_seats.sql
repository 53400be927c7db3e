-- The place of a review in a subscription: of the seat it is for, and of the period it counts in. Reviews ordered by themselves
-- have no row.
create table review_seats (
  review_id bigint primary key references reviews (id) on delete cascade,
  seat_id bigint not null references subscription_seats (id),
  -- the first day of the period it counts in
  period date,
  -- its place among the pre-orders of the seat's period
  slot integer,
  -- ordered at its own price although the seat has reviews left
  force_one_off boolean not null default false,
  -- how it was ordered: out of the subscription, or at its own price
  charge text check (charge in ('included', 'one_off')),
  -- the day a pre-order is due, and the last day it can be confirmed
  due_on date,
  lapses_on date
);
insert into review_seats (review_id, seat_id, period, slot, force_one_off, charge, due_on, lapses_on)
select id, seat_id, seat_period, seat_slot, force_one_off, seat_charge, pre_order_due, pre_order_lapses
from reviews where seat_id is not null;
create unique index review_seats_slot on review_seats (seat_id, period, slot) where slot is not null;
create index review_seats_seat on review_seats (seat_id, period);
drop index reviews_seat;
drop index reviews_seat_slot;
alter table reviews drop column seat_id, drop column seat_period, drop column seat_slot, drop column force_one_off,
  drop column seat_charge, drop column pre_order_due, drop column pre_order_lapses;
