import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { W9View } from '../../src/features/accounts/contract/account.ts';
import type { EarningsView } from '../../src/features/earnings/contract.ts';
import type { ChargesView, LedgerBalances } from '../../src/features/ledger/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type {
  OwedView,
  OwnPayout,
  PayoutRunRow,
  PayoutRunView,
  PayoutSettingsView,
  TaxYearView,
} from '../../src/features/payouts/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { DETAILS, SIGNED } from '../harness/payee.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Payouts: proposed by one person, released by another, paid once, and owed again where they come back. */
let t: TestApp;
let first: Person;
let second: Person;
beforeAll(async () => {
  t = await testApp();
  first = await t.world.staff('admin');
  second = await t.world.staff('super_admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  await settings({});
});

const prove = (minutes = 0) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
const today = (days = 0) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** An expert who held a call, and is owed for it. */
async function earner(): Promise<{ expert: Person; profile: number; cast: Cast; d: CaseDriver }> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', { needed_by: '2028-11-30' });
  t.clock.advance({ days: 3 });
  await d.to('held');
  await t.settle();
  return { expert: cast.expert, profile: cast.expert.profile_id ?? 0, cast, d };
}
const details = (who: Person) => t.request(who, 'PUT', '/api/v1/account/vendor_info', DETAILS);
const sign = (who: Person, more: object = {}) =>
  t.request<{ w9: W9View | null; can_sign: boolean }>(who, 'POST', '/api/v1/account/w9', { ...SIGNED, ...more });
/** An expert who can be paid. */
async function payee(more: object = {}) {
  const one = await earner();
  expect((await details(one.expert)).status).toBe(200);
  expect((await sign(one.expert, more)).status).toBe(200);
  return one;
}

async function settings(more: Partial<PayoutSettingsView>) {
  await prove();
  const { body } = await t.request<PayoutSettingsView>(first, 'GET', '/api/v1/payout_settings');
  const saved = await t.request<PayoutSettingsView>(first, 'PUT', '/api/v1/payout_settings', {
    needs_w9: true,
    only_paid: false,
    minimum_cents: 0,
    bank: BANK,
    payer: PAYER,
    tax_headings: null,
    ...more,
    lock_version: body.lock_version,
  });
  return saved;
}
const BANK = {
  odfi_routing: '091000019',
  destination_routing: '091000019',
  destination_name: 'Prairie Bank',
  origin: '1123456789',
  origin_name: 'Peritus Inc',
  company_id: '1123456789',
  company_name: 'Peritus Inc',
};
const PAYER = {
  name: 'Peritus Inc',
  tax_id: '12-3456789',
  address_line1: '1 Main Street',
  address_line2: '',
  city: 'Boston',
  state: 'MA',
  postal_code: '02110',
  phone: '',
  email: '',
};
const owed = async () => (await t.request<OwedView>(first, 'GET', '/api/v1/payout_runs/owed')).body;
const propose = async (more: object = {}, who: Person = first) =>
  t.request<PayoutRunView>(who, 'POST', '/api/v1/payout_runs', {
    pay_on: today(2),
    until_on: today(),
    cents: (await owed()).cents,
    ...more,
  });
async function proposed(): Promise<PayoutRunView> {
  const answer = await propose();
  expect(answer.status).toBe(201);
  return answer.body;
}
const act = (who: Person, id: number, what: string, body?: object) =>
  t.request<PayoutRunView>(who, 'POST', `/api/v1/payout_runs/${id}/${what}`, body ?? {});
async function released(): Promise<PayoutRunView> {
  const { id } = await proposed();
  await prove();
  const answer = await act(second, id, 'release');
  expect(answer.status).toBe(200);
  return answer.body;
}
const pay = (id: number, payout_ids: number[] | null = null) =>
  act(first, id, 'paid', { paid_on: today(), payout_ids });
const giveBack = (id: number, who: Person = first) =>
  t.request<PayoutRunView>(who, 'POST', `/api/v1/payouts/${id}/return`, { returned_on: today(), return_code: 'R03' });
const lineOf = (run: PayoutRunView, profile: number) => {
  const line = run.lines.find(({ expert }) => expert.id === profile);
  if (!line) throw new Error('This expert is not in the run.');
  return line;
};
const own = async (who: Person) => (await t.request<{ data: OwnPayout[] }>(who, 'GET', '/api/v1/payouts')).body.data;
const earned = async (who: Person) => [
  ...new Set((await t.request<EarningsView>(who, 'GET', '/api/v1/earnings')).body.data.map(({ state }) => state)),
];
const accounts = async (organizationId: number) =>
  Object.fromEntries(
    (
      await t.request<LedgerBalances>(first, 'GET', `/api/v1/ledger/balances?organization_id=${organizationId}`)
    ).body.accounts.map(({ account, cents }) => [account, cents]),
  );
const mailsTo = async (who: Person) =>
  (
    await sql<{ template: string }>`select m.template from mails m join users u on u.email = m.to_email
      where u.id = ${who.user_id} order by m.id`.execute(t.world.db)
  ).rows.flatMap(({ template }) => (template.startsWith('payout_') ? [template] : []));
const agrees = async () =>
  expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({
    balances: { difference_cents: 0 },
    unbalanced: [],
    experts: [],
    payouts: [],
    differing: [],
  });

describe('a run', () => {
  it('pays each expert what they are owed, once, released by a second person; what comes back is owed again', async () => {
    const { expert, profile, cast } = await payee();
    const { owed_experts } = await accounts(cast.organization_id);
    expect(owed_experts).toBeGreaterThan(0);
    expect((await propose({ cents: 1 })).problem.code).toBe('stale');
    expect((await propose({ pay_on: '2020-01-01' })).status).toBe(422);
    const run = await proposed();
    expect(lineOf(run, profile)).toMatchObject({ cents: owed_experts, state: 'proposed', account_last4: '3987' });
    expect(run.can).toMatchObject({ release: false, discard: true, pay: false, file: false });
    // nothing is in two runs, and nobody hears of one that is not released
    expect((await propose()).status).toBe(409);
    expect(await own(expert)).toEqual([]);

    expect((await act(first, run.id, 'release')).problem).toMatchObject({
      status: 403,
      detail: expect.stringContaining('another administrator'),
    });
    expect((await pay(run.id)).status).toBe(409);
    expect((await t.request(first, 'GET', `/api/v1/payout_runs/${run.id}/nacha`)).status).toBe(409);
    await prove(11);
    expect((await act(second, run.id, 'release')).problem.code).toBe('reauthentication_required');
    await prove();
    const many = await Promise.all(Array.from({ length: 8 }, () => act(second, run.id, 'release')));
    expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ]);
    expect((await act(first, run.id, 'discard')).status).toBe(409);
    expect(await own(expert)).toMatchObject([{ state: 'released', cents: owed_experts }]);
    expect(await earned(expert)).toEqual(['in_payout']);
    await expect(
      t.world.db.updateTable('payouts').set({ cents: 1 }).where('run_id', '=', run.id).execute(),
    ).rejects.toThrow('never changed');

    // neither a day to come nor one before it was released: its tax year hangs on it
    for (const paid_on of ['2099-01-01', '2020-01-01'])
      expect((await act(first, run.id, 'paid', { paid_on, payout_ids: null })).status).toBe(422);
    expect((await pay(run.id, [999_999_999])).status).toBe(422);
    const paid = await Promise.all(Array.from({ length: 8 }, () => pay(run.id)));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(paid.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await accounts(cast.organization_id)).toMatchObject({ owed_experts: 0, cash: -(owed_experts ?? 0) });
    expect(await own(expert)).toMatchObject([{ state: 'paid', paid_on: today() }]);
    expect(await earned(expert)).toEqual(['paid']);
    await agrees();

    const { id } = lineOf(run, profile);
    const early = { returned_on: '2020-01-01', return_code: 'R03' };
    expect((await t.request(first, 'POST', `/api/v1/payouts/${id}/return`, early)).status).toBe(422);
    const back = await Promise.all(Array.from({ length: 5 }, () => giveBack(id)));
    expect(back.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await accounts(cast.organization_id)).toMatchObject({ owed_experts, cash: 0 });
    expect(await own(expert)).toMatchObject([{ state: 'returned', return_code: 'R03' }]);
    expect(await earned(expert)).toEqual(['earned']);
    await agrees();
    expect((await owed()).payouts.find((one) => one.expert.id === profile)?.cents).toBe(owed_experts);
    const again = await released();
    expect((await pay(again.id)).status).toBe(200);
    expect((await own(expert)).map(({ state }) => state)).toEqual(['paid', 'returned']);
    expect(await mailsTo(expert)).toEqual(['payout_made', 'payout_returned', 'payout_made']);
    await agrees();
  });

  it('leaves out who gave no details or signed no W-9, writes to them, and is discarded without a trace in the book', async () => {
    const bare = await earner();
    const unsigned = await earner();
    await details(unsigned.expert);
    const ready = await payee();
    const run = await proposed();
    const why = (profile: number) => run.left_out_of_it.find(({ expert }) => expert.id === profile)?.reason;
    expect([why(bare.profile), why(unsigned.profile), why(ready.profile)]).toEqual(['no_details', 'no_w9', undefined]);
    expect(await mailsTo(bare.expert)).toEqual(['payout_details_needed']);
    expect(await mailsTo(unsigned.expert)).toEqual(['payout_details_needed']);
    expect((await act(first, run.id, 'discard')).body.state).toBe('discarded');
    expect((await act(second, run.id, 'release')).status).toBe(409);
    // by setting: without a W-9, too
    await settings({ needs_w9: false });
    const all = (await owed()).payouts;
    const without = (profile: number) => all.find(({ expert }) => expert.id === profile)?.without_w9;
    expect([without(unsigned.profile), without(ready.profile)]).toEqual([true, false]);
    await settings({ minimum_cents: 1_000_000 });
    expect((await owed()).left_out.find(({ expert }) => expert.id === ready.profile)?.reason).toBe('below_minimum');
    await settings({ only_paid: true });
    expect((await owed()).left_out.find(({ expert }) => expert.id === ready.profile)?.reason).toBe('customer_unpaid');
    await t.world.db
      .updateTable('reviews')
      .set({ billing_status: 'written_off' })
      .where('id', '=', ready.d.id)
      .execute();
    expect((await owed()).payouts.map(({ expert }) => expert.id)).toContain(ready.profile);
    await agrees();
  });

  it('keeps back a share of what is no expense by its W-9, and lets the form lapse with its number', async () => {
    const { expert, profile, cast, d } = await payee({ backup_withholding: true });
    const expenses_cents = 3_001;
    await sql`insert into matter_expenses (review_id, expert_profile_id, spent_on, sort, purpose, amount_cents, miles_tenths,
        rate_tenths, state, recorded_by, recorded_at, answered_at)
      values (${d.id}, ${profile}, ${today()}, 'mileage', 'To the ward.', ${expenses_cents}, 10, 700, 'approved',
        ${expert.user_id}, now(), now())`.execute(t.world.db);
    await t.settle();
    const run = await released();
    const { id, cents, withheld_cents } = lineOf(run, profile);
    expect(withheld_cents).toBe(Math.round((cents - expenses_cents) * 0.24));
    await pay(run.id, [id]);
    expect(await accounts(cast.organization_id)).toMatchObject({ owed_experts: 0, tax_withheld: withheld_cents });
    const { data } = (await t.request<TaxYearView>(first, 'GET', `/api/v1/tax_forms/${today().slice(0, 4)}`)).body;
    expect(data.find((one) => one.expert.id === profile)).toMatchObject({
      paid_cents: cents,
      expenses_cents,
      reported_cents: cents - expenses_cents,
      state: 'reported',
    });
    const { body } = await t.request<{ w9: W9View | null }>(expert, 'GET', '/api/v1/account/w9');
    expect(body.w9).toMatchObject({ counts: true, tax_id_last4: '6789' });
    // typed once more in another spelling, or typed wrong and mended, it is the number that was signed for
    const numbers = ['123456789', '234-56-7891', ' 123 45 6789', '234-56-7891'];
    for (const [lock_version, tax_id] of numbers.entries()) {
      const typed = { ...DETAILS, tax_id, account_number: null, lock_version };
      expect((await t.request(expert, 'PUT', '/api/v1/account/vendor_info', typed)).status).toBe(200);
      const { w9 } = (await t.request<{ w9: W9View }>(expert, 'GET', '/api/v1/account/w9')).body;
      expect(w9.counts).toBe(lock_version % 2 === 0);
    }
    expect((await sign(expert, { signed_name: '' })).status).toBe(422);
    expect((await sign(expert, { classification: 's_corporation' })).status).toBe(422);
    const { expert: other } = await castFor(t.world, PASSWORD_HASH);
    expect((await sign(other)).status).toBe(409);
  });
});

describe('files', () => {
  it('say account and taxpayer numbers there and nowhere else, after a fresh proof, and are on the record', async () => {
    const { profile, cast, d } = await payee();
    const other = await payee();
    const run = await released();
    const { id } = lineOf(run, profile);
    const url = `/api/v1/payout_runs/${run.id}/nacha`;
    await prove(11);
    expect((await t.request(first, 'GET', url)).problem.code).toBe('reauthentication_required');
    expect((await t.request(first, 'GET', '/api/v1/tax_forms/2024/file')).problem.code).toBe(
      'reauthentication_required',
    );
    const kept = (await t.request<PayoutSettingsView>(first, 'GET', '/api/v1/payout_settings')).body;
    const save = () => t.request(first, 'PUT', '/api/v1/payout_settings', { ...kept, minimum_cents: 100 });
    expect((await save()).problem.code).toBe('reauthentication_required');
    await prove();
    expect((await save()).status).toBe(200);
    expect((await save()).problem.code).toBe('stale');
    await settings({ bank: null });
    expect((await t.request(first, 'GET', url)).problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('No bank is set'),
    });
    await settings({});
    const file = (await t.request(first, 'GET', url)).raw.body;
    expect(file).toContain('000777123987');
    expect(file).toContain(`PO${id}`.padEnd(15));
    const list = (await t.request(first, 'GET', `/api/v1/payout_runs/${run.id}/list`)).raw.body;
    expect(list).toContain('Quillfeather Neurology');
    expect(list).not.toContain('777123987');
    await pay(run.id);
    const year = Number(today().slice(0, 4));
    const tax = (await t.request<TaxYearView>(first, 'GET', `/api/v1/tax_forms/${year}`)).body;
    const row = tax.data.find(({ expert }) => expert.id === profile);
    expect(row).toMatchObject({ paid_cents: lineOf(run, profile).cents, has_w9: true, tax_id_last4: '6789' });
    // what stands in the year of its payment, and is above the threshold, is reported
    await sql`with run as (insert into payout_runs (pay_on, until_on, proposed_at, proposed_by)
        values ('2024-05-01', '2024-05-01', now(), ${first.user_id}) returning id)
      insert into payouts (run_id, expert_profile_id, cents, payee, account_number, paid_on, paid_at, paid_by)
      select run.id, ${profile}, 300000, p.payee, p.account_number, '2024-05-01', now(), ${first.user_id}
      from run, payouts p where p.id = ${id}`.execute(t.world.db);
    await prove();
    const forms = await t.request(first, 'GET', '/api/v1/tax_forms/2024/file');
    expect(forms.raw.body).toContain('123456789');
    expect(forms.raw.body).toContain('3000.00');
    expect((await t.request(first, 'GET', '/api/v1/tax_forms/2024/file?part=2')).status).toBe(404);
    await settings({ tax_headings: 'Tax Year,Recipient Taxpayer ID Number' });
    expect((await t.request(first, 'GET', '/api/v1/tax_forms/2024/file')).raw.body).toBe(
      'Tax Year,Recipient Taxpayer ID Number\r\n2024,123456789\r\n',
    );
    // made again, they hold what did not come back; the rest is in the run that pays it again
    const back = lineOf(run, other.profile);
    expect((await giveBack(back.id)).status).toBe(200);
    const nacha = (await t.request(first, 'GET', url)).raw.body;
    expect([nacha.includes(`PO${id} `), nacha.includes(`PO${back.id} `)]).toEqual([true, false]);
    expect((await t.request(first, 'GET', `/api/v1/payout_runs/${run.id}/list`)).raw.body).not.toContain(
      `Payout ${back.id}`,
    );
    const again = await released();
    expect(again.lines.map(({ expert }) => expert.id)).toContain(other.profile);
    expect(again.lines.map(({ expert }) => expert.id)).not.toContain(profile);
    for (const line of again.lines) expect((await giveBack(line.id)).status).toBe(200);
    expect((await t.request(first, 'GET', `/api/v1/payout_runs/${again.id}/nacha`)).problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('came back'),
    });
    const refused = await settings({ tax_headings: 'Tax Year,Shoe size' });
    expect([refused.status, refused.problem.errors[0]?.message]).toEqual([422, expect.stringContaining('Shoe size')]);
    await settings({ payer: null });
    expect((await t.request(first, 'GET', '/api/v1/tax_forms/2024/file')).status).toBe(409);
    const acts = await t.world.db
      .selectFrom('audit_rows')
      .select('action')
      .where('actor_user_id', '=', first.user_id)
      .where('action', 'in', ['payout.file_made', 'payout.listed_as_file', 'payout.tax_file_made'])
      .execute();
    expect(new Set(acts.map(({ action }) => action)).size).toBe(3);

    // in the clear in no table, and no customer reads an amount or that there is one
    const { rows } = await sql<{ found: number }>`select count(*)::int as found from audit_rows
      where data::text like '%777123987%' or data::text like '%123456789%'`.execute(t.world.db);
    expect(rows[0]?.found).toBe(0);
    const charges = (await t.request<ChargesView>(cast.requester, 'GET', d.url('/charges'))).body;
    expect(JSON.stringify(charges)).not.toMatch(/payout/i);
  });
});

describe('who', () => {
  it('is nobody but admins; an expert reads their own, without amounts where they are shown none', async () => {
    const { expert, profile } = await payee();
    const run = await released();
    const paths = ['', '/owed', `/${run.id}`, `/${run.id}/nacha`, `/${run.id}/list`];
    const { expert: stranger, requester } = await castFor(t.world, PASSWORD_HASH);
    const assistant = await t.world.person({ profile: 'MedicalExpertAssistant' });
    for (const who of [expert, requester, assistant])
      for (const path of paths) expect((await t.request(who, 'GET', `/api/v1/payout_runs${path}`)).status).toBe(403);
    expect((await act(requester, run.id, 'release')).status).toBe(403);
    expect((await t.request(assistant, 'GET', '/api/v1/payouts')).status).toBe(403);
    expect((await t.request(requester, 'GET', '/api/v1/payouts')).status).toBe(403);
    expect(await own(stranger)).toEqual([]);
    for (const path of ['release', 'discard']) expect((await act(second, 999_999_999, path)).status).toBe(404);
    expect((await pay(999_999_999)).status).toBe(404);
    expect((await giveBack(999_999_999)).status).toBe(404);
    expect((await own(expert))[0]?.cents).toBe(lineOf(run, profile).cents);
    await t.world.db
      .updateTable('expert_profiles')
      .set({ display_earnings: false })
      .where('profile_id', '=', profile)
      .execute();
    expect(await own(expert)).toMatchObject([{ state: 'released', cents: null, withheld_cents: null }]);
    const runs = (await t.request<{ data: PayoutRunRow[] }>(second, 'GET', '/api/v1/payout_runs')).body.data;
    expect(runs[0]).toMatchObject({ id: run.id, state: 'released', payouts: run.payouts });
  });
});
