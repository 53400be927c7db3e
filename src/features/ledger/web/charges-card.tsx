import { useQuery } from '@tanstack/react-query';
import { isExpert, seesPrices } from '../../../core/actor.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { query } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { MoneyLines, type MoneyLine } from '../../../ui/parts/money-lines.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import { type ChargeView, ledgerEndpoints } from '../contract.ts';
import { type Cause, CAUSES, RULES } from '../rules.ts';

/** Of these there can be many: they are told as one line. */
const MANY: readonly Cause[] = ['time', 'expense'];
const MANY_WORDS: Readonly<Partial<Record<Cause, { one: string; several: string }>>> = {
  time: { one: 'entry', several: 'entries' },
  expense: { one: 'expense', several: 'expenses' },
};

/** What a review was charged for so far, for who sees its price; what its experts earn of it, for them and for who is shown it. */
export function ChargesCard(props: Pick<ReviewSlotProps, 'kind' | 'reviewId'>) {
  const { kind: who } = useViewer();
  return (
    <>
      {seesPrices(who) ? <Charges {...props} /> : null}
      {isExpert(who) ? <ExpertFees {...props} own /> : null}
    </>
  );
}

const STANDING = { invited: 'invited', on_it: null, left: 'no longer on it' } as const;

/** What each expert of a review earns of it. Nothing where there is none, or the reader is shown no amounts. */
function ExpertFees({ kind, reviewId, own }: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { own: boolean }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({
    ...query(ledgerEndpoints.expertFees, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
  });
  if (error && !view && error.status !== 404 && error.status !== 403)
    return <Failure error={error} what="What is earned could not be loaded." onRetry={() => void refetch()} />;
  return view?.experts.map((expert, at) => {
    const earned = expert.earned_cents === 0 ? undefined : `${formatCents(expert.earned_cents)} of it earned so far.`;
    const said = [expert.name, STANDING[expert.standing]].filter(Boolean).join(', ');
    // of what is paid by the hour nothing is fixed ahead but a report
    if (expert.by_the_hour && expert.lines.length === 0 && expert.earned_cents === 0) return null;
    return (
      <MoneyLines
        key={expert.profile_id ?? at}
        title={own ? 'What you earn' : `Expert’s fee: ${said}`}
        note={expert.own ? 'By the expert’s own rates.' : undefined}
        lines={expert.lines}
        total={
          expert.by_the_hour
            ? { label: 'Earned so far', cents: expert.earned_cents, note: 'Time and expenses, as they are recorded.' }
            : { label: own ? 'Your fee' : 'Fee', cents: expert.total_cents, note: earned }
        }
      />
    );
  });
}

/** Each amount that was charged with the rule it is due by, and what is paid out of a retainer. */
function Charges({ kind, reviewId }: Pick<ReviewSlotProps, 'kind' | 'reviewId'>) {
  const { time_zone: zone } = useViewer();
  const {
    data: view,
    error,
    refetch,
  } = useQuery({ ...query(ledgerEndpoints.charges, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });
  if (error && !view && error.status !== 404 && error.status !== 403)
    return <Failure error={error} what="What was charged could not be loaded." onRetry={() => void refetch()} />;
  if (!view) return null;
  const fees = view.shows_expert_amount ? <ExpertFees kind={kind} reviewId={reviewId} own={false} /> : null;
  if (view.charges.length + view.retainer.length === 0) return fees;
  const { totals } = view;
  const beside = [
    totals.drawn_cents === 0 ? null : `${formatCents(totals.drawn_cents)} of it paid out of the retainer.`,
    totals.held_cents === 0 ? null : `${formatCents(totals.held_cents)} of the retainer is left.`,
    totals.credited_cents === 0 ? null : `${formatCents(totals.credited_cents)} of it credited.`,
  ];
  return (
    <>
      <MoneyLines
        title="Charged so far"
        lines={chargeLines(view.charges, zone)}
        total={{ label: 'Charged', cents: totals.charged_cents, note: beside.filter(Boolean).join(' ') || undefined }}
      />
      {fees}
    </>
  );
}

/** The charges as lines: what there can be many of summed up, all else by itself. */
export function chargeLines(charges: readonly ChargeView[], zone: string): MoneyLine[] {
  const many = MANY.flatMap((cause): MoneyLine[] => {
    const all = charges.filter((one) => one.cause === cause);
    const words = MANY_WORDS[cause];
    // the second line of one is its tax
    const taxed = all.some(({ lines }) => lines.length > 1);
    const entries = plural(all.length, words?.one ?? 'entry', words?.several);
    return all.length === 0
      ? []
      : [
          {
            label: CAUSES[cause],
            how: taxed ? `${entries}, with sales tax` : entries,
            cents: all.reduce((sum, one) => sum + one.total_cents, 0),
          },
        ];
  });
  const rest = charges
    .filter(({ cause }) => !MANY.includes(cause))
    .flatMap(({ lines, rule, happened_at, corrects }) =>
      lines.map((line): MoneyLine => ({
        label: line.label,
        how: [corrects ? 'Correction' : null, RULES[rule], formatDateOf(happened_at, { zone })]
          .filter(Boolean)
          .join(' · '),
        cents: line.cents,
      })),
    );
  return [...rest, ...many];
}
