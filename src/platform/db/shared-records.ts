import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './types.ts';

/**
 * Of `files`: that it is there, and a record of its review which another may be given. What came of the review stays with it: its report, and what
 * came in by a link.
 */
export const canBeShared = (reviewId: number): RawBuilder<boolean> => sql<boolean>`(
  files.review_id = ${reviewId} and files.deleted_at is null and files.status = 'ready'
  and not exists (select 1 from reports p where p.review_id = ${reviewId} and p.pdf_sha256 = files.sha256)
  and not exists (select 1 from outside_links l where l.file_id = files.id))`;

/** The files of a review that can go with another of its organization, in the order they are shown. */
export const filesToGo = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'pages', 'visible_to_expert'])
    .where(canBeShared(reviewId))
    .orderBy('position')
    .orderBy('id')
    .execute();
