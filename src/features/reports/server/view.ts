import type { ReviewStatus } from '../../reviews/rules.ts';
import type { ReviewAction } from '../../reviews/rules.ts';
import { elsewhereWords } from '../../../core/elsewhere.ts';
import { leads } from '../../../core/experts.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { fullName } from '../../../core/names.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, isRequesterSide, isExpertSide, readsContents, isFollower, isReader } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { resultsElsewhere } from '../../../platform/db/results-elsewhere.ts';
import { statutesOfReview } from '../../../platform/db/statute-rows.ts';
import type { DB } from '../../../platform/db/types.ts';
import { clarificationRefused, formOf, isOpenTo, knowsExpertSide, stateRow } from '../../reviews/rules.ts';
import { isTeamChecked } from '../../organizations/rules.ts';
import { batesPrefix, batesText } from '../../files/rules.ts';
import type { ReportView } from '../contract.ts';
import { hearsDictations } from '../rules/dictations.ts';
import { type FormAnswers, formContext, type FormContext, type FormDefinition } from '../rules.ts';

export type ReportReview = Awaited<ReturnType<typeof loadReportReview>>;

/** A review as reports need it, in the reader's scope. The report is the lead’s: another expert has none to see. */
export async function loadReportReview(db: ActorDb, actor: Actor, kind: Kind, id: number) {
  const review = await db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.subject',
      'reviews.lock_version',
      'reviews.organization_id',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      expertsOf('reviews.id').as('experts'),
      'reviews.report_due_at',
      'reviews.service',
      sql<string>`(select o.platform_type from organizations o where o.id = reviews.organization_id)`.as(
        'platform_type',
      ),
    ])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  if (isExpertSide(actor.kind) && !leads(actor, review)) throw new Refusal('not_found');
  return review;
}

/** The newest version of who leads it now; `held` keeps it from being changed by others until the transaction ends. */
export async function latestReport(db: Kysely<DB>, reviewId: number, held = false) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('left_at', 'is', null)
    .orderBy('version', 'desc')
    .$if(held, (query) => query.limit(1).forNoKeyUpdate())
    .executeTakeFirst();
}
export type ReportRow = NonNullable<Awaited<ReturnType<typeof latestReport>>>;

export async function definitionOf(db: Kysely<DB>, formId: number): Promise<FormDefinition> {
  const row = await db
    .selectFrom('report_forms')
    .select('definition')
    .where('id', '=', formId)
    .executeTakeFirstOrThrow();
  return row.definition;
}

/** What the form's conditions look at, from the order and the records; what came after the signature changes nothing. */
export async function contextOf(db: Kysely<DB>, reviewId: number): Promise<FormContext> {
  const review = await db
    .selectFrom('reviews as r')
    .leftJoin('specialties as s', 's.id', 'r.specialty_id')
    .select([
      'r.kind',
      's.name as specialty',
      sql<string[] | null>`(select array_agg(distinct f.category) from files f,
        lateral (select coalesce((select case when p.status not in ('draft', 'returned') then p.signed_at end
          from reports p where p.review_id = r.id and p.left_at is null order by p.version desc limit 1), 'infinity'::timestamptz) as at) signed
        where f.review_id = r.id and f.category is not null and f.visible_to_expert and f.status = 'ready'
          and f.created_at <= signed.at and (f.deleted_at is null or f.deleted_at > signed.at))`.as('recorded'),
    ])
    .where('r.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const recorded = new Set(review.recorded ?? []);
  return formContext(formOf(review.kind).report_context(await orderOf(db, reviewId), recorded), review.specialty);
}

/** All fields of the order in one object, as they are stored. */
export async function orderOf(db: Kysely<DB>, reviewId: number): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('review_sections').select('data').where('review_id', '=', reviewId).execute();
  return Object.assign({}, ...rows.map((r) => r.data)) as Record<string, unknown>;
}

/** What a report of this order is called on its first page. */
export const reportTitle = (kind: Kind, order: Record<string, unknown>): string =>
  formOf(kind).report_title?.(order) ?? usualTitle(kind);
const usualTitle = (kind: Kind): string => `${capital(KINDS[kind].singular)} report`;

/** The same as it was signed, or would be, where the order says more than the kind does; null: it does not. */
async function titledBy(db: Kysely<DB>, kind: Kind, id: number, row: Pick<ReportRow, 'snapshot'>) {
  const title = row.snapshot?.title ?? reportTitle(kind, await orderOf(db, id));
  return title === usualTitle(kind) ? null : title;
}

/** Where the report stands in the review's present state. */
export const reportAt = (review: { kind: Kind; status: ReviewStatus }) => stateRow(review.kind, review.status).report;

export async function sectionsOf(
  db: Kysely<DB>,
  reportId: number,
): Promise<NonNullable<ReportView['report']>['sections']> {
  const rows = await db
    .selectFrom('report_answers')
    .leftJoin('users', 'users.id', 'report_answers.updated_by')
    .select(['section', 'answers', 'version', 'report_answers.updated_at', 'closed_at'])
    .select(['users.first_name', 'users.last_name'])
    .where('report_id', '=', reportId)
    .execute();
  return rows.map((r) => ({
    section: r.section,
    answers: r.answers,
    version: r.version,
    updated_at: r.updated_at.toISOString(),
    updated_by: r.first_name === null ? null : fullName(r),
    closed_at: r.closed_at?.toISOString() ?? null,
  }));
}

export const answersOf = (sections: { answers: FormAnswers }[]): FormAnswers =>
  Object.assign({}, ...sections.map((s) => s.answers)) as FormAnswers;

/** The records an expert may cite, in the order of the file list, numbered as the file list writes it. */
export async function recordsOf(db: Kysely<DB>, reviewId: number) {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'pages', 'content_type', 'category', 'bates_from'])
    .where('review_id', '=', reviewId)
    .where('visible_to_expert', '=', true)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const organization = await db
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select(['organizations.name', 'organizations.shortest_name', 'organizations.preferred_short_name'])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const prefix = batesPrefix(organization);
  return rows.map((r) => ({ ...r, bates_from: r.bates_from === null ? null : batesText(prefix, r.bates_from) }));
}

/** The report of a review as one reader may see it. */
export async function reportOf(db: ActorDb, actor: Actor, kind: Kind, id: number, now: Date): Promise<ReportView> {
  const review = await loadReportReview(db, actor, kind, id);
  const system = db.executor;
  const row = await visibleReport(system, actor, review);
  const elsewhere = await closedTo(system, actor, id);
  const may = (action: ReviewAction): boolean => isOpenTo(actor, { ...review, kind }, action);
  const writes = isExpertSide(actor.kind);
  const draft = row !== undefined && (row.status === 'draft' || row.status === 'returned');
  const earlier = elsewhere === null ? await earlierOf(system, id, row?.version) : [];
  const protection = await protectionShown(system, { id, kind }, row);
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    subject: review.subject,
    confidentiality: protection?.statement ?? null,
    cover: protection?.cover || null,
    review_status: review.status,
    stage: reportAt(review) ?? null,
    lock_version: review.lock_version,
    due_at: review.report_due_at?.toISOString() ?? null,
    certification: await certificationOf(db.executor, review.id),
    team_checked: isTeamChecked(review),
    elsewhere: elsewhere !== null && row !== undefined ? elsewhereWords(elsewhere) : null,
    report:
      row && elsewhere === null
        ? {
            id: row.id,
            version: row.version,
            status: row.status as 'draft',
            definition: await definitionOf(system, row.report_form_id),
            titled: await titledBy(system, kind, id, row),
            context: await contextOf(system, id),
            // who is to stay unknown leaves no name at what was written
            sections: (await sectionsOf(system, row.id)).map((one) =>
              knowsExpertSide(actor.kind, kind) ? one : { ...one, updated_by: null },
            ),
            returned_note: isRequesterSide(actor.kind) ? null : row.returned_note,
            returned_sections: isRequesterSide(actor.kind) ? [] : (row.returned_sections ?? []),
            clarification: row.clarification,
            signed_at: row.signed_at?.toISOString() ?? null,
            signature_name: row.signature_name,
            pdf: row.pdf_sha256 === null ? null : { sha256: row.pdf_sha256, pages: row.pdf_pages },
            verification_code: row.verification_code,
            delivered_at: row.delivered_at?.toISOString() ?? null,
          }
        : null,
    earlier: earlier.map((e) => ({ version: e.version, delivered_at: e.delivered_at?.toISOString() ?? null })),
    records: readsContents(actor.kind) ? await recordsOf(system, id) : [],
    can: {
      start: may('start_report'),
      write: writes && draft && reportAt(review) === 'writing',
      sign: may('sign_report') && draft,
      check: may('return_report'),
      clarify: may('ask_clarification') && clarificationRefused(row ?? null, now) === null,
      download: row !== undefined && elsewhere === null,
      hear: hearsDictations(actor, review),
    },
  };
}

/** Earlier versions that were delivered, the newest first. */
const earlierOf = (db: Kysely<DB>, reviewId: number, before: number | undefined) =>
  db
    .selectFrom('reports')
    .select(['version', 'delivered_at'])
    .where('review_id', '=', reviewId)
    .where('left_at', 'is', null)
    .where('delivered_at', 'is not', null)
    .$if(before !== undefined, (q) => q.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .execute();

/** The record systems that have the report in the place of this reader, who ordered it; null: it is read here. */
export const closedTo = async (db: Kysely<DB>, actor: Actor, reviewId: number): Promise<string[] | null> =>
  isRequesterSide(actor.kind) ? resultsElsewhere(db, reviewId) : null;

/** What a report says of its protection: as it was signed, or as it stands now. */
async function protectionShown(
  db: Kysely<DB>,
  { id, kind }: { id: number; kind: Kind },
  row: Pick<ReportRow, 'snapshot'> | undefined,
): Promise<{ statement: string; cover: string } | null> {
  const signed = row?.snapshot;
  if (signed) return signed.confidentiality ? { statement: signed.confidentiality, cover: signed.cover ?? '' } : null;
  return formOf(kind).protection(await orderOf(db, id), await statutesOfReview(db, id));
}

/** What the rule of an exam that was held has its examiner declare by signing; null where it asks for nothing. */
export async function certificationOf(db: Kysely<DB>, reviewId: number): Promise<string | null> {
  const exam = await db
    .selectFrom('exams')
    .innerJoin('appointments', 'appointments.id', 'exams.appointment_id')
    .select('exams.rule')
    .where('exams.review_id', '=', reviewId)
    .where('appointments.status', '=', 'held')
    .orderBy('exams.appointment_id', 'desc')
    .executeTakeFirst();
  return exam?.rule.certifies || null;
}

/**
 * The newest version this reader may see: requesters a delivered one, matching nobody's. `of` names one of an expert who left the
 * matter, as it was delivered: for who ordered and staff, not for the expert who followed.
 */
export async function visibleReport(
  db: Kysely<DB>,
  actor: Actor,
  review: Pick<ReportReview, 'id' | 'kind' | 'requester_id'>,
  { version, of }: { version?: number | undefined; of?: number | undefined } = {},
) {
  if (of !== undefined && isExpertSide(actor.kind)) return undefined;
  if (!readsContents(actor.kind) || !(await isRecipient(db, actor, review))) return undefined;
  return db
    .selectFrom('reports')
    .selectAll()
    .where('review_id', '=', review.id)
    .where('left_at', of === undefined ? 'is' : 'is not', null)
    .$if(of !== undefined, (q) => q.where('id', '=', of ?? 0))
    .$if(of !== undefined || isRequesterSide(actor.kind), (q) => q.where('delivered_at', 'is not', null))
    .$if(version !== undefined, (q) => q.where('version', '=', version ?? 0))
    .orderBy(sql`version desc`)
    .executeTakeFirst();
}

/** Whether this reader is among those the report is for: a colleague who follows the review may not be. */
async function isRecipient(
  db: Kysely<DB>,
  actor: Actor,
  review: Pick<ReportReview, 'id' | 'kind' | 'requester_id'>,
): Promise<boolean> {
  if (!isFollower(actor, review)) return true;
  return isReader(actor, review, formOf(review.kind).report_readers(await orderOf(db, review.id)));
}
