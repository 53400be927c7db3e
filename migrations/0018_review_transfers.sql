-- That a review is to be another's: asked, not decided yet. It is gone once it is decided, and with the records.
create table review_transfers (
  review_id bigint primary key references reviews (id) on delete cascade,
  reason text not null default '',
  -- the colleague who is to have it, looked up after it is asked; null: it is to end here
  requester_id bigint references users (id) deferrable initially deferred,
  requested_at timestamptz not null
);
insert into review_transfers (review_id, reason, requester_id, requested_at)
select id, coalesce(transfer_request ->> 'reason', ''), (transfer_request ->> 'requester_id')::bigint,
  coalesce((transfer_request ->> 'requested_at')::timestamptz, updated_at)
from reviews where transfer_request is not null;
alter table reviews drop column transfer_request;
