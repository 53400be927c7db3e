-- What the score of matching takes from an expert's past, one row each, kept by the tables it comes from: of thousands of
-- experts it cannot be counted anew each time. Recomputed whole for one expert, so that a row is never off by what was missed.
create table expert_standings (
  expert_profile_id bigint primary key references expert_profiles (profile_id) on delete cascade,
  -- reports signed after they were due
  late integer not null default 0,
  rating_n integer not null default 0,
  -- over all answers of all ratings
  rating_mean double precision,
  answer_hours double precision
);

create function expert_standing_refresh(expert bigint) returns void language plpgsql as $$
begin
  if not exists (select 1 from expert_profiles e where e.profile_id = expert) then return; end if;
  -- whoever changes the same expert's past waits here, and what follows then sees what the other wrote
  insert into expert_standings (expert_profile_id) values (expert)
    on conflict (expert_profile_id) do update set expert_profile_id = excluded.expert_profile_id;
  update expert_standings s set
    late = (select count(*) from reviews r join reports p on p.review_id = r.id
      where r.expert_profile_id = expert and p.signed_at is not null and p.signed_at > r.report_due_at),
    rating_n = (select count(*) from ratings x where x.expert_profile_id = expert and x.direction = 'medical_expert'),
    rating_mean = (select avg(v.value::numeric)::float8 from ratings x, lateral jsonb_each(x.scores) v(key, value)
      where x.expert_profile_id = expert and x.direction = 'medical_expert' and jsonb_typeof(v.value) = 'number'),
    answer_hours = (select avg(extract(epoch from i.answered_at - i.created_at) / 3600)::float8 from invitations i
      where i.expert_profile_id = expert and i.answered_at is not null)
  where s.expert_profile_id = expert;
end
$$;

create function expert_standing_follows() returns trigger language plpgsql as $$
declare
  before bigint;
  after bigint;
begin
  if tg_table_name = 'reports' then
    if tg_op <> 'INSERT' then select r.expert_profile_id into before from reviews r where r.id = old.review_id; end if;
    if tg_op <> 'DELETE' then select r.expert_profile_id into after from reviews r where r.id = new.review_id; end if;
  else
    if tg_op <> 'INSERT' then before := old.expert_profile_id; end if;
    if tg_op <> 'DELETE' then after := new.expert_profile_id; end if;
  end if;
  if before is not null and before is distinct from after then perform expert_standing_refresh(before); end if;
  if after is not null then perform expert_standing_refresh(after); end if;
  return null;
end
$$;
create trigger ratings_standing after insert or update or delete on ratings
  for each row execute function expert_standing_follows();
create trigger invitations_standing after update of answered_at, created_at, expert_profile_id on invitations
  for each row when (old.answered_at is distinct from new.answered_at or old.created_at is distinct from new.created_at
    or old.expert_profile_id is distinct from new.expert_profile_id) execute function expert_standing_follows();
create trigger invitations_standing_begins after insert on invitations
  for each row when (new.answered_at is not null) execute function expert_standing_follows();
create trigger invitations_standing_ends after delete on invitations
  for each row when (old.answered_at is not null) execute function expert_standing_follows();
create trigger reports_standing after update of signed_at, review_id on reports
  for each row when (old.signed_at is distinct from new.signed_at or old.review_id is distinct from new.review_id)
  execute function expert_standing_follows();
create trigger reports_standing_begins after insert on reports
  for each row when (new.signed_at is not null) execute function expert_standing_follows();
create trigger reports_standing_ends after delete on reports
  for each row when (old.signed_at is not null) execute function expert_standing_follows();
create trigger reviews_standing after update on reviews
  for each row when (old.expert_profile_id is distinct from new.expert_profile_id
    or (new.expert_profile_id is not null and old.report_due_at is distinct from new.report_due_at))
  execute function expert_standing_follows();

select expert_standing_refresh(profile_id) from expert_profiles;
