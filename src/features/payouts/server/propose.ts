import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { PayoutRunView } from '../contract.ts';
import { asksExpert, mayRelease, OWN_PROPOSAL, proposeRun } from '../rules.ts';
import { owedExperts, totalOf } from './owed.ts';
import { readRun } from './read.ts';
import { readSettings } from './settings.ts';

/** One at a time: what a payout pays is taken by no other, and a run is in one hand. */
async function holdPayouts(tx: Tx): Promise<void> {
  await sql`select from payout_settings for update`.execute(tx.system);
}

/**
 * Proposes a run of what experts earned until a day: a payout each, with where it goes as that is now. Who is left out for what they
 * did not give is written to. Refuses `invalid` for days that cannot be, `wrong_state` where there is nobody to pay, `stale` where it
 * comes to something else than was looked at.
 */
export function proposePayouts(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  actor: Actor,
  { pay_on, until_on, cents }: { pay_on: string; until_on: string; cents: number },
): Promise<PayoutRunView> {
  return command(services, actor, async (tx) => {
    await holdPayouts(tx);
    const terms = await readSettings(tx.system);
    const experts = await owedExperts(tx.system, until_on, terms);
    const { payouts, left_out } = proposeRun(experts, terms);
    const total = totalOf(payouts);
    if (payouts.length === 0)
      throw new Refusal('wrong_state', 'There is nobody to pay for what was earned until that day.');
    if (total !== cents)
      throw new Refusal(
        'stale',
        `It comes to ${formatCents(total)} now, not ${formatCents(cents)}. Look at it once more.`,
        { current: { cents: total } },
      );
    const today = dateIn(tx.now, 'UTC');
    refuseFields([
      ...(until_on > today ? [{ path: 'until_on', message: 'Choose a day that is not to come.' }] : []),
      ...(pay_on < today ? [{ path: 'pay_on', message: 'Choose today, or a day to come.' }] : []),
    ]);
    const { id: run_id } = await tx.system
      .insertInto('payout_runs')
      .values({ pay_on, until_on, proposed_at: tx.now, proposed_by: actor.user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const payout of payouts) {
      const { rows } = await sql<{ id: number }>`
        insert into payouts (run_id, expert_profile_id, cents, withheld_cents, payee, account_number)
        select ${run_id}, p.id, ${payout.cents}, ${payout.withheld_cents}, jsonb_build_object(
            'name', v.payee_name, 'address_line1', v.address_line1, 'address_line2', v.address_line2, 'city', v.city,
            'state', v.state, 'postal_code', v.postal_code, 'bank_name', v.bank_name, 'account_type', v.account_type,
            'routing_number', v.routing_number, 'account_last4', v.account_last4, 'business', coalesce(
              (select f.classification <> 'individual' from w9_forms f where f.user_id = v.user_id and f.tax_id = v.tax_id
                order by f.id desc limit 1), v.tax_id_kind = 'ein')),
          v.account_number
        from profiles p join vendor_infos v on v.user_id = p.user_id where p.id = ${payout.expert_profile_id}
        returning id`.execute(tx.system);
      const payout_id = rows[0]?.id;
      // the payment details were removed between the two statements
      if (payout_id === undefined) throw new Refusal('lost_race');
      await tx.system
        .insertInto('payout_entries')
        .values(payout.entries.map(({ entry_id, cents: of }) => ({ payout_id, entry_id, cents: of })))
        .execute();
    }
    if (left_out.length > 0)
      await tx.system
        .insertInto('payout_left_out')
        .values(left_out.map((one) => ({ ...one, run_id })))
        .execute();
    const people = new Map(experts.map((one) => [one.expert_profile_id, one]));
    for (const { expert_profile_id, reason } of left_out) {
      const person = people.get(expert_profile_id);
      if (!person || !asksExpert(reason)) continue;
      await ports.mail(tx, {
        to: person,
        template: 'payout_details_needed',
        data: { pay_on, what: reason, link: '/account/vendor-info' },
        side: 'expert',
        dedupe_key: `payout_details_needed:${run_id}:${expert_profile_id}`,
      });
    }
    await tx.audit({
      action: 'payout.proposed',
      subject: `payout_run:${run_id}`,
      data: { pay_on, until_on, cents: total, payouts: payouts.length, left_out: left_out.length },
    });
    return readRun(tx.system, actor, run_id);
  });
}

/** A run that is held, so that one act at a time changes it. Refuses `not_found`. */
export async function holdRun(tx: Tx, id: number) {
  const run = await tx.system
    .selectFrom('payout_runs')
    .select(['id', 'pay_on', 'proposed_by', 'released_at', 'discarded_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!run) throw new Refusal('not_found');
  return run;
}

function refuseUnlessProposed({ released_at, discarded_at }: Awaited<ReturnType<typeof holdRun>>): void {
  if (released_at !== null) throw new Refusal('wrong_state', 'This run was released already.');
  if (discarded_at !== null) throw new Refusal('wrong_state', 'This run was discarded.');
}

/** Releases a run. Refuses `forbidden` for whoever proposed it, `reauthentication_required`, `wrong_state`. */
export function releaseRun(services: Services, actor: Actor, id: number): Promise<PayoutRunView> {
  return command(services, actor, async (tx) => {
    const run = await holdRun(tx, id);
    if (!mayRelease(actor.user_id, run.proposed_by)) throw new Refusal('forbidden', OWN_PROPOSAL);
    await refuseWithoutFreshProof(tx);
    refuseUnlessProposed(run);
    await tx.system
      .updateTable('payout_runs')
      .set({ released_at: tx.now, released_by: actor.user_id })
      .where('id', '=', id)
      .execute();
    await tx.audit({ action: 'payout.released', subject: `payout_run:${id}` });
    return readRun(tx.system, actor, id);
  });
}

/** Discards a run that was not released. Refuses `wrong_state`. */
export function discardRun(services: Services, actor: Actor, id: number): Promise<PayoutRunView> {
  return command(services, actor, async (tx) => {
    refuseUnlessProposed(await holdRun(tx, id));
    await tx.system
      .updateTable('payout_runs')
      .set({ discarded_at: tx.now, discarded_by: actor.user_id })
      .where('id', '=', id)
      .execute();
    await sql`update payout_entries e set counts = false from payouts p where p.id = e.payout_id and p.run_id = ${id}`.execute(
      tx.system,
    );
    await tx.audit({ action: 'payout.discarded', subject: `payout_run:${id}` });
    return readRun(tx.system, actor, id);
  });
}
