-- A proof of service that was wrong is corrected by another, or taken back: who did, and why. The former one stays.
alter table exam_notices
  add column superseded_by bigint references users (id),
  add column superseded_reason text not null default '';
