import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { dateText } from '../../../core/dates.ts';
import { addDays } from '../../../core/durations.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { PayoutRunView } from '../contract.ts';
import { byOrganization, type ReturnCode } from '../rules.ts';
import { holdRun } from './propose.ts';
import { readRun } from './read.ts';

type Asked = Pick<Ports, 'mail' | 'postPayout'>;

interface Open {
  id: number;
  expert_profile_id: number;
  withheld_cents: number;
  account_last4: string;
  paid_on: string | null;
  paid_at: Date | null;
  returned_at: Date | null;
  user_id: number;
  email: string;
  name: string;
  entries: { organization_id: number; cents: number }[];
}

const loadPayouts = async (tx: Tx, where: ReturnType<typeof sql>): Promise<Open[]> =>
  (
    await sql<Open>`
    select x.id, x.expert_profile_id, x.withheld_cents, x.payee ->> 'account_last4' as account_last4, x.paid_on::text, x.paid_at, x.returned_at,
      u.id as user_id, u.email, ${fullNameOf('u')} as name,
      (select json_agg(json_build_object('organization_id', g.organization_id, 'cents', e.cents) order by e.entry_id)
        from payout_entries e join ledger_entries g on g.id = e.entry_id where e.payout_id = x.id) as entries
    from payouts x join profiles p on p.id = x.expert_profile_id join users u on u.id = p.user_id
    where ${where} order by x.id`.execute(tx.system)
  ).rows;

/** A day at its noon. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Writes a payout to the book, or takes it back: what each organization's reviews pay, and what of it is kept back. */
const post = (tx: Tx, ports: Asked, cause: 'payout' | 'payout_return', day: string, payout: Open): Promise<void> => {
  const sign = cause === 'payout' ? 1 : -1;
  const line = (key: 'sent' | 'withheld', label: string, cents: number) => ({ key, label, cents: sign * cents });
  return ports.postPayout(tx, {
    cause,
    payout_id: payout.id,
    expert_profile_id: payout.expert_profile_id,
    happened_at: noon(day),
    organizations: byOrganization(payout.entries, payout.withheld_cents).map(
      ({ organization_id, cents, withheld_cents }) => ({
        organization_id,
        lines: [
          line('sent', `Payout ${payout.id}`, cents - withheld_cents),
          line('withheld', `Payout ${payout.id}, tax withheld`, withheld_cents),
        ],
      }),
    ),
  });
};

/** What is wrong with the day something happened: it is to come, or before what it follows. A payout is never changed, its tax year hangs on it. */
const dayFaults = (path: string, day: string, { first, now }: { first: string; now: Date }) =>
  day > dateIn(now, 'UTC')
    ? [{ path, message: 'Choose the day it happened, not one to come.' }]
    : day < first
      ? [{ path, message: `Choose ${dateText(first, 'medium')} or a later day: nothing was sent before.` }]
      : [];

/** The day a run was released, where it is earliest. */
const releasedOn = (released_at: Date): string => addDays(dateIn(released_at, 'UTC'), -1);

/**
 * Says that payouts of a run were paid, and posts them. Refuses `wrong_state` where it was not released or nothing of it is open,
 * `invalid` for a day to come or before its release, or a payout that is not of it or not open.
 */
export function payRun(
  services: Services,
  ports: Asked,
  actor: Actor,
  id: number,
  { paid_on, payout_ids }: { paid_on: string; payout_ids: readonly number[] | null },
): Promise<PayoutRunView> {
  return command(services, actor, async (tx) => {
    const run = await holdRun(tx, id);
    if (run.released_at === null)
      throw new Refusal(
        'wrong_state',
        'This run is not released. Somebody else than who proposed it releases it first.',
      );
    const open = await loadPayouts(tx, sql`x.run_id = ${id} and x.paid_at is null and x.returned_at is null`);
    if (open.length === 0) throw new Refusal('wrong_state', 'Nothing of this run is open.');
    refuseFields([
      ...dayFaults('paid_on', paid_on, { first: releasedOn(run.released_at), now: tx.now }),
      ...(payout_ids ?? []).flatMap((one, at) =>
        open.some((payout) => payout.id === one)
          ? []
          : [{ path: `payout_ids.${at}`, message: 'This payout is not open.' }],
      ),
    ]);
    const paid = payout_ids === null ? open : open.filter((one) => payout_ids.includes(one.id));
    await tx.system
      .updateTable('payouts')
      .set({ paid_on, paid_at: tx.now, paid_by: actor.user_id })
      .where(
        'id',
        'in',
        paid.map((one) => one.id),
      )
      .execute();
    for (const payout of paid) {
      await post(tx, ports, 'payout', paid_on, payout);
      await ports.mail(tx, {
        to: payout,
        template: 'payout_made',
        data: { paid_on, last4: payout.account_last4, link: '/payouts' },
        side: 'expert',
        dedupe_key: `payout_made:${payout.id}`,
      });
    }
    await tx.audit({
      action: 'payout.paid',
      subject: `payout_run:${id}`,
      data: { paid_on, payouts: paid.map((one) => one.id) },
    });
    return readRun(tx.system, actor, id);
  });
}

/**
 * Says that a payout came back: what it paid is owed again, and in the next run. Refuses `not_found`, `wrong_state` where it was not
 * released or came back already, `invalid` for a day to come or before it was paid.
 */
export function returnPayout(
  services: Services,
  ports: Asked,
  actor: Actor,
  id: number,
  { returned_on, return_code }: { returned_on: string; return_code: ReturnCode },
): Promise<PayoutRunView> {
  return command(services, actor, async (tx) => {
    const found = await tx.system.selectFrom('payouts').select('run_id').where('id', '=', id).executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    const run = await holdRun(tx, found.run_id);
    const [payout] = await loadPayouts(tx, sql`x.id = ${id}`);
    if (!payout || run.released_at === null)
      throw new Refusal('wrong_state', 'This payout was not released, so nothing can have come back.');
    if (payout.returned_at !== null) throw new Refusal('wrong_state', 'This payout came back already.');
    const first = payout.paid_on ?? releasedOn(run.released_at);
    refuseFields(dayFaults('returned_on', returned_on, { first, now: tx.now }));
    await tx.system
      .updateTable('payouts')
      .set({ returned_on, return_code, returned_at: tx.now, returned_by: actor.user_id })
      .where('id', '=', id)
      .execute();
    await tx.system.updateTable('payout_entries').set({ counts: false }).where('payout_id', '=', id).execute();
    if (payout.paid_at !== null) await post(tx, ports, 'payout_return', returned_on, payout);
    await ports.mail(tx, {
      to: payout,
      template: 'payout_returned',
      data: { returned_on, last4: payout.account_last4, link: '/account/vendor-info' },
      side: 'expert',
      dedupe_key: `payout_returned:${id}`,
    });
    await tx.audit({ action: 'payout.returned', subject: `payout:${id}`, data: { return_code, returned_on } });
    return readRun(tx.system, actor, found.run_id);
  });
}
