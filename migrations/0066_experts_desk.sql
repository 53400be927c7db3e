-- Why an expert is not asked at present, since when and by whose word; who verified a credential.
alter table expert_profiles
  add column status_reason text not null default '',
  add column status_since timestamptz,
  add column status_by bigint references users (id);
alter table credentials add column verified_by bigint references users (id);
alter table certifications add column verified_by bigint references users (id);
create index audit_rows_profiles on audit_rows (subject, id desc) where action in ('expert.standing', 'expert.verify', 'expert.enter');
