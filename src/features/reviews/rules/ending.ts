import { type Cents, formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';

/** What ending a matter worked on by the hour comes to beside its own fee: what is called off by it, and what waits all the same. */
export interface EndingCosts {
  /** Sessions of testimony that are still to come, and what calling them off costs now. */
  sessions: number;
  called_off_cents: Cents;
  /** Expenses nobody has approved, and sessions that were held whose time is not recorded. */
  expenses: number;
  expenses_cents: Cents;
  unrecorded: number;
  unrecorded_cents: Cents;
}

/** What waits in all: it is still answered, and paid, after the end. */
export const waitingCents = ({ expenses_cents, unrecorded_cents }: EndingCosts): Cents =>
  expenses_cents + unrecorded_cents;

/** The same in sentences, as who ends it reads them. */
export function endingWords(costs: EndingCosts): string {
  const { sessions, called_off_cents, expenses, expenses_cents, unrecorded, unrecorded_cents } = costs;
  const said = [
    sessions === 0
      ? null
      : `${plural(sessions, 'session')} of testimony ${sessions === 1 ? 'is' : 'are'} called off${
          called_off_cents > 0 ? `, charged as agreed: ${formatCents(called_off_cents)}.` : ', at no charge.'
        }`,
    expenses === 0
      ? null
      : `${plural(expenses, 'expense')} ${expenses === 1 ? 'waits' : 'wait'}, ${formatCents(expenses_cents)} in all, still to be answered afterwards.`,
    unrecorded === 0
      ? null
      : `The time of ${plural(unrecorded, 'session')} that ${unrecorded === 1 ? 'was' : 'were'} held is not recorded yet, ${formatCents(unrecorded_cents)} at the agreed rates.`,
  ].filter((sentence) => sentence !== null);
  return said.length === 0 ? 'Nothing is called off by it, and no expense waits.' : said.join(' ');
}
