import { type RawBuilder, sql } from 'kysely';
import { isExpertSide } from '../../../../core/actor.ts';
import type { AttentionEntry } from '../../contract.ts';
import { attentionReason } from '../../rules.ts';
import { actorName, type TimelineReader, type TimelineSource } from '../page/timeline.ts';

type Name = TimelineSource['name'];

/** An entry with the people who had to do with it, as the database answers it. */
export interface AttentionSource {
  id: number;
  reason: string;
  note: string;
  cause: string | null;
  raised_at: string;
  acknowledge_by: string;
  acknowledged_at: string | null;
  resolved_at: string | null;
  resolution: string;
  raised: { user_id: number | null; kind: string; name: Name; expert: TimelineSource['expert'] };
  acknowledged: { user_id: number | null; kind: string | null; name: Name };
  resolved: { user_id: number | null; kind: string | null; name: Name };
}

const person = (column: string): RawBuilder<unknown> =>
  sql.raw(`'user_id', t.${column}_by, 'kind', t.${column}_kind, 'name',
    (select json_build_array(u.first_name, u.last_name) from users u where u.id = t.${column}_by)`);

/** All entries of a review as one JSON array, newest first; null where there are none. */
export const attentionQuery = (reviewId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select json_agg(json_build_object('id', t.id, 'reason', t.reason, 'note', t.note, 'cause', t.cause,
      'raised_at', t.raised_at, 'acknowledge_by', t.acknowledge_by, 'acknowledged_at', t.acknowledged_at,
      'resolved_at', t.resolved_at, 'resolution', t.resolution,
      'raised', json_build_object(${person('raised')}, 'expert', (select json_build_object('profile_id', e.profile_id,
        'code', e.code, 'suffix', e.credentials_suffix, 'led', exists (select from review_experts x
          where x.review_id = t.review_id and x.expert_profile_id = e.profile_id)) from expert_profiles e
        where e.profile_id = t.raised_profile_id)),
      'acknowledged', json_build_object(${person('acknowledged')}),
      'resolved', json_build_object(${person('resolved')})) order by t.id desc)
    from review_attention t where t.review_id = ${reviewId})`;

/**
 * What needs attention as this reader may see it, with what people wrote where they get the contents. The expert's side
 * sees what it raised itself, or its report did.
 */
export function presentAttention(
  rows: readonly AttentionSource[],
  reader: TimelineReader,
  contents: boolean,
): AttentionEntry[] {
  const { actor } = reader;
  const reviewing = isExpertSide(actor.kind);
  const named = (
    who: { user_id: number | null; kind: string | null; name: Name },
    expert: TimelineSource['expert'] = null,
  ): string =>
    actorName({ actor_kind: who.kind ?? 'system', actor_user_id: who.user_id, name: who.name, expert }, reader);
  return rows
    .filter(
      (row) =>
        !reviewing ||
        row.cause === 'report' ||
        (row.raised.expert !== null && actor.expert_profile_ids.includes(row.raised.expert.profile_id)),
    )
    .map((row) => {
      const { label, urgent } = attentionReason(row.reason);
      return {
        id: row.id,
        reason: row.reason,
        label,
        urgent,
        note: contents ? row.note : null,
        raised_by: named(row.raised, row.raised.expert),
        raised_at: iso(row.raised_at),
        acknowledge_by: iso(row.acknowledge_by),
        acknowledged_by: row.acknowledged_at === null ? null : named(row.acknowledged),
        acknowledged_at: row.acknowledged_at === null ? null : iso(row.acknowledged_at),
        resolved_by: row.resolved_at === null ? null : named(row.resolved),
        resolved_at: row.resolved_at === null ? null : iso(row.resolved_at),
        resolution: contents && row.resolution !== '' ? row.resolution : null,
      };
    });
}

const iso = (at: string): string => new Date(at).toISOString();
