import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { PriceByLink } from '../../src/features/reviews/contract/price-link.ts';
import { unsealed } from '../../src/platform/mail/opener.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp, writeRecord } from '../harness/review-driver.ts';

/* A changed price is agreed to by the link of its mail, and work waits until it is. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const AGREE = '/api/v1/agree_price';
const read = (token: string) => t.request<PriceByLink>(null, 'GET', `${AGREE}?token=${token}`);
const agree = (token: string, total_cents: number) =>
  t.request<{ number: string; total_cents: number }>(null, 'POST', AGREE, { token, total_cents });
/** More pages arrive, as an upload leaves them. */
async function grows(d: CaseDriver, pages: number): Promise<number> {
  const file = await writeRecord(t.world, d.id, `More ${pages}.pdf`, pages);
  await changed(d);
  return file;
}
async function changed(d: CaseDriver): Promise<void> {
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'files.changed', payload: {} as never, review_id: d.id, created_at: t.clock.now() })
    .execute();
  await t.settle();
}
async function tokenOf(d: CaseDriver): Promise<string | null> {
  const mails = await t.world.db
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', d.id)
    .where('template', '=', 'price_to_agree')
    .orderBy('id', 'desc')
    .execute();
  expect(new Set(mails.map(({ to_user_id }) => to_user_id))).toEqual(new Set([cast.requester.user_id]));
  return mails[0] ? unsealed(t.app.services.keys, mails[0], t.clock.now()) : null;
}
async function waiting(d: CaseDriver): Promise<string> {
  const token = await tokenOf(d);
  if (token === null) throw new Error('No mail brought a link.');
  return token;
}
const page = async (d: CaseDriver) => (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body;

it('whoever has the link agrees in the requester’s name, once, at exactly the price that was shown', async () => {
  const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', {
    patient_name: 'Marigold Featherstone',
    needed_by: '2027-11-30',
  });
  t.clock.advance({ days: 4 });
  await d.to('reportWritten');
  await grows(d, 1_000);
  const token = await waiting(d);
  const shown = await read(token);
  expect(shown.status).toBe(200);
  const { quote } = await page(d);
  expect(shown.body).toMatchObject({
    number: `CR-${d.id}`,
    before: { total_cents: quote?.total_cents, lines: quote?.lines },
    now: { total_cents: quote?.requote?.total_cents, lines: quote?.requote?.lines },
  });
  // no patient, no expert
  const { code } = await t.world.db
    .selectFrom('expert_profiles')
    .select('code')
    .where('profile_id', '=', cast.expert.profile_id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(shown.body)).not.toMatch(new RegExp(`Marigold|Featherstone|${code}`));

  // the expert's work waits meanwhile
  await expect(d.signed()).rejects.toThrow('The price changed. The requester has to agree to it first.');

  // it moved again: nothing is agreed to, and its lines of now are told
  await grows(d, 200);
  const moved = await agree(token, shown.body.now.total_cents);
  expect(moved.status).toBe(409);
  const current = moved.problem.current as PriceByLink;
  expect(current.now.total_cents).toBeGreaterThan(shown.body.now.total_cents);
  expect((await page(d)).quote?.requote?.needs_consent).toBe(true);

  // of several at once one agrees
  const answers = await Promise.all([1, 2, 3].map(() => agree(token, current.now.total_cents)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
  const after = await page(d);
  expect(after.quote).toMatchObject({ total_cents: current.now.total_cents, requote: null });
  expect(after.timeline.data.find(({ action }) => action === 'requoted')).toMatchObject({
    seat: 'requester',
    actor: expect.stringMatching(/, by link of the mail$/),
    says: expect.stringMatching(/^agreed to the new price, \$/),
  });
  const row = await t.world.db
    .selectFrom('quotes')
    .select('consented_by')
    .where('review_id', '=', d.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(row.consented_by).toBe(cast.requester.user_id);
  const audit = await t.world.db
    .selectFrom('audit_rows')
    .select(['actor_kind', 'ip'])
    .where('review_id', '=', d.id)
    .where('action', '=', 'review.requoted')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([audit.actor_kind, audit.ip]).toEqual(['outside', '127.0.0.1']);

  expect([(await read(token)).problem.current, (await agree(token, 1)).status]).toEqual([{ ended: 'agreed' }, 410]);
  // no mail holds it any longer, and work continues
  expect(await tokenOf(d)).toBeNull();
  await d.signed();
});

it('rises that are each too small to be asked about are asked about once they add up', async () => {
  const d = await new CaseDriver(inApp(t, cast)).to('released');
  await grows(d, 500);
  const big = (await page(d)).quote?.requote;
  expect(big?.needs_consent).toBe(true);
  await d.must(cast.requester, 'POST', d.url('/quote/consent'), { total_cents: big?.total_cents });
  const agreed = (await page(d)).quote;
  // a page over the included ones; two of these rises are more than one may be
  const a_page = 200;
  const pages = Math.floor(((agreed?.consent_over_cents ?? 0) * 0.6) / a_page);
  await grows(d, pages);
  const once = (await page(d)).quote;
  expect(once).toMatchObject({ total_cents: (agreed?.total_cents ?? 0) + pages * a_page, requote: null });
  expect(once?.consent_over_cents).toBe((agreed?.consent_over_cents ?? 0) - pages * a_page);
  await grows(d, pages);
  expect((await page(d)).quote).toMatchObject({ total_cents: once?.total_cents, requote: { needs_consent: true } });
  expect((await read(await waiting(d))).body).toMatchObject({ consent_over_cents: once?.consent_over_cents });
});

it('a link ends when the price is settled otherwise, with the review, with its requester, and after 14 days', async () => {
  const ended = async (token: string) => (await read(token)).problem.current;
  const d = await new CaseDriver(inApp(t, cast)).to('released');
  const file = await grows(d, 1_000);
  const first = await waiting(d);
  // taken off again, nothing waits
  await t.world.db.updateTable('files').set({ deleted_at: t.clock.now() }).where('id', '=', file).execute();
  await changed(d);
  expect(await ended(first)).toEqual({ ended: 'settled' });

  await grows(d, 1_500);
  const { quote } = await page(d);
  const colleague = await t.world.consultant(cast.organization_id);
  const second = await t.world.db
    .selectFrom('price_links')
    .select('id')
    .where('review_id', '=', d.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const token = await waiting(d);
  const handed = (id: number) =>
    t.world.db.updateTable('reviews').set({ requester_id: id }).where('id', '=', d.id).execute();
  await handed(colleague.user_id);
  expect(await ended(token)).toEqual({ ended: 'handed_over' });
  await handed(cast.requester.user_id);
  expect((await read(token)).status).toBe(200);
  // signed in it is agreed to as ever, and the link is over with it
  await d.must(cast.requester, 'POST', d.url('/quote/consent'), { total_cents: quote?.requote?.total_cents });
  expect(await ended(token)).toEqual({ ended: 'settled' });
  const row = await t.world.db
    .selectFrom('price_links')
    .select(['ended_at', 'agreed_cents'])
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow();
  expect([row.ended_at !== null, row.agreed_cents]).toEqual([true, null]);

  await grows(d, 3_000);
  const third = await waiting(d);
  await d.must(cast.requester, 'POST', d.url('/actions/cancel'), {
    reason: 'Settled.',
    data: { confirmed_fee_cents: 0 },
  });
  expect(await ended(third)).toEqual({ ended: 'review_ended' });

  const e = await new CaseDriver(inApp(t, cast)).to('released');
  await grows(e, 1_000);
  const late = await waiting(e);
  t.clock.advance({ days: 14 });
  expect(await ended(late)).toEqual({ ended: 'expired' });
});

it('guesses of one source are counted, of prices and of invoices', async () => {
  const guess = (n: number) => String(n).padStart(43, 'x');
  for (const at of [AGREE, '/api/v1/invoice']) {
    const found = at === AGREE ? 410 : 404;
    for (let n = 0; n < 60; n += 1)
      expect((await t.request(null, 'GET', `${at}?token=${guess(n)}`)).status).toBe(found);
    expect((await t.request(null, 'GET', `${at}?token=${guess(60)}`)).status).toBe(429);
  }
  expect((await agree(guess(1), 1)).status).toBe(429);
  expect((await t.request(null, 'GET', `/api/v1/invoice/pdf?token=${guess(1)}`)).status).toBe(429);
});
