-- Who missed a call that did not take place: said by one side, contested by the other, decided by staff.
create table missed_calls (
  appointment_id bigint primary key references appointments on delete cascade,
  review_id bigint not null references reviews on delete cascade,
  -- as it stands: as it was said, or as staff decided
  missed_by text not null check (missed_by in ('requester', 'expert', 'nobody')),
  said_by bigint not null references users,
  said_side text not null check (said_side in ('requester', 'expert', 'staff')),
  said_at timestamptz not null,
  -- what the requester is charged if it was them, cents; what is charged stands with the appointment
  at_stake_cents integer not null check (at_stake_cents >= 0),
  contested_at timestamptz,
  contested_by bigint references users,
  contested_side text check (contested_side in ('requester', 'expert')),
  contest_note text,
  decided_at timestamptz,
  decided_by bigint references users,
  decision_note text,
  check ((contested_at is null) = (contested_by is null) and (contested_at is null) = (contested_side is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (decided_at is null or contested_at is not null)
);
create index missed_calls_of_review on missed_calls (review_id);

-- calls an expert missed stand on their record
alter table expert_standings add column missed integer not null default 0;

create or replace function expert_standing_refresh(expert bigint) returns void language plpgsql as $$
begin
  if not exists (select 1 from expert_profiles e where e.profile_id = expert) then return; end if;
  -- whoever changes the same expert's past waits here, and what follows then sees what the other wrote
  insert into expert_standings (expert_profile_id) values (expert)
    on conflict (expert_profile_id) do update set expert_profile_id = excluded.expert_profile_id;
  update expert_standings s set
    late = (select count(*) from reviews r join reports p on p.review_id = r.id
      where r.expert_profile_id = expert and p.signed_at is not null and p.signed_at > r.report_due_at),
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

create function missed_call_standing() returns trigger language plpgsql as $$
declare
  expert bigint;
begin
  select a.expert_profile_id into expert from appointments a
    where a.id = case when tg_op = 'DELETE' then old.appointment_id else new.appointment_id end;
  if expert is not null then perform expert_standing_refresh(expert); end if;
  return null;
end
$$;
create trigger missed_calls_standing after insert or delete on missed_calls
  for each row execute function missed_call_standing();
create trigger missed_calls_standing_decided after update of missed_by on missed_calls
  for each row when (old.missed_by is distinct from new.missed_by) execute function missed_call_standing();
