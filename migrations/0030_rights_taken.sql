-- What may take a right away is said on the channel `rights` with its commit, as `user:1001`, `profile:5001`, `review:20418`,
-- `channel:...` or `all`; who holds open pages asks again what each of them may still hear. The tables say it themselves, so that no
-- way of taking a right is forgotten, a hand at the database included.
create function rights_taken() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', tg_argv[0] || coalesce(':' || (to_jsonb(old) ->> tg_argv[1]), ''));
  return null;
end
$$;

create trigger users_rights after update of role, organization_id, suspended_at, email on users
  for each row when ((old.role, old.organization_id, old.suspended_at, old.email)
    is distinct from (new.role, new.organization_id, new.suspended_at, new.email))
  execute function rights_taken('user', 'id');
create trigger profiles_rights after update or delete on profiles
  for each row execute function rights_taken('user', 'user_id');
create trigger assistant_links_rights after update or delete on assistant_links
  for each row execute function rights_taken('profile', 'assistant_profile_id');
create trigger sessions_rights after update of ended_at, needs_two_factor on sessions
  for each row when ((old.ended_at is null and new.ended_at is not null) or (new.needs_two_factor and not old.needs_two_factor))
  execute function rights_taken('user', 'user_id');
create trigger sessions_rights_gone after delete on sessions
  for each row when (old.ended_at is null) execute function rights_taken('user', 'user_id');
create trigger organizations_rights after update of parent_id on organizations
  for each row when (old.parent_id is distinct from new.parent_id) execute function rights_taken('all');

create trigger reviews_rights after update of requester_id, organization_id on reviews
  for each row when ((old.requester_id, old.organization_id) is distinct from (new.requester_id, new.organization_id))
  execute function rights_taken('review', 'id');
create trigger review_experts_rights after update or delete on review_experts
  for each row execute function rights_taken('review', 'review_id');
create trigger review_watchers_rights after update or delete on review_watchers
  for each row execute function rights_taken('review', 'review_id');
create trigger invitations_rights after update of status on invitations
  for each row when (old.status is distinct from new.status) execute function rights_taken('review', 'review_id');
create trigger invitations_rights_gone after delete on invitations
  for each row execute function rights_taken('review', 'review_id');
create trigger appointment_attendees_rights after update of email on appointment_attendees
  for each row when (old.email is distinct from new.email) execute function rights_taken('review', 'review_id');
create trigger appointment_attendees_rights_gone after delete on appointment_attendees
  for each row execute function rights_taken('review', 'review_id');
create trigger channel_members_rights after update of left_at, seat on channel_members
  for each row when ((old.left_at, old.seat) is distinct from (new.left_at, new.seat))
  execute function rights_taken('channel', 'channel_id');
create trigger channel_members_rights_gone after delete on channel_members
  for each row execute function rights_taken('channel', 'channel_id');
