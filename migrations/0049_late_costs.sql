-- What giving up or missing a call's time costs by itself. What of it is charged, late_fee_cents, hangs on the other times of
-- the call, and is worked out anew when it is decided who missed one of them.
alter table appointments add column late_cost_cents integer not null default 0 check (late_cost_cents >= 0);
-- until now it was kept less what earlier times had cost
update appointments a set late_cost_cents = own.cents + coalesce(
    (select sum(b.late_fee_cents) from appointments b where b.review_id = a.review_id and b.sort = a.sort and b.id < a.id), 0)
  from (select x.id, greatest(x.late_fee_cents, coalesce(m.at_stake_cents, 0)) as cents
    from appointments x left join missed_calls m on m.appointment_id = x.id) own
  where own.id = a.id and own.cents > 0;
alter table missed_calls drop column at_stake_cents;
