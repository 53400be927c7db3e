import type { ReviewStatus } from '../../src/features/reviews/rules.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListRow } from '../../src/features/reviews/contract.ts';
import { stateRow, ATTESTATION_LINES } from '../../src/features/reviews/rules.ts';
import { CASE_LIFECYCLE } from '../../src/features/reviews/kinds/case/lifecycle.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import { caseDesk } from './reviews-world.ts';

let t: TestApp;
let desk: ReturnType<typeof caseDesk>;
let organization: number;
let requester: Person;
let manager: Person;
let admin: Person;
let clinOps: Person;
let matching: Person;

const cases = '/api/v1/cases';
const inOrder = <T extends number | string | null>(a: T, b: T): number => (String(a) < String(b) ? -1 : 1);
const clean = Object.fromEntries(ATTESTATION_LINES.map((l) => [l.key, l.good]));

beforeAll(async () => {
  t = await testApp();
  desk = caseDesk(t);
  organization = await t.world.organization({ flags: { allow_expert_selection_without_files: true } });
  requester = await t.world.consultant(organization);
  manager = await t.world.manager(organization);
  admin = await t.world.staff('admin');
  clinOps = await t.world.staff('clin_ops');
  matching = await t.world.staff('matching_admin');
});
afterAll(() => t.close());

async function addFile(id: number, more: { pages?: number; visible?: boolean; name?: string } = {}): Promise<number> {
  const row = await t.world.db
    .insertInto('files')
    .values({
      review_id: id,
      name: more.name ?? 'chart.pdf',
      size_bytes: 10,
      content_type: 'application/pdf',
      storage_key: 'x',
      category: 'hospital_chart',
      pages: more.pages ?? 40,
      visible_to_expert: more.visible ?? true,
      status: 'ready',
      scan_status: 'clean',
      bates_from: 1,
      bates_to: more.pages ?? 40,
      created_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'files.changed', payload: {} as never, review_id: id, created_at: t.clock.now() })
    .execute();
  await t.settle();
  return row.id;
}

/** Ordered, with records, released to matching and with an expert invited. */
async function invited(expert: Person & { profile_id: number }): Promise<number> {
  const id = await desk.order(requester, { needed_by: '2026-12-18' });
  await addFile(id);
  await addFile(id, { name: 'Internal incident report.pdf', visible: false, pages: 9 });
  expect((await desk.act(clinOps, id, 'release_to_matching')).status).toBe(200);
  const sent = await t.request(matching, 'POST', `${cases}/${id}/invitations`, {
    expert_profile_ids: [expert.profile_id],
  });
  expect([sent.status, sent.body]).toMatchObject([201, { status: 'invited' }]);
  return id;
}

describe('an expert', () => {
  test('sees the blind minimum before accepting, and everything but hidden files after', async () => {
    const expert = await t.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
    const id = await invited(expert);
    const blind = await desk.read(expert, id);
    expect(blind.body).toMatchObject({
      view: 'blind',
      subject: '',
      files: null,
      questions: null,
      summary: null,
      sections: null,
      quote: null,
      organization: null,
      requester: null,
      people: [],
      timeline: { data: [] },
      pages: 40,
      what_now: { voice: 'yours', action: { path: `/case-invite/review-${id}` } },
    });
    expect(JSON.stringify(blind.body)).not.toMatch(/HM-88|ladder|chart\.pdf|93750|incident report/i);
    expect((await t.request(expert, 'GET', `${cases}/${id}/sections/step_one`)).status).toBe(403);
    expect((await t.request(expert, 'GET', `${cases}/${id}/quote`)).status).toBe(403);
    expect((await t.request<{ data: ListRow[] }>(expert, 'GET', `${cases}?q=ferrante`)).body.data).toEqual([]);
    expect((await desk.read(requester, id)).body.expert).toMatchObject({
      name: null,
      label: `Expert X-${expert.profile_id}`,
    });

    const accepted = await t.request(expert, 'POST', `/api/v1/invitations/review-${id}/accept`, { answers: clean });
    expect([accepted.status, accepted.body]).toMatchObject([200, { accepted: true }]);
    await t.settle();
    const { body } = await desk.read(expert, id);
    expect(body).toMatchObject({
      view: 'full',
      subject: 'Ferrante v. Brightwater Regional',
      status: { key: 'awaiting_times' },
      questions: ['Was decompression within 24 hours the standard of care?', 'Did the delay change the outcome?'],
      files: { count: 1, pages: 40, hidden: 0, data: [{ name: 'chart.pdf', category_label: 'Hospital chart' }] },
      quote: null,
      sections: null,
      claim_number: null,
      what_now: { voice: 'yours', action: { label: 'Offer times', path: `/case/${id}/choose-available-times` } },
    });
    expect(JSON.stringify(body)).not.toMatch(/incident report|937|HM-88/i);
    const mine = (await desk.read(requester, id)).body;
    expect(mine.expert).toMatchObject({ name: 'Dr. Ines Falkenrath' });
    expect(mine.files).toMatchObject({ count: 2, pages: 49, hidden: 1 });
    expect(mine.what_now.headline).toBe('Waiting for Dr. Falkenrath to offer times');
    expect(mine.timeline.data[0]).toMatchObject({ actor: 'Dr. Falkenrath' });
    expect(
      (await t.request<{ data: ListRow[] }>(expert, 'GET', `${cases}?q=ferrante`)).body.data.map((r) => r.id),
    ).toEqual([id]);
    expect(
      (await t.request<{ data: ListRow[] }>(requester, 'GET', `${cases}?q=falkenrath`)).body.data.map((r) => r.id),
    ).toEqual([id]);
  });

  test('who declines is out of the review, and the requester is not told why', async () => {
    const expert = await t.world.expert();
    const id = await invited(expert);
    const declined = await t.request(expert, 'POST', `/api/v1/invitations/review-${id}/decline`, {
      reason: 'too_soon',
      note: 'Secret note',
    });
    expect([declined.status, declined.problem]).toEqual([204, undefined]);
    await t.settle();
    expect((await desk.read(expert, id)).status).toBe(404);
    const { body } = await desk.read(requester, id);
    expect(body.status.key).toBe('matching');
    expect(JSON.stringify(body)).not.toMatch(/Secret note|too_soon/);
  });

  test('up next: soonest first, and what waits on others', async () => {
    const expert = await t.world.expert();
    const assistant = await t.world.assistantOf(expert.profile_id);
    const first = await invited(expert);
    const second = await invited(expert);
    await t.request(expert, 'POST', `/api/v1/invitations/review-${second}/accept`, { answers: clean });
    await t.settle();
    const next = await t.request<{
      tasks: { act: string; review: { id: number }; path: string; due_at: string }[];
      load: object;
    }>(expert, 'GET', '/api/v1/up_next');
    expect(next.body.tasks.map((x) => [x.act, x.review.id])).toEqual(
      expect.arrayContaining([
        ['answer_invitation', first],
        ['offer_times', second],
      ]),
    );
    const due = next.body.tasks.map((x) => x.due_at);
    expect(due).toEqual(due.toSorted(inOrder));
    expect(next.body.load).toEqual({ open: 1, max: 6 });
    const his = await t.request<{ tasks: { act: string }[] }>(assistant, 'GET', '/api/v1/up_next');
    expect(his.body.tasks.map((x) => x.act)).toEqual(['offer_times']);
    const starts_at = [3, 4, 5].map((d) => new Date(t.clock.now().getTime() + d * 86_400_000).toISOString());
    const offered = await t.request(expert, 'POST', `${cases}/${second}/time_offers`, {
      starts_at,
      zone: 'America/New_York',
      outside_working_hours: true,
    });
    expect(offered.status).toBe(200);
    const after = await t.request<{
      tasks: { act: string }[];
      waiting: { count: number; data: { id: number; act: string }[] };
    }>(expert, 'GET', '/api/v1/up_next');
    expect(after.body.waiting).toMatchObject({ count: 1, data: [{ id: second, act: 'Choose a call time' }] });
    expect((await t.request(requester, 'GET', '/api/v1/up_next')).status).toBe(403);
    const { body } = await desk.read(requester, second);
    expect(body).toMatchObject({
      act: 'Choose a call time',
      yours: true,
      what_now: { voice: 'yours', consequence: 'After that the first of these times lapses.' },
    });
    expect(body.offers?.map((o) => o.starts_at)).toEqual(starts_at);
    expect(body.due?.at).toBe(new Date(t.clock.now().getTime() + 2 * 86_400_000).toISOString());
    // a day on, the first has less than a day left and the clock goes to the next
    t.clock.advance({ days: 2, minutes: 1 });
    await t.settle();
    expect((await desk.read(requester, second)).body.due?.at).toBe(
      new Date(Date.parse(starts_at[1] ?? '') - 86_400_000).toISOString(),
    );
  });
});

describe('staff', () => {
  test('the matching desk gets no contents, support no prices, and every look is recorded', async () => {
    const id = await desk.order(requester, { needed_by: '2026-12-18' });
    await addFile(id);
    const seen = (await desk.read(matching, id)).body;
    expect(seen).toMatchObject({ view: 'no_contents', sections: null, questions: null, summary: null, quote: null });
    expect(seen.parties).toEqual(expect.arrayContaining([{ role: 'claimant', name: 'Ana Ferrante' }]));
    const support = await t.world.staff('support_agent');
    expect((await desk.read(support, id)).body).toMatchObject({ quote: null, cancellation: null });
    expect(JSON.stringify((await desk.read(support, id)).body.timeline)).not.toContain('$');
    const views = await t.world.db
      .selectFrom('audit_rows')
      // sealed ones are no longer among the unsealed
      .leftJoin('audit_unsealed', 'audit_unsealed.audit_id', 'audit_rows.id')
      .select(['actor_user_id', 'actor_kind', 'organization_id', 'timeline'])
      .where('review_id', '=', id)
      .where('action', '=', 'review.viewed')
      .execute();
    // who orders read the price first
    expect(views.map((v) => v.actor_user_id).toSorted(inOrder)).toEqual(
      [requester.user_id, matching.user_id, support.user_id, support.user_id].toSorted(inOrder),
    );
    expect(views.every((v) => !v.timeline && v.organization_id === organization)).toBe(true);
  });

  test('many looks at once are all recorded', async () => {
    const id = await desk.draft(requester);
    await Promise.all(Array.from({ length: 60 }, () => desk.read(requester, id)));
    const { n } = await t.world.db
      .selectFrom('audit_rows')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('review_id', '=', id)
      .where('action', '=', 'review.viewed')
      .executeTakeFirstOrThrow();
    expect(n).toBe(60);
  });
});

test('the timeline pages through every row once, newest first', async () => {
  const id = await desk.order(requester);
  for (let i = 0; i < 6; i += 1) {
    await desk.act(admin, id, 'hold', { reason: `Round ${i}` });
    await desk.act(admin, id, 'resume');
  }
  const ids: number[] = [];
  let cursor = '';
  do {
    const page = await t.request<{ data: { id: number }[]; next_cursor: string | null }>(
      requester,
      'GET',
      `${cases}/${id}/timeline?limit=4${cursor}`,
    );
    ids.push(...page.body.data.map((r) => r.id));
    cursor = page.body.next_cursor ? `&cursor=${page.body.next_cursor}` : '';
  } while (cursor !== '');
  expect(ids).toHaveLength(15);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(15);
  expect((await t.request(requester, 'GET', `${cases}/${id}/timeline?cursor=nonsense`)).status).toBe(400);
});

describe('lists', () => {
  interface Fact {
    id: number;
    status: ReviewStatus;
    organization: number;
    requester: number;
    due: Date | null;
    updated: Date;
    state: string;
    watched: boolean;
  }
  const facts: Fact[] = [];
  let here: number;
  let sub: number;
  let elsewhere: number;
  let own: Person;
  let boss: Person;
  let owner: Person;

  beforeAll(async () => {
    here = await t.world.organization();
    sub = await t.world.organization({ parent_id: here });
    elsewhere = await t.world.organization();
    own = await t.world.consultant(here);
    boss = await t.world.manager(here);
    owner = await t.world.person({ role: 'org_admin', organization_id: here });
    const foreign = await t.world.manager(elsewhere);
    let seed = 7;
    const pick = <T>(values: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return values[seed % values.length] as T;
    };
    const start = t.clock.now().getTime();
    for (let i = 0; i < 240; i += 1) {
      const organizationId = pick([here, here, here, sub, elsewhere]);
      const status = pick(CASE_LIFECYCLE.states);
      const { bucket, ball } = stateRow('Case', status);
      const fact = {
        status,
        organization: organizationId,
        requester: organizationId === here ? pick([own.user_id, boss.user_id]) : foreign.user_id,
        due: pick([null, new Date(start + (pick([-30, -5, 1, 20, 60]) + (i % 3)) * 3_600_000)]),
        // many share an instant, so that the tie is broken by the id
        updated: new Date(start - pick([1, 2, 3]) * 60_000),
        state: pick(['IL', 'OH', 'MA']),
      };
      const row = await t.world.db
        .insertInto('reviews')
        .values({
          kind: 'Case',
          status,
          bucket,
          ball,
          return_status: ['needs_information', 'on_hold', 'closeout_pending'].includes(status) ? 'matching' : null,
          organization_id: fact.organization,
          requester_id: fact.requester,
          subject: `Matter ${i}`,
          state: fact.state,
          due_at: fact.due,
          created_at: fact.updated,
          updated_at: fact.updated,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const watched = fact.organization === here && fact.requester !== own.user_id && i % 9 === 0;
      if (watched)
        await t.world.db.insertInto('review_watchers').values({ review_id: row.id, user_id: own.user_id }).execute();
      facts.push({ id: row.id, watched, ...fact });
    }
  });

  const sees = (who: Person, f: Fact): boolean => {
    if (who === own) return f.organization === here && (f.requester === own.user_id || f.watched);
    if (who === boss) return f.organization === here;
    return f.organization === here || f.organization === sub;
  };
  const bucketOf = (f: Fact) => stateRow('Case', f.status).bucket;
  const ballOf = (f: Fact) => stateRow('Case', f.status).ball;
  const TABS: Record<string, (f: Fact) => boolean> = {
    all: (f) => ['draft', 'active'].includes(bucketOf(f)),
    active: (f) => bucketOf(f) === 'active',
    yours: (f) => bucketOf(f) === 'active' && ballOf(f) === 'requester',
    others: (f) => bucketOf(f) === 'active' && (ballOf(f) === 'staff' || ballOf(f) === 'expert'),
    calls: (f) => f.status === 'call_scheduled',
    needs_information: (f) => f.status === 'needs_information',
    on_hold: (f) => f.status === 'on_hold',
    drafts: (f) => bucketOf(f) === 'draft',
    completed: (f) => ['completed', 'cancelled'].includes(bucketOf(f)),
  };
  const SORTS: Record<string, (a: Fact, b: Fact) => number> = {
    due: (a, b) => (a.due?.getTime() ?? 8.64e15) - (b.due?.getTime() ?? 8.64e15) || a.id - b.id,
    '-updated': (a, b) => b.updated.getTime() - a.updated.getTime() || b.id - a.id,
    number: (a, b) => a.id - b.id,
    '-number': (a, b) => b.id - a.id,
  };

  async function all(who: Person, query: string): Promise<number[]> {
    const ids: number[] = [];
    let cursor = '';
    do {
      const page = await t.request<{ data: ListRow[]; next_cursor: string | null }>(
        who,
        'GET',
        `${cases}?${query}${cursor}`,
      );
      expect(page.status).toBe(200);
      ids.push(...page.body.data.map((r) => r.id));
      cursor = page.body.next_cursor ? `&cursor=${page.body.next_cursor}` : '';
    } while (cursor !== '');
    return ids;
  }

  test('equal a brute-force filter, for every tab, order, page size and reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('own', 'boss', 'owner'),
        fc.constantFrom(...Object.keys(TABS)),
        fc.constantFrom(...Object.keys(SORTS)),
        fc.integer({ min: 5, max: 100 }),
        fc.subarray(['IL', 'OH', 'MA']),
        fc.subarray([...CASE_LIFECYCLE.states], { maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
        async (reader, tab, sort, limit, states, statuses, overdue, mine) => {
          const who = { own, boss, owner }[reader] ?? own;
          const query = [
            `tab=${tab}&sort=${sort}&limit=${limit}`,
            ...states.map((s) => `state=${s}`),
            ...statuses.map((s) => `status=${s}`),
            ...(overdue ? ['overdue=true'] : []),
            ...(mine ? ['requester=me'] : []),
          ].join('&');
          const expected = facts
            .filter((f) => sees(who, f) && TABS[tab]?.(f))
            .filter((f) => states.length === 0 || states.includes(f.state))
            .filter((f) => statuses.length === 0 || statuses.some((one) => one === f.status))
            .filter((f) => !overdue || (f.due !== null && f.due < t.clock.now()))
            .filter((f) => !mine || f.requester === who.user_id)
            .toSorted(SORTS[sort])
            .map((f) => f.id);
          expect(await all(who, query)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('the counts are the lengths of the lists', async () => {
    for (const who of [own, boss, owner]) {
      const { body } = await t.request<{
        tabs: Record<string, number>;
        balls: Record<string, number>;
        create: { allowed: boolean };
      }>(who, 'GET', `${cases}/counts?state=IL`);
      for (const [tab, keeps] of Object.entries(TABS)) {
        expect([tab, body.tabs[tab]]).toEqual([
          tab,
          facts.filter((f) => f.state === 'IL' && sees(who, f) && keeps(f)).length,
        ]);
      }
      for (const ball of ['requester', 'staff', 'expert', 'nobody']) {
        expect(body.balls[ball]).toBe(
          facts.filter((f) => f.state === 'IL' && sees(who, f) && bucketOf(f) === 'active' && ballOf(f) === ball)
            .length,
        );
      }
      expect(body.create.allowed).toBe(true);
    }
  });

  test('what rests in a customer admin’s tree: old drafts, unanswered questions, on hold, cancelled', async () => {
    const top = await t.world.organization();
    const below = await t.world.organization({ parent_id: top });
    const admin = await t.world.person({ role: 'customer_admin', organization_id: top });
    const requester = await t.world.consultant(below);
    const rests = async (status: ReviewStatus, days: { changed?: number; paused?: number }, organization = below) => {
      const ago = (n: number) => new Date(t.clock.now().getTime() - n * 86_400_000);
      const { bucket, ball } = stateRow('Case', status);
      const values = {
        kind: 'Case' as const,
        status,
        bucket,
        ball,
        return_status: ['needs_information', 'on_hold'].includes(status) ? ('matching' as const) : null,
        organization_id: organization,
        requester_id: requester.user_id,
        clock_paused_at: days.paused === undefined ? null : ago(days.paused),
        created_at: ago(90),
        updated_at: ago(days.changed ?? 1),
      };
      const { id } = await t.world.db.insertInto('reviews').values(values).returning('id').executeTakeFirstOrThrow();
      return id;
    };
    const wanted = [
      await rests('draft', { changed: 31 }),
      await rests('on_hold', { changed: 2, paused: 2 }, top),
      await rests('cancelled', { changed: 3 }),
      await rests('needs_information', { changed: 4, paused: 15 }),
    ];
    await rests('draft', { changed: 29 });
    await rests('needs_information', { changed: 40, paused: 13 });
    await rests('matching', { changed: 60 });
    await rests('closed', { changed: 60 });
    expect((await all(admin, 'tab=inactive&sort=number')).toSorted((a, b) => a - b)).toEqual(wanted);
    const { body } = await t.request<{ tabs: Record<string, number> }>(admin, 'GET', `${cases}/counts`);
    expect(body.tabs.inactive).toBe(wanted.length);
    // whoever orders sees what rests of their own organization
    expect(await all(requester, 'tab=inactive&sort=number')).toEqual(wanted.filter((_, at) => at !== 1));
  });

  test('a row says what it is, whose move it is and since when', async () => {
    const { body } = await t.request<{ data: ListRow[] }>(boss, 'GET', `${cases}?status=awaiting_times&limit=1`);
    expect(body.data[0]).toMatchObject({
      status: { key: 'awaiting_times', label: 'Waiting for times', tone: 'info' },
      ball: 'expert',
      yours: false,
      act: 'Offer call times',
      unread: 0,
      expert: null,
      organization: { id: here },
    });
    expect(body.data[0]?.number).toBe(`CR-${body.data[0]?.id}`);
  });

  test('a cursor of another order and an unknown tab are refused', async () => {
    const page = await t.request<{ next_cursor: string }>(owner, 'GET', `${cases}?limit=1&sort=due`);
    expect((await t.request(owner, 'GET', `${cases}?limit=1&sort=number&cursor=${page.body.next_cursor}`)).status).toBe(
      400,
    );
    expect((await t.request(owner, 'GET', `${cases}?cursor=%27%3B--`)).status).toBe(400);
    expect((await t.request(owner, 'GET', `${cases}?tab=secret`)).status).toBe(400);
    expect(
      (await t.request(owner, 'GET', `${cases}?q=${encodeURIComponent("'); drop table reviews; --")}`)).status,
    ).toBe(200);
  });

  test('with the kind switched off the list is empty for its people', async () => {
    const off = await t.world.organization({ flags: { case_reviews_enabled: false } });
    const who = await t.world.manager(off);
    const answer = await t.request<{ create: { allowed: boolean } }>(who, 'GET', `${cases}/counts`);
    expect(answer.body.create.allowed).toBe(false);
    expect((await t.request(who, 'POST', cases, {})).status).toBe(404);
  });
});

describe('catalogues', () => {
  test('the fields of an organization: flags switch fields, options and prompts', async () => {
    const plain = await t.request<{ sections: { fields: { key: string }[] }[]; options: Record<string, unknown[]> }>(
      requester,
      'GET',
      '/api/v1/cases/fields',
    );
    const keys = plain.body.sections.flatMap((s) => s.fields.map((f) => f.key));
    expect(keys).not.toContain('case_type');
    expect(keys).not.toContain('requester_id');
    expect(keys).toContain('attendees');
    expect(plain.body).toMatchObject({ earliest_needed_by: { expedited: expect.any(String) } });
    const special = await t.world.organization({
      flags: { case_type_enabled: true, allow_case_review_call_subscribers: false, allow_demand_letter_upload: false },
      settings: {
        case_type_options: [{ value: 'mal', label: 'Malpractice' }],
        questions_for_expert_prompt: 'Liability first.',
      },
    });
    const who = await t.world.manager(special);
    const own = await t.request<{ sections: { fields: { key: string }[] }[] }>(who, 'GET', '/api/v1/cases/fields');
    const ownKeys = own.body.sections.flatMap((s) => s.fields.map((f) => f.key));
    expect(ownKeys).toEqual(expect.arrayContaining(['case_type', 'requester_id']));
    expect(ownKeys).not.toContain('attendees');
    expect(own.body).toMatchObject({
      organization: { questions_prompt: 'Liability first.' },
      options: { case_types: [{ value: 'mal', label: 'Malpractice' }] },
    });
    expect((await t.request(requester, 'GET', `/api/v1/cases/fields?organization_id=${special}`)).status).toBe(404);
  });

  test('specialties carry prices in dollars', async () => {
    await t.world.specialty('Neurosurgery', 'Spine');
    const { body } = await t.request<{
      data: { name: string; sub_specialties: { name: string; report_cost: number; price_modifier: number }[] }[];
    }>(requester, 'GET', '/api/v3/specialties');
    const spine = body.data.find((s) => s.name === 'Neurosurgery')?.sub_specialties.find((s) => s.name === 'Spine');
    expect(spine).toMatchObject({ price_modifier: 1.5, report_cost: 1200, report_overage_cost: 2 });
  });

  test('people to hand a review to are the organization’s own', async () => {
    const { body } = await t.request<{ data: { id: number }[] }>(manager, 'GET', `${cases}/requesters`);
    expect(body.data.map((p) => p.id).toSorted(inOrder)).toEqual(
      [requester.user_id, manager.user_id].toSorted(inOrder),
    );
  });
});
