-- On which day of the month an organization's invoices are issued by themselves (of one invoiced by review: each once its review
-- is finished); null: somebody issues them.
alter table billing_terms add column issue_day integer check (issue_day between 1 and 28);
