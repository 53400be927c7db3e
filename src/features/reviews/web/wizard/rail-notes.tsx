import type { Out } from '../../../../core/endpoint.ts';
import { stateRow } from '../../rules/kinds.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { formatDay } from '../../../../ui/time/format.ts';
import type { readQuote, ReviewDetail } from '../../contract.ts';

/** What budgets have room for, what the subscription pays, and for a pre-order what is missing and until when it stays. */
export default function RailNotes({ review, data }: { review: ReviewDetail; data: Out<typeof readQuote> | undefined }) {
  const { seat, pre_order: preOrder, charts, given } = review;
  const quote = data?.quote;
  return (
    <>
      {data?.budgets.map((says) => (
        <InlineNotice key={says} kind="warn">
          {says}
        </InlineNotice>
      ))}
      {quote?.subscription ? (
        <InlineNotice kind={quote.subscription.included ? 'ok' : 'warn'}>
          {quote.subscription.says}{' '}
          {seat ? <TextLink href={`/admin/subscriptions/${seat.subscription_id}`}>{seat.subscription}</TextLink> : null}
        </InlineNotice>
      ) : null}
      {!seat && given?.includes('force_one_off') ? (
        <InlineNotice kind="info">
          Ordered at its own price. The reviews of your subscriptions stay untouched.
        </InlineNotice>
      ) : null}
      {preOrder && stateRow(review.kind, review.status.key).ahead ? (
        <InlineNotice
          kind={charts && charts.missing > 0 ? 'warn' : 'info'}
          title={
            charts && charts.missing > 0
              ? `${charts.missing} of ${charts.count} charts still without records`
              : 'Every chart has its records'
          }
        >
          {preOrder.period ? `Pre-ordered for ${preOrder.period}, ` : 'Pre-ordered, '}
          due {formatDay(preOrder.due_on, { form: 'short' })}. Not confirmed by{' '}
          {formatDay(preOrder.lapses_on, { form: 'short' })}, it lapses.
        </InlineNotice>
      ) : null}
    </>
  );
}
