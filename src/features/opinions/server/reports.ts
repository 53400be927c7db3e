import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/types.ts';
import { formOf } from '../../reviews/rules.ts';
import {
  type FormAnswers,
  formContext,
  type FormContext,
  type FormDefinition,
  OWN_JUDGMENT,
} from '../../reports/rules.ts';
import { orderOf } from './load.ts';

/** A delivered report with what its answers are read by. */
export interface ReadReport {
  id: number;
  version: number;
  definition: FormDefinition;
  answers: FormAnswers;
  context: FormContext;
  delivered_at: Date;
}

/** A report being written or signed, with when the present reviewer closed their own judgment; null while it is open. */
export interface OwnReport extends Omit<ReadReport, 'delivered_at'> {
  closed_at: Date | null;
  /** The judgment in it is that of a reviewer whose place the present one took. */
  closed_by_another: boolean;
}

/** The newest version of a review's report, whoever it was delivered to; null for none. */
export async function ownReport(db: Kysely<DB>, reviewId: number): Promise<OwnReport | null> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('report_forms', 'report_forms.id', 'reports.report_form_id')
    .innerJoin('reviews', 'reviews.id', 'reports.review_id')
    .leftJoin('specialties', 'specialties.id', 'reviews.specialty_id')
    .select([
      'reports.id',
      'reports.version',
      'report_forms.definition',
      'reviews.kind',
      'specialties.name as specialty',
    ])
    .where('reports.review_id', '=', reviewId)
    .orderBy('reports.version', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const sections = await db
    .selectFrom('report_answers')
    .select(['section', 'answers', 'closed_at'])
    .where('report_id', '=', row.id)
    .execute();
  const closed = sections.find((one) => one.section === OWN_JUDGMENT)?.closed_at ?? null;
  const lead = await db
    .selectFrom('review_experts')
    .select('since')
    .where('review_id', '=', reviewId)
    .where('until', 'is', null)
    .executeTakeFirst();
  const closed_by_another = closed !== null && lead !== undefined && closed < lead.since;
  return {
    id: row.id,
    version: row.version,
    definition: row.definition,
    answers: Object.assign({}, ...sections.map((one) => one.answers)) as FormAnswers,
    context: formContext(formOf(row.kind).report_context(await orderOf(db, reviewId)), row.specialty),
    closed_at: closed_by_another ? null : closed,
    closed_by_another,
  };
}

/** The newest delivered version of a review's report; null for none. */
export async function deliveredReport(db: Kysely<DB>, reviewId: number): Promise<ReadReport | null> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('report_forms', 'report_forms.id', 'reports.report_form_id')
    .innerJoin('reviews', 'reviews.id', 'reports.review_id')
    .leftJoin('specialties', 'specialties.id', 'reviews.specialty_id')
    .select([
      'reports.id',
      'reports.version',
      'reports.delivered_at',
      'report_forms.definition',
      'reviews.kind',
      'specialties.name as specialty',
    ])
    .where('reports.review_id', '=', reviewId)
    .where('reports.delivered_at', 'is not', null)
    .orderBy('reports.version', 'desc')
    .executeTakeFirst();
  if (!row?.delivered_at) return null;
  const sections = await db.selectFrom('report_answers').select('answers').where('report_id', '=', row.id).execute();
  return {
    id: row.id,
    version: row.version,
    definition: row.definition,
    answers: Object.assign({}, ...sections.map((one) => one.answers)) as FormAnswers,
    context: formContext(formOf(row.kind).report_context(await orderOf(db, reviewId)), row.specialty),
    delivered_at: row.delivered_at,
  };
}
