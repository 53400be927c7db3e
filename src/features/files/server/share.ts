import type { ShareRecords } from '../ports.ts';
import { sql } from 'kysely';
import { canBeShared } from '../../../platform/db/shared-records.ts';
import { announce } from './commands.ts';
import { lockFiles } from './facts.ts';

/**
 * Another review's own rows over the same bytes (see the port): who sees them, how they are numbered and when they go is
 * each review's own; charts and page numbers stay, so that both cite a page by the same number. Files still being
 * checked and those that failed are left out, and so is what came of the first report: the report itself, and what the
 * provider answered. A provider's statement, made as a page by this product, carries the review's number: the other
 * review gets one of its own (see `outside.statement_record`).
 */
export const shareRecords: ShareRecords = async (tx, { from, to, files }) => {
  // a file removed at this moment is either gone before it is shared, or its bytes are kept
  for (const id of [from, to].toSorted((a, b) => a - b)) await lockFiles(tx.system, id);
  const only = files ? sql`and id = any(${[...files]}::bigint[])` : sql``;
  const { rows } = await sql<{ id: number }>`
    insert into files (review_id, uploaded_by, name, size_bytes, content_type, sha256, storage_key, pages, pages_asked, has_text,
      category, chart_key, visible_to_expert, position, version, status, scan_status, scan_fault, scan_tries, bates_from, bates_to, damaged_at, created_at)
    select ${to}, uploaded_by, name, size_bytes, content_type, sha256, storage_key, pages, pages_asked, has_text,
      category, chart_key, visible_to_expert, position, version, status, scan_status, scan_fault, scan_tries, bates_from, bates_to, damaged_at, ${tx.now}
    from files where ${canBeShared(from)} ${only}
    order by position, id
    returning id`.execute(tx.system);
  if (rows.length > 0 || !files) await announce(tx, to);
  return rows.length;
};
