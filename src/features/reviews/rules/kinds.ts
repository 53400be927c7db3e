import type { ReviewStatus } from './statuses.ts';
import type { ReviewAction } from './actions.ts';
import { type ActorKind, isExpertSide, isStaff } from '../../../core/actor.ts';
import { KIND_NAMES, byKind, type Kind, KINDS, type StatesByKind } from '../../../core/kinds.ts';
import { actionsOf, transitionFor } from '../../../core/machine.ts';
import type { KindProcess } from '../kinds/process.ts';
import { KIND_TABLES, type KindTables } from '../kinds/tables.ts';
import type { ReviewRole } from '../kinds/vocabulary.ts';
import type { StateRow } from './facts.ts';
export type { Guard, ReviewRole } from '../kinds/vocabulary.ts';

/** All that runs a kind of review: its tables, and what follows from them. */
export interface KindRules extends KindTables {
  actions: readonly ReviewAction[];
  /** Every office an action names, in any state. */
  offices: ReadonlyMap<ReviewAction, readonly ReviewRole[]>;
  /** States that remember where they were entered from. */
  remembering: ReadonlySet<ReviewStatus>;
  /** States in which a review has ended: its records wait to be deleted. */
  ended: ReadonlySet<ReviewStatus>;
}

function kindRules(tables: KindTables): KindRules {
  const { transitions } = tables.lifecycle;
  const actions = actionsOf(tables.lifecycle);
  const officesFor = (action: ReviewAction): ReviewRole[] => [
    ...new Set(transitions.filter((t) => t.action === action).flatMap((t) => t.who)),
  ];
  return {
    lifecycle: tables.lifecycle,
    states: tables.states,
    stages: tables.stages,
    action_labels: tables.action_labels,
    process: tables.process,
    actions,
    offices: new Map(actions.map((action) => [action, officesFor(action)])),
    remembering: new Set(transitions.filter((t) => t.to === 'return').flatMap((t) => t.from)),
    ended: new Set(transitions.filter((t) => t.action === 'purge').flatMap((t) => t.from)),
  };
}

export const KIND_RULES = /* @__PURE__ */ byKind('lifecycle', KIND_TABLES, kindRules);

/** The rules of a kind. Throws for a kind that is not built: no endpoint is mounted for it. */
export const rulesOf = (kind: Kind): KindRules => KIND_RULES.of(kind);

/** Whether a kind's lifecycle has an action of this name. */
export const isActionOf = (kind: Kind, action: string): action is ReviewAction =>
  rulesOf(kind).actions.some((one) => one === action);

/** The row of a state. Throws for a state the kind does not have. */
export function stateRow(kind: Kind, status: ReviewStatus): StateRow {
  const row = rulesOf(kind).states[status];
  if (!row) throw new Error(`${kind} has no state ${status}.`);
  return row;
}

/** What a state is of the machinery every kind shares; undefined: the kind's own. */
export const phaseOf = (facts: { kind: Kind; status: ReviewStatus }): StateRow['phase'] =>
  stateRow(facts.kind, facts.status).phase;

/** Whether what was written about a review is deleted: it is a skeleton, and nothing is done with it any more. */
export const isPurged = (facts: { kind: Kind; status: ReviewStatus }): boolean => phaseOf(facts) === 'records_deleted';

/** Whether work stands still there: the review rests, or waits for records. */
export function isInterrupted(kind: Kind, status: ReviewStatus): boolean {
  const { phase } = stateRow(kind, status);
  return phase === 'rests' || phase === 'waits_for_records';
}

/** What the state of a review means for rating. */
export const ratingState = (facts: {
  kind: Kind;
  status: ReviewStatus;
}): { rateable: StateRow['rateable']; purged: boolean } => ({
  rateable: stateRow(facts.kind, facts.status).rateable,
  purged: isPurged(facts),
});

/** The state an order of this kind begins in, written by hand. */
export const initialOf = (kind: Kind): ReviewStatus => rulesOf(kind).lifecycle.initial;

/** States of which something holds: `everywhere` in each kind that has one of the name, `own` in one kind alone. */
export function statesWith(holds: (row: StateRow) => unknown): StatesByKind {
  const all = KIND_NAMES.map((kind) => ({ kind, rows: Object.entries(rulesOf(kind).states) }));
  const differing = new Set(all.flatMap(({ rows }) => rows.filter(([, row]) => !holds(row)).map(([name]) => name)));
  const of = all.map(({ kind, rows }) => ({ kind, names: rows.filter(([, row]) => holds(row)).map(([name]) => name) }));
  return {
    everywhere: [...new Set(of.flatMap(({ names }) => names.filter((name) => !differing.has(name))))],
    own: of
      .map(({ kind, names }) => ({ kind, names: names.filter((name) => differing.has(name)) }))
      .filter(({ names }) => names.length > 0),
  };
}

/** For `when`: the event tells that a review came to a state of which this holds. */
export const onStateWith =
  (holds: (row: StateRow) => unknown) =>
  ({ payload }: { payload: { kind?: Kind; to?: ReviewStatus } }): boolean =>
    payload.kind !== undefined && payload.to !== undefined && Boolean(holds(stateRow(payload.kind, payload.to)));

/** How a kind runs beside its table. */
export const processOf = (kind: Kind): KindProcess => rulesOf(kind).process;

/**
 * Whether a review may be about to continue as another kind: where a transfer can be asked for, is kept while it rests, and while its
 * report is taken up again.
 */
export function mayContinue(kind: Kind, status: ReviewStatus): boolean {
  if (processOf(kind).continues_as === undefined) return false;
  const { finished, phase, report } = stateRow(kind, status);
  const asks = transitionFor(rulesOf(kind).lifecycle, status, 'request_transfer') !== undefined;
  return asks || finished === true || phase === 'rests' || (report !== undefined && report !== 'asked');
}

/** Whether the requester's side never learns who the expert is. */
export const hidesExpert = (kind: Kind): boolean => KINDS[kind].blind_expert;

/** Whether a reader may know who is on the expert's side, an assistant too: where that is hidden, only it and staff. */
export const knowsExpertSide = (reader: ActorKind, kind: Kind): boolean =>
  !hidesExpert(kind) || isStaff(reader) || isExpertSide(reader);

/**
 * From when on dates are told to a reader: a reviewer who may not know whether another judged the case before is told of
 * nothing that came before their own invitation, and what was there by then dates from it. Null: everything as it is.
 */
export const datesFrom = (reader: ActorKind, kind: Kind, invited_at: Date | null): Date | null =>
  isExpertSide(reader) && processOf(kind).second_opinions ? invited_at : null;

/** An instant as it is told to a reader whose dates begin at `from`. */
export const datedFrom = (from: Date | null, at: Date): Date => (from !== null && at < from ? from : at);

/** Whether an order is still being written: nothing has been ordered yet. */
export const isUnordered = (facts: { kind: Kind; status: ReviewStatus }): boolean =>
  stateRow(facts.kind, facts.status).bucket === 'draft';
