-- Several experts on one matter: legal cases of one organization that belong together, each with an expert of its own. The matter is
-- called by the first of them.

create table matter_experts (
  review_id bigint primary key references reviews (id),
  matter_id bigint not null references reviews (id),
  linked_at timestamptz not null,
  linked_by bigint not null references users (id)
);
create index matter_experts_of on matter_experts (matter_id, review_id);
