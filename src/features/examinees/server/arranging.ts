import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import { LANGUAGES, TRANSPORTS } from '../../reviews/kinds/ime/options.ts';
import type { ExamineeView } from '../contract.ts';
import { type Arrangement, ARRANGEMENT_SORTS, type ArrangementSort } from '../rules.ts';
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
