import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { hrefWith } from '../../../ui/parts/address.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import { billingOrderEndpoints, type BillingOrderView as View } from '../contract.ts';
import { actLabel, moverOf, needsReason, type OrderAct } from '../rules.ts';
import { NO_CHOICE, PurchaseOrderChoice } from './purchase-choice.tsx';
import { REFRESHED } from './refreshed.ts';
import { displayOf } from './states.ts';
import styles from './orders.module.css';

/** A billing order down to what it comes from, with what can be done with it. */
export function OrderView({ id, path }: { id: number; path: string }) {
  const { data, error, refetch } = useQuery(query(billingOrderEndpoints.read, { params: { id } }));
  if (error && !data)
    return <Failure error={error} what="The billing order could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} columns={[60, 20]} height={48} label="Loading the billing order" />;
  const { review } = data;
  return (
    <>
      <PageHeader
        title={`Billing order ${data.number}`}
        crumbs={[{ label: 'Billing orders', href: path }, { label: data.number }]}
        badge={<StatusText {...displayOf(data)} />}
      />
      <div className={styles.split}>
        <div>
          <SectionHead id="lines" title={data.what} />
          <dl className={styles.money}>
            {data.lines.map((line) => (
              <div key={line.id}>
                <dt>
                  {line.label}
                  <span className={styles.day}>
                    {[line.corrects ? 'Correction' : null, line.rule, dateText(line.happened_on, 'medium')]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </dt>
                <dd>{formatCents(line.cents)}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.total}>
            <span>Total</span>
            <span>{formatCents(data.total_cents)}</span>
          </p>
          <History order={data} />
        </div>
        <aside aria-label="About this order">
          <Facts
            labelWidth={120}
            items={[
              {
                label: 'Review',
                value: <TextLink href={`/${KINDS[review.kind].slug}/${review.id}`}>{review.number}</TextLink>,
              },
              { label: 'Matter', value: data.reference || null },
              { label: 'Organization', value: data.organization.name },
              { label: 'Purchase order', value: data.purchase_order?.number ?? null },
              {
                label: 'Invoice',
                value: data.invoice ? (
                  <TextLink href={hrefWith('/invoice', { invoice: data.invoice.id })}>{data.invoice.number}</TextLink>
                ) : null,
              },
            ]}
          />
          <Deciding key={`${data.state} ${data.total_cents}`} order={data} />
        </aside>
      </div>
    </>
  );
}

const DONE: Readonly<Record<OrderAct, string>> = {
  approve: 'Approved.',
  send_back: 'The approval is taken back.',
  void: 'Voided. We look at it before anything of it is invoiced.',
  restore: 'It waits for approval again.',
  write_off: 'Credited. Nothing of it will be invoiced.',
};
const HELP: Readonly<Record<Exclude<OrderAct, 'approve'>, string>> = {
  send_back: 'It waits for approval again, and is not invoiced until then.',
  void: 'Say what is wrong with it. We look at it, and nothing of it is invoiced until then.',
  restore: 'Say what you found. The organization is asked to approve it again.',
  write_off: 'Say why. The amount is taken off, and nothing of it is invoiced.',
};

function Deciding({ order }: { order: View }) {
  const [acting, setActing] = useState<OrderAct | null>(null);
  const decide = useCommand(billingOrderEndpoints.decide, {
    refresh: REFRESHED,
    onSuccess: (_, { body }) => toastDone(DONE[body.act]),
  });
  const send = (act: OrderAct, more: object): void => {
    setActing(act);
    decide.mutate({ params: { id: order.id }, body: { act, total_cents: order.total_cents, ...more } });
  };
  const errorOf = (act: OrderAct) => (acting === act ? decide.error : null);
  return (
    <>
      {order.acts.includes('approve') ? (
        <Approving
          order={order}
          busy={decide.isPending && acting === 'approve'}
          error={errorOf('approve')}
          onSend={(more) => send('approve', more)}
        />
      ) : null}
      <div className={styles.acts}>
        {order.acts.map((act) =>
          act === 'approve' ? null : (
            <ReasonAct
              key={act}
              firm={act === 'restore' || act === 'write_off'}
              opens={actLabel(act)}
              label="Why"
              help={HELP[act]}
              submit={actLabel(act)}
              busy={decide.isPending && acting === act}
              error={errorOf(act)}
              onSubmit={(reason) => send(act, { reason })}
            />
          ),
        )}
      </div>
      {order.state === 'void' && !order.written_off && order.acts.length === 0 ? (
        <Quiet>We look at what is wrong with it, and either credit it or ask you again.</Quiet>
      ) : null}
    </>
  );
}

function Approving({
  order,
  busy,
  error,
  onSend,
}: {
  order: View;
  busy: boolean;
  error: Parameters<typeof InlineEnds>[0]['error'];
  onSend: (more: { reason: string; purchase_order_id: number | null; exceeds: boolean }) => void;
}) {
  const viewer = useViewer();
  const asksWhy = needsReason('approve', moverOf(viewer.kind) ?? 'approver');
  const [choice, setChoice] = useState(NO_CHOICE);
  const [reason, setReason] = useState('');
  const { form, at, passes } = useFaults([
    asksWhy && reason.trim() === '' && { path: 'reason', message: 'Write a sentence or two.' },
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passes() && !busy) onSend({ ...choice, reason: reason.trim() });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label="Approve">
      <PurchaseOrderChoice
        organizationId={order.organization.id}
        cents={order.total_cents}
        value={choice}
        error={faultOf(error, 'purchase_order_id')}
        onChange={setChoice}
      />
      {asksWhy ? (
        <TextArea
          path="reason"
          label="Why you approve for them"
          rows={2}
          max={500}
          value={reason}
          onChange={setReason}
          error={at('reason')}
        />
      ) : null}
      <InlineEnds
        primary={!asksWhy}
        placed={!error?.errors.some(({ path }) => path === 'exceeds')}
        error={error}
        what="It was not approved."
        busy={busy}
      >
        {`Approve ${formatCents(order.total_cents)}`}
      </InlineEnds>
    </form>
  );
}

const DID: Readonly<Record<OrderAct, string>> = {
  approve: 'Approved',
  send_back: 'Approval taken back',
  void: 'Voided',
  restore: 'Asked for approval again',
  write_off: 'Credited',
};

/** What was decided, the newest first. */
function History({ order }: { order: View }) {
  const { time_zone: zone } = useViewer();
  if (order.history.length === 0) return null;
  return (
    <>
      <SectionHead id="history" title="What was decided" />
      <RuledList label="What was decided">
        {order.history.map(({ at, by, act, reason, purchase_order }) => (
          <RuledRow
            key={at + act}
            title={DID[act]}
            lines={[
              [
                by ?? 'By itself: there was nothing to approve',
                formatDateOf(at, { zone }),
                purchase_order ? `purchase order ${purchase_order}` : null,
              ]
                .filter(Boolean)
                .join(', '),
              reason || null,
            ]}
          />
        ))}
      </RuledList>
    </>
  );
}
