-- What a new organization's admins skipped of setting it up, and that they put the list away. What is done is read from the facts.
create table organization_setups (
  organization_id bigint primary key references organizations (id),
  skipped text[] not null default '{}',
  put_away_at timestamptz,
  put_away_by bigint references users (id)
);
