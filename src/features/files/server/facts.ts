import type { ReviewStatus } from '../../reviews/rules.ts';
import type { ExpertOfReview } from '../../../core/experts.ts';
import { expertsOf, invitedAt } from '../../../platform/db/experts.ts';
import { datedFrom, datesFrom, isNew, storedCharts, EVERY_CHART } from '../../reviews/rules.ts';
import { fullName } from '../../../core/names.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { FileView } from '../contract.ts';
import { readOf } from './read-so-far.ts';
import {
  batesPrefix,
  batesText,
  fileAbilities,
  type FileFacts,
  inOrder,
  isFileCategory,
  keepsPagesSeen,
  mayHandleFiles,
  mayReadContent,
  maySeeFile,
  recordFlags,
  recordRules,
  shownAs,
  type RecordRules,
} from '../rules.ts';

export interface FileReview {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  bucket: string;
  subject: string;
  organization_id: number;
  requester_id: number;
  experts: ExpertOfReview[];
}

/** The review in the actor's scope; absent, another tenant's, or under another kind's path: 404. */
export async function loadFileReview(db: ActorDb, id: number, kind?: Kind): Promise<FileReview> {
  const row = await db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.bucket',
      'reviews.subject',
      'reviews.organization_id',
      'reviews.requester_id',
      expertsOf('reviews.id').as('experts'),
    ])
    .where('reviews.id', '=', id)
    .executeTakeFirst();
  if (!row || (kind && row.kind !== kind)) throw new Refusal('not_found');
  return row as FileReview;
}

/** What the review's organization lets its records be. */
export async function recordRulesOf(
  db: Kysely<DB>,
  { kind, organization_id }: Pick<FileReview, 'kind' | 'organization_id'>,
): Promise<RecordRules> {
  const { rows } = await sql<{ name: string; value: boolean }>`
    select name, organization_flag(${organization_id}, name) as value
    from unnest(${recordFlags(kind)}::text[]) name`.execute(db);
  return recordRules(kind, (flag) => rows.some((r) => r.name === flag && r.value));
}

/** The charts a file of the review can belong to: those of its order, and all of them. */
export async function chartKeysOf(db: Kysely<DB>, reviewId: number): Promise<ReadonlySet<string>> {
  const row = await db
    .selectFrom('review_sections')
    .select('data')
    .where('review_id', '=', reviewId)
    .where('section', '=', 'step_three')
    .executeTakeFirst();
  return new Set([EVERY_CHART, ...storedCharts(row?.data).map(({ key }) => key)]);
}

/** A review for who holds a link about it, unscoped. */
export async function loadAnyReview(db: Kysely<DB>, id: number): Promise<FileReview> {
  const row = await db
    .selectFrom('reviews')
    .select(['id', 'kind', 'status', 'bucket', 'subject', 'organization_id', 'requester_id'])
    .select(expertsOf('reviews.id').as('experts'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row as FileReview;
}

const COLUMNS = [
  'files.id',
  'files.review_id',
  'files.uploaded_by',
  'files.name',
  'files.size_bytes',
  'files.content_type',
  'files.sha256',
  'files.storage_key',
  'files.pages',
  'files.pages_asked',
  'files.has_text',
  'files.category',
  'files.chart_key',
  'files.visible_to_expert',
  'files.visible_to_attendees',
  'files.position',
  'files.status',
  'files.failure',
  'files.damaged_at',
  'files.scan_status',
  'files.scan_fault',
  'files.bates_from',
  'files.bates_to',
  'files.created_at',
] as const;

/** Where a file lay in the folder it was sent from. */
const PATH: RawBuilder<string | null> = sql`(select u.metadata ->> 'path' from uploads u
  where u.review_id = files.review_id and u.file_id = files.id limit 1)`;

/** Where it was fetched from. */
const SOURCE: RawBuilder<string | null> = sql`(select u.metadata ->> 'source' from uploads u
  where u.review_id = files.review_id and u.file_id = files.id limit 1)`;

export interface FileRow extends FileFacts {
  status: FileView['status'];
  id: number;
  review_id: number;
  uploaded_by: number | null;
  name: string;
  size_bytes: number;
  content_type: string;
  sha256: string | null;
  storage_key: string;
  pages: number | null;
  pages_asked: boolean;
  scan_fault: string | null;
  has_text: boolean | null;
  category: string | null;
  chart_key: string | null;
  path: string | null;
  source: string | null;
  position: number;
  failure: string | null;
  damaged_at: Date | null;
  bates_from: number | null;
  bates_to: number | null;
  created_at: Date;
}

/** Whether anybody is invited to the review's call beside its two sides. */
export async function isAttended(db: Kysely<DB>, reviewId: number): Promise<boolean> {
  const found = await db
    .selectFrom('appointment_attendees')
    .select('id')
    .where('review_id', '=', reviewId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A review's files in order, unfiltered; the review was loaded in scope before. */
export async function filesOf(db: ActorDb, reviewId: number): Promise<FileRow[]> {
  return inOrder(
    (await db
      .selectFrom('files')
      .select(COLUMNS)
      .select([PATH.as('path'), SOURCE.as('source')])
      .where('files.review_id', '=', reviewId)
      .where('files.deleted_at', 'is', null)
      .execute()) as FileRow[],
  );
}

/** A file the actor may know of, with its review; anything else is 404, so that ids tell nothing. */
export async function loadFile(
  db: ActorDb,
  actor: Actor,
  fileId: number,
): Promise<{ file: FileRow; review: FileReview }> {
  const file = (await db
    .selectFrom('files')
    .select(COLUMNS)
    .select([PATH.as('path'), SOURCE.as('source')])
    .where('files.id', '=', fileId)
    .where('files.deleted_at', 'is', null)
    .executeTakeFirst()) as FileRow | undefined;
  if (!file) throw new Refusal('not_found');
  const review = await loadFileReview(db, file.review_id);
  if (!maySeeFile(actor, review, file)) throw new Refusal('not_found');
  return { file, review };
}

/** Files as the actor sees them, in order: what it may not know of is left out, also as somebody's duplicate. */
export async function presentFiles(
  executor: Kysely<DB>,
  actor: Actor,
  review: FileReview,
  rows: readonly FileRow[],
): Promise<FileView[]> {
  const seen = rows.filter((row) => maySeeFile(actor, review, row));
  const from = isExpertSide(actor.kind)
    ? datesFrom(actor.kind, review.kind, await invitedAt(executor, review.id, actor.expert_profile_ids))
    : null;
  const read = keepsPagesSeen(actor) ? await readOf(executor, actor, review.id) : null;
  const people = await uploaders(executor, seen);
  const prefix = await prefixOf(executor, review.organization_id);
  const first = new Map<string, FileRow>();
  for (const row of seen.toSorted((a, b) => a.id - b.id)) {
    if (row.sha256 && !first.has(row.sha256)) first.set(row.sha256, row);
  }
  return seen.map((row) => {
    const original = row.sha256 ? first.get(row.sha256) : undefined;
    return {
      id: row.id,
      review_id: row.review_id,
      name: row.name,
      size_bytes: row.size_bytes,
      content_type: row.content_type,
      pages: row.pages,
      pages_asked: row.pages_asked,
      has_text: row.has_text,
      category: row.category !== null && isFileCategory(row.category) ? row.category : null,
      chart_key: row.chart_key,
      pages_seen: read ? (read.seen.get(row.id) ?? 0) : null,
      is_new:
        read !== null && isNew({ seen: read.seen.get(row.id) ?? 0, created_at: row.created_at }, read.accepted_at),
      path: mayHandleFiles(actor, review) ? row.path : null,
      source: mayHandleFiles(actor, review) && row.source === 'box' ? 'box' : null,
      visible_to_expert: row.visible_to_expert,
      visible_to_attendees: row.visible_to_attendees,
      ...shownAs(row),
      scan_status: row.scan_status as FileView['scan_status'],
      sha256: mayReadContent(actor, review, row) ? row.sha256 : null,
      bates_from: row.bates_from === null ? null : batesText(prefix, row.bates_from),
      bates_to: row.bates_to === null ? null : batesText(prefix, row.bates_to),
      position: row.position,
      created_at: datedFrom(from, row.created_at).toISOString(),
      uploaded_by: row.uploaded_by === null ? null : (people.get(row.uploaded_by) ?? null),
      same_content_as: original && original.id !== row.id ? { id: original.id, name: original.name } : null,
      abilities: fileAbilities(actor, review, row),
    };
  });
}

async function uploaders(
  executor: Kysely<DB>,
  rows: readonly FileRow[],
): Promise<Map<number, { id: number; name: string }>> {
  const ids = [...new Set(rows.flatMap((row) => row.uploaded_by ?? []))];
  if (ids.length === 0) return new Map();
  const users = await executor
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(users.map((u) => [u.id, { id: u.id, name: fullName(u) }]));
}

async function prefixOf(executor: Kysely<DB>, organizationId: number): Promise<string> {
  return batesPrefix(
    await executor
      .selectFrom('organizations')
      .select(['name', 'shortest_name', 'preferred_short_name'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow(),
  );
}

/** One after the other: whatever numbers or sorts a review's files holds this for its transaction. */
export async function lockFiles(trx: Kysely<DB>, reviewId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${reviewId}`}, 0))`.execute(trx);
}
