-- What an expert was checked for ends with its last day where the expert is.
create function credential_end(last_day date, zone text) returns timestamptz language sql stable as $$
  select (last_day + 1)::timestamp at time zone zone
$$;

-- Everybody is reminded before something ends, from now on also of what was there before: each looks at its days once.
insert into deadlines (review_id, kind, key, due_at, created_at)
  select null, 'credential_due', 'credential:' || id, now(), now() from credentials where expires_on is not null;
