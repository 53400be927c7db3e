import { type RawBuilder, sql } from 'kysely';

/**
 * Of `files`: that it is there, and a record of its review which another may be given. What came of the review stays with it: its report, and what
 * came in by a link.
 */
export const canBeShared = (reviewId: number): RawBuilder<boolean> => sql<boolean>`(
  files.review_id = ${reviewId} and files.deleted_at is null and files.status = 'ready'
  and not exists (select 1 from reports p where p.review_id = ${reviewId} and p.pdf_sha256 = files.sha256)
  and not exists (select 1 from outside_links l where l.file_id = files.id))`;
