import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MeritTemplates, MeritView } from '../../src/features/disclosure/contract/merit.ts';
import { filledTemplate } from '../../src/features/disclosure/rules.ts';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type DatabaseProxy, databaseProxy } from '../harness/database-proxy.ts';
import { agreed } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';

/* What was committed stays, bytes included, where the word of it was lost on the way. */
let t: TestApp;
let proxy: DatabaseProxy;
let cast: Cast;
let d: LegalDriver;
beforeAll(async () => {
  t = await testApp({
    through: async (connection) => {
      proxy = await databaseProxy(connection);
      return proxy.connection;
    },
  });
  cast = await castFor(t.world, PASSWORD_HASH);
  d = await agreed(new LegalDriver(inApp(t, cast)));
});
afterAll(async () => {
  await t.close();
  await proxy.close();
});

const stored = async (prefix: string) =>
  (
    await t.world.db
      .selectFrom('stored_objects')
      .select('storage_key')
      .where('storage_key', 'like', `${prefix}/${d.id}/%`)
      .execute()
  ).length;
const PDF = { 'content-type': 'application/pdf' };

it('a notarized copy', async () => {
  const terms = {
    sort: 'affidavit',
    state: 'IL',
    title: 'Affidavit as the operator entered it',
    text: 'In {caption}, I, {expert}, state: {opinions}',
    source: 'Entered by the operator for this test',
    read_on: '2026-11-18',
    reviewed_by: '',
    needs_notary: true,
  };
  const written = { version: -1, terms, reason: 'For the test' };
  await d.must<MeritTemplates>(cast.clinOps, 'POST', '/api/v1/merit_templates/own_il', written);
  const { templates, facts, own_name } = await d.must<MeritView>(cast.expert, 'GET', d.url('/merit'));
  const template = templates.find(({ key }) => key === 'own_il');
  const opinions = 'The delay of nine hours fell below the standard of care.';
  await d.freshProof(cast.expert);
  await d.must(cast.expert, 'POST', d.url('/merit/sign'), {
    key: 'own_il',
    version: template?.version,
    opinions,
    text: filledTemplate(template?.text ?? '', { ...facts, opinions }),
    name: own_name,
    consents: true,
  });
  const notarized_on = t.clock.now().toISOString().slice(0, 10);
  await d.must(cast.requester, 'POST', d.url('/merit/1/notary'), {
    name: 'Ada Rowe',
    state: 'IL',
    number: 'IL-20931',
    notarized_on,
  });
  const bytes = await samplePdf(1, { seed: 'Sworn before me' });
  const url = d.url('/merit/1/notarized_copy');
  proxy.loseCommitOf('"copy_name" = ');
  const told = await t.request(cast.requester, 'POST', `${url}?name=Notarized.pdf`, bytes, PDF);
  expect([proxy.hasLost(), told.status, told.problem.code]).toEqual([true, 503, 'database_away']);
  const { statements } = await d.must<MeritView>(cast.requester, 'GET', d.url('/merit'));
  expect(statements[0]?.can.add_copy).toBe(false);
  expect(await stored('notarized')).toBe(1);
  const kept = await t.app.http.inject({ method: 'GET', url, headers: cast.requester.headers });
  expect([kept.statusCode, kept.rawPayload.equals(bytes)]).toEqual([200, true]);
});

it('a receipt', async () => {
  const bytes = await samplePdf(1, { seed: 'Paid' });
  proxy.loseCommitOf('insert into "expense_receipts"');
  const told = await t.request(cast.expert, 'POST', d.url('/work/receipts?name=Receipt.pdf'), bytes, PDF);
  expect([proxy.hasLost(), told.status]).toEqual([true, 503]);
  const rows = await t.world.db.selectFrom('expense_receipts').select('id').where('review_id', '=', d.id).execute();
  expect([rows.length, await stored('receipts')]).toEqual([1, 1]);
});
