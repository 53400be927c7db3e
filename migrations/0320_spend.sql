-- What was spent, by month, kind, specialty and requester of each organization: kept as it is posted, so that a year of a
-- large organization is looked at without going through its book. 0: none.
create table spend_cells (
  organization_id bigint not null references organizations (id),
  -- its first day, in the organization's zone
  month date not null,
  -- a kind of review, or 'subscription'
  kind text not null,
  specialty_id bigint not null,
  requester_id bigint not null,
  cents bigint not null,
  -- of them
  tax_cents bigint not null,
  -- of which something was charged for the first time
  reviews integer not null,
  primary key (organization_id, month, kind, specialty_id, requester_id)
);
create index spend_cells_by_month on spend_cells (month) include (organization_id, kind, specialty_id, requester_id, cents, tax_cents, reviews);

create function spend_charged(lines bigint[]) returns void language sql as $$
  insert into spend_cells as c (organization_id, month, kind, specialty_id, requester_id, cents, tax_cents, reviews)
    select l.organization_id, date_trunc('month', e.happened_at at time zone o.time_zone)::date, coalesce(r.kind, 'subscription'),
      coalesce(r.specialty_id, 0), coalesce(r.requester_id, 0), sum(l.cents),
      coalesce(sum(l.cents) filter (where l.line_key = 'tax'), 0),
      count(distinct e.review_id) filter (where not exists (
        select from ledger_entries p join ledger_lines q on q.entry_id = p.id and q.account = 'unbilled'
        where p.review_id = e.review_id and p.id < e.id and p.cause <> 'retainer'))
    from ledger_lines l join ledger_entries e on e.id = l.entry_id join organizations o on o.id = l.organization_id
      left join reviews r on r.id = e.review_id
    where l.id = any(lines) and l.account = 'unbilled' and e.cause not in ('retainer', 'invoice')
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (organization_id, month, kind, specialty_id, requester_id) do update
    set cents = c.cents + excluded.cents, tax_cents = c.tax_cents + excluded.tax_cents, reviews = c.reviews + excluded.reviews;
$$;
create function spend_credited(lines bigint[]) returns void language sql as $$
  insert into spend_cells as c (organization_id, month, kind, specialty_id, requester_id, cents, tax_cents, reviews)
    select i.organization_id, date_trunc('month', i.issued_on)::date, coalesce(r.kind, 'subscription'),
      coalesce(r.specialty_id, 0), coalesce(r.requester_id, 0), sum(l.cents),
      coalesce(sum(l.cents) filter (where b.line_key = 'tax'), 0), 0
    from invoice_lines l join invoices i on i.id = l.invoice_id join invoice_lines d on d.id = l.credits_line_id
      join ledger_lines b on b.id = d.ledger_line_id left join reviews r on r.id = l.review_id
    where l.id = any(lines)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (organization_id, month, kind, specialty_id, requester_id) do update
    set cents = c.cents + excluded.cents, tax_cents = c.tax_cents + excluded.tax_cents;
$$;

create function spend_of_ledger() returns trigger language plpgsql as $$
begin
  perform spend_charged(array(select id from added where account = 'unbilled'));
  return null;
end $$;
create trigger spend_kept after insert on ledger_lines
  referencing new table as added for each statement execute function spend_of_ledger();

create function spend_of_credits() returns trigger language plpgsql as $$
begin
  if exists (select from added where credits_line_id is not null) then
    perform spend_credited(array(select id from added where credits_line_id is not null));
  end if;
  return null;
end $$;
create trigger spend_kept after insert on invoice_lines
  referencing new table as added for each statement execute function spend_of_credits();

-- what was posted before it was kept
select spend_charged(array(select id from ledger_lines where account = 'unbilled'));
select spend_credited(array(select id from invoice_lines where credits_line_id is not null));
