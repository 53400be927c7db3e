import { isExpertSide } from '../../../core/actor.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import type { LegalFields } from '../../reviews/kinds/legal-case/fields.ts';
import { formOf, storedFields } from '../../reviews/rules.ts';
import { isSameRecord, type OwnRecord, ownRecord } from '../rules.ts';
import { isTheirs, type SessionRow } from './load.ts';

/**
 * Answers of a session which record of testimony it makes for the expert who reads: of what was held, and is not among their records,
 * verified or said. Of everything else, and for other readers, null.
 */
export async function ownRecords(
  db: ActorDb,
  review: ReviewRowBeside,
  rows: readonly SessionRow[],
): Promise<(row: SessionRow) => OwnRecord | null> {
  const profile = review.expert_profile_id;
  if (!isExpertSide(db.actor.kind) || profile === null || !rows.some(({ state }) => state === 'held'))
    return () => null;
  const own = db.executor;
  const [sections, { name: firm }, verified, said] = await Promise.all([
    orderSections(own, review.id, ['step_one']),
    organizationOf(own, review.organization_id),
    own
      .selectFrom('expert_testimonies')
      .select(['case_name', 'testified_on', 'form'])
      .where('expert_profile_id', '=', profile)
      .execute(),
    own
      .selectFrom('expert_changes')
      .select('data')
      .where('expert_profile_id', '=', profile)
      .where('part', '=', 'testimony')
      .where('status', 'in', ['to_verify', 'returned'])
      .execute(),
  ]);
  const order = storedFields(formOf(review.kind), sections) as Partial<LegalFields>;
  const kept = [...verified, ...said.map(({ data }) => data ?? {})];
  return (row) => {
    if (row.state !== 'held' || row.held_from === null || row.type === 'preparation' || !isTheirs(review, row))
      return null;
    const record = ownRecord({ ...order, firm }, { form: row.type, testified_on: dateIn(row.held_from, row.zone) });
    return record && kept.some((one) => isSameRecord(one, record)) ? null : record;
  };
}
