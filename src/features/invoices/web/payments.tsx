import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { METHOD_WORDS } from '../../../core/payment-methods.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type BillingOf, cardEndpoints, invoiceEndpoints } from '../contract.ts';
import { REFRESHED } from './refreshed.ts';

type Payment = BillingOf['payments'][number];

/** What an organization paid, the newest first: one that bounced is taken back with its reason, one by card is refunded. */
export function Payments({ billing: { organization, payments } }: { billing: BillingOf }) {
  const reverse = useCommand(invoiceEndpoints.reversePayment, {
    refresh: REFRESHED,
    onSuccess: () => toastDone('Taken back. What it settled is open again.'),
  });
  if (payments.length === 0) return null;
  return (
    <>
      <SectionHead id="payments" title="Payments" />
      <RuledList label="Payments">
        {payments.map((one) => (
          <RuledRow
            key={one.id}
            title={`${formatCents(one.cents)}, ${dateText(one.received_on, 'medium')}`}
            lines={[
              [METHOD_WORDS[one.method], one.reference].filter(Boolean).join(', '),
              one.reversed ? `Taken back: ${one.reason}` : null,
              one.returned_cents > 0 ? `${formatCents(one.returned_cents)} of it went back` : null,
              ...one.refunds.flatMap(({ state, cents, failure }) =>
                state === 'asked'
                  ? [`A refund of ${formatCents(cents)} is under way`]
                  : state === 'failed'
                    ? [`A refund of ${formatCents(cents)} failed. ${failure ?? ''}`.trim()]
                    : [],
              ),
            ]}
            actions={
              one.by_card_service ? (
                one.refundable_cents > 0 ? (
                  <Refund key={one.refundable_cents} payment={one} organizationId={organization.id} />
                ) : undefined
              ) : one.reversed ? undefined : (
                <ReasonAct
                  opens="Take it back"
                  label="Reason"
                  help="It bounced, or was written down wrong. What it settled is open again."
                  submit="Take it back"
                  busy={reverse.isPending && reverse.variables.params.paymentId === one.id}
                  error={reverse.variables?.params.paymentId === one.id ? reverse.error : null}
                  onSubmit={(reason) =>
                    reverse.mutate({
                      params: { organizationId: organization.id, paymentId: one.id },
                      body: { reason },
                    })
                  }
                />
              )
            }
          />
        ))}
      </RuledList>
    </>
  );
}

/** Giving back what was paid by card, whole or in part. */
function Refund({ payment, organizationId }: { payment: Payment; organizationId: number }) {
  const [cents, setCents] = useState<number | null>(payment.refundable_cents);
  // sent again after an answer that was lost, it is begun once
  const [key] = useState(() => crypto.randomUUID());
  const refund = useCommand(cardEndpoints.refund, {
    refresh: REFRESHED,
    onSuccess: () => toastDone('The refund is under way. What it settled is open again once the bank said yes.'),
  });
  const fits = cents !== null && cents > 0 && cents <= payment.refundable_cents;
  return (
    <ReasonAct
      opens="Refund"
      label="Reason"
      help="The money goes back to the card. What it settled is open again."
      submit={fits ? `Refund ${formatCents(cents)}` : 'Refund'}
      about={`${formatCents(payment.cents)}, ${dateText(payment.received_on, 'medium')}`}
      busy={refund.isPending}
      error={refund.error}
      missing={
        fits ? null : { path: 'cents', message: `Enter an amount up to ${formatCents(payment.refundable_cents)}.` }
      }
      onSubmit={(reason) => {
        if (cents === null) return;
        refund.mutate({
          params: { organizationId, paymentId: payment.id },
          body: { cents, reason },
          idempotencyKey: `${key} ${cents} ${reason}`,
        });
      }}
    >
      {(fault) => <MoneyField path="cents" label="Amount" value={cents} onChange={setCents} error={fault} />}
    </ReasonAct>
  );
}
