import { plural } from '../../../core/phrases.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { statesWith, phaseOf, stateRow } from '../../reviews/rules/kinds.ts';
import { inStates } from '../../../platform/db/in-states.ts';
import { fullName } from '../../../core/names.ts';
import { type Kysely, sql } from 'kysely';
import { seesPrices } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { json } from '../../../platform/db/json.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import { orderedMeetingOf } from '../../../platform/db/meeting-rows.ts';
import type { DB } from '../../../platform/db/types.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { formOf, attestationState, isWaivable, orderedService, relationTold, stateName } from '../../reviews/rules.ts';
import type { MatchingBoard, RankedCandidate } from '../contract.ts';
import {
  bestOf,
  drawnScores,
  type Candidate,
  type ExpertFacts,
  type FilterKey,
  Judge,
  MOST_KEPT,
  MOST_SHOWN,
  type Ranking,
  topThree,
  WEIGHTS,
} from '../rules.ts';
import { type LoadedNeed, loadExperts, loadNeed, type NamedExpert } from './facts.ts';
import { LEADS } from '../rules/panel.ts';
import type { ReviewStatus } from '../../reviews/rules.ts';
import { isOpen, type Place, placesOf } from './places.ts';
import { narrow, withCounts } from './narrow.ts';
import { specialtyWords } from '../../experts/rules.ts';

const FUNNEL: Record<FilterKey, string> = {
  active: 'Active, accept these reviews',
  specialty: 'Specialty and license level',
  qualified: 'Board certified, in practice',
  conflict: 'After the conflict check',
  load: 'Under load limit',
  free: 'Free in time',
  price: 'Within the highest rate',
};

/** The facts of so many experts are read at once, while those read before are judged. */
const READ_AT_ONCE = 300;

/** A ranking with what it was made of: the facts of those who passed. */
export interface Made {
  need: LoadedNeed;
  experts: Map<number, NamedExpert>;
  ranking: Ranking;
}

/**
 * Ranks the experts for a review, now. The database leaves out whom the rules could not admit and counts them; the rules
 * judge everybody else. The seed is the review's, so that a ranking made again stays put.
 */
export async function rankFor(db: Kysely<DB>, reviewId: number, now: Date): Promise<Made> {
  return rankForNeed(db, await loadNeed(db, reviewId, now), now);
}

/** The same, where the need is known. */
export async function rankForNeed(db: Kysely<DB>, need: LoadedNeed, now: Date): Promise<Made> {
  const narrowed = await narrow(db, need, now);
  const made = await judge(db, need, now, narrowed.profile_ids);
  return { ...made, ranking: withCounts(made.ranking, narrowed) };
}

/** Those of these experts who could be asked at this moment, as the ranking of all would say. */
export async function admitted(
  db: Kysely<DB>,
  need: LoadedNeed,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { ranking } = await judge(db, need, now, ids);
  return new Set(ranking.candidates.map((c) => c.profile_id));
}

/** Whether one expert could be asked at this moment. */
export async function isCandidate(db: Kysely<DB>, reviewId: number, profileId: number, now: Date): Promise<boolean> {
  return (await admitted(db, await loadNeed(db, reviewId, now), [profileId], now)).has(profileId);
}

/** Lets the rules judge these experts, some at a time: thousands of them hold nobody else up. */
async function judge(db: Kysely<DB>, need: LoadedNeed, now: Date, ids: readonly number[]): Promise<Made> {
  const rules = new Judge(need, now, `review-${need.review_id}`);
  const experts = new Map<number, NamedExpert>();
  const read = (at: number) => loadExperts(db, need, now, ids.slice(at, at + READ_AT_ONCE));
  let coming = read(0);
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const some = await coming;
    coming = read(at + READ_AT_ONCE);
    for (const expert of some) if (rules.add(expert)) experts.set(expert.profile_id, expert);
  }
  await coming;
  return { need, experts, ranking: rules.ranking() };
}

/** Whom to present when nobody chooses, of everybody who could be asked. */
export const suggested = ({ need, ranking }: Pick<Made, 'need' | 'ranking'>): number[] =>
  topThree(ranking.candidates, need).map((c) => c.profile_id);

/**
 * Keeps a ranking with what went into it, so that it can be explained later: how many each filter left, and the best with
 * the facts they were judged by, those who were taken among them. The rules give the same scores from them again; how
 * many experts there are does not change how much is kept.
 */
export async function keepRanking(
  tx: Kysely<DB>,
  reviewId: number,
  made: Made,
  taken: readonly number[],
  userId: number | null,
  now: Date,
): Promise<void> {
  const candidates = bestOf(made.ranking.candidates, MOST_KEPT, taken);
  const inputs = candidates.flatMap((c) => {
    const expert = made.experts.get(c.profile_id);
    return expert ? [judgedBy(expert)] : [];
  });
  await tx
    .insertInto('rankings')
    .values({
      review_id: reviewId,
      seed: made.ranking.seed,
      weights: json(WEIGHTS),
      result: json({
        ranking: { ...made.ranking, candidates, of: made.ranking.candidates.length },
        need: made.need,
        inputs,
      }),
      created_by: userId,
      created_at: now,
    })
    .execute();
}

/** What the rules look at; what only describes an expert stands in the profile. */
const judgedBy = ({
  name: _name,
  city: _city,
  summary: _summary,
  open_to: _open,
  ...facts
}: NamedExpert): ExpertFacts => facts;

/** A review as the matching team may load it: any, of this kind. */
export async function loadMatchingReview(db: ActorDb, kind: Kind, id: number) {
  const review = await db
    .selectFrom('reviews')
    .selectAll()
    .select([expertsOf('reviews.id').as('experts'), orderedMeetingOf('reviews.id').as('meeting')])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}

/** What the matching desk sees of a review. `ranked` is handed the ranking it shows. */
export async function matchingBoard(
  db: ActorDb,
  kind: Kind,
  id: number,
  asked: number | undefined,
  now: Date,
  ranked: (made: Made) => void,
): Promise<MatchingBoard> {
  const review = await loadMatchingReview(db, kind, id);
  const system = db.executor;
  const panel = await placesOf(system, id);
  const open = stateRow(kind, review.status).fills_panel ? panel.find(isOpen)?.place : undefined;
  const place = asked ?? open ?? LEADS;
  const made = await rankForNeed(system, await loadNeed(system, id, now, place), now);
  ranked(made);
  const { need, experts, ranking } = made;
  const drawn = drawnScores(ranking.candidates);
  const asks = await organizationFlag(system, review.organization_id, 'enable_expert_additional_opportunities');
  const names = await system
    .selectFrom('review_parties')
    .select(['name', 'role'])
    .where('review_id', '=', id)
    .orderBy('id')
    .execute();
  const people = await system
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .innerJoin('users', 'users.id', 'reviews.requester_id')
    .select(['organizations.name as organization', 'users.first_name', 'users.last_name'])
    .where('reviews.id', '=', id)
    .executeTakeFirstOrThrow();
  const presented = await db
    .selectFrom('candidates')
    .innerJoin('expert_profiles', 'expert_profiles.profile_id', 'candidates.expert_profile_id')
    .select([
      'candidates.expert_profile_id as profile_id',
      'expert_profiles.code',
      'candidates.score',
      'candidates.presented_at',
    ])
    .where('candidates.review_id', '=', id)
    .where('candidates.withdrawn_at', 'is', null)
    .orderBy('candidates.round', 'desc')
    .orderBy('candidates.position')
    .execute();
  const queue = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.kind'])
    .where('reviews.kind', '=', kind)
    .where(
      inStates(
        'reviews',
        statesWith((row) => row.phase === 'finds_expert' || row.fills_panel === true),
      ),
    )
    .orderBy('reviews.due_sort')
    .orderBy('reviews.id')
    .limit(50)
    .execute();
  const blocked = place === LEADS ? leadBlocked(kind, review.status) : placeBlocked(kind, review.status, panel, place);
  const service = orderedService(formOf(kind), review.service, review.meeting);
  return {
    review_id: id,
    number: reviewNumber(kind, id),
    place,
    panel: panel.map(({ specialty_id: _s, expert_profile_id: _e, ...one }) => one),
    status: review.status,
    lock_version: review.lock_version,
    organization: people.organization,
    requester: fullName(people),
    need: [
      {
        label: 'Specialty',
        value: [need.specialty, need.sub_specialty === 'General' ? null : need.sub_specialty]
          .filter(Boolean)
          .join(', '),
      },
      {
        label: 'License',
        value: [
          need.license_keys.join(' or ') || 'Any',
          need.licensed_in.length > 0 ? `in ${need.licensed_in.join(', ')}` : null,
        ]
          .filter(Boolean)
          .join(' '),
      },
      ...(need.preferred_states.length > 0
        ? [{ label: 'Preferred', value: need.preferred_states.map(stateName).join(', ') }]
        : []),
      ...(need.excluded_states.length > 0
        ? [{ label: 'Not from', value: need.excluded_states.map(stateName).join(', ') }]
        : []),
      {
        label: 'Practice',
        value:
          [
            need.setting,
            need.active_within_years === null ? null : `active in the last ${need.active_within_years} years`,
          ]
            .filter(Boolean)
            .join(', ') || 'Any',
      },
      ...need.notes,
      { label: 'Board', value: need.board_certified ? 'Certified, required' : 'Certification not required' },
      { label: 'Service', value: service?.label ?? '' },
      { label: 'Records', value: review.pages === 0 ? 'None yet' : `About ${plural(review.pages, 'page')}` },
      { label: 'Needed by', value: review.needed_by ?? 'Open' },
    ],
    conflict_names: names,
    ranking: {
      at: now.toISOString(),
      weights: { ...WEIGHTS.parts },
      weights_of: WEIGHTS.version,
      total: ranking.total,
      funnel: ranking.funnel.map((f) => ({ ...f, label: FUNNEL[f.key] })),
      candidates: bestOf(ranking.candidates, MOST_SHOWN, [
        ...need.preferred_experts,
        ...suggested(made),
        ...presented.map((p) => p.profile_id),
      ]).map((c) =>
        present(c, experts, { asks, per: seesPrices(db.actor.kind) ? (need.price?.per ?? null) : null }, drawn),
      ),
      suggested: suggested(made),
      preferred_experts: [...need.preferred_experts],
    },
    presented: presented.map((p) => ({ ...p, presented_at: p.presented_at.toISOString() })),
    invitations: await invitationRows(system, id),
    failed_invitations: review.failed_invitations,
    queue: queue.map((q) => ({ review_id: q.id, number: reviewNumber(q.kind, q.id) })),
    can_present: blocked === null,
    cannot_because: blocked,
  };
}

/** Why nobody can be asked to lead; null: somebody can. */
const leadBlocked = (kind: Kind, status: ReviewStatus): string | null =>
  phaseOf({ kind, status }) === 'finds_expert' ? null : 'Experts can be presented while the review is in matching.';

/** Why nobody can be asked for a place of the panel; null: somebody can. */
function placeBlocked(kind: Kind, status: ReviewStatus, panel: readonly Place[], place: number): string | null {
  const found = panel.find((one) => one.place === place);
  if (found?.given_up) return 'The requester continues without this place.';
  if (found?.examiner) return `${found.examiner} has this place.`;
  return stateRow(kind, status).fills_panel ? null : 'Examiners join the panel after its lead, and before the visit.';
}

function present(
  c: Candidate & { rank: number },
  experts: Map<number, NamedExpert>,
  { asks, per }: { asks: boolean; per: 'review' | 'hour' | null },
  drawn: ReadonlySet<number>,
): RankedCandidate {
  const e = experts.get(c.profile_id);
  if (!e) throw new Error('A candidate without an expert.');
  const primary = e.credentials[0];
  return {
    profile_id: c.profile_id,
    code: c.code,
    name: e.name,
    specialty: specialtyWords(primary?.specialty, primary?.sub_specialty),
    years: e.years_in_practice,
    place: [e.city, e.state].filter(Boolean).join(', '),
    rank: c.rank,
    score: c.score,
    drawn: drawn.has(c.score),
    parts: c.parts,
    reasons: c.reasons,
    is_new: c.is_new,
    earliest: e.earliest,
    open_reviews: e.open_reviews,
    max_open_reviews: e.max_open_reviews,
    rating: { mean: e.rating_mean, n: e.rating_n },
    open_to: asks ? e.open_to : [],
    earns: earnsOf(e, per),
  };
}

/** What an expert would earn, as it is shown; null where nothing is known, or for who is shown none (`per` null). */
export const earnsOf = ({ earns_cents }: Pick<ExpertFacts, 'earns_cents'>, per: 'review' | 'hour' | null) =>
  per === null || earns_cents === undefined || earns_cents === null ? null : { cents: earns_cents, per };

async function invitationRows(db: Kysely<DB>, reviewId: number): Promise<MatchingBoard['invitations']> {
  const rows = await db
    .selectFrom('invitations as i')
    .innerJoin('expert_profiles as e', 'e.profile_id', 'i.expert_profile_id')
    .innerJoin('profiles as p', 'p.id', 'i.expert_profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    // the one that disclosed something, where the expert attested again after the decision
    .leftJoinLateral(
      (q) =>
        q
          .selectFrom('conflict_attestations as x')
          .selectAll('x')
          .whereRef('x.invitation_id', '=', 'i.id')
          .orderBy(sql`x.disclosure is null`)
          .orderBy('x.id', 'desc')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .leftJoin('users as du', 'du.id', 'a.decided_by')
    .leftJoin('users as wu', 'wu.id', 'a.waived_by')
    .select([
      'i.id',
      'i.expert_profile_id',
      'i.panel_place',
      'e.code',
      'u.first_name',
      'u.last_name',
      'i.status',
      'i.created_at',
      'i.expires_at',
      'i.answered_at',
      'i.decline_reason',
      'i.decline_note',
      'a.disclosure',
      'a.decision',
      'a.decided_at',
      'a.relation',
      'a.waived',
      'a.waived_at',
      fullNameOf('du').as('decided_by'),
      fullNameOf('wu').as('waived_by'),
      sql<Record<string, boolean> | null>`a.answers`.as('answers'),
    ])
    .where('i.review_id', '=', reviewId)
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map((r) => {
    const disclosed = r.answers ? attestationState(r.answers).disclosed : [];
    return {
      id: r.id,
      panel_place: r.panel_place,
      expert: { profile_id: r.expert_profile_id, code: r.code, name: `Dr. ${fullName(r)}` },
      status: r.status,
      created_at: r.created_at.toISOString(),
      expires_at: r.expires_at.toISOString(),
      answered_at: r.answered_at?.toISOString() ?? null,
      decline_reason: r.decline_reason,
      decline_note: r.decline_note,
      disclosure: r.disclosure,
      disclosed,
      waivable: isWaivable(disclosed),
      decision:
        r.decision !== null && r.decided_at !== null && r.decided_by !== null
          ? {
              value: r.decision,
              by: r.decided_by,
              at: r.decided_at.toISOString(),
              relation: r.relation === null ? null : relationTold(r.relation),
              waived:
                r.waived !== null && r.waived_at !== null && r.waived_by !== null
                  ? { value: r.waived, by: r.waived_by, at: r.waived_at.toISOString() }
                  : null,
            }
          : null,
      needs_decision: disclosed.length > 0 && r.decision === null && (r.status === 'pending' || r.status === 'opened'),
    };
  });
}
