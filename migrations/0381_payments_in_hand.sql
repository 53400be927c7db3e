-- Since when the bank has a payment in hand: one that it never answers is asked about, and given up.
alter table card_checkouts add column processing_since timestamptz;
update card_checkouts set processing_since = began_at where state = 'processing';
alter table card_checkouts add check (state <> 'processing' or processing_since is not null);
insert into deadlines (kind, key, due_at, created_at)
  select 'card_processing', id::text, now(), now() from card_checkouts where state = 'processing';

-- Which of its refunds failed: each is taken off once, however many messages say so.
alter table card_charges add column failed_refunds text[] not null default '{}';
