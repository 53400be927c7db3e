import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { dateIn } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { BankLine } from '../../contract.ts';
import { payerKey } from '../../rules.ts';
import { billedOrganization } from '../load.ts';
import { holdBilling } from '../../../../platform/db/hold-billing.ts';
import { settledFaults, takePayment } from '../take.ts';
import { readLine } from './lines.ts';

/** A line, held. Refuses `not_found`. */
async function hold(tx: Tx, id: number) {
  const line = await tx.system.selectFrom('bank_lines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!line) throw new Refusal('not_found');
  return line;
}

/**
 * Books a line as a payment, once: it settles the invoices named, then the oldest, and who paid is remembered. Refuses
 * `wrong_state` for one that is decided or of a day to come, `not_found` for an organization there is not, `invalid` for an
 * invoice of which nothing is open.
 */
export function bookLine(
  services: Services,
  ports: Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>,
  actor: Actor,
  id: number,
  { organization_id, invoice_ids }: { organization_id: number; invoice_ids: readonly number[] },
): Promise<BankLine> {
  return command(services, actor, async (tx) => {
    const line = await hold(tx, id);
    if (line.state !== 'open') throw new Refusal('wrong_state', 'Somebody decided on this line already.');
    const organization = await billedOrganization(tx.system, organization_id);
    await holdBilling(tx.system, organization_id);
    if (line.booked_on > dateIn(tx.now, organization.time_zone))
      throw new Refusal('wrong_state', 'Its day is to come: book it once it is there.');
    refuseFields(await settledFaults(tx, organization_id, invoice_ids));
    const payment_id = await takePayment(
      tx,
      ports,
      organization,
      {
        cents: line.cents,
        received_on: line.booked_on,
        method: 'ach',
        reference: [line.payer, line.reference].filter(Boolean).join(', ').slice(0, 100),
      },
      invoice_ids,
    );
    await tx.system
      .updateTable('bank_lines')
      .set({ state: 'booked', payment_id, decided_at: tx.now, decided_by: actor.user_id })
      .where('id', '=', id)
      .execute();
    const payer = payerKey(line.payer);
    if (payer !== '')
      await tx.system
        .insertInto('bank_payers')
        .values({ payer, organization_id, booked_at: tx.now })
        .onConflict((oc) => oc.columns(['payer', 'organization_id']).doUpdateSet({ booked_at: tx.now }))
        .execute();
    await tx.audit({
      action: 'invoice.bank_line_booked',
      organization_id,
      subject: `payment:${payment_id}`,
      data: { cents: line.cents, line: id },
    });
    return readLine(tx.system, id);
  });
}

/** Sets a line aside. Refuses `wrong_state` for one that is decided. */
export function setAside(services: Services, actor: Actor, id: number): Promise<BankLine> {
  return command(services, actor, async (tx) => {
    const line = await hold(tx, id);
    if (line.state !== 'open') throw new Refusal('wrong_state', 'Somebody decided on this line already.');
    await tx.system
      .updateTable('bank_lines')
      .set({ state: 'aside', decided_at: tx.now, decided_by: actor.user_id })
      .where('id', '=', id)
      .execute();
    await tx.audit({ action: 'invoice.bank_line_aside', subject: `bank_line:${id}`, data: { cents: line.cents } });
    return readLine(tx.system, id);
  });
}

/** Puts a line back. Refuses `wrong_state` for one that waits, or whose payment counts. */
export function reopenLine(services: Services, actor: Actor, id: number): Promise<BankLine> {
  return command(services, actor, async (tx) => {
    const line = await hold(tx, id);
    if (line.state === 'open') throw new Refusal('wrong_state', 'It waits already.');
    if (line.payment_id !== null) {
      const payment = await tx.system
        .selectFrom('payments')
        .select('reversed_at')
        .where('id', '=', line.payment_id)
        .executeTakeFirstOrThrow();
      if (payment.reversed_at === null)
        throw new Refusal('wrong_state', 'It is booked. Take its payment back first, then book it anew.');
    }
    await tx.system
      .updateTable('bank_lines')
      .set({ state: 'open', payment_id: null, decided_at: null, decided_by: null })
      .where('id', '=', id)
      .execute();
    await tx.audit({ action: 'invoice.bank_line_reopened', subject: `bank_line:${id}`, data: { cents: line.cents } });
    return readLine(tx.system, id);
  });
}
