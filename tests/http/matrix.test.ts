import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import type { Actor } from '../../src/core/actor.ts';
import type { Endpoint } from '../../src/core/endpoint.ts';
import { KIND_NAMES, type Kind, KINDS } from '../../src/core/kinds.ts';
import { type Answer, testApp, type TestApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import { EVERYBODY, kindOf, ORDERERS, relationOf, STAFF as STAFF_PEOPLE, type Who } from './matrix/people.ts';
import { AVATAR_KEY, type Rule, RULES, type Subject } from './matrix/rules.ts';
import { buildWorlds, type Worlds } from './matrix/worlds.ts';

/*
 * Every endpoint × everybody × {own, same organization, foreign organization}. It grows with every endpoint: one without
 * a rule in matrix/rules.ts fails.
 */
let t: TestApp;
let worlds: Worlds;
beforeAll(async () => {
  t = await testApp();
  worlds = await buildWorlds(t);
  for (const kind of ['avatars', 'logos'])
    await t.app.services.storage.put(`${kind}/p${AVATAR_KEY}`, Buffer.from('picture'));
  await t.app.services.storage.put('cvs/matrix', Buffer.from('%PDF-'));
  await t.world.db
    .insertInto('cvs')
    .columns([
      'user_id',
      'profile_id',
      'version',
      'storage_key',
      'name',
      'size_bytes',
      'sha256',
      'created_at',
      'approved_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('profiles')
        .where('id', '=', worlds.home.expert_profile_id)
        .select(({ val }) => [
          'user_id',
          'id',
          val('redacted').as('version'),
          val('cvs/matrix').as('storage_key'),
          val('cv.pdf').as('name'),
          val(5).as('size_bytes'),
          val('').as('sha256'),
          val(t.clock.now()).as('created_at'),
          val(t.clock.now()).as('approved_at'),
        ]),
    )
    .execute();
});
afterAll(() => t.close());

/** One question: an endpoint, asked in the way one rule says. */
interface Question {
  endpoint: Endpoint;
  rule: Rule;
}
const questions: Question[] = ENDPOINTS.flatMap((endpoint) => {
  const rule = RULES[endpoint.id];
  return rule ? [rule, ...(rule.variants ?? [])].map((one) => ({ endpoint, rule: one })) : [];
});
// what only reads is asked while the reviews still stand where they were set up
questions.sort((a, b) => Number(b.endpoint.method === 'GET') - Number(a.endpoint.method === 'GET'));

function addressOf({ endpoint, rule }: Question, subject: Subject, kind = KIND_NAMES[0] ?? 'Case'): string {
  const params = { ...rule.params?.(subject) };
  const path = endpoint.path.replace('{kind}', KINDS[kind].api_path).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.id}: the rule names no ${name}`);
    return encodeURIComponent(String(value));
  });
  return rule.query ? `${path}?${rule.query}` : path;
}

function ask(question: Question, who: Person | null, subject: Subject): Promise<Answer> {
  const { endpoint, rule } = question;
  return t.request(who, endpoint.method, addressOf(question, subject), rule.body?.(subject, who ?? { user_id: 1 }));
}

/** The same question under another kind of review: its numbers name nothing there. */
function askAs(kind: Kind, question: Question, who: Person, subject: Subject): Promise<Answer> {
  const { endpoint, rule } = question;
  return t.request(who, endpoint.method, addressOf(question, subject, kind), rule.body?.(subject, who));
}

/** Whether the endpoint is for this kind of person at all. */
const admits = (endpoint: Endpoint, who: Who): boolean =>
  typeof endpoint.allow !== 'function' || endpoint.allow({ kind: kindOf(who) } as Actor);

/** The statuses this person may be given; null: any but 401, 403 and 404, public endpoints aside. */
function expected({ endpoint, rule }: Question, who: Who): readonly number[] | null {
  switch (rule.for) {
    case 'public':
    case 'everyone':
      return null;
    case 'kind':
      return rule.may.includes(who) ? null : [403];
    case 'review':
      if (rule.may.includes(who)) return null;
      if (!admits(endpoint, who)) return [403];
      if (rule.told?.includes(who)) return [403];
      if (rule.hidden?.includes(who)) return [404];
      return relationOf(who) === 'own' ? [403] : [404];
  }
}

const STAFF: ReadonlySet<Who> = new Set(STAFF_PEOPLE);
const ORDERED: ReadonlySet<Who> = new Set([...ORDERERS, 'watcher']);
/** Neither staff nor with a part in the peer review. */
const isStranger = (who: Who): boolean => relationOf(who) !== 'own' || who === 'attendee';

const REFUSED = [401, 403, 404];
const named = ({ endpoint, rule }: Question): string => (rule.as ? `${endpoint.id} (${rule.as})` : endpoint.id);

it('has a rule for every endpoint, and none for endpoints that are gone', () => {
  const ids = ENDPOINTS.map((endpoint) => endpoint.id);
  expect(ids.filter((id) => !RULES[id])).toEqual([]);
  expect(Object.keys(RULES).filter((id) => !ids.includes(id))).toEqual([]);
});

it('covers every route the server answers under /api', () => {
  const declared = new Set(
    ENDPOINTS.flatMap((endpoint) =>
      (endpoint.path.includes('{kind}') ? KIND_NAMES.map((kind) => KINDS[kind].api_path) : ['']).map(
        (kind) => `${endpoint.method} ${endpoint.path.replace('{kind}', kind).replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  );
  // uploads speak tus, with tests of their own; the documentation and the health of the server are nobody's data
  const others = [/^\w+ \/api\/v1\/uploads/, /^GET \/api\/(docs|openapi.json)/, /^\w+ \/api\/(health|ready)/];
  const undeclared = t.app.routes.filter(
    (route) =>
      route.includes(' /api/') &&
      !route.startsWith('HEAD ') &&
      !declared.has(route) &&
      !others.some((known) => known.test(route)),
  );
  expect(undeclared).toEqual([]);
});

it('asks about a peer review that is there: those who ordered read it, staff also who reviews', async () => {
  const url = `/api/v1/peer_reviews/${worlds.peer.review_id}`;
  const read = async (who: Who) => (await t.request(worlds.people[who], 'GET', url)).raw.body;
  expect(await read('requester')).toContain(worlds.marker);
  expect(await read('admin')).toContain(worlds.reviewer[0]);
});

it('asks about an exam that is there: those who ordered read it and what is set', async () => {
  const url = `/api/v1/imes/${worlds.exam.review_id}`;
  expect((await t.request(worlds.people.requester, 'GET', url)).raw.body).toContain(worlds.marker);
  const set = await t.request<{ appointment: unknown }>(worlds.people.requester, 'GET', `${url}/exam`);
  expect([set.status, set.body.appointment]).toEqual([200, expect.objectContaining({ status: 'scheduled' })]);
});

describe.each(questions.map((question) => [named(question), question] as const))('%s', (_, question) => {
  it('asks for a session unless it is public', async () => {
    const answer = await ask(question, null, worlds.home);
    if (question.rule.for === 'public') expect(answer.problem?.code).not.toBe('not_signed_in');
    else expect(answer.status).toBe(401);
  });

  it.skipIf(question.rule.endsSession)(
    'answers each person as the rule says, and nobody with what is another tenant’s',
    async () => {
      const wrong: string[] = [];
      // refusals change nothing, so they come first; then each who may, on a review nobody has acted on
      const [may, mayNot] = [true, false].map((allowed) =>
        EVERYBODY.filter((who) => (expected(question, who) === null) === allowed),
      );
      for (const who of [...(mayNot ?? []), ...(may ?? [])]) {
        const answer = await ask(question, worlds.people[who], await worlds.subject(question.rule.fresh));
        const wanted = expected(question, who);
        const answered = question.rule.for === 'public' || !REFUSED.includes(answer.status);
        const right = wanted ? wanted.includes(answer.status) : answered && answer.status !== 400;
        if (!right || answer.status >= 500)
          wrong.push(
            `${who}: ${answer.status} ${answer.problem?.code ?? ''} instead of ${wanted?.join(' or ') ?? 'an answer'}`,
          );
        if (relationOf(who) === 'foreign' && answer.raw.body.includes(worlds.marker))
          wrong.push(`${who}: was shown the marker`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.skipIf(!question.endpoint.path.includes('{kind}/{id}'))(
    'finds nothing of a review under the address of another kind',
    async () => {
      const wrong: string[] = [];
      const others = KIND_NAMES.slice(1);
      for (const who of EVERYBODY)
        // who finds it nowhere is refused by one and the same check, whatever the kind
        for (const kind of relationOf(who) === 'own' ? others : others.slice(-1)) {
          const answer = await askAs(kind, question, worlds.people[who], worlds.home);
          if (answer.status < 400 || answer.status >= 500) wrong.push(`${who}: ${answer.status} as ${kind}`);
          if (answer.raw.body.includes(worlds.marker)) wrong.push(`${who}: was shown the marker as ${kind}`);
        }
      expect(wrong).toEqual([]);
    },
  );

  it.skipIf(!question.endpoint.path.includes('{kind}/{id}') || question.rule.for !== 'review')(
    'of an exam tells those who have no part in it nothing',
    async () => {
      const wrong: string[] = [];
      for (const who of EVERYBODY.filter((one) => isStranger(one) && !STAFF.has(one))) {
        const answer = await askAs('IME', question, worlds.people[who], worlds.exam);
        if (![403, 404].includes(answer.status)) wrong.push(`${who}: ${answer.status}`);
        if (relationOf(who) === 'foreign' && admits(question.endpoint, who) && answer.status !== 404)
          wrong.push(`${who}: ${answer.status} instead of 404`);
        if (answer.raw.body.includes(worlds.marker)) wrong.push(`${who}: was shown the marker`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.skipIf(!question.endpoint.path.includes('{kind}/{id}') || question.rule.for !== 'review')(
    'of a peer review tells others nothing, and those who ordered it never who reviews',
    async () => {
      const wrong: string[] = [];
      const [others, own] = [true, false].map((strange) =>
        EVERYBODY.filter((who) => isStranger(who) === strange && !STAFF.has(who)),
      );
      for (const who of [...(others ?? []), ...(own ?? [])]) {
        const answer = await askAs('PeerReview', question, worlds.people[who], worlds.peer);
        const text = answer.raw.body;
        if (isStranger(who) && ![403, 404].includes(answer.status)) wrong.push(`${who}: ${answer.status}`);
        if (isStranger(who) && text.includes(worlds.marker)) wrong.push(`${who}: was shown the marker`);
        if (ORDERED.has(who) && worlds.reviewer.some((mark) => text.includes(mark)))
          wrong.push(`${who}: was told who reviews`);
        if (answer.status >= 500) wrong.push(`${who}: ${answer.status}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
