-- A review that is to continue as a legal case waits for its expert first, and for Peritus once they have agreed.
update reviews r set ball = 'expert'
  from review_transfers t, continuations c
  where t.review_id = r.id and t.continues and c.review_id = r.id and c.state = 'asked' and r.ball = 'staff';
