import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Services } from '../../../platform/services.ts';
import type { accountEndpoints } from '../contract.ts';
import type { VendorView } from '../contract/account.ts';
import { digitsOf, KEPT_AS, vendorFaults } from '../rules.ts';

type Body = In<typeof accountEndpoints.saveVendorInfo, 'body'>;
const STATES = new Set(US_STATES.map(([code]) => code));

/** Who is paid, with the last four digits of every number; the numbers themselves are not even read. */
export async function readVendorInfo(db: ActorDb): Promise<{ vendor_info: VendorView | null }> {
  const row = await db
    .selectFrom('vendor_infos')
    .select([
      'payee_name',
      'tax_id_kind',
      'tax_id_last4',
      'address_line1',
      'address_line2',
      'city',
      'state',
      'postal_code',
      'bank_name',
      'account_type',
      'routing_number',
      'account_last4',
      'lock_version',
      'updated_at',
    ])
    .executeTakeFirst();
  if (!row) return { vendor_info: null };
  return {
    vendor_info: {
      ...row,
      tax_id_kind: row.tax_id_kind as VendorView['tax_id_kind'],
      account_type: row.account_type as VendorView['account_type'],
      updated_at: row.updated_at.toISOString(),
    },
  };
}

/** Keeps who is paid. A number that is not sent stays. Refuses `stale` with the fresh row, `invalid`. */
export async function saveVendorInfo(services: Services, actor: Actor, body: Body) {
  return command(services, actor, async (tx) => {
    const kept = await tx.db.selectFrom('vendor_infos').selectAll().forUpdate().executeTakeFirst();
    if ((kept?.lock_version ?? null) !== body.lock_version)
      throw new Refusal('stale', undefined, { current: await readVendorInfo(tx.db) });
    const has = { tax_id: kept?.tax_id_kind === body.tax_id_kind, account_number: kept !== undefined };
    refuseFields(vendorFaults(body, has, STATES));
    const { lock_version: _, tax_id, account_number, ...plain } = body;
    const secret = (text: string | null, purpose: string) => {
      const digits = text === null ? null : digitsOf(text);
      return digits === null ? null : { bytes: services.keys.encrypt(digits, purpose), last4: digits.slice(-4) };
    };
    const typed = secret(tax_id, KEPT_AS.tax_id);
    const tax = typed && { ...typed, bytes: (await asItWasKept(tx, services, body, kept)) ?? typed.bytes };
    const account = secret(account_number, KEPT_AS.account_number);
    const values = {
      ...Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, value.trim()])),
      routing_number: digitsOf(body.routing_number) ?? '',
      ...(tax ? { tax_id: tax.bytes, tax_id_last4: tax.last4 } : {}),
      ...(account ? { account_number: account.bytes, account_last4: account.last4 } : {}),
      updated_at: tx.now,
    };
    if (kept) {
      await tx.system
        .updateTable('vendor_infos')
        .set({ ...values, lock_version: kept.lock_version + 1 })
        .where('user_id', '=', actor.user_id)
        .execute();
    } else {
      const inserted = await tx.system
        .insertInto('vendor_infos')
        .values({
          ...(values as Required<typeof values> & typeof plain),
          ...required(tax, account),
          user_id: actor.user_id,
        })
        .onConflict((oc) => oc.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (!inserted) throw new Refusal('lost_race');
    }
    // what changed, never to what
    await tx.audit({
      action: 'vendor_info.save',
      subject: `user:${actor.user_id}`,
      data: {
        first: kept === undefined,
        tax_id: tax !== null && !(kept && tax.bytes.equals(kept.tax_id)),
        account_number: account !== null,
      },
    });
    return readVendorInfo(tx.db);
  });
}

/**
 * A number that is typed once more, as it is kept or was signed for: what was signed for it is found by those bytes. Null where it is
 * another one.
 */
async function asItWasKept(
  tx: Tx<Actor>,
  { keys }: Services,
  { tax_id, tax_id_kind }: Body,
  kept: { tax_id_kind: string; tax_id: Buffer } | undefined,
): Promise<Buffer | null> {
  const digits = tax_id === null ? null : digitsOf(tax_id);
  if (digits === null) return null;
  const signed = await tx.system
    .selectFrom('w9_forms')
    .select(['tax_id_kind', 'tax_id'])
    .where('user_id', '=', tx.actor.user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const same = [signed, kept].find(
    (one) => one?.tax_id_kind === tax_id_kind && keys.decrypt(one.tax_id, KEPT_AS.tax_id).toString() === digits,
  );
  return same?.tax_id ?? null;
}

interface Secret {
  bytes: Buffer;
  last4: string;
}
/** The numbers of a first row; the field rules have seen to it that they are there. */
function required(tax: Secret | null, account: Secret | null) {
  if (!tax || !account) throw new Refusal('invalid');
  return {
    tax_id: tax.bytes,
    tax_id_last4: tax.last4,
    account_number: account.bytes,
    account_last4: account.last4,
  };
}
