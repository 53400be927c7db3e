import type { SystemActor } from '../../../core/actor.ts';
import { nameKey } from '../../experts/rules/same-name.ts';
import { dateIn } from '../../../core/time.ts';
import { purgeOpenedFrom } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/command.ts';
import { asksForAttention, findingsOf, judgmentOf, providerKey, quarterOf } from '../rules.ts';
import { orderOf } from './load.ts';
import { deliveredReport } from './reports.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Writes down what a delivered report says: level, categories, whose care, where, when. The newest version counts.
 * Writing it again changes nothing. Answers the version, or null where nothing was delivered.
 */
export async function storeOpinion(tx: Tx<SystemActor>, reviewId: number): Promise<number | null> {
  const review = await tx.system
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .leftJoin('linked_reviews', 'linked_reviews.review_id', 'reviews.id')
    .select(['reviews.organization_id', 'reviews.review_type', 'organizations.time_zone', 'linked_reviews.role'])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const report = await deliveredReport(tx.system, reviewId);
  if (!report) return null;
  const { definition, answers, context } = report;
  const order = await orderOf(tx.system, reviewId);
  const judgment = judgmentOf(definition, answers, context);
  const values = {
    report_id: report.id,
    organization_id: review.organization_id,
    role: review.role ?? ('first' as const),
    form: definition.key,
    scale: judgment.scale,
    level: judgment.level,
    percent_met: judgment.percent,
    needs_attention: asksForAttention(answers),
    review_type: review.review_type,
    facility: text(order['facility']),
    facility_key: nameKey(text(order['facility'])),
    provider: text(order['provider_name']),
    provider_key: providerKey(order),
    quarter: quarterOf(dateIn(report.delivered_at, review.time_zone)),
    delivered_at: report.delivered_at,
  };
  await tx.system
    .insertInto('opinions')
    .values({ review_id: reviewId, ...values })
    .onConflict((oc) => oc.column('review_id').doUpdateSet(values))
    .execute();
  await tx.system.deleteFrom('opinion_findings').where('review_id', '=', reviewId).execute();
  const findings = findingsOf(definition, answers, context);
  if (findings.length > 0) {
    await tx.system
      .insertInto('opinion_findings')
      .values(findings.map((one) => ({ review_id: reviewId, ...one })))
      .execute();
  }
  return report.version;
}

/** Of a purged review the level stays, so that counts do not change; whose care it was and why it was asked go. */
export async function purgeOpinion(tx: Tx<SystemActor>, reviewId: number): Promise<void> {
  await tx.system.deleteFrom('opinion_findings').where('review_id', '=', reviewId).execute();
  await tx.system
    .updateTable('opinions')
    .set({ facility: '', facility_key: '', provider: '', provider_key: '' })
    .where('review_id', '=', reviewId)
    .execute();
  // why another opinion was asked stands with both: with the one it was asked about, and the one it opened
  const links = await tx.system
    .updateTable('linked_reviews')
    .set({ reason: '' })
    .where((eb) => eb.or([eb('review_id', '=', reviewId), eb('original_id', '=', reviewId)]))
    .returning(['review_id', 'original_id'])
    .execute();
  for (const link of links) await purgeOpenedFrom(tx.system, { from: link.original_id, review_id: link.review_id });
}
