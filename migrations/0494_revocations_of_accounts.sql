-- Whose account a token opened: where taking one back ends the whole permission, that waits for nobody who is connected to it.
alter table connection_revocations add column account_id text;
