import type { ReviewStatus } from '../../src/features/reviews/rules.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListRow } from '../../src/features/reviews/contract.ts';
import {
  BILLING_STATUSES,
  type BillingStatus,
  ballOf as holderOf,
  LIST_SORTS,
  LIST_TABS,
  type ListSort,
  stateRow,
} from '../../src/features/reviews/rules.ts';
import { CASE_LIFECYCLE } from '../../src/features/reviews/kinds/case/lifecycle.ts';
import { PEER_REVIEW_LIFECYCLE } from '../../src/features/reviews/kinds/peer-review/lifecycle.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

const cases = '/api/v1/cases';
const PATHS = [cases, '/api/v1/peer_reviews', '/api/v1/reviews'] as const;
const STATES_OF = { Case: CASE_LIFECYCLE.states, PeerReview: PEER_REVIEW_LIFECYCLE.states } as const;
const STATES = ['IL', 'OH', 'MA'] as const;
const TYPES = ['medmal', 'auto', null] as const;
const NAMES = ['Abeyta', 'Boyd', 'Kessler', 'Osgood'] as const;

interface Fact {
  id: number;
  kind: keyof typeof STATES_OF;
  status: ReviewStatus;
  organization: number;
  requester: number;
  expert: number | null;
  invited: number | null;
  watched: boolean;
  called: boolean;
  subject: string;
  state: string;
  review_type: string | null;
  specialty: number;
  due: Date | null;
  paused: boolean;
  transfer: boolean;
  updated: Date;
  expedited: boolean;
  attention: boolean;
  billing: BillingStatus;
}

let t: TestApp;
const facts: Fact[] = [];
const people: Record<string, Person> = {};
let top: number;
let below: number;
let off: number;
let foreign: number;
let specialties: number[];
let experts: number[];
const requesters: number[] = [];

/** The same numbers every time: a small generator, so that a failing row can be looked at again. */
function drawing(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (state * 48_271) % 2_147_483_647;
    const one = from[state % from.length];
    if (one === undefined && !from.includes(one as never)) throw new Error('Nothing to draw from.');
    return one as (typeof from)[number];
  };
}

beforeAll(async () => {
  t = await testApp();
  const { world, clock } = t;
  top = await world.organization({ name: 'Top' });
  below = await world.organization({ name: 'Below', parent_id: top });
  off = await world.organization({ name: 'Without', parent_id: top, flags: { case_reviews_enabled: false } });
  foreign = await world.organization({ name: 'Foreign' });
  people['consultant'] = await world.consultant(below);
  people['manager'] = await world.manager(below);
  people['tree admin'] = await world.person({ role: 'org_admin', organization_id: top });
  people['staff'] = await world.staff('clin_ops');
  const expert = await world.expert();
  people['expert'] = expert;
  people['assistant'] = await world.assistantOf(expert.profile_id);
  const other = await world.expert();
  people['attendee'] = await world.person({ profile: 'Attendee' });
  specialties = [
    (await world.specialty()).specialty_id,
    (await world.specialty('Nephrology', 'General')).specialty_id,
    (await world.specialty('Radiology', 'Neuro')).specialty_id,
  ];
  experts = [expert.profile_id, other.profile_id];
  const colleague = await world.consultant(below);
  const above = await world.consultant(top);
  const without = await world.consultant(off);
  const stranger = await world.consultant(foreign);
  requesters.push(people['consultant'].user_id, colleague.user_id, above.user_id, stranger.user_id);
  const pick = drawing(20_261_118);
  const start = clock.now().getTime();
  for (let i = 0; i < 360; i += 1) {
    const kind = pick(['Case', 'Case', 'PeerReview'] as const);
    const status: ReviewStatus = pick(STATES_OF[kind]);
    const organization = pick([below, below, top, off, foreign]);
    const ownOnes = { [below]: [people['consultant'].user_id, colleague.user_id], [top]: [above.user_id] };
    const fact: Omit<Fact, 'id'> = {
      kind,
      status,
      organization,
      requester: pick(ownOnes[organization] ?? [organization === off ? without.user_id : stranger.user_id]),
      expert: pick([null, null, experts[0] ?? 0, experts[1] ?? 0]),
      invited: pick([null, null, null, experts[0] ?? 0]),
      watched: organization === below && i % 7 === 0,
      called: i % 11 === 0,
      subject: `${pick(NAMES)} v. Provider ${i % 4}`,
      state: pick(STATES),
      review_type: pick(TYPES),
      specialty: pick(specialties),
      due: pick([null, new Date(start + (pick([-30, -5, 1, 20, 60, 200]) + (i % 3)) * 3_600_000)]),
      paused: pick([true, false, false]),
      transfer: pick([true, false, false]),
      // many share an instant, so that the tie is broken by the id
      updated: new Date(start - pick([1, 2, 3, 60 * 24 * 40]) * 60_000),
      expedited: pick([true, false]),
      attention: pick([true, false, false, false]),
      billing: pick(BILLING_STATUSES),
    };
    if (fact.expert !== null) fact.invited = null;
    facts.push({ id: await store(fact), ...fact });
  }
});
afterAll(() => t.close());

async function store(f: Omit<Fact, 'id'>): Promise<number> {
  const { db } = t.world;
  const { bucket } = stateRow(f.kind, f.status);
  const { id } = await db
    .insertInto('reviews')
    .values({
      kind: f.kind,
      status: f.status,
      bucket,
      ball: ballOf(f),
      organization_id: f.organization,
      requester_id: f.requester,
      subject: f.subject,
      state: f.state,
      review_type: f.review_type,
      specialty_id: f.specialty,
      expedited: f.expedited,
      attention: f.attention ? (JSON.stringify({ reason: 'Stuck' }) as never) : null,
      total_cents: 45_000,
      billing_status: f.billing,
      due_at: f.due,
      clock_paused_at: f.paused ? f.updated : null,
      created_at: f.updated,
      updated_at: f.updated,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (f.expert !== null) await t.world.assign(id, f.expert);
  if (f.transfer)
    await db
      .insertInto('review_transfers')
      .values({ review_id: id, reason: 'On leave', requested_at: f.updated })
      .execute();
  await sql`update reviews set search = to_tsvector('simple', concat_ws(' ', id, subject)) where id = ${id}`.execute(
    db,
  );
  if (f.watched && f.requester !== people['consultant']?.user_id)
    await db
      .insertInto('review_watchers')
      .values({ review_id: id, user_id: people['consultant']?.user_id ?? 0 })
      .execute();
  if (f.invited !== null)
    await sql`insert into invitations (review_id, expert_profile_id, hash, status, expires_at, created_at)
      values (${id}, ${f.invited}, ${Buffer.from(`h${id}`)}, 'opened', ${t.clock.now()}, ${t.clock.now()})`.execute(db);
  if (f.called)
    await sql`insert into appointment_attendees (review_id, name, email, role)
      values (${id}, 'Somebody', ${people['attendee']?.email ?? ''}, 'counsel')`.execute(db);
  return id;
}

const bucketOf = (f: Fact) => stateRow(f.kind, f.status).bucket;
const ballOf = ({ kind, status, transfer }: Pick<Fact, 'kind' | 'status' | 'transfer'>) =>
  holderOf({ kind, status, transfer_requested: transfer });
const isAt = (path: (typeof PATHS)[number], f: Fact): boolean =>
  path === '/api/v1/reviews' || (path === cases) === (f.kind === 'Case');
const READERS = ['consultant', 'manager', 'tree admin', 'staff', 'expert', 'assistant', 'attendee'] as const;
type Reader = (typeof READERS)[number];
const SEATS: Record<Reader, string | null> = {
  consultant: 'requester',
  manager: 'requester',
  'tree admin': 'requester',
  staff: 'staff',
  expert: 'expert',
  assistant: 'expert',
  attendee: null,
};

/** Who sees which, and which of them whole. */
function sees(who: Reader, f: Fact): boolean {
  switch (who) {
    case 'consultant':
      return f.organization === below && (f.requester === people['consultant']?.user_id || f.watched);
    case 'manager':
      return f.organization === below;
    case 'tree admin':
      return f.organization === below || f.organization === top || (f.organization === off && f.kind === 'PeerReview');
    case 'staff':
      return true;
    case 'expert':
      return f.expert === experts[0] || f.invited === experts[0];
    case 'assistant':
      return f.expert === experts[0];
    case 'attendee':
      return f.called;
  }
}
const whole = (who: Reader, f: Fact): boolean =>
  who === 'expert' || who === 'assistant' ? f.expert === experts[0] : who !== 'attendee';

const inTab = (who: Reader, tab: string, f: Fact): boolean => {
  const [bucket, ball, seat] = [bucketOf(f), ballOf(f), SEATS[who]];
  const old = t.clock.now().getTime() - f.updated.getTime() > 30 * 86_400_000;
  const unanswered = f.paused && t.clock.now().getTime() - f.updated.getTime() > 14 * 86_400_000;
  switch (tab) {
    case 'all':
      return bucket === 'draft' || bucket === 'active';
    case 'yours':
      return bucket === 'active' && ball === seat;
    case 'others':
      return bucket === 'active' && ball !== seat && ball !== 'nobody';
    case 'calls':
      return f.status === 'call_scheduled';
    case 'needs_information':
    case 'on_hold':
      return f.status === tab;
    case 'attention':
      return bucket === 'active' && f.attention;
    case 'pre_orders':
      return f.status === 'pre_ordered';
    case 'drafts':
      return bucket === 'draft';
    case 'completed':
      return bucket === 'completed' || bucket === 'cancelled';
    case 'inactive':
      return (
        bucket === 'cancelled' ||
        f.status === 'on_hold' ||
        (bucket === 'draft' && old) ||
        (f.status === 'needs_information' && unanswered)
      );
    default:
      return bucket === 'active';
  }
};

const ORDERS: Record<ListSort, (a: Fact, b: Fact) => number> = {
  due: (a, b) => (a.due?.getTime() ?? 8.64e15) - (b.due?.getTime() ?? 8.64e15) || a.id - b.id,
  updated: (a, b) => a.updated.getTime() - b.updated.getTime() || a.id - b.id,
  '-updated': (a, b) => b.updated.getTime() - a.updated.getTime() || b.id - a.id,
  number: (a, b) => a.id - b.id,
  '-number': (a, b) => b.id - a.id,
};

interface Filters {
  status: string[];
  ball: string[];
  state: string[];
  review_type: string[];
  specialty: number[];
  organization: number[];
  requester: (number | 'me')[];
  expert: number[];
  billing: string[];
  overdue: boolean;
  expedited: boolean;
  attention: boolean;
  due_from: string | null;
  due: string | null;
  q: string;
}

/** Dates of the harness's people, all in Chicago but experts in New York; offsets of November. */
const dayOf = (who: Reader, at: Date): string =>
  new Date(at.getTime() - (who === 'expert' ? 5 : 6) * 3_600_000).toISOString().slice(0, 10);

function keeps(who: Reader, filters: Filters, f: Fact): boolean {
  const me = people[who]?.user_id ?? 0;
  const of = <T>(values: readonly T[], value: T): boolean => values.length === 0 || values.includes(value);
  const telling =
    filters.review_type.length + filters.organization.length + filters.requester.length > 0 || filters.attention;
  if (telling && !whole(who, f)) return false;
  // who ordered a peer review never learns its reviewer, so that asking for one finds nothing
  if (filters.expert.length > 0 && f.kind === 'PeerReview' && SEATS[who] === 'requester') return false;
  if (filters.q !== '') {
    const words = filters.q.toLowerCase().split(' ');
    const text = `${f.id} ${f.subject}`.toLowerCase().split(/[^a-z0-9]+/);
    const found = words.every((word) => text.some((one) => one.startsWith(word)));
    if (!(whole(who, f) && found) && !(String(f.id) === words[0] && !whole(who, f))) return false;
  }
  return (
    (filters.billing.length === 0 || (SEATS[who] === 'requester' && filters.billing.includes(f.billing))) &&
    of(filters.status, f.status) &&
    of(filters.ball, ballOf(f)) &&
    of(filters.state, f.state) &&
    (filters.review_type.length === 0 || (f.review_type !== null && filters.review_type.includes(f.review_type))) &&
    of(filters.specialty, f.specialty) &&
    of(filters.organization, f.organization) &&
    (filters.requester.length === 0 || filters.requester.some((r) => (r === 'me' ? me : r) === f.requester)) &&
    (filters.expert.length === 0 || (f.expert !== null && filters.expert.includes(f.expert))) &&
    (!filters.overdue || (f.due !== null && f.due < t.clock.now() && !f.paused)) &&
    (!filters.expedited || f.expedited) &&
    (!filters.attention || f.attention) &&
    (filters.due_from === null || f.due === null || dayOf(who, f.due) >= filters.due_from) &&
    (filters.due === null || (f.due !== null && dayOf(who, f.due) <= filters.due))
  );
}

function queryOf(filters: Filters): string {
  const query = new URLSearchParams();
  for (const name of ['status', 'ball', 'state', 'review_type', 'requester', 'expert', 'billing'] as const)
    for (const value of filters[name]) query.append(name, String(value));
  for (const id of filters.specialty) query.append('specialty_id', String(id));
  for (const id of filters.organization) query.append('organization_id', String(id));
  for (const name of ['overdue', 'expedited', 'attention'] as const) if (filters[name]) query.append(name, 'true');
  for (const name of ['due_from', 'due'] as const) if (filters[name]) query.append(name, filters[name]);
  if (filters.q !== '') query.append('q', filters.q);
  return query.toString();
}

const filters = (): fc.Arbitrary<Filters> => {
  const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: Math.min(3, values.length) });
  const rarely = <T>(values: readonly T[]) => fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, some(values));
  const seldom = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true));
  return fc.record({
    status: rarely([...new Set<string>([...CASE_LIFECYCLE.states, ...PEER_REVIEW_LIFECYCLE.states])]),
    ball: rarely(['requester', 'staff', 'expert', 'nobody']),
    state: rarely(STATES),
    review_type: rarely(['medmal', 'auto']),
    specialty: rarely(specialties),
    organization: rarely([top, below, off, foreign]),
    requester: rarely<number | 'me'>(['me', ...requesters]),
    expert: rarely(experts),
    billing: rarely<string>(BILLING_STATUSES),
    overdue: seldom,
    expedited: seldom,
    attention: seldom,
    due_from: fc.constantFrom(null, null, null, '2026-11-17', '2026-11-19'),
    due: fc.constantFrom(null, null, null, '2026-11-18', '2026-11-20'),
    q: fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.constantFrom(
        'boyd',
        'kess',
        'osgood 2',
        'provider 1',
        'provider ab',
        String(facts[40]?.id),
        `${facts[40]?.id} prov`,
        `provider ${String(facts[41]?.id).slice(0, -1)}`,
        'nobody',
        'provider nobody',
      ),
    ),
  });
};

async function all(who: Reader, path: string, query: string): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  let cursor = '';
  do {
    const page = await t.request<{ data: ListRow[]; next_cursor: string | null }>(
      people[who] ?? null,
      'GET',
      `${path}?${query}${cursor}`,
    );
    expect([page.status, page.problem?.detail]).toEqual([200, page.problem?.detail]);
    rows.push(...page.body.data);
    cursor = page.body.next_cursor ? `&cursor=${page.body.next_cursor}` : '';
  } while (cursor !== '');
  return rows;
}

describe('lists', () => {
  // once the database knows which words are common it is asked another way
  test.each([
    ['no word is known to be common', 150, 0],
    ['the common words are known', 100, 2],
  ])('equal a brute-force filter, for every reader, tab, order, page size and filter; %s', async (_, runs, known) => {
    if (known > 0) {
      await sql`analyze reviews`.execute(t.world.db);
      t.clock.advance({ minutes: 15 });
    }
    const { rows: words } = await sql<{ n: number }>`select cardinality(array(select word from pg_stats,
      unnest(most_common_elems::text::text[]) word where tablename = 'reviews' and attname = 'search'
      and word in ('boyd', 'provider'))) as n`.execute(t.world.db);
    expect(words).toEqual([{ n: known }]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...READERS),
        fc.constantFrom(...LIST_TABS),
        fc.constantFrom(...LIST_SORTS),
        fc.integer({ min: 7, max: 100 }),
        fc.constantFrom(...PATHS),
        filters(),
        async (who, tab, sort, limit, path, chosen) => {
          const expected = facts
            .filter((f) => isAt(path, f) && sees(who, f) && inTab(who, tab, f) && keeps(who, chosen, f))
            .toSorted(ORDERS[sort])
            .map((f) => f.id);
          const rows = await all(who, path, `tab=${tab}&sort=${sort}&limit=${limit}&${queryOf(chosen)}`);
          expect(rows.map((row) => row.id)).toEqual(expected);
        },
      ),
      { numRuns: runs },
    );
  });

  test('counts are the lengths of the lists, by tab, ball and status', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...READERS), fc.constantFrom(...PATHS), filters(), async (who, path, chosen) => {
        const { status, body } = await t.request<{
          tabs: Record<string, number>;
          balls: Record<string, number>;
          statuses: Record<string, number>;
        }>(people[who] ?? null, 'GET', `${path}/counts?by_status=true&${queryOf(chosen)}`);
        expect(status).toBe(200);
        const mine = facts.filter((f) => isAt(path, f) && sees(who, f) && keeps(who, chosen, f));
        for (const tab of LIST_TABS) {
          if (tab === 'inactive') continue;
          expect([tab, body.tabs[tab]]).toEqual([tab, mine.filter((f) => inTab(who, tab, f)).length]);
        }
        const active = mine.filter((f) => bucketOf(f) === 'active');
        for (const ball of ['requester', 'staff', 'expert', 'nobody'])
          expect(body.balls[ball]).toBe(active.filter((f) => ballOf(f) === ball).length);
        for (const [key, count] of Object.entries(body.statuses))
          expect([key, count]).toEqual([key, active.filter((f) => f.status === key).length]);
      }),
      { numRuns: 60 },
    );
  });

  test('who reads decides what a row tells: prices, names before acceptance', async () => {
    const rows = async (who: Reader) => all(who, cases, 'tab=all&limit=100');
    for (const row of await rows('manager')) {
      expect(row.total_cents).toBe(45_000);
      expect(row.billing).toBe(facts.find((f) => f.id === row.id)?.billing);
    }
    for (const row of await rows('staff')) expect([row.total_cents, row.billing]).toEqual([null, null]);
    for (const row of await rows('expert')) {
      const fact = facts.find((f) => f.id === row.id);
      expect(row.total_cents).toBeNull();
      expect(row.subject === '').toBe(fact?.expert !== experts[0]);
      expect(row.requester === null).toBe(fact?.expert !== experts[0]);
    }
    for (const row of await rows('attendee'))
      expect([row.subject, row.organization, row.review_type]).toEqual(['', null, null]);
  });

  test('a kind that is switched on again, or off at the parent, is there at once', async () => {
    const set = (id: number, value: boolean | null) =>
      sql`update organizations set flags = ${JSON.stringify(value === null ? {} : { case_reviews_enabled: value })}::jsonb
        where id = ${id}`.execute(t.world.db);
    const organizations = async () =>
      new Set((await all('tree admin', cases, 'tab=all&limit=100')).map((row) => row.organization?.id));
    await set(off, null);
    expect(await organizations()).toEqual(new Set([top, below, off]));
    await set(top, false);
    expect(await organizations()).toEqual(new Set());
    await set(below, true);
    expect(await organizations()).toEqual(new Set([below]));
    await set(top, null);
    await set(below, null);
    await set(off, false);
    expect(await organizations()).toEqual(new Set([top, below]));
  });
});
