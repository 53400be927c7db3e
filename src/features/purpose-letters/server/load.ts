import { sql } from 'kysely';
import { type Actor, isRequesterSide, isStaff, readsContents } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { categoryLabel, isFileCategory } from '../../files/rules.ts';
import { formOf, officesOf, stateName, storedFields } from '../../reviews/rules.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import { type ImeFields, imeSubject } from '../../reviews/kinds/ime/fields.ts';
import { BODY_PART_STANDINGS, IME_ISSUES } from '../../reviews/kinds/ime/options.ts';
import { PARTY_ROLES } from '../../reviews/kinds/options.ts';
import type { PurposeLetterView } from '../contract.ts';
import {
  LETTER_ACTS,
  letterAfter,
  type LetterAct,
  type LetterBody,
  type LetterFacts,
  type LetterSide,
  type LetterState,
  USUAL_CLOSING,
} from '../rules.ts';

/** A review as its letter needs it, in the reader's scope. Refuses `not_found`, also for a kind nobody is examined for. */
export async function loadLetterReview(db: ActorDb, kind: Kind, id: number) {
  if (!KINDS[kind].has_exam) throw new Refusal('not_found');
  const review = await db
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.requester_id',
      'organizations.name as organization',
      'organizations.time_zone',
      sql<boolean>`organization_flag(reviews.organization_id, 'allow_ime_purpose_letter_writing_service')`.as(
        'service',
      ),
      sql<boolean>`organization_flag(reviews.organization_id, 'allow_ime_purpose_letter_upload')`.as('upload'),
    ])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}
export type LetterReview = Awaited<ReturnType<typeof loadLetterReview>>;

/** Whether letters are still taken: until a report is signed, and while the review goes on. */
export function takesLetters({ kind, status }: LetterReview): boolean {
  const { bucket, report, finished } = stateRow(kind, status);
  const written = report === 'signed' || report === 'checking' || report === 'delivered';
  return (bucket === 'draft' || bucket === 'active') && !written && !finished;
}

/** The sides a person can act for on this review: staff who may do everything act for both, who only follows it for none. */
export function sidesOf(actor: Actor, { requester_id }: LetterReview): LetterSide[] {
  const offices = officesOf(actor, { requester_id, invitation: null, experts: [] });
  return [
    ...(offices.has('requester') ? (['requester'] as const) : []),
    ...(offices.has('clin_ops') ? (['writer'] as const) : []),
  ];
}

/** The state after an act of this person, or null where it cannot be taken now. */
export function nextState(actor: Actor, review: LetterReview, state: LetterState, act: LetterAct): LetterState | null {
  const open = takesLetters(review);
  for (const side of sidesOf(actor, review)) {
    const next = letterAfter(state, act, { side, service: review.service, open });
    if (next) return next;
  }
  return null;
}

async function orderOf(db: ActorDb, { id, kind }: LetterReview): Promise<Partial<ImeFields>> {
  const rows = await orderSections(db.executor, id);
  return storedFields(formOf(kind), rows) as Partial<ImeFields>;
}

const labelOf = (rows: readonly { value: string; label: string }[], value: string): string =>
  (rows.find((row) => row.value === value)?.label ?? value).toLowerCase();

/** What the order and its records bring into the letter. */
async function factsOf(db: ActorDb, review: LetterReview, order: Partial<ImeFields>): Promise<LetterFacts> {
  const records = await db
    .selectFrom('files')
    .select(['files.name', 'files.category', 'files.pages'])
    .where('files.review_id', '=', review.id)
    .where('files.deleted_at', 'is', null)
    .where('files.status', '<>', 'failed')
    .where('files.visible_to_expert', '=', true)
    .where(sql<boolean>`files.category is distinct from 'purpose_letter'`)
    .orderBy('files.position')
    .execute();
  return {
    number: reviewNumber(review.kind, review.id),
    organization: review.organization,
    claim_numbers: [order.claim_number ?? '', ...(order.more_claims ?? []).map(({ number }) => number)].filter(Boolean),
    examinee: imeSubject(order),
    born_on: order.examinee_dob ?? null,
    injured_on: order.date_of_injury ?? null,
    jurisdiction: order.jurisdiction_state ? stateName(order.jurisdiction_state) : null,
    body_parts: (order.body_parts ?? []).map(({ part, standing }) => ({
      part,
      standing: standing ? labelOf(BODY_PART_STANDINGS, standing) : 'claimed',
    })),
    parties: (order.conflict_parties ?? []).map(({ name, role }) => ({ name, role: labelOf(PARTY_ROLES, role) })),
    records: records.map(({ name, category, pages }) => ({
      name,
      category: category !== null && isFileCategory(category) ? categoryLabel(category) : '',
      pages,
    })),
  };
}

/** The row of a letter; undefined before anything was written. */
export const letterRow = (db: ActorDb, reviewId: number) =>
  db.executor.selectFrom('purpose_letters').selectAll().where('review_id', '=', reviewId).executeTakeFirst();

/** The letter of a review as whoever orders it, or staff who may read its contents, see it. Refuses `not_found` to others. */
export async function letterOf(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<PurposeLetterView> {
  const review = await loadLetterReview(db, kind, id);
  if (!(isRequesterSide(actor.kind) || isStaff(actor.kind)) || !readsContents(actor.kind))
    throw new Refusal('not_found');
  const order = await orderOf(db, review);
  const row = await letterRow(db, id);
  const versions = await db.executor
    .selectFrom('purpose_letter_versions')
    .innerJoin('users', 'users.id', 'purpose_letter_versions.made_by')
    .selectAll('purpose_letter_versions')
    .select(fullNameOf('users').as('by'))
    .where('review_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  const state = row?.state ?? 'none';
  const uploaded =
    state === 'none'
      ? await db
          .selectFrom('files')
          .select('files.name')
          .where('files.review_id', '=', id)
          .where('files.category', '=', 'purpose_letter')
          .where('files.deleted_at', 'is', null)
          .where('files.status', '<>', 'failed')
          .orderBy('files.id', 'desc')
          .executeTakeFirst()
      : undefined;
  const usual: LetterBody = {
    background: order.background ?? '',
    questions: order.questions ?? [],
    closing: USUAL_CLOSING,
    operated_on: null,
    improvement: 'unknown',
  };
  const form = formOf(kind);
  const can = Object.fromEntries(
    LETTER_ACTS.map((act) => [act, nextState(actor, review, state, act) !== null]),
  ) as Record<LetterAct, boolean>;
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    state,
    lock_version: row?.lock_version ?? 0,
    body: row?.body ?? usual,
    facts: await factsOf(db, review, order),
    uploaded: uploaded?.name ?? null,
    today: dateIn(now, review.time_zone),
    returned_reason: row?.returned_reason ?? '',
    question_bank: form.question_bank.map(({ issue, text }) => ({
      group: IME_ISSUES.find(({ value }) => value === issue)?.label ?? issue,
      text,
    })),
    versions: versions.map((one) => ({
      version: one.version,
      kept_as: one.kept_as,
      text: one.text,
      returned_reason: one.returned_reason,
      made_by: one.by,
      made_at: one.made_at.toISOString(),
      file_id: one.file_id,
    })),
    can: {
      ...can,
      upload: review.upload && takesLetters(review) && sidesOf(actor, review).includes('requester'),
    },
  };
}
