import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { expenseTime, sidesOf, type WorkSide, workTime } from '../rules.ts';
import { loadWorkReview, type WorkReview } from './load.ts';
import { workOf } from './view.ts';

/** Where an act on a matter's work takes place, and for which sides. */
export interface At {
  review: WorkReview;
  sides: WorkSide[];
}

/** Until when an act is taken: while the expert is engaged, also after of days before, also once it is canceled or closed, or ever. */
type Until = 'engaged' | 'late' | 'ended' | 'ever';
export type OnWork = ReturnType<typeof onWork>;

/** One act on a matter's work, under the matter's lock: parallel acts come one after the other. Answers all of it. */
export const onWork =
  (app: FastifyInstance, services: Services, ports: Ports) =>
  <T extends Endpoint>(
    endpoint: T,
    who: WorkSide | 'either',
    then: (tx: Tx<Actor>, at: At, call: ActorCall<T>) => Promise<void>,
    until: Until = 'late',
  ): void => {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        const seen = await loadWorkReview(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, seen.id);
        const review = await loadWorkReview(tx.db, call.kind, call.params.id);
        const sides = sidesOf(call.actor, review);
        if (sides.length === 0 || (who !== 'either' && !sides.includes(who))) throw new Refusal('forbidden');
        const time = until === 'ended' ? expenseTime(review) : workTime(review);
        if ((time === 'over' && until !== 'ever') || (time === 'late' && until === 'engaged'))
          throw new Refusal('wrong_state', 'Work is recorded only while the expert is engaged on this matter.');
        await then(tx, { review, sides }, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return workOf(tx.db, ports, call.actor, call.kind, review.id, {
          now: tx.now,
          mileage_tenths: services.env.MILEAGE_TENTHS,
        });
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  };
