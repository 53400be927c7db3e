import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { resultsElsewhere } from '../../../platform/db/results-elsewhere.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { LinksView } from '../contract.ts';
import { allowsSharing, linkState, needsPermit, seesLinks, sharesReports, sharingRefused } from '../rules.ts';

/** A review as its links need it, in the reader's scope. Refuses `not_found`. */
export async function sharedReview(db: ActorDb, kind: Kind, id: number) {
  const review = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.kind', 'reviews.organization_id', 'reviews.requester_id'])
    .select(sql<string>`(select o.time_zone from organizations o where o.id = reviews.organization_id)`.as('time_zone'))
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}
export type SharedReview = Awaited<ReturnType<typeof sharedReview>>;

/** The newest delivered version of who leads the review, as far as its signed PDF is there; undefined: there is none. */
export const newestDelivered = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'version'])
    .where('review_id', '=', reviewId)
    .where('left_at', 'is', null)
    .where('delivered_at', 'is not', null)
    .where('pdf_storage_key', 'is not', null)
    .orderBy('version', 'desc')
    .executeTakeFirst();

/** What allows the report of a confidential review to be shared; undefined: nothing does. */
export const livePermit = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('public_report_permits as p')
    .innerJoin('users as u', 'u.id', 'p.allowed_by')
    .select(['p.id', 'p.reason', 'p.allowed_at', fullNameOf('u').as('by')])
    .where('p.review_id', '=', reviewId)
    .where('p.ended_at', 'is', null)
    .executeTakeFirst();

/** Links with their report and review. Unscoped: the caller has the review, or what opens the link. */
export const links = (db: Kysely<DB>) =>
  db
    .selectFrom('public_report_links as l')
    .innerJoin('reports as p', 'p.id', 'l.report_id')
    .innerJoin('reviews as r', 'r.id', 'l.review_id')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .innerJoin('users as u', 'u.id', 'l.made_by')
    .selectAll('l')
    .select([
      'p.version',
      'p.left_at',
      'p.pdf_storage_key',
      'p.pdf_sha256',
      'p.pdf_pages',
      'p.signature_name',
      'p.signed_at',
      'p.verification_code',
      'r.kind',
      'r.organization_id',
      'o.name as organization',
      fullNameOf('u').as('maker'),
      sql<string | null>`p.snapshot ->> 'title'`.as('title'),
      sql<string | null>`nullif(p.snapshot ->> 'confidentiality', '')`.as('confidentiality'),
    ])
    .orderBy('l.id', 'desc');
export type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['execute']>>[number];

/** How a link stands now. */
export const stateOf = (row: LinkRow, now: Date) =>
  linkState({ ...row, there: row.pdf_storage_key !== null && row.pdf_sha256 !== null }, now);

/** The links of a review as its sides read them; none of them for who is not to know. */
export async function linksOf(db: Kysely<DB>, actor: Actor, review: SharedReview, now: Date): Promise<LinksView> {
  const sees = seesLinks(actor, review);
  const rows = sees ? await links(db).where('l.review_id', '=', review.id).execute() : [];
  const newest = await newestDelivered(db, review.id);
  const permit = needsPermit(review.kind) ? await livePermit(db, review.id) : undefined;
  const version = newest?.version ?? null;
  const elsewhere = (await resultsElsewhere(db, review.id)) !== null;
  const facts = { kind: review.kind, version, permitted: permit !== undefined, elsewhere };
  const refused = sharingRefused(facts, version ?? 0);
  const shares = sharesReports(actor, review);
  return {
    links: rows.map((row) => ({
      id: row.id,
      version: row.version,
      audience: row.audience,
      state: stateOf(row, now),
      has_passcode: row.passcode_hash !== null,
      made_by: row.maker,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      locked_until: row.locked_until?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      views: row.views,
      last_viewed_at: row.last_viewed_at?.toISOString() ?? null,
    })),
    version,
    permit:
      sees && needsPermit(review.kind)
        ? {
            allowed: permit ? { by: permit.by, at: permit.allowed_at.toISOString(), reason: permit.reason } : null,
          }
        : null,
    today: dateIn(now, review.time_zone),
    time_zone: review.time_zone,
    can: {
      make: shares && refused === null,
      make_refused: shares ? refused : null,
      end: shares,
      allow: allowsSharing(actor),
    },
  };
}
