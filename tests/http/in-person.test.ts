import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { IN_PERSON_ONLY } from '../../src/core/errors.ts';
import { KIND_NAMES, KINDS } from '../../src/core/kinds.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { castFor, inApp, type ReviewDriver, type Send, type Step } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import type { Who } from './matrix/people.ts';
import { RULES } from './matrix/rules.ts';
import { buildWorlds } from './matrix/worlds.ts';

/*
 * Nothing is signed, attested or accepted in another's name: whoever acts as somebody knocks at every endpoint there is, and
 * goes before the person at each step of a review's life.
 */
let t: TestApp;
let root: Person;
let parent: number;
beforeAll(async () => {
  t = await testApp();
  root = await t.world.staff('super_admin');
  ({ id: parent } = await t.world.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', root.user_id)
    .executeTakeFirstOrThrow());
});
afterAll(() => t.close());

/** The headers of a session in which the super admin acts as this person. */
async function actingAs(person: Pick<Person, 'user_id' | 'headers'>) {
  const token = randomBytes(32).toString('base64url');
  const now = t.clock.now();
  await t.world.db
    .insertInto('sessions')
    .values({
      user_id: person.user_id,
      token_hash: createHash('sha256').update(token).digest(),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      impersonator_id: root.user_id,
      parent_session_id: parent,
      impersonation_reason: 'Help',
    })
    .execute();
  return { headers: { ...person.headers, cookie: `peritus_session=${token}` } };
}

/** What the trail says was done by who acted as somebody else. */
const done = async (): Promise<string[]> =>
  (
    await t.world.db
      .selectFrom('audit_rows')
      .select('action')
      .distinct()
      .where('impersonator_user_id', '=', root.user_id)
      .orderBy('action')
      .execute()
  ).map(({ action }) => action);
/** Words for giving one's word. */
const WORDS =
  /(^|[._])(sign(?!_?in|_?out)|attest|accept|acknowledg|submit|agree|consent|cancel|purge|grant|request_report|impersonat|message_|message\.|rating|eula)/;

describe('at every endpoint', () => {
  const ASKING: readonly Who[] = ['requester', 'org_admin', 'expert', 'applicant'];

  test('who acts as somebody gives no word of theirs', async () => {
    const worlds = await buildWorlds(t);
    const refused = new Set<string>();
    for (const endpoint of ENDPOINTS) {
      const rule = RULES[endpoint.id];
      if (endpoint.method === 'GET' || !rule || rule.endsSession) continue;
      for (const one of [rule, ...(rule.variants ?? [])])
        for (const who of ASKING) {
          const person = worlds.people[who];
          const params = { ...one.params?.(worlds.home) };
          const path = endpoint.path
            .replace('{kind}', KINDS[KIND_NAMES[0] ?? 'Case'].api_path)
            .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
          const url = one.query ? `${path}?${one.query}` : path;
          const answer = await t.request(await actingAs(person), endpoint.method, url, one.body?.(worlds.home, person));
          if (answer.problem?.detail === IN_PERSON_ONLY) refused.add(endpoint.id);
        }
    }
    await t.settle();
    expect((await done()).filter((action) => WORDS.test(action))).toEqual([]);
    // each that is so marked refused, whatever it was asked, and before it looked at anything
    const marked = ENDPOINTS.filter(({ in_person, id }) => in_person && RULES[id]).map(({ id }) => id);
    expect(marked.filter((id) => !refused.has(id))).toEqual([]);
  });
});

describe('along a review', () => {
  /** Sends what a person of the review sends first as who acts as them; what that does need not be done again. */
  function goingBefore(people: readonly Person[], refused: string[]): Send {
    return async (who, method, url, body, headers) => {
      const person = people.find((one) => one.headers === who.headers);
      if (person && method !== 'GET') {
        const tried = await t.request(await actingAs(person), method, url, body, headers);
        if (tried.status < 300) return tried;
        if (tried.problem.detail === IN_PERSON_ONLY) refused.push(url.replace(/^.*?\/(?=[a-z_]+(\/[a-z_]+)?$)/, ''));
      }
      return t.request(who, method, url, body, headers);
    };
  }
  const KINDS_OF: readonly [string, () => Promise<ReviewDriver>, Step, readonly string[]][] = [
    [
      'a case',
      async () => new CaseDriver(inApp(t, await castFor(t.world, PASSWORD_HASH))),
      'delivered',
      ['submit', 'accept', 'request_report', 'sign'],
    ],
    [
      'a peer review',
      async () => new PeerDriver(inApp(t, await peerCast(t.world, PASSWORD_HASH))),
      'delivered',
      ['submit', 'accept', 'sign', 'acknowledge'],
    ],
  ];

  test.each(KINDS_OF)('of %s the person gives each word, and only those', async (_name, make, goal, words) => {
    const plain = await make();
    const { requester, expert } = plain.cast;
    const refused: string[] = [];
    const Driver = plain.constructor as new (wiring: ReturnType<typeof inApp>) => ReviewDriver;
    const d = new Driver({ ...inApp(t, plain.cast), send: goingBefore([requester, expert], refused) });
    if (goal === 'delivered' && d.kind.resource === 'cases') {
      await d.to('timeChosen');
      t.clock.advance({ days: 7 });
    }
    await d.to(goal);
    if (words.includes('acknowledge')) await d.must(requester, 'POST', d.url('/actions/acknowledge'), {});
    expect(refused.map((url) => url.split('/').at(-1))).toEqual(words);
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'impersonator_user_id'])
      .where('review_id', '=', d.id)
      .where('actor_user_id', 'in', [requester.user_id, expert.user_id])
      .execute();
    const given = rows.filter(({ action }) => WORDS.test(action));
    expect(given.length).toBeGreaterThanOrEqual(words.length);
    expect(given.filter((row) => row.impersonator_user_id !== null)).toEqual([]);
    // the rest was done by who acted as them, and the timeline names both
    expect(rows.some((row) => row.impersonator_user_id !== null)).toBe(true);
    const timeline = async (who: Person) => JSON.stringify((await t.request(who, 'GET', d.url('/timeline'))).body);
    const name = await t.world.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', root.user_id)
      .executeTakeFirstOrThrow();
    const short = `${name.first_name} ${name.last_name.slice(0, 1)}.`;
    expect(await timeline(requester)).toContain(`${short}, Peritus, acting as you`);
    expect(await timeline(plain.cast.admin)).toContain(`${short} acting as `);
  });

  test('giving up a time is somebody’s own word once it costs', async () => {
    const d = new CaseDriver(inApp(t, await castFor(t.world)));
    await d.to('timeChosen');
    const call = await t.world.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    t.clock.set(new Date(call.starts_at.getTime() - 30 * 3_600_000));
    const move = async (who: { headers: Record<string, string> }, confirmed_fee_cents?: number) =>
      t.request<{ fee_cents: number }>(who, 'POST', d.url('/call/move'), {
        reason: 'A trial was set',
        ...(confirmed_fee_cents === undefined ? {} : { confirmed_fee_cents }),
      });
    const { moving } = (await t.request<ReviewDetail>(d.cast.requester, 'GET', d.url())).body;
    const fee = moving?.fee_cents ?? 0;
    expect(fee).toBeGreaterThan(0);
    const tried = await move(await actingAs(d.cast.requester), fee);
    expect([tried.status, tried.problem.detail]).toEqual([403, IN_PERSON_ONLY]);
    expect((await move(d.cast.requester, fee)).status).toBe(200);
  });
});
