-- A session in which a super admin acts as somebody else: whose it is besides, out of which session, and why. It ends
-- with the session it came from.
alter table sessions
  add column impersonator_id bigint references users (id),
  add column parent_session_id bigint references sessions (id),
  add column impersonation_reason text,
  add constraint sessions_impersonation check (
    (impersonator_id is null) = (parent_session_id is null) and (impersonator_id is null) = (impersonation_reason is null));
create index sessions_of_impersonators on sessions (impersonator_id) where impersonator_id is not null and ended_at is null;
-- Every row of the audit trail then names both.
alter table audit_rows add column impersonator_user_id bigint;
