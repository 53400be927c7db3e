-- time that was recorded before it had the sales tax of its price is charged none
alter table time_entries add column taxed boolean not null default false;
alter table time_entries alter column taxed set default true;
