-- The people of the console: in the order of their names, and what was done about each.
create index users_by_name on users (last_name, first_name, id);
create index audit_rows_of_people on audit_rows (subject, id desc) where subject like 'user:%';
