-- What giving up a call's time late cost the requester. A later fee counts it in, so that nothing is charged twice.
alter table appointments add column late_fee_cents integer not null default 0 check (late_fee_cents >= 0);
