-- When who chose them was told that some files of an import from Box did not come: once.
alter table box_imports add column told_at timestamptz;
