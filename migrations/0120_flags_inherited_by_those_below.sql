-- A change looks at the organization and those below it, no longer at every one there is.
create function boolean_values(flags jsonb) returns jsonb language sql immutable as $$
  select coalesce((select jsonb_object_agg(f.key, f.value) from jsonb_each(flags) f where jsonb_typeof(f.value) = 'boolean'), '{}')
$$;

create or replace function organizations_inherit() returns trigger language plpgsql as $$
begin
  with recursive down as (
    select o.id, coalesce(above.effective_flags, '{}') || boolean_values(o.flags) as flags, 0 as depth
    from organizations o left join organizations above on above.id = o.parent_id where o.id = new.id
    union all
    select o.id, down.flags || boolean_values(o.flags), down.depth + 1
    from organizations o join down on o.parent_id = down.id where down.depth < 20)
  update organizations o set effective_flags = down.flags from down
  where o.id = down.id and o.effective_flags is distinct from down.flags;
  return null;
end
$$;
