import type { ConflictParty } from '../../kinds/options.ts';
import { type RawBuilder, sql } from 'kysely';
import { json } from '../../../../platform/db/json.ts';
import type { Tx } from '../../../../platform/command.ts';
import { nameKey } from '../../../experts/rules/same-name.ts';
import { BLIND_KINDS, type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { type Fields, formOf, numberIsOursWith } from '../../rules.ts';

/** Writes what lists show, sort and filter, from the fields as they are now. */
export async function deriveColumns(
  tx: Tx,
  { id: reviewId, kind }: { id: number; kind: Kind },
  fields: Fields,
): Promise<string> {
  const form = formOf(kind);
  const { specialty_id, sub_specialty_id, ...columns } = form.columns(fields);
  const ours = numberIsOursWith(form);
  await tx.system
    .updateTable('reviews')
    .set({
      ...columns,
      ...(ours && columns.claim_number === null
        ? {
            claim_number: sql<string | null>`case when organization_flag(organization_id, ${ours})
              then ${reviewNumber(kind, reviewId)} end`,
          }
        : {}),
      // ids are checked when it is ordered; a draft keeps only those that exist
      specialty_id: sql<number | null>`(select id from specialties where id = ${specialty_id})`,
      sub_specialty_id: sql<number | null>`(select id from sub_specialties where id = ${sub_specialty_id}
        and specialty_id = ${specialty_id})`,
      updated_at: tx.now,
    })
    .where('id', '=', reviewId)
    .execute();
  const named = fields['conflict_parties'];
  await writeParties(tx, reviewId, [
    ...(Array.isArray(named) ? (named as ConflictParty[]) : []),
    ...form.named_parties(fields),
  ]);
  await refreshSearch(tx, reviewId);
  return columns.subject;
}

/** Everyone experts are checked against: the list of step four, and whoever is named elsewhere in the form. */
async function writeParties(tx: Tx, reviewId: number, named: readonly ConflictParty[]): Promise<void> {
  const parties = new Map<string, { role: string; name: string }>();
  for (const { role, name } of named) {
    const key = nameKey(name);
    if (key !== '' && !parties.has(key)) parties.set(key, { role, name });
  }
  await tx.system.deleteFrom('review_parties').where('review_id', '=', reviewId).execute();
  if (parties.size === 0) return;
  await tx.system
    .insertInto('review_parties')
    .values([...parties.values()].map(({ role, name }) => ({ review_id: reviewId, role, name })))
    .execute();
}

/** A number as it is searched for, in words: by itself "WC-26-1180" is taken for a word and two negative numbers. */
const inWords = (number: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(${number}, '-/._#', '     ')`;

/** What a list's search finds: number, name, claim numbers, people of the matter, questions, and its experts once one accepted. */
export async function refreshSearch(tx: Pick<Tx, 'system'>, reviewId: number): Promise<void> {
  await sql`
    update reviews r set search = to_tsvector('simple', concat_ws(' ', r.id, r.subject, ${inWords(sql`r.claim_number`)},
      (select string_agg(p.name, ' ') from review_parties p where p.review_id = r.id),
      (select string_agg(${inWords(sql`c ->> 'number'`)}, ' ') from review_sections s, jsonb_array_elements(
        case when jsonb_typeof(s.data -> 'more_claims') = 'array' then s.data -> 'more_claims' else '[]' end) c
        where s.review_id = r.id),
      (select string_agg(coalesce(q ->> 'text', q #>> '{}'), ' ') from review_sections s, jsonb_array_elements(
        case when jsonb_typeof(s.data -> 'questions') = 'array' then s.data -> 'questions' else '[]' end) q
        where s.review_id = r.id),
      (select string_agg(concat_ws(' ', u.first_name, u.last_name, e.code), ' ') from review_experts x
        join profiles p on p.id = x.expert_profile_id join users u on u.id = p.user_id
        join expert_profiles e on e.profile_id = p.id
        where x.review_id = r.id and x.until is null and r.kind <> all(${BLIND_KINDS}::text[]))))
    where r.id = ${reviewId}`.execute(tx.system);
}

/** Stores a step's data, whole, as the next version. */
export async function storeSection(
  tx: Tx,
  reviewId: number,
  section: string,
  data: Record<string, unknown>,
  userId: number | null,
): Promise<number> {
  const row = await tx.system
    .insertInto('review_sections')
    .values({
      review_id: reviewId,
      section,
      data: json(data),
      version: 1,
      updated_at: tx.now,
      updated_by: userId,
    })
    .onConflict((oc) =>
      oc.columns(['review_id', 'section']).doUpdateSet({
        data: json(data),
        version: sql<number>`review_sections.version + 1`,
        updated_at: tx.now,
        updated_by: userId,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}
