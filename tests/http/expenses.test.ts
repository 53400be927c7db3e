import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reviewNumber } from '../../src/core/kinds.ts';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { LeftExpense, ReceiptView, WorkView } from '../../src/features/work/contract.ts';
import { samplePdf, samplePng, sampleLaunch } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What an expert lays out for a legal case: its receipt, the firm's word, the budget, the retainer, the statement. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const NO_RETAINER = { retainer_cents: 0, replenish_below_cents: 0, holds_when_used_up: false };
async function engaged(agreed: Partial<EngagementTerms> = {}): Promise<LegalDriver> {
  const d = await new LegalDriver(inApp(t, cast)).to('accepted');
  await d.agreementProposed(cast.requester, {
    ...NO_RETAINER,
    hourly_cents: 40_000,
    step_minutes: 1,
    budget_cents: null,
    ...agreed,
  });
  await d.agreementSigned();
  return agreed.retainer_cents ? d.retainerPaid() : d;
}
const post = (d: LegalDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<WorkView>(who, 'POST', d.url(`/work/${path}`), body);
const read = async (d: LegalDriver, who: Person = cast.requester) =>
  (await t.request<WorkView>(who, 'GET', d.url('/work'))).body;
const today = () => t.clock.now().toISOString().slice(0, 10);
const send = (d: LegalDriver, who: Person, bytes: Buffer, name = 'Receipt.pdf', type = 'application/pdf') =>
  t.request<ReceiptView>(who, 'POST', d.url(`/work/receipts?name=${encodeURIComponent(name)}`), bytes, {
    'content-type': type,
  });
const PDF = await samplePdf(1, { seed: 'Harbor Hotel, one night, 189.00,' });
async function receipt(d: LegalDriver, who: Person = cast.expert): Promise<number> {
  const sent = await send(d, who, PDF);
  expect(sent.status).toBe(200);
  return sent.body.id;
}
const paid = (amount_cents: number, receipt_id: number | null, more: object = {}) => ({
  spent_on: today(),
  sort: 'lodging',
  purpose: 'One night before the inspection of the ward.',
  amount_cents,
  receipt_id,
  ...more,
});
/** Records an expense with its receipt; answers it as it then stands. */
async function spend(d: LegalDriver, amount_cents: number, who: Person = cast.expert, more: object = {}) {
  const recorded = await post(d, who, 'expenses', paid(amount_cents, await receipt(d, who), more));
  expect(recorded.status).toBe(200);
  const newest = recorded.body.expenses.list.toSorted((a, b) => b.id - a.id)[0];
  if (!newest) throw new Error('Nothing was recorded.');
  return newest;
}
const answer = (d: LegalDriver, id: number, approve = true, reason = '', who: Person = cast.requester) =>
  post(d, who, `expenses/${id}/answer`, { approve, reason });
const correct = (d: LegalDriver, id: number, instead: object | null, who: Person = cast.expert) =>
  post(d, who, `expenses/${id}/correct`, { instead, reason: 'The amount was read wrong.' });
const mails = async (d: LegalDriver) =>
  (await t.world.db.selectFrom('mails').select(['template']).where('review_id', '=', d.id).orderBy('id').execute()).map(
    ({ template }) => template,
  );
const stored = async (d: LegalDriver) =>
  (
    await t.world.db
      .selectFrom('stored_objects')
      .select('storage_key')
      .where('storage_key', 'like', `receipts/${d.id}/%`)
      .execute()
  ).length;

describe('an expense', () => {
  it('is recorded with its receipt, approved once, and told to the side whose move it is', async () => {
    const d = await engaged();
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const one = await spend(d, 18_900, assistant);
    expect(one).toMatchObject({ state: 'recorded', amount_cents: 18_900, receipt: { name: 'Receipt.pdf', pages: 1 } });
    const seen = await read(d);
    expect(seen.expenses).toMatchObject({ to_answer: 1, approved_cents: 0, can_record: false });
    expect(seen.matter).toMatchObject({ used_cents: 0, expenses_cents: 18_900 });
    // only the firm approves, once
    expect((await answer(d, one.id, true, '', cast.expert)).status).toBe(403);
    expect((await answer(d, one.id, true, '', await t.world.staff('support_agent'))).status).toBe(403);
    expect((await answer(d, one.id)).body.expenses).toMatchObject({ to_answer: 0, approved_cents: 18_900 });
    expect((await answer(d, one.id)).status).toBe(409);
    expect((await answer(d, one.id, false, 'Too late for that.')).status).toBe(409);
    await t.settle();
    expect(await mails(d)).toEqual(expect.arrayContaining(['expense_to_approve', 'expense_answered']));
    const says = (await t.request<{ entries?: { text: string }[] }>(cast.requester, 'GET', d.url('/timeline'))).raw
      .body;
    expect(says).toMatch(/recorded an expense/);
    expect(says).toMatch(/approved an expense/);
  });

  it('is of a day between the agreement and today, says what for, and brings a receipt unless it is mileage', async () => {
    const d = await engaged();
    const id = await receipt(d);
    const fields = async (body: object) => {
      const refused = await post(d, cast.expert, 'expenses', body);
      expect(refused.status).toBe(422);
      return refused.problem.errors?.map(({ path }) => path);
    };
    expect(await fields(paid(100, id, { spent_on: '2027-12-01' }))).toEqual(['spent_on']);
    expect(await fields(paid(100, id, { spent_on: '2026-11-01' }))).toEqual(['spent_on']);
    expect(await fields(paid(100, null))).toEqual(['receipt_id']);
    expect(await fields(paid(100, 999_999))).toEqual(['receipt_id']);
    expect(await fields(paid(100, id, { sort: 'other' }))).toEqual(['word']);
    expect(await fields({ ...paid(100, id), amount_cents: null })).toEqual(['amount_cents']);
    expect((await post(d, cast.expert, 'expenses', paid(100, id, { purpose: 'A taxi' }))).status).toBe(400);
    expect(await fields(paid(100, null, { sort: 'mileage' }))).toEqual(['miles_tenths']);
    // miles come to what the setting says, whatever amount is sent
    const drive = { spent_on: today(), sort: 'mileage', purpose: 'To the site inspection.', miles_tenths: 124 };
    const [driven] = (await post(d, cast.expert, 'expenses', { ...drive, amount_cents: 1 })).body.expenses.list;
    expect(driven).toMatchObject({ amount_cents: 899, miles_tenths: 124, rate_tenths: 725, receipt: null });
    // a receipt goes with one expense
    expect((await post(d, cast.expert, 'expenses', paid(100, id))).status).toBe(200);
    expect(await fields(paid(100, id))).toEqual(['receipt_id']);
  });

  it('is only what it is: no other files, none that does something by itself, nothing without an agreement', async () => {
    const d = await engaged();
    const failed = async (bytes: Buffer, name: string, type: string) => {
      const refused = await send(d, cast.expert, bytes, name, type);
      expect(refused.status).toBe(422);
      return refused.problem.detail;
    };
    expect(await failed(Buffer.from('PK'), 'Taxi.zip', 'application/octet-stream')).toMatch(/PDF or a photo/);
    expect(await failed(Buffer.from('<svg/>'), 'Taxi.png', 'image/png')).toMatch(/not a PNG image/);
    expect(await failed(sampleLaunch(), 'Taxi.pdf', 'application/pdf')).toBeTruthy();
    expect((await send(d, cast.expert, Buffer.from('<svg/>'), 'Taxi.svg', 'image/svg+xml')).status).toBe(415);
    expect((await send(d, cast.expert, Buffer.alloc(11 * 1024 * 1024, 1), 'Taxi.pdf')).status).toBe(413);
    expect(await stored(d)).toBe(0);
    expect((await send(d, cast.expert, samplePng(40, 60), 'IMG_1.PNG', 'image/png')).body).toMatchObject({ pages: 1 });
    const early = await new LegalDriver(inApp(t, cast)).to('accepted');
    expect((await send(early, cast.expert, PDF)).status).toBe(409);
    expect((await post(early, cast.expert, 'expenses', paid(100, 1))).status).toBe(409);
  });

  it('is nobody else’s, nor is its receipt; before it is recorded the receipt is its sender’s alone', async () => {
    const d = await engaged();
    const id = await receipt(d);
    const url = d.url(`/work/receipts/${id}`);
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const status = async (who: Person) => (await t.request(who, 'GET', url)).status;
    expect(await status(cast.requester)).toBe(404);
    expect(await status(assistant)).toBe(404);
    expect(await status(cast.expert)).toBe(200);
    const [one] = (await post(d, cast.expert, 'expenses', paid(18_900, id))).body.expenses.list;
    const foreign = await t.world.consultant(await t.world.organization({}));
    const otherExpert = cast.others[0] as Person;
    for (const who of [foreign, otherExpert]) {
      expect(await status(who)).toBe(404);
      expect((await answer(d, one?.id ?? 0, true, '', who)).status).toBe(who === foreign ? 404 : 403);
      expect((await send(d, who, PDF)).status).toBe(who === foreign ? 403 : 404);
    }
    expect(await status(assistant)).toBe(200);
    const sent = await t.request(cast.requester, 'GET', url);
    expect(sent.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'cache-control': 'private, no-store',
    });
    expect(sent.raw.rawPayload.equals(PDF)).toBe(true);
    // who sees no prices sees that there is one, neither how much nor the paper
    const seen = await read(d, cast.clinOps);
    expect(seen.expenses.list).toMatchObject([{ amount_cents: null, receipt: null, state: 'recorded' }]);
    expect(await status(cast.clinOps)).toBe(403);
    // of another matter it is not there
    const other = await engaged();
    expect((await t.request(cast.expert, 'GET', other.url(`/work/receipts/${id}`))).status).toBe(404);
    expect((await answer(other, one?.id ?? 0)).status).toBe(404);
    expect((await correct(other, one?.id ?? 0, null)).status).toBe(404);
  });

  it('takes no receipt but its own sender’s of its own matter; miles bring none', async () => {
    const victim = await engaged();
    const theirs = await receipt(victim);
    cast = await castFor(t.world, PASSWORD_HASH);
    const d = await engaged();
    const fields = async (body: object, who: Person = cast.expert) => {
      const refused = await post(d, who, 'expenses', body);
      expect(refused.status).toBe(422);
      return refused.problem.errors?.map(({ path }) => path);
    };
    const drive = { sort: 'mileage', miles_tenths: 124, amount_cents: null };
    expect(await fields(paid(100, theirs, drive))).toEqual(['receipt_id']);
    expect(await fields(paid(100, theirs))).toEqual(['receipt_id']);
    // of the same matter, too, what nobody recorded yet is its sender's
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const sent = await receipt(d, assistant);
    expect(await fields(paid(100, sent, drive))).toEqual(['receipt_id']);
    expect(await fields(paid(100, sent))).toEqual(['receipt_id']);
    expect((await post(d, assistant, 'expenses', paid(100, sent))).status).toBe(200);
    // whatever writes it, the database holds the same
    const [one] = (await read(d)).expenses.list;
    const put = (set: object) =>
      t.world.db
        .updateTable('matter_expenses')
        .set(set)
        .where('id', '=', one?.id ?? 0)
        .execute();
    await expect(put({ receipt_id: theirs })).rejects.toThrow(/receipt_of_its_matter/);
    await expect(put({ sort: 'mileage', miles_tenths: 1, rate_tenths: 725 })).rejects.toThrow(
      /mileage_without_receipt/,
    );
    // and whose it is records it
    expect((await post(victim, victim.cast.expert, 'expenses', paid(100, theirs))).status).toBe(200);
  });

  it('is questioned with a reason, then corrected or taken back; all of it stays on record', async () => {
    const d = await engaged();
    const one = await spend(d, 91_800);
    expect((await answer(d, one.id, false)).status).toBe(422);
    const asked = (await answer(d, one.id, false, 'The receipt says 189.00.')).body;
    expect(asked.expenses).toMatchObject({ questioned: 1, list: [{ state: 'questioned' }] });
    expect(asked.matter.expenses_cents).toBe(0);
    // it is the expert's side's move, and found there
    const next = async (who: Person) =>
      (await t.request<{ tasks: { act: string; path: string }[] }>(who, 'GET', '/api/v1/up_next')).body.tasks.filter(
        ({ act }) => act === 'answer_expense',
      );
    expect(await next(cast.expert)).toMatchObject([{ path: `/legal-case/${d.id}#work` }]);
    expect(await next(cast.others[0] as Person)).toEqual([]);
    expect((await correct(d, one.id, null, cast.requester)).status).toBe(403);
    // the receipt goes along
    const after = (await correct(d, one.id, paid(18_900, one.receipt?.id ?? null))).body.expenses;
    const [instead] = after.list;
    expect(await next(cast.expert)).toEqual([]);
    expect(instead).toMatchObject({ state: 'recorded', amount_cents: 18_900, corrects: one.id, receipt: one.receipt });
    expect(after.list[1]).toMatchObject({ id: one.id, state: 'withdrawn', reason: 'The amount was read wrong.' });
    expect((await correct(d, one.id, null)).status).toBe(409);
    await answer(d, instead?.id ?? 0);
    // what is approved is taken back by a row of its own
    const back = (await correct(d, instead?.id ?? 0, null)).body.expenses;
    expect(back).toMatchObject({ approved_cents: 0, to_answer: 0, questioned: 0 });
    expect(back.list.map(({ amount_cents, state }) => [amount_cents, state])).toEqual([
      [-18_900, 'approved'],
      [18_900, 'approved'],
      [91_800, 'withdrawn'],
    ]);
    expect((await correct(d, instead?.id ?? 0, null)).status).toBe(409);
  });
});

describe('the budget of the matter', () => {
  it('holds what twenty at once would pass, until each is granted; time is measured against the same', async () => {
    const d = await engaged({ budget_cents: 100_000 });
    const receipts: number[] = [];
    for (let n = 0; n < 20; n += 1) receipts.push(await receipt(d));
    const all = await Promise.all(receipts.map((id) => post(d, cast.expert, 'expenses', paid(18_000, id))));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    const { expenses, matter } = await read(d);
    expect(expenses.list.filter(({ state }) => state === 'recorded')).toHaveLength(5);
    const held = expenses.list.filter(({ state }) => state === 'held');
    expect(held).toHaveLength(15);
    expect(matter).toMatchObject({ expenses_cents: 90_000, cap_cents: 100_000 });
    // an hour would pass it, too
    const asked = await post(d, cast.requester, 'tasks', {
      type: 'research',
      rate: { cents: 40_000, per: 'hour' },
      budget_minutes: 600,
    });
    const time = await post(d, cast.expert, `tasks/${asked.body.tasks[0]?.id}/entries`, {
      worked_on: today(),
      minutes: 60,
      narrative: 'Read.',
    });
    expect(time.status).toBe(409);
    expect(time.problem.detail).toContain('$100.00 of the $1,000.00 budgeted for the matter are left');
    // granted, it counts above the budget; twenty grants at once are one
    const grants = await Promise.all(Array.from({ length: 20 }, () => answer(d, held[0]?.id ?? 0)));
    expect(grants.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await read(d)).matter.expenses_cents).toBe(108_000);
  });
});

describe('the retainer and the statement', () => {
  it('an approved expense uses the retainer once, to the cent; what is taken back comes back', async () => {
    const d = await engaged({ retainer_cents: 50_000, replenish_below_cents: 0, budget_cents: null });
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await spend(d, 3_333)).id);
    expect((await read(d)).retainer_cents).toBe(50_000);
    const approved = await Promise.all([...ids, ...ids].map((id) => answer(d, id)));
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(20);
    const used = await read(d);
    expect(used.retainer_cents).toBe(0);
    expect(used.statements).toMatchObject([
      { total_cents: 66_660, expenses_cents: 66_660, from_retainer_cents: 50_000, due_cents: 16_660, minutes: 0 },
    ]);
    const back = (await correct(d, ids[0] ?? 0, null)).body;
    expect(back.retainer_cents).toBe(3_333);
    expect(back.statements).toMatchObject([{ total_cents: 63_327, from_retainer_cents: 46_667, due_cents: 16_660 }]);
  });

  it('an expense comes to the month it is approved in, with its line; a month that is over stays as it is', async () => {
    const d = await engaged();
    const month = today().slice(0, 7);
    const [first, late] = [
      await spend(d, 18_900),
      await spend(d, 2_500, cast.expert, { sort: 'other', word: 'Parking' }),
    ];
    await answer(d, first.id);
    t.clock.advance({ days: 20 });
    const url = d.url(`/work/statements/${month}`);
    const before = await t.request(cast.expert, 'GET', url);
    const text = (await pdfText(before.raw.rawPayload)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Lodging, $189.00');
    expect(text).toContain('expenses $189.00; together $189.00.');
    expect(text).not.toContain('Parking');
    await answer(d, late.id);
    const after = await t.request(cast.expert, 'GET', url);
    expect(after.raw.rawPayload.equals(before.raw.rawPayload)).toBe(true);
    const { statements } = await read(d);
    expect(statements?.map((one) => [one.month, one.expenses_cents])).toEqual([
      [today().slice(0, 7), 2_500],
      [month, 18_900],
    ]);
  });

  it('is answered also after the matter was concluded, and not recorded of later days', async () => {
    const d = await engaged();
    const one = await spend(d, 4_000);
    const worked = today();
    await d.concluded();
    t.clock.advance({ days: 2 });
    expect((await answer(d, one.id)).status).toBe(200);
    const id = await receipt(d);
    expect((await post(d, cast.expert, 'expenses', paid(900, id))).status).toBe(422);
    expect((await post(d, cast.expert, 'expenses', paid(900, id, { spent_on: worked }))).status).toBe(200);
  });
});

/** The expert leaves, another comes and both sign with a retainer of their own. */
async function succeeded(d: LegalDriver, budget_cents: number | null = null): Promise<Person> {
  await d.freshProof(cast.expert);
  await d.must(cast.expert, 'POST', d.url('/agreement/withdraw'), {
    reason: 'I am ill for months.',
    handover: 'Nothing is open.',
  });
  await t.settle();
  await d.replaced();
  t.clock.advance({ hours: 1 });
  const next = cast.others[0] as Cast['expert'];
  await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [next.profile_id] });
  await d.must(next, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
  await t.settle();
  const own = new LegalDriver({ ...inApp(t, { ...cast, expert: next }) });
  own.id = d.id;
  await own.agreementProposed(cast.requester, {
    ...NO_RETAINER,
    hourly_cents: 40_000,
    retainer_cents: 300_000,
    budget_cents,
  });
  await own.agreementSigned();
  await own.retainerPaid();
  return next;
}

describe('an expert who left', () => {
  const told = async (d: LegalDriver) =>
    (
      await t.world.db
        .selectFrom('mails')
        .select('to_user_id')
        .where('review_id', '=', d.id)
        .where('template', '=', 'expense_answered')
        .orderBy('id')
        .execute()
    ).map(({ to_user_id }) => to_user_id);

  it('is paid outside the retainer of who came after, who neither sees it nor hears of it', async () => {
    const d = await engaged({ retainer_cents: 50_000 });
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const [one, other] = [await spend(d, 18_900), await spend(d, 2_500)];
    const next = await succeeded(d);
    const balance = (await read(d)).retainer_cents;
    expect((await answer(d, one.id)).status).toBe(200);
    const seen = await read(d);
    expect(seen.retainer_cents).toBe(balance);
    expect(seen.expenses.list.find(({ id }) => id === one.id)).toMatchObject({
      state: 'approved',
      outside_retainer: true,
    });
    expect(seen.statements).toMatchObject([{ expenses_cents: 18_900, from_retainer_cents: 0, due_cents: 18_900 }]);
    const month = today().slice(0, 7);
    const text = async (who: Person) =>
      (await pdfText((await t.request(who, 'GET', d.url(`/work/statements/${month}`))).raw.rawPayload)).replaceAll(
        /\s+/g,
        ' ',
      );
    expect(await text(cast.requester)).toContain(
      'Paid outside the retainer, to an expert whose agreement no longer holds: $189.00.',
    );
    // whose it is hears of it, who came after sees their own
    expect((await answer(d, other.id, false, 'Which night was this?')).status).toBe(200);
    await t.settle();
    const twice = (who: Person) => [who.user_id, who.user_id];
    const heard = await told(d);
    expect(heard).toHaveLength(4);
    expect(heard).toEqual(expect.arrayContaining([...twice(cast.expert), ...twice(assistant)]));
    expect(heard.filter((id) => id === cast.expert.user_id)).toHaveLength(2);
    expect((await read(d, next)).expenses).toMatchObject({ list: [], approved_cents: 0, questioned: 0 });
    expect((await read(d, next)).statements).toEqual([]);
    expect((await t.request(next, 'GET', d.url(`/work/receipts/${one.receipt?.id}`))).status).toBe(404);
    expect((await correct(d, other.id, null, next)).status).toBe(403);
    const own = await spend(d, 1_000, next);
    await answer(d, own.id);
    expect((await read(d)).retainer_cents).toBe((balance ?? 0) - 1_000);
    expect((await read(d, next)).statements).toMatchObject([{ expenses_cents: 1_000, from_retainer_cents: 1_000 }]);
    expect(await text(next)).toContain('Expenses of another expert of the matter are not in this copy.');
    expect(await text(next)).not.toContain('$189.00');
    // why is told to whose it is, who sees nothing else of the matter any more, and to nobody else
    expect((await t.request(cast.expert, 'GET', d.url('/work'))).status).toBe(404);
    const left = async (who: Person) =>
      (await t.request<{ data: LeftExpense[] }>(who, 'GET', '/api/v1/left_expenses')).body.data;
    expect(await left(cast.expert)).toMatchObject([
      {
        id: other.id,
        state: 'questioned',
        reason: 'Which night was this?',
        amount_cents: 2_500,
        number: reviewNumber('Generic', d.id),
      },
      { id: one.id, state: 'approved', outside_retainer: true },
    ]);
    expect(await left(assistant)).toHaveLength(2);
    expect(await left(next)).toEqual([]);
    expect(await left((await castFor(t.world)).expert)).toEqual([]);
    expect((await t.request(cast.requester, 'GET', '/api/v1/left_expenses')).status).toBe(403);
    const tasks = (
      await t.request<{ tasks: { act: string; path: string; detail: string }[] }>(cast.expert, 'GET', '/api/v1/up_next')
    ).body.tasks.filter(({ act }) => act === 'answer_expense');
    expect(tasks).toMatchObject([
      { path: '/left-expenses', detail: `Legal case ${reviewNumber('Generic', d.id)} · which you left` },
    ]);
    // what nobody is left to correct the firm still approves
    expect((await answer(d, other.id)).body.expenses).toMatchObject({ questioned: 0, approved_cents: 22_400 });
  });
});

describe('the time of an expert who left', () => {
  it('is the firm’s to see; who comes after sees neither tasks, narratives nor amounts of it, and takes none of it back', async () => {
    const d = await engaged({ budget_cents: 1_000_000 });
    const asked = await post(d, cast.requester, 'tasks', {
      type: 'record_review',
      note: 'The triage notes first.',
      budget_minutes: 600,
      rate: { cents: 40_000, per: 'hour' },
    });
    const task = asked.body.tasks[0]?.id ?? 0;
    const narrative = 'Read the triage notes twice.';
    const recorded = await post(d, cast.expert, `tasks/${task}/entries`, {
      worked_on: today(),
      minutes: 90,
      narrative,
    });
    expect(recorded.status).toBe(200);
    const entry = recorded.body.entries[0]?.id ?? 0;
    const next = await succeeded(d, 1_000_000);

    const firm = await read(d);
    expect(firm.entries).toMatchObject([
      { id: entry, narrative, amount_cents: 60_000, by: recorded.body.entries[0]?.by },
    ]);
    expect(firm.tasks).toMatchObject([{ id: task, used_cents: 60_000, can: { reopen: false } }]);
    expect(firm.matter).toMatchObject({ used_cents: 60_000, left_cents: 940_000 });
    const month = today().slice(0, 7);
    const paper = async (who: Person) => {
      const { raw } = await t.request(who, 'GET', d.url(`/work/statements/${month}`));
      return raw.statusCode === 200 ? (await pdfText(raw.rawPayload)).replaceAll(/\s+/g, ' ') : '';
    };
    expect(await paper(cast.requester)).toContain(narrative);

    const seen = await read(d, next);
    expect(seen).toMatchObject({ tasks: [], entries: [], statements: [] });
    // what the budget still takes is of the whole matter
    expect(seen.matter).toMatchObject({ used_minutes: 0, used_cents: 0, left_cents: 940_000 });
    expect(JSON.stringify(seen)).not.toContain('triage');
    expect((await post(d, next, `entries/${entry}/correct`, { instead: null, reason: 'Not mine' })).status).toBe(404);
    expect((await post(d, next, `tasks/${task}/entries`, { worked_on: today(), minutes: 6, narrative })).status).toBe(
      404,
    );
    expect((await post(d, cast.requester, `tasks/${task}/move`, { act: 'reopen' })).status).toBe(409);

    // their own is told apart from it, also on paper
    const own = await post(d, cast.requester, 'tasks', {
      type: 'research',
      budget_minutes: 600,
      rate: { cents: 40_000, per: 'hour' },
    });
    const theirs = own.body.tasks.find(({ id }) => id !== task)?.id ?? 0;
    await post(d, next, `tasks/${theirs}/entries`, { worked_on: today(), minutes: 30, narrative: 'Read two papers.' });
    expect(await read(d, next)).toMatchObject({
      tasks: [{ id: theirs, used_cents: 20_000 }],
      entries: [{ narrative: 'Read two papers.' }],
      statements: [{ total_cents: 20_000, from_retainer_cents: 20_000 }],
    });
    expect(await paper(next)).toContain('Work of another expert of the matter is not in this copy.');
    expect(await paper(next)).not.toContain('triage');
    expect((await read(d)).entries).toHaveLength(2);
  });
});

describe('after the end', () => {
  it('a questioned expense is approved after all, or corrected and taken back by its expert', async () => {
    const d = await engaged();
    const [first, second, third] = [await spend(d, 4_000), await spend(d, 5_000), await spend(d, 6_000)];
    for (const { id } of [first, second, third]) await answer(d, id, false, 'Which night was this?');
    const worked = today();
    await d.concluded();
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    t.clock.advance({ days: 3 });
    const seen = await read(d);
    expect(seen.expenses.list.map(({ can }) => can)).toEqual(
      Array.from({ length: 3 }, () => ({ answer: true, question: false, correct: false })),
    );
    expect((await answer(d, first.id)).status).toBe(200);
    const own = await read(d, cast.expert);
    expect(own.today).toBe(worked);
    expect(own.expenses.list.every(({ can }) => can.correct)).toBe(true);
    const better = paid(4_500, await receipt(d), { spent_on: worked });
    expect((await correct(d, second.id, better)).status).toBe(200);
    expect((await correct(d, third.id, null)).status).toBe(200);
    expect((await read(d)).expenses).toMatchObject({ to_answer: 1, questioned: 0, approved_cents: 4_000 });
  });

  it('of a canceled matter what was spent until then is still recorded, no later day', async () => {
    const d = await engaged();
    const worked = today();
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), {
      reason: 'The parties settled.',
      confirmed_fee_cents: 0,
    });
    await t.settle();
    t.clock.advance({ days: 2 });
    expect((await read(d, cast.expert)).expenses.can_record).toBe(true);
    const id = await receipt(d);
    expect((await post(d, cast.expert, 'expenses', paid(900, id))).status).toBe(422);
    const [one] = (await post(d, cast.expert, 'expenses', paid(900, id, { spent_on: worked }))).body.expenses.list;
    expect((await answer(d, one?.id ?? 0)).body.expenses.approved_cents).toBe(900);
  });
});

it('is gone with a purge, receipts too', async () => {
  const d = await engaged();
  const one = await spend(d, 4_000);
  await answer(d, one.id);
  await correct(d, one.id, paid(3_000, one.receipt?.id ?? null));
  await receipt(d);
  // a process that was killed left bytes without a row
  await t.app.services.storage.put(`receipts/${d.id}/cleft-behind`, PDF);
  expect(await stored(d)).toBe(3);
  await d.concluded();
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await d.purge();
  await t.settle();
  expect((await t.request(cast.requester, 'GET', d.url('/certificate'))).body).toMatchObject({ complete: true });
  expect(await stored(d)).toBe(0);
  const rows = await t.world.db.selectFrom('matter_expenses').select('id').where('review_id', '=', d.id).execute();
  expect(rows).toEqual([]);
});

it('a receipt nobody records goes with the next one of its sender, a day later', async () => {
  const d = await engaged();
  await receipt(d);
  const kept = await spend(d, 500);
  t.clock.advance({ hours: 25 });
  await receipt(d);
  // by the outbox, so that a process that is killed here leaves nothing
  const removed = await t.world.db
    .selectFrom('outbox')
    .select('id')
    .where('topic', '=', 'receipt.removed')
    .where('review_id', '=', d.id)
    .execute();
  expect(removed).toHaveLength(1);
  await t.settle();
  expect(await stored(d)).toBe(2);
  expect((await t.request(cast.expert, 'GET', d.url(`/work/receipts/${kept.receipt?.id}`))).status).toBe(200);
});
