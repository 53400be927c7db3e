-- How much of a file from Box had arrived when it was cut off; it goes on from there.
alter table box_import_files add column came_bytes bigint not null default 0 check (came_bytes >= 0);
