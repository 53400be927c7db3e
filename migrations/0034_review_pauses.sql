-- While a review is paused, the clock of each step it goes back to: the innermost last. Its own clock stands in reviews.
create table review_pauses (
  review_id bigint not null references reviews on delete cascade,
  depth smallint not null check (depth > 0),
  due_at timestamptz,
  due_from timestamptz,
  primary key (review_id, depth)
);

-- what is paused now goes back to a step: on hold with what was left of it, otherwise with the step's days, as before
insert into review_pauses (review_id, depth, due_at, due_from)
select r.id, d.depth,
  case when r.status = 'on_hold' and d.depth = d.depths then r.due_at end,
  case when r.status = 'on_hold' and d.depth = d.depths then r.due_from end
from reviews r
  cross join lateral (
    select n as depth, count(*) over () as depths
    from generate_series(1,
      (select count(*) from unnest(array_prepend(r.status, string_to_array(coalesce(r.return_status, ''), '/'))) as s
        where s in ('on_hold', 'needs_information'))
      + (select count(*) from review_transfers t where t.review_id = r.id
          and 'closeout_pending' = any(array_prepend(r.status, string_to_array(coalesce(r.return_status, ''), '/'))))
    ) as n
  ) d
where r.clock_paused_at is not null;
