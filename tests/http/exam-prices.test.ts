import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What an exam costs beside the exam: with the order, and as it turns out later. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const exam = () => new ImeDriver(inApp(t, cast));
const quoteOf = async (d: ImeDriver, who: Person = cast.requester) => {
  const { quote } = (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
  if (!quote) throw new Error('There is no quote.');
  return quote;
};
const linesOf = ({ lines }: { lines: { key: string; cents: number; certain: boolean }[] }) =>
  lines.map(({ key, cents, certain }) => [key, cents, certain]);
const add = (d: ImeDriver, who: Person, body: Record<string, unknown>) =>
  t.request<{ total_cents: number; needs_consent: boolean }>(who, 'POST', d.url('/extras'), body);

it('an order with an interpreter, a flight and a panel says what each costs, and what is not known yet', async () => {
  const second = await t.world.db.selectFrom('specialties').select(['id', 'name']).limit(1).executeTakeFirstOrThrow();
  const d = await exam().draft({ transport: 'flight', panel: true, second_specialty_id: second.id });
  // its page says it by name
  const { brief } = (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body;
  expect(brief?.facts).toContainEqual({ label: 'Second examiner’s specialty', value: second.name });
  const asked = await t.request<{ quote: { lines: never[]; total_cents: number } }>(
    cast.requester,
    'GET',
    d.url('/quote'),
  );
  const lines = linesOf(asked.body.quote).filter(([key]) => key !== 'modifier');
  expect(lines).toEqual([
    ['service', 250_000, true],
    ['further', 250_000, true],
    ['extra:interpreter', 24_000, true],
    ['extra:flight', 0, false],
  ]);
});

it('what came beside it is added by an admin: a small amount is fixed, a larger one waits for consent', async () => {
  const d = await exam().to('presented');
  const before = await quoteOf(d, cast.admin);
  expect(before.extras.map(({ key }) => key)).toContain('room');
  // who orders adds nothing to their own price
  expect(await quoteOf(d)).toMatchObject({ extras: [], added: [] });

  const small = await add(d, cast.admin, { key: 'room', cents: 9_000, note: 'Half a day, Quincy' });
  expect([small.status, small.body]).toEqual([
    200,
    expect.objectContaining({ total_cents: before.total_cents + 9_000, needs_consent: false }),
  ]);
  const fixed = await quoteOf(d);
  expect(fixed).toMatchObject({ total_cents: before.total_cents + 9_000, requote: null });
  expect(fixed.lines.at(-1)).toMatchObject({ label: 'Rented room', how: 'Half a day, Quincy', cents: 9_000 });

  const large = await add(d, cast.admin, { key: 'study', cents: 80_000, note: 'MRI of the shoulder' });
  expect(large.body).toMatchObject({ total_cents: before.total_cents + 89_000, needs_consent: true });
  const waits = await quoteOf(d);
  expect(waits).toMatchObject({
    total_cents: before.total_cents + 9_000,
    requote: { total_cents: before.total_cents + 89_000, needs_consent: true, agrees: true },
  });
  // the page offers what the server takes
  expect((await quoteOf(d, cast.admin)).requote?.agrees).toBe(false);
  // who ordered it hears of that, once
  await t.settle();
  const told = await t.world.db
    .selectFrom('mails')
    .select('to_user_id')
    .where('review_id', '=', d.id)
    .where('template', '=', 'price_to_agree')
    .execute();
  expect(told).toEqual([{ to_user_id: cast.requester.user_id }]);
  // work waits meanwhile
  await expect(d.selected()).rejects.toThrow('The price changed. The requester has to agree to it first.');
  // whoever adds to it does not agree to it
  const agreed = await t.request(cast.admin, 'POST', d.url('/quote/consent'), {
    total_cents: before.total_cents + 89_000,
  });
  expect(agreed.status).toBe(403);
  await d.must(cast.requester, 'POST', d.url('/quote/consent'), { total_cents: before.total_cents + 89_000 });
  expect(await quoteOf(d)).toMatchObject({ total_cents: before.total_cents + 89_000, requote: null });

  await d.selected();
  await d.accepted();

  // of what was agreed to already nothing waits: a price that rises by pages alone staff agree to for who ordered
  const file = await writeRecord(t.world, d.id, 'Chart.pdf', 1_000);
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'files.changed', payload: {} as never, review_id: d.id, created_at: t.clock.now() })
    .execute();
  await t.settle();
  const { requote } = await quoteOf(d);
  expect(requote?.needs_consent).toBe(true);
  expect((await quoteOf(d, cast.admin)).requote?.agrees).toBe(true);
  await d.must(cast.admin, 'POST', d.url('/quote/consent'), { total_cents: requote?.total_cents });
  await t.world.db.updateTable('files').set({ deleted_at: t.clock.now() }).where('id', '=', file).execute();

  // taken off again, the price is what it was
  for (const { id } of (await quoteOf(d, cast.admin)).added)
    expect((await t.request(cast.admin, 'DELETE', d.url(`/extras/${id}`))).status).toBe(200);
  expect(await quoteOf(d)).toMatchObject({ total_cents: before.total_cents, requote: null });
  expect(linesOf(await quoteOf(d))).toEqual(linesOf(before));

  const said = (await t.request<ReviewDetail>(cast.admin, 'GET', d.url())).body.timeline.data.map(({ says }) => says);
  expect(said).toEqual(
    expect.arrayContaining([
      'added Rented room, $90.00, to the price',
      'asked for agreement to a new price',
      expect.stringMatching(/^agreed to the new price, \$/),
      'took Imaging and other studies, $800.00, off the price',
    ]),
  );
  // the examiner hears neither of the amounts nor of what was added
  const seen = JSON.stringify((await t.request<ReviewDetail>(cast.expert, 'GET', d.url())).body);
  expect(seen).not.toContain('Rented room');
  expect(seen).not.toContain('80000');
});

it('an order that is changed afterwards costs what it asks for then', async () => {
  const d = await exam().to('submitted');
  const before = await quoteOf(d);
  const { body: section } = await t.request<{ version: number; data: Record<string, unknown> }>(
    cast.requester,
    'GET',
    d.url('/sections/step_one'),
  );
  const saved = await t.request(cast.requester, 'PUT', d.url('/sections/step_one'), {
    version: section.version,
    data: { ...section.data, transport: 'sedan' },
  });
  expect(saved.status).toBe(200);
  expect((await quoteOf(d)).total_cents).toBe(before.total_cents + 18_000);
});

it('is refused to others, of what is no extra, and where no price is under way', async () => {
  const d = await exam().to('submitted');
  const body = { key: 'room', cents: 5_000 };
  for (const who of [cast.requester, cast.expert, cast.clinOps]) expect((await add(d, who, body)).status).toBe(403);
  const stranger = await castFor(t.world, PASSWORD_HASH);
  expect((await add(d, stranger.requester, body)).status).toBe(403);
  expect((await add(d, cast.admin, { key: 'lunch', cents: 5_000 })).problem.errors).toEqual([
    { path: 'key', message: 'Choose what is added from the list.' },
  ]);
  expect((await add(d, cast.admin, { key: 'room', cents: 0 })).status).toBe(400);
  const draft = await exam().draft();
  expect((await add(draft, cast.admin, body)).status).toBe(409);
  // one of another review is not this one's
  const other = await exam().to('submitted');
  expect((await add(other, cast.admin, body)).status).toBe(200);
  const [theirs] = (await quoteOf(other, cast.admin)).added;
  expect((await t.request(cast.admin, 'DELETE', d.url(`/extras/${theirs?.id}`))).status).toBe(404);
  // a case review has nothing beside its service
  const call = await new CaseDriver(inApp(t, cast)).to('submitted');
  expect((await t.request(cast.admin, 'POST', call.url('/extras'), body)).status).toBe(404);
});

it('the type is the service: an exam and a review of the records have each their base, by specialty, and a surcharge when hurried', async () => {
  const priced = async (more: Record<string, unknown>) => {
    const d = await exam().draft({ interpreter: false, ...more });
    const { body } = await t.request<{ quote: { lines: { key: string; cents: number; certain: boolean }[] } }>(
      cast.requester,
      'GET',
      d.url('/quote'),
    );
    return Object.fromEntries(body.quote.lines.map(({ key, cents }) => [key, cents]));
  };
  const some = await exam().draft();
  const { price_modifier: factor, specialty_id } = await t.world.db
    .selectFrom('reviews')
    .innerJoin('sub_specialties as s', 's.id', 'reviews.sub_specialty_id')
    .select(['s.price_modifier', 's.specialty_id'])
    .where('reviews.id', '=', some.id)
    .executeTakeFirstOrThrow();
  for (const [service, base] of [
    ['exam', 250_000],
    ['records_review', 120_000],
  ] as const) {
    const plain = await priced({ service });
    const modifier = Math.round(base * factor) - base;
    expect([plain['service'], plain['modifier'] ?? 0, plain['expedited']]).toEqual([base, modifier, undefined]);
    const rush = await priced({ service, expedited: true });
    expect(rush['expedited']).toBe(Math.round((base + modifier) * 0.35));
  }
  // a panel is hurried with its lead; what is booked with others is not
  const panel = await priced({
    panel: true,
    second_specialty_id: specialty_id,
    interpreter: true,
    expedited: true,
  });
  const lead = (panel['service'] ?? 0) + (panel['modifier'] ?? 0);
  expect(panel['expedited']).toBe(Math.round((lead + (panel['further'] ?? 0)) * 0.35));
});

it('after a no-show a report on the records costs what one costs, beside what the missed day cost', async () => {
  const d = await exam().to('served', { interpreter: true });
  const before = await quoteOf(d);
  const { body } = await t.request<ExamView>(cast.requester, 'GET', d.url('/exam'));
  t.clock.advance({ minutes: (Date.parse(body.appointment?.starts_at ?? '') - t.clock.now().getTime()) / 60_000 + 5 });
  await t.settle();
  const onRecords = async (who: Person = cast.requester) =>
    (await t.request<ReviewDetail>(who, 'GET', d.url())).body.on_records;
  expect(await onRecords()).toBeNull();
  const ask = (approved_total_cents: number, who: Person = cast.requester) =>
    t.request(who, 'POST', d.url('/actions/report_on_records'), { approved_total_cents });
  expect((await ask(0)).status).toBe(409);
  await d.must(cast.expert, 'POST', d.url('/exam/attendance'), { attendance: 'no_show' });
  await t.settle();

  const shown = await onRecords();
  const modifier = before.lines.find(({ key }) => key === 'modifier')?.cents ?? 0;
  // the factor of the specialty, on the other base
  expect(shown?.total_cents).toBe(120_000 + Math.round((modifier / 250_000) * 120_000));
  expect(await onRecords(cast.expert)).toBeNull();
  const stranger = await castFor(t.world, PASSWORD_HASH);
  expect((await ask(shown?.total_cents ?? 0, stranger.requester)).status).toBe(404);
  // whoever may not ask for it is not told what it costs
  const curious = await ask(1, cast.expert);
  expect(curious.status).toBe(403);
  expect(JSON.stringify(curious.problem)).not.toContain(String(shown?.total_cents));
  expect((await ask((shown?.total_cents ?? 0) - 1)).problem).toMatchObject({
    status: 409,
    current: { total_cents: shown?.total_cents },
  });
  expect(await d.status()).toBe('rescheduling');
  expect((await ask(shown?.total_cents ?? 0)).status).toBe(200);
  expect((await ask(shown?.total_cents ?? 0)).status).toBe(409);

  const after = await t.request<ReviewDetail>(cast.requester, 'GET', d.url());
  expect(after.body.service_label).toBe('Review of the records');
  expect(await quoteOf(d)).toMatchObject({ total_cents: shown?.total_cents, requote: null });
  expect((await quoteOf(d)).lines.map(({ key }) => key)).not.toContain('extra:interpreter');
  const { appointment } = (await t.request<ExamView>(cast.requester, 'GET', d.url('/exam'))).body;
  expect(appointment).toMatchObject({ status: 'missed', fee_cents: 250_000 });
  // the day's interpreter is added as it was billed, and changes nothing else
  expect(
    (await add(d, cast.admin, { key: 'interpreter', cents: 12_000, note: 'Came, and waited' })).body,
  ).toMatchObject({
    total_cents: (shown?.total_cents ?? 0) + 12_000,
    needs_consent: false,
  });
});

it('a report on the records that comes above what was approved waits for who approves that', async () => {
  // a review of the records costs more than an exam here
  const at = t.clock.now();
  await t.world.db
    .insertInto('price_books')
    .values({
      organization_id: cast.organization_id,
      kind: 'IME',
      effective_from: '2026-01-01',
      terms: json({ services: { records_review: { base_cents: 600_000 } } }),
      expert_terms: json({}),
      created_at: at,
      updated_at: at,
    })
    .execute();
  const d = await exam().to('served', { interpreter: false });
  const orgAdmin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  const { body } = await t.request<ExamView>(cast.requester, 'GET', d.url('/exam'));
  t.clock.advance({ minutes: (Date.parse(body.appointment?.starts_at ?? '') - t.clock.now().getTime()) / 60_000 + 5 });
  await d.must(cast.expert, 'POST', d.url('/exam/attendance'), { attendance: 'no_show' });
  await t.settle();
  const read = async (who: Person) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
  const ordered = (await quoteOf(d)).total_cents;
  const rules = { thresholds: [{ above_cents: ordered, approver_ids: [] }] };
  await d.must(orgAdmin, 'PUT', `/api/v1/approval_rules/${cast.organization_id}`, rules);
  const cents = (await read(cast.requester)).on_records?.total_cents ?? 0;
  expect(cents).toBeGreaterThan(ordered);
  await d.must(cast.requester, 'POST', d.url('/actions/report_on_records'), { approved_total_cents: cents });
  const start = () => t.request(cast.expert, 'POST', d.url('/report/start'), {});
  expect((await start()).problem).toMatchObject({ status: 409, detail: 'The price is not approved yet.' });
  expect((await read(cast.expert)).what_now).toMatchObject({ seat: 'requester', action: null });
  await d.must(orgAdmin, 'POST', d.url('/approval/approve'), { total_cents: cents });
  expect((await start()).status).toBe(200);
});
