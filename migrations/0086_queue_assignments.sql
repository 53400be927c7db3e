-- Who has a review that waits in a queue of the console. No row: nobody. It stays when the review leaves the queue and
-- comes back, so that whoever began goes on.
create table queue_assignments (
  review_id bigint not null references reviews (id) on delete cascade,
  queue text not null,
  user_id bigint not null references users (id),
  assigned_by bigint not null references users (id),
  assigned_at timestamptz not null,
  primary key (review_id, queue)
);
create index queue_assignments_user on queue_assignments (user_id, queue);

-- a queue is read across all kinds, the most urgent first
create index reviews_queues on reviews (status, due_sort, id) where bucket = 'active';
create index reviews_exhausted on reviews (due_sort, id) where matching_status = 'exhausted';
