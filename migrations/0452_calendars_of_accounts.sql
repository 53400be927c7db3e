-- Calendars that are read through a connected account, beside those by an address.
alter table calendars
  drop constraint calendars_source_check,
  add column connection_id bigint references provider_connections (id),
  alter column address drop not null,
  alter column address_hash drop not null,
  add constraint calendars_source_check check (source in ('ics', 'microsoft')),
  add constraint calendars_read_by check (
    (source = 'ics') = (connection_id is null) and (source = 'ics') = (address is not null)
    and (address is null) = (address_hash is null));
create unique index calendars_of_connection on calendars (connection_id) where connection_id is not null;
