import { plainDollars } from '../../../core/money.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import type { Kysely } from 'kysely';
import { KEPT_AS } from '../../accounts/rules.ts';
import { csvLine } from '../../reviews/rules.ts';
import { NO_BANK } from '../rules.ts';
import { nachaFile } from '../rules/nacha.ts';
import type { Payee } from './declarations.ts';
import { readSettings } from './settings.ts';

interface ToSend {
  id: number;
  cents: number;
  payee: Payee;
  account_number: Buffer;
  returned: boolean;
}

/** A released run with what it sends: what came back is sent by the run that pays it again. Refuses `not_found`, `wrong_state`. */
async function releasedRun(db: Kysely<DB>, id: number) {
  const run = await db
    .selectFrom('payout_runs')
    .select(['id', 'pay_on', 'released_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!run) throw new Refusal('not_found');
  const { released_at } = run;
  if (released_at === null)
    throw new Refusal('wrong_state', 'This run is not released. Somebody else than who proposed it releases it first.');
  const { rows } = await sql<ToSend>`
    select id, cents - withheld_cents as cents, payee, account_number, returned_at is not null as returned
    from payouts where run_id = ${id} order by id`.execute(db);
  const payouts = rows.filter(({ returned }) => !returned);
  if (payouts.length === 0) throw new Refusal('wrong_state', 'All of this run came back, so there is nothing to send.');
  return { ...run, released_at, payouts, came_back: rows.length - payouts.length };
}

/**
 * The bank's file of a run. Account numbers are opened for it and kept nowhere. Refuses `not_found`, `reauthentication_required`,
 * `wrong_state` where it is not released, all of it came back, or no bank is set.
 */
export function makeNacha(services: Services, actor: Actor, id: number): Promise<string> {
  return command(services, actor, async (tx) => {
    const found = await tx.system.selectFrom('payout_runs').select('id').where('id', '=', id).executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    await refuseWithoutFreshProof(tx);
    const run = await releasedRun(tx.system, id);
    const { bank } = await readSettings(tx.system);
    if (bank === null) throw new Refusal('wrong_state', NO_BANK);
    const file = nachaFile({
      bank,
      run_id: id,
      made_at: run.released_at,
      pay_on: run.pay_on,
      entries: run.payouts.map(({ id: payout_id, cents, payee, account_number }) => ({
        payout_id,
        cents,
        name: payee.name,
        routing_number: payee.routing_number,
        account_type: payee.account_type,
        business: payee.business,
        account_number: services.keys.decrypt(account_number, KEPT_AS.account_number).toString(),
      })),
    });
    await tx.audit({
      action: 'payout.file_made',
      subject: `payout_run:${id}`,
      data: { payouts: run.payouts.length, came_back: run.came_back },
    });
    return file;
  });
}

/** The same as a list for who pays by check or bill-pay; no account numbers. */
export function makeList(services: Services, actor: Actor, id: number): Promise<{ head: string; rows: string }> {
  return command(services, actor, async (tx) => {
    const { payouts, pay_on, came_back } = await releasedRun(tx.system, id);
    await tx.audit({
      action: 'payout.listed_as_file',
      subject: `payout_run:${id}`,
      data: { payouts: payouts.length, came_back },
    });
    return {
      head: csvLine([
        'Payout',
        'Pay on',
        'Payee',
        'Address',
        'Address 2',
        'City',
        'State',
        'ZIP code',
        'Amount',
        'Memo',
      ]),
      rows: payouts
        .map(({ id: payout, payee, cents }) =>
          csvLine([
            payout,
            pay_on,
            payee.name,
            payee.address_line1,
            payee.address_line2,
            payee.city,
            payee.state,
            payee.postal_code,
            plainDollars(cents),
            `Payout ${payout}`,
          ]),
        )
        .join(''),
    };
  });
}
