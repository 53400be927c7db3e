import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  BillingOf,
  CardsView,
  InvoiceRow,
  InvoiceShown,
  InvoiceView,
} from '../../src/features/invoices/contract.ts';
import { openCardProvider } from '../../src/features/invoices/server/cards/provider.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type CardService, type Misbehaving, type SignedMessage, startCardService } from '../harness/card-service.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Invoices paid by card: one page for one amount, money that is believed by signed messages alone, refunds and disputes. */
let t: TestApp;
let cards: CardService;
let cast: Cast;
let manager: Person;
beforeAll(async () => {
  cards = await startCardService();
  t = await testApp({ env: cards.env });
});
afterAll(async () => {
  await t.close();
  await cards.close();
});
let row: InvoiceRow;
let token = '';
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  manager = await t.world.manager(cast.organization_id);
  row = await issued();
  token = (await read()).link?.split('token=')[1] ?? '';
});

const url = (path = '') => `/api/v1/billing/${cast.organization_id}${path}`;
const billing = async () => (await t.request<BillingOf>(cast.admin, 'GET', url())).body;
const read = async (id = row.id, who: Person = manager) =>
  (await t.request<InvoiceView>(who, 'GET', `/api/v1/invoices/${id}`)).body;
/** An invoice of a call that was held. */
async function issued(): Promise<InvoiceRow> {
  const of = await castFor(t.world, PASSWORD_HASH);
  const d = await new CaseDriver(inApp(t, { ...cast, expert: of.expert, others: of.others })).to('timeChosen', {
    needed_by: '2027-11-30',
  });
  t.clock.advance({ days: 3 });
  await d.to('held');
  const { until_on, total_cents } = await billing();
  const { body } = await t.request<{ data: InvoiceRow[] }>(cast.admin, 'POST', url('/issue'), {
    until_on,
    total_cents,
  });
  const [one] = body.data;
  if (!one) throw new Error('Nothing was issued.');
  return one;
}
const payByLink = (of = token) => t.request<{ url: string }>(null, 'POST', '/api/v1/invoice/pay', { token: of });
const byHand = (cents: number, more: object = {}) =>
  t.request<BillingOf>(cast.admin, 'POST', url('/payments'), {
    cents,
    received_on: t.clock.now().toISOString().slice(0, 10),
    method: 'ach',
    reference: '',
    ...more,
  });
/** The sessions of this invoice. */
const sessions = () => cards.sessions.filter(({ metadata }) => metadata['invoice'] === row.number);
const session = () => {
  const one = sessions().at(-1);
  if (!one) throw new Error('No page was opened.');
  return one;
};
const deliver = ({ body, headers }: SignedMessage) =>
  t.app.http.inject({ method: 'POST', url: '/api/v1/card-events', headers, payload: body });
const tell = async (type: string, object: object, at = t.clock.now()) => {
  const message = cards.message(type, object, at);
  expect((await deliver(message)).statusCode).toBe(200);
  return message;
};
const completed = (paid: 'paid' | 'unpaid' = 'paid') =>
  tell('checkout.session.completed', cards.sessionObject(session(), paid));
const charge = (amount_refunded: number) => ({
  id: 'ch_1',
  payment_intent: session().payment_intent,
  amount_refunded,
  currency: 'usd',
  metadata: session().metadata,
});
const dispute = (status: string, amount = row.total_cents) => ({
  id: `du_${session().id}`,
  payment_intent: session().payment_intent,
  amount,
  currency: 'usd',
  status,
});
/** Opened, and paid. */
async function paid(): Promise<void> {
  expect((await payByLink()).status).toBe(200);
  await completed();
}
const sound = async () => {
  expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({
    balances: { difference_cents: 0 },
    unbalanced: [],
    owing: [],
    differing: [],
  });
};

describe('the page an invoice is paid on', () => {
  it('is opened by its link or by its organization, for what is open; nobody else', async () => {
    const shown = await t.request<InvoiceShown>(null, 'GET', `/api/v1/invoice?token=${token}`);
    expect([shown.body.card, (await read()).card, (await read(row.id, cast.admin)).card]).toEqual([
      'possible',
      'possible',
      null,
    ]);
    expect((await payByLink('x'.repeat(43))).status).toBe(404);
    const pay = (who: Person | null, id = row.id) =>
      t.request<{ url: string }>(who, 'POST', `/api/v1/invoices/${id}/pay`);
    expect((await pay(await t.world.manager(await t.world.organization()))).status).toBe(404);
    expect((await pay(cast.admin)).status).toBe(403);
    expect((await pay(cast.requester)).status).toBe(403);
    expect((await pay(null)).status).toBe(401);
    expect(sessions()).toEqual([]);
    await byHand(1_000);
    const first = await pay(manager);
    expect([first.status, session().cents]).toEqual([200, row.total_cents - 1_000]);
    // nothing that opens the invoice leaves for the card service, and no patient
    expect(JSON.stringify(session())).not.toContain(token);
    expect(first.body.url).toContain(session().id);
    await byHand(row.total_cents);
    expect((await pay(manager)).status).toBe(409);
  });

  it('is one, whoever asks at once, and after a process that died between asking and hearing', async () => {
    cards.misbehave.push('cut_after');
    const lost = await payByLink();
    expect([lost.status, lost.problem.code]).toEqual([503, 'unavailable']);
    const many = await Promise.all(Array.from({ length: 8 }, () => payByLink()));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(many.map(({ body }) => body.url)).size).toBe(1);
    expect(sessions()).toHaveLength(1);
  });

  it('is closed where it asks for what is not owed by then, and another is opened', async () => {
    await payByLink();
    await byHand(2_500);
    await t.settle();
    expect(session().state).toBe('expired');
    await payByLink();
    expect(sessions().map(({ state, cents }) => [state, cents])).toEqual([
      ['expired', row.total_cents],
      ['open', row.total_cents - 2_500],
    ]);
    // one that is nearly over is not led to
    t.clock.advance({ minutes: 115 });
    await payByLink();
    expect(sessions().map(({ state }) => state)).toEqual(['expired', 'expired', 'open']);
  });

  it('a service that misbehaves charges nobody, is not waited for, and the next try opens it', async () => {
    const close = (fault: Misbehaving) => {
      cards.misbehave.push(fault);
      const settings = { STRIPE_BASE_URL: cards.env['STRIPE_BASE_URL'] ?? '', ...cards.env };
      // what says nothing is given up; all others answer at once
      return openCardProvider(settings, fault === 'silent' ? 50 : undefined)?.closeCheckout('cs_1');
    };
    const says = (reason: string, permanent = false) => ({ ok: false, reason, permanent });
    expect(await close('silent')).toEqual(says('timeout'));
    expect(await close('wrong_key')).toEqual(says('401'));
    expect(await close('too_much')).toEqual(says('429 rate_limit'));
    expect(await close('broken')).toEqual(says('500'));
    expect(await close('cut_before')).toEqual(says('unreachable'));
    expect(await close('refuses')).toEqual(says('400 charge_already_refunded', true));
    for (const fault of ['nonsense', 'refuses'] as const) {
      cards.misbehave.push(fault);
      expect((await payByLink()).status).toBe(503);
    }
    expect((await payByLink()).status).toBe(200);
    await completed();
    expect(await read()).toMatchObject({ state: 'paid', open_cents: 0 });
  });
});

describe('what the card service tells', () => {
  it('settles the invoice once, however often it is told', async () => {
    await payByLink();
    const message = cards.message('checkout.session.completed', cards.sessionObject(session()), t.clock.now());
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(message)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    // the same under another message
    await completed();
    await tell('checkout.session.async_payment_succeeded', cards.sessionObject(session()));
    expect(await read()).toMatchObject({ state: 'paid', open_cents: 0, card: null });
    const { payments } = await billing();
    expect(payments).toMatchObject([
      { method: 'card', cents: row.total_cents, by_card_service: true, refundable_cents: row.total_cents },
    ]);
    expect((await payByLink()).status).toBe(409);
    await sound();
  });

  it('is refused without its signature, and counted', async () => {
    await payByLink();
    const before = (await t.request<CardsView>(cast.admin, 'GET', '/api/v1/billing/cards')).body;
    const object = cards.sessionObject(session());
    const forged = cards.message('checkout.session.completed', object, t.clock.now(), {
      secret: 'whsec_of_a_stranger',
    });
    const old = cards.message('checkout.session.completed', object, new Date(t.clock.now().getTime() - 301_000));
    const good = cards.message('checkout.session.completed', object, t.clock.now());
    const other = { ...good, body: good.body.replace(/"amount_total":\d+/, '"amount_total":1') };
    const bare = { ...good, headers: { 'content-type': 'application/json', 'stripe-signature': '' } };
    for (const one of [forged, old, other, bare]) expect((await deliver(one)).statusCode).toBe(400);
    expect(await read()).toMatchObject({ state: 'open' });
    const after = (await t.request<CardsView>(cast.admin, 'GET', '/api/v1/billing/cards')).body;
    expect(after.refused_this_week).toBe(before.refused_this_week + 4);
    expect(after.configured).toBe(true);
    expect((await t.request(cast.clinOps, 'GET', '/api/v1/billing/cards')).status).toBe(403);
  });

  it('is taken over only where amount, currency, invoice and page fit what was asked', async () => {
    await payByLink();
    const object = cards.sessionObject(session());
    const wrong = [
      { ...object, amount_total: row.total_cents - 1 },
      { ...object, currency: 'eur' },
      { ...object, id: 'cs_test_another' },
      { ...object, payment_intent: null },
      { ...object, metadata: { ...session().metadata, invoice: 'INV-1-00001' } },
      { ...object, payment_status: 'no_payment_required' },
      { id: 7 },
    ];
    for (const one of wrong) await tell('checkout.session.completed', one);
    // what is about something else is no concern of ours
    await tell('checkout.session.completed', { ...object, metadata: {} });
    await tell('checkout.session.completed', {
      ...object,
      metadata: { ...session().metadata, peritus_checkout: 'a7b8c9d0-1234-4abc-8def-0123456789ab' },
    });
    await tell('customer.created', { id: 'cus_1' });
    expect(await read()).toMatchObject({ state: 'open', open_cents: row.total_cents });
    const { body } = await t.request<CardsView>(cast.admin, 'GET', '/api/v1/billing/cards');
    expect(body.differing.length).toBeGreaterThanOrEqual(wrong.length);
  });

  it('may take days where a bank is asked, and may fail', async () => {
    await payByLink();
    await completed('unpaid');
    expect(await read()).toMatchObject({ state: 'open', card: 'processing' });
    expect((await payByLink()).status).toBe(409);
    await tell('checkout.session.async_payment_failed', cards.sessionObject(session(), 'unpaid'));
    expect((await read()).card).toBe('possible');
    await payByLink();
    await completed('unpaid');
    await tell('checkout.session.async_payment_succeeded', cards.sessionObject(session()));
    // what was told before, and comes late
    await completed('unpaid');
    await tell('checkout.session.expired', cards.sessionObject(session(), 'unpaid'));
    expect(await read()).toMatchObject({ state: 'paid', card: null });
  });

  it('is asked for where it stays away: the invoice is settled, or can be paid anew, and late money is still taken', async () => {
    const aDay = async (days = 1) => {
      t.clock.advance({ days });
      await t.settle();
    };
    const asked = () => cards.asked.filter((one) => one === `GET /v1/checkout/sessions/${session().id}`).length;
    // who pays at once is not asked about
    await payByLink();
    session().state = 'complete';
    session().bank = 'processing';
    await completed('unpaid');
    const since = t.clock.now().toISOString();
    const shown = async () => (await t.request<InvoiceShown>(null, 'GET', `/api/v1/invoice?token=${token}`)).body;
    for (const one of [await shown(), await read(), await read(row.id, cast.admin)])
      expect(one).toMatchObject({ card: 'processing', card_since: since });
    await aDay();
    expect([asked(), (await read()).card]).toEqual([1, 'processing']);
    // it does not answer, and is asked again
    cards.misbehave.push('broken');
    await aDay();
    // the bank refused, and the message of it was lost
    session().bank = 'requires_payment_method';
    await aDay();
    expect(await read()).toMatchObject({ card: 'possible', card_since: null });
    // the page is not there any longer: another card
    expect((await payByLink()).status).toBe(200);
    session().state = 'expired';
    await completed('unpaid');
    await aDay();
    expect((await read()).card).toBe('possible');
    // the bank never answers
    expect((await payByLink()).status).toBe(200);
    session().state = 'complete';
    session().bank = 'processing';
    await completed('unpaid');
    for (let day = 0; day < 14; day += 1) await aDay();
    expect((await read()).card).toBe('possible');
    const late = session();
    // the bank paid, and the message of it was lost
    expect((await payByLink()).status).toBe(200);
    session().state = 'complete';
    await completed('unpaid');
    await aDay();
    expect(await read()).toMatchObject({ state: 'paid', open_cents: 0, card: null });
    await tell('checkout.session.async_payment_succeeded', cards.sessionObject(session()));
    expect((await billing()).payments).toHaveLength(1);
    // paid late on the page that was given up: kept as credit
    await tell('checkout.session.async_payment_succeeded', cards.sessionObject(late));
    expect(await billing()).toMatchObject({ credit_cents: row.total_cents });
    await sound();
  });

  it('is money also where its page was thought over, or the invoice was paid by hand meanwhile: it is kept', async () => {
    await payByLink();
    await tell('checkout.session.expired', cards.sessionObject(session(), 'unpaid'));
    await byHand(row.total_cents);
    await completed();
    expect(await billing()).toMatchObject({ credit_cents: row.total_cents });
    const next = await issued();
    expect(next.open_cents).toBe(Math.max(0, next.total_cents - row.total_cents));
    await sound();
  });
});

describe('money that goes back', () => {
  it('by the service, whole or in part, in any order: the invoice is open again as far as it is gone', async () => {
    await payByLink();
    // told before the payment is
    const at = t.clock.now();
    await tell('charge.refunded', charge(3_000), at);
    await completed();
    expect(await read()).toMatchObject({ state: 'open', open_cents: 3_000 });
    // the sum so far: a later one holds, an earlier one that comes late does not
    const later = new Date(at.getTime() + 60_000);
    await tell('charge.refunded', charge(5_000), later);
    await tell('charge.refunded', charge(4_000), at);
    expect(await read()).toMatchObject({ open_cents: 5_000 });
    expect((await billing()).payments).toMatchObject([
      { returned_cents: 5_000, refundable_cents: row.total_cents - 5_000 },
    ]);
    await byHand(5_000);
    expect(await read()).toMatchObject({ state: 'paid' });
    await sound();
  });

  it('by staff, once, also where the answer was lost; never more than is left', async () => {
    await paid();
    const { payments } = await billing();
    const id = payments[0]?.id ?? 0;
    const refund = (cents: number, who: Person = cast.admin, of = cast.organization_id, payment = id) =>
      t.request<BillingOf>(who, 'POST', `/api/v1/billing/${of}/payments/${payment}/refund`, {
        cents,
        reason: 'Cut short.',
      });
    expect((await refund(1, cast.admin, (await castFor(t.world)).organization_id)).status).toBe(404);
    expect((await refund(1, manager)).status).toBe(403);
    expect((await refund(row.total_cents + 1)).status).toBe(422);
    const hand = await byHand(100);
    expect((await refund(1, cast.admin, cast.organization_id, hand.body.payments[0]?.id)).status).toBe(409);
    const before = cards.refunds.length;
    cards.misbehave.push('cut_after');
    const asked = await refund(4_000);
    expect(asked.body.payments.find((one) => one.id === id)).toMatchObject({
      refunds: [{ state: 'asked', cents: 4_000 }],
      refundable_cents: row.total_cents - 4_000,
    });
    await t.settle();
    await expect
      .poll(async () => (await billing()).payments.find((one) => one.id === id)?.refunds[0]?.state, { timeout: 30_000 })
      .toBe('done');
    expect(cards.refunds.slice(before)).toMatchObject([{ cents: 4_000, payment_intent: session().payment_intent }]);
    // its own message changes nothing
    await tell('charge.refunded', charge(4_000));
    const open = row.total_cents - (row.total_cents - 4_000) - 100;
    expect(await read()).toMatchObject({ open_cents: open });
    // one payment by card is refunded, not taken back
    const reverse = await t.request(cast.admin, 'POST', url(`/payments/${id}/reverse`), { reason: 'It bounced.' });
    expect(reverse.status).toBe(409);
    // two at once for all that is left: one
    const both = await Promise.all([refund(row.total_cents - 4_000), refund(row.total_cents - 4_000)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    await t.settle();
    expect(await read()).toMatchObject({ state: 'open', open_cents: row.total_cents - 100 });
    await sound();
  });

  it('a refund that is refused, or fails later, leaves the payment as it is', async () => {
    await paid();
    const id = (await billing()).payments[0]?.id ?? 0;
    const refund = (cents: number) =>
      t.request<BillingOf>(cast.admin, 'POST', url(`/payments/${id}/refund`), { cents, reason: 'Cut short.' });
    cards.misbehave.push('refuses');
    await refund(1_000);
    await t.settle();
    expect((await billing()).payments[0]).toMatchObject({
      returned_cents: 0,
      refunds: [{ state: 'failed', failure: 'The card service says: 400 charge_already_refunded.' }],
    });
    await refund(2_000);
    await t.settle();
    expect(await read()).toMatchObject({ open_cents: 2_000 });
    const made = cards.refunds.at(-1);
    await tell('refund.failed', { id: made?.id, payment_intent: session().payment_intent, amount: 2_000 });
    expect(await read()).toMatchObject({ state: 'paid', open_cents: 0 });
    // and where that is told before the service answered: its answer, which comes later, does not count
    cards.misbehave.push('cut_after');
    await refund(3_000);
    await t.settle();
    const lost = cards.refunds.at(-1);
    await tell('refund.failed', {
      id: lost?.id,
      payment_intent: session().payment_intent,
      amount: 3_000,
      metadata: { peritus_refund: lost?.key },
    });
    const refunds = async () => (await billing()).payments[0]?.refunds.map(({ cents, state }) => [cents, state]);
    expect(await refunds()).toContainEqual([3_000, 'failed']);
    await t.settle();
    expect(await refunds()).toContainEqual([3_000, 'failed']);
    expect(cards.refunds.filter(({ key }) => key === lost?.key)).toHaveLength(1);
    expect(await read()).toMatchObject({ state: 'paid', open_cents: 0 });
    await sound();
  });

  it('a refund that failed is told of by two messages, and is taken off once', async () => {
    await paid();
    const id = (await billing()).payments[0]?.id ?? 0;
    await t.request(cast.admin, 'POST', url(`/payments/${id}/refund`), { cents: 2_000, reason: 'Cut short.' });
    await t.settle();
    // by staff here, and at the card service itself
    await tell('charge.refunded', charge(5_000));
    expect(await read()).toMatchObject({ open_cents: 5_000 });
    const failed = {
      id: cards.refunds.at(-1)?.id,
      payment_intent: session().payment_intent,
      amount: 2_000,
      status: 'failed',
    };
    await tell('charge.refund.updated', { ...failed, status: 'pending' });
    expect(await read()).toMatchObject({ open_cents: 5_000 });
    for (const type of ['charge.refund.updated', 'refund.failed', 'refund.updated']) await tell(type, failed);
    expect(await read()).toMatchObject({ open_cents: 3_000 });
    await sound();
  });

  it('what a bank takes for a dispute is owed again until it is won, in whatever order that is told', async () => {
    await paid();
    await tell('charge.dispute.created', dispute('warning_needs_response'));
    expect(await read()).toMatchObject({ state: 'paid' });
    await tell('charge.dispute.created', dispute('needs_response'));
    expect(await read()).toMatchObject({ open_cents: row.total_cents });
    await tell('charge.dispute.closed', dispute('won'));
    await tell('charge.dispute.created', dispute('needs_response'));
    expect(await read()).toMatchObject({ state: 'paid', open_cents: 0 });
    const db = t.world.db;
    await expect(db.deleteFrom('payment_returns').execute()).rejects.toThrow('only added to');
    await expect(
      db
        .insertInto('payment_returns')
        .values({
          organization_id: cast.organization_id,
          payment_id: (await billing()).payments[0]?.id ?? 0,
          cents: row.total_cents + 1,
          why: 'refund',
          returned_at: t.clock.now(),
        })
        .execute(),
    ).rejects.toThrow('no more goes back');
    await sound();
  });
});
