-- What people connected who are suspended ends as it does at a suspension from now on.
insert into connection_revocations (provider, token, next_at, ended_at)
  select c.provider, t.token, now(), now() from provider_connections c join users u on u.id = c.user_id
    cross join unnest(array[c.refresh_token, c.access_token]) t (token)
  where c.state <> 'ended' and u.suspended_at is not null and t.token is not null;
update provider_connections c set state = 'ended', ended_at = now(), access_token = null, refresh_token = null,
    account_name = null
  from users u where u.id = c.user_id and c.state <> 'ended' and u.suspended_at is not null;
update meetings m set next_at = now(), asked = asked + 1
  from provider_connections c where c.id = m.connection_id and c.state = 'ended';
