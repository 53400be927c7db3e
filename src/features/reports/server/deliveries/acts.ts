import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { dateIn } from '../../../../core/time.ts';
import type { Tx } from '../../../../platform/command.ts';
import { forgetOpeners } from '../../../../platform/mail/opener.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { isNumbered, type PostMethod } from '../../../../core/post.ts';
import { linkEnds } from '../../rules/deliveries.ts';
import { orderOf } from '../view.ts';
import { deliveries, type DeliveryRow, mailKey, passcodeOf, stateOf, tokenHash, tokenOf } from './load.ts';

/** The page a link leads to. */
const DELIVERY_PAGE = '/report-delivery';

/** Who gets a report without an account, as orders of any kind hold it. */
const named = z.array(
  z.object({
    name: z.string(),
    role: z.string().nullish(),
    manner: z.enum(['email', 'post']).nullish(),
    address: z.string(),
  }),
);

const openerOfLink = (id: number): string => `report_delivery:${id}`;

/** Delivers a report to whoever has no account, as the order names them: all of them now, as those with one. */
export async function deliverOutside(tx: Tx, ports: Ports, report: { id: number; review_id: number }): Promise<void> {
  const order = await orderOf(tx.system, report.review_id);
  const recipients = named.safeParse(order['outside_recipients'] ?? []).data ?? [];
  for (const [position, { name, role, manner, address }] of recipients.entries()) {
    const seed = manner === 'post' ? null : randomBytes(32);
    const row = await tx.system
      .insertInto('report_deliveries')
      .values({
        review_id: report.review_id,
        report_id: report.id,
        position,
        name,
        role: role ?? 'other',
        manner: manner === 'post' ? 'post' : 'email',
        address,
        created_at: tx.now,
        ...(seed === null ? {} : { seed, token_hash: tokenHash(tx.services.keys, seed), ...sentNow(tx) }),
      })
      .onConflict((oc) => oc.columns(['report_id', 'position']).doNothing())
      .returning('id')
      .executeTakeFirst();
    const made = row && (await deliveries(tx.system).where('d.id', '=', row.id).executeTakeFirst());
    if (!made) continue;
    await audit(tx, made, 'delivery.made');
    if (made.manner === 'email') await mailDelivery(tx, ports, made);
  }
}

const sentNow = (tx: Tx) => ({ expires_at: linkEnds(tx.now), sent_at: tx.now, sends: 1 });

async function mailDelivery(tx: Tx, ports: Ports, row: DeliveryRow): Promise<void> {
  if (row.seed === null || row.expires_at === null) return;
  await ports.mail(tx, {
    to: { email: row.address, name: row.name },
    template: 'report_delivery',
    data: {
      organization: row.organization,
      page: DELIVERY_PAGE,
      opener: { value: tokenOf(tx.services.keys, row.seed), of: openerOfLink(row.id), until: row.expires_at },
    },
    review_id: row.review_id,
    side: 'none',
    dedupe_key: mailKey(row),
  });
}

/** A delivery of a review, locked. Refuses `not_found`. */
async function locked(tx: Tx, reviewId: number, id: number): Promise<DeliveryRow> {
  await tx.system.selectFrom('report_deliveries').select('id').where('id', '=', id).forUpdate().execute();
  const row = await deliveries(tx.system).where('d.id', '=', id).where('d.review_id', '=', reviewId).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Sends a link again: another one with another passcode. Refuses `wrong_state` for what goes by post, and what was purged. */
export async function sendAgain(tx: Tx, ports: Ports, reviewId: number, id: number): Promise<void> {
  const row = await locked(tx, reviewId, id);
  if (row.manner !== 'email' || row.pdf_storage_key === null)
    throw new Refusal('wrong_state', 'There is no link to send.');
  await forgetOpeners(tx.system, [openerOfLink(row.id)]);
  const seed = randomBytes(32);
  await tx.system
    .updateTable('report_deliveries')
    .set({
      seed,
      token_hash: tokenHash(tx.services.keys, seed),
      ...sentNow(tx),
      sends: row.sends + 1,
      wrong_tries: 0,
    })
    .where('id', '=', row.id)
    .execute();
  const sent = await locked(tx, reviewId, id);
  await audit(tx, sent, 'delivery.sent_again');
  await mailDelivery(tx, ports, sent);
}

/** The passcode of a link, to be read out. Refuses `wrong_state` where the link opens nothing. */
export async function showPasscode(tx: Tx<Actor>, reviewId: number, id: number): Promise<string> {
  const row = await locked(tx, reviewId, id);
  const state = stateOf(row, tx.now);
  if (row.seed === null || row.seed.length === 0 || (state !== 'sent' && state !== 'opened' && state !== 'failed'))
    throw new Refusal('wrong_state', 'This link opens nothing. Send it again first.');
  await audit(tx, row, 'delivery.passcode_shown');
  return passcodeOf(tx.services.keys, row.seed);
}

interface Posted {
  delivery_id: number;
  posted_on: string;
  method: PostMethod;
  tracking: string;
  posted_by: string;
}

/** Keeps the proof that a report was posted. Refuses `wrong_state` for what goes by link, or is proven already. */
export async function recordPosted(tx: Tx<Actor>, reviewId: number, proof: Posted): Promise<void> {
  const row = await locked(tx, reviewId, proof.delivery_id);
  if (stateOf(row, tx.now) !== 'to_post') throw new Refusal('wrong_state', 'There is nothing to post.');
  const { posted_on, method, tracking, posted_by } = proof;
  refuseFields([
    ...(posted_on > dateIn(tx.now, row.time_zone)
      ? [{ path: 'posted_on', message: 'This day has not come yet.' }]
      : []),
    ...(posted_on < dateIn(row.delivered_at ?? row.created_at, row.time_zone)
      ? [{ path: 'posted_on', message: 'The report was not delivered yet on that day.' }]
      : []),
    ...(isNumbered(method) && tracking === '' ? [{ path: 'tracking', message: 'Enter the carrier’s number.' }] : []),
  ]);
  await tx.system
    .updateTable('report_deliveries')
    .set({ posted_on, method, tracking, posted_by, recorded_by: tx.actor.user_id, recorded_at: tx.now })
    .where('id', '=', row.id)
    .execute();
  await audit(tx, row, 'delivery.posted');
}

type DeliveryAction =
  | 'delivery.made'
  | 'delivery.sent_again'
  | 'delivery.passcode_shown'
  | 'delivery.posted'
  | 'delivery.opened'
  | 'delivery.wrong_passcode';

/** A row of the delivery log. */
export const audit = (tx: Tx, row: DeliveryRow, action: DeliveryAction): Promise<number> =>
  tx.audit({
    action,
    review_id: row.review_id,
    organization_id: row.organization_id,
    subject: `report_delivery:${row.id}`,
    data: { version: row.version, manner: row.manner },
    timeline: action !== 'delivery.passcode_shown' && action !== 'delivery.wrong_passcode',
  });
