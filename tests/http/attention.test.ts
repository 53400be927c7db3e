import { type Cast, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttentionEntry, ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { answersToForm } from '../harness/report-answers.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let manager: Person;
let orgAdmin: Person;
let d: PeerDriver;

beforeAll(async () => {
  t = await testApp();
  cast = await peerCast(t.world, PASSWORD_HASH);
  manager = await t.world.manager(cast.organization_id);
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  await t.world.db
    .updateTable('expert_profiles')
    .set({ max_open_reviews: 50 })
    .where('profile_id', '=', cast.expert.profile_id)
    .execute();
  d = await begun();
});
afterAll(() => t.close());

const driver = () => new PeerDriver(inApp(t, cast));
const begun = () => driver().to('accepted');
const flag = (on: boolean) =>
  t.world.db
    .updateTable('organizations')
    .set({ flags: json({ enable_needs_attention_peer_reviews: on }) })
    .where('id', '=', cast.organization_id)
    .execute();
const NOTE = 'The potassium of August 19 was never acted on.';
const raise = (who: Person, of = d, reason = 'patient_safety', note = NOTE) =>
  t.request<{ data: AttentionEntry[] }>(who, 'POST', of.url('/attention'), { reason, note });
const acknowledge = (who: Person, id: number, of = d) =>
  t.request<{ data: AttentionEntry[] }>(who, 'POST', of.url(`/attention/${id}/acknowledge`), {});
const resolve = (who: Person, id: number, of = d, note = 'The patient was called back the same day.') =>
  t.request<{ data: AttentionEntry[] }>(who, 'POST', of.url(`/attention/${id}/resolve`), { note });
const detail = async (who: Person, of = d) => (await t.request<ReviewDetail>(who, 'GET', of.url())).body;
const told = (of: PeerDriver, template: string) =>
  t.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'subject', 'text', 'status'])
    .where('review_id', '=', of.id)
    .where('template', '=', template)
    .execute();
const noticed = async (of: PeerDriver, event: string) =>
  (
    await t.world.db
      .selectFrom('notifications')
      .select('user_id')
      .where('review_id', '=', of.id)
      .where('event', '=', event)
      .execute()
  ).map((n) => n.user_id);

describe('a safety risk', () => {
  test('is raised by the expert, told at once without a word of it, noted, settled and raised anew', async () => {
    const raised = await raise(cast.expert);
    expect(raised.status).toBe(201);
    const [entry] = raised.body.data;
    if (!entry) throw new Error('There is one.');
    expect(entry).toMatchObject({ label: 'Imminent patient-safety risk', raised_by: 'You', note: NOTE, urgent: true });
    // a business day: the 18th of November is a Wednesday
    expect(entry.acknowledge_by).toBe('2026-11-19T15:00:00.000Z');
    const urgent = await told(d, 'attention_urgent');
    expect(urgent.map((m) => m.to_user_id)).toEqual(
      expect.arrayContaining([manager.user_id, orgAdmin.user_id, cast.clinOps.user_id]),
    );
    for (const mail of urgent) {
      expect(mail.status).not.toBe('suppressed');
      expect(`${mail.subject} ${mail.text}`).not.toContain('potassium');
      expect(`${mail.subject} ${mail.text}`).not.toContain('Lowell Pike');
    }
    expect(await noticed(d, 'attention_urgent')).toContain(manager.user_id);
    // an operational alert: in the product, and by mail for those who take them
    const operational = await told(d, 'attention_raised');
    expect(operational.find((m) => m.to_user_id === cast.admin.user_id)?.status).toBe('suppressed');
    expect(await noticed(d, 'attention_raised')).toContain(cast.admin.user_id);

    const seen = await detail(manager);
    expect(seen.status.key).toBe('in_review');
    expect(seen.attention?.[0]).toMatchObject({ raised_by: 'The reviewer' });
    expect(seen.timeline.data[0]).toMatchObject({
      action: 'attention_raised',
      says: 'marked it as needing attention: imminent patient-safety risk',
      reason: null,
    });
    expect((await raise(cast.requester)).problem).toMatchObject({ status: 409, code: 'wrong_state' });

    const noted = await acknowledge(manager, entry.id);
    expect(noted.body.data[0]).toMatchObject({ acknowledged_by: 'You', resolved_at: null });
    expect((await acknowledge(orgAdmin, entry.id)).status).toBe(409);
    expect((await resolve(manager, entry.id, d, ' ')).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'note' }],
    });
    const settled = await resolve(cast.clinOps, entry.id);
    expect(settled.body.data[0]).toMatchObject({
      resolved_by: 'You',
      resolution: 'The patient was called back the same day.',
    });
    expect((await resolve(manager, entry.id)).status).toBe(409);
    expect((await detail(manager)).abilities['resolve_attention']).toMatchObject({ allowed: false });

    const again = await raise(cast.requester);
    expect(again.body.data.map((one) => one.resolved_at === null)).toEqual([true, false]);
    // whoever settles it without having noted it has noted it by that
    const [second] = again.body.data;
    const at = await resolve(manager, second?.id ?? 0);
    expect(at.body.data[0]?.acknowledged_by).toBe('You');
  });

  test('nobody takes note: told again a business day later, and Peritus’s own people by mail', async () => {
    const of = await begun();
    const [entry] = (await raise(manager, of, 'fraud_billing')).body.data;
    expect(await told(of, 'attention_urgent')).toEqual([]);
    expect((await told(of, 'attention_raised')).find((m) => m.to_user_id === cast.clinOps.user_id)?.status).toBe(
      'suppressed',
    );
    t.clock.set(new Date(Date.parse(entry?.acknowledge_by ?? '') - 60_000));
    await t.settle();
    expect(await told(of, 'attention_escalated')).toEqual([]);
    t.clock.set(entry?.acknowledge_by ?? '');
    await t.settle();
    const escalated = await told(of, 'attention_escalated');
    expect(escalated.map((m) => m.to_user_id)).toEqual(
      expect.arrayContaining([cast.clinOps.user_id, cast.admin.user_id]),
    );
    expect(escalated.every((m) => m.status !== 'suppressed')).toBe(true);
    expect(await noticed(of, 'attention_late')).toContain(manager.user_id);
    expect((await detail(manager, of)).timeline.data[0]?.action).toBe('attention_late');
    await acknowledge(manager, entry?.id ?? 0, of);
    t.clock.advance({ days: 5 });
    await t.settle();
    expect(await told(of, 'attention_escalated')).toHaveLength(escalated.length);
  });

  test('user flag enable_admin_alert_emails on: the operational alert comes by mail', async () => {
    const of = await begun();
    const admin = await t.world.staff('admin');
    await t.world.db
      .updateTable('users')
      .set({ feature_flags: json({ enable_admin_alert_emails: true }) })
      .where('id', '=', admin.user_id)
      .execute();
    await raise(manager, of, 'impairment');
    const mails = await told(of, 'attention_raised');
    expect(mails.find((m) => m.to_user_id === admin.user_id)?.status).not.toBe('suppressed');
    expect(mails.find((m) => m.to_user_id === cast.admin.user_id)?.status).toBe('suppressed');
  });
});

describe('what raises it by itself', () => {
  const reportAsking = async (of: PeerDriver) => {
    const view = await of.must<ReportView>(cast.expert, 'GET', of.url('/report'));
    for (const [section, answers] of answersToForm(view, of.fileId)) {
      const asked = answers['needs_attention'] ? { ...answers, needs_attention: YES } : answers;
      await of.must(cast.expert, 'PUT', of.url(`/report/sections/${section}`), {
        version: view.report?.sections.find((s) => s.section === section)?.version ?? 0,
        answers: asked,
      });
    }
  };
  const YES = { value: 'yes', comment: 'A result was missed that still calls for action.' };

  test('a signed report that asks for it, exactly once; it is in the way of closing until it is settled', async () => {
    const of = await driver().to('reportStarted');
    await reportAsking(of);
    await of.signed();
    await t.settle();
    const entries = (await detail(manager, of)).attention ?? [];
    expect(entries).toMatchObject([{ reason: 'critical_deficiency', raised_by: 'Peritus', resolved_at: null }]);
    expect((await told(of, 'attention_urgent')).map((m) => m.to_user_id)).toContain(manager.user_id);
    await of.to('delivered');
    const refused = await t.request(cast.requester, 'POST', of.url('/actions/acknowledge'), {});
    expect(refused.problem).toMatchObject({ status: 409 });
    expect(refused.problem.detail).toContain('attention');
    await resolve(manager, entries[0]?.id ?? 0, of);
    // the same is not raised again by the version that answers a clarification
    await of.must(cast.requester, 'POST', of.url('/report/clarify'), { reason: 'Which result was it?' });
    await reportAsking(of);
    await of.signed();
    expect((await detail(manager, of)).attention).toHaveLength(1);
  });

  test('a report whose due passes; signing it settles that', async () => {
    const of = await driver().to('reportStarted');
    const due = (await detail(manager, of)).due?.at ?? '';
    t.clock.set(due);
    await t.settle();
    expect((await detail(manager, of)).attention).toMatchObject([{ reason: 'report_overdue', raised_by: 'Peritus' }]);
    await t.settle();
    await of.reportWritten();
    await of.signed();
    expect((await detail(manager, of)).attention).toMatchObject([
      { resolved_by: 'Peritus', resolution: 'The report was signed.' },
    ]);
  });

  test('flag enable_needs_attention_peer_reviews off: neither', async () => {
    const of = await driver().to('reportStarted');
    const due = (await detail(manager, of)).due?.at ?? '';
    await flag(false);
    t.clock.set(due);
    await t.settle();
    await reportAsking(of);
    await of.signed();
    await flag(true);
    expect((await detail(manager, of)).attention).toEqual([]);
  });
});

describe('who may', () => {
  test('not matching, not an assistant, not a follower; another tenant sees nothing; only managers settle', async () => {
    const of = await begun();
    const follower = await t.world.consultant(cast.organization_id);
    await of.must(cast.requester, 'PUT', of.url(`/watchers/${follower.user_id}`));
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    for (const who of [cast.matching, follower, assistant]) expect((await raise(who, of)).status).toBe(403);
    const stranger = await t.world.manager(await t.world.organization({}));
    expect((await raise(stranger, of)).status).toBe(404);
    const [entry] = (await raise(manager, of)).body.data;
    for (const who of [cast.requester, cast.matching])
      for (const ask of [acknowledge, resolve]) expect((await ask(who, entry?.id ?? 0, of)).status).toBe(403);
    expect((await resolve(stranger, entry?.id ?? 0, of)).status).toBe(404);
    expect((await acknowledge(cast.expert, entry?.id ?? 0, of)).status).toBe(403);
    // of another review
    expect((await resolve(manager, entry?.id ?? 0, await begun())).status).toBe(404);
    // the expert's side is not told what the customer raised
    expect((await detail(cast.expert, of)).attention).toEqual([]);
    expect((await detail(cast.expert, of)).timeline.data.map((row) => row.action)).not.toContain('attention_raised');
    expect((await detail(cast.matching, of)).attention).toMatchObject([{ note: null }]);
    expect((await raise(manager, of, 'nonsense')).status).toBe(400);
    expect((await raise(manager, of, 'wrong_chart', ' ')).problem).toMatchObject({ status: 422 });
  });

  test('not of a draft, and not of what has ended', async () => {
    const draft = await driver().draft();
    expect((await raise(cast.requester, draft)).status).toBe(409);
    const of = await driver().to('submitted');
    await of.must(cast.admin, 'POST', of.url('/actions/cancel'), { reason: 'For the test', confirmed_fee_cents: 0 });
    expect((await raise(manager, of)).problem).toMatchObject({ status: 409, code: 'wrong_state' });
  });

  test('flag enable_needs_attention_peer_reviews on: offered, in tab and list; off: 403, nowhere, and nothing is held up', async () => {
    const of = await begun();
    const [entry] = (await raise(manager, of)).body.data;
    const tab = async () =>
      (
        await t.request<{ data: { id: number; attention: boolean }[] }>(
          manager,
          'GET',
          '/api/v1/peer_reviews?tab=attention&limit=100',
        )
      ).body.data.filter((row) => row.id === of.id);
    const badge = async () =>
      (
        await t.request<{ data: { id: number; attention: boolean }[] }>(
          manager,
          'GET',
          '/api/v1/peer_reviews?limit=100',
        )
      ).body.data.find((row) => row.id === of.id)?.attention;
    const offered = async () =>
      (await t.request<{ organization: { attention: boolean } }>(manager, 'GET', '/api/v1/peer_reviews/fields')).body
        .organization.attention;
    expect(await tab()).toMatchObject([{ attention: true }]);
    expect(await badge()).toBe(true);
    expect(await offered()).toBe(true);
    await flag(false);
    expect(await tab()).toEqual([]);
    expect(await badge()).toBe(false);
    expect(await offered()).toBe(false);
    for (const answer of [await raise(manager, of, 'wrong_chart'), await resolve(manager, entry?.id ?? 0, of)])
      expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' });
    const seen = await detail(manager, of);
    expect(seen.attention).toBeNull();
    expect(seen.abilities['raise_attention']).toMatchObject({ allowed: false });
    await flag(true);
    expect(await tab()).toHaveLength(1);
  });
});
