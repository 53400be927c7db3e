import type { ReviewStatus } from './statuses.ts';
import type { ReviewAction } from './actions.ts';
import { isStaff } from '../../../core/actor.ts';
import type { Ability } from '../../../core/endpoint.ts';
import { type Transition, transitionFor } from '../../../core/machine.ts';
import { isRateable, mayRate } from '../../ratings/rules.ts';
import { attentionAbilities, type AttentionAction } from './attention.ts';
import { earlierDateAbilities, type EarlierDateAction } from './earlier-date.ts';
import type { ActionInput, ActorFacts, ReviewFacts } from './facts.ts';
import { CHECKED_BY_ENDPOINT, SATISFIED_BY_ENDPOINT, GUARDS, FLAG_GUARDS } from './guards.ts';
import { type Guard, isUnordered, type ReviewRole, rulesOf, stateRow, isPurged } from './kinds.ts';
import { joinOr, officesOf, refusedByPermission, seesPrices, viewOf } from './permission.ts';

const DIRECTIONS = ['medical_expert', 'claim_requester'] as const;

/** What a reader may do on a review: the actions of its lifecycle and what hangs on them. */
export type AbilityName =
  | ReviewAction
  | AttentionAction
  | EarlierDateAction
  | 'edit'
  | 'add_files'
  | 'see_files'
  | 'see_prices'
  | 'add_watcher'
  | 'copy'
  | 'rate';
export type Abilities = Readonly<Partial<Record<AbilityName, Ability>>>;

export type Row = Transition<ReviewStatus, ReviewAction, ReviewRole, Guard>;

/** The transition an actor's action makes in the present state, or undefined: state alone, permission asked before. */
export function rowFor(
  actor: ActorFacts,
  facts: ReviewFacts,
  action: ReviewAction,
  offices: ReadonlySet<ReviewRole> = officesOf(actor, facts),
): Row | undefined {
  const row = transitionFor(rulesOf(facts.kind).lifecycle, facts.status, action);
  return row?.who.some((o) => offices.has(o)) ? row : undefined;
}

/**
 * Whether an action is the actor's and has a place in the present state: permission and state as its endpoint checks
 * them, without the guards, which look at more than a view has loaded.
 */
export function isOpenTo(
  actor: ActorFacts,
  review: Pick<ReviewFacts, 'kind' | 'status' | 'requester_id' | 'experts'>,
  action: ReviewAction,
): boolean {
  // what only an invitation gives is asked at the invitation
  const whose = { ...review, invitation: null };
  const offices = officesOf(actor, whose);
  if (refusedByPermission(actor, whose, action, offices) !== null) return false;
  const row = transitionFor(rulesOf(review.kind).lifecycle, review.status, action);
  return row !== undefined && row.who.some((office) => offices.has(office));
}

/** Why a guard of this transition fails now, or null. */
export function refusedByGuards(
  row: Row,
  facts: ReviewFacts,
  now: Date,
  input: ActionInput,
  leaveOut: readonly Guard[] = [],
): string | null {
  for (const guard of row.guards ?? []) {
    if (leaveOut.includes(guard)) continue;
    const reason = GUARDS[guard](facts, now, input);
    if (reason !== null) return reason;
  }
  return null;
}

/** Why the organization never allows an action, in no state; null where it does. */
export function refusedBySwitch(facts: ReviewFacts, action: ReviewAction, now: Date): string | null {
  const row = rulesOf(facts.kind).lifecycle.transitions.find((one) => one.action === action);
  const found = row?.guards?.filter((guard) => FLAG_GUARDS.has(guard)).map((guard) => GUARDS[guard](facts, now, {}));
  return found?.find((reason) => reason !== null) ?? null;
}

/** Whether the action could be taken now, given what its endpoint brings along. */
export function ability(
  actor: ActorFacts,
  facts: ReviewFacts,
  action: ReviewAction,
  now: Date,
  offices: ReadonlySet<ReviewRole> = officesOf(actor, facts),
): Ability {
  const forbidden = refusedByPermission(actor, facts, action, offices);
  if (forbidden !== null) return { allowed: false, reason: forbidden };
  const row = rowFor(actor, facts, action, offices);
  if (!row) return { allowed: false, reason: notNow(facts) };
  const before = (CHECKED_BY_ENDPOINT[action] ?? []).map((guard) => GUARDS[guard](facts, now, {}));
  const reason =
    before.find((why) => why !== null) ?? refusedByGuards(row, facts, now, {}, SATISFIED_BY_ENDPOINT[action]);
  return { allowed: reason === null, reason };
}

/** Actions an actor could take now. */
export function possibleNow(actor: ActorFacts, facts: ReviewFacts, now: Date): ReviewAction[] {
  return rulesOf(facts.kind).actions.filter((action) => ability(actor, facts, action, now).allowed);
}

const notNow = (facts: ReviewFacts): string =>
  `Not while this review is at “${stateRow(facts.kind, facts.status).label}”.`;

/** The sentence of a 409: where it stands and what can be done now. */
export function wrongState(actor: ActorFacts, facts: ReviewFacts, now: Date): string {
  const labels = rulesOf(facts.kind).action_labels;
  const possible = [...new Set(possibleNow(actor, facts, now).map((a) => labels[a] ?? a))];
  const where = `This review is at “${stateRow(facts.kind, facts.status).label}”.`;
  if (possible.length === 0) return `${where} There is nothing for you to do now.`;
  return `${where} You can ${joinOr(possible)}.`;
}

/** Which of the form's fields may still change. After acceptance the expert's basis stands. */
export function editable(
  facts: Pick<ReviewFacts, 'kind' | 'status' | 'expert_profile_id'>,
): 'all' | 'accepted' | 'none' {
  const { bucket } = stateRow(facts.kind, facts.status);
  if (bucket !== 'draft' && bucket !== 'active') return 'none';
  return facts.expert_profile_id === null ? 'all' : 'accepted';
}

/** What the reader could do in the present state, and what only stands in the way of it: the rest is not the page's. */
export function abilitiesNow(actor: ActorFacts, facts: ReviewFacts, now: Date): Abilities {
  return abilities(actor, facts, now, true);
}

/**
 * Everything the reader could do on a review and, where not, why: lifecycle actions and what hangs on them. With
 * `present` the actions that are never the reader's or have no place in this state are left out, reasons and all.
 */
export function abilities(actor: ActorFacts, facts: ReviewFacts, now: Date, present = false): Abilities {
  const result: Partial<Record<AbilityName, Ability>> = {};
  const offices = officesOf(actor, facts);
  for (const [action, who] of rulesOf(facts.kind).offices) {
    if (who.every((office) => office === 'system')) continue;
    if (present && !who.some((office) => offices.has(office))) continue;
    if (present && rowFor(actor, facts, action, offices) === undefined) continue;
    result[action] = ability(actor, facts, action, now, offices);
  }
  const orders = offices.has('requester');
  const view = viewOf(actor, facts);
  const yes: Ability = { allowed: true, reason: null };
  const when = (holds: boolean, reason: string): Ability => (holds ? yes : { allowed: false, reason });
  const open = editable(facts) !== 'none';
  result.edit = orders
    ? when(open, 'Nothing can be changed after it ended.')
    : { allowed: false, reason: 'Only the requester’s side can change the order.' };
  result.add_files =
    orders || offices.has('clin_ops')
      ? when(open, 'Nothing can be added after it ended.')
      : { allowed: false, reason: 'Only the requester’s side adds records.' };
  result.see_files = when(
    view === 'full' || view === 'call_only',
    actor.kind !== 'system' && isStaff(actor.kind)
      ? 'Your role works without opening the records.'
      : 'Records open once the conflict questions are answered and the invitation is accepted.',
  );
  result.see_prices = when(seesPrices(actor), 'Your role does not include prices.');
  result.add_watcher = when(orders && !isPurged(facts), 'Only the requester’s side can add followers.');
  result.copy = orders
    ? when(
        facts.organization.flags['allow_copy_cases'] === true && facts.organization.accepts && !isPurged(facts),
        'Your organization does not copy reviews.',
      )
    : { allowed: false, reason: 'Only the requester’s side orders reviews.' };
  result.override = when(
    offices.has('clin_ops') && !isUnordered(facts) && !isPurged(facts),
    'Only admins and clin ops can override.',
  );
  Object.assign(result, attentionAbilities(actor, facts), earlierDateAbilities(actor, facts, now, present));
  const ratings = facts.organization.flags['disable_ratings'] !== true;
  const rates = actor.kind !== 'system' && DIRECTIONS.some((direction) => mayRate(actor, direction, facts));
  result.rate = !ratings
    ? { allowed: false, reason: 'Your organization does not use ratings.' }
    : !rates
      ? { allowed: false, reason: 'Requester and expert rate each other.' }
      : when(
          isRateable(stateRow(facts.kind, facts.status).rateable, facts.report),
          'Ratings open once the call was held, or the report delivered where there is one.',
        );
  return result;
}
