import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { KINDS } from '../../src/core/kinds.ts';
import type { EarningsView } from '../../src/features/earnings/contract.ts';
import type { BillingOf, InvoiceRow } from '../../src/features/invoices/contract.ts';
import type { ExpertFeesView } from '../../src/features/ledger/contract.ts';
import { askToSettle, verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type { InvitationView, MatchingBoard } from '../../src/features/matching/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What an expert earns is its own amount: told when invited, earned as told, and never read by the customer, nor theirs by the expert. */
const FEE = 313_337;
/** Nothing but the call is priced with it. */
const BASE = 777_773;
let t: TestApp;
let cast: Cast;
let d: CaseDriver;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world, PASSWORD_HASH);
  await book({ fees_cents: { call_45: FEE } });
  d = await new CaseDriver(inApp(t, cast)).to('selected', { needed_by: '2027-11-30' });
});
afterAll(() => t.close());

const book = async (expert_terms: object): Promise<void> => {
  const at = t.clock.now();
  await t.world.db.deleteFrom('price_books').where('organization_id', '=', cast.organization_id).execute();
  await t.world.db
    .insertInto('price_books')
    .values({
      organization_id: cast.organization_id,
      kind: 'Case',
      effective_from: '2026-01-01',
      terms: json({ services: { call_45: { base_cents: BASE } } }),
      expert_terms: json(expert_terms),
      created_at: at,
      updated_at: at,
    })
    .execute();
};
const invited = async (who: Person | null = cast.expert) =>
  (await t.request<InvitationView>(who, 'GET', `/api/v1/invitations/review-${d.id}`)).body;
const fees = (who: Person, of = d) => t.request<ExpertFeesView>(who, 'GET', of.url('/expert-fees'));
const shows = (display_earnings: boolean) =>
  t.world.db
    .updateTable('expert_profiles')
    .set({ display_earnings })
    .where('profile_id', '=', cast.expert.profile_id)
    .execute();
const earnings = (who: Person = cast.expert) => t.request<EarningsView>(who, 'GET', '/api/v1/earnings');
/** Another version of a review's price, with $100 more for pages, as a row that no command of ours wrote. */
const morePages = async (reviewId: number): Promise<void> => {
  await sql`insert into quotes (review_id, version, lines, inputs, total_cents, frozen_at)
    select review_id, version + 1, lines || ${JSON.stringify([
      { key: 'overage', label: 'More pages', cents: 10_000, how: '', certain: true },
    ])}::jsonb, inputs, total_cents + 10000, frozen_at from quotes where review_id = ${reviewId}
    order by version desc limit 1`.execute(t.world.db);
};
const mails = () =>
  t.world.db.selectFrom('mails').select(['template', 'text', 'to_email']).where('review_id', '=', d.id).execute();

describe('what an expert would earn', () => {
  it('stands on the board for who sees prices, and not for the matching desk', async () => {
    const shown = async (who: Person) =>
      (await t.request<MatchingBoard>(who, 'GET', d.url('/matching'))).body.ranking.candidates.map(
        ({ earns }) => earns,
      );
    const all = await shown(cast.admin);
    expect(all.length).toBeGreaterThan(1);
    expect(all).toEqual(all.map(() => ({ cents: FEE, per: 'review' })));
    expect(await shown(cast.matching)).toEqual(all.map(() => null));
  });
});

describe('what an expert is told', () => {
  it('stands on the invitation and in its mail, for them alone, and not where they are shown no amounts', async () => {
    expect((await invited()).fee).toEqual({
      lines: [{ label: 'Call, 45 minutes', cents: FEE }],
      amount_cents: FEE,
      own: false,
    });
    expect((await mails()).find(({ template }) => template === 'invitation')?.text).toContain('$3,133.37');
    await shows(false);
    expect((await invited()).fee).toBeNull();
    expect((await fees(cast.expert)).body.experts).toEqual([]);
    expect((await earnings()).status).toBe(404);
    await shows(true);
  });

  it('is what they earn, whatever the book says by then; another invitation goes by the new book', async () => {
    await book({ fees_cents: { call_45: FEE + 1 }, accepts_own_schedules: true });
    await d.to('accepted');
    await d.settle();
    expect((await fees(cast.expert)).body.experts).toMatchObject([
      { profile_id: cast.expert.profile_id, standing: 'on_it', total_cents: FEE, earned_cents: 0, own: false },
    ]);
    expect((await fees(cast.admin)).body.experts).toHaveLength(1);
    const other = await castFor(t.world, PASSWORD_HASH);
    await t.world.db
      .insertInto('expert_rates')
      .values(
        [
          { service: 'Call, 45 minutes', amount_cents: 99_001, from_on: '2026-01-01' },
          { service: 'Call, 30 minutes', amount_cents: 1, from_on: '2026-01-01' },
          { service: 'Call, 45 minutes', amount_cents: 2, from_on: '2099-01-01' },
        ].map((rate) => ({
          ...rate,
          unit: 'review' as const,
          expert_profile_id: other.expert.profile_id,
          kind: 'Case',
          verified_at: t.clock.now(),
        })),
      )
      .execute();
    const own = await new CaseDriver(
      inApp(t, { ...other, organization_id: cast.organization_id, requester: cast.requester }),
    ).to('selected', { needed_by: '2027-11-30' });
    expect((await fees(other.admin, own)).body.experts).toMatchObject([
      { standing: 'invited', own: true, total_cents: 99_001 },
    ]);
    // a price that changes under an invitation is told to who has to answer it, once, with both amounts, and to nobody else
    const toThem = () =>
      t.world.db
        .selectFrom('mails')
        .select(['to_email', 'text'])
        .where('review_id', '=', own.id)
        .where('template', '=', 'fee_changed')
        .execute();
    await t.world.assistantOf(other.expert.profile_id);
    await morePages(own.id);
    await own.settle();
    const [mail, ...more] = await toThem();
    expect(more).toEqual([]);
    expect(mail?.to_email).toBe(other.expert.email);
    expect(mail?.text).toContain('$1,060.01 instead of $990.01');
    expect(mail?.text).toContain('The number of pages of the records changed, so');
    expect(mail?.text).toMatch(/You can decline the invitation[\s\S]*\/case-invite\/review-/);
    await askToSettle(t.world.db, { reviews: [own.id], subscriptions: [] }, t.clock.now());
    await own.settle();
    expect(await toThem()).toHaveLength(1);
    const bell = await t.request<{ data: { text: string }[] }>(other.expert, 'GET', '/api/v1/notifications');
    expect(JSON.stringify(bell.body)).toContain('the review earns you $1,060.01 instead of $990.01');
    // of a review somebody else is invited to nothing is read
    expect((await fees(cast.expert, own)).status).toBe(404);
    expect((await fees(cast.requester)).status).toBe(403);
    expect((await fees(await t.world.expert({}))).status).toBe(404);
  });

  it('grows with what is ordered later, and with nothing else', async () => {
    await d.to('timeChosen');
    t.clock.advance({ days: 3 });
    await d.to('delivered');
    const [fee] = (await fees(cast.expert)).body.experts;
    expect(fee?.lines[0]).toEqual({ label: 'Call, 45 minutes', cents: FEE });
    expect(fee?.lines.slice(1)).toEqual([{ label: 'Written report', cents: 84_000 }]);
    expect(fee?.earned_cents).toBe(fee?.total_cents);
    const changes = (await mails()).filter(({ template }) => template === 'fee_changed');
    expect(changes.map(({ to_email }) => to_email)).toEqual([cast.expert.email]);
    expect(changes[0]?.text).toContain('$3,973.37 instead of $3,133.37');
    expect(changes[0]?.text).toContain('What is ordered of the written report changed, so');
    const report = await verifyLedger(t.world.db, t.clock.now());
    expect(report).toMatchObject({ unbalanced: [], experts: [], differing: [] });
  });
});

describe('what an expert earned', () => {
  it('is theirs to read, by month, as a file and as a statement without a name of the matter', async () => {
    const { body } = await earnings();
    const [fee] = (await fees(cast.expert)).body.experts;
    expect(body.totals).toEqual({ earned_cents: fee?.total_cents, owed_cents: fee?.total_cents, expected_cents: 0 });
    expect(body.data.map(({ what, state, review }) => [what, state, review.number])).toEqual([
      ['The written report', 'earned', `CR-${d.id}`],
      ['The review', 'earned', `CR-${d.id}`],
    ]);
    expect(body.months[0]?.cents).toBe(fee?.total_cents);
    const span = '?from=2026-01-01&until=2028-12-31';
    const csv = await t.request(cast.expert, 'GET', `/api/v1/earnings/export${span}`);
    expect(csv.raw.body).toContain('3133.37');
    const pdf = await t.request(cast.expert, 'GET', `/api/v1/earnings/statement${span}`);
    expect(pdf.status).toBe(200);
    const text = await pdfText(Uint8Array.from(pdf.raw.rawPayload));
    expect(text).toContain('Statement of earnings');
    expect(text).toContain('$3,133.37');
    const { subject } = (await d.must<ReviewDetail>(cast.requester, 'GET', d.url())) as ReviewDetail & {
      subject: string;
    };
    expect(text).not.toContain(subject);
    const turned = await t.request(cast.expert, 'GET', '/api/v1/earnings/statement?from=2027-02-01&until=2027-01-01');
    expect(turned.status).toBe(422);
    expect((await earnings(cast.others[0])).body).toMatchObject({ data: [], totals: { owed_cents: 0 } });
    for (const who of [cast.requester, cast.admin]) expect((await earnings(who)).status).toBe(403);
  });
});

describe('no answer to one side holds the amount of the other', () => {
  /** Every address that only reads and that this review, or its organization, has a name for. */
  const addresses = () =>
    ENDPOINTS.filter(({ method }) => method === 'GET').flatMap(({ path }) => {
      const url = path
        .replace('{kind}', KINDS.Case.api_path)
        .replace('{id}', String(d.id))
        .replace('{review_id}', String(d.id))
        .replace('{organizationId}', String(cast.organization_id))
        .replace('{token}', `review-${d.id}`);
      return url.includes('{') ? [] : [url];
    });
  const planted = (cents: number): RegExp => {
    const dollars = Math.floor(cents / 100);
    return new RegExp(`${cents}|${dollars.toLocaleString('en-US')}\\.${cents % 100}|${dollars}\\.${cents % 100}`);
  };
  const holding = async (who: Person, amounts: RegExp, among = addresses()): Promise<string[]> => {
    const found: string[] = [];
    for (const url of among) {
      const { raw } = await t.request(who, 'GET', url);
      if (amounts.test(raw.body)) found.push(url);
    }
    return found;
  };

  it('not the expert’s to whoever orders, in answers, mails, events or the record', async () => {
    const manager = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
    expect(addresses().length).toBeGreaterThan(60);
    // what is looked for is there to be found
    expect(await holding(cast.expert, planted(FEE))).toEqual(
      expect.arrayContaining([d.url('/expert-fees'), '/api/v1/earnings', '/api/v1/earnings/export']),
    );
    for (const who of [cast.requester, manager]) expect(await holding(who, planted(FEE))).toEqual([]);
    const wrong = (await mails()).filter(
      ({ text, to_email }) => planted(FEE).test(text) && to_email !== cast.expert.email,
    );
    expect(wrong).toEqual([]);
    const events = await t.world.db.selectFrom('outbox').select('payload').where('review_id', '=', d.id).execute();
    expect(JSON.stringify(events)).not.toMatch(planted(FEE));
    const rows = await t.world.db.selectFrom('audit_rows').select('data').where('review_id', '=', d.id).execute();
    expect(JSON.stringify(rows)).not.toMatch(planted(FEE));
  });

  it('unless the customer’s book shows it: then to who sees prices, in nothing that is sent or recorded, and no longer than it does', async () => {
    const manager = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
    const support = await t.world.person({ role: 'support_agent' });
    const at = [d.url('/candidates'), d.url('/expert-fees')];
    const told = (who: Person) => holding(who, planted(FEE), at);
    await book({ fees_cents: { call_45: FEE }, shows_expert_amount: true });
    expect((await holding(cast.requester, planted(FEE))).toSorted()).toEqual(at);
    expect(await told(manager)).toEqual(at);
    for (const who of [support, cast.matching]) expect(await told(who)).toEqual([]);
    expect((await fees(cast.requester)).body.experts).toMatchObject([{ standing: 'on_it' }]);
    const foreign = await castFor(t.world);
    expect((await fees(foreign.requester)).status).toBe(404);
    const sent = await t.world.db
      .selectFrom('mails')
      .select('text')
      .where('to_email', '=', cast.requester.email)
      .execute();
    expect(sent.length).toBeGreaterThan(0);
    expect(JSON.stringify(sent)).not.toMatch(planted(FEE));
    await book({ fees_cents: { call_45: FEE } });
    for (const who of [cast.requester, manager]) expect(await told(who)).toEqual([]);
  });

  it('not the customer’s to the expert', async () => {
    expect(await holding(cast.requester, planted(BASE))).toContain(d.url('/charges'));
    expect(await holding(cast.expert, planted(BASE))).toEqual([]);
    const sent = (await mails()).filter(({ to_email }) => to_email === cast.expert.email);
    expect(sent.length).toBeGreaterThan(0);
    expect(JSON.stringify(sent)).not.toMatch(planted(BASE));
  });

  it('nor do their papers: the invoice in each of its forms, and the statement of earnings', async () => {
    const url = `/api/v1/billing/${cast.organization_id}`;
    const { until_on, total_cents } = (await t.request<BillingOf>(cast.admin, 'GET', url)).body;
    const issued = await t.request<{ data: InvoiceRow[] }>(cast.admin, 'POST', `${url}/issue`, {
      until_on,
      total_cents,
    });
    const invoice = `/api/v1/invoices/${issued.body.data[0]?.id}`;
    const manager = await t.world.manager(cast.organization_id);
    const paper = async (who: Person, at: string) =>
      pdfText(Uint8Array.from((await t.request(who, 'GET', at)).raw.rawPayload));
    const theirs = [
      await paper(manager, `${invoice}/pdf`),
      await paper(manager, `/api/v1/statements/${cast.organization_id}/pdf`),
      (await t.request(manager, 'GET', `${invoice}/ledes`)).raw.body,
      JSON.stringify((await t.request(manager, 'GET', invoice)).body),
    ];
    for (const one of theirs) expect(one).not.toMatch(planted(FEE));
    expect(theirs[0]).toMatch(planted(BASE));
    const own = await paper(cast.expert, '/api/v1/earnings/statement?from=2026-01-01&until=2028-12-31');
    expect(own).toMatch(planted(FEE));
    expect(own).not.toMatch(planted(BASE));
  });
});

describe('a file of earnings', () => {
  it('has all of them, however many, and a statement says where there are too many', async () => {
    const [earner] = cast.others;
    if (!earner) throw new Error('The cast has no other expert.');
    const many = 10_050;
    await sql`with e as (
        insert into ledger_entries (cause, cause_id, part, rule, review_id, organization_id, happened_at, posted_at)
        select 'expert_time', 7000000 + g, 0, 'time_recorded', ${d.id}, ${cast.organization_id}, now(), now()
        from generate_series(1, ${many}::int) g returning id)
      insert into ledger_lines (entry_id, account, organization_id, expert_profile_id, line_key, label, cents)
        select id, a, ${cast.organization_id}, ${earner.profile_id}, 'time', 'Time',
          case a when 'expert_fees' then 150 else -150 end
        from e, unnest(array['expert_fees', 'owed_experts']) a`.execute(t.world.db);
    const span = '?from=2020-01-01&until=2099-12-31';
    const file = (await t.request(earner, 'GET', `/api/v1/earnings/export${span}`)).raw.body.trimEnd().split('\r\n');
    expect(file).toHaveLength(many + 1);
    expect(file.at(-1)).toContain(',1.50,');
    expect((await t.request(earner, 'GET', `/api/v1/earnings/statement${span}`)).status).toBe(422);
  });
});
