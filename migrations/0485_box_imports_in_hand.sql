-- A file under way is one process's own until then; after that another takes it up, as of a process that died.
alter table box_import_files add column held_until timestamptz;
-- As what its person chose it: whether they may still add to the review is asked again before each file.
alter table box_imports add column profile_id bigint references profiles (id);
update box_imports i set profile_id = (select p.id from profiles p where p.user_id = i.user_id
  order by p.is_primary desc, p.id limit 1);
