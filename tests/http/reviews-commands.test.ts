import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import { writeRecord } from '../harness/review-driver.ts';
import { caseDesk, completeSections } from './reviews-world.ts';

let t: TestApp;
let desk: ReturnType<typeof caseDesk>;
let organization: number;
let requester: Person;
let colleague: Person;
let manager: Person;
let stranger: Person;
let admin: Person;
let clinOps: Person;

beforeAll(async () => {
  t = await testApp();
  desk = caseDesk(t);
  organization = await t.world.organization({ flags: { enable_case_closeout_transfer_requests: true } });
  requester = await t.world.consultant(organization);
  colleague = await t.world.consultant(organization);
  manager = await t.world.manager(organization);
  stranger = await t.world.manager(await t.world.organization());
  admin = await t.world.staff('admin');
  clinOps = await t.world.staff('clin_ops');
});
afterAll(() => t.close());

const cases = '/api/v1/cases';

describe('drafts', () => {
  test('a draft takes first fields, is autosaved by step, and refuses a stale save with the fresh step', async () => {
    const made = await t.request<{ review_id: number; number: string }>(requester, 'POST', cases, {
      sections: { step_one: { claim_number: 'A-1' } },
    });
    expect(made.status).toBe(201);
    const id = made.body.review_id;
    expect(made.body.number).toBe(`CR-${id}`);
    const url = `${cases}/${id}/sections/step_one`;
    const first = await t.request<{ version: number; data: object; step: { missing: { path: string }[] } }>(
      requester,
      'GET',
      url,
    );
    expect(first.body).toMatchObject({ version: 1, data: { claim_number: 'A-1' } });
    expect(first.body.step.missing.map((m) => m.path)).toContain('step_one.venue_state');

    const data = { claim_number: 'A-1', claimant_last_name: 'Ferrante', defendants: [{ name: 'Brightwater' }] };
    const saved = await t.request(requester, 'PUT', url, { version: 1, data });
    expect(saved.body).toMatchObject({ version: 2, data, subject: 'Ferrante v. Brightwater' });

    const stale = await t.request(requester, 'PUT', url, { version: 1, data: {} });
    expect(stale.status).toBe(409);
    expect(stale.problem).toMatchObject({ code: 'stale', current: { version: 2, data } });
    const other = await t.request(requester, 'PUT', `${cases}/${id}/sections/step_two`, {
      version: 0,
      data: { number_of_experts: 1 },
    });
    expect(other.body).toMatchObject({ version: 1 });
  });

  test('a wrong shape is 400 with its path, an unknown step 404', async () => {
    const id = await desk.draft(requester);
    const wrong = await t.request(requester, 'PUT', `${cases}/${id}/sections/step_one`, {
      version: 1,
      data: { venue_state: 'Illinois' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.problem.errors).toEqual([{ path: 'data.venue_state', message: 'Two capital letters' }]);
    expect((await t.request(requester, 'GET', `${cases}/${id}/sections/step_nine`)).status).toBe(404);
    expect((await t.request(requester, 'POST', cases, { sections: { step_one: { defendants: 7 } } })).status).toBe(400);
  });

  test('fields that are not the form’s are dropped: nobody assigns what is not theirs to assign', async () => {
    const id = await desk.draft(requester);
    const url = `${cases}/${id}/sections/step_two`;
    await t.request(requester, 'PUT', url, {
      version: 1,
      data: { status: 'closed', expert_profile_id: 5, organization_id: 1 },
    });
    expect((await t.request(requester, 'GET', url)).body).toMatchObject({ data: {} });
    expect((await desk.read(requester, id)).body).toMatchObject({ status: { key: 'draft' }, expert: null });
  });

  test('the quote is live and says what each step still needs', async () => {
    const id = await desk.draft(requester, { terms_accepted: false });
    const answer = await t.request(requester, 'GET', `${cases}/${id}/quote`);
    expect(answer.body).toMatchObject({
      ready: false,
      blocked: null,
      quote: {
        state: 'live',
        total_cents: 93_750,
        report_later_cents: 120_000,
        consent_over_cents: 9_375,
        lines: [
          { key: 'service', label: 'Call, 45 minutes', cents: 62_500 },
          { key: 'modifier', label: 'Neurosurgery', cents: 31_250 },
        ],
      },
    });
    const steps = (answer.body as { steps: { section: string; missing: { rule: string; path: string }[] }[] }).steps;
    expect(steps.flatMap((s) => s.missing)).toMatchObject([{ rule: 'required', path: 'step_four.terms_accepted' }]);
  });

  test('each service has its price as soon as the specialty is known; a file that failed is named, not counted', async () => {
    const id = await desk.draft(requester, { service: null });
    type Priced = {
      quote: object | null;
      services: { service: string; total_cents: number }[];
      failed_files: object[];
      without_records: boolean;
    };
    const quoted = async (who = requester) => (await t.request<Priced>(who, 'GET', `${cases}/${id}/quote`)).body;
    const known = await quoted();
    expect(known.quote).toBeNull();
    const shown = new Map(known.services.map((one) => [one.service, one.total_cents]));
    expect(shown.get('call_45')).toBe(93_750);
    // the very price the quote then has, for each
    const step = async () =>
      (
        await t.request<{ version: number; data: Record<string, unknown> }>(
          requester,
          'GET',
          `${cases}/${id}/sections/step_four`,
        )
      ).body;
    expect(shown.size).toBe(5);
    for (const [service, total_cents] of shown) {
      const { version, data } = await step();
      const saved = await t.request(requester, 'PUT', `${cases}/${id}/sections/step_four`, {
        version,
        data: { ...data, service },
      });
      expect(saved.status).toBe(200);
      expect((await quoted()).quote).toMatchObject({ total_cents });
    }
    // before the specialty is known nothing is
    const bare = await desk.draft(requester, { specialty_id: null, sub_specialty_id: null });
    const none = await t.request<Priced>(requester, 'GET', `${cases}/${bare}/quote`);
    expect(none.body.services).toEqual([]);

    expect((await quoted()).without_records).toBe(true);
    const good = await writeRecord(t.world, id, 'Chart.pdf', 40);
    expect((await quoted()).without_records).toBe(false);
    const bad = await writeRecord(t.world, id, 'Locked.pdf', 9_000);
    await t.world.db
      .updateTable('files')
      .set({ status: 'failed', failure: 'Protected with a password. Upload it without.' })
      .where('id', '=', bad)
      .execute();
    expect((await quoted()).failed_files).toEqual([
      { id: bad, name: 'Locked.pdf', failure: 'Protected with a password. Upload it without.' },
    ]);
    const { files, quote } = (await desk.read(requester, id)).body;
    expect(files).toMatchObject({ count: 1, pages: 40 });
    expect(files?.data.map((file) => file.id)).toEqual([good, bad]);
    expect(quote).toMatchObject({ pages: 40 });
  });

  test('a claim number used twice is pointed out and does not stand in the way', async () => {
    const first = await desk.draft(requester, { claim_number: 'TWICE-1' });
    const second = await desk.draft(requester, { claim_number: 'TWICE-1' });
    const step = await t.request<{ warnings: { message: string }[] }>(
      requester,
      'GET',
      `${cases}/${second}/sections/step_one`,
    );
    expect(step.body.warnings[0]?.message).toContain(`CR-${first}`);
    const found = await t.request<{ data: { id: number }[] }>(requester, 'GET', `${cases}/${second}/duplicates`);
    expect(found.body.data.map((d) => d.id)).toEqual([first]);
    const price = await desk.shownPrice(requester, second);
    for (const other of [{}, { confirmed_total_cents: 1 }]) {
      const refused = await t.request(requester, 'POST', `${cases}/${second}/submit`, other);
      expect([refused.status, refused.problem.code]).toEqual([409, 'price_changed']);
      expect(refused.problem.current).toMatchObject({ quote: { total_cents: price.confirmed_total_cents } });
    }
    expect((await t.request(requester, 'POST', `${cases}/${second}/submit`, price)).status).toBe(200);
  });

  test('copying takes the fields and leaves dates, terms and files behind; off, it is 403', async () => {
    const id = await desk.draft(requester);
    const copy = await t.request<{ review_id: number }>(requester, 'POST', cases, { copy_of: id });
    expect(copy.status).toBe(201);
    const step = await t.request<{ data: object }>(
      requester,
      'GET',
      `${cases}/${copy.body.review_id}/sections/step_four`,
    );
    expect(step.body.data).toEqual({
      service: 'call_45',
      conflict_parties: [{ name: 'Ana Ferrante', role: 'claimant', kind: 'person' }],
    });
    const closed = await t.world.organization({ flags: { allow_copy_cases: false } });
    const other = await t.world.manager(closed);
    const own = await desk.draft(other);
    expect((await t.request(other, 'POST', cases, { copy_of: own })).status).toBe(403);
    expect((await t.request(other, 'POST', cases, { copy_of: id })).status).toBe(404);
  });
});

describe('ordering', () => {
  test('names every faulty field by its path', async () => {
    const id = await desk.draft(requester, {
      date_of_incident: '2027-03-14',
      claimant_dob: null,
      needed_by: '2026-11-19',
      questions: ['One', ''],
    });
    const refused = await t.request(requester, 'POST', `${cases}/${id}/submit`, {});
    expect(refused.status).toBe(422);
    expect(refused.problem.errors.map((e) => e.path)).toEqual([
      'step_one.date_of_incident',
      'step_three.questions.1',
      'step_four.needed_by',
    ]);
    expect(refused.problem.errors[0]?.message).toBe('This date is in the future. Did you mean 2026?');
    expect((await desk.read(requester, id)).body.status.key).toBe('draft');
  });

  test('fixes the price, tells who has the ball, mails the requester and the records desk, and opens intake', async () => {
    const id = await desk.order(requester);
    const { body } = await desk.read(requester, id);
    expect(body).toMatchObject({
      status: { key: 'in_intake' },
      ball: 'staff',
      quote: { state: 'fixed', total_cents: 93_750 },
      what_now: { voice: 'theirs', seat: 'staff', title: 'With Peritus' },
      due: { at: '2026-11-19T15:00:00.000Z', verb: 'due' },
    });
    expect(body.timeline.data.map((r) => [r.actor, r.says])).toEqual([
      ['Peritus', 'opened the records check'],
      ['You', 'ordered this review. Quote $937.50'],
      ['You', 'began a draft'],
    ]);
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['template', 'to_user_id', 'subject'])
      .where('review_id', '=', id)
      .execute();
    expect(new Set(mails.map((m) => `${m.template} ${m.to_user_id}`))).toEqual(
      new Set([`review_submitted ${requester.user_id}`, `review_submitted ${clinOps.user_id}`]),
    );
    expect(mails).toHaveLength(2);
    expect(JSON.stringify(mails)).not.toContain('Ferrante');
  });

  test('fifty at once: exactly one order, the rest are told it has been ordered', async () => {
    const id = await desk.draft(requester);
    const price = await desk.shownPrice(requester, id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => t.request(requester, 'POST', `${cases}/${id}/submit`, price)),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(49);
    const quotes = await t.world.db.selectFrom('quotes').select('id').where('review_id', '=', id).execute();
    expect(quotes).toHaveLength(1);
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .select('id')
      .where('review_id', '=', id)
      .where('action', '=', 'review.submit')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('the same key answers the same result; with another body it is refused', async () => {
    const ids = await t.world.specialty();
    const body = { sections: completeSections(ids) };
    const headers = { 'idempotency-key': 'order-1' };
    const first = await t.request<{ review_id: number }>(requester, 'POST', cases, body, headers);
    const again = await t.request<{ review_id: number }>(requester, 'POST', cases, body, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await t.request(requester, 'POST', cases, {}, headers)).status).toBe(422);
  });

  test('a kept answer is given as long as its review is in sight, and not while it is somebody else’s', async () => {
    const { organization_id } = requester;
    const [manager, colleague] = [
      await t.world.manager(organization_id ?? 0),
      await t.world.consultant(organization_id ?? 0),
    ];
    const body = { sections: completeSections(await t.world.specialty()) };
    const order = () =>
      t.request<{ review_id: number }>(requester, 'POST', cases, body, { 'idempotency-key': 'order-2' });
    const first = await order();
    const id = first.body.review_id;
    const reassign = (to: Person, key: string) =>
      t.request(
        manager,
        'POST',
        '/api/v1/reviews/reassign',
        { ids: [id], requester_id: to.user_id },
        { 'idempotency-key': key },
      );
    const handed = await reassign(colleague, 'hand-1');
    expect((await order()).status).toBe(404);
    expect((await reassign(colleague, 'hand-1')).body).toEqual(handed.body);
    await reassign(requester, 'hand-2');
    expect((await order()).body).toEqual(first.body);
  });

  test('a billing hold and a closed door refuse; what is running goes on', async () => {
    const held = await t.world.organization({});
    const who = await t.world.manager(held);
    const running = await desk.order(who);
    const id = await desk.draft(who);
    await t.world.db.updateTable('organizations').set({ billing_hold: true }).where('id', '=', held).execute();
    const refused = await t.request(who, 'POST', `${cases}/${id}/submit`, {});
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'A billing hold is on. Your administrator and Peritus can lift it.',
    ]);
    expect((await t.request<{ blocked: string }>(who, 'GET', `${cases}/${id}/quote`)).body.blocked).toMatch(
      /billing hold/,
    );
    expect((await desk.read(who, running)).status).toBe(200);
    await t.world.db
      .updateTable('organizations')
      .set({ billing_hold: false, flags: { accepts_new_case_submissions: false } as never })
      .where('id', '=', held)
      .execute();
    expect((await t.request(who, 'POST', `${cases}/${id}/submit`, {})).problem.code).toBe('not_accepting');
    expect((await t.request(who, 'POST', cases, {})).problem.code).toBe('not_accepting');
    await t.world.db
      .updateTable('organizations')
      .set({ flags: { case_reviews_enabled: false } as never })
      .where('id', '=', held)
      .execute();
    expect((await desk.read(who, running)).status).toBe(404);
    expect((await desk.read(admin, running)).status).toBe(200);
  });

  test('without our own intake it passes as soon as its checks hold', async () => {
    const saas = await t.world.organization({
      platform_type: 'saas',
      flags: { allow_case_matching_without_files: true },
    });
    const id = await desk.order(await t.world.manager(saas));
    expect(['matching', 'expert_selection']).toContain((await desk.read(admin, id)).body.status.key);
    const strict = await t.world.organization({ platform_type: 'saas' });
    const orderer = await t.world.manager(strict);
    const waits = await desk.order(orderer);
    const read = (await desk.read(orderer, waits)).body;
    expect(read.status.key).toBe('in_intake');
    // what is said promises nobody of ours, before the order and after it
    expect(read.what_now.headline).toBe('The records are checked automatically');
    for (const [organization, ours] of [
      [strict, false],
      [await t.world.organization({ platform_type: 'managed' }), true],
    ] as const) {
      const manager = await t.world.manager(organization);
      const draft = await desk.draft(manager);
      const quote = await t.request<{ team_checked: boolean }>(manager, 'GET', `/api/v1/cases/${draft}/quote`);
      expect(quote.body.team_checked).toBe(ours);
    }
  });
});

describe('who and when', () => {
  test('another tenant’s review does not exist, for reading and for every command', async () => {
    const id = await desk.draft(requester);
    for (const who of [stranger, colleague]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/timeline', undefined],
        ['GET', '/sections/step_one', undefined],
        ['GET', '/quote', undefined],
        ['GET', '/duplicates', undefined],
        ['PUT', '/sections/step_one', { version: 1, data: {} }],
        ['POST', '/submit', {}],
        ['POST', '/actions/cancel', { reason: 'x' }],
        ['POST', '/actions/close', {}],
        ['POST', '/quote/consent', { total_cents: 1 }],
        ['PUT', `/watchers/${who.user_id}`, undefined],
        ['DELETE', `/watchers/${who.user_id}`, undefined],
      ] as const) {
        const answer = await t.request(who, method, `${cases}/${id}${path}`, body);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(JSON.stringify(answer.body)).not.toMatch(/Ferrante|HM-88/);
      }
    }
    expect((await t.request(null, 'GET', `${cases}/${id}`)).status).toBe(401);
    expect((await t.request(stranger, 'POST', `${cases}/${id}/override`, { to: 'matching', reason: 'x' })).status).toBe(
      403,
    );
  });

  test('a follower reads and does not act', async () => {
    const id = await desk.draft(requester);
    const added = await t.request<{ data: { id: number }[] }>(
      requester,
      'PUT',
      `${cases}/${id}/watchers/${colleague.user_id}`,
    );
    expect(added.body.data.map((w) => w.id)).toEqual([colleague.user_id]);
    const seen = (await desk.read(colleague, id)).body;
    expect(seen).toMatchObject({ watching: true, abilities: { edit: { allowed: false } } });
    // what is never the reader's is not named at all
    expect(seen.abilities).not.toHaveProperty('submit');
    expect((await t.request(colleague, 'POST', `${cases}/${id}/submit`, {})).status).toBe(403);
    expect(
      (await t.request(colleague, 'PUT', `${cases}/${id}/sections/step_one`, { version: 1, data: {} })).status,
    ).toBe(403);
    expect((await t.request(requester, 'PUT', `${cases}/${id}/watchers/${stranger.user_id}`)).status).toBe(422);
    await t.request(colleague, 'DELETE', `${cases}/${id}/watchers/${colleague.user_id}`);
    expect((await desk.read(colleague, id)).status).toBe(404);
  });

  test('who follows it and who could is for those who decide on it; only who can open it can follow', async () => {
    const id = await desk.draft(requester);
    const url = `${cases}/${id}/watchers`;
    const read = (who: Person) => t.request<{ data: { id: number }[]; others: { id: number }[] }>(who, 'GET', url);
    const before = (await read(requester)).body;
    expect(before.data).toEqual([]);
    expect(before.others.map((one) => one.id)).toContain(colleague.user_id);
    for (const nobody of [requester, stranger])
      expect(before.others.map((one) => one.id)).not.toContain(nobody.user_id);
    await t.request(requester, 'PUT', `${url}/${colleague.user_id}`);
    const after = (await read(requester)).body;
    expect(after.data).toMatchObject([{ id: colleague.user_id }]);
    expect(after.others.map((one) => one.id)).not.toContain(colleague.user_id);
    expect((await read(colleague)).status).toBe(403);
    expect((await read(stranger)).status).toBe(404);
    // of the tree above only admins see its reviews, so only they can follow one
    const { organization_id } = await t.world.db
      .selectFrom('reviews')
      .select('organization_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const parent = await t.world.organization({});
    await t.world.db
      .updateTable('organizations')
      .set({ parent_id: parent })
      .where('id', '=', organization_id)
      .execute();
    const above = await t.world.consultant(parent);
    const admin = await t.world.person({ role: 'customer_admin', organization_id: parent });
    expect((await t.request(requester, 'PUT', `${url}/${above.user_id}`)).status).toBe(422);
    expect((await t.request(requester, 'PUT', `${url}/${admin.user_id}`)).status).toBe(200);
    await t.world.db.updateTable('organizations').set({ parent_id: null }).where('id', '=', organization_id).execute();
  });

  test('a manager hands it to a colleague; the requester alone cannot', async () => {
    const id = await desk.draft(requester);
    const step = await t.request<{ version: number; data: object }>(
      requester,
      'GET',
      `${cases}/${id}/sections/step_one`,
    );
    const body = { version: step.body.version, data: { ...step.body.data, requester_id: colleague.user_id } };
    expect((await t.request(requester, 'PUT', `${cases}/${id}/sections/step_one`, body)).status).toBe(422);
    expect(
      (
        await t.request(manager, 'PUT', `${cases}/${id}/sections/step_one`, {
          ...body,
          data: { ...step.body.data, requester_id: stranger.user_id },
        })
      ).status,
    ).toBe(422);
    expect((await t.request(manager, 'PUT', `${cases}/${id}/sections/step_one`, body)).status).toBe(200);
    expect((await desk.read(colleague, id)).body.requester?.id).toBe(colleague.user_id);
  });

  test('wrong state is 409 and says what is possible; wrong version is stale; wrong office is 403', async () => {
    const id = await desk.order(requester);
    const wrong = await desk.act(requester, id, 'close');
    expect(wrong.status).toBe(409);
    expect(wrong.problem).toMatchObject({
      code: 'wrong_state',
      detail: 'This review is at “Records check”. You can cancel it.',
      current: { status: 'in_intake', label: 'Records check' },
    });
    const stale = await desk.act(clinOps, id, 'release_to_matching', { lock_version: 0 });
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
    expect((await desk.act(requester, id, 'release_to_matching')).status).toBe(403);
    const noRecord = await desk.act(clinOps, id, 'release_to_matching');
    expect([noRecord.status, noRecord.problem.detail]).toEqual([
      409,
      'There is no record yet. Matching starts with the first one.',
    ]);
    expect((await desk.act(admin, id, 'hold')).problem.errors).toEqual([
      { path: 'reason', message: 'Say why, in a sentence or two.' },
    ]);
    expect((await desk.act(requester, id, 'select_expert')).status).toBe(400);
    expect((await desk.act(requester, id, 'dance')).status).toBe(404);
  });

  test('a hold stops the clock and is lifted with what was left', async () => {
    const id = await desk.order(requester);
    const due = (await desk.read(requester, id)).body.due;
    await desk.act(admin, id, 'hold', { reason: 'Waiting for the contract' });
    expect((await desk.read(requester, id)).body).toMatchObject({
      status: { key: 'on_hold' },
      what_now: { voice: 'nobody', title: 'Resting' },
      due: { at: due?.at, paused_at: t.clock.now().toISOString() },
    });
    await desk.act(admin, id, 'resume');
    expect((await desk.read(requester, id)).body).toMatchObject({ status: { key: 'in_intake' } });
  });

  test('an override goes to a neighbor, with its reason in the timeline; nowhere else, and by no one else', async () => {
    const id = await desk.order(requester);
    const far = await t.request(clinOps, 'POST', `${cases}/${id}/override`, { to: 'closed', reason: 'x' });
    expect([far.status, far.problem.code]).toEqual([409, 'wrong_state']);
    expect((await t.request(manager, 'POST', `${cases}/${id}/override`, { to: 'matching', reason: 'x' })).status).toBe(
      403,
    );
    await t.request(clinOps, 'POST', `${cases}/${id}/override`, {
      to: 'matching',
      reason: 'Records complete at ordering',
    });
    const { body } = await desk.read(requester, id);
    expect(body.timeline.data[0]).toMatchObject({
      override: true,
      reason: 'Records complete at ordering',
      says: 'moved it from “Records check” to “Matching”',
    });
    expect(body.timeline.data[0]?.actor).toMatch(/, Peritus$/);
  });

  test('cancelling is free before acceptance and needs a reason; nothing can be done afterwards', async () => {
    const id = await desk.order(requester);
    expect((await desk.read(requester, id)).body.cancellation).toMatchObject({ fee_cents: 0 });
    expect((await desk.act(requester, id, 'cancel')).status).toBe(422);
    expect((await desk.act(requester, id, 'cancel', { reason: 'Settled' })).body).toMatchObject({
      status: 'cancelled',
    });
    expect((await desk.act(requester, id, 'cancel', { reason: 'Settled' })).status).toBe(409);
    const { body } = await desk.read(requester, id);
    expect(body).toMatchObject({ bucket: 'cancelled', what_now: { voice: 'done', headline: 'Canceled' }, due: null });
    expect(
      (await t.request(requester, 'PUT', `${cases}/${id}/sections/step_one`, { version: 1, data: {} })).status,
    ).toBe(409);
  });
});

describe('after ordering', () => {
  test('an edit is checked like the order, and the timeline shows old and new value to those who order', async () => {
    const id = await desk.order(requester);
    const url = `${cases}/${id}/sections/step_four`;
    const step = await t.request<{ version: number; data: Record<string, unknown> }>(requester, 'GET', url);
    const save = (change: Record<string, unknown>) =>
      t.request(requester, 'PUT', url, { version: step.body.version, data: { ...step.body.data, ...change } });
    const broken = await save({ needed_by: '2026-11-19' });
    expect(broken.problem.errors.map((e) => e.path)).toEqual(['data.needed_by']);
    expect((await save({ needed_by: '2026-12-11', decision_deadline: '2026-12-31' })).status).toBe(200);
    const { body } = await desk.read(requester, id);
    expect(body).toMatchObject({ needed_by: '2026-12-11', decision_deadline: '2026-12-31' });
    const row = body.timeline.data.find((one) => one.change?.field === 'Needed by');
    expect(row).toMatchObject({
      says: 'changed the order',
      change: { field: 'Needed by', old: 'Dec 4, 2026', new: 'Dec 11, 2026' },
    });
    const second = await t.world.specialty('Vascular surgery', 'General');
    const two = `${cases}/${id}/sections/step_two`;
    const stored = (await t.request<typeof step.body>(requester, 'GET', two)).body;
    await t.request(requester, 'PUT', two, {
      version: stored.version,
      data: { ...stored.data, second_specialty_id: second.specialty_id, licensed_states: ['OH'] },
    });
    const rows = (await desk.read(requester, id)).body.timeline.data.slice(0, 2).map((one) => one.change);
    expect(rows).toEqual(
      expect.arrayContaining([
        { field: 'Second specialty', old: 'nothing', new: 'Vascular surgery' },
        { field: 'Must be licensed in', old: 'nothing', new: 'Ohio' },
      ]),
    );
    const details = await t.world.db
      .selectFrom('audit_rows')
      .select('data')
      .where('review_id', '=', id)
      .where('action', '=', 'review.edited')
      .execute();
    expect(JSON.stringify(details)).not.toContain('2026-12-11');
  });

  test('the closeout clock: warned, stopped by the requester until it is too late, closed by itself', async () => {
    const id = await desk.order(requester);
    await desk.moveTo(
      admin,
      id,
      'matching',
      'invited',
      'awaiting_times',
      'awaiting_time_choice',
      'call_scheduled',
      'call_completed',
      'closeout_pending',
    );
    const at = new Date(t.clock.now().getTime() + 72 * 3_600_000).toISOString();
    expect((await desk.read(requester, id)).body).toMatchObject({ closeout_at: at, due: { at, verb: 'closes' } });
    expect((await desk.act(requester, id, 'cancel_closeout')).body.status).toBe('call_completed');
    await t.settle();
    expect((await desk.read(requester, id)).body.status.key).toBe('call_completed');
    await desk.moveTo(admin, id, 'closeout_pending');
    t.clock.advance({ hours: 49 });
    await t.settle();
    const warned = await t.world.db
      .selectFrom('mails')
      .select('id')
      .where('review_id', '=', id)
      .where('template', '=', 'closeout_warning')
      .execute();
    expect(warned).toHaveLength(1);
    t.clock.advance({ hours: 23 });
    expect((await desk.act(requester, id, 'cancel_closeout')).problem.detail).toMatch(/too late/);
    await t.settle();
    const { body } = await desk.read(requester, id);
    expect(body).toMatchObject({ status: { key: 'closed' }, bucket: 'completed', what_now: { voice: 'done' } });
    expect(body.timeline.data[0]).toMatchObject({ actor: 'Peritus', says: 'closed this review' });
    const mails = await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', id)
      .where('template', '=', 'review_closed')
      .execute();
    expect(mails).toHaveLength(1);
    expect((await desk.act(requester, id, 'reopen', { reason: 'x' })).status).toBe(403);
    expect((await desk.act(manager, id, 'reopen', { reason: 'New records' })).body.status).toBe('call_completed');
  });

  test('a written report is asked for at the price shown, which becomes part of the fixed quote', async () => {
    const id = await desk.order(requester, { needed_by: '2026-12-18' });
    await desk.moveTo(
      admin,
      id,
      'matching',
      'invited',
      'awaiting_times',
      'awaiting_time_choice',
      'call_scheduled',
      'call_completed',
    );
    const blind = await desk.act(requester, id, 'request_report', { approved_total_cents: 1 });
    expect([blind.status, blind.problem.detail]).toEqual([
      409,
      'The written report costs $1,200.00. Agree to that price to ask for it.',
    ]);
    expect((await desk.act(requester, id, 'request_report', { approved_total_cents: 120_000 })).body.status).toBe(
      'report_requested',
    );
    expect((await desk.read(requester, id)).body.quote).toMatchObject({
      state: 'fixed',
      total_cents: 213_750,
      report_later_cents: null,
    });
  });

  test('pages that arrive later: a small change is fixed anew, a large one waits for consent', async () => {
    const id = await desk.order(requester, { needed_by: '2026-12-18' });
    const add = async (pages: number | null) => {
      const { id: file } = await t.world.db
        .insertInto('files')
        .values({
          review_id: id,
          name: 'chart.pdf',
          size_bytes: 1,
          content_type: 'application/pdf',
          storage_key: 'x',
          pages,
          pages_asked: pages === null,
          status: 'ready',
          scan_status: 'clean',
          created_at: t.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await t.world.db
        .insertInto('outbox')
        .values({ topic: 'files.changed', payload: {} as never, review_id: id, created_at: t.clock.now() })
        .execute();
      await t.settle();
      return file;
    };
    // what cannot be counted costs nothing until somebody says how many pages it has
    const asked = await add(null);
    expect((await desk.read(requester, id)).body.quote).toMatchObject({ requote: null, pages: 0 });
    expect((await t.request(requester, 'PATCH', `/api/v1/files/${asked}`, { pages: 260 })).status).toBe(200);
    await t.settle();
    expect((await desk.read(requester, id)).body.quote).toMatchObject({
      total_cents: 95_750,
      requote: null,
      pages: 260,
    });
    await add(100);
    const { quote } = (await desk.read(requester, id)).body;
    expect(quote).toMatchObject({ total_cents: 95_750, requote: { total_cents: 115_750, needs_consent: true } });
    expect((await desk.act(clinOps, id, 'release_to_matching')).problem.detail).toMatch(/price changed/);
    expect((await t.request(requester, 'POST', `${cases}/${id}/quote/consent`, { total_cents: 1 })).status).toBe(409);
    expect((await t.request(requester, 'POST', `${cases}/${id}/quote/consent`, { total_cents: 115_750 })).status).toBe(
      200,
    );
    expect((await desk.read(requester, id)).body.quote).toMatchObject({ total_cents: 115_750, requote: null });
    expect((await desk.act(clinOps, id, 'release_to_matching')).body.status).toBe('matching');
  });
});
