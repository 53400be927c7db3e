import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import type { readUpNext, ReviewDetail } from '../../src/features/reviews/contract.ts';
import { CONCLUSIONS } from '../../src/features/reviews/kinds/legal-case/conclusions.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { asSent } from '../harness/mails.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* A legal case from its names to its conclusion. */
type UpNext = Out<typeof readUpNext>;
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const matter = () => new LegalDriver(inApp(t, cast));
const detail = async (d: LegalDriver, who: Person = d.cast.requester): Promise<ReviewDetail> => {
  const answer = await t.request<ReviewDetail>(who, 'GET', d.url());
  expect(answer.status).toBe(200);
  return answer.body;
};
/** What somebody was written about it. */
const mailed = async (d: LegalDriver, { email }: Person): Promise<string[]> =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', d.id)
      .where('to_email', '=', email)
      .execute()
  ).map(({ template }) => template);
const act = (d: LegalDriver, who: Person, action: string, body: Record<string, unknown> = {}) =>
  t.request<{ code?: string; detail?: string }>(who, 'POST', d.url(`/actions/${action}`), body);

describe('from names to conclusion', () => {
  it('is ordered, cleared, advised on by phone and in writing, concluded and closed', async () => {
    const d = matter();
    await d.to('submitted');
    expect(await d.status()).toBe('conflict_check');
    await d.to('selected');
    expect((await detail(d, cast.expert)).what_now).toMatchObject({ voice: 'yours', headline: 'Clear the names' });
    await d.to('accepted');
    expect(await d.status()).toBe('agreement_pending');
    expect(await mailed(d, cast.requester)).toContain('agreement_to_propose');
    await d.to('retainerPaid');
    expect(await d.status()).toBe('retained');
    expect((await detail(d)).abilities['request_conference']?.allowed).toBe(true);

    await d.conferenceAsked();
    expect(await d.status()).toBe('awaiting_times');
    expect(await mailed(d, cast.expert)).toContain('times_requested');
    await d.offered();
    await d.timeChosen();
    expect(await d.status()).toBe('call_scheduled');
    t.clock.advance({ hours: 60 });
    await d.held();
    expect(await d.status()).toBe('retained');

    await d.to('delivered');
    expect(await d.status()).toBe('report_delivered');
    expect((await act(d, cast.requester, 'conclude', { outcome: 'abandoned' })).status).toBe(409);
    await d.concluded();
    expect((await detail(d)).timeline.data.some(({ says }) => says === 'concluded the matter: settled')).toBe(true);
    const again = await act(d, cast.requester, 'take_up_again', { reason: 'The settlement fell through.' });
    expect(again.status).toBe(200);
    expect(await d.status()).toBe('retained');
    await t.settle();
    // the expert hears of both
    expect(await mailed(d, cast.expert)).toEqual(expect.arrayContaining(['matter_concluded', 'taken_up_again']));
    await d.concluded('verdict');
    expect((await act(d, cast.requester, 'close')).status).toBe(200);
    expect(await d.status()).toBe('closed');
  });

  it.each(CONCLUSIONS.map(({ value, label }) => [value, label] as const))(
    'ends as “%s”, which its record and its timeline keep',
    async (outcome, label) => {
      const d = matter();
      await d.to('retainerPaid');
      await d.concluded(outcome);
      expect(await d.status()).toBe('closeout_pending');
      const { timeline } = await detail(d);
      expect(timeline.data.map(({ says }) => says)).toContain(`concluded the matter: ${label.toLowerCase()}`);
      // it has ended: neither in another way, nor once more
      for (const { value } of CONCLUSIONS)
        expect((await act(d, cast.requester, 'conclude', { outcome: value })).status).toBe(409);
      await t.settle();
      expect(await mailed(d, cast.expert)).toContain('matter_concluded');
    },
  );

  it('refuses what the state does not allow, and to whom it is not given', async () => {
    const d = matter();
    await d.to('submitted');
    for (const action of ['conclude', 'request_conference', 'take_up_again', 'request_report'])
      expect([action, (await act(d, cast.requester, action, { outcome: 'settled', reason: 'So.' })).status]).toEqual([
        action,
        409,
      ]);
    await d.to('retainerPaid');
    for (const action of ['conclude', 'request_conference'])
      expect([action, (await act(d, cast.expert, action, { outcome: 'settled', reason: 'So.' })).status]).toEqual([
        action,
        403,
      ]);
    const stranger = await castFor(t.world);
    for (const who of [stranger.requester, stranger.expert]) {
      expect((await t.request(who, 'GET', d.url())).status).toBe(404);
      expect((await act(d, who, 'conclude', { outcome: 'settled' })).status).toBe(404);
    }
  });
});

/** What stands in every part of the matter that is not a name. */
const FACT = 'Qyxfact';

describe('names before facts', () => {
  it('no answer, mail or event holds a fact of the matter before the expert has cleared the names', async () => {
    const d = matter();
    await d.draft({
      case_number: FACT,
      court: FACT,
      docket_number: FACT,
      answers_report: FACT,
      summary: `${FACT} `.repeat(20),
      questions: [`Was ${FACT} careful?`],
      retainer_terms: FACT,
      billing_contact: FACT,
    });
    await t.world.db
      .updateTable('files')
      .set({ name: `${FACT}.pdf` })
      .where('review_id', '=', d.id)
      .execute();
    const entered = await t.request(cast.requester, 'POST', d.url('/matter_dates/keep'), {
      dates: [{ type: 'other', label: FACT, day: '2027-06-07', source: FACT, was: null }],
    });
    expect(entered.status).toBe(409);
    await d.to('submitted');
    await d.must(cast.requester, 'POST', d.url('/matter_dates/keep'), {
      dates: [{ type: 'other', label: FACT, day: '2030-06-07', source: FACT, was: null }],
    });
    await d.to('selected');

    const invited = { ...cast.expert };
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const everything = [
      d.url(),
      d.url('/files'),
      d.url('/sections'),
      d.url('/quote'),
      d.url('/report'),
      d.url('/people'),
      d.url('/file_requests'),
      d.url('/exam'),
      d.url('/matter_dates'),
      d.url('/matter_dates/calendar'),
      d.url('/timeline'),
      d.url('/agreement'),
      d.url('/work'),
      d.url('/testimony'),
      d.url('/disclosure'),
      d.url('/merit'),
      d.url('/record_returns'),
      d.url('/interviews'),
      d.url('/matter'),
      '/api/v1/interviews',
      '/api/v1/up_next',
      '/api/v1/generics?tab=all',
      `/api/v1/generics?tab=all&q=${FACT}`,
      '/api/v1/reviews?tab=all',
      `/api/v1/search?q=${FACT}`,
      '/api/v1/notifications',
      '/api/v1/chats',
      `/api/v1/invitations/review-${d.id}`,
    ];
    for (const who of [invited, assistant, cast.others[0] as Person])
      for (const url of everything) {
        const answer = await t.request(who, 'GET', url);
        expect(answer.status, url).toBeLessThan(500);
        // what was asked stands in the address of a refusal
        expect(JSON.stringify(answer.body).replaceAll(`q=${FACT}`, ''), url).not.toContain(FACT);
      }
    expect((await t.request(invited, 'GET', `/api/v1/files/${d.fileId}`)).status).toBe(404);
    const opened = await t.request<{ conflict_names: { name: string }[]; told_first: unknown }>(
      invited,
      'GET',
      `/api/v1/invitations/review-${d.id}`,
    );
    expect(opened.body.conflict_names.map(({ name }) => name)).toEqual(['Ana Ferrante', 'Brightwater Regional']);
    // and for whom
    expect(opened.body.told_first).toEqual([{ label: 'For', value: 'Defense' }]);
    const mails = await t.world.db.selectFrom('mails').selectAll().where('review_id', '=', d.id).execute();
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) expect(JSON.stringify(asSent(t.app.services.keys, mail))).not.toContain(FACT);

    const events = await t.world.db
      .selectFrom('outbox')
      .select(['topic', 'payload'])
      .where('review_id', '=', d.id)
      .execute();
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toContain(FACT);

    const clean = await t.request(invited, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
    expect(clean.status).toBe(200);
    await t.settle();
    // the same question answers with facts now: the marker would have been seen
    expect(JSON.stringify((await detail(d, cast.expert)).brief)).toContain(FACT);
  });

  it('one who has a tie leads back to matching, and is not presented for it again', async () => {
    const d = matter();
    await d.to('selected');
    const declined = await t.request(cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, {
      reason: 'conflict',
      note: 'I worked with one of them.',
    });
    expect(declined.status).toBe(204);
    await t.settle();
    expect(await d.status()).toBe('matching');
    const again = await t.request(cast.matching, 'POST', d.url('/candidates'), {
      expert_profile_ids: [cast.expert.profile_id],
      note: '',
    });
    expect([again.status, await d.status()]).toEqual([422, 'matching']);
    expect((await t.request<UpNext>(cast.expert, 'GET', '/api/v1/up_next')).body.tasks).toEqual([]);
  });
});
