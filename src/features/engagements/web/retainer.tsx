import { type FormEvent, useEffect, useId, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { METHOD_WORDS, PAYMENT_METHODS } from '../../../core/payment-methods.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Acts, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import { engagementEndpoints, type EngagementView } from '../contract.ts';
import type { RetainerEvent } from '../rules.ts';
import { TOUCHED } from './use-engagement.ts';
import styles from './engagements.module.css';

const EVENT_WORDS: Readonly<Record<RetainerEvent, string>> = {
  asked: 'Asked for',
  received: 'Received',
  used: 'Used',
  unused: 'Given back by a correction',
  refunded: 'Refunded',
  waived: 'Waived',
};

type Money = NonNullable<EngagementView['retainer']>;

/** The retainer of a matter: how it stands, what happened to it, and what whoever keeps it does with it. */
export function Retainer({ kind, engagement, money }: { kind: Kind; engagement: EngagementView; money: Money }) {
  const id = useId();
  const zone = useViewer().time_zone;
  const { can } = engagement;
  const [open, setOpen] = useState<'receive' | 'refund' | 'ask' | null>(null);
  const close = () => setOpen(null);
  const act = { kind, engagement, money, onDone: close };
  const waive = useCommand(engagementEndpoints.waive, { refresh: TOUCHED, onSuccess: () => toastDone('Waived.') });
  return (
    <section className={styles.section} aria-labelledby={id}>
      <SectionHead id={id} title="Retainer" />
      <Facts
        labelWidth={120}
        items={[
          { label: 'Still due', value: money.due_cents > 0 ? <b>{formatCents(money.due_cents)}</b> : null },
          { label: 'Left', value: formatCents(money.balance_cents) },
          { label: 'Received', value: formatCents(money.received_cents) },
          { label: 'Used', value: formatCents(money.used_cents) },
          { label: 'Refunded', value: money.refunded_cents > 0 ? formatCents(money.refunded_cents) : null },
          {
            label: 'Work',
            value: money.rests_since
              ? `Rests since ${formatDateOf(money.rests_since, { zone })}, until it is replenished`
              : null,
          },
        ]}
      />
      {money.due_cents > 0 && !can.receive ? (
        <Quiet>Pay it as the expert asked you to. Whoever receives it records it here, and you are told.</Quiet>
      ) : null}
      {open === 'receive' || open === 'refund' ? <Payment {...act} act={open} /> : null}
      {open === 'ask' ? <AskMore {...act} /> : null}
      {open === null ? (
        <Acts>
          {can.receive ? (
            <Button kind={money.due_cents > 0 ? 'primary' : 'quiet'} onClick={() => setOpen('receive')}>
              Record a payment
            </Button>
          ) : null}
          {can.ask && money.due_cents === 0 ? (
            <Button kind="quiet" onClick={() => setOpen('ask')}>
              Ask for more
            </Button>
          ) : null}
          {can.refund ? (
            <Button kind="quiet" onClick={() => setOpen('refund')}>
              Record a refund
            </Button>
          ) : null}
          {can.waive ? (
            <ReasonAct
              opens="Waive what is due"
              label="Why is it waived?"
              help={`Both sides see this. ${formatCents(money.due_cents)} is no longer asked for.`}
              submit="Waive it"
              busy={waive.isPending}
              error={waive.error}
              onSubmit={(reason) => waive.mutate({ kind, params: { id: engagement.review_id }, body: { reason } })}
            />
          ) : null}
        </Acts>
      ) : null}
      {money.movements.length > 0 ? (
        <RuledList label="What happened to the retainer">
          {money.movements.map((one) => (
            <RuledRow
              key={one.id}
              title={`${EVENT_WORDS[one.event]} ${formatCents(one.cents)}`}
              lines={[
                [
                  one.moved_on ? dateText(one.moved_on, 'long') : formatDateOf(one.at, { zone }),
                  one.method ? METHOD_WORDS[one.method] : '',
                  one.reference,
                ]
                  .filter(Boolean)
                  .join(', '),
                one.reason,
              ]}
            />
          ))}
        </RuledList>
      ) : null}
    </section>
  );
}

interface Act {
  kind: Kind;
  engagement: EngagementView;
  money: Money;
  onDone: () => void;
}

/** Money that came in, or went back: how much, when, how. */
function Payment({ kind, engagement, money, onDone, act }: Act & { act: 'receive' | 'refund' }) {
  const came = act === 'receive';
  const [cents, setCents] = useState<number | null>(came ? money.due_cents || null : money.balance_cents);
  const [on, setOn] = useState<string | null>(engagement.today);
  const [method, setMethod] = useState<(typeof PAYMENT_METHODS)[number]>('check');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => void focusPath('cents'), []);
  const onSuccess = () => {
    toastDone('Recorded.');
    onDone();
  };
  const receive = useCommand(engagementEndpoints.receive, { refresh: TOUCHED, onSuccess });
  const refund = useCommand(engagementEndpoints.refund, { refresh: TOUCHED, onSuccess });
  const { error } = came ? receive : refund;
  const busy = receive.isPending || refund.isPending;
  const errors = Object.fromEntries((error?.errors ?? []).map(({ path, message }) => [path, message]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || !cents || on === null || (!came && reason.trim() === '')) return;
    const body = { cents, moved_on: on, method, reference };
    const params = { id: engagement.review_id };
    if (came) receive.mutate({ kind, params, body });
    else refund.mutate({ kind, params, body: { ...body, reason } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={came ? 'Record a payment' : 'Record a refund'}>
      <MoneyField
        path="cents"
        label="Amount"
        required
        value={cents}
        onChange={setCents}
        error={errors['cents'] ?? (tried && !cents ? 'Enter the amount.' : undefined)}
      />
      <DateField
        path="moved_on"
        label="On"
        value={on}
        max={engagement.today}
        onChange={setOn}
        error={errors['moved_on'] ?? (tried && on === null ? 'Choose the day.' : undefined)}
      />
      <SelectField
        path="method"
        label="How"
        value={method}
        options={PAYMENT_METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }))}
        onChange={(value) => setMethod(PAYMENT_METHODS.find((one) => one === value) ?? method)}
      />
      <TextField
        path="reference"
        label="Reference"
        help="The number of the check or transfer."
        maxLength={100}
        value={reference}
        onChange={setReference}
      />
      {came ? null : (
        <TextField
          path="reason"
          label="Why"
          required
          help="Both sides see this."
          value={reason}
          onChange={setReason}
          error={tried && reason.trim() === '' ? 'Say why, in a sentence or two.' : undefined}
        />
      )}
      <InlineEnds error={error} placed what="It could not be recorded." busy={busy} primary onLeave={onDone}>
        {came ? 'Record the payment' : 'Record the refund'}
      </InlineEnds>
    </form>
  );
}

function AskMore({ kind, engagement, onDone }: Act) {
  const [cents, setCents] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => void focusPath('cents'), []);
  const ask = useCommand(engagementEndpoints.ask, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Asked for. The firm has been notified.');
      onDone();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (ask.isPending || !cents || reason.trim() === '') return;
    ask.mutate({ kind, params: { id: engagement.review_id }, body: { cents, reason } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Ask for more retainer">
      <MoneyField
        path="cents"
        label="Amount"
        required
        value={cents}
        onChange={setCents}
        error={tried && !cents ? 'Enter the amount.' : undefined}
      />
      <TextField
        path="reason"
        label="What for"
        required
        help="The firm reads this."
        value={reason}
        onChange={setReason}
        error={tried && reason.trim() === '' ? 'Say what for, in a sentence or two.' : undefined}
      />
      <InlineEnds error={ask.error} what="It could not be asked for." busy={ask.isPending} primary onLeave={onDone}>
        Ask for it
      </InlineEnds>
    </form>
  );
}
