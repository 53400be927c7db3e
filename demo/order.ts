import type { Kysely } from 'kysely';
import { json } from '../src/platform/db/json.ts';
import type { DB } from '../src/platform/db/types.ts';
import type { DemoMatter } from './matters/types.ts';

/** Names the matters use where the taxonomy has its own. */
const SUB_SPECIALTY: Record<string, string> = {
  MFM: 'Maternal-fetal',
  'RN L&D': 'RN labor and delivery',
  'Pediatric EM': 'Pediatric',
  'Hip/Knee': 'Hip and knee',
  LTC: 'Long-term care',
};

/** The matter's specialty and sub-specialty in the taxonomy. Throws when there is none. */
export async function fieldOf(
  db: Kysely<DB>,
  matter: DemoMatter,
): Promise<{ specialty_id: number; sub_specialty_id: number }> {
  const subName = SUB_SPECIALTY[matter.sub_specialty ?? ''] ?? matter.sub_specialty ?? 'General';
  const field = await db
    .selectFrom('sub_specialties')
    .innerJoin('specialties', 'specialties.id', 'sub_specialties.specialty_id')
    .select(['specialties.id as specialty_id', 'sub_specialties.id as sub_specialty_id'])
    .where('specialties.name', '=', matter.specialty)
    .where('sub_specialties.name', '=', subName)
    .executeTakeFirst();
  if (!field) throw new Error(`${matter.key}: the taxonomy has no ${matter.specialty}, ${subName}.`);
  return field;
}

/** The matter's records as uploads leave them, and what an upload would have announced. */
export async function addRecords(
  db: Kysely<DB>,
  id: number,
  matter: DemoMatter,
  keyOf: (matter: string, index: number) => string,
  at: Date,
): Promise<void> {
  let bates = 1;
  for (const [i, record] of matter.records.entries()) {
    await db
      .insertInto('files')
      .values({
        review_id: id,
        name: record.name,
        size_bytes: 1,
        content_type: 'application/pdf',
        storage_key: keyOf(matter.key, i),
        pages: record.pages,
        has_text: !record.scan,
        category: record.category,
        visible_to_expert: record.visible_to_expert,
        position: i,
        status: 'ready',
        bates_from: bates,
        bates_to: bates + record.pages - 1,
        created_at: at,
      })
      .execute();
    bates += record.pages;
  }
  await db
    .insertInto('outbox')
    .values({
      topic: 'files.changed',
      payload: json({ review_id: id }),
      review_id: id,
      created_at: at,
    })
    .execute();
}
