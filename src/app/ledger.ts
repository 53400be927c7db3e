import { formatCents } from '../core/money.ts';
import { plural } from '../core/phrases.ts';
import { systemClock } from '../core/time.ts';
import { ACCOUNTS } from '../features/ledger/rules.ts';
import { askToSettle, verifyLedger } from '../features/ledger/server/verify.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { installKinds, SHIPPED_KINDS } from './kinds.ts';
import { openDatabaseBeside } from './open-database.ts';

/** How many of them are named. */
const NAMED = 20;

/**
 * Prints the balance of each account and looks through the whole book: whether all of it, and each entry, sums to zero, and
 * whether of each review just what is due was posted. Fails where it is not so. `--settle` then asks the product to post the
 * difference, which it does while it runs, or at its next start.
 */
export async function ledgerCommand(args: readonly string[]): Promise<void> {
  const settles = args.length === 1 && args[0] === '--settle';
  if (args.length > 0 && !settles) throw new Error('Use: npm run ledger -- [--settle].');
  const { database, close } = await openDatabaseBeside(readEnv(), createLogger('warn'));
  try {
    await installKinds(database.systemDb, SHIPPED_KINDS);
    const { balances, reviews, unbalanced, owing, experts, payouts, differing, differing_subscriptions } =
      await verifyLedger(database.systemDb, systemClock.now());
    for (const { account, cents } of balances.accounts)
      console.log(`${ACCOUNTS[account].label.padEnd(24)} ${formatCents(cents).padStart(18)}`);
    console.log(`${'Debits less credits'.padEnd(24)} ${formatCents(balances.difference_cents).padStart(18)}`);
    const named = (ids: readonly number[]): string =>
      `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ' and more' : ''}`;
    if (unbalanced.length > 0)
      console.log(`${plural(unbalanced.length, 'entry', 'entries')} out of balance: ${named(unbalanced)}.`);
    if (owing.length > 0)
      console.log(
        `${plural(owing.length, 'organization')} that owe something else than their invoices say: ${named(owing)}.`,
      );
    if (experts.length > 0)
      console.log(
        `${plural(experts.length, 'expert')} who are owed something else than they earned: ${named(experts)}.`,
      );
    if (payouts.length > 0)
      console.log(`${plural(payouts.length, 'payout')} of another amount than the book says: ${named(payouts)}.`);
    if (differing.length > 0)
      console.log(
        `${plural(differing.length, 'review')} of which something else is posted than is due: ${named(differing)}.`,
      );
    if (differing_subscriptions.length > 0)
      console.log(
        `${plural(differing_subscriptions.length, 'subscription')} of which something else is posted than is due: ${named(differing_subscriptions)}.`,
      );
    const faults = [unbalanced, owing, experts, payouts, differing, differing_subscriptions];
    const ok = balances.difference_cents === 0 && faults.every((ids) => ids.length === 0);
    console.log(
      `${plural(balances.entries, 'entry', 'entries')} of ${plural(reviews, 'review')}: ${ok ? 'all as due, to the cent' : 'not all as due'}.`,
    );
    if (settles && differing.length + differing_subscriptions.length > 0) {
      await askToSettle(
        database.systemDb,
        { reviews: differing, subscriptions: differing_subscriptions },
        systemClock.now(),
      );
      console.log('What differs will be settled while the product runs.');
    }
    if (!ok) process.exitCode = 1;
  } finally {
    await close();
  }
}
