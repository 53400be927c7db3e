-- How far first and second opinions agree is kept with the case, as the rest of trends is: the first opinion's own scale and
-- level, and the levels on that scale of the second opinions about it. Null: there are none to compare.
alter table trend_cases add column own_scale text not null default '', add column own_level smallint,
  add column second_levels smallint[];
create index trend_cases_seconds on trend_cases (own_scale, quarter)
  include (organization_id, review_type, facility_key, provider_key, own_level, second_levels) where second_levels is not null;

create or replace view trend_cases_now as
  select o.review_id, o.organization_id, o.quarter, coalesce(a.scale, o.scale, '') as scale,
    case when a.scale is null then o.level else a.level end as level, coalesce(o.review_type, '') as review_type, o.needs_attention,
    o.facility, o.facility_key, o.provider, o.provider_key, coalesce(f.asked, 0) as asked, coalesce(f.met, 0) as met,
    coalesce(o.scale, '') as own_scale, o.level as own_level,
    case when o.level is not null then s.levels end as second_levels
  from opinions o
  left join lateral (select x.scale, x.level from linked_reviews l join opinions x on x.review_id = l.review_id
    where l.original_id = o.review_id and l.role = 'adjudication' order by l.review_id desc limit 1) a on true
  left join lateral (select sum(c.asked)::int as asked, sum(c.met)::int as met from opinion_findings c
    where c.review_id = o.review_id and c.kind = 'audit') f on true
  left join lateral (select array_agg(x.level order by x.review_id) as levels from linked_reviews l
    join opinions x on x.review_id = l.review_id and x.scale = o.scale and x.level is not null
    where l.original_id = o.review_id and l.role = 'second') s on true
  where o.role = 'first';

select trends_rebuild();
