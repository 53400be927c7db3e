import { type Kysely, sql } from 'kysely';
import { daysBetween } from '../../../../core/days-between.ts';
import { dateIn } from '../../../../core/time.ts';
import { hashToken, type Keyring } from '../../../../platform/crypto.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import type { DeliveriesView } from '../../contract/deliveries.ts';
import { deliveryState, passcodeFrom } from '../../rules/deliveries.ts';

/** The token of a link, and its passcode: both follow from its seed and a key outside of the database. */
export const tokenOf = (keys: Keyring, seed: Uint8Array): string =>
  keys.hmac('report_delivery', seed).toString('base64url');
export const passcodeOf = (keys: Keyring, seed: Uint8Array): string =>
  passcodeFrom(keys.hmac('report_delivery_passcode', seed));
/** By what a link is found. */
export const tokenHash = (keys: Keyring, seed: Uint8Array): Buffer => hashToken(tokenOf(keys, seed));

/** What the letter with a link is deduplicated by. */
export const mailKey = ({ id, sends }: { id: number; sends: number }): string => `report_delivery:${id}:${sends}`;

/** Deliveries with their report and whether the mail with the link failed. Unscoped: the caller has the review, or the token. */
export const deliveries = (db: Kysely<DB>) =>
  db
    .selectFrom('report_deliveries as d')
    .innerJoin('reports as p', 'p.id', 'd.report_id')
    .innerJoin('reviews as r', 'r.id', 'd.review_id')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .leftJoin('users as u', 'u.id', 'd.recorded_by')
    .selectAll('d')
    .select([
      'p.version',
      'p.delivered_at',
      'p.pdf_storage_key',
      'p.pdf_sha256',
      'r.kind',
      'r.organization_id',
      'r.requester_id',
      'o.name as organization',
      'o.time_zone',
      fullNameOf('u').as('recorder'),
      sql<boolean>`exists (select from mails m where m.dedupe_key = 'report_delivery:' || d.id || ':' || d.sends
        and m.status in ('failed', 'suppressed'))`.as('bounced'),
    ])
    .orderBy('p.version', 'desc')
    .orderBy('d.position');
export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['execute']>>[number];

/** How a delivery stands now. */
export const stateOf = (row: DeliveryRow, now: Date) =>
  deliveryState({ ...row, posted: row.posted_on !== null, opened: row.opened_at !== null }, now);

/** The deliveries of a review as its sides read them. */
export async function deliveriesOf(
  db: Kysely<DB>,
  reviewId: number,
  { now, may }: { now: Date; may: boolean },
): Promise<DeliveriesView> {
  const rows = await deliveries(db).where('d.review_id', '=', reviewId).execute();
  const dayOf = (row: DeliveryRow): string => dateIn(row.delivered_at ?? row.created_at, row.time_zone);
  return {
    delivered_on: rows[0] ? dayOf(rows[0]) : null,
    deliveries: rows.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      role: row.role,
      manner: row.manner,
      address: row.address,
      state: stateOf(row, now),
      sent_at: row.sent_at?.toISOString() ?? null,
      sends: row.sends,
      expires_at: row.expires_at?.toISOString() ?? null,
      opened_at: row.opened_at?.toISOString() ?? null,
      opens: row.opens,
      posted:
        row.posted_on === null || row.method === null
          ? null
          : {
              on: row.posted_on,
              days_after: daysBetween(dayOf(row), row.posted_on),
              method: row.method,
              tracking: row.tracking,
              by: row.posted_by,
              recorded_by: row.recorder,
            },
    })),
    can: { act: may },
  };
}
