import type { FastifyInstance } from 'fastify';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { command } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { matterDateEndpoints } from '../contract.ts';
import { dateFaults, DATES_MOST, fieldOf, titleOf } from '../rules.ts';
import { datesIcs } from './ics.ts';
import { datesOf, loadMatter, mayWrite, presentDates, takesDates } from './load.ts';
import { mountMatterRules } from './matter-rules.ts';
import { reminding, setReminders } from './reminding.ts';

/** The dates of a matter: entered, read from an order, computed by the rules of its courts, reminded of. */
export function matterDatesServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = matterDateEndpoints;
  mountMatterRules(app, services);

  mount(app, services, e.read, ({ db, actor, kind, params }) =>
    presentDates(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.calendar, async ({ db, actor, kind, params }) => {
    const matter = await loadMatter(db, actor, kind, params.id);
    const { dates } = await datesOf(db.executor, matter);
    const url = `${services.env.public_url}/${KINDS[kind].slug}/${params.id}`;
    return { ics: datesIcs(reviewNumber(kind, params.id), params.id, dates, url, services.clock.now()) };
  });

  mount(app, services, e.keep, ({ actor, kind, params, body }) =>
    command(services, actor, async (tx) => {
      const matter = await loadMatter(tx.db, actor, kind, params.id);
      if (!mayWrite(actor, matter)) throw new Refusal('forbidden', 'Only the requester’s side enters dates.');
      await holdReview(tx.system, matter.id);
      if (!takesDates(matter)) throw new Refusal('wrong_state', 'This matter takes no more dates.');
      refuseFields(
        body.dates.flatMap((date, at) =>
          dateFaults(date).map(({ path, message }) => ({ path: `dates.${at}.${path}`, message })),
        ),
      );
      const { dates: before } = await datesOf(tx.system, matter);
      const entered = (type: string, label: string) =>
        before.find((one) => one.type === type && one.label === label && one.from !== 'computed');
      if (body.dates.some(({ type, label, was }) => (entered(type, label)?.day ?? null) !== was))
        throw new Refusal('stale', undefined, {
          current: await presentDates(tx.db, actor, kind, matter.id, tx.now),
        });
      if (before.length + body.dates.length > DATES_MOST + before.filter((one) => one.from === 'computed').length + 9)
        refuseFields([{ path: 'dates', message: `A matter has up to ${DATES_MOST} dates.` }]);
      const inOrder: Record<string, unknown> = {};
      for (const { type, label, day, time_of_day, source } of body.dates) {
        const field = fieldOf(type);
        if (field) Object.assign(inOrder, { [field]: day, no_schedule: false });
        const row = { day, time_of_day, source, entered_by: actor.user_id, entered_at: tx.now };
        await tx.system
          .insertInto('matter_dates')
          .values({ review_id: matter.id, type, label, ...row })
          .onConflict((oc) => oc.columns(['review_id', 'type', 'label']).doUpdateSet(row))
          .execute();
      }
      if (Object.keys(inOrder).length > 0) await ports.orderFields(tx, matter.id, 'step_one', inOrder);
      await tx.audit({
        action: 'matter_dates.entered',
        review_id: matter.id,
        timeline: true,
        data: {
          dates: body.dates.map(({ type, label, day, source }) => ({
            title: titleOf(type, label),
            before: entered(type, label)?.day ?? null,
            after: day,
            source,
          })),
        },
      });
      await setReminders(tx, matter);
      tx.live({ room: rooms.review(matter.id), event: 'review.changed', payload: { review_id: matter.id } });
      return presentDates(tx.db, actor, kind, matter.id, tx.now);
    }),
  );

  mount(app, services, e.remove, ({ actor, kind, params, body: { type, label, was } }) =>
    command(services, actor, async (tx) => {
      const matter = await loadMatter(tx.db, actor, kind, params.id);
      if (!mayWrite(actor, matter)) throw new Refusal('forbidden', 'Only the requester’s side removes dates.');
      await holdReview(tx.system, matter.id);
      if (!takesDates(matter)) throw new Refusal('wrong_state', 'This matter takes no more dates.');
      const { dates } = await datesOf(tx.system, matter);
      const date = dates.find((one) => one.type === type && one.label === label && one.from !== 'computed');
      if (!date || date.day !== was)
        throw new Refusal('stale', undefined, { current: await presentDates(tx.db, actor, kind, matter.id, tx.now) });
      await tx.system
        .deleteFrom('matter_dates')
        .where('review_id', '=', matter.id)
        .where('type', '=', type)
        .where('label', '=', label)
        .execute();
      const field = fieldOf(type);
      if (field) await ports.orderFields(tx, matter.id, 'step_one', { [field]: null });
      await tx.audit({
        action: 'matter_dates.removed',
        review_id: matter.id,
        timeline: true,
        data: { title: titleOf(type, label), before: date.day },
      });
      await setReminders(tx, matter);
      tx.live({ room: rooms.review(matter.id), event: 'review.changed', payload: { review_id: matter.id } });
      return presentDates(tx.db, actor, kind, matter.id, tx.now);
    }),
  );

  return reminding(ports);
}
