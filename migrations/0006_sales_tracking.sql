-- How a review came to be, for those who look after the customer: only Peritus's own people see it. A row: it is tracked.
create table review_sales (
  review_id bigint primary key references reviews (id),
  source text not null default '',
  campaign text not null default '',
  account_owner_id bigint references users (id),
  updated_at timestamptz not null
);
