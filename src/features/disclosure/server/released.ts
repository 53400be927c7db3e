import { type Kysely, sql } from 'kysely';
import { calledByContent } from '../../../core/file-type-words.ts';
import { FILE_TYPES } from '../../../core/file-types.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { batesPrefix, batesRangeText, batesText, categoryLabel, FILE_CATEGORY_NAMES } from '../../files/rules.ts';
import { exhibitLabel, type PacketExhibit, type ReleasedFile } from '../rules.ts';

/** Bytes of exhibits that are put into one packet. */
const MOST_EXHIBIT_BYTES = 80 * 1024 * 1024;

/** A released file with what its pages need. */
export interface Released extends ReleasedFile {
  storage_key: string;
  sha256: string | null;
  size_bytes: number;
  is_pdf: boolean;
  called: string;
  damaged: boolean;
}

/**
 * Every file that was released to the expert, in reading order: those they can open now, and those that were hidden or taken out after
 * they came to the matter; `until` an instant: until then. Who opened what is not asked.
 */
export async function releasedFiles(
  db: Kysely<DB>,
  review: ReviewRowBeside,
  until: Date | null = null,
): Promise<Released[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    category: string | null;
    pages: number | null;
    bates_from: number | null;
    bates_to: number | null;
    removed: boolean;
    storage_key: string;
    sha256: string | null;
    size_bytes: number;
    content_type: string;
    damaged: boolean;
  }>`
    with came as (select max(x.since) as at from review_experts x
      where x.review_id = ${review.id} and x.expert_profile_id = ${review.expert_profile_id})
    select f.id, f.name, f.category, f.pages, f.bates_from, f.bates_to, f.storage_key, f.sha256, f.size_bytes, f.content_type,
      f.damaged_at is not null as damaged, (f.deleted_at is not null or not f.visible_to_expert) as removed
    from files f, came
    where f.review_id = ${review.id} and f.status = 'ready' and f.scan_status in ('clean', 'not_scanned')
      and (f.deleted_at is null or f.deleted_at > came.at)
      and (f.visible_to_expert or exists (select from audit_rows a where a.review_id = ${review.id}
        and a.action = 'file.hide' and a.subject = 'file:' || f.id and a.at > came.at))
      -- what came, or was shown, after they left was never theirs
      and (${until}::timestamptz is null or (f.created_at <= ${until} and (select a.action from audit_rows a
        where a.review_id = ${review.id} and a.action in ('file.hide', 'file.show') and a.subject = 'file:' || f.id and a.at > ${until}
        order by a.at, a.id limit 1) is distinct from 'file.show'))
    order by f.position, f.id`.execute(db);
  const organization = await db
    .selectFrom('organizations')
    .select(['name', 'shortest_name', 'preferred_short_name'])
    .where('id', '=', review.organization_id)
    .executeTakeFirstOrThrow();
  const prefix = batesPrefix(organization);
  const number = (at: number | null): string | null => (at === null ? null : batesText(prefix, at));
  return rows.map(({ bates_from, bates_to, category, content_type, ...row }) => {
    const known = FILE_CATEGORY_NAMES.find((one) => one === category);
    return {
      ...row,
      category: known ? categoryLabel(known) : null,
      bates: batesRangeText(number(bates_from), number(bates_to)),
      is_pdf: content_type === FILE_TYPES.pdf.content_type,
      called: calledByContent(content_type),
    };
  });
}

/** What a list of records says of a file. */
export const asListed = ({ id, name, category, pages, bates, removed, sha256 }: Released): ReleasedFile => ({
  id,
  name,
  category,
  pages,
  bates,
  removed,
  sha256,
});

/** The exhibits with their labels: with the pages of those that are PDFs, and of the others why they come apart. */
export function exhibitsOf(files: readonly Released[]): PacketExhibit[] {
  let bytes = 0;
  return files.map((file, at) => {
    const why = file.damaged
      ? 'Its stored file is damaged.'
      : !file.is_pdf
        ? `It is ${file.called}.`
        : bytes + file.size_bytes > MOST_EXHIBIT_BYTES
          ? 'The packet would be too large with it.'
          : null;
    if (why === null) bytes += file.size_bytes;
    return {
      label: exhibitLabel(at),
      file_id: file.id,
      name: file.name,
      bates: file.bates,
      pdf: why === null ? { name: file.name, pages: file.pages, sha256: file.sha256 ?? '' } : null,
      apart: why,
    };
  });
}
