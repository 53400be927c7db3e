import { type Cast, inApp, writeRecord } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { KINDS } from '../../src/core/kinds.ts';
import type { RankedCandidate } from '../../src/features/matching/contract.ts';
import type { BlindOpinions, OpinionsView, ToSettle } from '../../src/features/opinions/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { FormAnswers } from '../../src/features/reports/rules.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { FOCUSED, OpinionDriver } from '../harness/opinion-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { peerCast } from '../harness/peer-driver.ts';
import type { Person } from '../harness/world.ts';

/** Stands in every text of the first report. */
const MARK = 'Quillfeather';
const ASK = { reason: 'The committee was divided on the delay.' };
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const driver = (cast: Cast) => new OpinionDriver(inApp(t, cast));

/** A delivered focused review whose first reviewer judged as `care`. */
async function delivered(care = 'appropriate', words = ''): Promise<OpinionDriver> {
  const d = driver(await peerCast(t.world, PASSWORD_HASH));
  await d.to('submitted', FOCUSED);
  await d.taken();
  return d.judged({ overall_care: care }, words);
}
const reviewer = (d: OpinionDriver, n: number) => {
  const found = d.cast.others[n];
  if (!found) throw new Error('There is no such reviewer.');
  return found;
};
const opinions = (d: OpinionDriver, who: Person = d.cast.requester) =>
  d.must<OpinionsView>(who, 'GET', d.url('/opinions'));
/** Asks for the second opinion, as the requester. */
async function second(d: OpinionDriver): Promise<OpinionDriver> {
  const made = await d.must<{ review_id: number; ordered: boolean; faults: unknown[] }>(
    d.cast.requester,
    'POST',
    d.url('/opinions/second'),
    ASK,
  );
  expect([made.ordered, made.faults]).toEqual([true, []]);
  await t.settle();
  return d.of(made.review_id, reviewer(d, 0));
}
/** The third review of the case, taken by the third reviewer. */
async function third(d: OpinionDriver): Promise<OpinionDriver> {
  const found = (await opinions(d)).members.find((one) => one.role === 'adjudication');
  if (!found) throw new Error('There is no third review.');
  return d.of(found.review_id, reviewer(d, 1)).taken();
}

describe('a second opinion', () => {
  test('is a review of its own with the same order and records, through the same steps', async () => {
    const d = await delivered();
    const other = await second(d);
    expect(await other.status()).toBe('in_intake');
    expect(await d.status()).toBe('delivered');
    const [mine, theirs] = await Promise.all(
      [d.id, other.id].map((id) =>
        t.world.db
          .selectFrom('files')
          .select(['storage_key', 'name', 'pages', 'bates_from', 'visible_to_expert', 'chart_key'])
          .where('review_id', '=', id)
          .execute(),
      ),
    );
    expect(theirs).toEqual(mine);
    expect(theirs?.map((file) => file.chart_key)).toEqual(['*']);
    const read = (who: OpinionDriver) => who.must<ReviewDetail>(d.cast.requester, 'GET', who.url());
    const [first, copy] = [await read(d), await read(other)];
    expect([copy.subject, copy.specialty, copy.questions]).toEqual([first.subject, first.specialty, first.questions]);
    expect(copy.quote?.total_cents).toBe(first.quote?.total_cents);
    expect(first.timeline.data.map((row) => row.says)).toContain(`asked for a second opinion, PR-${other.id}`);
    const view = await opinions(d);
    expect(view.members.map((m) => [m.number, m.role, m.status_label, m.level?.label ?? null])).toEqual([
      [`PR-${d.id}`, 'first', 'Delivered', 'Appropriate'],
      [`PR-${other.id}`, 'second', 'Records check', null],
    ]);
    expect(view.members[1]).toMatchObject({ trigger: 'asked', reason: ASK.reason });
    expect(await opinions(other)).toMatchObject({ role: 'second', original: { number: `PR-${d.id}`, open: true } });
  });

  test('gets no record that is still checked, failed, was removed, or is the first report itself', async () => {
    const d = await delivered();
    const { pdf_sha256 } = await t.world.db
      .selectFrom('reports')
      .select('pdf_sha256')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(pdf_sha256).not.toBeNull();
    for (const [name, as] of [
      ['Checked.pdf', { status: 'processing' }],
      ['Failed.pdf', { status: 'failed' }],
      ['Removed.pdf', { deleted_at: t.clock.now() }],
      ['Report.pdf', { sha256: pdf_sha256 }],
      ['Later.pdf', { status: 'ready' }],
    ] as const) {
      const id = await writeRecord(t.world, d.id, name);
      await t.world.db.updateTable('files').set(as).where('id', '=', id).execute();
    }
    const other = await second(d);
    const shared = await t.world.db.selectFrom('files').select('name').where('review_id', '=', other.id).execute();
    expect(shared.map((file) => file.name).toSorted()).toEqual(['Chart.pdf', 'Later.pdf']);
  });

  test('is never offered to whoever reviewed the case, nor to somebody who shares their assistant', async () => {
    const d = await delivered();
    const assistant = await t.world.assistantOf(d.cast.expert.profile_id);
    const link = await t.world.db
      .selectFrom('assistant_links')
      .selectAll()
      .where('expert_profile_id', '=', d.cast.expert.profile_id)
      .executeTakeFirstOrThrow();
    expect(assistant.user_id).toBeGreaterThan(0);
    await t.world.db
      .insertInto('assistant_links')
      .values({ ...link, expert_profile_id: reviewer(d, 1).profile_id })
      .execute();
    const other = await second(d);
    await other.released();
    const board = await d.must<{ ranking: { candidates: RankedCandidate[] } }>(
      d.cast.matching,
      'GET',
      other.url('/matching'),
    );
    const offered = board.ranking.candidates.map((c) => c.profile_id);
    expect(offered).toContain(reviewer(d, 0).profile_id);
    expect(offered).not.toContain(d.cast.expert.profile_id);
    expect(offered).not.toContain(reviewer(d, 1).profile_id);
    for (const one of [d.cast.expert, reviewer(d, 1)]) {
      const refused = await t.request(d.cast.matching, 'POST', other.url('/invitations'), {
        expert_profile_ids: [one.profile_id],
      });
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
  });

  test('is asked for by those who order and the records desk, once, and of a delivered review only', async () => {
    const d = await delivered();
    const ask = (who: Person, of: OpinionDriver = d, body: unknown = ASK) =>
      t.request(who, 'POST', of.url('/opinions/second'), body);
    const org = d.cast.organization_id;
    const foreign = await peerCast(t.world, PASSWORD_HASH);
    const watcher = await t.world.consultant(org);
    await t.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: watcher.user_id }).execute();
    expect((await ask(foreign.requester)).status).toBe(404);
    expect((await ask(await t.world.consultant(org))).status).toBe(404);
    for (const who of [watcher, d.cast.expert, reviewer(d, 0), d.cast.matching])
      expect((await ask(who)).status).toBe(403);
    expect((await ask(d.cast.requester, d, { reason: ' ' })).status).toBe(400);
    const early = driver(d.cast);
    await early.draft(FOCUSED);
    const refused = await ask(d.cast.requester, early);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Another opinion can be requested once the report is delivered.',
    ]);
    // two at once: one is opened
    const answers = await Promise.all([ask(d.cast.requester), ask(d.cast.clinOps)]);
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const made = answers.find((a) => a.status === 201)?.body as { review_id: number };
    const again = await ask(d.cast.requester, d.of(made.review_id, reviewer(d, 0)));
    expect([again.status, again.problem.detail]).toEqual([
      409,
      `This is itself another opinion on PR-${d.id}. Ask there.`,
    ]);
  });

  test('waits while billing is held', async () => {
    const d = await delivered();
    const hold = (billing_hold: boolean) =>
      t.world.db.updateTable('organizations').set({ billing_hold }).where('id', '=', d.cast.organization_id).execute();
    await hold(true);
    expect((await t.request(d.cast.requester, 'POST', d.url('/opinions/second'), ASK)).status).toBe(409);
    await hold(false);
    await second(d);
  });

  test('keeps its records when the first review’s are deleted; the last one takes the bytes with it', async () => {
    const d = await delivered();
    const other = await second(d);
    const { storage_key: key } = await t.world.db
      .selectFrom('files')
      .select('storage_key')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    await t.app.services.storage.put(key, Buffer.from('%PDF-1.7'));
    const purge = async (of: OpinionDriver) => {
      await t.world.db
        .updateTable('reviews')
        .set({ status: 'closed', bucket: 'completed', closed_at: t.clock.now() })
        .where('id', '=', of.id)
        .execute();
      await of.purge();
      await t.settle();
    };
    const there = () =>
      t.app.services.storage.read(key).then(
        (stream) => (stream.destroy(), true),
        () => false,
      );
    await purge(d);
    expect(await there()).toBe(true);
    expect((await opinions(d)).members[0]?.level?.label).toBe('Appropriate');
    const kept = await t.world.db
      .selectFrom('opinions')
      .selectAll()
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect([kept.provider, kept.provider_key, kept.facility]).toEqual(['', '', '']);
    await purge(other);
    expect(await there()).toBe(false);
  });
});

/** Every GET of the product about one review, as somebody is answered: all of it in one text. */
async function everythingAbout(
  d: OpinionDriver,
  who: Person,
  paths: Record<string, string | number> = {},
): Promise<string> {
  const given: Record<string, string | number> = {
    id: d.id,
    section: 'step_one',
    reviewId: d.id,
    hash: `review-${d.id}`,
    ...paths,
  };
  let all = '';
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== 'GET') continue;
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '');
    if (names.some((name) => name !== 'kind' && given[name] === undefined)) continue;
    let url = endpoint.path.replace('{kind}', KINDS.PeerReview.api_path);
    for (const name of names) url = url.replace(`{${name}}`, encodeURIComponent(String(given[name])));
    const answer = await t.request(who, 'GET', url);
    if (answer.status < 300) all += `\n${url} ${answer.raw.body}`;
  }
  return all;
}

describe('nobody who reviews learns of the others', () => {
  test('the second reviewer finds neither the first one’s name or code nor a word of the report; the first one no second', async () => {
    const d = await delivered('appropriate', MARK);
    const other = await (await second(d)).taken();
    await other.judged({ overall_care: 'minor' });
    const { code } = await t.world.db
      .selectFrom('expert_profiles')
      .select('code')
      .where('profile_id', '=', d.cast.expert.profile_id)
      .executeTakeFirstOrThrow();
    const { last_name, email } = await t.world.db
      .selectFrom('users')
      .select(['last_name', 'email'])
      .where('id', '=', d.cast.expert.user_id)
      .executeTakeFirstOrThrow();
    const [file] = await t.world.db.selectFrom('files').select('id').where('review_id', '=', other.id).execute();
    const seen = await everythingAbout(other, other.cast.expert, { fileId: file?.id ?? 0 });
    expect(seen).toContain(`PR-${other.id}`);
    for (const secret of [MARK, code, last_name, email, `PR-${d.id}`, `"${d.id}"`, `:${d.id},`, 'econd opinion'])
      expect([secret, seen.includes(secret)]).toEqual([secret, false]);
    // what is the first review's is not there at all
    for (const path of ['', '/timeline', '/report', '/report/pdf', '/files', '/opinions/blind'])
      expect((await t.request(other.cast.expert, 'GET', d.url(path))).status).toBe(404);
    expect((await t.request(other.cast.expert, 'GET', other.url('/opinions'))).status).toBe(403);
    const told = (of: OpinionDriver) => of.must<ToSettle>(of.cast.expert, 'GET', of.url('/opinions/to_settle'));
    expect(await told(other)).toEqual({
      review_id: other.id,
      number: `PR-${other.id}`,
      settles: false,
      opened_at: null,
      left: [],
      can: { open: { allowed: false, reason: 'There is nothing to settle here.' } },
    });
    expect({ ...(await told(d)), review_id: other.id, number: `PR-${other.id}` }).toEqual(await told(other));
    for (const of of [d, other]) {
      expect((await t.request(of.cast.expert, 'GET', of.url('/opinions/blind'))).status).toBe(404);
      expect((await t.request(of.cast.expert, 'POST', of.url('/opinions/open'), {})).status).toBe(404);
    }
    // two opinions are compared by now; the first reviewer is told of neither the second nor the comparison
    const first = await everythingAbout(d, d.cast.expert);
    for (const secret of [`PR-${other.id}`, `:${other.id},`, 'econd opinion', 'two opinions'])
      expect([secret, first.includes(secret)]).toEqual([secret, false]);
    expect((await t.request(d.cast.expert, 'GET', other.url())).status).toBe(404);
    const mailed = await t.world.db
      .selectFrom('mails')
      .select('id')
      .where('review_id', '=', other.id)
      .where('to_user_id', '=', d.cast.expert.user_id)
      .execute();
    expect(mailed).toEqual([]);
  });

  test('a colleague who follows it but receives no report sees how it stands, no levels', async () => {
    const d = await delivered();
    await second(d);
    const watcher = await t.world.consultant(d.cast.organization_id);
    await t.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: watcher.user_id }).execute();
    const view = await opinions(d, watcher);
    expect([view.reads, view.members.map((m) => m.level), view.members[1]?.reason]).toEqual([false, [null, null], '']);
    expect(view.members[1]?.open).toBe(false);
    expect((await opinions(d, d.cast.matching)).reads).toBe(false);
    const foreign = await peerCast(t.world, PASSWORD_HASH);
    expect((await t.request(foreign.requester, 'GET', d.url('/opinions'))).status).toBe(404);
  });
});

describe('where two opinions part', () => {
  test('two levels apart a third is opened by itself, reads both without names after judging alone, and settles it', async () => {
    const d = await delivered('appropriate', MARK);
    const other = await (await second(d)).taken();
    await other.judged({ overall_care: 'controversial' });
    const view = await opinions(d);
    expect(view.comparison).toMatchObject({ verdict: 'far_apart', gap: 2, says: 'are two levels apart' });
    expect(view.comparison?.differences).toContainEqual({
      key: 'overall_care',
      section: 'Care',
      label: 'Overall care',
      first: 'Appropriate',
      second: 'Controversial, or a variation reasonable clinicians accept',
    });
    expect(view.members[2]).toMatchObject({ role: 'adjudication', trigger: 'disagreement', asked_by: null });
    expect(view.settled).toBeNull();
    const ask = await t.request(d.cast.requester, 'POST', d.url('/opinions/adjudication'), ASK);
    expect([ask.status, ask.problem.detail]).toEqual([409, `${view.members[2]?.number} is to settle it already.`]);

    const last = await third(d);
    const look = () => t.request<BlindOpinions>(last.cast.expert, 'GET', last.url('/opinions/blind'));
    expect((await look()).status).toBe(409);
    await last.opened({ second_overall_care: 'minor' });
    const open = (await look()).body;
    expect(open.opinions.map((o) => o.name)).toEqual(['Opinion 1', 'Opinion 2']);
    expect(open.opinions.map((o) => o.level?.level ?? 0).toSorted((a, b) => a - b)).toEqual([1, 3]);
    expect(open.differences?.map((one) => one.key)).toContain('overall_care');
    const text = JSON.stringify(open);
    // the words of both are there, and nothing of who wrote them
    expect(text).toContain(MARK);
    const codes = await t.world.db
      .selectFrom('expert_profiles')
      .select('code')
      .where('profile_id', 'in', [d.cast.expert.profile_id, other.cast.expert.profile_id])
      .execute();
    for (const secret of [...codes.map((c) => c.code), `PR-${d.id}`, `PR-${other.id}`, 'ignature'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    await last.judged({ second_overall_care: 'minor', adjudicated_care: 'minor' });
    const done = await opinions(d);
    expect(done.settled).toMatchObject({ level: 2, label: 'Minor opportunity for improvement', how: 'adjudicated' });
    const timeline = await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
    expect(timeline.timeline.data.map((row) => row.says)).toContain('found that the two opinions are two levels apart');
    expect((await t.request(d.cast.requester, 'GET', last.url('/opinions/blind'))).status).toBe(403);
  });

  test('the third closes a judgment with reasons at the first look; it stays, is printed, and every look is recorded', async () => {
    const d = await delivered('appropriate');
    const other = await (await second(d)).taken();
    await other.judged({ overall_care: 'controversial' });
    const last = await third(d);
    const { expert } = last.cast;
    const assistant = await t.world.assistantOf(expert.profile_id);
    const told = (who: Person = expert) => last.must<ToSettle>(who, 'GET', last.url('/opinions/to_settle'));
    const open = (who: Person = expert) => t.request(who, 'POST', last.url('/opinions/open'), {});
    expect(await told()).toMatchObject({ settles: true, opened_at: null, can: { open: { allowed: false } } });
    expect((await open()).status).toBe(409);
    await last.reportStarted();
    // one click is no judgment
    const save = (answers: FormAnswers, version: number) =>
      t.request(expert, 'PUT', last.url('/report/sections/second_opinion'), { version, answers });
    await save({ second_overall_care: { value: 'minor' } }, 0);
    expect((await told()).left.map((one) => one.label)).toEqual(['Overall care', 'Findings', 'Documentation']);
    const early = await open();
    expect([early.status, early.problem.errors.map((one) => one.path)]).toEqual([
      422,
      ['second_opinion.second_overall_care', 'second_opinion.second_findings', 'second_opinion.second_documentation'],
    ]);
    expect((await t.request(expert, 'GET', last.url('/opinions/blind'))).status).toBe(409);
    await last.written({ second_overall_care: 'minor' });
    expect((await open(assistant)).status).toBe(403);
    expect((await open(other.cast.expert)).status).toBe(404);
    const opened = await Promise.all([open(), open()]);
    expect(opened.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { opened_at } = await told();
    expect(opened_at).toBe(t.clock.now().toISOString());
    // from now on it is neither changed nor emptied, by anybody, in the draft or in a later version
    const view = () => last.must<ReportView>(expert, 'GET', last.url('/report'));
    const closed = async () => (await view()).report?.sections.find((one) => one.section === 'second_opinion');
    const before = await closed();
    expect(before).toMatchObject({ closed_at: opened_at });
    for (const answers of [{}, { second_overall_care: { value: 'inappropriate' } }]) {
      const changed = await save(answers, before?.version ?? 0);
      expect([changed.status, changed.problem.detail]).toEqual([409, expect.stringContaining('stays as it is')]);
    }
    await expect(
      t.world.db.updateTable('report_answers').set({ version: 9 }).where('closed_at', 'is not', null).execute(),
    ).rejects.toThrow(/are not changed/);
    await last.must(assistant, 'GET', last.url('/opinions/blind'));
    await last.must(expert, 'GET', last.url('/opinions/blind'));
    const looks = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'actor_user_id', 'timeline'])
      .where('review_id', '=', last.id)
      .where('action', 'in', ['review.opinions_opened', 'opinions.view'])
      .orderBy('id')
      .execute();
    expect(looks).toEqual([
      { action: 'review.opinions_opened', actor_user_id: expert.user_id, timeline: true },
      { action: 'opinions.view', actor_user_id: assistant.user_id, timeline: false },
      { action: 'opinions.view', actor_user_id: expert.user_id, timeline: false },
    ]);
    const timeline = await last.must<{ data: { actor: string; says: string }[] }>(
      last.cast.requester,
      'GET',
      last.url('/timeline'),
    );
    expect(timeline.data).toContainEqual(
      expect.objectContaining({
        actor: 'The reviewer',
        says: 'closed their own judgment, then opened both opinions to settle',
      }),
    );
    await last.judged({ adjudicated_care: 'controversial' });
    const pdf = await t.request(last.cast.requester, 'GET', last.url('/report/pdf'));
    const text = await pdfText(pdf.raw.rawPayload);
    expect(text).toContain('Written and closed before the other opinions were opened');
    expect(text).toContain('Minor opportunity for improvement');
    t.clock.advance({ hours: 1 });
    await last.must(last.cast.requester, 'POST', last.url('/report/clarify'), { reason: 'Which page decides it?' });
    expect(await closed()).toMatchObject({ closed_at: opened_at, answers: before?.answers });
    expect((await save({}, 1)).status).toBe(409);
    // whoever takes the place of the reviewer who closed it has not judged yet
    t.clock.advance({ hours: 1 });
    await t.world.assign(last.id, other.cast.others[0]?.profile_id ?? 0);
    const next = other.cast.others[0] ?? expert;
    expect((await t.request(next, 'GET', last.url('/opinions/blind'))).status).toBe(409);
    expect(await told(next)).toMatchObject({ settles: true, opened_at: null, can: { open: { allowed: false } } });
    expect((await open(next)).status).toBe(409);
    expect((await t.request(expert, 'GET', last.url('/opinions/blind'))).status).toBe(404);
  });

  test('one level apart the requester may ask; agreeing, there is nothing to settle', async () => {
    const d = await delivered('appropriate');
    const early = await t.request(d.cast.requester, 'POST', d.url('/opinions/adjudication'), ASK);
    expect(early.status).toBe(409);
    const other = await (await second(d)).taken();
    await other.judged({ overall_care: 'minor' });
    expect((await opinions(d)).members).toHaveLength(2);
    expect((await t.request(d.cast.expert, 'POST', d.url('/opinions/adjudication'), ASK)).status).toBe(403);
    const asked = await t.request(d.cast.requester, 'POST', d.url('/opinions/adjudication'), ASK);
    expect([asked.status, (asked.body as { ordered?: boolean }).ordered]).toEqual([201, true]);

    const same = await delivered('minor');
    const agrees = await (await second(same)).taken();
    await agrees.judged({ overall_care: 'minor' });
    const view = await opinions(same);
    expect(view.settled).toMatchObject({ level: 2, how: 'agreed' });
    const refused = await t.request(same.cast.requester, 'POST', same.url('/opinions/adjudication'), ASK);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'The two opinions agree. There is nothing to settle.',
    ]);
  });
});

describe('by the organization’s own rule', () => {
  const policy = (d: OpinionDriver, share_percent: number, below_best: boolean) =>
    t.world.db
      .insertInto('opinion_policies')
      .values({ organization_id: d.cast.organization_id, share_percent, below_best, updated_at: t.clock.now() })
      .execute();
  async function first(below_best: boolean, share_percent: number, care: string, held = false) {
    const d = driver(await peerCast(t.world, PASSWORD_HASH));
    await policy(d, share_percent, below_best);
    await d.to('submitted', FOCUSED);
    await d.taken();
    if (held)
      await t.world.db
        .updateTable('organizations')
        .set({ billing_hold: true })
        .where('id', '=', d.cast.organization_id)
        .execute();
    return d.judged({ overall_care: care });
  }
  const triggers = async (d: OpinionDriver) => (await opinions(d)).members.map((m) => m.trigger);

  test('every review, those below the best level, or none', async () => {
    expect(await triggers(await first(false, 100, 'appropriate'))).toEqual([null, 'sample']);
    expect(await triggers(await first(true, 0, 'minor'))).toEqual([null, 'below_best']);
    expect(await triggers(await first(true, 0, 'appropriate'))).toEqual([null]);
  });

  test('what a billing hold stops is opened once it is lifted', async () => {
    const d = await first(false, 100, 'appropriate', true);
    expect(await triggers(d)).toEqual([null]);
    t.clock.advance({ days: 2 });
    await t.settle();
    expect(await triggers(d)).toEqual([null]);
    await t.world.db
      .updateTable('organizations')
      .set({ billing_hold: false })
      .where('id', '=', d.cast.organization_id)
      .execute();
    t.clock.advance({ days: 2 });
    await t.settle();
    expect(await triggers(d)).toEqual([null, 'sample']);
  });
});
