-- Who checked the texts examinees read in a language, as staff entered it, and which version of each they saw.
create table examinee_text_checks (
  language text primary key,
  reviewed_by text not null check (reviewed_by <> ''),
  -- {text: version}
  versions jsonb not null,
  recorded_by bigint not null references users (id),
  recorded_at timestamptz not null
);

-- The day of an exam, as the examiner's office sees it: when the examinee came, and when it began.
alter table exams
  add column arrived_at timestamptz,
  add column started_at timestamptz,
  add column checked_in_by bigint references users (id),
  add constraint exams_started_after_arrival check (started_at is null or arrived_at is not null);
