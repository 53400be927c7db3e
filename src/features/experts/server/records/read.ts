import type { Kysely } from 'kysely';
import { type Actor, isStaff, seesPrices } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { ExpertChangeView, ExpertRecordsView } from '../../contract/records.ts';
import { decidesOnApplications } from '../../rules/application-desk.ts';
import { stillHolds } from '../../rules/credential-ends.ts';
import { keepsRecords } from '../../rules/records.ts';
import { namesOf } from '../application-moves.ts';
import { papersById } from './documents.ts';
import { recordsOf } from './tables.ts';

/** Whose records these are, where the reader is that expert, assists them, or is of the staff. Refuses `not_found`. */
export async function expertInReach(db: Kysely<DB>, actor: Actor, profileId: number) {
  const row =
    isStaff(actor.kind) || actor.expert_profile_ids.includes(profileId)
      ? await db
          .selectFrom('expert_profiles as e')
          .innerJoin('profiles as p', 'p.id', 'e.profile_id')
          .innerJoin('users as u', 'u.id', 'p.user_id')
          .select(['e.profile_id', 'u.id as user_id', 'u.first_name', 'u.last_name', 'u.time_zone'])
          .where('e.profile_id', '=', profileId)
          .executeTakeFirst()
      : undefined;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** The experts whose records the reader keeps, by name. */
export async function keptExperts(db: Kysely<DB>, actor: Actor): Promise<{ profile_id: number; name: string }[]> {
  if (actor.expert_profile_ids.length === 0) return [];
  const rows = await db
    .selectFrom('expert_profiles as e')
    .innerJoin('profiles as p', 'p.id', 'e.profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['e.profile_id', 'u.first_name', 'u.last_name'])
    .where('e.profile_id', 'in', actor.expert_profile_ids)
    .orderBy('u.last_name')
    .orderBy('e.profile_id')
    .execute();
  return rows.map((row) => ({ profile_id: row.profile_id, name: fullName(row) }));
}

/**
 * What an expert keeps and said, as far as the reader may see it: whoever assists sees no amounts, nor do those of the
 * staff who neither see prices nor check what experts say.
 */
export async function readRecords(
  db: Kysely<DB>,
  actor: Actor,
  profileId: number,
  now: Date,
): Promise<ExpertRecordsView> {
  const expert = await expertInReach(db, actor, profileId);
  const keeps = keepsRecords(actor.kind);
  const seesAmounts = seesPrices(actor.kind) || decidesOnApplications(actor.kind);
  const isSeen = (part: ExpertChangeView['part']): boolean =>
    isStaff(actor.kind) ? part !== 'rate' || seesAmounts : keeps.includes(part);
  const [records, changes, papers] = await Promise.all([
    recordsOf(db, profileId),
    db
      .selectFrom('expert_changes')
      .selectAll()
      .where('expert_profile_id', '=', profileId)
      .where('status', 'in', ['to_verify', 'returned'])
      .orderBy('id')
      .execute(),
    papersById(db, profileId, actor),
  ]);
  const names = await namesOf(db, [
    ...records.map(({ verified_by }) => verified_by),
    ...changes.flatMap(({ said_by, decided_by }) => [said_by, decided_by]),
  ]);
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
  const paperOf = (id: number | null) => (id === null ? null : (papers.get(id) ?? null));
  return {
    profile_id: profileId,
    name: fullName(expert),
    keeps: [...keeps],
    sees_rates: isSeen('rate'),
    may_decide: decidesOnApplications(actor.kind),
    records: records
      .filter(({ part }) => isSeen(part))
      .map(({ part, id, data, ...row }) => ({
        part,
        id,
        // the wire has lists of its own
        data: structuredClone(data) as ExpertRecordsView['records'][number]['data'],
        verified_at: row.verified_at?.toISOString() ?? null,
        // whoever verified is staff's to know
        verified_by: isStaff(actor.kind) ? nameOf(row.verified_by) : null,
        source: isStaff(actor.kind) ? row.source : null,
        document: paperOf(row.document_id),
        holds: stillHolds(row.expires_on, now, expert.time_zone),
      })),
    changes: changes.flatMap(({ status, ...row }): ExpertChangeView[] =>
      (status === 'to_verify' || status === 'returned') && isSeen(row.part)
        ? [
            {
              id: row.id,
              part: row.part,
              record_id: row.record_id,
              data: structuredClone(row.data) as ExpertChangeView['data'],
              status,
              reason: row.reason,
              document: paperOf(row.document_id),
              lock_version: row.lock_version,
              said_by: nameOf(row.said_by) ?? '',
              said_at: row.said_at.toISOString(),
              decided_by: isStaff(actor.kind) ? nameOf(row.decided_by) : null,
              decided_at: row.decided_at?.toISOString() ?? null,
            },
          ]
        : [],
    ),
  };
}
