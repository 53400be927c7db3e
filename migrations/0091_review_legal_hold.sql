-- A single review kept from being deleted, whatever its organization has set. Who set it, when and why is on the audit trail.
alter table reviews add column legal_hold boolean not null default false;
create index reviews_held on reviews (id) where legal_hold;
