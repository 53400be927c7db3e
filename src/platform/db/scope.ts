import { type RawBuilder, sql } from 'kysely';
import {
  type Actor,
  isExpert,
  isOrganizationWide,
  isRequesterSide,
  isStaff,
  seesOwnOrders,
  isAssistant,
  isAttendee,
} from '../../core/actor.ts';
import type { DB } from './types.ts';

/** How a table belongs to a tenant. Tables absent here cannot be read through an actor's handle at all. */
const TABLES = {
  reviews: 'review',
  review_sections: 'review_id',
  review_parties: 'review_id',
  review_watchers: 'review_id',
  review_attention: 'review_id',
  review_experts: 'review_id',
  quotes: 'review_id',
  ratings: 'review_id',
  files: 'review_id',
  uploads: 'review_id',
  file_requests: 'review_id',
  outside_links: 'review_id',
  rankings: 'review_id',
  candidates: 'review_id',
  invitations: 'review_id',
  conflict_attestations: 'review_id',
  time_offers: 'review_id',
  appointments: 'review_id',
  appointment_attendees: 'review_id',
  exam_offers: 'review_id',
  exams: 'review_id',
  exam_notices: 'review_id',
  reports: 'review_id',
  dictations: 'review_id',
  opinions: 'review_id',
  linked_reviews: 'review_id',
  channels: 'review_id',
  audit_rows: 'review_id',
  deadlines: 'review_id',
  outbox: 'review_id',
  report_answers: 'report_id',
  channel_members: 'channel_id',
  messages: 'channel_id',
  organizations: 'organization',
  users: 'user',
  profiles: 'user_id',
  sessions: 'user_id',
  vendor_infos: 'user_id',
  cvs: 'user_id',
  // the applicant's own; staff work on all of them
  applications: 'own_or_staff',
  notifications: 'user_id',
  notification_preferences: 'user_id',
  person_invitations: 'organization_people',
  subscriptions: 'organization_orderers',
  subscription_seats: 'organization_orderers',
  // the platform's, and an organization's own, which hold for those below it
  report_forms: 'organization_content',
  custom_forms: 'organization_content',
  peer_review_types: 'organization_content',
  // the same for everybody; of the announcements each audience is given its own
  announcements: 'open',
  specialties: 'open',
  sub_specialties: 'open',
  // the experts' directory: presenters decide which columns a reader gets
  expert_profiles: 'open',
  credentials: 'open',
} as const satisfies Partial<Record<keyof DB, string>>;

export type ScopedTable = keyof typeof TABLES;

/** What a scope compares a review with: one actor's own values, or columns of rows that name an actor each. */
interface Reader {
  user_id: RawBuilder<unknown>;
  organization_ids: RawBuilder<unknown>;
  expert_profile_ids: RawBuilder<unknown>;
}

/** Actors whose scopes differ in values only. */
export type ScopeGroup = 'all' | 'organizations' | 'own_orders' | 'expert' | 'assistant' | 'attendee' | 'none';

export function scopeGroup(actor: Actor): ScopeGroup {
  if (isStaff(actor.kind)) return 'all';
  if (isOrganizationWide(actor.kind) && actor.organization_ids.length > 0) return 'organizations';
  if (seesOwnOrders(actor.kind) && actor.organization_id !== null) return 'own_orders';
  if (isExpert(actor.kind) && actor.expert_profile_ids.length > 0) return 'expert';
  if (isAssistant(actor.kind) && actor.expert_profile_ids.length > 0) return 'assistant';
  return isAttendee(actor.kind) ? 'attendee' : 'none';
}

/**
 * By what an expert's reviews are known: the relation, which is the truth; lists go by the lead's column that follows it,
 * whose indexes have their orders, and gather the few beside.
 */
type ExpertsBy = 'relation' | 'lead';

/** The reviews these experts are on now without leading them, as a query of their numbers. */
const besideOf = (expertProfileIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select x.review_id from review_experts x
    where x.expert_profile_id = any(${expertProfileIds}) and x.until is null and x.part <> 'lead'`;

/** The reviews these experts are on, as predicates that exclude each other: those they lead, then those beside. */
export function reviewsOf(expertProfileIds: RawBuilder<unknown>): [RawBuilder<boolean>, RawBuilder<boolean>] {
  const leads = sql<boolean>`reviews.expert_profile_id = any(${expertProfileIds})`;
  return [leads, sql<boolean>`((${leads}) is not true and reviews.id in (${besideOf(expertProfileIds)}))`];
}

/** How many of those are active. */
export const openBeside = (expertProfileIds: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from reviews b where b.id in (${besideOf(expertProfileIds)}) and b.bucket = 'active')`;

/** That one of these experts is on the review in `alias`, whether they lead it or not; never null. */
export const isOnReview = (expertProfileIds: RawBuilder<unknown>, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.expert_profile_id`)} = any(${expertProfileIds})
    or ${sql.ref(`${alias}.id`)} in (${besideOf(expertProfileIds)})) is true`;

/** The reviews these experts are on now, and those they are invited to, as queries of their numbers. */
const assignedTo = (expertProfileIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select x.review_id from review_experts x
    where x.expert_profile_id = any(${expertProfileIds}) and x.until is null`;
const invitedTo = (expertProfileIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select i.review_id from invitations i
    where i.expert_profile_id = any(${expertProfileIds}) and i.status in ('pending', 'opened', 'accepted')`;

/**
 * The one place that says which reviews a reader sees, over the `reviews` row in `alias`: those for which one of the
 * predicates holds. They exclude each other, so that a list can take each from its own index. Refuses by default.
 */
function predicates(group: ScopeGroup, reader: Reader, alias: string, by: ExpertsBy): readonly RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const { user_id, organization_ids, expert_profile_ids } = reader;
  const inOrganization = sql<boolean>`${column('organization_id')} = any(${organization_ids})`;
  const assigned = assignedTo(expert_profile_ids);
  const invited = invitedTo(expert_profile_ids);
  const beside = besideOf(expert_profile_ids);
  const leads = sql<boolean>`${column('expert_profile_id')} = any(${expert_profile_ids})`;
  switch (group) {
    case 'all':
      return [sql<boolean>`true`];
    case 'organizations':
      return [inOrganization];
    case 'own_orders':
      return [
        sql<boolean>`(${inOrganization} and ${column('requester_id')} = ${user_id})`,
        sql<boolean>`(${inOrganization} and ${column('requester_id')} <> ${user_id}
          and ${column('id')} in (select w.review_id from review_watchers w where w.user_id = ${user_id}))`,
      ];
    case 'expert':
      return by === 'relation'
        ? [sql<boolean>`${column('id')} in (${assigned} union all ${invited})`]
        : [leads, sql<boolean>`((${leads}) is not true and ${column('id')} in (${beside} union all ${invited}))`];
    case 'assistant':
      return by === 'relation'
        ? [sql<boolean>`${column('id')} in (${assigned})`]
        : [leads, sql<boolean>`((${leads}) is not true and ${column('id')} in (${beside}))`];
    case 'attendee':
      return [
        sql<boolean>`${column('id')} in (select a.review_id from appointment_attendees a
          join users u on u.email = a.email where u.id = ${user_id})`,
      ];
    case 'none':
      return [sql<boolean>`false`];
  }
}

/** That one of the predicates holds. */
export const anyOf = (all: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  all.length === 1 && all[0] ? all[0] : sql<boolean>`(${sql.join(all, sql` or `)})`;

function readerOf(actor: Actor): Reader {
  return {
    user_id: sql`${actor.user_id}`,
    organization_ids: sql`${actor.organization_ids}::bigint[]`,
    expert_profile_ids: sql`${actor.expert_profile_ids}::bigint[]`,
  };
}

/** Why an actor sees a review. */
type ScopeReason = 'role' | 'organization' | 'ordered' | 'followed' | 'assigned' | 'invited' | 'assists' | 'call';

/**
 * The same predicates by what they are there for. They exclude each other, and a review is in the actor's scope where one
 * holds.
 */
export function reviewReasons(actor: Actor, alias = 'reviews'): { reason: ScopeReason; holds: RawBuilder<boolean> }[] {
  const group = scopeGroup(actor);
  const reader = readerOf(actor);
  const all = predicates(group, reader, alias, 'relation');
  if (group === 'none') return [];
  if (group === 'expert') {
    // the one predicate of the scope, told apart by its two halves
    const assigned = sql<boolean>`(${sql.ref(`${alias}.id`)} in (${assignedTo(reader.expert_profile_ids)}))`;
    return [
      { reason: 'assigned', holds: assigned },
      { reason: 'invited', holds: sql<boolean>`(${anyOf(all)} and not ${assigned})` },
    ];
  }
  const names: Record<Exclude<ScopeGroup, 'expert' | 'none'>, readonly ScopeReason[]> = {
    all: ['role'],
    organizations: ['organization'],
    own_orders: ['ordered', 'followed'],
    assistant: ['assists'],
    attendee: ['call'],
  };
  return names[group].flatMap((reason, at) => {
    const holds = all[at];
    return holds ? [{ reason, holds }] : [];
  });
}

/** The reviews an actor sees, as predicates that exclude each other; null where it sees all. */
function reviewScopes(actor: Actor, alias = 'reviews'): readonly RawBuilder<boolean>[] | null {
  const group = scopeGroup(actor);
  if (group === 'all') return null;
  const [only, ...more] = actor.organization_ids;
  if (group === 'organizations' && only !== undefined && more.length === 0)
    return [sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${only}`];
  return predicates(group, readerOf(actor), alias, 'relation');
}

/** The one predicate that says which reviews an actor sees, over the `reviews` row in `alias`. Refuses by default. */
export function reviewScope(actor: Actor, alias = 'reviews'): RawBuilder<boolean> | null {
  const scopes = reviewScopes(actor, alias);
  return scopes && anyOf(scopes);
}

/** The same for many readers of one group at once: `readers` names rows with the columns of `Reader`. */
export function reviewScopeOf(group: ScopeGroup, readers: string, alias: string): RawBuilder<boolean> {
  const of = (name: keyof Reader) => sql.ref(`${readers}.${name}`);
  const reader: Reader = {
    user_id: of('user_id'),
    organization_ids: of('organization_ids'),
    expert_profile_ids: of('expert_profile_ids'),
  };
  return anyOf(predicates(group, reader, alias, 'relation'));
}

/** How many places of one kind the index is asked one by one; a list of more is asked at once. */
export const ONE_BY_ONE = 64;

/**
 * The same, split so that each part can be read in order from an index and the parts merged: `each` organizations or
 * experts one by one (a reader with fewer leaves the rest empty), then what is seen besides. They exclude each other
 * as long as nobody is named twice.
 */
export function reviewScopesOf(
  group: ScopeGroup,
  readers: string,
  alias: string,
  each: number,
): readonly RawBuilder<boolean>[] {
  const of = (name: keyof Reader) => sql.ref(`${readers}.${name}`);
  const one = (column: string, name: keyof Reader) =>
    Array.from(
      { length: each },
      (_, at) => sql<boolean>`${sql.ref(`${alias}.${column}`)} = ${of(name)}[${sql.lit(at + 1)}]`,
    );
  const all = predicates(
    group,
    {
      user_id: of('user_id'),
      organization_ids: of('organization_ids'),
      expert_profile_ids: of('expert_profile_ids'),
    },
    alias,
    'lead',
  );
  if (each === 0) return all;
  if (group === 'organizations') return one('organization_id', 'organization_ids');
  if (group === 'expert' || group === 'assistant')
    return [...one('expert_profile_id', 'expert_profile_ids'), ...all.slice(1)];
  return all;
}

/** The tenancy predicate for a table, or null where the actor sees all of it. */
export function scopeFor(actor: Actor, table: ScopedTable): RawBuilder<boolean> | null {
  const inScope = (ref: string): RawBuilder<boolean> | null => {
    const scope = reviewScope(actor, 'scoped');
    return scope === null
      ? null
      : sql<boolean>`${sql.ref(ref)} in (select scoped.id from reviews scoped where ${scope})`;
  };
  switch (TABLES[table]) {
    case 'open':
      return null;
    case 'review':
      return reviewScope(actor);
    case 'review_id':
      return inScope(`${table}.review_id`);
    case 'report_id': {
      const scope = reviewScope(actor, 'scoped');
      return scope === null
        ? null
        : sql<boolean>`${sql.ref(`${table}.report_id`)} in (select r.id from reports r join reviews scoped on scoped.id = r.review_id where ${scope})`;
    }
    case 'channel_id': {
      // a conversation belongs to its members; staff read along where their role lets them (decided by permission)
      if (isStaff(actor.kind)) return null;
      return sql<boolean>`${sql.ref(`${table}.channel_id`)} in (select m.channel_id from channel_members m where m.user_id = ${actor.user_id} and m.left_at is null)`;
    }
    case 'organization':
      if (isStaff(actor.kind)) return null;
      return sql<boolean>`${sql.ref('organizations.id')} = any(${actor.organization_ids}::bigint[])`;
    case 'user':
      if (isStaff(actor.kind)) return null;
      return isOrganizationWide(actor.kind)
        ? sql<boolean>`(${sql.ref('users.id')} = ${actor.user_id} or ${sql.ref('users.organization_id')} = any(${actor.organization_ids}::bigint[]))`
        : sql<boolean>`${sql.ref('users.id')} = ${actor.user_id}`;
    case 'organization_people':
      if (isStaff(actor.kind)) return null;
      return isOrganizationWide(actor.kind)
        ? sql<boolean>`${sql.ref(`${table}.organization_id`)} = any(${actor.organization_ids}::bigint[])`
        : sql<boolean>`false`;
    case 'organization_orderers':
      if (isStaff(actor.kind)) return null;
      return isRequesterSide(actor.kind)
        ? sql<boolean>`${sql.ref(`${table}.organization_id`)} = any(${actor.organization_ids}::bigint[])`
        : sql<boolean>`false`;
    case 'organization_content':
      if (isStaff(actor.kind)) return null;
      return sql<boolean>`(${sql.ref(`${table}.organization_id`)} is null or ${sql.ref(`${table}.organization_id`)} in
        (select p.id from unnest(${actor.organization_ids}::bigint[]) own (id), organization_path(own.id) p))`;
    case 'own_or_staff':
      if (isStaff(actor.kind)) return null;
      return sql<boolean>`${sql.ref(`${table}.user_id`)} = ${actor.user_id}`;
    case 'user_id':
      return sql<boolean>`${sql.ref(`${table}.user_id`)} = ${actor.user_id}`;
  }
}
