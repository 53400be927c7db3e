import { castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnnouncementView,
  KeptAnnouncement,
  NotificationView,
  Preferences,
} from '../../src/features/notifications/contract.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function matter() {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = new CaseDriver(inApp(t, cast));
  return { cast, d };
}
const list = async (who: Person, query = '') =>
  (
    await t.request<{ data: NotificationView[]; next_cursor: string | null }>(
      who,
      'GET',
      `/api/v1/notifications${query}`,
    )
  ).body;
const unread = async (who: Person) =>
  (await t.request<{ unread: number }>(who, 'GET', '/api/v1/notifications/unread')).body.unread;
const mailsTo = (who: Person) =>
  t.world.db
    .selectFrom('mails')
    .select(['template', 'status'])
    .where('to_user_id', '=', who.user_id)
    .orderBy('id')
    .execute();
const flagged = (organization_id: number, flags: Record<string, boolean>) =>
  t.world.db
    .updateTable('organizations')
    .set({ flags: JSON.stringify(flags) as never })
    .where('id', '=', organization_id)
    .execute();

describe('the bell', () => {
  it('tells each side what it must act on, with a link to the matter and without a name', async () => {
    const { cast, d } = await matter();
    await d.to('timeChosen', { claimant_last_name: 'Unmentioned', caption: 'Unmentioned v. Hospital' });
    await t.settle();
    const mine = await list(cast.requester);
    const events = mine.data.map((n) => n.event).toReversed();
    expect(events).toEqual([
      'review_submitted',
      'candidates_presented',
      'invitation_accepted',
      'times_offered',
      'call_set',
    ]);
    expect(mine.data[0]).toMatchObject({
      title: `CR-${d.id}: the call is set`,
      // in the bell, for who sees the review: what it is about; what is kept and mailed names nobody
      review: { id: d.id, kind: 'Case', number: `CR-${d.id}`, subject: 'Unmentioned v. Hospital' },
      at: expect.stringMatching(/Z$/),
      at_label: 'Call',
    });
    for (const notice of mine.data) expect(notice.link).toMatch(new RegExp(`^/case/${d.id}(/[\\w-]+)?$`));
    const theirs = (await list(cast.expert)).data;
    expect(theirs.map((n) => n.event)).toEqual(expect.arrayContaining(['invitation', 'call_set']));
    // until when it can be answered
    expect(theirs.find((n) => n.event === 'invitation')?.at).toMatch(/Z$/);
    const kept = await t.world.db
      .selectFrom('notifications')
      .select(['data', 'link'])
      .where('review_id', '=', d.id)
      .execute();
    expect(JSON.stringify(kept)).not.toContain('Unmentioned');
    // who was only asked, or is on it no more, reads the number alone
    await t.world.assign(d.id, null);
    expect(JSON.stringify(await list(cast.expert))).not.toContain('Unmentioned');
    // what somebody did themselves is there, but not as news
    expect((await list(cast.requester, '?unread=true')).data.map((n) => n.event)).not.toContain('call_set');
  });

  it('tells of a hold, its end and a cancellation, and of records that were answered', async () => {
    const { cast, d } = await matter();
    await d.to('accepted');
    const admin = await t.world.staff('admin');
    await d.must(admin, 'POST', d.url('/actions/hold'), { reason: 'Billing' });
    await t.settle();
    expect((await list(cast.requester)).data[0]).toMatchObject({
      event: 'review_on_hold',
      title: `CR-${d.id} is on hold`,
    });
    expect((await list(cast.expert)).data[0]).toMatchObject({ event: 'review_on_hold' });
    await d.must(admin, 'POST', d.url('/actions/resume'), {});
    await t.settle();
    expect((await list(cast.expert)).data[0]).toMatchObject({ event: 'review_resumed' });
    await d.must(admin, 'POST', d.url('/actions/cancel'), { reason: 'Settled' });
    await t.settle();
    expect((await list(cast.expert)).data[0]).toMatchObject({ event: 'review_cancelled' });
    expect(await mailsTo(cast.expert)).toEqual(
      expect.arrayContaining([{ template: 'review_cancelled', status: 'outbox' }]),
    );
  });

  it('counts what asked for something as read once the review moved on, with everybody who was asked, and nothing else', async () => {
    const { cast, d } = await matter();
    const other = new CaseDriver(inApp(t, cast));
    await other.to('presented');
    await d.to('presented');
    await t.settle();
    const open = async (who: Person, review = d.id) =>
      (await list(who, '?unread=true')).data.filter((n) => n.review?.id === review).map((n) => n.event);
    expect(await open(cast.requester)).toEqual(['candidates_presented', 'review_submitted']);

    // on hold it waits, and is still to be done
    const admin = await t.world.staff('admin');
    t.clock.advance({ minutes: 1 });
    await d.must(admin, 'POST', d.url('/actions/hold'), { reason: 'Billing' });
    await t.settle();
    t.clock.advance({ minutes: 1 });
    await d.must(admin, 'POST', d.url('/actions/resume'), {});
    await t.settle();
    expect(await open(cast.requester)).toContain('candidates_presented');

    t.clock.advance({ minutes: 1 });
    await d.to('selected');
    await t.settle();
    expect(await open(cast.requester)).toEqual(['review_resumed', 'review_on_hold', 'review_submitted']);
    expect(await open(cast.requester, other.id)).toEqual(['candidates_presented', 'review_submitted']);
    expect(await open(cast.expert)).toContain('invitation');
    t.clock.advance({ minutes: 1 });
    await d.to('offered');
    await t.settle();
    expect(await open(cast.expert)).not.toContain('invitation');
    expect(await open(cast.requester)).toContain('times_offered');
    // what it said stays in the list
    expect((await list(cast.expert)).data.map((n) => n.event)).toContain('invitation');
  });

  it('pages by keyset, marks one and all up to one, and never somebody else’s', async () => {
    const { cast, d } = await matter();
    const somebody = await t.world.consultant(cast.organization_id);
    await d.to('presented');
    await t.settle();
    const first = await list(cast.requester, '?limit=1');
    expect(first.data).toHaveLength(1);
    const second = await list(cast.requester, `?limit=1&cursor=${first.next_cursor}`);
    expect(second.data[0]?.id).toBeLessThan(first.data[0]?.id ?? 0);
    expect(second.next_cursor).toBeNull();
    expect((await t.request(cast.requester, 'GET', '/api/v1/notifications?cursor=%00nonsense')).status).toBe(400);

    expect(await unread(cast.requester)).toBe(2);
    const id = first.data[0]?.id;
    expect((await t.request(somebody, 'POST', `/api/v1/notifications/${id}/read`)).status).toBe(404);
    await t.request(somebody, 'POST', '/api/v1/notifications/read', { up_to: 1e9 });
    expect(await unread(cast.requester)).toBe(2);
    const read = await t.request<{ unread: number }>(cast.requester, 'POST', `/api/v1/notifications/${id}/read`);
    expect([read.status, read.body]).toEqual([200, { unread: 1 }]);
    // an older one than the newest: what came later stays as it was
    const older = second.data[0]?.id ?? 0;
    await t.request(cast.requester, 'POST', '/api/v1/notifications/read', { up_to: 1 });
    expect(await unread(cast.requester)).toBe(1);
    await t.request(cast.requester, 'POST', '/api/v1/notifications/read', { up_to: older });
    expect(await unread(cast.requester)).toBe(0);
  });
});

describe('what comes by mail', () => {
  it.each([
    ['disable_requester_emails', 'requester', 'suppressed', 'outbox'],
    ['disable_expert_emails', 'expert', 'outbox', 'suppressed'],
  ] as const)('%s holds back that side’s mails only; the bell stays', async (flag, _side, requester, expert) => {
    const { cast, d } = await matter();
    await flagged(cast.organization_id, { [flag]: true });
    await d.to('selected');
    await t.settle();
    const of = async (who: Person) => [...new Set((await mailsTo(who)).map((mail) => mail.status))];
    expect(await of(cast.requester)).toEqual([requester]);
    expect(await of(cast.expert)).toEqual([expert]);
    expect((await list(cast.requester)).data.length).toBeGreaterThan(0);
    expect((await list(cast.expert)).data.length).toBeGreaterThan(0);
  });

  it('is inherited from above, and switched on again below', async () => {
    const { cast, d } = await matter();
    const parent = await t.world.organization({ flags: { disable_requester_emails: true } });
    await t.world.db
      .updateTable('organizations')
      .set({ parent_id: parent })
      .where('id', '=', cast.organization_id)
      .execute();
    await d.to('submitted');
    await t.settle();
    expect(await mailsTo(cast.requester)).toEqual([{ template: 'review_submitted', status: 'suppressed' }]);
    await flagged(cast.organization_id, { disable_requester_emails: false });
    await d.to('presented');
    await t.settle();
    expect((await mailsTo(cast.requester)).at(-1)).toEqual({ template: 'candidates_presented', status: 'outbox' });
  });

  it('follows what the person chose, kind by kind', async () => {
    const { cast, d } = await matter();
    const save = (body: unknown) =>
      t.request<Preferences>(cast.requester, 'PUT', '/api/v1/notifications/preferences', body);
    expect((await save({ by_mail: { orders: false } })).body.by_mail).toMatchObject({ orders: false, experts: true });
    expect((await save({ by_mail: { unheard_of: false } })).status).toBe(400);
    await d.to('presented');
    await t.settle();
    expect(await mailsTo(cast.requester)).toEqual([
      { template: 'review_submitted', status: 'suppressed' },
      { template: 'candidates_presented', status: 'outbox' },
    ]);
    expect((await list(cast.requester)).data).toHaveLength(2);
    await flagged(cast.organization_id, { disable_requester_emails: true });
    const { body } = await t.request<Preferences>(cast.requester, 'GET', '/api/v1/notifications/preferences');
    expect(body.mails_off).toContain('turned these e-mails off');
  });
});

describe('announcements', () => {
  const current = async (who: Person) =>
    (await t.request<{ data: AnnouncementView[] }>(who, 'GET', '/api/v1/announcements')).body.data.map((a) => a.text);
  const publish = (who: Person, body: Record<string, unknown>) =>
    t.request<AnnouncementView>(who, 'POST', '/api/v1/announcements', body);

  it('are published by staff, seen by their audience in their period, and can be taken down', async () => {
    const staff = await t.world.person({ role: 'support_agent', first_name: 'Sasha', last_name: 'Ekwueme' });
    const consultant = await t.world.consultant(await t.world.organization());
    const expert = await t.world.expert();
    const now = t.clock.now().getTime();
    const inHours = (n: number) => new Date(now + n * 3_600_000).toISOString();
    expect((await publish(consultant, { text: 'Free beer', audience: 'everyone', ends_at: inHours(2) })).status).toBe(
      403,
    );
    const faulty = await publish(staff, { text: 'Late', audience: 'everyone', ends_at: inHours(-1) });
    expect([faulty.status, faulty.problem.errors[0]?.path]).toEqual([422, 'ends_at']);
    expect((await publish(staff, { text: '  ', audience: 'everyone', ends_at: inHours(1) })).status).toBe(400);
    expect((await publish(staff, { text: 'x', audience: 'martians', ends_at: inHours(1) })).status).toBe(400);

    const made = await publish(staff, { text: 'Maintenance on Sunday', audience: 'everyone', ends_at: inHours(3) });
    expect(made.status).toBe(201);
    await publish(staff, { text: 'New fee schedule', audience: 'requesters', ends_at: inHours(3) });
    await publish(staff, { text: 'Licenses expire', audience: 'experts', starts_at: inHours(1), ends_at: inHours(3) });
    expect(await current(consultant)).toEqual(['Maintenance on Sunday', 'New fee schedule']);
    expect(await current(expert)).toEqual(['Maintenance on Sunday']);
    t.clock.advance({ hours: 1 });
    expect(await current(expert)).toEqual(['Maintenance on Sunday', 'Licenses expire']);
    expect((await t.request(staff, 'DELETE', `/api/v1/announcements/${made.body.id}`)).status).toBe(204);
    expect((await t.request(staff, 'DELETE', `/api/v1/announcements/${made.body.id}`)).status).toBe(204);
    expect((await t.request(staff, 'DELETE', '/api/v1/announcements/999999')).status).toBe(404);
    expect(await current(consultant)).toEqual(['New fee schedule']);
    t.clock.advance({ hours: 3 });
    expect(await current(consultant)).toEqual([]);
    const all = await t.request<{ data: AnnouncementView[] }>(staff, 'GET', '/api/v1/announcements/all?limit=2');
    expect(all.body.data.map((a) => a.text)).toEqual(['Licenses expire', 'New fee schedule']);
    const standing = async (of: string) =>
      (
        await t.request<{ data: KeptAnnouncement[] }>(staff, 'GET', `/api/v1/announcements/all?standing=${of}`)
      ).body.data.map((a) => [a.text, a.standing, a.published_by]);
    const name = 'Sasha Ekwueme';
    expect(await standing('over')).toEqual([
      ['Licenses expire', 'over', name],
      ['New fee schedule', 'over', name],
      ['Maintenance on Sunday', 'over', name],
    ]);
    const next = await publish(staff, {
      text: 'Later',
      audience: 'staff',
      starts_at: inHours(9),
      ends_at: inHours(10),
    });
    expect([await standing('now'), await standing('to_come')]).toEqual([[], [['Later', 'to_come', name]]]);
    // what is over by time is not ended again; what is to come can be taken back
    expect((await t.request(staff, 'DELETE', `/api/v1/announcements/${all.body.data[1]?.id}`)).status).toBe(409);
    expect((await t.request(consultant, 'DELETE', `/api/v1/announcements/${next.body.id}`)).status).toBe(403);
    expect((await t.request(staff, 'DELETE', `/api/v1/announcements/${next.body.id}`)).status).toBe(204);
    const audits = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'data'])
      .where('action', 'like', 'announcement.%')
      .orderBy('id')
      .execute();
    expect(audits.map((row) => row.action)).toEqual([
      ...Array<string>(3).fill('announcement.publish'),
      'announcement.withdraw',
      'announcement.publish',
      'announcement.withdraw',
    ]);
    expect(audits.at(-1)?.data).toMatchObject({
      before: { text: 'Later', withdrawn_at: null },
      after: { text: 'Later', withdrawn_at: t.clock.now().toISOString() },
    });
  });
});
