-- A relation that can be waived: the requester is told its kind, and nothing else, and decides. Who decided stays.
alter table conflict_attestations
  add column relation text,
  add column waived boolean,
  add column waived_by bigint references users (id),
  add column waived_at timestamptz,
  add constraint conflict_attestations_relation check ((decision is not distinct from 'waivable') = (relation is not null)),
  add constraint conflict_attestations_waiver check (num_nulls(waived, waived_by, waived_at) in (0, 3) and (waived is null or relation is not null));
