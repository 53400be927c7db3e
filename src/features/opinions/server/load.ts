import type { ReviewStatus } from '../../reviews/rules.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { type Kysely, sql } from 'kysely';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import { levelOf, type Member, type OpinionRole, type Scale, type Trigger } from '../rules.ts';
import type { LevelView } from '../contract.ts';

/** One review of a case with what is known of its opinion. */
export interface FamilyRow extends Member {
  kind: Kind;
  requester_id: number;
  organization_id: number;
  expert_profile_id: number | null;
  trigger: Trigger | null;
  reason: string;
  asked_by: string | null;
  asked_at: Date | null;
  swapped: boolean;
  report_id: number | null;
  percent_met: number | null;
  delivered_at: Date | null;
}

interface Stored {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  requester_id: number;
  organization_id: number;
  expert_profile_id: number | null;
  role: OpinionRole | null;
  trigger: Trigger | null;
  reason: string | null;
  swapped: boolean | null;
  created_at: string | null;
  asked_by: string | null;
  report_id: number | null;
  scale: Scale | null;
  level: number | null;
  percent_met: number | null;
  delivered_at: string | null;
}

/** All reviews of the case a review belongs to, the first one first; itself alone where nobody asked for another. */
export async function familyOf(db: Kysely<DB>, reviewId: number): Promise<FamilyRow[]> {
  const { rows } = await sql<Stored>`
    with original as (select coalesce((select l.original_id from linked_reviews l where l.review_id = ${reviewId}),
      ${reviewId}::bigint) as id),
    -- one after the other: joined by "or" all reviews there are would be read
    family as (select id from original union
      select x.review_id from linked_reviews x join original on x.original_id = original.id)
    select r.id, r.kind, r.status, r.requester_id, r.organization_id, r.expert_profile_id, l.role, l.trigger, l.reason,
      l.swapped, l.created_at, o.report_id, o.scale, o.level, o.percent_met::float8 as percent_met, o.delivered_at,
      (select ${fullNameOf('u')} from users u where u.id = l.asked_by) as asked_by
    from family join reviews r on r.id = family.id
    left join linked_reviews l on l.review_id = r.id
    left join opinions o on o.review_id = r.id
    order by l.review_id is not null, r.id`.execute(db);
  return rows.map((row) => ({
    review_id: row.id,
    number: reviewNumber(row.kind, row.id),
    kind: row.kind,
    role: row.role ?? 'first',
    status: row.status,
    requester_id: row.requester_id,
    organization_id: row.organization_id,
    expert_profile_id: row.expert_profile_id,
    trigger: row.trigger,
    reason: row.reason ?? '',
    asked_by: row.asked_by,
    asked_at: row.created_at === null ? null : new Date(row.created_at),
    swapped: row.swapped ?? false,
    report_id: row.report_id,
    scale: row.scale,
    level: row.level,
    percent_met: row.percent_met,
    delivered: row.delivered_at !== null,
    delivered_at: row.delivered_at === null ? null : new Date(row.delivered_at),
  }));
}

/** A level in words, or null where there is none. */
export function presentLevel(row: {
  scale: Scale | null;
  level: number | null;
  percent_met?: number | null;
}): LevelView | null {
  const found = levelOf(row.scale, row.level);
  return found && row.scale
    ? { scale: row.scale, level: found.level, label: found.label, tone: found.tone, percent: row.percent_met ?? null }
    : null;
}

/** All fields of a review's order in one object, as they are stored. */
export async function orderOf(db: Kysely<DB>, reviewId: number): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('review_sections').select('data').where('review_id', '=', reviewId).execute();
  return Object.assign({}, ...rows.map((r) => r.data)) as Record<string, unknown>;
}
