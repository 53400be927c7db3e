import { IconCopy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { choiceOf } from '../../rules/choice.ts';
import { stateRow, phaseOf } from '../../rules/kinds.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { SlaClock } from '../../../../ui/parts/sla-clock.tsx';
import type { SlaInput } from '../../../../ui/parts/sla.ts';
import { WhatNext } from '../../../../ui/parts/what-next.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { type ReviewSlotProps, Slot } from '../../../../ui/slots.tsx';
import { useNow } from '../../../../ui/time/use-now.ts';
import { createReview, type ReviewDetail } from '../../contract.ts';
import { sideOfBall } from '../shared/status-display.ts';
import { Failed } from '../shared/states.tsx';
import { type ActionAsk, askOf } from './actions.ts';
import type { useAct } from './use-act.ts';

/** Shows a place on this page and puts the focus there. */
function jumpTo(id: string): void {
  const node = document.getElementById(id);
  node?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  node?.focus({ preventScroll: true });
}

/** Whose move it is, what the move is, and by when; the choice itself where it is short. */
export function WhatNextPanel({
  kind,
  review,
  slot,
  act,
  onAsk,
}: {
  kind: Kind;
  review: ReviewDetail;
  slot: ReviewSlotProps;
  act: ReturnType<typeof useAct>;
  onAsk: (ask: ActionAsk) => void;
}) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const { what_now: next } = review;
  // A call that has begun is not late: recording it is the next act.
  const begun = (next.due?.verb === 'call' || next.due?.verb === 'appointment') && Date.parse(next.due.at) < now;
  const choice = choiceOf(kind, review.status.key, next.voice);
  return (
    <>
      <WhatNext
        voice={next.voice}
        seat={sideOfBall(next.seat)}
        who={next.title}
        title={next.headline}
        choice={choice ? <Slot name={choice} {...slot} /> : undefined}
        actions={
          // experts are compared on a page of their own, the rest is done in place
          choice && choice !== 'CandidatesBrief' ? undefined : (
            <NextAction kind={kind} review={review} act={act} onAsk={onAsk} />
          )
        }
        clock={next.due && !begun ? <Clock review={review} zone={viewer.time_zone} /> : undefined}
      >
        {restReason(review)}
        {next.text}
      </WhatNext>
      {act.error ? <Failed what="This" verb="carried out" error={act.error} onRetry={act.reset} /> : null}
    </>
  );
}

const rests = (review: ReviewDetail): boolean => phaseOf({ kind: review.kind, status: review.status.key }) === 'rests';

/** Why it rests, as whoever stopped it wrote. */
function restReason(review: ReviewDetail): string | null {
  if (!rests(review)) return null;
  const held = review.timeline.data.find((row) => row.action.replace('review.', '') === 'hold');
  return held?.reason ? `${held.reason.replace(/\.?$/, '.')} ` : null;
}

function NextAction({
  kind,
  review,
  act,
  onAsk,
}: {
  kind: Kind;
  review: ReviewDetail;
  act: ReturnType<typeof useAct>;
  onAsk: (ask: ActionAsk) => void;
}) {
  const { action } = review.what_now;
  const navigate = useNavigate();
  const copy = useCommand(createReview, {
    onSuccess: (made) => void navigate({ to: `/${KINDS[kind].slug}/${made.review_id}/step-one` }),
  });
  const base = `/${KINDS[kind].slug}/${review.id}`;
  const records =
    review.abilities['request_files']?.allowed && stateRow(kind, review.status.key).phase === 'checks_records';
  const first = (() => {
    if (!action) return null;
    const ask = action.action ? askOf(action.action, review) : null;
    if (ask) {
      return (
        <Button kind="primary" size="lg" busy={act.busy} onClick={() => onAsk(ask)}>
          {action.label}
        </Button>
      );
    }
    // Its place is further down on this very page.
    if (!action.path || action.path === base) {
      return (
        <Button kind="primary" size="lg" onClick={() => jumpTo(KINDS[kind].has_exam ? 'appointment' : 'call')}>
          {action.label}
        </Button>
      );
    }
    return (
      <ButtonLink kind="primary" size="lg" href={action.path}>
        {action.label}
      </ButtonLink>
    );
  })();
  const beside = [...BESIDE, ...(review.what_now.voice === 'yours' ? [] : WHILE_OTHERS_WORK)]
    .filter((name) => name !== action?.action && review.abilities[name]?.allowed)
    .map((name) => askOf(name, review))
    .filter((ask): ask is ActionAsk => ask !== null);
  // what was delivered is often wanted again, for another matter
  const again = review.abilities['copy']?.allowed && isDelivered(kind, review);
  if (!first && !records && !again && beside.length === 0) return null;
  return (
    <>
      {first}
      {beside.map((ask) => (
        <Button key={ask.action} size="lg" busy={act.busy} onClick={() => onAsk(ask)}>
          {ask.label}
        </Button>
      ))}
      {again ? (
        <Button
          size="lg"
          busy={copy.isPending}
          icon={<IconCopy stroke={1.75} />}
          onClick={() => copy.mutate({ kind, body: { copy_of: review.id } })}
        >
          Order one like this
        </Button>
      ) : null}
      {records ? (
        <ButtonLink kind="quiet" size="lg" href={`${base}/file-request`}>
          Ask for records
        </ButtonLink>
      ) : null}
    </>
  );
}

/** Whether its work is done: the report is there, or it is closed. */
const isDelivered = (kind: Kind, { bucket, status, report }: ReviewDetail): boolean =>
  bucket === 'completed' || stateRow(kind, status.key).report === 'delivered' || Boolean(report?.delivered_at);

/** What stands beside the one thing to do, because it is done on this very page. */
const BESIDE = [
  'acknowledge',
  'record_outcome',
  'report_on_records',
  'request_conference',
  'clear_conflict',
  'conclude',
] as const;
/** What stands there while others have the move, because it is how one goes on. */
const WHILE_OTHERS_WORK = ['request_report'] as const;

const LABELS = { due: 'Answer by', closes: 'Closes', call: 'Call', appointment: 'Exam' } as const;

function Clock({ review, zone }: { review: ReviewDetail; zone: string }) {
  const { due, voice, consequence } = review.what_now;
  if (!due) return null;
  const started_at = due.from ?? review.submitted_at ?? review.created_at;
  const clock: SlaInput = due.paused_at
    ? {
        state: 'paused',
        started_at,
        due_at: due.at,
        waits_for: rests(review) ? 'the hold to be lifted' : 'the transfer to be decided',
        remaining_ms: Date.parse(due.at) - Date.parse(due.paused_at),
      }
    : { state: 'running', started_at, due_at: due.at };
  return (
    <SlaClock
      clock={clock}
      zone={zone}
      label={due.verb === 'due' && voice !== 'yours' ? 'Expected by' : LABELS[due.verb]}
    >
      {consequence}
    </SlaClock>
  );
}
