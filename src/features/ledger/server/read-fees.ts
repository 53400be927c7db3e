import { type Kysely, sql } from 'kysely';
import { type Actor, isExpert, isRequesterSide } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { ExpertLine, FeeTerms } from '../../billing/rules.ts';
import { knowsExpertSide, processOf } from '../../reviews/rules.ts';
import type { ExpertFeesView } from '../contract.ts';

/**
 * What the experts of a review were told they earn of it, and have earned: an expert's own, where they are shown amounts; to who pays
 * for it those who are on it, and nobody's name whom they do not know. What share of the price that is stays out of it, as an expert
 * could tell the one from the other.
 */
export async function readExpertFees(
  db: Kysely<DB>,
  actor: Actor,
  { id, kind }: { id: number; kind: Kind },
): Promise<ExpertFeesView> {
  const { rows } = await sql<{
    profile_id: number | null;
    name: string;
    standing: ExpertFeesView['experts'][number]['standing'];
    lines: ExpertLine[];
    terms: FeeTerms;
    total_cents: number;
    fixed_at: Date;
    earned_cents: number;
  }>`
    select distinct on (f.expert_profile_id) f.expert_profile_id as profile_id, concat_ws(' ', u.first_name, u.last_name) as name,
      f.lines, f.terms, f.total_cents, f.fixed_at,
      case when exists (select from review_experts x where x.review_id = f.review_id
          and x.expert_profile_id = f.expert_profile_id and x.until is null) then 'on_it'
        when exists (select from review_experts x where x.review_id = f.review_id
          and x.expert_profile_id = f.expert_profile_id) then 'left'
        else 'invited' end as standing,
      (select coalesce(sum(l.cents), 0)::float8 from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where e.review_id = f.review_id and l.expert_profile_id = f.expert_profile_id and l.account = 'expert_fees') as earned_cents
    from expert_fees f join profiles p on p.id = f.expert_profile_id join users u on u.id = p.user_id
      join expert_profiles x on x.profile_id = p.id
    where f.review_id = ${id}
      ${isExpert(actor.kind) ? sql`and f.expert_profile_id = any(${actor.expert_profile_ids}) and x.display_earnings` : sql``}
      and (exists (select from review_experts o where o.review_id = f.review_id and o.expert_profile_id = f.expert_profile_id)
        or exists (select from invitations i where i.review_id = f.review_id and i.expert_profile_id = f.expert_profile_id
          and i.status in ('pending', 'opened')))
    order by f.expert_profile_id, f.version desc`.execute(db);
  const pays = isRequesterSide(actor.kind);
  const known = knowsExpertSide(actor.kind, kind);
  const shown = pays ? rows.filter(({ standing }) => standing === 'on_it') : rows;
  return {
    review_id: id,
    kind,
    experts: shown.map(({ lines, terms, fixed_at, ...row }) => ({
      ...row,
      ...(known ? {} : { profile_id: null, name: 'The reviewer' }),
      own: terms.fee?.from === 'own',
      by_the_hour: processOf(kind).by_the_hour !== undefined,
      lines: lines.map(({ label, cents }) => ({ label, cents })),
      fixed_at: fixed_at.toISOString(),
    })),
  };
}
