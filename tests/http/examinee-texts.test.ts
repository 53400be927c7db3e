import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExamView } from '../../src/features/exams/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { castFor, inApp } from '../harness/review-driver.ts';

/* An examinee who agreed to text messages is reminded by them, where a provider of texts is set up. */
let t: TestApp;
beforeAll(async () => {
  // nothing answers there: what is sent stays to be looked at
  t = await testApp({
    env: {
      SMS_BASE_URL: 'http://127.0.0.1:9/',
      SMS_ACCOUNT_SID: 'AC42',
      SMS_AUTH_TOKEN: 'token',
      SMS_FROM: '+13125550100',
    },
  });
});
afterAll(() => t.close());

it('is reminded 7, 3 and 1 days before at the number they gave, in both languages, naming nobody', async () => {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = new ImeDriver(inApp(t, cast));
  await d.to('served');
  const { address } = await d.must<{ address: string }>(cast.clinOps, 'POST', d.url('/examinee/link'), {});
  const token = address.split('/').at(-1);
  const agree = (remind_at: string) =>
    t.request(null, 'POST', '/api/v1/exam_visit/agree_reminders', { token, reminders: 'text', remind_at });
  expect((await agree('0142')).status).toBe(422);
  expect((await agree('617 555 0142')).status).toBe(204);
  const { appointment } = await d.must<ExamView>(cast.clinOps, 'GET', d.url('/exam'));
  const texts = () =>
    t.world.db
      .selectFrom('texts')
      .select(['to_number', 'body'])
      .where('template', '=', 'examinee_reminder')
      .orderBy('id')
      .execute();
  for (const [n, days] of [7, 3, 1].entries()) {
    expect(await texts()).toHaveLength(n);
    const left = Date.parse(appointment?.starts_at ?? '') - t.clock.now().getTime();
    t.clock.advance({ minutes: left / 60_000 - days * 24 * 60 + 60 });
    await t.settle();
  }
  const sent = await texts();
  expect(sent.map(({ to_number }) => to_number)).toEqual(['+16175550142', '+16175550142', '+16175550142']);
  for (const { body } of sent) {
    // Spanish and English, and the address of their page, which is put in as it is sent
    expect(body.split('\n')).toHaveLength(3);
    expect(body).toContain('/exam-visit/');
    expect(body).not.toMatch(/Solis|Marta|shoulder|WC-2026/);
    expect(body).not.toContain(token);
  }
});
