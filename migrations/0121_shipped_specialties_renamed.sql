-- 0112 took each specialty's name for the shipped one it is. One that had another name before is what it was called first, as
-- the audit log has it; one that staff added is none.
create temporary table first_names on commit drop as
  select distinct on (a.subject) substring(subject from 11)::bigint as id,
    case when action = 'taxonomy.change' then data -> 'before' ->> 'name' end as name
  from audit_rows a
  where subject like 'specialty:%'
    and (action = 'taxonomy.add' or action = 'taxonomy.change' and data -> 'before' ? 'name')
  order by a.subject, a.id;
update specialties s set shipped_key = null from first_names f where f.id = s.id;
update specialties s set shipped_key = f.name from first_names f
  where f.id = s.id and not exists (select from specialties o where o.shipped_key = f.name);
