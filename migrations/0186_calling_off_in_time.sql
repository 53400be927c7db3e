-- Up to when an exam is called off in time, and by when what was agreed is confirmed in writing, were only told; they are
-- terms of a rule, and days of an exam, worked out when it is set.
alter table exams add column call_off_until timestamptz, add column confirm_by date;

update exams set rule = rule || '{"confirm": null, "call_off": null}';
update jurisdiction_rules set terms = terms || '{"confirm": null, "call_off": null}' where terms is not null;

-- rules that came with the product said so in words
update exams set rule = rule || case rule ->> 'source'
    when 'WAC 296-23-347, 296-23-362' then '{"call_off": {"count": 5, "of": "calendar"}}'::jsonb
    when 'Massachusetts circular letter 334' then '{"call_off": {"count": 48, "of": "hours"}}'
    when '8 CCR 38, 9795; Cal. Lab. Code 4628(j)' then '{"call_off": {"count": 6, "of": "calendar"}}'
    else '{"call_off": {"count": 24, "of": "hours"}, "confirm": {"days": 5, "of": "calendar"}}' end
  where rule ->> 'source' in ('WAC 296-23-347, 296-23-362', 'Massachusetts circular letter 334',
    '8 CCR 38, 9795; Cal. Lab. Code 4628(j)', 'Fla. Admin. Code 69L-24.0241');
-- that sentence is made of the term now
update exams set rule = jsonb_set(rule, '{says}', (rule -> 'says') - 'What was agreed is confirmed in writing within five days.')
  where rule -> 'confirm' <> 'null';
update exams e set
    call_off_until = case rule -> 'call_off' ->> 'of'
      when 'hours' then a.starts_at - make_interval(hours => (rule -> 'call_off' ->> 'count')::int)
      -- whole days before: to the end of that day, where the exam is held
      when 'calendar' then (((a.starts_at at time zone (e.place ->> 'time_zone'))::date - (rule -> 'call_off' ->> 'count')::int + 1)::timestamp
        - interval '1 minute') at time zone (e.place ->> 'time_zone') end,
    confirm_by = (a.created_at at time zone o.time_zone)::date + (rule -> 'confirm' ->> 'days')::int
  from appointments a join reviews r on r.id = a.review_id join organizations o on o.id = r.organization_id
  where a.id = e.appointment_id;
