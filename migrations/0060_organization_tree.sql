-- Where an organization stands in the list of the whole tree: the names from the top down to it, so that each follows its parent.
alter table organizations add column tree_place text collate "C" not null default '';
alter table organizations add column depth integer not null default 0;

create function organizations_place() returns trigger language plpgsql as $$
begin
  with recursive down as (
    select o.id, coalesce(above.tree_place, '') || lower(o.name) || e'\t' || o.id || e'\n' as place,
      coalesce(above.depth + 1, 0) as depth
    from organizations o left join organizations above on above.id = o.parent_id where o.id = new.id
    union all
    select o.id, down.place || lower(o.name) || e'\t' || o.id || e'\n', down.depth + 1
    from organizations o join down on o.parent_id = down.id where down.depth < 40)
  update organizations o set tree_place = down.place, depth = down.depth from down
  where o.id = down.id and (o.tree_place, o.depth) is distinct from (down.place, down.depth);
  return null;
end
$$;
create trigger organizations_place after insert or update of name, parent_id on organizations
  for each row execute function organizations_place();

with recursive down as (
  select id, lower(name) || e'\t' || id || e'\n' as place, 0 as depth from organizations where parent_id is null
  union all
  select o.id, down.place || lower(o.name) || e'\t' || o.id || e'\n', down.depth + 1
  from organizations o join down on o.parent_id = down.id where down.depth < 40)
update organizations o set tree_place = down.place, depth = down.depth from down where o.id = down.id;

create index organizations_tree_place on organizations (tree_place);
create index organizations_name_words on organizations using gin (name gin_trgm_ops);
create index organizations_held on organizations (id) where billing_hold or legal_hold;

-- What was changed about an organization.
create index audit_rows_organization_changes on audit_rows (organization_id, id desc) where action = 'organization.changed';
