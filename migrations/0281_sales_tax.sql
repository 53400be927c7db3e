-- Sales tax is no income: it is owed to the states it was charged for.
alter table ledger_lines drop constraint ledger_lines_account_check;
alter table ledger_lines add constraint ledger_lines_account_check check (account in
  ('unbilled', 'receivable', 'cash', 'retainers', 'revenue', 'sales_tax'));
