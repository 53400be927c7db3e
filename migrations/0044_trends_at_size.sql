-- What trends count, kept as it is delivered: one row for each case, and sums over cases. All of it follows `opinions`,
-- `opinion_findings` and `linked_reviews` by triggers and nothing else writes it.

-- A case reviewed, with the level that counts: the first opinion's, or what a third reviewer settled.
create table trend_cases (
  review_id bigint primary key,
  organization_id bigint not null,
  quarter date not null,
  -- empty: none
  scale text not null,
  level smallint,
  review_type text not null,
  needs_attention boolean not null,
  facility text not null,
  facility_key text not null,
  provider text not null,
  provider_key text not null,
  asked integer not null,
  met integer not null
);
create index trend_cases_organization on trend_cases (organization_id, quarter, facility_key, provider_key);
create index trend_cases_facility on trend_cases (facility_key, quarter);
create index trend_cases_provider on trend_cases (provider_key, quarter);

-- Sums over cases: of everybody, by facility, by provider; of each type of review and ('*') of all.
create table trend_cells (
  by text not null check (by in ('all', 'facility', 'provider')),
  organization_id bigint not null,
  quarter date not null,
  scale text not null,
  review_type text not null,
  key text not null,
  label text not null,
  n integer not null,
  attention integer not null,
  asked integer not null,
  met integer not null,
  level_1 integer not null,
  level_2 integer not null,
  level_3 integer not null,
  level_4 integer not null,
  primary key (by, scale, review_type, organization_id, quarter, key, label)
);
create index trend_cells_ranked on trend_cells (by, scale, review_type, quarter) include (organization_id, key, label, n);

-- Sums over findings of cases, likewise.
create table trend_findings (
  scale text not null,
  review_type text not null,
  organization_id bigint not null,
  quarter date not null,
  kind text not null,
  category text not null,
  label text not null,
  reviews integer not null,
  asked integer not null,
  met integer not null,
  deficiencies integer not null,
  primary key (scale, review_type, organization_id, quarter, kind, category, label)
);
-- An expert's own reviews in each order their lists have.
create index reviews_expert_updated on reviews (expert_profile_id, bucket, updated_at desc, id desc) where expert_profile_id is not null;
create index reviews_expert_number on reviews (expert_profile_id, bucket, id) where expert_profile_id is not null;
-- Who was engaged by whom, for choices.
create index reviews_organization_expert on reviews (organization_id, expert_profile_id) include (kind) where expert_profile_id is not null;
create index linked_reviews_seconds on linked_reviews (original_id, review_id) where role = 'second';

-- What counts of first opinions, from where it is written down.
create view trend_cases_now as
  select o.review_id, o.organization_id, o.quarter, coalesce(a.scale, o.scale, '') as scale,
    case when a.scale is null then o.level else a.level end as level, coalesce(o.review_type, '') as review_type, o.needs_attention,
    o.facility, o.facility_key, o.provider, o.provider_key, coalesce(f.asked, 0) as asked, coalesce(f.met, 0) as met
  from opinions o
  left join lateral (select x.scale, x.level from linked_reviews l join opinions x on x.review_id = l.review_id
    where l.original_id = o.review_id and l.role = 'adjudication' order by l.review_id desc limit 1) a on true
  left join lateral (select sum(c.asked)::int as asked, sum(c.met)::int as met from opinion_findings c
    where c.review_id = o.review_id and c.kind = 'audit') f on true
  where o.role = 'first';

create view trend_cells_now as
  select g.by, c.organization_id, c.quarter, c.scale, t.review_type, g.key, g.label, count(*)::int as n,
    (count(*) filter (where c.needs_attention))::int as attention, sum(c.asked)::int as asked, sum(c.met)::int as met,
    (count(*) filter (where c.level = 1))::int as level_1, (count(*) filter (where c.level = 2))::int as level_2,
    (count(*) filter (where c.level = 3))::int as level_3, (count(*) filter (where c.level = 4))::int as level_4
  from trend_cases c, lateral (values ('*'), (c.review_type)) t (review_type),
    lateral (values ('all', '', ''), ('facility', c.facility_key, c.facility), ('provider', c.provider_key, c.provider)) g (by, key, label)
  where g.by = 'all' or g.key <> ''
  group by g.by, c.organization_id, c.quarter, c.scale, t.review_type, g.key, g.label;

create view trend_findings_now as
  select c.scale, t.review_type, c.organization_id, c.quarter, f.kind, f.category, f.label, count(*)::int as reviews,
    sum(f.asked)::int as asked, sum(f.met)::int as met, sum(f.deficiencies)::int as deficiencies
  from trend_cases c join opinion_findings f on f.review_id = c.review_id,
    lateral (values ('*'), (c.review_type)) t (review_type)
  group by c.scale, t.review_type, c.organization_id, c.quarter, f.kind, f.category, f.label;

-- Everything anew.
create function trends_rebuild() returns void language plpgsql as $$
begin
  truncate trend_cases, trend_cells, trend_findings;
  insert into trend_cases select * from trend_cases_now;
  insert into trend_cells select * from trend_cells_now;
  insert into trend_findings select * from trend_findings_now;
end
$$;

-- Adds a case to the sums, or takes it out.
create function trend_count(c trend_cases, times integer) returns void language plpgsql as $$
begin
  insert into trend_cells as s (by, organization_id, quarter, scale, review_type, key, label, n, attention, asked, met,
      level_1, level_2, level_3, level_4)
    select g.by, c.organization_id, c.quarter, c.scale, t.review_type, g.key, g.label, times, times * c.needs_attention::int,
      times * c.asked, times * c.met, times * (c.level is not distinct from 1)::int, times * (c.level is not distinct from 2)::int,
      times * (c.level is not distinct from 3)::int, times * (c.level is not distinct from 4)::int
    from (values ('*'), (c.review_type)) t (review_type),
      (values ('all', '', ''), ('facility', c.facility_key, c.facility), ('provider', c.provider_key, c.provider)) g (by, key, label)
    where g.by = 'all' or g.key <> ''
  on conflict (by, scale, review_type, organization_id, quarter, key, label) do update set
    n = s.n + excluded.n, attention = s.attention + excluded.attention, asked = s.asked + excluded.asked, met = s.met + excluded.met,
    level_1 = s.level_1 + excluded.level_1, level_2 = s.level_2 + excluded.level_2, level_3 = s.level_3 + excluded.level_3,
    level_4 = s.level_4 + excluded.level_4;
  if times < 0 then
    delete from trend_cells s where s.n = 0 and s.organization_id = c.organization_id and s.quarter = c.quarter and s.scale = c.scale
      and s.by in ('all', 'facility', 'provider') and s.review_type in ('*', c.review_type);
  end if;
end
$$;

-- Adds findings of a case to the sums, or takes them out.
create function trend_count_findings(c trend_cases, findings opinion_findings[], times integer) returns void language plpgsql as $$
begin
  insert into trend_findings as s (scale, review_type, organization_id, quarter, kind, category, label, reviews, asked, met, deficiencies)
    select c.scale, t.review_type, c.organization_id, c.quarter, f.kind, f.category, f.label, times, times * f.asked, times * f.met,
      times * f.deficiencies
    from unnest(findings) f, (values ('*'), (c.review_type)) t (review_type)
  on conflict (scale, review_type, organization_id, quarter, kind, category, label) do update set
    reviews = s.reviews + excluded.reviews, asked = s.asked + excluded.asked, met = s.met + excluded.met,
    deficiencies = s.deficiencies + excluded.deficiencies;
  if times < 0 then
    delete from trend_findings s where s.reviews = 0 and s.scale = c.scale and s.review_type in ('*', c.review_type)
      and s.organization_id = c.organization_id and s.quarter = c.quarter;
  end if;
end
$$;

-- One delivery of an organization is counted after the other: what two change at once is seen by the second, and who waits
-- for whom is never a circle. Whose a review is does not change.
create function trends_lock(review bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('trends', organization_id)) from reviews where id = review
$$;

-- A case as it counts now, in place of how it was counted.
create function trend_refresh(review bigint) returns void language plpgsql as $$
declare
  was trend_cases;
  counts trend_cases;
  findings opinion_findings[];
begin
  perform trends_lock(review);
  select * into was from trend_cases where review_id = review;
  select * into counts from trend_cases_now where review_id = review;
  if was is not distinct from counts then return; end if;
  if was.review_id is not null then perform trend_count(was, -1); end if;
  delete from trend_cases where review_id = review;
  if counts.review_id is not null then
    insert into trend_cases select counts.*;
    perform trend_count(counts, 1);
  end if;
  if (was.scale, was.review_type, was.organization_id, was.quarter)
      is distinct from (counts.scale, counts.review_type, counts.organization_id, counts.quarter) then
    select array_agg(f) into findings from opinion_findings f where f.review_id = review;
    if findings is null then return; end if;
    if was.review_id is not null then perform trend_count_findings(was, findings, -1); end if;
    if counts.review_id is not null then perform trend_count_findings(counts, findings, 1); end if;
  end if;
end
$$;

-- An opinion counts for its own review, and for the one it was asked about.
create function trends_follow_opinion() returns trigger language plpgsql as $$
declare changed bigint;
begin
  for changed in select distinct x.id from (
      select case when tg_op = 'DELETE' then old.review_id else new.review_id end as id
      union all select l.original_id from linked_reviews l
        where l.review_id = case when tg_op = 'DELETE' then old.review_id else new.review_id end) x order by 1 loop
    perform trend_refresh(changed);
  end loop;
  return null;
end
$$;
create trigger trends_follow_opinion after insert or update or delete on opinions
  for each row execute function trends_follow_opinion();

create function trends_follow_link() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform trend_refresh(old.original_id); end if;
  if tg_op <> 'DELETE' then perform trend_refresh(new.original_id); end if;
  return null;
end
$$;
create trigger trends_follow_link after insert or delete or update of original_id, role, review_id on linked_reviews
  for each row execute function trends_follow_link();

-- Findings come and go many at a time; each statement counts once for each case.
create function trends_follow_findings(review bigint, gone opinion_findings[], come opinion_findings[]) returns void language plpgsql as $$
declare c trend_cases;
begin
  perform trends_lock(review);
  select * into c from trend_cases where review_id = review;
  if c.review_id is not null then
    if gone is not null then perform trend_count_findings(c, gone, -1); end if;
    if come is not null then perform trend_count_findings(c, come, 1); end if;
  end if;
  perform trend_refresh(review);
end
$$;
create function trends_follow_new_findings() returns trigger language plpgsql as $$
begin
  perform trends_follow_findings(x.review_id, null, x.come) from
    (select n.review_id, array_agg(n::opinion_findings) as come from new_rows n group by n.review_id order by n.review_id) x;
  return null;
end
$$;
create function trends_follow_old_findings() returns trigger language plpgsql as $$
begin
  perform trends_follow_findings(x.review_id, x.gone, null) from
    (select o.review_id, array_agg(o::opinion_findings) as gone from old_rows o group by o.review_id order by o.review_id) x;
  return null;
end
$$;
create function trends_follow_changed_findings() returns trigger language plpgsql as $$
begin
  perform trends_follow_findings(x.review_id, x.gone, null) from
    (select o.review_id, array_agg(o::opinion_findings) as gone from old_rows o group by o.review_id order by o.review_id) x;
  perform trends_follow_findings(x.review_id, null, x.come) from
    (select n.review_id, array_agg(n::opinion_findings) as come from new_rows n group by n.review_id order by n.review_id) x;
  return null;
end
$$;
create trigger trends_follow_new_findings after insert on opinion_findings referencing new table as new_rows
  for each statement execute function trends_follow_new_findings();
create trigger trends_follow_old_findings after delete on opinion_findings referencing old table as old_rows
  for each statement execute function trends_follow_old_findings();
create trigger trends_follow_changed_findings after update on opinion_findings referencing old table as old_rows new table as new_rows
  for each statement execute function trends_follow_changed_findings();

-- A deleted opinion's findings go first, while it is known where they were counted; the cascade would come too late.
create function trends_before_opinion() returns trigger language plpgsql as $$
begin
  delete from opinion_findings f where f.review_id = old.review_id;
  return old;
end
$$;
create trigger trends_before_opinion before delete on opinions for each row execute function trends_before_opinion();

select trends_rebuild();
