import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Actor, actsForClinOps, actsForRequester, isFollower, type SystemActor } from '../../../../core/actor.ts';
import { elsewhereWords } from '../../../../core/elsewhere.ts';
import type { Endpoint } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { HOUR } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { hashToken } from '../../../../platform/crypto.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { type ActorCall, mount } from '../../../../platform/http/mount.ts';
import { resultsElsewhere } from '../../../../platform/db/results-elsewhere.ts';
import { rooms } from '../../../../platform/live.ts';
import type { Ports, Renewal } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { readStored } from '../../../../platform/stored-content.ts';
import { countTry, forgiveTry, type Limit, sourceOf, throttleKey } from '../../../../platform/throttle.ts';
import { deliveredEndpoints, deliveryEndpoints } from '../../contract/deliveries.ts';
import { canOpen, PASSCODE_TRIES, typedPasscode } from '../../rules/deliveries.ts';
import { closedTo, latestReport, loadReportReview } from '../view.ts';
import { audit, deliverOutside, recordPosted, sendAgain, showPasscode } from './acts.ts';
import { deliveries, deliveriesOf, type DeliveryRow, passcodeOf } from './load.ts';

/** Tokens that open nothing, for each source. They carry 256 bits: this keeps the database quiet. */
const UNKNOWN: Limit = { tries: 60, window_ms: HOUR };
/** Links somebody sends again in a day: each ends another, and is mailed. */
const SENDS_A_DAY: Limit = { tries: 100, window_ms: 24 * HOUR };

const ENDED = 'This link no longer works. Ask who sent it to you for another.';

/** Delivery to those without an account: what the sides see and do, and the page of who holds a link. */
export function mountDeliveries(app: FastifyInstance, services: Services, ports: Ports): void {
  const e = deliveryEndpoints;
  const mayAct = (actor: Actor, review: { requester_id: number }): boolean =>
    (actsForRequester(actor.kind) || actsForClinOps(actor.kind)) && !isFollower(actor, review);
  const view = async (db: ActorDb, actor: Actor, kind: Kind, id: number) => {
    const review = await loadReportReview(db, actor, kind, id);
    return deliveriesOf(db.executor, review.id, { now: services.clock.now(), may: mayAct(actor, review) });
  };
  /** One act on a delivery of a review in sight. */
  function act<T extends Endpoint>(
    endpoint: T,
    work: (tx: Tx<Actor>, reviewId: number, call: ActorCall<T>) => Promise<unknown>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        const review = await loadReportReview(tx.db, call.actor, call.kind, call.params.id);
        if (!mayAct(call.actor, review)) throw new Refusal('forbidden');
        const elsewhere = await closedTo(tx.system, call.actor, review.id);
        if (elsewhere !== null) throw new Refusal('forbidden', elsewhereWords(elsewhere));
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return work(tx, review.id, call);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  mount(app, services, e.list, ({ params, kind, actor, db }) => view(db, actor, kind, params.id));
  act(e.send, async (tx, id, { actor, kind, body }) => {
    await countTry(tx.system, throttleKey('report_delivery_sent', String(actor.user_id)), SENDS_A_DAY, tx.now);
    await sendAgain(tx, ports, id, body.delivery_id);
    return view(tx.db, actor, kind, id);
  });
  act(e.passcode, async (tx, id, { body }) => ({ passcode: await showPasscode(tx, id, body.delivery_id) }));
  act(e.posted, async (tx, id, { actor, kind, body }) => {
    await recordPosted(tx, id, body);
    return view(tx.db, actor, kind, id);
  });

  /** The delivery of a token that opens. Counted before it is looked up. Refuses `gone`. */
  async function held(token: string, ip: string): Promise<DeliveryRow> {
    const db = services.database.systemDb;
    const now = services.clock.now();
    const source = throttleKey('report_delivery_source', sourceOf(ip));
    await countTry(db, source, UNKNOWN, now);
    const row = await deliveries(db).where('d.token_hash', '=', hashToken(token)).executeTakeFirst();
    if (!row || !canOpen(row, now) || row.pdf_storage_key === null) throw new Refusal('gone', ENDED);
    await forgiveTry(db, source);
    return row;
  }

  mount(app, services, deliveredEndpoints.look, async ({ body, request }) => {
    const row = await held(body.token, request.ip);
    return {
      organization: row.organization,
      number: reviewNumber(row.kind, row.review_id),
      version: row.version,
      expires_at: (row.expires_at ?? services.clock.now()).toISOString(),
    };
  });

  mount(app, services, deliveredEndpoints.open, async ({ body, request, reply }) => {
    const row = await held(body.token, request.ip);
    const actor: SystemActor = { kind: 'system', request_id: request.id, outside: { link_id: row.id, ip: request.ip } };
    const right = isRight(services, row, body.passcode);
    // counted before anything is said, each in a transaction of its own: tries made at once count, all of them
    const counted = await command(services, actor, async (tx) => {
      const kept = await tx.system
        .updateTable('report_deliveries')
        .set((eb) =>
          right
            ? { opened_at: eb.fn.coalesce('opened_at', eb.val(tx.now)), opens: eb('opens', '+', 1) }
            : { wrong_tries: eb('wrong_tries', '+', 1) },
        )
        .where('id', '=', row.id)
        .where('token_hash', '=', hashToken(body.token))
        .where('wrong_tries', '<', PASSCODE_TRIES)
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) return false;
      await audit(tx, row, right ? 'delivery.opened' : 'delivery.wrong_passcode');
      tx.live({ room: rooms.review(row.review_id), event: 'review.changed', payload: { review_id: row.review_id } });
      return true;
    });
    if (!counted) throw new Refusal('gone', ENDED);
    if (!right)
      throw new Refusal('invalid', undefined, {
        errors: [{ path: 'passcode', message: 'That is not the passcode. Ask who sent you the link to read it out.' }],
      });
    const content = await readStored(services, {
      storage_key: row.pdf_storage_key ?? '',
      sha256: row.pdf_sha256,
    });
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header(
        'content-disposition',
        `attachment; filename="${reviewNumber(row.kind, row.review_id)} report v${row.version}.pdf"`,
      )
      .send(content);
  });
}

function isRight(services: Services, row: DeliveryRow, typed: string): boolean {
  if (row.seed === null) return false;
  const right = Buffer.from(passcodeOf(services.keys, row.seed));
  const given = Buffer.from(typedPasscode(typed));
  return right.length === given.length && timingSafeEqual(right, given);
}

/** Delivers the newest report of a review to those without an account, once it is delivered and where results go out in other ways than by HL7. */
export async function deliverNewest(tx: Tx, ports: Ports, reviewId: number): Promise<void> {
  if ((await resultsElsewhere(tx.system, reviewId)) !== null) return;
  const report = await latestReport(tx.system, reviewId);
  if (report?.delivered_at) await deliverOutside(tx, ports, { id: report.id, review_id: reviewId });
}

/** Sends the link of a delivery again, as staff do from the outbox. */
export const renewDelivery =
  (ports: Ports): Renewal =>
  async (tx, id) => {
    const row = await deliveries(tx.system).where('d.id', '=', id).executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    await sendAgain(tx, ports, row.review_id, id);
  };

/** Of a purged review's deliveries stays when they were made and how; names, addresses and links go. */
export async function purgeDeliveries(tx: Tx, reviewId: number): Promise<void> {
  await tx.system
    .updateTable('report_deliveries')
    .set({ name: '', address: '', tracking: '', posted_by: '' })
    .where('review_id', '=', reviewId)
    .execute();
  await tx.system
    .updateTable('report_deliveries')
    // the token and the passcode followed from it
    .set({ seed: Buffer.alloc(0), expires_at: tx.now })
    .where('review_id', '=', reviewId)
    .where('seed', 'is not', null)
    .execute();
}
