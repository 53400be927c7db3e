-- The outbox is read: by state, newest first, and searched by whom it went to and what it is about.
create index mails_status on mails (status, id desc);
create index mails_search on mails using gin ((to_email::text) gin_trgm_ops, to_name gin_trgm_ops, subject gin_trgm_ops);
