-- An organization's own specialty database: its name and the prices of its sub-specialties; null: its parent's, else the platform's.
alter table organizations add column specialty_database jsonb;
-- The order staff gave the specialties, the taxonomy's code, whether work is taken in it, and what another went into.
alter table specialties
  add column place integer not null default 0,
  add column nucc_code text,
  add column availability text not null default 'accepting' check (availability in ('accepting', 'limited', 'none')),
  add column merged_into bigint references specialties (id),
  add column lock_version integer not null default 0;
alter table sub_specialties
  add column merged_into bigint references sub_specialties (id),
  add column lock_version integer not null default 0;
