import type { Kysely } from 'kysely';
import { type Actor, rolesAt, type SystemActor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import { LANGUAGES, TRANSPORTS } from '../../reviews/kinds/ime/options.ts';
import type { ExamineeView } from '../contract.ts';
import { type Arrangement, ARRANGEMENT_SORTS, type ArrangementSort, isToCallOff } from '../rules.ts';
import { type ExamFacts, examineeOf } from './load.ts';
import { interpretedOf, rideOf } from './said.ts';

const ordered = (db: Kysely<DB>, appointmentId: number) =>
  db
    .selectFrom('examinee_arrangements as g')
    .innerJoin('users as u', 'u.id', 'g.ordered_by')
    .leftJoin('users as c', 'c.id', 'g.confirmed_by')
    .selectAll('g')
    .select([fullNameOf('u').as('orderer'), fullNameOf('c').as('confirmer')])
    .where('g.appointment_id', '=', appointmentId)
    .execute();

/** Of whom the interpreter and the ride to an exam were ordered, as its examinee is told. */
export async function arrangementsOf(
  db: Kysely<DB>,
  appointmentId: number,
): Promise<Partial<Record<ArrangementSort, Arrangement>>> {
  const rows = await ordered(db, appointmentId);
  return Object.fromEntries(
    rows.map(({ sort, provider, phone, confirmed_at }) => [
      sort,
      { provider, phone, confirmed: confirmed_at !== null },
    ]),
  );
}

/** What an order asks of others for the day; null where it asks for none. */
function wanted(order: Partial<ImeFields>, sort: ArrangementSort): string | null {
  if (sort === 'interpreter') {
    const language = interpretedOf(order);
    return language === null ? null : (LANGUAGES.find(({ value }) => value === language)?.label ?? language);
  }
  const ride = rideOf(order);
  return ride === null || ride === 'mileage'
    ? null
    : (TRANSPORTS.find(({ value }) => value === order.transport)?.label ?? '');
}

/** What the day of an exam needs of others, with what became of it. */
export async function arrangementViews(
  db: Kysely<DB>,
  appointmentId: number,
  order: Partial<ImeFields>,
): Promise<ExamineeView['arrangements']> {
  const rows = await ordered(db, appointmentId);
  return ARRANGEMENT_SORTS.flatMap((sort) => {
    const row = rows.find((one) => one.sort === sort);
    const what = wanted(order, sort);
    if (!row && what === null) return [];
    return [
      {
        sort,
        what: what ?? '',
        order: row
          ? {
              provider: row.provider,
              phone: row.phone,
              ordered_by: row.orderer,
              ordered_at: row.ordered_at.toISOString(),
              confirmed:
                row.confirmed_at === null
                  ? null
                  : { with: row.confirmed_with, at: row.confirmed_at.toISOString(), recorded_by: row.confirmer },
            }
          : null,
      },
    ];
  });
}

/** Records of whom something was ordered for an exam, and who confirmed it there. Ordered of another, it is unconfirmed again. */
export async function arrange(
  tx: Tx<Actor>,
  exam: ExamFacts,
  {
    sort,
    provider,
    phone,
    confirmed_with,
  }: { sort: ArrangementSort; provider: string; phone: string; confirmed_with: string },
): Promise<void> {
  const order = await examineeOf(tx.system, exam.kind, exam.review_id);
  refuseFields(wanted(order, sort) === null ? [{ path: 'sort', message: 'The order asks for none.' }] : []);
  const confirmed = confirmed_with !== '';
  const now = {
    provider,
    phone,
    confirmed_with,
    confirmed_at: confirmed ? tx.now : null,
    confirmed_by: confirmed ? tx.actor.user_id : null,
  };
  const before = (await ordered(tx.system, exam.appointment_id)).find((one) => one.sort === sort);
  await tx.system
    .insertInto('examinee_arrangements')
    .values({
      ...now,
      review_id: exam.review_id,
      appointment_id: exam.appointment_id,
      sort,
      ordered_by: tx.actor.user_id,
      ordered_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['appointment_id', 'sort']).doUpdateSet(now))
    .execute();
  await audit(tx, exam, sort, confirmed ? 'examinee.arrangement_confirmed' : 'examinee.arranged', {
    old: before?.provider ?? null,
    new: provider,
  });
}

/** What was ordered for appointments of a review that will not be held, and is still to be called off; the earliest first. */
async function toCallOff(db: Kysely<DB>, reviewId: number, now: Date) {
  const rows = await db
    .selectFrom('examinee_arrangements as g')
    .innerJoin('appointments as a', 'a.id', 'g.appointment_id')
    .innerJoin('exams as e', 'e.appointment_id', 'g.appointment_id')
    .innerJoin('users as u', 'u.id', 'g.ordered_by')
    .select(['g.appointment_id', 'g.sort', 'g.provider', 'g.phone', 'g.ordered_by', 'u.suspended_at'])
    .select(['a.status', 'a.starts_at', 'e.place', fullNameOf('u').as('orderer')])
    .where('g.review_id', '=', reviewId)
    .orderBy('a.starts_at')
    .orderBy('g.sort')
    .execute();
  return rows.filter((one) => isToCallOff(one, now));
}

/** The same as a reader sees it. */
export async function callOffViews(
  db: Kysely<DB>,
  reviewId: number,
  { now, userId }: { now: Date; userId: number },
): Promise<ExamineeView['to_call_off']> {
  return (await toCallOff(db, reviewId, now)).map(({ appointment_id, sort, provider, phone, starts_at, ...row }) => ({
    appointment_id,
    sort,
    provider,
    phone,
    starts_at: starts_at.toISOString(),
    time_zone: row.place.time_zone,
    ordered_by: row.orderer,
    yours: row.ordered_by === userId,
  }));
}

/** Whoever ordered something for an appointment that is off is reminded to call it off; who has left, by whoever arranges exams. */
export async function remindToCallOff(tx: Tx<SystemActor>, ports: Ports, reviewId: number): Promise<void> {
  const rows = await toCallOff(tx.system, reviewId, tx.now);
  const [first] = rows;
  if (!first) return;
  const review = await tx.system
    .selectFrom('reviews')
    .select('kind')
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow();
  for (const [appointmentId, orders] of Map.groupBy(rows, (one) => one.appointment_id)) {
    const [{ starts_at, place } = first] = orders;
    const owners = new Set(orders.flatMap((one) => (one.suspended_at === null ? [one.ordered_by] : [])));
    const left = orders.some((one) => one.suspended_at !== null);
    for (const { user_id } of left ? await staffWithRole(tx.system, ...rolesAt('records')) : []) owners.add(user_id);
    for (const owner of owners)
      await mailUser(tx, ports, owner, {
        template: 'examinee_call_off',
        data: { link: `/${KINDS[review.kind].slug}/${reviewId}`, on: dateIn(starts_at, place.time_zone) },
        review_id: reviewId,
        side: 'staff',
        dedupe_key: `examinee_call_off:${appointmentId}:${owner}`,
      });
  }
}

/** Records that something was called off. Refuses `wrong_state` where nothing was ordered. */
export async function callOff(tx: Tx<Actor>, exam: ExamFacts, sort: ArrangementSort): Promise<void> {
  const gone = await tx.system
    .deleteFrom('examinee_arrangements')
    .where('appointment_id', '=', exam.appointment_id)
    .where('sort', '=', sort)
    .returning('provider')
    .executeTakeFirst();
  if (!gone) throw new Refusal('wrong_state', 'Nothing was ordered.');
  await audit(tx, exam, sort, 'examinee.called_off', { old: gone.provider, new: null });
  // once nothing is left of it, nobody is reminded any more
  if ((await toCallOff(tx.system, exam.review_id, tx.now)).length === 0)
    await tx.emit('examinee.called_off', {}, exam.review_id);
}

const audit = (
  tx: Tx,
  exam: ExamFacts,
  sort: ArrangementSort,
  action: 'examinee.arranged' | 'examinee.arrangement_confirmed' | 'examinee.called_off',
  detail: { old: string | null; new: string | null },
): Promise<number> =>
  tx.audit({
    action,
    review_id: exam.review_id,
    organization_id: exam.organization_id,
    detail,
    data: { sort },
    timeline: true,
  });
