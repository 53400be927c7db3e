-- A CV is shown to who orders once staff approved it; the one approved before is shown until then.
alter table cvs
  add column approved_at timestamptz,
  add column approved_by bigint references users (id),
  add column returned_at timestamptz,
  -- why it came back; its expert reads it
  add column return_reason text not null default '';
update cvs set approved_at = created_at
  where removed_at is null and profile_id in (select profile_id from expert_profiles);
drop index cvs_one;
create unique index cvs_one on cvs (profile_id, version, (approved_at is not null)) where removed_at is null;
create index cvs_waiting on cvs (profile_id) where removed_at is null and approved_at is null and returned_at is null;
