import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dateText, isDate } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { DeskBar } from '../../../ui/parts/desk-bar.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { BILLING_ORDERS_PLACE } from '../../billing-orders/rules/place.ts';
import { type BillingOf, invoiceEndpoints } from '../contract.ts';
import { AGE_WORDS, AGES, INVOICE_BY_WORDS, issuedWords } from '../rules.ts';
import { INVOICES_PLACE } from '../rules/place.ts';
import { Lines } from './lines.tsx';
import { PaymentForm } from './payment-form.tsx';
import { Payments } from './payments.tsx';
import { REFRESHED } from './refreshed.ts';
import { TermsForm } from './terms-form.tsx';
import styles from './invoices.module.css';

const day = (value: unknown): string | undefined => (typeof value === 'string' && isDate(value) ? value : undefined);

/** An organization's billing: what it would be sent, what it owes and paid, and on which terms. */
export function Billing({ organizationId }: { organizationId: number }) {
  const search = useSearch({ strict: false }) as { until?: unknown; pay?: unknown };
  const navigate = useNavigate();
  const until_on = day(search.until);
  const pay = Number(search.pay);
  const { data, error, refetch } = useQuery({
    ...query(invoiceEndpoints.billing, { params: { organizationId }, query: { until_on } }),
    placeholderData: (before) => before,
  });
  const [open, setOpen] = useState<'payment' | 'terms' | null>(Number.isSafeInteger(pay) && pay > 0 ? 'payment' : null);
  if (error && !data)
    return <Failure error={error} what="The billing could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} columns={[50, 20]} height={48} label="Loading the billing" />;
  const { organization, terms, aging, credit_cents, held_since } = data;
  const owed = AGES.reduce((sum, age) => sum + (aging[age] ?? 0), 0);
  return (
    <>
      <PageHeader
        title={organization.name}
        crumbs={[{ label: 'Invoices', href: INVOICES_PLACE.path }, { label: organization.name }]}
        lead={`${INVOICE_BY_WORDS[terms.invoice_by]}, to be paid within ${plural(terms.net_days, 'day')}.`}
      />
      <div className={styles.split}>
        <ToIssue billing={data} pay={search.pay} onStale={() => void refetch()} />
        <aside aria-label="Terms and payments">
          <SectionHead id="owed" title="Owed" />
          <Facts
            labelWidth={160}
            items={[
              { label: 'Open', value: <b>{formatCents(owed)}</b> },
              ...AGES.map((age) => ({
                label: AGE_WORDS[age],
                value: aging[age] ? formatCents(aging[age]) : null,
              })),
              {
                label: 'Billing hold',
                value: held_since
                  ? `Since ${dateText(held_since.slice(0, 10), 'long')}, for what is overdue. The payment lifts it.`
                  : null,
              },
              { label: 'Credit on account', value: credit_cents > 0 ? formatCents(credit_cents) : null },
            ]}
          />
          <Quiet>
            <TextLink href={hrefWith(INVOICES_PLACE.path, { tab: 'all', organization: organization.id })}>
              Invoices of {organization.name}
            </TextLink>
            {', '}
            <TextLink href={hrefWith('/invoice', { statement: organization.id })}>statement of account</TextLink>
          </Quiet>
          {open === 'payment' ? (
            <PaymentForm
              billing={data}
              owed={owed}
              invoiceId={Number.isSafeInteger(pay) && pay > 0 ? pay : null}
              onDone={() => {
                setOpen(null);
                // another payment is not for the same invoice
                void navigate({
                  to: INVOICES_PLACE.path,
                  search: { organization: organization.id, ...(until_on ? { until: until_on } : {}) },
                  replace: true,
                });
              }}
            />
          ) : open === 'terms' ? (
            <TermsForm billing={data} onDone={() => setOpen(null)} />
          ) : (
            <>
              <div className={styles.acts}>
                <Button onClick={() => setOpen('payment')}>Record a payment</Button>
              </div>
              <Payments billing={data} />
              <SectionHead id="terms" title="Terms" />
              <Facts
                labelWidth={110}
                items={[
                  { label: 'Invoiced', value: INVOICE_BY_WORDS[terms.invoice_by] },
                  { label: 'Issued', value: issuedWords(terms) },
                  { label: 'Payable within', value: plural(terms.net_days, 'day') },
                  {
                    label: 'Addressed to',
                    value: <span className={styles.lines}>{terms.bill_to || organization.name}</span>,
                  },
                  { label: 'Sent to', value: terms.email ?? 'Nobody: add an address' },
                  {
                    label: 'Billing hold',
                    value:
                      terms.hold_after_days === null
                        ? null
                        : `By itself, ${plural(terms.hold_after_days, 'day')} after an invoice was due`,
                  },
                  { label: 'Billed here since', value: terms.bills_from ? dateText(terms.bills_from, 'long') : null },
                ]}
              />
              <div className={styles.acts}>
                <Button kind="quiet" onClick={() => setOpen('terms')}>
                  Change the terms
                </Button>
              </div>
            </>
          )}
        </aside>
      </div>
    </>
  );
}

/** What would be issued, and issuing it. */
function ToIssue({ billing, pay, onStale }: { billing: BillingOf; pay: unknown; onStale: () => void }) {
  const { organization, drafts, total_cents, until_on, waiting_cents, terms, orders } = billing;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const issue = useCommand(invoiceEndpoints.issue, {
    refresh: REFRESHED,
    // what it comes to now is to be looked at
    onError: ({ code }) => (code === 'stale' ? onStale() : undefined),
  });
  const count = plural(drafts.length, 'invoice');
  return (
    <section aria-labelledby="to-issue">
      <SectionHead id="to-issue" title="To invoice" />
      <DeskBar>
        <DateField
          path="until_on"
          label="Work done before"
          value={until_on}
          error={faultOf(issue.error, 'until_on')}
          onChange={(until) => {
            if (until === null) return;
            issue.reset();
            void navigate({
              to: INVOICES_PLACE.path,
              search: { organization: organization.id, until, ...(pay === undefined ? {} : { pay }) },
              replace: true,
            });
          }}
        />
        {drafts.length > 0 ? (
          <Button kind="primary" onClick={() => setAsking(true)}>
            Issue {count}, {formatCents(total_cents)}
          </Button>
        ) : null}
      </DeskBar>
      {issue.error && issue.error.errors.length === 0 ? (
        <Failure error={issue.error} what="Nothing was issued." />
      ) : null}
      {drafts.length === 0 ? (
        <Quiet>
          {waiting_cents < 0
            ? `A credit of ${formatCents(-waiting_cents)} will be taken off the next invoice.`
            : `Nothing to invoice before ${dateText(until_on, 'long')}.`}
        </Quiet>
      ) : (
        <Lines
          heading="h3"
          lines={drafts.flatMap(({ lines }) =>
            lines.map((line) => ({ ...line, href: null, reference: '', purchase_order: '' })),
          )}
        />
      )}
      {orders.waiting + orders.disputed > 0 ? (
        <Quiet>
          {[
            orders.waiting > 0
              ? `${plural(orders.waiting, 'billing order')}, ${formatCents(orders.waiting_cents)}, ${orders.waiting === 1 ? 'waits' : 'wait'} for approval`
              : null,
            orders.disputed > 0 ? `${plural(orders.disputed, 'voided order')} to settle` : null,
          ]
            .filter(Boolean)
            .join(', ')}
          . Nothing of them is invoiced until then.{' '}
          <TextLink href={hrefWith(BILLING_ORDERS_PLACE.path, { tab: 'all', organization: organization.id })}>
            Billing orders of {organization.name}
          </TextLink>
        </Quiet>
      ) : null}
      {drafts.length > 0 && waiting_cents < 0 ? (
        <Quiet>
          A credit of {formatCents(-waiting_cents)} is more than these can bear: it waits for the next invoice.
        </Quiet>
      ) : null}
      {asking ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setAsking(false)}
          title={`Issue ${count} to ${organization.name}?`}
          confirmLabel={`Issue ${count}, ${formatCents(total_cents)}`}
          cancelLabel="Not yet"
          onConfirm={async () => {
            setAsking(false);
            const { data } = await issue.mutateAsync({
              params: { organizationId: organization.id },
              body: { until_on, total_cents },
            });
            toastDone(
              data.length === 1 && data[0]
                ? `Invoice ${data[0].number} is issued.`
                : `${plural(data.length, 'invoice')} are issued.`,
            );
          }}
        >
          <p>
            {terms.email === null
              ? 'No e-mail address is set, so nobody gets an e-mail. '
              : `An e-mail with the link goes to ${terms.email}. `}
            An issued invoice is never changed.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
