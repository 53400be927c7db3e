import { createHmac } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '../../src/features/webhooks/contract.ts';
import { MAILS } from '../../src/app/mails.ts';
import type { BillingOf } from '../../src/features/invoices/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { sendDue } from '../../src/features/webhooks/server/send.ts';
import { json } from '../../src/platform/db/json.ts';
import { createOutgoingFetch } from '../../src/platform/http/outgoing.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { createSender, createTurns } from '../../src/platform/sending.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp, writeRecord } from '../harness/review-driver.ts';
import { freePort } from '../harness/server-process.ts';
import type { Person } from '../harness/world.ts';

/* Webhooks: an organization's programs are told of what happens, signed, and again for three days where they do not answer. */

interface Got {
  path: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}
/** What the receiver does with the next message; with none left it takes it. */
type Fault = { status: number; headers?: Record<string, string> } | 'cut' | 'nonsense';

let t: TestApp;
let receiver: Server;
let base: string;
let got: Got[] = [];
let faults: Fault[] = [];
/** Of an address that keeps silent: its requests, until a test answers them. */
let silent = '';
const unanswered: ServerResponse[] = [];
let cast: Cast;
let admin: Person;
beforeAll(async () => {
  t = await testApp({ env: { WEBHOOK_ALLOW_LOOPBACK: 'on' } });
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ path: request.url ?? '', body: Buffer.concat(parts).toString(), headers: request.headers });
      if (request.url === silent) return void unanswered.push(response);
      const fault = faults.shift();
      if (fault === 'cut') return void request.socket.destroy();
      if (fault === 'nonsense') return void request.socket.end('220 mail.example.com ready\r\n');
      response.writeHead(fault?.status ?? 204, fault?.headers).end();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await t.close();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await t.world.db.deleteFrom('webhook_deliveries').execute();
  await t.world.db.deleteFrom('webhook_endpoints').execute();
  cast = await castFor(t.world, PASSWORD_HASH);
  admin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  got = [];
  faults = [];
});

const prove = (minutes = 0) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
const at = (path = '', organization = cast.organization_id) => `/api/v1/organizations/${organization}/webhooks${path}`;
const ALL = ['review.ordered', 'review.status_changed', 'report.delivered', 'review.canceled', 'invoice.issued'];
async function add(more: object = {}, who: Person = admin, organization = cast.organization_id) {
  await prove();
  return t.request<WebhookWithSecret>(who, 'POST', at('', organization), {
    url: `${base}/hook`,
    description: 'Claims',
    events: ALL,
    ...more,
  });
}
const read = async () => (await t.request<{ data: Webhook[] }>(admin, 'GET', at())).body.data;
const deliveries = async (id: number, query = '') =>
  (await t.request<{ data: WebhookDelivery[] }>(admin, 'GET', at(`/${id}/deliveries${query}`))).body.data;
const act = <T = WebhookDelivery>(who: Person, path: string, method: 'POST' | 'DELETE' = 'POST') =>
  t.request<T & object>(who, method, at(path));
const change = (id: number, body: object, who: Person = admin) => t.request<Webhook>(who, 'PATCH', at(`/${id}`), body);
/** Whether a message is signed with this secret, as its receiver would check it. */
const isSigned = ({ headers, body }: Got, secret: string): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const { 'webhook-id': id, 'webhook-timestamp': second, 'webhook-signature': signatures } = headers;
  const own = `v1,${createHmac('sha256', key)
    .update(`${String(id)}.${String(second)}.${body}`)
    .digest('base64')}`;
  return String(signatures).split(' ').includes(own);
};
const types = () => got.map(({ body }) => (JSON.parse(body) as { type: string }).type);

describe('an address', () => {
  it('is told what happened to its organization’s reviews, signed, without a patient or a price', async () => {
    const { body: hook, status } = await add();
    expect(status).toBe(201);
    const d = new CaseDriver(inApp(t, cast));
    await d.to('submitted', { claimant_last_name: 'Featherstone', claim_number: 'CLAIM-77-MARIGOLD' });
    await t.settle();
    expect(types().slice(0, 2)).toEqual(['review.status_changed', 'review.ordered']);
    expect(got.every((one) => isSigned(one, hook.secret))).toBe(true);
    expect(isSigned({ ...(got[0] as Got), body: '{}' }, hook.secret)).toBe(false);
    expect(JSON.parse(got[1]?.body ?? '')).toEqual({
      type: 'review.ordered',
      timestamp: expect.stringMatching(/Z$/) as string,
      data: {
        organization_id: cast.organization_id,
        review_id: d.id,
        number: expect.stringContaining(String(d.id)) as string,
        kind: 'Case',
        status: expect.any(String) as string,
      },
    });
    expect(JSON.stringify(got)).not.toMatch(/Featherstone|MARIGOLD|cents/);
    // whoever is above hears of it, nobody else does
    const { rows } = await sql<{ parent_id: number | null }>`select parent_id from organizations
      where id = ${cast.organization_id}`.execute(t.world.db);
    expect(rows).toHaveLength(1);
    const below = await t.world.organization({ parent_id: cast.organization_id });
    const stranger = await castFor(t.world, PASSWORD_HASH);
    got = [];
    const other = new CaseDriver(inApp(t, stranger));
    await other.to('submitted');
    await t.settle();
    expect(got).toEqual([]);
    const child = new CaseDriver(inApp(t, { ...cast, requester: await t.world.consultant(below) }));
    await child.to('submitted');
    await t.settle();
    expect(types()).toContain('review.ordered');
  });

  it('is told only what it asked for', async () => {
    await add({ events: ['review.canceled'] });
    const d = new CaseDriver(inApp(t, cast));
    await d.to('submitted');
    await t.settle();
    expect(got).toEqual([]);
    expect((await add({ events: [] })).status).toBe(400);
    expect((await add({ events: ['patient.named'] })).status).toBe(400);
    expect((await add({ url: 'http://hooks.example.com' })).status).toBe(422);
    expect((await add({ url: 'https://a:b@hooks.example.com' })).status).toBe(422);
  });

  it('is told of prices that wait, a delivery, an invoice and a cancellation', async () => {
    const events = [
      'review.price_changed',
      'review.approval_asked',
      'report.delivered',
      'invoice.issued',
      'review.canceled',
    ];
    await add({ events });
    const d = new CaseDriver(inApp(t, cast));
    const needed_by = new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
    await d.to('submitted', { service: 'report_only', needed_by, claimant_last_name: 'Featherstone' });
    await t.settle();
    const quote = async () => (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body.quote;
    const before = (await quote())?.total_cents ?? 0;
    const rules = await t.request(admin, 'PUT', `/api/v1/approval_rules/${cast.organization_id}`, {
      thresholds: [{ above_cents: before, approver_ids: [] }],
    });
    expect(rules.status).toBe(200);
    await writeRecord(t.world, d.id, 'More.pdf', 1_000);
    await t.world.db
      .insertInto('outbox')
      .values({ topic: 'files.changed', payload: json({}), review_id: d.id, created_at: t.clock.now() })
      .execute();
    await t.settle();
    expect(types()).toEqual(['review.price_changed']);
    const total_cents = (await quote())?.requote?.total_cents ?? 0;
    await t.request(cast.requester, 'POST', d.url('/quote/consent'), { total_cents });
    await t.settle();
    expect(types().slice(1)).toEqual(['review.approval_asked']);
    expect((await t.request(admin, 'POST', d.url('/approval/approve'), { total_cents })).status).toBe(200);
    await d.to('accepted');
    await d.reportStarted();
    await d.reportWritten();
    await d.signed();
    got = [];
    await d.delivered();
    await t.settle();
    expect(types()).toEqual(['report.delivered']);
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ data: { review_id: d.id, kind: 'Case' } });
    const billing = `/api/v1/billing/${cast.organization_id}`;
    const due = await t.request<BillingOf>(cast.admin, 'GET', billing);
    const { until_on, total_cents: owed } = due.body;
    const issued = await t.request<{ data: { id: number }[] }>(cast.admin, 'POST', `${billing}/issue`, {
      until_on,
      total_cents: owed,
    });
    await t.settle();
    expect(types().slice(1)).toEqual(['invoice.issued']);
    expect(JSON.parse(got[1]?.body ?? '')).toMatchObject({
      data: { organization_id: cast.organization_id, invoice_ids: issued.body.data.map(({ id }) => id) },
    });
    const { expert, others } = await castFor(t.world, PASSWORD_HASH);
    const other = await new CaseDriver(inApp(t, { ...cast, expert, others })).to('submitted');
    await other.must(cast.requester, 'POST', other.url('/actions/cancel'), { reason: 'It was settled.' });
    await t.settle();
    expect(types().slice(2)).toEqual(['review.canceled']);
    expect(JSON.stringify(got)).not.toMatch(/Featherstone|settled|cents/);
  });

  it('in a private network is never asked, whatever its name', async () => {
    const { body: hook } = await add({ url: 'https://10.0.0.7/hook' });
    await act(admin, `/${hook.id}/test`);
    await t.settle();
    expect(await deliveries(hook.id)).toMatchObject([
      { state: 'failed', answered_status: null, error: expect.stringContaining('private network') },
    ]);
  });

  it('gets another secret, and for a day both sign', async () => {
    const { body: hook } = await add();
    await prove();
    const { body: renewed } = await act<WebhookWithSecret>(admin, `/${hook.id}/secret`);
    expect(renewed.secret).not.toBe(hook.secret);
    const send = async () => {
      got = [];
      await act(admin, `/${hook.id}/test`);
      await t.settle();
      return [hook.secret, renewed.secret].map((secret) => got.length === 1 && isSigned(got[0] as Got, secret));
    };
    expect(await send()).toEqual([true, true]);
    t.clock.advance({ hours: 25 });
    await t.settle();
    expect(await send()).toEqual([false, true]);
    // shown once: nothing that is read later has it, nor does the database in the clear
    expect(JSON.stringify(await read())).not.toContain('whsec_');
    const { rows } = await sql<{ found: number }>`select count(*)::int as found from audit_rows
      where data::text like '%whsec_%' or data::text like ${`%${renewed.secret.slice(6)}%`}`.execute(t.world.db);
    expect(rows[0]?.found).toBe(0);
  });
});

describe('where nothing is taken', () => {
  it('a message is sent again, with the same id, later each time and as the other side asks', async () => {
    const { body: hook } = await add({ events: ['review.ordered'] });
    faults = [
      { status: 500 },
      'cut',
      { status: 429, headers: { 'retry-after': '7200' } },
      { status: 302, headers: { location: `${base}/elsewhere` } },
      'nonsense',
    ];
    await new CaseDriver(inApp(t, cast)).to('submitted');
    await t.settle();
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const [one] = await deliveries(hook.id);
      expect(one).toMatchObject({ state: 'queued', attempts: n + 1 });
      const wait = Date.parse(one?.next_at ?? '') - t.clock.now().getTime();
      waits.push(Math.round(wait / 1000));
      // not a moment sooner
      t.clock.advance({ ms: wait - 1 });
      await t.settle();
      expect(got).toHaveLength(n + 1);
      t.clock.advance({ ms: 1 });
      await t.settle();
    }
    expect(waits).toEqual([5, 300, 7_200, 7_200, 18_000]);
    expect(await deliveries(hook.id)).toMatchObject([{ state: 'delivered', attempts: 6, answered_status: 204 }]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(got.every(({ path }) => path === '/hook')).toBe(true);
    expect((await read())[0]).toMatchObject({ on: true, waiting: 0 });
  });

  it('for three days, it is turned off, and its admins are told; what it missed is sent again by hand', async () => {
    const { body: hook } = await add({ events: ['review.ordered'] });
    faults = Array.from({ length: 40 }, () => ({ status: 503 }));
    await new CaseDriver(inApp(t, cast)).to('submitted');
    await t.settle();
    for (let n = 0; n < 9; n += 1) {
      const [one] = await deliveries(hook.id);
      t.clock.set(new Date(one?.next_at ?? ''));
      await t.settle();
    }
    expect((await read())[0]).toMatchObject({ on: false, off_why: 'failing' });
    const [missed] = await deliveries(hook.id);
    expect(missed).toMatchObject({ state: 'failed', attempts: 10 });
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from mails m join users u on u.email = m.to_email
      where u.id = ${admin.user_id} and m.template = 'webhook_off'`.execute(t.world.db);
    expect(rows[0]?.n).toBe(1);
    expect((await act(admin, `/${hook.id}/deliveries/${missed?.id}/again`)).status).toBe(409);
    faults = [];
    got = [];
    const [off] = await read();
    expect((await change(hook.id, { on: true, lock_version: off?.lock_version })).body).toMatchObject({ on: true });
    const again = await act(admin, `/${hook.id}/deliveries/${missed?.id}/again`);
    expect(again.body).toMatchObject({ repeats: true, message_id: missed?.message_id });
    await t.settle();
    expect(types()).toEqual(['review.ordered']);
    expect(got[0]?.headers['webhook-id']).toBe(missed?.message_id);
  });

  it('because it is gone, it is turned off at once; what waits is dropped where it is turned off or removed', async () => {
    const { body: hook } = await add({ events: ['review.ordered'] });
    faults = [{ status: 410 }];
    await new CaseDriver(inApp(t, cast)).to('submitted');
    await t.settle();
    const [gone] = await read();
    expect(gone).toMatchObject({ on: false, off_why: 'gone' });
    const on = await change(hook.id, { on: true, lock_version: gone?.lock_version });
    faults = [{ status: 500 }];
    const one = await castFor(t.world, PASSWORD_HASH);
    await new CaseDriver(inApp(t, { ...cast, expert: one.expert, others: one.others })).to('submitted');
    await t.settle();
    expect((await read())[0]).toMatchObject({ waiting: 1 });
    expect((await change(hook.id, { on: false, lock_version: on.body.lock_version })).body).toMatchObject({
      waiting: 0,
      off_why: 'by_hand',
    });
    expect((await deliveries(hook.id, '?state=dropped')).length).toBe(1);
    expect((await act(admin, `/${hook.id}/test`)).status).toBe(409);
    expect((await act(admin, `/${hook.id}`, 'DELETE')).status).toBe(204);
    expect(await read()).toEqual([]);
    expect((await act(admin, `/${hook.id}`, 'DELETE')).status).toBe(404);
  });
});

describe('who', () => {
  it('is admins of the organization, after a proof of who they are; nobody else’s is there', async () => {
    const { body: hook } = await add();
    const stranger = await t.world.person({
      role: 'org_admin',
      organization_id: await t.world.organization(),
    });
    expect((await add({}, cast.requester)).status).toBe(403);
    expect((await add({}, cast.expert)).status).toBe(403);
    expect((await add({}, stranger)).status).toBe(404);
    for (const path of ['', `/${hook.id}/deliveries`])
      expect((await t.request(stranger, 'GET', at(path))).status).toBe(404);
    for (const path of ['/secret', '/test']) expect((await act(stranger, `/${hook.id}${path}`)).status).toBe(404);
    expect((await act(stranger, `/${hook.id}`, 'DELETE')).status).toBe(404);
    expect((await change(hook.id, { on: false, lock_version: 0 }, stranger)).status).toBe(404);
    // nor by an organization of one's own with the number of somebody else's
    const own = `/api/v1/organizations/${stranger.organization_id}/webhooks/${hook.id}`;
    expect((await t.request(stranger, 'DELETE', own)).status).toBe(404);
    expect((await t.request(stranger, 'GET', `${own}/deliveries`)).status).toBe(404);

    const body = { url: `${base}/b`, description: '', events: ALL };
    await prove(11);
    expect((await t.request(admin, 'POST', at(), body)).problem.code).toBe('reauthentication_required');
    expect((await act(admin, `/${hook.id}/secret`)).problem.code).toBe('reauthentication_required');
    expect((await change(hook.id, { url: `${base}/c`, lock_version: 0 })).problem.code).toBe(
      'reauthentication_required',
    );
    expect((await change(hook.id, { description: 'Ours', lock_version: 0 })).body).toMatchObject({
      description: 'Ours',
    });
    expect((await change(hook.id, { description: 'Mine', lock_version: 0 })).problem.code).toBe('stale');
    // twenty at most, also at once
    await prove();
    const many = await Promise.all(Array.from({ length: 24 }, () => t.request(admin, 'POST', at(), body)));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(many.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('one silent address holds up nobody else, and what waited for it follows', async () => {
    await t.settle();
    silent = '/one';
    const [one, two] = [await add({ url: `${base}/one` }), await add({ url: `${base}/two` })];
    const test = (id: number) => act(admin, `/${id}/test`);
    await test(one.body.id);
    await test(one.body.id);
    const to = (path: string) => got.filter((message) => message.path === path).length;
    await expect.poll(() => to('/one')).toBe(1);
    // queued while the other is in hand
    for (let n = 0; n < 5; n += 1) await test(two.body.id);
    await expect.poll(() => to('/two'), { timeout: 30_000 }).toBe(5);
    // it was not given up meanwhile, and has one in hand
    expect([to('/one'), unanswered.map(({ destroyed }) => destroyed)]).toEqual([1, [false]]);
    silent = '';
    unanswered[0]?.writeHead(204).end();
    await t.settle();
    expect([to('/one'), to('/two')]).toEqual([2, 5]);
    expect((await deliveries(one.body.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('two processes beside the application send nothing twice', async () => {
    const hooks = [await add({ url: `${base}/one` }), await add({ url: `${base}/two` })];
    const fetch = createOutgoingFetch({ allowLoopback: true });
    const mail = createMailer(t.app.services, MAILS).queue;
    const processes = Array.from({ length: 2 }, () => {
      const turns = createTurns(10);
      return createSender(t.app.services, 'webhooks', {
        at_once: 2,
        sendNext: (_, taken) => sendDue(t.app.services, { mail }, fetch, turns, taken),
        keep: () => Promise.resolve(0),
        tidy: () => Promise.resolve(),
        isHeld: () => Promise.resolve(false),
      });
    });
    const now = t.clock.now();
    for (const { body } of hooks)
      await sql`insert into webhook_deliveries (endpoint_id, message_id, event, body, created_at, next_at)
        select ${body.id}, ${`msg_${body.id}_`} || n, 'review.ordered', '{}', ${now}, ${now}
        from generate_series(1, 40) n`.execute(t.world.db);
    const sent = await Promise.all(processes.map((one) => one.flush()));
    await t.settle();
    expect(sent.every((turns) => turns > 0)).toBe(true);
    expect(got).toHaveLength(80);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(80);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook_deliveries
      where status = 'delivered' and attempts = 1`.execute(t.world.db);
    expect(rows[0]?.n).toBe(80);
  });
});
