import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutsideLinksView, OutsideLinkView, OutsideVisitView } from '../../src/features/outside/contract.ts';
import { OTHER_VISIT, outsideApp, type OutsideApp, VISIT } from './outside-app.ts';

let app: OutsideApp;
beforeAll(async () => {
  app = await outsideApp();
});
afterAll(() => app.close());

type Waiting = Awaited<ReturnType<OutsideApp['waiting']>>;
const asked = (request_id: number, more: Record<string, unknown> = {}) => ({
  name: 'Mercy General, records',
  email: 'records@mercy.example',
  file_request_id: request_id,
  items: [
    { item: 1, label: 'Operative note' },
    { item: 2, label: 'Anesthesia record' },
  ],
  days: 14,
  ...more,
});
async function link(w: Waiting, more: Record<string, unknown> = {}): Promise<{ view: OutsideLinkView; token: string }> {
  const view = await w.d.must<OutsideLinkView>(
    w.cast.requester,
    'POST',
    w.d.url('/outside_links/records'),
    asked(w.request_id, more),
  );
  return { view, token: await app.tokenOf(w.d.id) };
}
const ended = async (token: string): Promise<unknown> => {
  const answer = await app.open(token);
  return [answer.status, (answer.problem.current as { ended?: string } | undefined)?.ended];
};

describe('a link for a custodian', () => {
  test('is mailed without health data, stored hashed, and says who made it', async () => {
    const w = await app.waiting();
    const { view, token } = await link(w);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(view).toMatchObject({ state: 'open', purpose: 'records', due_on: '2026-12-01', opened_at: null, files: 0 });
    const mail = await app.world.db
      .selectFrom('mails')
      .selectAll()
      .where('review_id', '=', w.d.id)
      .where('template', '=', 'outside_records')
      .executeTakeFirstOrThrow();
    expect(mail.to_email).toBe('records@mercy.example');
    expect(mail.text).toContain(`CR-${w.d.id}`);
    for (const word of ['Operative', 'Anesthesia', 'Ferrante', 'Rosa'])
      expect(mail.text + JSON.stringify(mail.letter)).not.toContain(word);
    const row = await app.world.db
      .selectFrom('outside_links')
      .selectAll()
      .where('id', '=', view.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash).toHaveLength(32);
  });

  test('is made by the requester and the records desk, for what is still asked for', async () => {
    const w = await app.waiting();
    const url = w.d.url('/outside_links/records');
    const foreign = await app.world.consultant(await app.world.organization());
    expect((await app.request(foreign, 'POST', url, asked(w.request_id))).status).toBe(404);
    expect((await app.request(w.cast.matching, 'POST', url, asked(w.request_id))).status).toBe(403);
    expect((await app.request(w.cast.requester, 'POST', url, asked(999_999))).status).toBe(404);
    expect((await app.request(w.cast.requester, 'POST', url, asked(w.request_id, { days: 31 }))).status).toBe(400);
    const faults = await app.request(
      w.cast.requester,
      'POST',
      url,
      asked(w.request_id, { name: '', email: 'nowhere', items: [{ item: 9, label: 'x' }] }),
    );
    expect(faults.status).toBe(422);
    expect(faults.problem.errors.map((e) => e.path)).toEqual(['name', 'email', 'items.0']);
    expect((await app.request(w.cast.clinOps, 'POST', url, asked(w.request_id))).status).toBe(201);
    await w.d.must(w.cast.requester, 'POST', w.d.url(`/file_requests/${w.request_id}/answers`), {
      items: [1, 2].map((item) => ({ item, not_available_because: 'Never made' })),
    });
    const late = await app.request(w.cast.requester, 'POST', url, asked(w.request_id));
    expect(late.status).toBe(409);
    expect(late.problem.detail).toMatch(/request for records/);
  });

  test('shows who asks and the labels alone, takes files, answers the items and lets the review go on', async () => {
    const w = await app.waiting();
    expect(await w.d.status()).toBe('needs_information');
    const { token } = await link(w);
    const shown = await app.open(token);
    expect(shown.status).toBe(200);
    const view = shown.body as unknown as OutsideVisitView;
    expect(view.items).toEqual([
      { item: 1, label: 'Operative note', sent_before: false },
      { item: 2, label: 'Anesthesia record', sent_before: false },
    ]);
    expect(view).toEqual({
      purpose: 'records',
      organization: expect.any(String),
      number: `CR-${w.d.id}`,
      due_on: '2026-12-01',
      expires_at: expect.any(String),
      time_zone: expect.any(String),
      items: view.items,
      uploads: [],
      confidentiality: null,
      unnamed: false,
      writing: null,
      findings: null,
    });
    for (const word of ['Ferrante', 'Rosa', 'Chart.pdf']) expect(shown.raw.body).not.toContain(word);
    const { file_id } = await app.upload(token, 1, 'op note.pdf');
    // hidden from the expert until it is all
    const file = () => app.world.db.selectFrom('files').selectAll().where('id', '=', file_id).executeTakeFirstOrThrow();
    expect(await file()).toMatchObject({ status: 'ready', uploaded_by: null, visible_to_expert: false });
    expect((await app.open(token)).body['uploads']).toMatchObject([{ name: 'op note.pdf', status: 'ready', item: 1 }]);
    const early = await app.finish(token);
    expect([early.status, early.problem.errors.map((e) => e.path)]).toEqual([422, ['items.2']]);
    expect((await app.finish(token, [{ item: 2, not_available_because: 'Kept by the surgery center' }])).status).toBe(
      204,
    );
    await app.settle();
    expect(await w.d.status()).toBe('in_intake');
    expect((await file()).visible_to_expert).toBe(true);
    const requests = await app.request<{ data: { items: unknown[]; answered_at: string | null }[] }>(
      w.cast.requester,
      'GET',
      w.d.url('/file_requests'),
    );
    expect(requests.body.data[0]).toMatchObject({
      items: [{ files: [{ name: 'op note.pdf' }] }, { files: [], not_available_because: 'Kept by the surgery center' }],
    });
    const timeline = await app.request<{ data: { actor: string; says: string }[] }>(
      w.cast.requester,
      'GET',
      w.d.url('/timeline'),
    );
    const custodian = timeline.body.data.filter((row) => row.actor.startsWith('Outside custodian, by link of'));
    expect(custodian.map((row) => row.says)).toEqual([
      'answered every item asked for',
      'said that everything asked for is sent',
      'added a file',
      'opened the link for the first time',
    ]);
    const audited = await app.world.db
      .selectFrom('audit_rows')
      .select(['actor_kind', 'actor_user_id', 'ip'])
      .where('review_id', '=', w.d.id)
      .where('action', '=', 'file_request.answer')
      .executeTakeFirstOrThrow();
    expect(audited).toEqual({ actor_kind: 'outside', actor_user_id: null, ip: '127.0.0.1' });
    const told = await app.world.db
      .selectFrom('notifications')
      .select('user_id')
      .where('review_id', '=', w.d.id)
      .where('event', '=', 'outside_records_sent')
      .execute();
    expect(told).toEqual([{ user_id: w.cast.requester.user_id }]);
    // its work is done: it opens, takes and lists nothing more
    expect(await ended(token)).toEqual([410, 'finished']);
    expect((await app.begin(token, { item: 1, name: 'more.pdf', size: 10 })).status).toBe(410);
    const list = await app.request<OutsideLinksView>(w.cast.requester, 'GET', w.d.url('/outside_links'));
    expect(list.body.data).toMatchObject([{ state: 'finished', files: 1, abilities: { renew: { allowed: false } } }]);
  });

  test('one removes what one sent in this visit until done; another visit sees and removes nothing of it', async () => {
    const w = await app.waiting();
    const { token } = await link(w);
    const { location } = await app.upload(token, 1, 'wrong patient.pdf');
    const other = await app.open(token, OTHER_VISIT);
    expect(other.body).toMatchObject({ uploads: [], items: [{ sent_before: true }, { sent_before: false }] });
    expect(other.raw.body).not.toContain('wrong patient');
    for (const method of ['HEAD', 'DELETE'] as const)
      expect(await app.other(method, token, location, OTHER_VISIT)).toBe(404);
    expect(await app.other('DELETE', token, location)).toBe(204);
    expect((await app.open(token)).body['uploads']).toEqual([]);
    expect(await app.other('DELETE', token, location)).toBe(404);
  });

  test('ends when it expires; its maker hears of it, renews it, and the same address works', async () => {
    const w = await app.waiting();
    const { view, token } = await link(w, { days: 7 });
    app.clock.advance({ days: 5, minutes: 1 });
    await app.settle();
    expect(await app.tokenOf(w.d.id, 'outside_reminder')).toBe(token);
    app.clock.advance({ days: 2 });
    await app.settle();
    expect(await ended(token)).toEqual([410, 'expired']);
    const mails = await app.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('review_id', '=', w.d.id)
      .where('template', '=', 'outside_link_expired')
      .execute();
    expect(mails).toEqual([{ to_user_id: w.cast.requester.user_id }]);
    const renew = w.d.url(`/outside_links/${view.id}/renew`);
    const stranger = await app.world.consultant(await app.world.organization());
    expect((await app.request(stranger, 'POST', renew, { days: 7 })).status).toBe(404);
    expect((await app.request(w.cast.requester, 'POST', renew, { days: 7 })).body).toMatchObject({ state: 'open' });
    expect((await app.open(token)).status).toBe(200);
  });

  test('ends with its review, and a purge leaves nothing of who was asked and what came', async () => {
    const w = await app.waiting();
    const { token } = await link(w);
    const { file_id } = await app.upload(token, 1, 'op note.pdf');
    const begun = await app.begin(token, { item: 2, name: 'half.pdf', size: app.pdf.length });
    await app.send(token, begun.location, 0, app.pdf.subarray(0, 100));
    await app.world.db
      .updateTable('reviews')
      .set({ status: 'cancelled', bucket: 'cancelled', ball: 'nobody' })
      .where('id', '=', w.d.id)
      .execute();
    expect(await ended(token)).toEqual([410, 'not_needed']);
    await w.d.purge();
    await app.settle();
    expect(await ended(token)).toEqual([410, 'unknown']);
    for (const table of ['uploads', 'files', 'outside_links'] as const)
      expect(await app.world.db.selectFrom(table).select('id').where('review_id', '=', w.d.id).execute()).toEqual([]);
    expect(file_id).toBeGreaterThan(0);
  });

  test('is not needed any more when the requester answers otherwise', async () => {
    const w = await app.waiting();
    const { token } = await link(w);
    await w.d.must(w.cast.requester, 'POST', w.d.url(`/file_requests/${w.request_id}/answers`), {
      items: [1, 2].map((item) => ({ item, not_available_because: 'Never made' })),
    });
    expect(await ended(token)).toEqual([410, 'not_needed']);
  });
});

describe('an attacker', () => {
  test('gets nothing without a token, with another’s, or with one of another review', async () => {
    const w = await app.waiting();
    const v = await app.waiting();
    const { token } = await link(w, { items: [{ item: 1, label: 'Operative note' }] });
    const other = (await link(v)).token;
    expect((await app.begin(null, { item: 1, name: 'a.pdf', size: 9 })).status).toBe(401);
    expect((await app.begin('A'.repeat(43), { item: 1, name: 'a.pdf', size: 9 })).status).toBe(410);
    // an item the link does not name, and a review it is not of
    expect((await app.begin(token, { item: 2, name: 'a.pdf', size: 9 })).status).toBe(404);
    expect((await app.begin(token, { name: 'a.pdf', size: 9 })).status).toBe(404);
    const begun = await app.begin(token, { item: 1, name: 'a.pdf', size: app.pdf.length, review_id: v.d.id });
    expect(begun.status).toBe(201);
    const row = await app.world.db
      .selectFrom('uploads')
      .select(['review_id', 'outside_link_id'])
      .where('id', '=', begun.location.split('/').at(-1) ?? '')
      .executeTakeFirstOrThrow();
    expect(row.review_id).toBe(w.d.id);
    expect((await app.send(other, begun.location, 0, app.pdf)).status).toBe(404);
    expect((await app.send(null, begun.location, 0, app.pdf)).status).toBe(401);
    // nor does a session go on with what a link began, nor a link with what a person began
    const asPerson = await app.request(w.cast.requester, 'DELETE', begun.location, undefined, {
      'tus-resumable': '1.0.0',
    });
    expect(asPerson.status).toBe(404);
    expect(
      (await app.request(null, 'GET', `/api/v1/cases/${w.d.id}/files`, undefined, { 'peritus-link': token })).status,
    ).toBe(401);
  });

  test('cannot lead a name out of the folder, nor send what is no record', async () => {
    const w = await app.waiting();
    const { token } = await link(w);
    await app.upload(token, 1, '../../../etc/passwd\u202Efdp..pdf');
    const { uploads } = (await app.open(token)).body as unknown as OutsideVisitView;
    expect(uploads[0]?.name).toBe('passwdfdp..pdf');
    const file = await app.world.db
      .selectFrom('files')
      .select('storage_key')
      .where('review_id', '=', w.d.id)
      .where('uploaded_by', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(file.storage_key).toMatch(/^files\/\d+\/[0-9a-f-]{36}$/);
    expect((await app.begin(token, { item: 1, name: 'run.exe', size: 9 })).status).toBe(415);
    expect((await app.begin(token, { item: 1, name: 'big.pdf', size: 11 * 1024 ** 3 })).status).toBe(413);
  });

  test('loses the link in the middle of an upload when it is withdrawn', async () => {
    const w = await app.waiting();
    const { view, token } = await link(w);
    const begun = await app.begin(token, { item: 1, name: 'a.pdf', size: app.pdf.length });
    expect((await app.send(token, begun.location, 0, app.pdf.subarray(0, 100))).status).toBe(204);
    const revoke = w.d.url(`/outside_links/${view.id}/revoke`);
    expect((await app.request(w.cast.requester, 'POST', revoke)).body).toMatchObject({ state: 'revoked' });
    expect((await app.request(w.cast.requester, 'POST', revoke)).status).toBe(409);
    expect((await app.send(token, begun.location, 100, app.pdf.subarray(100))).status).toBe(410);
    expect(await app.other('HEAD', token, begun.location)).toBe(410);
    await app.settle();
    const left = await app.world.db.selectFrom('uploads').select('id').where('outside_link_id', '=', view.id).execute();
    expect(left).toEqual([]);
    expect(await ended(token)).toEqual([410, 'revoked']);
  });

  test('who guesses is held up, and the holder of a link is not', async () => {
    const w = await app.waiting();
    const { token } = await link(w);
    const from = (n: number, one: string) =>
      app.app.http.inject({
        method: 'POST',
        url: '/api/v1/outside/open',
        remoteAddress: `203.0.113.${n}`,
        payload: { token: one, visit: VISIT },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 70; i += 1) statuses.push((await from(7, `guess-${i}`)).statusCode);
    expect(statuses.slice(0, 60).every((s) => s === 410)).toBe(true);
    expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
    expect((await from(8, token)).statusCode).toBe(200);
  });
});

test('pages say nothing of their address to other sites, and those of links are kept by no search engine', async () => {
  for (const page of ['/login', '/reset-password?token=x', '/case/20001', '/register?code=x'])
    expect((await app.request(null, 'GET', page)).headers['referrer-policy'], page).toBe('no-referrer');
  const links = [
    'records-upload',
    'provider-statement',
    'exam-visit',
    'case-invite',
    'peer-review-invite',
    'report-verification',
  ];
  for (const page of links.map((one) => `/${one}/x`)) {
    const { headers } = await app.request(null, 'GET', page);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-robots-tag']).toContain('noindex');
  }
});
