import type { Kysely } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { EndingCosts } from '../../reviews/rules/ending.ts';
import { processOf } from '../../reviews/rules/kinds.ts';
import { amountOf } from '../../billing/rules.ts';
import { heldMinutes, isAhead, SESSION_TYPES } from '../rules.ts';
import { entriesThatStand, isTheirs, sessionsOf, systemMatter } from './load.ts';
import { costsOf } from './view.ts';

/** What ending a matter now calls off, as `reminding` then does, and what of its time and expenses waits. */
export const endingCosts =
  (ports: Pick<Ports, 'agreedTerms'>) =>
  async (db: Kysely<DB>, { id, kind }: { id: number; kind: Kind }, now: Date): Promise<EndingCosts | null> => {
    const review = processOf(kind).by_the_hour === undefined ? undefined : await systemMatter(db, id);
    if (!review) return null;
    const rows = await sessionsOf(db, id);
    const [{ charged, callingOff }, agreed, entries, expenses] = await Promise.all([
      costsOf(ports, db, id, now),
      ports.agreedTerms.of(db, id),
      entriesThatStand(db, rows),
      db
        .selectFrom('matter_expenses')
        .select('amount_cents')
        .where('review_id', '=', id)
        .where('state', 'in', ['recorded', 'held', 'questioned'])
        .execute(),
    ]);
    const ahead = rows.filter((row) => isAhead(row, now));
    const waiting = rows.flatMap((row) => {
      const { type, state, held_from, held_to, break_minutes, time_entry_id } = row;
      if (state !== 'held' || !held_from || !held_to || entries.has(time_entry_id ?? 0)) return [];
      // the time of an expert who left nobody can record any more, and it was at other rates
      if (!isTheirs(review, row)) return [];
      const rate = agreed?.rates[SESSION_TYPES[type].task];
      return [rate ? amountOf(heldMinutes(type, { held_from, held_to, break_minutes }, charged), rate) : 0];
    });
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
    return {
      sessions: ahead.length,
      called_off_cents: sum(ahead.map(callingOff)),
      expenses: expenses.length,
      expenses_cents: sum(expenses.map((one) => one.amount_cents)),
      unrecorded: waiting.length,
      unrecorded_cents: sum(waiting),
    };
  };
