import type { ReviewStatus } from './statuses.ts';
import { AUDIT_WORDS, auditWords } from '../../../core/audit-words.ts';
import { spelled, spelledPlural } from '../../../core/phrases.ts';
import { relationTold } from './attestation.ts';
import { attentionReason } from './attention.ts';
import { dateBeside } from './earlier-date.ts';
import { hidesExpert, rulesOf, stateRow } from './kinds.ts';
import { type Kind, KIND_NAMES } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { CONCLUSIONS } from '../kinds/legal-case/conclusions.ts';
import { OUTCOMES } from '../kinds/peer-review/options.ts';

/** A timeline row as it is stored; `data` carries counts, codes and amounts, never health data. */
export interface StoredRow {
  action: string;
  from_state: ReviewStatus | null;
  to_state: ReviewStatus | null;
  override: boolean;
  data: Readonly<Record<string, unknown>>;
}

/** Who missed a call, after "recorded that". */
const WHO_MISSED: Readonly<Record<string, string>> = {
  requester: 'the requester missed the call',
  expert: 'the expert missed the call',
  nobody: 'the call did not take place, through no one’s fault',
};

const num = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** What follows the actor's name in the timeline, without a full stop: "chose Expert F-207 from three". `prices`: whether the reader sees amounts. */
export function timelineSays(kind: Kind, row: StoredRow, reader: { prices: boolean }): string {
  const action = row.action.replace(/^review\./, '');
  const d = row.data;
  const cents = reader.prices ? num(d['total_cents']) : null;
  const offered = num(d['count']);
  const code = hidesExpert(kind) ? null : text(d['expert_code']);
  if (row.override) {
    return `moved it from “${label(kind, row.from_state)}” to “${label(kind, row.to_state)}”`;
  }
  switch (action) {
    case 'submit':
      return `ordered this review${cents === null ? '' : `. Quote ${formatCents(cents)}`}`;
    case 'select_expert':
      return code === null ? 'chose an expert' : `chose Expert ${code}${offered ? ` from ${spelled(offered)}` : ''}`;
    case 'invite_directly':
      return code === null ? 'invited an expert' : `invited Expert ${code}`;
    case 'present_candidates':
      return offered
        ? `presented ${spelledPlural(offered, 'expert')} to choose from`
        : 'presented experts to choose from';
    case 'offer_times':
      return offered ? `offered ${spelledPlural(offered, 'call time')}` : 'offered call times';
    case 'request_files':
      return offered ? `asked for ${spelledPlural(offered, 'record')}` : 'asked for records';
    case 'request_report':
      return `asked for the written report${cents === null ? '' : `, ${formatCents(cents)}`}`;
    case 'cancel': {
      const fee = reader.prices ? num(d['fee_cents']) : null;
      return fee ? `canceled this review. Fee ${formatCents(fee)}` : 'canceled this review';
    }
    case 'reschedule':
    case 'ask_new_times': {
      const fee = reader.prices ? num(d['fee_cents']) : null;
      return fee ? `asked to move the call. Fee ${formatCents(fee)}` : 'asked to move the call';
    }
    case 'requoted':
      if (d['agreed'] === true || cents === null)
        return `agreed to the new price${cents === null ? '' : `, ${formatCents(cents)}`}`;
      return `set a new price: ${formatCents(cents)}`;
    case 'extra_added':
    case 'extra_removed': {
      const added = reader.prices ? num(d['added_cents']) : null;
      const what = `${text(d['label']) ?? 'an expense'}${added === null ? '' : `, ${formatCents(added)},`}`;
      return action === 'extra_added' ? `added ${what} to the price` : `took ${what} off the price`;
    }
    case 'record_outcome': {
      const outcome = OUTCOMES.find((o) => o.value === d['outcome']);
      return outcome
        ? `recorded the committee’s outcome, “${outcome.label}”, and closed this review`
        : 'recorded the committee’s outcome and closed this review';
    }
    case 'conclude': {
      const how = CONCLUSIONS.find((one) => one.value === d['outcome']);
      return how ? `concluded the matter: ${lower(how.label)}` : 'concluded the matter';
    }
    case 'attention_raised':
      return `marked it as needing attention: ${lower(attentionReason(text(d['reason']) ?? '').label)}`;
    case 'earlier_date_asked':
    case 'earlier_date_agreed':
    case 'earlier_date_kept': {
      const [was, asked] = [text(d['was']) ?? '', text(d['asked']) ?? ''];
      if (action === 'earlier_date_kept') return `kept ${dateBeside(was, asked)}, not ${dateBeside(asked, was)}`;
      const verb = action === 'earlier_date_asked' ? 'asked the expert for' : 'agreed to';
      return `${verb} ${dateBeside(asked, was)} instead of ${dateBeside(was, asked)}`;
    }
    case 'second_opinion_opened':
    case 'adjudication_opened': {
      const what = action === 'second_opinion_opened' ? 'a second opinion' : 'a third reviewer to settle it';
      return `${d['trigger'] === 'asked' ? 'asked for' : 'opened'} ${what}, ${text(d['number']) ?? ''}`;
    }
    case 'opinions_compared':
      return `found that the two opinions ${text(d['found']) ?? 'are there'}`;
    case 'conflict_asked':
      return `asked the requester about the invited expert: ${relationTold(d['relation'])}`;
    case 'watcher_added':
    case 'watcher_removed': {
      if (d['self'] !== true) return auditWords(row.action) ?? '';
      return action === 'watcher_added' ? 'began to follow it' : 'stopped following it';
    }
    case 'call_missed':
    case 'call.missed_decided': {
      const fee = reader.prices ? num(d['fee_cents']) : null;
      const by = WHO_MISSED[text(d['missed_by']) ?? ''] ?? 'the call was missed';
      const verb = action === 'call_missed' ? 'recorded' : 'decided';
      // what was free because this one was charged is charged instead
      const instead = reader.prices ? num(d['instead_cents']) : null;
      return `${verb} that ${by}${fee ? `. Fee ${formatCents(fee)}` : ''}${instead ? `. ${formatCents(instead)} is charged for another call time instead` : ''}`;
    }
    case 'call_held': {
      const minutes = num(d['minutes']);
      return minutes === null
        ? 'recorded that the call was held'
        : `recorded that the call was held, ${minutes} minutes`;
    }
    default: {
      const known = auditWords(row.action);
      if (known) return known;
      const transition = rulesOf(kind).lifecycle.transitions.find(
        (t) => t.action === action && (row.from_state === null || t.from.includes(row.from_state)),
      );
      return transition?.says ?? text(d['says']) ?? action.replaceAll('_', ' ').replaceAll('.', ' ');
    }
  }
}

const transitionsOf = (kind: Kind | null): { action: string; says: string }[] =>
  (kind === null ? KIND_NAMES : [kind]).flatMap((one) =>
    rulesOf(one).lifecycle.transitions.map(({ action, says }) => ({ action: `review.${action}`, says })),
  );

/**
 * What an action of the audit trail is, in words that follow a name and fit each time it is taken; null for one that
 * nobody writes any more. `kind`: of the review it was done to, where there is one.
 */
export const actionSays = (action: string, kind: Kind | null): string | null =>
  auditWords(action) ??
  [...transitionsOf(kind), ...transitionsOf(null)].find((one) => one.action === action)?.says ??
  null;

/** The actions whose words have these among them, however they are written. */
export function actionsSaid(words: string): string[] {
  const asked = words.toLowerCase();
  const all = [
    ...Object.entries(AUDIT_WORDS),
    ...transitionsOf(null).map(({ action, says }) => [action, says] as const),
  ];
  return [...new Set(all.filter(([, says]) => says.toLowerCase().includes(asked)).map(([action]) => action))];
}

const lower = (sentence: string): string => sentence.replace(/^./, (first) => first.toLowerCase());
const label = (kind: Kind, state: ReviewStatus | null): string =>
  state === null ? 'nowhere' : stateRow(kind, state).label;
