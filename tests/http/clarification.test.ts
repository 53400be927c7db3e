import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** A review that only a report was ordered for, its report begun. */
async function writing(closeoutHours?: number): Promise<CaseDriver> {
  const settings = closeoutHours === undefined ? {} : { automated_closeout_delay_in_hours: closeoutHours };
  const d = await flagWorld(t, PASSWORD_HASH).aCase({ settings });
  const needed = new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
  await d.to('accepted', { service: 'report_only', needed_by: needed });
  return d.reportStarted();
}
const delivered = async (closeoutHours?: number): Promise<CaseDriver> => {
  const d = await writing(closeoutHours);
  await d.reportWritten();
  await d.signed();
  return d.delivered();
};
const ask = (d: CaseDriver, who = d.cast.requester) =>
  t.request<ReportView>(who, 'POST', d.url('/report/clarify'), { reason: 'Which page shows the second call?' });
const canAsk = async (d: CaseDriver): Promise<[report: boolean, review: boolean]> => [
  (await t.request<ReportView>(d.cast.requester, 'GET', d.url('/report'))).body.can.clarify,
  (await t.request<ReviewDetail>(d.cast.requester, 'GET', d.url())).body.abilities['ask_clarification']?.allowed ??
    false,
];
const openCloseouts = (d: CaseDriver) =>
  t.world.db
    .selectFrom('deadlines')
    .select('kind')
    .where('review_id', '=', d.id)
    .where('kind', 'in', ['closeout', 'closeout_warning'])
    .where('done_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();

describe('asking for a clarification', () => {
  it('is possible while the delivered report waits to be closed, twice, and stops the closeout', async () => {
    const d = await delivered();
    expect(await d.status()).toBe('closeout_pending');
    expect(await openCloseouts(d)).toHaveLength(2);
    for (const version of [2, 3]) {
      expect(await canAsk(d)).toEqual([true, true]);
      const asked = await ask(d);
      expect(asked.status).toBe(200);
      expect(await d.status()).toBe('report_in_progress');
      expect(await openCloseouts(d)).toEqual([]);
      // what was delivered stays readable
      expect(asked.body.report).toMatchObject({ version: version - 1, status: 'delivered' });
      const expert = await t.request<ReportView>(d.cast.expert, 'GET', d.url('/report'));
      expect(expert.body.report).toMatchObject({ version, clarification: 'Which page shows the second call?' });
      t.clock.advance({ days: 5 });
      await t.settle();
      expect(await d.status()).toBe('report_in_progress');
      await d.signed();
      await d.delivered();
      expect(await d.status()).toBe('closeout_pending');
    }
    expect(await canAsk(d)).toEqual([false, false]);
    const third = await ask(d);
    expect(third.status).toBe(409);
    expect(third.problem.detail).toContain('Both clarifications');
  });

  it('ends 30 days after delivery', async () => {
    const d = await delivered(24 * 90);
    t.clock.advance({ days: 30 });
    expect(await canAsk(d)).toEqual([true, true]);
    t.clock.advance({ minutes: 1 });
    expect(await canAsk(d)).toEqual([false, false]);
    expect((await ask(d)).status).toBe(409);
  });

  it('is the requester’s side’s: a colleague who follows reads and cannot ask, support asks on behalf', async () => {
    const d = await delivered();
    const colleague = await t.world.consultant(d.cast.organization_id);
    await d.must(d.cast.requester, 'PUT', d.url(`/watchers/${colleague.user_id}`), {});
    const seen = await t.request<ReportView>(colleague, 'GET', d.url('/report'));
    expect(seen.body.can.clarify).toBe(false);
    expect((await ask(d, colleague)).status).toBe(403);
    expect((await ask(d, await t.world.staff('support_agent'))).status).toBe(200);
  });
});

describe('what is confirmed with the signature', () => {
  const statements = {
    attestation: { value: ['own_opinion', 'qualified', 'independent', 'fee', 'supplement', 'confidential'] },
  };

  it('is the expert’s alone: an assistant prepares the rest and is refused here', async () => {
    const d = await writing();
    const assistant = await t.world.assistantOf(d.cast.expert.profile_id);
    const save = (who: typeof assistant, section: string, version: number, answers: unknown) =>
      t.request(who, 'PUT', d.url(`/report/sections/${section}`), { version, answers });
    const text =
      'The chart shows what was done and when, and what a careful colleague would have done instead. It was read whole.';
    expect((await save(assistant, 'summary', 0, { case_summary: { value: text } })).status).toBe(200);
    const refused = await save(assistant, 'attestation', 0, statements);
    expect(refused.status).toBe(403);
    expect(refused.problem.detail).toContain('Only the expert');
    expect(
      await t.world.db
        .selectFrom('report_answers')
        .innerJoin('reports', 'reports.id', 'report_answers.report_id')
        .where('review_id', '=', d.id)
        .select('section')
        .where('section', '=', 'attestation')
        .execute(),
    ).toEqual([]);
    expect((await save(d.cast.expert, 'attestation', 0, statements)).status).toBe(200);
    // neither taken back nor changed by the assistant; sent back as it stands it is no answer of theirs
    expect((await save(assistant, 'attestation', 1, {})).status).toBe(403);
    expect((await save(assistant, 'attestation', 1, { attestation: { value: ['fee'] } })).status).toBe(403);
    expect((await save(assistant, 'attestation', 1, statements)).status).toBe(200);
  });
});

it('a report with characters no font has is not signed, which names them; nothing is lost, and written another way it is', async () => {
  const d = await writing();
  await d.reportWritten();
  const path = d.url('/report');
  const { body: view } = await t.request<ReportView>(d.cast.expert, 'GET', path);
  const text = view.report?.sections.flatMap(({ section, version, answers }) =>
    Object.entries(answers).flatMap(([key, answer]) =>
      typeof answer.value === 'string' && 'citations' in answer
        ? [{ section, version, answers, key, answer, value: answer.value }]
        : [],
    ),
  )[0];
  if (!text) throw new Error('The form asks for no text.');
  const write = (version: number, value: string) =>
    t.request<{ version: number }>(d.cast.expert, 'PUT', `${path}/sections/${text.section}`, {
      version,
      answers: { ...text.answers, [text.key]: { ...text.answer, value } },
    });
  const sign = () =>
    t.request(d.cast.expert, 'POST', `${path}/sign`, { password: PASSWORD, time_zone: 'America/New_York' });

  const odd = await write(text.version, `Seen by Dr. של, SpO₂ ≥ 95. ${text.value}`);
  expect(odd.status).toBe(200);
  const refused = await sign();
  expect(refused.status).toBe(422);
  expect(refused.problem.errors).toEqual([
    { path: 'answers', message: 'These characters cannot be printed: ש ל. Write them another way.' },
  ]);
  expect(await d.status()).toBe('report_in_progress');
  expect((await write(odd.body.version, text.value)).status).toBe(200);
  expect((await sign()).status).toBe(200);
});
