import { type Kysely, sql } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { dateIn } from '../../../core/time.ts';
import { times } from '../../../core/money.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { keptRates } from '../../../platform/db/expert-rates.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import { loadReviewRow, type ReviewRowBeside, systemReviewRow } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { HOUR_CENTS } from '../../reviews/kinds/legal-case/prices.ts';
import type { LegalFields } from '../../reviews/kinds/legal-case/fields.ts';
import { formOf, stateName, storedFields } from '../../reviews/rules.ts';
import { type AgreementFacts, type EngagementTerms, firstTerms, type RetainerStanding, standing } from '../rules.ts';

/** A review as engagements need it, in the reader's scope. Refuses `not_found`, also for a kind without agreements. */
export async function loadEngagementReview(db: ActorDb, kind: Kind, id: number): Promise<EngagementReview> {
  if (!KINDS[kind].has_agreement) throw new Refusal('not_found');
  return loadReviewRow(db, kind, id);
}
export type EngagementReview = ReviewRowBeside;

/** The same as the system sees it; undefined for a review without agreements. */
export async function systemEngagementReview(db: Kysely<DB>, id: number): Promise<EngagementReview | undefined> {
  const review = await systemReviewRow(db, id);
  return review && KINDS[review.kind].has_agreement ? review : undefined;
}

async function orderOf(
  db: Kysely<DB>,
  { id, kind }: Pick<EngagementReview, 'id' | 'kind'>,
): Promise<Partial<LegalFields>> {
  const rows = await orderSections(db, id);
  return storedFields(formOf(kind), rows) as Partial<LegalFields>;
}

/** Who agrees, and on which matter, as the document names them; and the firm's zone, with today there, YYYY-MM-DD. */
export async function partiesOf(
  db: Kysely<DB>,
  review: EngagementReview,
  now: Date,
): Promise<{ facts: AgreementFacts; order: Partial<LegalFields>; zone: string; today: string }> {
  const order = await orderOf(db, review);
  const { name, time_zone } = await db
    .selectFrom('organizations')
    .select(['name', 'time_zone'])
    .where('id', '=', review.organization_id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ name: string }>`
    select concat_ws(', ', u.first_name || ' ' || u.last_name, nullif(e.credentials_suffix, '')) as name
    from expert_profiles e join profiles p on p.id = e.profile_id join users u on u.id = p.user_id
    where e.profile_id = ${review.expert_profile_id}`.execute(db);
  return {
    order,
    zone: time_zone,
    today: dateIn(now, time_zone),
    facts: {
      number: reviewNumber(review.kind, review.id),
      caption: order.caption ?? '',
      court: [order.court ?? '', order.jurisdiction_state ? stateName(order.jurisdiction_state) : '']
        .filter(Boolean)
        .join(', '),
      firm: name,
      expert: rows[0]?.name ?? '',
    },
  };
}

/** What the first proposal begins with, and whether the expert's own rates are in it. */
export async function startingTerms(
  db: Kysely<DB>,
  review: EngagementReview,
  order: Partial<LegalFields>,
  today: string,
): Promise<{ terms: EngagementTerms; has_rates: boolean }> {
  const rates = await keptRates(db, [review.expert_profile_id ?? 0], review.kind, today);
  // where the expert keeps no rate, an hour costs what the order's price counts
  const priced = await db
    .selectFrom('reviews as r')
    .innerJoin('sub_specialties as s', 's.id', 'r.sub_specialty_id')
    .select('s.price_modifier')
    .where('r.id', '=', review.id)
    .executeTakeFirst();
  const hour_cents = times(HOUR_CENTS, priced?.price_modifier ?? 1);
  const step_minutes = (await organizationFlag(db, review.organization_id, 'record_time_in_six_minute_steps')) ? 6 : 1;
  return {
    terms: firstTerms(order, rates, { hourly_cents: hour_cents, step_minutes }),
    has_rates: rates.some(({ unit }) => unit !== 'review'),
  };
}

/** The versions of an agreement, the newest first: what was talked over with somebody who is off the matter is no business of who came after. */
export const versionsFor = (db: Kysely<DB>, actor: Actor, reviewId: number) =>
  db
    .selectFrom('agreement_versions as v')
    .innerJoin('users as u', 'u.id', 'v.proposed_by')
    .selectAll('v')
    .select(fullNameOf('u').as('by'))
    .where('v.review_id', '=', reviewId)
    .$if(isExpertSide(actor.kind), (q) => q.where('v.expert_profile_id', 'in', actor.expert_profile_ids))
    .orderBy('v.version', 'desc')
    .execute();

/** Who signed which version, in the order in which they did. */
export const signaturesOf = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
    .select(['s.version_id', 's.side', 's.name', 's.signed_at', 's.ip'])
    .where('v.review_id', '=', reviewId)
    .orderBy('s.id')
    .execute();

/** The version of an agreement that waits to be signed; undefined where none does. */
export const openVersion = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('agreement_versions')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('status', '=', 'open')
    .executeTakeFirst();

/** The agreement that holds for a matter, with its terms; undefined before both have signed. */
export const heldAgreement = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('engagements as e')
    .innerJoin('agreement_versions as v', 'v.id', 'e.version_id')
    .select([
      'e.review_id',
      'e.version_id',
      'e.agreed_at',
      'e.rests_since',
      'v.terms',
      'v.version',
      'v.expert_profile_id',
    ])
    .select(
      // a later version does not undo what was agreed before it
      sql<Date>`coalesce((select min(w.both) from (select max(s.signed_at) as both from agreement_signatures s
        join agreement_versions x on x.id = s.version_id
        where x.review_id = e.review_id and x.expert_profile_id = v.expert_profile_id
        group by x.id having count(distinct s.side) = 2) w), e.agreed_at)`.as('first_agreed_at'),
    )
    .where('e.review_id', '=', reviewId)
    .executeTakeFirst();
export type HeldAgreement = NonNullable<Awaited<ReturnType<typeof heldAgreement>>>;

/** How the retainer of a matter stands: the sums of all that happened to it. */
export async function retainerOf(db: Kysely<DB>, reviewId: number): Promise<RetainerStanding> {
  const rows = await db
    .selectFrom('retainer_movements')
    .select([
      'event',
      (eb) => eb.fn.sum<number>('cents').as('cents'),
      (eb) => eb.fn.sum<number>('settles_cents').as('settles_cents'),
    ])
    .where('review_id', '=', reviewId)
    .groupBy('event')
    .execute();
  return standing(rows);
}

/** What recorded time and expenses took of a retainer, and what came back of it (negative), with when. Cents. */
export async function retainerDrawn(
  db: Kysely<DB>,
  reviewId: number,
): Promise<{ at: Date; cents: number; cause: 'time_entry' | 'expense'; cause_id: number }[]> {
  const rows = await db
    .selectFrom('retainer_movements')
    .select(['event', 'cents', 'at'])
    // what was taken has its cause
    .select([sql<'time_entry' | 'expense'>`cause`.as('cause'), sql<number>`cause_id`.as('cause_id')])
    .where('review_id', '=', reviewId)
    .where('event', 'in', ['used', 'unused'])
    .where('cause', 'in', ['time_entry', 'expense'])
    .orderBy('id')
    .execute();
  return rows.map(({ event, cents, ...row }) => ({ ...row, cents: event === 'used' ? cents : -cents }));
}

/** Whether the last agreement both signed says that no drafts are kept, also once it has ended. */
export async function keepsNoDrafts(db: Kysely<DB>, reviewId: number): Promise<boolean> {
  const version = await db
    .selectFrom('agreement_versions as v')
    .select('v.terms')
    .where('v.review_id', '=', reviewId)
    .where('v.status', 'in', ['signed', 'ended'])
    .where((eb) =>
      eb(
        eb
          .selectFrom('agreement_signatures as s')
          .select((of) => of.fn.countAll().as('signed'))
          .whereRef('s.version_id', '=', 'v.id'),
        '=',
        2,
      ),
    )
    .orderBy('v.version', 'desc')
    .executeTakeFirst();
  return version?.terms.no_drafts === true;
}
