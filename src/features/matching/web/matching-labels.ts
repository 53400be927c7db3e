import type { ReviewStatus } from '../../reviews/rules.ts';
import { capital } from '../../../core/phrases.ts';
import { ATTESTATION_LINES } from '../../reviews/rules.ts';
import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import type { Kind } from '../../../core/kinds.ts';
import { statusView } from '../../reviews/rules/status.ts';
import type { MatchingBoard, RankedCandidate } from '../contract.ts';
import { DECLINE_REASONS, SCORE_PARTS, type ScorePart } from '../rules.ts';

const PARTS: Record<ScorePart, string> = {
  sub_specialty: 'Sub-specialty',
  setting: 'Setting and region',
  availability: 'Earliest time',
  on_time: 'On time',
  rating: 'Rating',
  answers: 'Answers fast',
  load: 'Load',
  price: 'Price',
};

/** The eight columns of a candidate's score. */
export const columnsOf = (candidate: RankedCandidate, weights: Record<string, number>) =>
  SCORE_PARTS.map((key) => ({
    key,
    label: PARTS[key],
    max: weights[key] ?? 0,
    earned: candidate.parts[key] ?? 0,
  }));

/** 'sub-specialty 30, setting and region 10, …', as the legend under the board. */
export const weightWords = (weights: Record<string, number>): string =>
  SCORE_PARTS.map((key) => `${PARTS[key].toLowerCase()} ${weights[key] ?? 0}`).join(', ');

/** '4.7 by 11', or 'not yet', after the word 'Rated'. */
export const ratingWords = (rating: { mean: number | null; n: number }): string =>
  rating.mean === null || rating.n === 0 ? 'not yet' : `${rating.mean.toFixed(1)} by ${rating.n}`;

const SIDES = { pause: 'pause', triangle: 'attention', cross: 'cross', calendar: 'calendar', pie: undefined } as const;
/** A review's status as the status parts take it. */
export function statusDisplay(kind: Kind, status: ReviewStatus): StatusDisplay {
  const { label, tone, icon, pie } = statusView(kind, status);
  return { label, tone, share: pie, side: SIDES[icon] };
}

export const declineWords = (reason: string | null): string =>
  DECLINE_REASONS.find((r) => r.value === reason)?.label ?? 'No reason given';

/** What an expert disclosed, line by line, as the matching team reads it. */
export const disclosedLines = (keys: readonly string[]): string[] =>
  ATTESTATION_LINES.filter((line) => keys.includes(line.key)).map(
    (line) => `${line.good ? 'No' : 'Yes'} to: ${line.text}`,
  );

/** What was decided about a disclosure and by whom: "No conflict, decided by Moss Adler". */
export function decisionWords(decision: NonNullable<MatchingBoard['invitations'][number]['decision']>): string {
  const { value, by, relation, waived } = decision;
  if (value === 'none') return `No conflict, decided by ${by}`;
  if (value === 'hard') return `Released, decided by ${by}`;
  const asked = `${capital(relation ?? 'a relation')}: ${by} asked the requester`;
  if (!waived) return `${asked}, no answer yet`;
  return `${asked}; ${waived.by} ${waived.value ? 'set it aside' : 'kept to it'}`;
}

const INVITATION: Record<string, { label: string; tone: StatusDisplay['tone']; side?: StatusDisplay['side'] }> = {
  pending: { label: 'Sent', tone: 'info' },
  opened: { label: 'Opened', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'ok' },
  declined: { label: 'Declined', tone: 'bad', side: 'cross' },
  expired: { label: 'Expired', tone: 'warn', side: 'attention' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', side: 'cross' },
  superseded: { label: 'Another expert accepted', tone: 'neutral', side: 'cross' },
};
const SHARE: Record<string, number> = { pending: 0.3, opened: 0.6, accepted: 1 };
/** An invitation's status as the status parts take it. */
export function invitationDisplay(status: string): StatusDisplay {
  const { label, tone, side } = INVITATION[status] ?? { label: status, tone: 'neutral' as const };
  return { label, tone, share: SHARE[status] ?? 1, side };
}

/** Where nobody passes: the filter that dropped the last experts, and how many stood before it. */
export function lastDrop(ranking: MatchingBoard['ranking']): { label: string; before: number } | null {
  let before = ranking.total;
  for (const step of ranking.funnel) {
    if (step.left === 0) return before > 0 ? { label: step.label, before } : null;
    before = step.left;
  }
  return null;
}

/** What can be done when a filter lets nobody through. */
export const REMEDY: Record<string, string> = {
  active: 'No active expert accepts these reviews. New experts have to be recruited first.',
  specialty: 'Ask the requester whether a neighboring specialty, or a license of another state, would do.',
  qualified: 'Ask the requester whether board certification and recent practice are needed.',
  conflict:
    'The conflict check leaves nobody who fits. Ask the requester whether a neighboring specialty or another region would do.',
  load: 'Everyone who fits is at capacity. Look again when one of them closes a review.',
  free: 'Nobody is free in time. Ask the requester for a later date.',
  price: 'Everybody who fits costs more than the order allows. Ask the requester for a higher rate.',
};
