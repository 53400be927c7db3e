-- What asked for what is done by now counts as read: looked for with each step of a review.
create index notifications_of_review on notifications (review_id) where read_at is null;
