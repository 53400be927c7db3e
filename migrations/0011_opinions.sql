-- Several opinions on one case, and what delivered reports say, kept so that trends need not read the reports.

-- A review opened as another opinion on the case of an earlier one. The original knows of all of them; they know of the
-- original; nobody else is told.
create table linked_reviews (
  review_id bigint primary key references reviews (id),
  original_id bigint not null references reviews (id),
  role text not null check (role in ('second', 'adjudication')),
  trigger text not null check (trigger in ('asked', 'sample', 'below_best', 'disagreement')),
  -- what a person wrote; emptied with the records
  reason text not null default '',
  -- null: opened by itself
  asked_by bigint references users (id),
  -- adjudication: whether the second opinion stands as "Opinion 1", so that the numbers tell nothing
  swapped boolean not null default false,
  created_at timestamptz not null,
  check (review_id <> original_id)
);
create index linked_reviews_original on linked_reviews (original_id);

-- One row for each review whose report was delivered, by its newest delivered version.
create table opinions (
  review_id bigint primary key references reviews (id),
  report_id bigint not null references reports (id),
  organization_id bigint not null references organizations (id),
  role text not null check (role in ('first', 'second', 'adjudication')),
  form text not null,
  -- null: the form has no overall judgment
  scale text check (scale in ('care', 'met', 'competency', 'oppe')),
  -- 1 is the best; null: it could not be determined
  level smallint check (level between 1 and 4),
  percent_met numeric(4, 1),
  needs_attention boolean not null default false,
  review_type text,
  facility text not null default '',
  facility_key text not null default '',
  -- the provider under review, as entered, and by what one's reviews are known as the same one's within an organization
  provider text not null default '',
  provider_key text not null default '',
  -- first day of the quarter of the delivery in the organization's zone
  quarter date not null,
  delivered_at timestamptz not null
);
create index opinions_organization on opinions (organization_id, quarter) where role = 'first';

create table opinion_findings (
  review_id bigint not null references opinions (review_id) on delete cascade,
  kind text not null check (kind in ('aspect', 'provider_factor', 'system_factor', 'audit')),
  category text not null,
  label text not null,
  level smallint,
  asked integer not null,
  met integer not null,
  deficiencies integer not null,
  primary key (review_id, kind, category)
);

-- When an organization wants a second opinion without anybody asking; a sub-organization without a row follows its parent.
create table opinion_policies (
  organization_id bigint primary key references organizations (id),
  share_percent smallint not null default 0 check (share_percent between 0 and 100),
  below_best boolean not null default false,
  updated_at timestamptz not null,
  updated_by bigint references users (id)
);
