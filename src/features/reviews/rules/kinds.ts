import { type Kind, KINDS } from '../../../core/kinds.ts';
import { actionsOf, type Lifecycle } from '../../../core/machine.ts';
import { CASE_LIFECYCLE } from '../kinds/case/lifecycle.ts';
import { CASE_PROCESS } from '../kinds/case/process.ts';
import { CASE_ACTION_LABELS, CASE_STAGES, CASE_STATE_TABLE } from '../kinds/case/states.ts';
import { PEER_REVIEW_LIFECYCLE } from '../kinds/peer-review/lifecycle.ts';
import { PEER_REVIEW_PROCESS } from '../kinds/peer-review/process.ts';
import { PEER_REVIEW_ACTION_LABELS, PEER_REVIEW_STAGES, PEER_REVIEW_STATE_TABLE } from '../kinds/peer-review/states.ts';
import type { KindProcess } from '../kinds/process.ts';
import type { Guard, Office } from '../kinds/vocabulary.ts';
import type { StateRow } from './facts.ts';

export type { Guard, Office } from '../kinds/vocabulary.ts';
export type ReviewLifecycle = Lifecycle<string, string, Office, Guard>;

/** All the feature knows about a kind of review: one row a kind. */
export interface KindRules {
  lifecycle: ReviewLifecycle;
  states: Readonly<Record<string, StateRow>>;
  stages: readonly { key: string; label: string }[];
  action_labels: Readonly<Record<string, string>>;
  actions: readonly string[];
  /** Every office an action names, in any state. */
  offices: ReadonlyMap<string, readonly Office[]>;
  /** States that remember where they were entered from. */
  remembering: ReadonlySet<string>;
  /** States in which a review has ended: its records wait to be deleted. */
  ended: ReadonlySet<string>;
  process: KindProcess;
}

const kindRules = (
  lifecycle: ReviewLifecycle,
  states: KindRules['states'],
  stages: KindRules['stages'],
  labels: KindRules['action_labels'],
  process: KindProcess,
): KindRules => ({
  lifecycle,
  process,
  states,
  stages,
  action_labels: labels,
  actions: actionsOf(lifecycle),
  offices: new Map(
    actionsOf(lifecycle).map((action) => [
      action,
      [...new Set(lifecycle.transitions.filter((t) => t.action === action).flatMap((t) => t.who))],
    ]),
  ),
  remembering: new Set(lifecycle.transitions.filter((t) => t.to === 'return').flatMap((t) => t.from)),
  ended: new Set(lifecycle.transitions.filter((t) => t.action === 'purge').flatMap((t) => t.from)),
});

const RULES: Partial<Record<Kind, KindRules>> = {
  Case: kindRules(CASE_LIFECYCLE, CASE_STATE_TABLE, CASE_STAGES, CASE_ACTION_LABELS, CASE_PROCESS),
  PeerReview: kindRules(
    PEER_REVIEW_LIFECYCLE,
    PEER_REVIEW_STATE_TABLE,
    PEER_REVIEW_STAGES,
    PEER_REVIEW_ACTION_LABELS,
    PEER_REVIEW_PROCESS,
  ),
};

/** The rules of a kind. Throws for a kind that is not built: no endpoint is mounted for it. */
export function rulesOf(kind: Kind): KindRules {
  const rules = RULES[kind];
  if (!rules) throw new Error(`There are no rules for ${kind}.`);
  return rules;
}

/** The row of a state. Throws for a state the kind does not have. */
export function stateRow(kind: Kind, status: string): StateRow {
  const row = rulesOf(kind).states[status];
  if (!row) throw new Error(`${kind} has no state ${status}.`);
  return row;
}

/** How a kind runs beside its table. */
export const processOf = (kind: Kind): KindProcess => rulesOf(kind).process;

/** Whether the requester's side never learns who the expert is. */
export const hidesExpert = (kind: Kind): boolean => KINDS[kind].blind_expert;

/** Whether an order is still being written: nothing has been ordered yet. */
export const isUnordered = (facts: { kind: Kind; status: string }): boolean =>
  stateRow(facts.kind, facts.status).bucket === 'draft';
