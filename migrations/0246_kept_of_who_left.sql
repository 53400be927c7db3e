-- What stays with an expert who left a review: the ratings between them and who ordered it, that a report of theirs was late, and what
-- a certificate about its records names.

alter table ratings drop constraint ratings_review_id_direction_key;
create unique index ratings_given on ratings (review_id, direction, expert_profile_id) nulls not distinct;

alter table reports add column left_by bigint references profiles (id);
-- when it was due of them
alter table reports add column was_due_at timestamptz;
create index reports_left_by on reports (left_by) where left_by is not null;

create or replace function expert_standing_refresh(expert bigint) returns void language plpgsql as $$
begin
  if not exists (select 1 from expert_profiles e where e.profile_id = expert) then return; end if;
  -- whoever changes the same expert's past waits here, and what follows then sees what the other wrote
  insert into expert_standings (expert_profile_id) values (expert)
    on conflict (expert_profile_id) do update set expert_profile_id = excluded.expert_profile_id;
  update expert_standings s set
    late = (select count(*) from reviews r join reports p on p.review_id = r.id
      where r.expert_profile_id = expert and p.left_at is null and p.signed_at is not null and p.signed_at > r.report_due_at)
      + (select count(*) from reports p where p.left_by = expert and p.signed_at > p.was_due_at),
    missed = (select count(*) from missed_calls m join appointments a on a.id = m.appointment_id
      where a.expert_profile_id = expert and m.missed_by = 'expert'),
    rating_n = (select count(*) from ratings x where x.expert_profile_id = expert and x.direction = 'medical_expert'),
    rating_mean = (select avg(v.value::numeric)::float8 from ratings x, lateral jsonb_each(x.scores) v(key, value)
      where x.expert_profile_id = expert and x.direction = 'medical_expert' and jsonb_typeof(v.value) = 'number'),
    answer_hours = (select avg(extract(epoch from i.answered_at - i.created_at) / 3600)::float8 from invitations i
      where i.expert_profile_id = expert and i.answered_at is not null)
  where s.expert_profile_id = expert;
end
$$;

alter table record_returns add column facts jsonb;
