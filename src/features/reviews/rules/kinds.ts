import { BUILT_KINDS, byKind, type Kind, KINDS } from '../../../core/kinds.ts';
import { actionsOf } from '../../../core/machine.ts';
import type { KindProcess } from '../kinds/process.ts';
import { KIND_TABLES, type KindTables } from '../kinds/tables.ts';
import type { ReviewRole } from '../kinds/vocabulary.ts';
import type { StateRow } from './facts.ts';
export type { Guard, ReviewRole } from '../kinds/vocabulary.ts';

/** All that runs a kind of review: its tables, and what follows from them. */
export interface KindRules extends KindTables {
  actions: readonly string[];
  /** Every office an action names, in any state. */
  offices: ReadonlyMap<string, readonly ReviewRole[]>;
  /** States that remember where they were entered from. */
  remembering: ReadonlySet<string>;
  /** States in which a review has ended: its records wait to be deleted. */
  ended: ReadonlySet<string>;
}

function kindRules(tables: KindTables): KindRules {
  const { transitions } = tables.lifecycle;
  const actions = actionsOf(tables.lifecycle);
  const officesFor = (action: string): ReviewRole[] => [
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

/** The row of a state. Throws for a state the kind does not have. */
export function stateRow(kind: Kind, status: string): StateRow {
  const row = rulesOf(kind).states[status];
  if (!row) throw new Error(`${kind} has no state ${status}.`);
  return row;
}

/** The states of any kind of which something holds. Throws where a kind has one of that name of which it does not. */
export function statesWith(holds: (row: StateRow) => unknown): string[] {
  const rows = BUILT_KINDS.flatMap((kind) => Object.entries(rulesOf(kind).states));
  const names = new Set(rows.filter(([, row]) => holds(row)).map(([name]) => name));
  const other = rows.find(([name, row]) => names.has(name) && !holds(row));
  if (other) throw new Error(`Kinds differ about ${other[0]}: it cannot be asked for by its name alone.`);
  return [...names];
}

/** How a kind runs beside its table. */
export const processOf = (kind: Kind): KindProcess => rulesOf(kind).process;

/** Whether the requester's side never learns who the expert is. */
export const hidesExpert = (kind: Kind): boolean => KINDS[kind].blind_expert;

/** Whether an order is still being written: nothing has been ordered yet. */
export const isUnordered = (facts: { kind: Kind; status: string }): boolean =>
  stateRow(facts.kind, facts.status).bucket === 'draft';
