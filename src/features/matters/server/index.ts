import type { FastifyInstance } from 'fastify';
import { type Actor, isRequesterSide, readsContents } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { whyNotOrdered } from '../../../platform/db/ordering-open.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { filesToGo } from '../../../platform/db/shared-records.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { isPurged, stateRow } from '../../reviews/rules.ts';
import { matterEndpoints, type MatterView } from '../contract.ts';
import { EXPERTS_MOST, stepsForAnother } from '../rules.ts';
import { mountFormerExperts } from './former.ts';
import { loadMatter, orders } from './load.ts';

/** The orders of a case's matter, in the reader's scope, the first first; itself alone where none is linked. */
async function ordersOf(db: ActorDb, review: ReviewRowBeside) {
  const ids = await db.executor
    .selectFrom('matter_experts as own')
    .innerJoin('matter_experts as m', 'm.matter_id', 'own.matter_id')
    .select('m.review_id')
    .where('own.review_id', '=', review.id)
    .execute();
  return db
    .selectFrom('reviews')
    .leftJoin('specialties as s', 's.id', 'reviews.specialty_id')
    .leftJoin('profiles as p', 'p.id', 'reviews.expert_profile_id')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select(['reviews.id', 'reviews.status', 's.name as specialty', fullNameOf('u').as('expert')])
    .where('reviews.kind', '=', review.kind)
    .where('reviews.id', 'in', ids.length > 0 ? ids.map(({ review_id }) => review_id) : [review.id])
    .orderBy('reviews.id')
    .execute();
}

const isLinked = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.system.selectFrom('matter_experts').select('review_id').where('review_id', '=', id).executeTakeFirst()) !==
  undefined;

async function matterOf(db: ActorDb, actor: Actor, review: ReviewRowBeside): Promise<MatterView> {
  const experts = await ordersOf(db, review);
  const acts = orders(actor, review);
  const { bucket } = stateRow(review.kind, review.status);
  const add =
    acts &&
    bucket !== 'draft' &&
    !isPurged(review) &&
    experts.length < EXPERTS_MOST &&
    (await whyNotOrdered(db.executor, review.organization_id, review.kind)) === null;
  const reads = isRequesterSide(actor.kind) || readsContents(actor.kind);
  return {
    review_id: review.id,
    kind: review.kind,
    experts: experts.map(({ id, status, specialty, expert }) => {
      const { label, tone } = stateRow(review.kind, status);
      return { id, number: reviewNumber(review.kind, id), specialty, expert: expert || null, status: { label, tone } };
    }),
    files:
      add && reads ? (await filesToGo(db.executor, review.id)).map(({ id, name, pages }) => ({ id, name, pages })) : [],
    can: { add, link: acts && experts.length < EXPERTS_MOST, unlink: acts && experts.length > 1 },
  };
}

/** Several experts on one matter: legal cases that belong together, opened or linked by who orders them. */
export function mattersServer(app: FastifyInstance, services: Services, ports: Ports): FeatureServer {
  const e = matterEndpoints;

  mount(app, services, e.read, async ({ params, kind, actor, db }) =>
    matterOf(db, actor, await loadMatter(db, kind, 'names_first', params.id)),
  );

  /** One command of who orders, under the case's lock. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: (tx: Tx<Actor>, review: ReviewRowBeside, call: ActorCall<T>) => Promise<unknown>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadMatter(tx.db, call.kind, 'names_first', call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadMatter(tx.db, call.kind, 'names_first', call.params.id);
        if (!orders(tx.actor, review)) throw new Refusal('forbidden', 'Only who orders it says what belongs together.');
        const answer = await act(tx, review, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return answer ?? matterOf(tx.db, call.actor, review);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  const refuse = (review: ReviewRowBeside, detail: string): never => {
    throw new Refusal('wrong_state', detail, { current: { review_id: review.id, status: review.status } });
  };

  /** The matter a case belongs to; it begins one where it belongs to none. Its lock is held: two who link at once make one. */
  async function matterFor(tx: Tx<Actor>, review: ReviewRowBeside): Promise<number> {
    const link = (matter_id: number) => ({
      review_id: review.id,
      matter_id,
      linked_at: tx.now,
      linked_by: tx.actor.user_id,
    });
    await tx.system
      .insertInto('matter_experts')
      .values(link(review.id))
      .onConflict((oc) => oc.doNothing())
      .execute();
    const now = () =>
      tx.system
        .selectFrom('matter_experts')
        .select('matter_id')
        .where('review_id', '=', review.id)
        .executeTakeFirstOrThrow();
    // the first may leave while its lock is waited for, and the others are called by another then
    for (let { matter_id } = await now(); ;) {
      await holdReview(tx.system, matter_id);
      const held = await now();
      if (held.matter_id === matter_id) return matter_id;
      ({ matter_id } = held);
    }
  }

  /** Puts a case to the matter of another; both say so. Refuses `wrong_state` where there are too many. */
  async function join(tx: Tx<Actor>, review: ReviewRowBeside, id: number): Promise<void> {
    const matter_id = await matterFor(tx, review);
    const { count } = await tx.system
      .selectFrom('matter_experts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('matter_id', '=', matter_id)
      .executeTakeFirstOrThrow();
    if (count >= EXPERTS_MOST) throw new Refusal('wrong_state', `A matter has ${EXPERTS_MOST} experts at most.`);
    await tx.system
      .insertInto('matter_experts')
      .values({ review_id: id, matter_id, linked_at: tx.now, linked_by: tx.actor.user_id })
      .execute();
    for (const [review_id, other] of [
      [review.id, id],
      [id, review.id],
    ] as const)
      await tx.audit({
        action: 'matter.linked',
        review_id,
        organization_id: review.organization_id,
        timeline: true,
        data: { other },
      });
  }

  on(e.add, async (tx, review, { body }) => {
    const { bucket } = stateRow(review.kind, review.status);
    if (bucket === 'draft' || isPurged(review))
      return refuse(review, 'Another expert is ordered once this one is, and while its records are kept.');
    const why = await whyNotOrdered(tx.system, review.organization_id, review.kind);
    if (why === 'not_accepting') throw new Refusal('not_accepting');
    if (why !== null) return refuse(review, 'A billing hold is on. Your administrator and Peritus can lift it.');
    const ready = new Set((await filesToGo(tx.system, review.id)).map(({ id }) => id));
    refuseFields(
      body.files.every((id) => ready.has(id))
        ? []
        : [{ path: 'files', message: 'One of these files is not there any longer. Choose again.' }],
    );
    const rows = await orderSections(tx.system, review.id);
    const { review_id } = await ports.openReview(tx, {
      kind: review.kind,
      organization_id: review.organization_id,
      requester_id: review.requester_id,
      sections: stepsForAnother(Object.fromEntries(rows.map(({ section, data }) => [section, data]))),
      data: { matter_of: review.id },
    });
    if (body.files.length > 0)
      await ports.shareRecords(tx, { from: review.id, to: review_id, files: [...new Set(body.files)] });
    await join(tx, review, review_id);
    return { review_id, number: reviewNumber(review.kind, review_id) };
  });

  on(e.link, async (tx, review, { body }) => {
    const id = Number(/^(?:[A-Za-z]+-)?(\d{1,15})$/.exec(body.number.trim())?.[1] ?? 0);
    const wrong = (message: string) => refuseFields([{ path: 'number', message }]);
    const other =
      id > 0
        ? await loadMatter(tx.db, review.kind, 'names_first', id).catch((error: unknown) => {
            if (error instanceof Refusal && error.code === 'not_found') return null;
            throw error;
          })
        : null;
    // for another organization's it is as if it were not there
    if (!other || other.organization_id !== review.organization_id || !orders(tx.actor, other))
      return wrong('There is no legal case of yours with this number.');
    if (other.id === review.id) return wrong('This is the number of this legal case itself.');
    await holdReview(tx.system, other.id);
    if (await isLinked(tx, other.id)) return wrong('It belongs to a matter already. Take it out there first.');
    await join(tx, review, other.id);
    tx.live({ room: rooms.review(other.id), event: 'review.changed', payload: { review_id: other.id } });
  });

  on(e.unlink, async (tx, review) => {
    if (!(await isLinked(tx, review.id))) return refuse(review, 'It belongs to no other.');
    const matter = await matterFor(tx, review);
    await tx.system.deleteFrom('matter_experts').where('review_id', '=', review.id).execute();
    const left = await tx.system
      .selectFrom('matter_experts')
      .select('review_id')
      .where('matter_id', '=', matter)
      .orderBy('review_id')
      .execute();
    // who is left alone is in no matter, and the others are called by the first that is left
    const [first, ...others] = left;
    if (first && others.length === 0)
      await tx.system.deleteFrom('matter_experts').where('matter_id', '=', matter).execute();
    else if (first && matter === review.id)
      await tx.system
        .updateTable('matter_experts')
        .set({ matter_id: first.review_id })
        .where('matter_id', '=', matter)
        .execute();
    await tx.audit({
      action: 'matter.unlinked',
      review_id: review.id,
      organization_id: review.organization_id,
      timeline: true,
    });
    for (const { review_id } of left)
      tx.live({ room: rooms.review(review_id), event: 'review.changed', payload: { review_id } });
  });

  mountFormerExperts(app, services);
  return {};
}
