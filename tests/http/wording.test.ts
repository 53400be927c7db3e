import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MailPreview, MailTemplateRow, MailWordingView } from '../../src/features/outbox/contract/wording.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await testApp();
  admin = await t.world.person({ role: 'admin', first_name: 'Noor', last_name: 'Haddad' });
});
afterAll(() => t.close());

const URL = '/api/v1/mail_wordings';
const read = async (template: string, variant = '') =>
  (await t.request<MailWordingView>(admin, 'GET', `${URL}/${template}?variant=${encodeURIComponent(variant)}`)).body;
const save = (template: string, body: object, who = admin) =>
  t.request<MailWordingView>(who, 'PUT', `${URL}/${template}`, body);
const mailed = (template: string) =>
  t.world.db
    .selectFrom('mails')
    .select(['subject', 'text', 'letter'])
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

it('a wording is previewed, saved as a version, in both parts of the next mail, and taken back', async () => {
  const support = await t.world.staff('support_agent');
  const variant = 'automatic=false';
  const { version, shipped, placeholders } = await read('review_submitted', variant);
  expect([version, placeholders.map(({ name }) => name)]).toEqual([0, ['review', 'needed_by']]);
  const wording = {
    subject: 'Order {review} is with us',
    body: 'We look at {review} <today>.\n\nNeeded by {needed_by}.',
  };
  expect((await t.request(support, 'GET', URL)).status).toBe(403);
  expect((await save('review_submitted', { version: 0, variant, wording }, support)).status).toBe(403);
  expect((await save('no_such_mail', { version: 0, variant, wording })).status).toBe(404);
  expect((await save('review_submitted', { version: 0, variant: 'x=y', wording })).status).toBe(404);
  const unknown = await t.request(admin, 'POST', `${URL}/review_submitted/preview`, {
    ...wording,
    body: 'For {patient}.',
    variant,
  });
  expect([unknown.status, unknown.problem.errors]).toEqual([
    422,
    [{ path: 'body', message: '{patient} at character 5 stands for nothing here. There is {review}, {needed_by}.' }],
  ]);
  expect(
    (await save('review_submitted', { version: 0, variant, wording: { ...wording, subject: 'a {' } })).status,
  ).toBe(422);
  const preview = await t.request<MailPreview>(admin, 'POST', `${URL}/review_submitted/preview`, {
    ...wording,
    variant,
  });
  expect(preview.body.subject).toBe('Order CR-20418 is with us');
  expect(preview.body.letter.lines).toEqual(['We look at CR-20418 <today>.', 'Needed by Mon, Nov 30, 2026.']);
  expect(preview.body.text).toContain('Needed by Mon, Nov 30, 2026.');

  const saved = await save('review_submitted', { version: 0, variant, wording });
  expect(saved.body).toMatchObject({ version: 1, own: wording, versions: [{ version: 1, by: 'Noor Haddad' }] });
  const stale = await save('review_submitted', { version: 0, variant, wording });
  expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
  const cast = await castFor(t.world);
  const d = await new CaseDriver(inApp(t, cast)).to('submitted');
  const mail = await mailed('review_submitted');
  expect(mail.subject).toBe(`Order CR-${d.id} is with us`);
  expect(mail.text).toContain(`We look at CR-${d.id} <today>.`);
  expect(mail.letter?.lines[0]).toBe(`We look at CR-${d.id} <today>.`);

  const back = await save('review_submitted', { version: 1, variant, wording: null });
  expect(back.body).toMatchObject({ version: 2, own: null, shipped });
  await new CaseDriver(inApp(t, cast)).to('submitted');
  expect((await mailed('review_submitted')).subject).not.toContain('is with us');
  const audits = await t.world.db
    .selectFrom('audit_rows')
    .select('data')
    .where('action', '=', 'mail.worded')
    .orderBy('id')
    .execute();
  expect(audits.map(({ data }) => data)).toMatchObject([
    { version: 1, before: null, after: wording },
    { version: 2, before: wording, after: null },
  ]);
});

it('each case of a mail is worded by itself', async () => {
  const list = (await t.request<{ data: MailTemplateRow[] }>(admin, 'GET', URL)).body.data;
  const standing = list.find((row) => row.template === 'expert_standing');
  const cases = standing?.variants?.map((one) => one.variant) ?? [];
  expect(cases).toContain('outcome=paused');
  expect(cases.length).toBeGreaterThan(1);
  const paused = await read('expert_standing', 'outcome=paused');
  await save('expert_standing', {
    version: 0,
    variant: 'outcome=paused',
    wording: { ...paused.shipped, subject: 'You are on pause' },
  });
  const after = (await t.request<{ data: MailTemplateRow[] }>(admin, 'GET', URL)).body.data;
  expect(after.find((row) => row.template === 'expert_standing')?.variants?.filter((one) => one.adjusted)).toEqual([
    { variant: 'outcome=paused', adjusted: true },
  ]);
});
