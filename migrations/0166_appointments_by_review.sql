-- All times of a review, whatever came of them: its page and each row of a list read them.
create index appointments_review on appointments (review_id);
