-- Whether a review's invitations have still to be given the time back that it stood still is asked before they end.
create index outbox_after_pauses on outbox (review_id) where topic = 'review.transitioned' and payload ? 'stood';
