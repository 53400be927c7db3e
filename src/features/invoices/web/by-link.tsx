import { useQuery } from '@tanstack/react-query';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { urlOf } from '../../../core/url-of.ts';
import { ApiError } from '../../../ui/api/client.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { cardEndpoints, invoiceEndpoints } from '../contract.ts';
import { Lines } from './lines.tsx';
import { type CameBack, CardNotice, leaveToPay, PayButton } from './pay-by-card.tsx';
import { STATE_DISPLAYS } from './states.ts';
import styles from './invoices.module.css';

/** How often a page that waits for the bank looks again. */
export const LOOKS_EACH_MS = 3_000;

/** An invoice for whoever has its link: what it bills, what is open, and the PDF. */
export function InvoiceByLink({ token, came }: { token: string; came: CameBack | null }) {
  const { data, error, refetch } = useQuery({
    ...query(invoiceEndpoints.shown, { query: { token } }),
    retry: false,
    // the bank tells us, and nobody tells this page
    refetchInterval: ({ state }) => (came === 'done' && (state.data?.open_cents ?? 0) > 0 ? LOOKS_EACH_MS : false),
  });
  const pay = useCommand(cardEndpoints.payByLink, {
    refresh: [invoiceEndpoints.shown],
    onSuccess: ({ url }) => leaveToPay(`/invoice?token=${token}`, url),
  });
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (gone)
    return (
      <div className={styles.public}>
        <h1 tabIndex={-1}>No invoice is found by this link</h1>
        <p>Copy the whole address from the e-mail, or ask whoever sent it to you.</p>
        <div className={styles.acts}>
          <ButtonLink href="/contact?reason=billing">Ask about an invoice</ButtonLink>
        </div>
      </div>
    );
  if (!data)
    return (
      <div className={styles.public}>
        {error ? (
          <Failure error={error} what="The invoice could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={[60, 30]} height={44} label="Opening the invoice" />
        )}
      </div>
    );
  const isCredit = data.sort === 'credit_note';
  // whoever just paid is not asked for it once more
  const payable = data.card === 'possible' && came !== 'done';
  return (
    <div className={styles.public}>
      <h1 tabIndex={-1}>
        {isCredit ? 'Credit note' : 'Invoice'} {data.number}
      </h1>
      <StatusText {...STATE_DISPLAYS[data.state]} />
      <p className={styles.amount}>{formatCents(isCredit ? -data.total_cents : data.open_cents)}</p>
      <p className={styles.quiet}>
        {isCredit
          ? `Taken back from ${data.credits ?? 'an invoice'}.`
          : data.open_cents === 0
            ? 'Nothing is left to pay.'
            : `To be paid by ${dateText(data.due_on, 'long')}.`}
      </p>
      <CardNotice came={came} invoice={data} error={pay.error} />
      <Facts
        labelWidth={110}
        items={[
          { label: 'For', value: <span className={styles.lines}>{data.bill_to}</span> },
          { label: 'From', value: data.issuer },
          { label: 'Date', value: dateText(data.issued_on, 'long') },
          { label: 'Total', value: isCredit ? null : formatCents(data.total_cents) },
          { label: 'Why', value: data.reason || null },
          {
            label: 'Paid',
            value:
              data.settlements.length === 0 ? null : (
                <span className={styles.lines}>
                  {data.settlements
                    .map(({ on, by, cents }) => `${formatCents(cents)}, ${dateText(on, 'medium')}, ${by}`)
                    .join('\n')}
                </span>
              ),
          },
        ]}
      />
      <div className={styles.acts}>
        {payable ? (
          <PayButton
            cents={data.open_cents}
            busy={pay.isPending || pay.isSuccess}
            onPay={() => pay.mutate({ body: { token } })}
          />
        ) : null}
        <ButtonLink
          kind={payable ? 'default' : 'primary'}
          href={urlOf(invoiceEndpoints.shownPdf, { query: { token } })}
          target="_blank"
        >
          Open as PDF
        </ButtonLink>
        <ButtonLink
          href={`/contact?reason=billing&message=${encodeURIComponent(`About ${isCredit ? 'credit note' : 'invoice'} ${data.number}: `)}`}
        >
          Ask about it
        </ButtonLink>
      </div>
      <Lines lines={data.lines.map((line) => ({ ...line, href: null }))} />
    </div>
  );
}
