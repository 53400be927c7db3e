import { inStates } from '../../../../platform/db/in-states.ts';
import { statesWith } from '../../rules/kinds.ts';
import { type RawBuilder, sql } from 'kysely';
import { KIND_NAMES, KINDS, type Kind } from '../../../../core/kinds.ts';
import { anyOf, isOnReview, reviewScopesOf, reviewsOf } from '../../../../platform/db/scope.ts';
import { organizationFlagDefault, type OrganizationFlag } from '../../../organizations/rules.ts';
import { hidesExpert, type ListSort, TAB_BUCKETS } from '../../rules.ts';
import type { ListFilter, ListPlan, Source } from './parameters.ts';

/** What `json_to_recordset` is told of a question. */
export const PARAMETERS = sql`asked (n int, user_id bigint, organization_ids bigint[], expert_profile_ids bigint[],
  at timestamptz, at_id bigint, status text[], ball text[], specialty_id bigint[], state text[], review_type text[],
  organization_id bigint[], requester bigint[], expert bigint[], billing text[], due_from timestamptz, due_before timestamptz,
  now timestamptz, words text, also_words text, number text, draft_before timestamptz, unanswered_before timestamptz)`;

/** Filters by what a reader who sees a review blind is not told; for them they find only what they see whole. */
const IDENTIFYING: ReadonlySet<keyof ListFilter> = new Set([
  'q',
  'review_type',
  'organization_id',
  'requester',
  'attention',
]);

/** What an order goes by; `from` names the row. */
export function orderOf(sort: ListSort, from: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${from}.${name}`);
  switch (sort) {
    case 'due':
      return sql`${column('due_sort')}, ${column('id')}`;
    case 'updated':
      return sql`${column('updated_at')}, ${column('id')}`;
    case '-updated':
      return sql`${column('updated_at')} desc, ${column('id')} desc`;
    case 'number':
      return column('id');
    case '-number':
      return sql`${column('id')} desc`;
  }
}

function after(sort: ListSort): RawBuilder<boolean> {
  switch (sort) {
    case 'due':
      return sql<boolean>`(reviews.due_sort, reviews.id) > (asked.at, asked.at_id)`;
    case 'updated':
      return sql<boolean>`(reviews.updated_at, reviews.id) > (asked.at, asked.at_id)`;
    case '-updated':
      return sql<boolean>`(reviews.updated_at, reviews.id) < (asked.at, asked.at_id)`;
    case 'number':
      return sql<boolean>`reviews.id > asked.at_id`;
    case '-number':
      return sql<boolean>`reviews.id < asked.at_id`;
  }
}

/** A flag of an organization, inheritance and default included. */
export function flagIn(organization: string, flag: OrganizationFlag): RawBuilder<boolean> {
  return sql<boolean>`coalesce((${sql.ref(`${organization}.effective_flags`)} ->> ${sql.lit(flag)})::boolean,
    ${sql.lit(organizationFlagDefault(flag))})`;
}

/** For an organization's people a kind that is switched off is not there. */
function enabled(shape: ListPlan, kind: Kind, at: number | null): RawBuilder<boolean>[] {
  if (shape.group !== 'organizations' && shape.group !== 'own_orders') return [];
  const flag = flagIn('o', KINDS[kind].enabled_flag);
  // the one organization of this part is looked at once; of several those that have it are gathered once
  return at === null
    ? [
        sql<boolean>`reviews.organization_id = any (array(select o.id from organizations o
          where o.id = any(asked.organization_ids) and ${flag}))`,
      ]
    : [sql<boolean>`(select ${flag} from organizations o where o.id = asked.organization_ids[${sql.lit(at + 1)}])`];
}

/** Where the requester's side never learns who the expert is, asking for one finds nothing. */
function unknownExpert(shape: ListPlan, kind: Kind): RawBuilder<boolean>[] {
  const ordering = shape.group === 'organizations' || shape.group === 'own_orders';
  return ordering && shape.filters.includes('expert') && hidesExpert(kind) ? [sql<boolean>`false`] : [];
}

/** What `asked` says of the flags under which kinds are marked as needing attention. */
export function attentionFlagged(asked: (flag: OrganizationFlag) => RawBuilder<unknown>): RawBuilder<unknown> {
  const flags = new Set(KIND_NAMES.map((kind) => KINDS[kind].attention_flag).filter((flag) => flag !== null));
  return flags.size === 0 ? sql`false` : sql`(${sql.join([...flags].map(asked), sql` or `)})`;
}

/** What needs attention, where the organization marks that. Few rows are raised; of them alone the flag is asked. */
const raised = (): RawBuilder<boolean> => sql<boolean>`(reviews.attention is not null
  and ${attentionFlagged((flag) => sql`organization_flag(reviews.organization_id, ${sql.lit(flag)})`)})`;

/** What the filters and the tab ask of a row. */
function conditions(shape: ListPlan, without: Source | null): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = [];
  const blindable = shape.group === 'expert' || shape.group === 'assistant';
  if (shape.filters.some((name) => IDENTIFYING.has(name) && name !== 'q')) {
    if (blindable) found.push(isOnReview(sql`asked.expert_profile_ids`, 'reviews'));
    if (shape.group === 'attendee') found.push(sql<boolean>`false`);
  }
  for (const name of shape.filters) {
    if (name === without || SOURCE_OF[name] === without) continue;
    const condition = conditionOf(shape, name);
    if (condition) found.push(condition);
  }
  return [...found, ...ofTab(shape)];
}

/** Filters that are met by where the rows come from. */
const SOURCE_OF: Partial<Record<keyof ListFilter, Source>> = { organization_id: 'organization', q: 'words' };

function conditionOf(shape: ListPlan, name: keyof ListFilter): RawBuilder<boolean> | null {
  switch (name) {
    case 'status':
    case 'ball':
    case 'specialty_id':
    case 'state':
    case 'review_type':
      return sql<boolean>`${sql.ref(`reviews.${name}`)} = any(${sql.ref(`asked.${name}`)})`;
    case 'organization_id':
      return shape.group === 'organizations' || shape.group === 'own_orders'
        ? null // it narrows the scope itself
        : sql<boolean>`reviews.organization_id = any(asked.organization_id)`;
    case 'requester':
      return sql<boolean>`reviews.requester_id = any(asked.requester)`;
    case 'billing':
      return sql<boolean>`reviews.billing_status = any(asked.billing)`;
    case 'expert':
      return isOnReview(sql`asked.expert`, 'reviews');
    case 'due_from':
      return sql<boolean>`reviews.due_sort >= asked.due_from`;
    case 'due':
      return sql<boolean>`reviews.due_sort < asked.due_before`;
    case 'overdue':
      return sql<boolean>`(reviews.due_sort < asked.now and reviews.clock_paused_at is null)`;
    case 'expedited':
      return sql<boolean>`reviews.expedited`;
    case 'attention':
      return raised();
    case 'q': {
      // a review that is seen blind is found by its number alone
      const byNumber = sql<boolean>`reviews.id::text = asked.number`;
      // "is true" keeps what only filters away from the index of words
      const filtered = sql<boolean>`(reviews.search @@ to_tsquery('simple', asked.also_words)) is true`;
      const found =
        shape.source === 'words'
          ? sql<boolean>`(reviews.search @@ to_tsquery('simple', asked.words)
              and (asked.also_words is null or ${filtered}))`
          : filtered;
      if (shape.group === 'attendee') return byNumber;
      if (shape.group === 'expert' || shape.group === 'assistant')
        return sql<boolean>`((${isOnReview(sql`asked.expert_profile_ids`, 'reviews')} and ${found}) or ${byNumber})`;
      return found;
    }
  }
}

function ofTab({ tab, seat }: ListPlan): RawBuilder<boolean>[] {
  switch (tab) {
    case 'yours':
      return [sql<boolean>`reviews.ball = ${sql.lit(seat)}`];
    case 'others':
      return [sql<boolean>`reviews.ball <> ${sql.lit(seat)}`, sql<boolean>`reviews.ball <> 'nobody'`];
    case 'calls':
      return [
        inStates(
          'reviews',
          statesWith((row) => row.call === 'set'),
        ),
      ];
    case 'needs_information':
      return [
        inStates(
          'reviews',
          statesWith((row) => row.phase === 'waits_for_records'),
        ),
      ];
    case 'on_hold':
      return [
        inStates(
          'reviews',
          statesWith((row) => row.phase === 'rests'),
        ),
      ];
    case 'attention':
      return [raised()];
    case 'pre_orders':
      return [
        inStates(
          'reviews',
          statesWith((row) => row.ahead),
        ),
      ];
    case 'inactive':
      return [
        sql<boolean>`(reviews.bucket = 'cancelled' or ${inStates(
          'reviews',
          statesWith((row) => row.phase === 'rests'),
        )}
          or (reviews.bucket = 'draft' and reviews.updated_at < asked.draft_before)
          or (${inStates(
            'reviews',
            statesWith((row) => row.phase === 'waits_for_records'),
          )} and reviews.clock_paused_at < asked.unanswered_before))`,
      ];
    default:
      return [];
  }
}

/** One part of the rows: what leads to it, and at which place of a list of organizations it stands. */
interface Part {
  where: RawBuilder<boolean>;
  organization: number | null;
}

function partsOf(shape: ListPlan): Part[] {
  const { group, source, each } = shape;
  const scope = anyOf(reviewScopesOf(group, 'asked', 'reviews', 0));
  const one = (column: string, name: string): Part[] =>
    each === 0
      ? [
          {
            where: sql<boolean>`${sql.ref(`reviews.${column}`)} = any(${sql.ref(`asked.${name}`)}) and ${scope}`,
            organization: null,
          },
        ]
      : Array.from({ length: each }, (_, at) => ({
          where: sql<boolean>`${sql.ref(`reviews.${column}`)} = ${sql.ref(`asked.${name}`)}[${sql.lit(at + 1)}] and ${scope}`,
          organization: null,
        }));
  switch (source) {
    case 'attention':
      return [{ where: scope, organization: null }];
    case 'words':
      // each part has its own best way to few rows; joined by "or" they would have none
      return reviewScopesOf(group, 'asked', 'reviews', 0).map((where) => ({ where, organization: null }));
    case 'requester':
      return one('requester_id', 'requester');
    case 'expert':
      return [
        ...one('expert_profile_id', 'expert'),
        ...reviewsOf(sql`asked.expert`)
          .slice(1)
          .map((where) => ({ where: sql<boolean>`${where} and ${scope}`, organization: null })),
      ];
    case 'organization':
      return one('organization_id', 'organization_id');
    case 'status':
      return one('status', 'status');
    case 'scope':
      return reviewScopesOf(group, 'asked', 'reviews', each).map((where, at) => ({
        where,
        organization: group === 'organizations' && each > 0 ? at : null,
      }));
  }
}

const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql.join(conditions, sql` and `);
const texts = (values: readonly string[]): RawBuilder<unknown> => sql.join(values.map((value) => sql.lit(value)));

/**
 * The ids of a page. Each part of the scope, each bucket and each kind is read in order from its own index, up to what
 * the page can take, and they are merged: how much there is elsewhere does not matter.
 */
export function pageOf(shape: ListPlan): RawBuilder<unknown> {
  const { sort, limit, source, tab, kinds } = shape;
  const key = sort === 'due' ? sql`, reviews.due_sort` : sort.endsWith('updated') ? sql`, reviews.updated_at` : sql``;
  const buckets = TAB_BUCKETS[tab];
  // where few rows are led to, they are looked at together
  const together = source === 'words' || source === 'status';
  const branch = (kind: Kind, bucket: RawBuilder<boolean>, part: Part): RawBuilder<unknown> =>
    sql`(select reviews.id${key} from ${source === 'words' ? lookedUp(shape, part.where) : sql`reviews`} where ${allOf([
      sql<boolean>`reviews.kind = ${sql.lit(kind)}`,
      bucket,
      ...(source === 'words' ? [] : [part.where]),
      ...enabled(shape, kind, part.organization),
      ...unknownExpert(shape, kind),
      ...(source === 'attention' ? [raised()] : []),
      ...conditions(shape, source),
      after(sort),
    ])} order by ${orderOf(sort, 'reviews')} limit ${sql.lit(limit + 1)})`;
  const branches = kinds.flatMap((kind) =>
    partsOf(shape).flatMap((part) =>
      together
        ? [branch(kind, sql<boolean>`reviews.bucket in (${texts(buckets)})`, part)]
        : buckets.map((bucket) => branch(kind, sql<boolean>`reviews.bucket = ${sql.lit(bucket)}`, part)),
    ),
  );
  if (branches.length === 1 && branches[0]) return branches[0];
  return sql`(select part.id${sort === 'due' ? sql`, part.due_sort` : sort.endsWith('updated') ? sql`, part.updated_at` : sql``}
    from (${sql.join(branches, sql` union all `)}) part order by ${orderOf(sort, 'part')} limit ${sql.lit(limit + 1)})`;
}

/** All rows of a tab under the filters, for counting: `one` a row. Of a search those that `foundOf` has gathered. */
export function rowsOf(shape: ListPlan, also: RawBuilder<boolean> | null = null): RawBuilder<unknown> {
  const scopes = reviewScopesOf(shape.group, 'asked', 'reviews', 0);
  // each way to an expert's reviews has an index of its own; joined by "or" they would have none
  const ways = shape.filters.includes('expert') ? reviewsOf(sql`asked.expert`) : [sql<boolean>`true`];
  const others = { ...shape, filters: shape.filters.filter((name) => name !== 'expert') };
  const parts = scopes.flatMap((scope) => ways.map((way) => [scope, way] as const));
  const branches = shape.kinds.flatMap((kind) =>
    parts.map(
      ([scope, way]) =>
        sql`select 1 as one from reviews where ${allOf([
          sql<boolean>`reviews.kind = ${sql.lit(kind)}`,
          sql<boolean>`reviews.bucket in (${texts(TAB_BUCKETS[shape.tab])})`,
          scope,
          way,
          ...enabled(shape, kind, null),
          ...unknownExpert(shape, kind),
          ...conditions(others, shape.source === 'words' ? 'words' : null),
          ...(also ? [also] : []),
        ])}`,
    ),
  );
  return sql.join(branches, sql` union all `);
}

/**
 * The reviews that words lead to, within a part of the scope. They are gathered before anything else is asked of them:
 * beside an order, a limit or other indexes the planner, who does not know the words, takes longer ways.
 */
function lookedUp(shape: ListPlan, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`(select ${LISTED} from reviews where ${allOf([where, conditionOf(shape, 'q') ?? sql<boolean>`true`])} offset 0) reviews`;
}

/** What filters, tabs and orders ask of a row. */
const LISTED = sql.raw(
  `id, kind, bucket, status, ball, organization_id, requester_id, expert_profile_id, specialty_id, state, review_type,
    expedited, attention, billing_status, due_sort, updated_at, clock_paused_at`,
);

/**
 * What a search leads to, in every tab: rows to be counted from instead of the table's, so that it is looked up once
 * for all counts. Null where nothing is looked up.
 */
export function foundOf(shape: ListPlan): RawBuilder<unknown> | null {
  if (shape.source !== 'words') return null;
  const branches = reviewScopesOf(shape.group, 'asked', 'reviews', 0).map(
    (scope) => sql`select reviews.* from asked cross join lateral ${lookedUp(shape, scope)}`,
  );
  return sql.join(branches, sql` union all `);
}
