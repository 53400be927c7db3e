import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { urlOf } from '../../../core/url-of.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { cardEndpoints, invoiceEndpoints, type InvoiceView as View } from '../contract.ts';
import { keepsInvoices } from '../rules.ts';
import { INVOICES_PLACE } from '../rules/place.ts';
import { LOOKS_EACH_MS } from './by-link.tsx';
import { CreditForm } from './credit-form.tsx';
import { Lines } from './lines.tsx';
import { type CameBack, CardNotice, leaveToPay, PayButton } from './pay-by-card.tsx';
import { STATE_DISPLAYS } from './states.ts';
import styles from './invoices.module.css';

/** An invoice of one's organization, or of any for who keeps them: its lines lead to their reviews. */
export function InvoiceView({ id, came }: { id: number; came: CameBack | null }) {
  const { kind } = useViewer();
  const { data, error, refetch } = useQuery({
    ...query(invoiceEndpoints.read, { params: { id } }),
    refetchInterval: ({ state }) => (came === 'done' && (state.data?.open_cents ?? 0) > 0 ? LOOKS_EACH_MS : false),
  });
  if (error && !data)
    return <Failure error={error} what="The invoice could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} columns={[60, 20]} height={48} label="Loading the invoice" />;
  const isCredit = data.sort === 'credit_note';
  return (
    <>
      <PageHeader
        title={`${isCredit ? 'Credit note' : 'Invoice'} ${data.number}`}
        crumbs={[
          {
            label: 'Invoices',
            href: keepsInvoices(kind) ? hrefWith(INVOICES_PLACE.path, { tab: 'all' }) : '/invoice',
          },
          { label: data.number },
        ]}
        badge={<StatusText {...STATE_DISPLAYS[data.state]} />}
      />
      <div className={styles.split}>
        <div>
          <Lines
            whose={keepsInvoices(kind) ? 'their' : 'your'}
            lines={data.lines.map((line) => ({
              ...line,
              href: line.review && `/${KINDS[line.review.kind].slug}/${line.review.id}`,
            }))}
          />
          <p className={styles.total}>
            <span>Total</span>
            <span>{formatCents(data.total_cents)}</span>
          </p>
        </div>
        <Aside invoice={data} came={came} />
      </div>
    </>
  );
}

function Aside({ invoice, came }: { invoice: View; came: CameBack | null }) {
  const [crediting, setCrediting] = useState(false);
  const { kind } = useViewer();
  const params = { id: invoice.id };
  const send = useCommand(invoiceEndpoints.send, { onSuccess: ({ email }) => toastDone(`Sent to ${email}.`) });
  const pay = useCommand(cardEndpoints.pay, {
    refresh: [invoiceEndpoints.read],
    onSuccess: ({ url }) => leaveToPay(hrefWith('/invoice', { invoice: invoice.id }), url),
  });
  return (
    <aside aria-label="About this invoice">
      <Facts
        labelWidth={100}
        items={[
          { label: 'To be paid', value: invoice.sort === 'invoice' ? <b>{formatCents(invoice.open_cents)}</b> : null },
          { label: 'Due', value: invoice.sort === 'invoice' ? dateText(invoice.due_on, 'long') : null },
          { label: 'Issued', value: dateText(invoice.issued_on, 'long') },
          { label: 'For', value: <span className={styles.lines}>{invoice.bill_to}</span> },
          {
            label: 'Takes back',
            value: invoice.credits ? (
              <TextLink href={hrefWith('/invoice', { invoice: invoice.credits.id })}>{invoice.credits.number}</TextLink>
            ) : null,
          },
          { label: 'Why', value: invoice.reason || null },
        ]}
      />
      <CardNotice came={came} invoice={invoice} error={pay.error} />
      <div className={styles.acts}>
        {invoice.card === 'possible' && came !== 'done' ? (
          <PayButton
            cents={invoice.open_cents}
            busy={pay.isPending || pay.isSuccess}
            onPay={() => pay.mutate({ params })}
          />
        ) : null}
        {invoice.can.pay ? (
          <ButtonLink
            kind="primary"
            href={hrefWith(INVOICES_PLACE.path, { organization: invoice.organization.id, pay: invoice.id })}
          >
            Record a payment
          </ButtonLink>
        ) : null}
        <ButtonLink href={urlOf(invoiceEndpoints.pdf, { params })} target="_blank">
          Open as PDF
        </ButtonLink>
        {invoice.sort === 'invoice' ? (
          <ButtonLink href={urlOf(invoiceEndpoints.ledes, { params })} target="_blank">
            LEDES file
          </ButtonLink>
        ) : null}
        {invoice.can.credit && !crediting ? (
          <Button kind="quiet" onClick={() => setCrediting(true)}>
            Issue a credit note
          </Button>
        ) : null}
        {invoice.can.send ? (
          <Button kind="quiet" busy={send.isPending} onClick={() => send.mutate({ params })}>
            Send it again
          </Button>
        ) : null}
        {keepsInvoices(kind) ? null : (
          <ButtonLink
            kind="quiet"
            href={`/contact?reason=billing&message=${encodeURIComponent(`About invoice ${invoice.number}: `)}`}
          >
            Ask about it
          </ButtonLink>
        )}
      </div>
      <Failure error={send.error} what="It was not sent." />
      {crediting ? <CreditForm invoice={invoice} onDone={() => setCrediting(false)} /> : null}
      {invoice.settlements.length > 0 ? (
        <>
          <SectionHead id="settled" title="Paid and credited" />
          <RuledList label="Paid and credited">
            {invoice.settlements.map(({ id, on, by, cents }) => (
              <RuledRow key={id} title={formatCents(cents)} lines={[`${dateText(on, 'medium')}, ${by}`]} />
            ))}
          </RuledList>
        </>
      ) : null}
      {invoice.credit_notes.length > 0 ? (
        <p className={styles.quiet}>
          {invoice.credit_notes.map((note) => (
            <TextLink key={note.id} href={hrefWith('/invoice', { invoice: note.id })}>
              Credit note {note.number}, {formatCents(-note.total_cents)}{' '}
            </TextLink>
          ))}
        </p>
      ) : null}
    </aside>
  );
}
