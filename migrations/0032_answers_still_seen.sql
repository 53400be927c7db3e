-- A kept answer is given again only while who asked still sees what it was about. Empty where the request itself ended that.
alter table idempotency_keys add column seen_review_ids bigint[] not null default '{}';
