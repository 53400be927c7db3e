import { type Actor, seesWorkAmounts } from '../../../core/actor.ts';
import { dateText } from '../../../core/dates.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { capital } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { Ports } from '../../../platform/ports.ts';
import {
  hoursText,
  milesText,
  monthOf,
  OUTSIDE_RETAINER,
  rateText,
  sortText,
  type Statement,
  statementsOf,
  TASK_TYPES,
} from '../rules.ts';
import { approvedExpenses } from './expenses-view.ts';
import { loadWorkReview, seesTask, type WorkReview } from './load.ts';

type Db = ActorDb['executor'];

const entriesOf = (db: Db, reviewId: number) =>
  db
    .selectFrom('time_entries')
    .innerJoin('users', 'users.id', 'time_entries.made_by')
    .innerJoin('review_tasks', 'review_tasks.id', 'time_entries.task_id')
    .selectAll('time_entries')
    .select(['review_tasks.type', 'review_tasks.expert_profile_id', fullNameOf('users').as('by')])
    .where('time_entries.review_id', '=', reviewId)
    .orderBy('time_entries.worked_on')
    .orderBy('time_entries.id')
    .execute();

/** What of a matter's time and expenses a reader's statements have: an expert's side its own. */
function partFor<T extends { expert_profile_id: number | null }>(
  actor: Actor,
  all: readonly T[],
): { shown: T[]; hidden: T[] } {
  const sees = (one: T) => seesTask(actor, one);
  return { shown: all.filter(sees), hidden: all.filter((one) => !sees(one)) };
}

/** What a copy is without, as a line begins with it. */
const leftOutWords = (time: boolean, expenses: boolean): string =>
  time && expenses ? 'Work and expenses' : time ? 'Work' : 'Expenses';

/** The statements of a matter, a month each, the newest first, for who sees amounts. */
export async function statementsFor(
  db: Db,
  ports: Pick<Ports, 'agreedTerms'>,
  actor: Actor,
  review: WorkReview,
  now: Date,
): Promise<Statement[]> {
  const [recorded, all, taken, agreed] = await Promise.all([
    entriesOf(db, review.id),
    approvedExpenses(db, review.id),
    ports.agreedTerms.retainer.drawn(db, review.id),
    ports.agreedTerms.of(db, review.id),
  ]);
  const zone = review.time_zone;
  const { shown: expenses, hidden } = partFor(actor, all);
  const { shown: entries, hidden: others } = partFor(actor, recorded);
  const left = {
    expense: new Set(hidden.map(({ id }) => id)),
    time_entry: new Set(others.map(({ id }) => id)),
  };
  const drawn = taken.filter(({ cause, cause_id }) => !left[cause].has(cause_id));
  return statementsOf(
    [
      ...entries.map(({ made_at, minutes, amount_cents }) => ({
        recorded_on: dateIn(made_at, zone),
        minutes,
        cents: amount_cents,
      })),
      ...expenses.map(({ answered_at, amount_cents }) => ({
        recorded_on: dateIn(answered_at, zone),
        minutes: 0,
        cents: amount_cents,
        expense: true,
      })),
    ],
    drawn.map(({ at, cents }) => ({ on: dateIn(at, zone), cents })),
    { today: dateIn(now, zone), statement_days: agreed?.statement_days ?? null },
  );
}

/** A month's statement as it is printed: every entry that was recorded in it, and what is due. Refuses `not_found` where there is none, or the reader sees no amounts. */
export async function statementDocument(
  db: ActorDb,
  ports: Pick<Ports, 'agreedTerms'>,
  actor: Actor,
  kind: Kind,
  of: { id: number; month: string },
  now: Date,
): Promise<Parameters<Ports['letterPdf']>[0]> {
  const review = await loadWorkReview(db, kind, of.id);
  if (!seesWorkAmounts(actor.kind)) throw new Refusal('not_found');
  const own = db.executor;
  const statement = (await statementsFor(own, ports, actor, review, now)).find(({ month }) => month === of.month);
  if (!statement) throw new Refusal('not_found');
  const { shown: entries, hidden: others } = partFor(
    actor,
    (await entriesOf(own, of.id)).filter(({ made_at }) => monthOf(dateIn(made_at, review.time_zone)) === of.month),
  );
  const { shown: expenses, hidden } = partFor(
    actor,
    (await approvedExpenses(own, of.id)).filter(
      ({ answered_at }) => monthOf(dateIn(answered_at, review.time_zone)) === of.month,
    ),
  );
  const outside_cents = expenses.reduce((sum, one) => (one.outside_retainer ? sum + one.amount_cents : sum), 0);
  const { name: firm } = await organizationOf(own, review.organization_id);
  const { due_cents, due_on, from_retainer_cents, total_cents, expenses_cents, minutes, final } = statement;
  const counted = [...entries.map((one) => one.made_at), ...expenses.map((one) => one.answered_at)];
  const last = counted.reduce<Date | null>((at, one) => (at && at > one ? at : one), null);
  return {
    title: `Statement of ${dateText(`${of.month}-01`, 'month')}`,
    review: { number: reviewNumber(kind, of.id), kind_label: capital(KINDS[kind].singular) },
    organization: firm,
    document_id: `statement-${of.id}-${of.month}`,
    made_at: (last ?? now).toISOString(),
    lead: final ? 'Work that was recorded in this month' : 'Work recorded so far; the month is not over',
    signed_by: '',
    signed_how:
      'Made by Peritus from the time on record. Entries never change: what was wrong is taken back by one of its own.',
    confidentiality: null,
    text: [
      'Work',
      ...entries.map(
        (one) =>
          `${dateText(one.worked_on, 'long')}. ${TASK_TYPES[one.type]}, ${hoursText(one.minutes)}, ${formatCents(one.amount_cents)}, ${one.by}: ${one.narrative}`,
      ),
      ...(expenses.length === 0
        ? []
        : [
            'Expenses',
            ...expenses.map(
              (one) =>
                `${dateText(one.spent_on, 'long')}. ${sortText(one)}${one.miles_tenths === null || one.rate_tenths === null ? '' : `, ${milesText(one.miles_tenths)} at ${rateText(one.rate_tenths)} a mile`}, ${formatCents(one.amount_cents)}, ${one.by}: ${one.reverses === null ? one.purpose : `taken back, ${one.reason}`}${one.outside_retainer ? ` (${OUTSIDE_RETAINER})` : ''}`,
            ),
          ]),
      'What is due',
      expenses.length === 0
        ? `Recorded: ${hoursText(minutes)}, ${formatCents(total_cents)}.`
        : `Recorded: ${hoursText(minutes)}, ${formatCents(total_cents - expenses_cents)}; expenses ${formatCents(expenses_cents)}; together ${formatCents(total_cents)}.`,
      `Paid from the retainer: ${formatCents(from_retainer_cents)}.`,
      ...(outside_cents === 0
        ? []
        : [`Paid outside the retainer, to an expert whose agreement no longer holds: ${formatCents(outside_cents)}.`]),
      `Due: ${formatCents(due_cents)}${due_on === null || due_cents <= 0 ? '' : `, by ${dateText(due_on, 'long')}`}.`,
      ...(hidden.length + others.length === 0
        ? []
        : [
            `${leftOutWords(others.length > 0, hidden.length > 0)} of another expert of the matter ${hidden.length > 0 ? 'are' : 'is'} not in this copy.`,
          ]),
    ].join('\n\n'),
    headings: ['Work', ...(expenses.length === 0 ? [] : ['Expenses']), 'What is due'],
  };
}
