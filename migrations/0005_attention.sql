-- What needs attention in a review, one row for each time it was raised: who, why, who has seen it, how it was settled.
-- `reviews.attention` sums up the rows that are still open; lists read it.
create table review_attention (
  id bigint generated always as identity primary key,
  review_id bigint not null references reviews (id) on delete cascade,
  reason text not null check (reason in ('patient_safety', 'impairment', 'fraud_billing', 'wrong_chart',
    'critical_deficiency', 'report_overdue', 'qa_dispute')),
  -- what people wrote goes with the records when they are deleted
  note text not null,
  -- what raised it by itself and only once: a signed report, a report's due date; null for people
  cause text,
  raised_by bigint references users (id),
  raised_kind text not null,
  raised_profile_id bigint references profiles (id),
  raised_at timestamptz not null,
  acknowledge_by timestamptz not null,
  alerts integer not null default 1,
  acknowledged_by bigint references users (id),
  acknowledged_kind text,
  acknowledged_at timestamptz,
  resolved_by bigint references users (id),
  resolved_kind text,
  resolved_at timestamptz,
  resolution text not null default ''
);
create index review_attention_review on review_attention (review_id, id);
create unique index review_attention_open on review_attention (review_id, reason) where resolved_at is null;
create unique index review_attention_cause on review_attention (review_id, cause) where cause is not null;
