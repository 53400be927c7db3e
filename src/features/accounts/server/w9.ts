import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { accountEndpoints } from '../contract.ts';
import type { W9View } from '../contract/account.ts';
import { type Classification, w9Faults } from '../rules.ts';

type Body = In<typeof accountEndpoints.signW9, 'body'>;

/** The form somebody signed last, and whether it is of the number that is kept now. */
export async function readW9(db: Kysely<DB>, userId: number): Promise<{ w9: W9View | null; can_sign: boolean }> {
  const details = await db
    .selectFrom('vendor_infos')
    .select('tax_id_kind')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const row = await db
    .selectFrom('w9_forms as f')
    .leftJoin('vendor_infos as v', 'v.user_id', 'f.user_id')
    .select([
      'f.name',
      'f.business_name',
      'f.classification',
      'f.llc_taxed_as',
      'f.exempt_payee_code',
      'f.fatca_code',
      'f.backup_withholding',
      'f.signed_name',
      'f.signed_on',
      'f.tax_id_kind',
      'f.tax_id_last4',
      sql<boolean>`coalesce(f.tax_id = v.tax_id, false)`.as('counts'),
    ])
    .where('f.user_id', '=', userId)
    .orderBy('f.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    w9: row
      ? {
          ...row,
          classification: row.classification as Classification,
          llc_taxed_as: row.llc_taxed_as as W9View['llc_taxed_as'],
          tax_id_kind: row.tax_id_kind as W9View['tax_id_kind'],
        }
      : null,
    can_sign: details !== undefined,
  };
}

/** Keeps a form with its signature. Refuses `wrong_state` where there is no number to sign for, `invalid`. */
export function signW9(services: Services, actor: Actor, body: Body): ReturnType<typeof readW9> {
  return command(services, actor, async (tx) => {
    const details = await tx.db.selectFrom('vendor_infos').selectAll().forUpdate().executeTakeFirst();
    if (!details) throw new Refusal('wrong_state', 'Save your payment details first: the form is for their number.');
    const tax_id_kind = details.tax_id_kind as W9View['tax_id_kind'];
    refuseFields(w9Faults(body, tax_id_kind));
    const { certifies: _, ...fields } = body;
    const { address_line1, address_line2, city, state, postal_code } = details;
    await tx.system
      .insertInto('w9_forms')
      .values({
        ...fields,
        name: fields.name.trim(),
        business_name: fields.business_name.trim(),
        signed_name: fields.signed_name.trim(),
        exempt_payee_code: fields.exempt_payee_code.trim(),
        fatca_code: fields.fatca_code.trim(),
        llc_taxed_as: fields.classification === 'llc' ? fields.llc_taxed_as : null,
        user_id: actor.user_id,
        address: json({ address_line1, address_line2, city, state, postal_code }),
        tax_id_kind,
        tax_id: details.tax_id,
        tax_id_last4: details.tax_id_last4,
        signed_on: dateIn(tx.now, actor.time_zone),
        signed_at: tx.now,
      })
      .execute();
    await tx.audit({
      action: 'w9.signed',
      subject: `user:${actor.user_id}`,
      data: { classification: fields.classification, backup_withholding: fields.backup_withholding },
    });
    return readW9(tx.system, actor.user_id);
  });
}
