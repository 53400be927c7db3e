-- A receipt goes with an expense of its own matter, and with none for miles driven. What names another's paper was never an expense of this matter: what it took of the retainer comes back with it.
update matter_expenses set receipt_id = null where sort = 'mileage';

create temporary table foreign_expenses on commit drop as
  select e.id from matter_expenses e join expense_receipts r on r.id = e.receipt_id where r.review_id <> e.review_id;
delete from retainer_movements where cause = 'expense' and cause_id in (select id from foreign_expenses);
update matter_expenses set corrects = null where corrects in (select id from foreign_expenses);
delete from matter_expenses where reverses in (select id from foreign_expenses);
delete from matter_expenses where id in (select id from foreign_expenses);
drop table foreign_expenses;

alter table expense_receipts add constraint expense_receipts_of_review unique (review_id, id);
alter table matter_expenses
  add constraint mileage_without_receipt check (sort <> 'mileage' or receipt_id is null),
  add constraint receipt_of_its_matter foreign key (review_id, receipt_id) references expense_receipts (review_id, id),
  drop constraint matter_expenses_receipt_id_fkey;
drop index expense_receipts_by_review;

-- approved after the agreement with its expert ended: no retainer pays it
alter table matter_expenses add column outside_retainer boolean not null default false;
