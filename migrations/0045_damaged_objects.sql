-- What was found damaged or gone where files are stored, once for each object, until it is whole again or removed.
create table damaged_objects (
  storage_key text primary key,
  -- the byte of the content from which it is not what was put there; null where only the whole tells
  at_byte bigint,
  found_at timestamptz not null
);
-- Lists and counts of a review's records say it without asking how they are stored.
alter table files add column damaged_at timestamptz;
