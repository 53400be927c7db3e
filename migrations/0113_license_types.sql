-- Licenses by their letters, which credentials hold. The shipped ones are put in when the server starts; none is deleted: it is retired.
create table license_types (
  key text primary key,
  name text not null,
  active boolean not null default true,
  place integer not null,
  lock_version integer not null default 0
);
create unique index license_types_key on license_types (lower(key));
create unique index license_types_name on license_types (lower(name));
