import type { AbilityName } from '../../src/features/reviews/rules.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp, storeRecord } from '../harness/review-driver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChannelView } from '../../src/features/conversations/contract.ts';
import type { FileListView, FileRequestListView } from '../../src/features/files/contract.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/**
 * What a page offers is what its endpoint takes: for each actor in each state, every `can` and every ability is asked
 * for, then tried. A command that would have succeeded fails when it commits, so that all are tried on one review.
 */

/** What is not offered is tried one time in eight; with ABILITIES=all, every time. */
const EVERYTHING = process.env.ABILITIES === 'all';
let serial = 0;

let t: TestApp;
let d: CaseDriver;
let cast: Cast;
let actors: [name: string, person: Person][];
let colleague: Person;

beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world, PASSWORD_HASH);
  const { organization_id } = cast;
  await t.world.db
    .updateTable('organizations')
    .set({
      flags: JSON.stringify({
        allow_case_review_scheduling_with_no_expert_times: true,
        enable_case_closeout_transfer_requests: true,
      }) as never,
    })
    .where('id', '=', organization_id)
    .execute();
  d = new CaseDriver(inApp(t, cast));
  await d.draft();
  await storeRecord(t.app.services.storage, t.world, d.fileId, Buffer.from('%PDF-1.7\n%%EOF\n'));
  const follower = await t.world.consultant(organization_id);
  colleague = await t.world.consultant(organization_id);
  await d.must(cast.requester, 'PUT', d.url(`/watchers/${follower.user_id}`), {});
  const [presented] = cast.others;
  if (!presented) throw new Error('There are others.');
  actors = [
    ['requester', cast.requester],
    ['follower', follower],
    ['review manager', await t.world.manager(organization_id)],
    ['org admin', await t.world.person({ role: 'org_admin', organization_id })],
    ['expert', cast.expert],
    ['presented expert', presented],
    ['assistant', await t.world.assistantOf(cast.expert.profile_id)],
    ['attendee', await t.world.person({ profile: 'Attendee', organization_id })],
    ['clin ops', cast.clinOps],
    ['matching admin', cast.matching],
    ['support agent', await t.world.staff('support_agent')],
    ['admin', cast.admin],
    ['super admin', await t.world.staff('super_admin')],
    // a purge by hand takes two
    ['another super admin', await t.world.staff('super_admin')],
  ];
  await sql`create table probe (running boolean not null)`.execute(t.world.db);
  await sql`insert into probe values (false)`.execute(t.world.db);
  await sql`create function refuse_probe() returns trigger language plpgsql as
    $$ begin if (select running from probe) then raise exception 'a probe'; end if; return null; end $$`.execute(
    t.world.db,
  );
  const tables =
    'reviews purge_requests review_experts review_sections review_watchers quotes ratings files uploads file_requests file_request_items candidates invitations ' +
    'conflict_attestations time_offers appointments appointment_attendees reports report_answers messages';
  for (const table of tables.split(' '))
    await sql`create constraint trigger probe after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function refuse_probe()`.execute(t.world.db);
});
afterAll(() => t.close());

const probing = (running: boolean) => sql`update probe set running = ${running}`.execute(t.world.db);

/** The views an actor gets; none where the view itself is refused. */
async function viewsOf(who: Person) {
  const get = async <T>(url: string): Promise<T | null> => {
    const answer = await t.request<T>(who, 'GET', d.url(url));
    expect([200, 403, 404]).toContain(answer.status);
    return answer.status === 200 ? answer.body : null;
  };
  const chat = await t.request<{ channels: ChannelView[] }>(who, 'POST', d.url('/chat/channels'), {});
  return {
    detail: await get<ReviewDetail>(''),
    schedule: await get<ScheduleView>('/schedule'),
    report: await get<ReportView>('/report'),
    presented: await get<{ can_select: boolean }>('/candidates'),
    board: await get<MatchingBoard>('/matching'),
    files: await get<FileListView>('/files'),
    requests: await get<FileRequestListView>('/file_requests'),
    ratings: {
      medical_expert: await get<{ rateable: boolean }>('/ratings/medical_expert'),
      claim_requester: await get<{ rateable: boolean }>('/ratings/claim_requester'),
    },
    channels: chat.status === 200 ? chat.body.channels : [],
  };
}
type Views = Awaited<ReturnType<typeof viewsOf>>;

/** What the review holds that commands point to. */
async function factsNow() {
  const { db } = t.world;
  const of = { id: d.id };
  const candidate = await db
    .selectFrom('candidates')
    .select('id')
    .where('review_id', '=', of.id)
    .where('withdrawn_at', 'is', null)
    .where('chosen_at', 'is', null)
    .executeTakeFirst();
  const offer = await db
    .selectFrom('time_offers')
    .select('id')
    .where('review_id', '=', of.id)
    .orderBy((e) => e('status', '=', 'open'), 'desc')
    .orderBy('starts_at')
    .executeTakeFirst();
  const report = await db
    .selectFrom('reports')
    .leftJoin('report_answers', (j) =>
      j.onRef('report_answers.report_id', '=', 'reports.id').on('section', '=', 'summary'),
    )
    .select(['report_answers.version'])
    .where('review_id', '=', of.id)
    .orderBy('reports.version', 'desc')
    .executeTakeFirst();
  const request = await db
    .selectFrom('file_requests')
    .select('id')
    .where('review_id', '=', of.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const step = await db
    .selectFrom('review_sections')
    .select(['version', 'data'])
    .where('review_id', '=', of.id)
    .where('section', '=', 'step_two')
    .executeTakeFirstOrThrow();
  const seen = await t.request<ReviewDetail>(cast.requester, 'GET', d.url());
  return {
    candidate: candidate?.id ?? 1,
    offer: offer?.id ?? 1,
    summary_version: report?.version ?? 0,
    request: request?.id ?? 1,
    step,
    report_cents: seen.body.quote?.report_later_cents ?? null,
    fee_cents: seen.body.cancellation?.fee_cents ?? 0,
    total_cents: seen.body.quote?.total_cents,
    moving_cents: seen.body.moving?.fee_cents ?? 0,
  };
}
type Facts = Awaited<ReturnType<typeof factsNow>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface Try {
  name: string;
  offered: boolean;
  method: Method;
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const reason = { reason: 'To see whether it can be done.' };
const inDays = (days: number): string => {
  const at = new Date(t.clock.now().getTime() + days * 86_400_000);
  at.setUTCHours(15, 0, 0, 0);
  return at.toISOString();
};
const scores = {
  medical_expert: { knowledge: 5, preparation: 5, clarity: 4, responsiveness: 5, would_use_again: true },
  claim_requester: { records: 5, questions: 4, punctuality: 5, overall: 5, would_work_again: true },
};

/** Lifecycle actions and where each is taken. */
function actions(facts: Facts): Partial<Record<AbilityName, [path: string, body: unknown]>> {
  const plain = (action: string, body: unknown = {}): [string, unknown] => [`/actions/${action}`, body];
  const invited = (answer: string): string => `/api/v1/invitations/review-${d.id}/${answer}`;
  const experts = [cast.expert.profile_id];
  return {
    submit: ['/submit', { confirmed_total_cents: facts.total_cents }],
    open_intake: plain('open_intake'),
    request_files: ['/file_requests', { items: [{ label: 'ED log' }], due_on: inDays(9).slice(0, 10) }],
    release_to_matching: plain('release_to_matching'),
    present_candidates: ['/candidates', { expert_profile_ids: experts }],
    invite_directly: ['/invitations', { expert_profile_ids: experts }],
    withdraw_invitation: ['/invitations/withdraw', reason],
    ask_other_experts: plain('ask_other_experts', reason),
    select_expert: [`/candidates/${facts.candidate}/select`, {}],
    accept: [invited('accept'), CLEAN_ATTESTATION],
    decline: [invited('decline'), { reason: 'fee' }],
    offer_times: [
      '/time_offers',
      { starts_at: [6, 7, 8].map(inDays), zone: 'America/New_York', outside_working_hours: true },
    ],
    propose_time: ['/call/propose', { starts_at: inDays(6), zone: 'America/Chicago' }],
    confirm_time: ['/call/confirm', {}],
    refuse_time: ['/call/refuse', {}],
    choose_time: ['/call', { offer_id: facts.offer, zone: 'America/Chicago' }],
    none_fit: ['/call/none_fit', reason],
    call_missed: ['/call/missed', { ...reason, missed_by: 'expert' }],
    call_held: ['/call/held', { minutes: 40 }],
    request_report: plain('request_report', { approved_total_cents: facts.report_cents }),
    start_report: ['/report/start', {}],
    sign_report: ['/report/sign', { password: PASSWORD, time_zone: 'America/New_York' }],
    return_report: ['/report/return', reason],
    approve_report: ['/report/approve', {}],
    ask_clarification: ['/report/clarify', reason],
    cancel_closeout: plain('cancel_closeout'),
    close: plain('close'),
    request_transfer: plain('request_transfer', reason),
    hand_over: plain('hand_over'),
    decline_transfer: plain('decline_transfer', reason),
    grant_transfer: plain('grant_transfer'),
    hold: plain('hold', reason),
    resume: plain('resume'),
    cancel: plain('cancel', { ...reason, confirmed_fee_cents: facts.fee_cents }),
    reopen: plain('reopen', reason),
    purge: ['/purge_request', reason],
  };
}

function triesOf(views: Views, facts: Facts): Try[] {
  const at = actions(facts);
  const can = (name: AbilityName): boolean => views.detail?.abilities[name]?.allowed === true;
  const review: Try[] = (Object.entries(at) as [AbilityName, [path: string, body: unknown]][]).map(
    ([action, [path, body]]) => ({
      name: `abilities.${action}`,
      offered: can(action),
      method: 'POST',
      url: path.startsWith('/api/') ? path : d.url(path),
      body,
    }),
  );
  const post = (name: string, offered: boolean | undefined, action: AbilityName): Try => {
    const [path, body] = at[action] ?? ['', {}];
    return { name, offered: offered === true, method: 'POST', url: d.url(path), body };
  };
  const metadata = { review_id: String(d.id), filename: 'Chart.pdf' };
  const encoded = Object.entries(metadata).map(([k, v]) => `${k} ${Buffer.from(v).toString('base64')}`);
  const upload = (name: string, offered: boolean | undefined): Try => ({
    name,
    offered: offered === true,
    method: 'POST',
    url: '/api/v1/uploads',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': encoded.join(',') },
  });
  const [file] = views.files?.data ?? [];
  const { schedule, report } = views;
  return [
    ...review,
    {
      name: 'abilities.edit',
      offered: can('edit'),
      method: 'PUT',
      url: d.url('/sections/step_two'),
      body: { version: facts.step.version, data: facts.step.data },
    },
    ...(
      [
        ['ask_earlier_date', 'PUT', '', { needed_by: '2026-12-03', reason: 'The hearing was moved.' }],
        ['take_back_earlier_date', 'DELETE', '', undefined],
        ['answer_earlier_date', 'POST', '/answer', { needed_by: '2026-12-03', agrees: true }],
      ] as const
    ).map(([action, method, rest, body]): Try => ({
      name: `abilities.${action}`,
      offered: can(action),
      method,
      url: d.url(`/earlier_date${rest}`),
      body,
    })),
    upload('abilities.add_files', can('add_files')),
    { name: 'abilities.see_files', offered: can('see_files'), method: 'GET', url: `/api/v1/files/${d.fileId}/content` },
    {
      name: 'abilities.add_watcher',
      offered: can('add_watcher'),
      method: 'PUT',
      url: d.url(`/watchers/${colleague.user_id}`),
    },
    { name: 'abilities.copy', offered: can('copy'), method: 'POST', url: '/api/v1/cases', body: { copy_of: d.id } },
    ...(['medical_expert', 'claim_requester'] as const).map((direction): Try => {
      const offered = views.ratings[direction]?.rateable === true;
      return {
        name: `ratings.${direction}`,
        offered,
        method: 'PUT',
        url: d.url(`/ratings/${direction}`),
        body: { scores: scores[direction] },
      };
    }),
    post('schedule.offer', schedule?.can.offer, 'offer_times'),
    post('schedule.choose', schedule?.can.choose, 'choose_time'),
    post('schedule.none_fit', schedule?.can.choose, 'none_fit'),
    post('schedule.propose', schedule?.can.propose, 'propose_time'),
    post('schedule.confirm', schedule?.can.confirm, 'confirm_time'),
    post('schedule.record', schedule?.can.record, 'call_held'),
    {
      name: 'schedule.move',
      offered: schedule?.can.move === true,
      method: 'POST',
      url: d.url('/call/move'),
      // only the expert's side has a calendar here, and it pays nothing
      body: { ...reason, confirmed_fee_cents: schedule?.calendar ? 0 : facts.moving_cents },
    },
    {
      name: 'schedule.invite',
      offered: schedule?.can.invite === true,
      method: 'POST',
      url: d.url('/attendees'),
      body: { name: 'Counsel', email: 'counsel@example.test' },
    },
    post('report.start', report?.can.start, 'start_report'),
    {
      name: 'report.write',
      offered: report?.can.write === true,
      method: 'PUT',
      url: d.url('/report/sections/summary'),
      body: { version: facts.summary_version, answers: {} },
    },
    post('report.sign', report?.can.sign, 'sign_report'),
    post('report.check', report?.can.check, 'return_report'),
    post('report.clarify', report?.can.clarify, 'ask_clarification'),
    { name: 'report.download', offered: report?.can.download === true, method: 'GET', url: d.url('/report/pdf') },
    post('presented.can_select', views.presented?.can_select, 'select_expert'),
    post('board.can_present', views.board?.can_present, 'present_candidates'),
    post('board.can_present, inviting', views.board?.can_present, 'invite_directly'),
    upload('files.upload', views.files?.abilities.upload.allowed),
    ...(file
      ? ([
          {
            name: 'files.edit',
            offered: file.abilities.edit.allowed,
            method: 'PATCH',
            url: `/api/v1/files/${file.id}`,
            body: { name: 'Other.pdf' },
          },
          {
            name: 'files.remove',
            offered: file.abilities.remove.allowed,
            method: 'DELETE',
            url: `/api/v1/files/${file.id}`,
          },
        ] satisfies Try[])
      : []),
    post('requests.ask', views.requests?.abilities.ask.allowed, 'request_files'),
    {
      name: 'requests.answer',
      offered: views.requests?.abilities.answer.allowed === true,
      method: 'POST',
      url: d.url(`/file_requests/${facts.request}/answers`),
      body: { items: [{ item: 1, not_available_because: 'It was never made.' }] },
    },
    ...views.channels.map((channel): Try => ({
      name: `chat.${channel.audience}`,
      offered: channel.can_send,
      method: 'POST',
      url: `/api/v1/chat/channels/${encodeURIComponent(channel.channel_id)}/messages`,
      body: { client_id: 'probe-0123456789', body: 'Hello' },
    })),
  ];
}

/** Tries everything as everybody; answers where an offer and its endpoint differ. */
async function differences(state: string): Promise<string[]> {
  await t.settle();
  // what a command asks anew of who is there is no matter of what it offers
  await t.world.db.updateTable('sessions').set({ authenticated_at: t.clock.now() }).execute();
  const facts = await factsNow();
  const found: string[] = [];
  for (const [name, who] of actors) {
    const views = await viewsOf(who);
    await probing(true);
    // several views offer the same command; it is tried once
    const tried = new Map<string, Try[]>();
    for (const one of triesOf(views, facts)) {
      const key = `${one.method} ${one.url} ${JSON.stringify(one.body)}`;
      tried.set(key, [...(tried.get(key) ?? []), one]);
    }
    const chosen = [...tried.values()].filter(
      (same, n) => EVERYTHING || same.some((one) => one.offered) || (n + serial++) % 8 === 0,
    );
    for (const same of chosen) {
      const [one] = same;
      if (!one) continue;
      const answer = await t.request(who, one.method, one.url, one.body, one.headers);
      // refused where it stands; 422 is about the fields, which come after permission and state
      const taken = ![400, 401, 403, 404, 409].includes(answer.status);
      const problem = `${answer.status} ${answer.problem?.detail ?? ''}`;
      for (const { name: offer, offered } of same)
        if (taken !== offered) found.push(`${state}: ${offer} for the ${name}: offered ${offered}, ${problem}`);
    }
    await probing(false);
  }
  return found;
}

it('offers exactly what it takes, in every state, to everybody', { timeout: 600_000 }, async () => {
  const found: string[] = [];
  const look = async (state = ''): Promise<void> => {
    found.push(...(await differences(state || (await d.status()))));
  };
  const act = (who: Person, action: string, body: unknown = {}) =>
    d.must(who, 'POST', d.url(`/actions/${action}`), body);
  await look();
  await d.submitted();
  await look();
  await d.must(cast.clinOps, 'POST', d.url('/file_requests'), {
    items: [{ label: 'ED log' }],
    due_on: inDays(9).slice(0, 10),
  });
  await look();
  const { request } = await factsNow();
  await d.must(cast.requester, 'POST', d.url(`/file_requests/${request}/answers`), {
    items: [{ item: 1, not_available_because: 'It was never made.' }],
  });
  await act(cast.admin, 'hold', reason);
  await look();
  await act(cast.admin, 'resume');
  await d.released();
  await look();
  await d.presented();
  await look();
  await d.selected();
  await look();
  await d.accepted();
  await look();
  await d.must(cast.requester, 'POST', d.url('/call/propose'), { starts_at: inDays(5), zone: 'America/Chicago' });
  await look('call_scheduled, proposed');
  await d.must(cast.expert, 'POST', d.url('/call/refuse'), {});
  await d.offered();
  await look();
  await d.timeChosen();
  await look('call_scheduled, ahead');
  t.clock.advance({ days: 2, hours: 1 });
  await look('call_scheduled, begun');
  await d.held();
  await look('closeout_pending after the call');
  await act(cast.requester, 'cancel_closeout');
  await look();
  await d.reportRequested();
  await look();
  await d.reportStarted();
  await look();
  await d.reportWritten();
  await d.signed();
  await look();
  await d.delivered();
  await look('closeout_pending after the report');
  await act(cast.requester, 'cancel_closeout');
  await look();
  await act(cast.requester, 'close');
  await look();
  expect(found).toEqual([]);
});
