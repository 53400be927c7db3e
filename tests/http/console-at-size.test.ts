import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeCursor } from '../../src/core/cursor.ts';
import type { Out } from '../../src/core/endpoint.ts';
import type { organizationConsoleEndpoints } from '../../src/features/organizations/contract/console.ts';
import type { queueEndpoints } from '../../src/features/queues/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/*
 * The console's lists with 10,000 rows beside the same with a handful: a page costs about as much, wherever it begins, and
 * the pages together are all rows, each once and in order.
 *
 * What is not here cannot grow so far. Statutes are one row a state. Types of calls and of peer review are what people choose
 * from in an order: a hundred at most for one organization (meeting-types.test, own-report-forms.test). Holidays are read a
 * year and a state at a time, one row a day. Texts of mails are as many as the program has; of each, as of a statute or a
 * type of call, the last hundred changes are shown. License types and specialties are one list for the whole platform, which
 * every order form offers whole; a code book of all there are has some hundreds.
 */
const ROWS = 10_000;
let small: TestApp;
let large: TestApp;
const people = new Map<TestApp, Person>();
beforeAll(async () => {
  [small, large] = await Promise.all([testApp(), testApp()]);
  for (const t of [small, large]) {
    people.set(t, await t.world.staff('super_admin'));
    const d = new CaseDriver(inApp(t, await castFor(t.world)));
    await d.to('submitted');
  }
  const { db } = large.world;
  // two hundred trees of fifty; one in forty of them is held
  // with the places that triggers would write, one organization after the other
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into organizations (name, billing_hold, created_at)
      select 'Root ' || to_char(n, 'FM000'), n % 40 = 0, now() from generate_series(1, ${ROWS / 50}) n`.execute(tx);
    await sql`update organizations set tree_place = lower(name) || e'\t' || id || e'\n' where name like 'Root %'`.execute(
      tx,
    );
    await sql`insert into organizations (name, parent_id, depth, created_at)
      select r.name || ' Office ' || to_char(n, 'FM00'), r.id, 1, now()
      from organizations r, generate_series(1, 49) n where r.name like 'Root %'`.execute(tx);
    await sql`update organizations o set tree_place = r.tree_place || lower(o.name) || e'\t' || o.id || e'\n'
      from organizations r where r.id = o.parent_id and o.name like '% Office %'`.execute(tx);
  });
  // the one order there is, ten thousand times, due minute by minute, in milliseconds as all instants are kept, and each fourth at no time
  const columns = sql`kind, status, bucket, ball, organization_id, requester_id, subject, created_at, updated_at`;
  await sql`insert into reviews (${columns}, due_at)
    select ${columns}, case when n % 4 > 0 then date_trunc('milliseconds', now()) + make_interval(mins => n / 3) end
    from reviews, generate_series(1, ${ROWS}) n`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => Promise.all([small.close(), large.close()]));

const ask = async <T>(t: TestApp, path: string): Promise<T> => {
  const answer = await t.request<T>(people.get(t) ?? null, 'GET', `/api/v1${path}`);
  expect(answer.status, path).toBe(200);
  return answer.body;
};
/** A page of many costs what the same of few does, within a promise that a slow machine does not break. */
async function costsAsLittle(path: string, fewer = path): Promise<void> {
  const took = async (t: TestApp, asked: string): Promise<number> => {
    const began = performance.now();
    await ask(t, asked);
    return performance.now() - began;
  };
  // the shortest of some, in turn: what else goes on in the machine is in none of the question's cost
  let many = Infinity;
  let few = Infinity;
  for (let n = 0; n < 5; n += 1) {
    many = Math.min(many, await took(large, path));
    few = Math.min(few, await took(small, fewer));
    if (many < Math.max(150, 50 * few)) return;
  }
  // where much else runs a short answer fits between others' turns and a long one waits for its own: so do fifty short ones
  for (let n = 0; n < 5; n += 1) {
    many = await took(large, path);
    few = 0;
    for (let m = 0; m < 50; m += 1) few += await took(small, fewer);
    if (many < few) return;
  }
  expect(many, path).toBeLessThan(few);
}

type Organizations = Out<typeof organizationConsoleEndpoints.list>;
type Queue = Out<typeof queueEndpoints.list>;
interface Paged {
  data: readonly unknown[];
  next_cursor: string | null;
}
/** The pages of a list, one after the other, from a place on. */
async function* pagesOf<T extends Paged>(path: string, from = ''): AsyncGenerator<T> {
  let cursor: string | null = from;
  while (cursor !== null) {
    const page: T = await ask<T>(large, `${path}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    yield page;
    cursor = page.next_cursor;
  }
}

test('organizations come page by page, each once, in the order of the tree', async () => {
  const { rows } = await sql<{ id: number; tree_place: string }>`
    select id, tree_place from organizations order by tree_place`.execute(large.world.db);
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(ROWS);
  const cursorAt = (at: number): string => encodeCursor([rows[at]?.tree_place ?? '']);
  const [half, last] = [cursorAt(ROWS / 2), cursorAt(ids.length - 251)];
  for (const [from, cursor, pages] of [
    [0, '', 3],
    [ROWS / 2 + 1, half, 3],
    [ids.length - 250, last, 9],
  ] as const) {
    const seen: number[] = [];
    let read = 0;
    for await (const page of pagesOf<Organizations>('/organizations?limit=100', cursor)) {
      seen.push(...page.data.map(({ id }) => id));
      read += 1;
      if (read === pages) break;
    }
    expect(read).toBe(3);
    expect(seen).toEqual(ids.slice(from, from + 300));
  }
  for (const query of [
    '?limit=50',
    `?limit=50&cursor=${half}`,
    '?limit=50&q=office%2017',
    '?limit=50&hold=billing',
    '?limit=50&platform_type=managed',
  ])
    await costsAsLittle(`/organizations${query}`, '/organizations?limit=50');
});

test('a queue comes page by page, each once, the soonest first and what is due at no time last', async () => {
  const { rows } = await sql<{ id: number; due_key: string }>`
    select id, due_sort::text as due_key from reviews order by due_sort, id`.execute(large.world.db);
  const ids = rows.map(({ id }) => id);
  const [half, last] = [rows[ROWS / 2], rows[ROWS - 100]].map((row) =>
    encodeCursor([row?.due_key ?? '', row?.id ?? 0]),
  );
  for (const [from, cursor] of [
    [0, ''],
    [ROWS / 2 + 1, half],
    [ROWS - 99, last],
  ] as const) {
    const seen: number[] = [];
    for await (const page of pagesOf<Queue>('/queues/intake?', cursor)) {
      seen.push(...page.data.map(({ review }) => review.id));
      expect(page.total).toBe(ROWS + 1);
      if (seen.length > 120) break;
    }
    expect(seen.length).toBeGreaterThanOrEqual(100);
    expect(seen).toEqual(ids.slice(from, from + seen.length));
  }
  for (const path of ['/queues/intake', `/queues/intake?cursor=${last}`, '/queues/intake?assigned=nobody'])
    await costsAsLittle(path, '/queues/intake');
  await costsAsLittle('/queues');
});

interface Filled {
  what: string;
  /** Ten thousand rows of it. */
  rows: () => ReturnType<typeof sql>;
  path: string;
  /** Further questions, each as cheap as the first page. */
  narrowed: readonly string[];
}
const NUMBERED = sql`generate_series(1, ${ROWS}) n`;
/** A minute apart, in milliseconds as all instants are kept. */
const MINUTES = sql`date_trunc('milliseconds', now()) - make_interval(mins => n)`;
const FILLED: readonly Filled[] = [
  {
    what: 'people',
    rows: () => sql`insert into users (email, first_name, last_name, created_at)
      select 'person.' || n || '@size.test', 'Given', 'Family ' || to_char(n, 'FM00000'), ${MINUTES} from ${NUMBERED}`,
    path: '/people?limit=50',
    narrowed: ['&q=family%2000017', '&is=super_admin', '&standing=active'],
  },
  {
    // of the people above
    what: 'applications',
    rows: () => sql`with made as (insert into profiles (user_id, type, is_primary, created_at)
        select id, 'ApplicantMedicalExpert', true, created_at from users where email like '%@size.test' returning id, user_id)
      insert into applications (profile_id, user_id, status, created_at, updated_at, status_since, submitted_at)
      select id, user_id, 'submitted', since, since, since, since from made cross join lateral (
        select date_trunc('milliseconds', now()) - make_interval(mins => id::int) as since) at`,
    path: '/applications?limit=50',
    narrowed: ['&open=1', '&status=submitted', '&sort=newest', '&q=family%2000017'],
  },
  {
    what: 'the audit log',
    rows: () => sql`insert into audit_rows (action, actor_kind, at, subject)
      select 'session.sign_in', 'system', ${MINUTES}, 'user:' || n from ${NUMBERED}`,
    path: '/audit?',
    narrowed: ['&action=session.sign_in', '&subject=user%3A17'],
  },
  {
    what: 'messages that were sent',
    rows: () => sql`insert into mails (subject, template, text, to_email, status, created_at)
      select 'Subject ' || n, 'contact_received', 'Text', 'somebody@size.test', 'failed', ${MINUTES} from ${NUMBERED}`,
    path: '/outbox/mails?',
    narrowed: [],
  },
  {
    what: 'messages to support',
    rows: () => sql`insert into contact_messages (name, email, reason, message, reference, created_at)
      select 'Name ' || n, 'somebody@size.test', 'other', 'Message', 'R' || n, ${MINUTES} from ${NUMBERED}`,
    path: '/support/messages?',
    narrowed: ['&state=open', '&assigned=nobody'],
  },
  {
    what: 'report forms',
    rows: () => sql`insert into custom_forms (kind, name, draft, created_at, updated_at)
      select 'PeerReview', 'Form ' || to_char(n, 'FM00000'), '{"sections":[]}', ${MINUTES}, ${MINUTES} from ${NUMBERED}`,
    path: '/custom_forms?limit=50',
    narrowed: ['&state=draft', '&q=00017'],
  },
  {
    what: 'invitations of people',
    rows: () => sql`insert into person_invitations (token_hash, email, role, organization_id, invited_by, created_at, expires_at)
      select decode(md5(n::text), 'hex'), 'invited.' || n || '@size.test', 'org_admin', o.id, u.id, ${MINUTES}, now()
      from ${NUMBERED}, (select min(id) as id from users) u, (select id from organizations where name = 'Root 001') o`,
    path: '/people/invitations?',
    narrowed: [],
  },
  {
    what: 'announcements',
    rows: () => sql`insert into announcements (text, audience, starts_at, ends_at, published_by, created_at)
      select 'Text ' || n, 'staff', ${MINUTES}, ${MINUTES} + interval '1 second', u.id, ${MINUTES}
      from ${NUMBERED}, (select min(id) as id from users) u`,
    path: '/announcements/all?limit=50',
    narrowed: ['&standing=over', '&standing=now'],
  },
];
test.each(FILLED)(
  '$what come page by page, each once, and cost as little as a few',
  async ({ rows, path, narrowed }) => {
    await large.world.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await rows().execute(tx);
    });
    await sql`analyze`.execute(large.world.db);
    const seen: unknown[] = [];
    for await (const page of pagesOf<Paged & { data: readonly { id: number }[] }>(path)) {
      seen.push(...page.data.map(({ id }) => id));
      if (seen.length >= 150) break;
    }
    expect(seen.length).toBeGreaterThanOrEqual(150);
    expect(new Set(seen).size).toBe(seen.length);
    for (const more of ['', ...narrowed]) await costsAsLittle(`${path}${more}`, path);
  },
);

interface Choices {
  data: { id: number; name: string }[];
  more: boolean;
}
test('one of ten thousand organizations is chosen by its name; the pages that ask whose show the first', async () => {
  const first = await ask<Choices>(large, '/organization_choices');
  expect([first.data.length, first.more]).toEqual([50, true]);
  const typed = await ask<Choices>(large, '/organization_choices?q=root%20199%20office%2049');
  expect(typed).toEqual({ data: [expect.objectContaining({ name: 'Root 199 Office 49' })], more: false });
  const { data } = await ask<Choices>(large, `/organization_choices?id=${typed.data[0]?.id}`);
  expect(data).toEqual(typed.data);
  for (const path of [
    '/organization_choices',
    '/organization_choices?q=office%2017',
    '/organization_choices?external_experts=yes',
    '/people/invitations/choices',
    '/people/invitations/experts',
    '/meeting_types',
    '/statutes',
    '/peer_review_types',
    '/custom_forms?limit=1',
    '/taxonomy',
    '/mail_wordings',
    '/holidays?year=2026',
  ])
    await costsAsLittle(path);
});

test('a queue offers those whose reviews wait in it, an order those that take new ones, and a tree no other tree’s', async () => {
  const office = '&q=root%20199%20office%2049';
  const typed = await ask<Choices>(large, `/organization_choices?${office}`);
  const root = await large.world.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'Root 199')
    .executeTakeFirstOrThrow();
  await sql`update organizations set flags = '{"accepts_new_case_submissions": false}' where id = ${root.id}`.execute(
    large.world.db,
  );
  await large.world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update reviews r set organization_id = o.id
      from (select id, row_number() over (order by id) as n from organizations where name like '% Office %') o
      where r.id % 9000 = o.n - 1`.execute(tx);
  });
  await sql`analyze`.execute(large.world.db);
  const waiting = await ask<Choices>(large, '/queue_organizations?queue=intake');
  expect([waiting.data.length, waiting.more]).toEqual([50, true]);
  for (const [path, found] of [
    [`/organization_choices?uses=Case${office}`, typed.data],
    [`/organization_choices?orders=Case${office}`, []],
    [`/organization_choices?orders=Case&id=${typed.data[0]?.id}`, typed.data],
    [`/queue_organizations?queue=intake${office}`, []],
    [`/queue_organizations?queue=intake&id=${typed.data[0]?.id}`, typed.data],
    ['/queue_organizations?queue=quality', []],
  ] as const)
    expect(await ask<Choices>(large, path), path).toEqual({ data: found, more: false });
  expect((await ask<Choices>(large, '/queue_organizations?queue=intake&q=root%20100%20office%2020')).data).toHaveLength(
    1,
  );
  expect(await ask(large, '/cases/fields')).toMatchObject({ organization: null, for_others: true });
  const reader = await large.world.person({ role: 'org_admin', organization_id: root.id });
  const own = async (path: string) => (await large.request<Choices>(reader, 'GET', `/api/v1${path}`)).body;
  const ofTree = await own('/organization_choices?uses=Case');
  expect([ofTree.data.length, ofTree.more]).toEqual([50, false]);
  expect(ofTree.data.every(({ name }) => name.startsWith('Root 199'))).toBe(true);
  expect((await own('/organization_choices?q=root%20100')).data).toEqual([]);
  // nothing of this tree takes new ones: no other is offered, and an order is refused
  expect(await own('/cases/fields')).toMatchObject({ for_others: false });
  const begun = await large.request(reader, 'POST', '/api/v1/cases', {});
  expect(begun.status).toBe(403);
  for (const path of [
    '/organization_choices?uses=Case',
    '/organization_choices?orders=PeerReview&q=office%2017',
    '/queue_organizations?queue=intake',
    '/cases/fields',
  ])
    await costsAsLittle(path);
});
