import { dateText } from '../../src/core/dates.ts';
import { asSent } from '../harness/mails.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, writeRecord, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { verifyAudit } from '../../src/platform/audit-seal.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver, reportAnswers } from '../harness/case-driver.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function driver(cast?: Cast): Promise<CaseDriver> {
  return new CaseDriver(inApp(t, cast ?? (await castFor(t.world, PASSWORD_HASH))));
}

const mailsAbout = (id: number) =>
  t.world.db
    .selectFrom('mails')
    .select(['template', 'to_email', 'ics', 'ics_method'])
    .where('review_id', '=', id)
    .orderBy('id')
    .execute();

describe('one case review from order to close', () => {
  it('goes the whole way, each step by who may take it, and leaves a sound audit chain', async () => {
    const d = await driver();
    const { requester, expert, clinOps } = d.cast;
    await d.draft();
    expect(await d.status()).toBe('draft');
    await d.submitted();
    expect(await d.status()).toBe('in_intake');
    await d.to('presented');
    const shown = await d.must<{ candidates: { code: string; name: string | null; price_cents: number }[] }>(
      requester,
      'GET',
      d.url('/candidates'),
    );
    expect(shown.candidates).toHaveLength(3);
    expect(shown.candidates.every((c) => c.name === null && c.price_cents > 0)).toBe(true);
    await d.selected();
    expect(await d.status()).toBe('invited');

    // before attesting, the expert sees names to check and nothing of the matter
    const blind = await t.request<ReviewDetail>(expert, 'GET', d.url());
    expect(JSON.stringify(blind.body)).not.toContain('Decompression');
    const files = await t.request<{ data: unknown[] }>(expert, 'GET', d.url('/files'));
    expect(files.status === 404 || files.status === 403 || files.body.data.length === 0).toBe(true);
    await d.accepted();
    expect(await d.status()).toBe('awaiting_times');
    await d.to('timeChosen');
    expect(await d.status()).toBe('call_scheduled');
    const ics = (await mailsAbout(d.id)).filter((m) => m.template === 'call_set');
    expect(ics).toHaveLength(2);
    for (const mail of ics) {
      expect(mail.ics).toContain(`SUMMARY:Expert call CR-${d.id}`);
      expect(mail.ics).not.toContain('Ferrante');
      expect(mail.ics_method).toBe('REQUEST');
    }
    // until then the expert's one act is to read, told with how far that is, on the page and among what is next
    const nextFor = async (who: Person) => {
      const { what_now, files: records } = (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
      const { tasks } = await d.must<{ tasks: { act: string; detail: string; path: string }[] }>(
        who,
        'GET',
        '/api/v1/up_next',
      );
      return { what_now, added: records?.reading?.added, task: tasks.find((one) => one.act === 'prepare_call') };
    };
    const saw = (pages: number[]) =>
      t.request(expert, 'POST', `/api/v1/files/${d.fileId}/pages_seen`, { pages }).then((r) => r.status);
    const path = expect.stringContaining(`/preview-file/${d.fileId}?`) as string;
    expect(await nextFor(expert)).toMatchObject({
      what_now: { headline: 'Read the records', action: { label: 'Read the records', path } },
      added: [],
      task: { detail: expect.stringContaining('0 of 40 pages seen') as string, path },
    });
    expect(await saw(Array.from({ length: 12 }, (_, i) => i + 1))).toBe(200);
    expect(await nextFor(expert)).toMatchObject({
      what_now: { text: expect.stringContaining('12 of 40 pages seen') as string, action: { label: 'Keep reading' } },
      task: { path: expect.stringContaining('page=13') as string },
    });
    t.clock.advance({ minutes: 1 });
    await writeRecord(t.world, d.id, 'Late addendum.pdf', 3);
    expect((await nextFor(expert)).added).toMatchObject([{ name: 'Late addendum.pdf', pages: 3 }]);
    const early = await t.request(expert, 'POST', d.url('/call/held'), { minutes: 40 });
    expect(early.status).toBe(409);
    const { starts_at } = await t.world.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    t.clock.set(new Date(starts_at.getTime() - 3_600_000));
    await t.settle();
    expect((await mailsAbout(d.id)).filter((m) => m.template === 'call_reminder').length).toBeGreaterThan(0);
    t.clock.advance({ hours: 2 });
    await d.held();
    // the closeout clock starts by itself, and the report can still be asked for
    expect(await d.status()).toBe('closeout_pending');
    await d.to('reportStarted');
    const unsigned = await t.request(expert, 'POST', d.url('/report/sign'), {
      password: PASSWORD,
      time_zone: 'America/New_York',
    });
    expect(unsigned.status).toBe(422);
    expect(unsigned.problem.errors.length).toBeGreaterThan(3);
    await d.reportWritten();
    const wrong = await t.request(expert, 'POST', d.url('/report/sign'), {
      password: 'not it',
      time_zone: 'America/New_York',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.problem.errors[0]?.path).toBe('password');
    await d.signed();
    expect(await d.status()).toBe('report_in_qa');
    // the requester has nothing to read yet
    expect((await t.request<ReportView>(requester, 'GET', d.url('/report'))).body.report).toBeNull();
    expect((await t.request(requester, 'GET', d.url('/report/pdf'))).status).toBe(404);
    await d.must(clinOps, 'POST', d.url('/report/return'), {
      reason: 'Say more about page 3.',
      sections: [{ section: 'summary', note: 'Page 3.' }],
    });
    expect(await d.status()).toBe('report_in_progress');
    await d.signed();
    await d.delivered();
    expect(['report_delivered', 'closeout_pending']).toContain(await d.status());
    const pdf = await t.app.http.inject({ method: 'GET', url: d.url('/report/pdf'), headers: requester.headers });
    expect(pdf.statusCode).toBe(200);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const report = (await t.request<ReportView>(requester, 'GET', d.url('/report'))).body.report;
    const checked = await t.request<{ sha256: string }>(
      null,
      'GET',
      `/api/v1/report_verifications/${report?.verification_code}`,
    );
    expect(checked.body.sha256).toBe(report?.pdf?.sha256);
    expect(JSON.stringify(checked.body)).not.toContain('Ferrante');

    // both rate; ratings are nobody else's to see
    const scores = { knowledge: 5, preparation: 5, clarity: 4, responsiveness: 5, would_use_again: true };
    await d.must(requester, 'PUT', d.url('/ratings/medical_expert'), { scores, private_comment: 'Clear.' });
    const back = { records: 5, questions: 4, punctuality: 5, overall: 5, would_work_again: true };
    await d.must(expert, 'PUT', d.url('/ratings/claim_requester'), { scores: back, private_comment: '' });
    expect((await t.request(expert, 'GET', d.url('/ratings/medical_expert'))).status).toBe(403);

    // the automated closeout is canceled once, then the requester closes by hand
    await t.settle();
    expect(await d.status()).toBe('closeout_pending');
    await d.must(requester, 'POST', d.url('/actions/cancel_closeout'), {});
    expect(await d.status()).toBe('report_delivered');
    await d.must(requester, 'POST', d.url('/actions/close'), {});
    expect(await d.status()).toBe('closed');
    const report2 = await verifyAudit(t.app.services.database.systemDb, t.app.services.keys, { now: t.clock.now() });
    expect(report2.faults).toEqual([]);
  });

  it('closes by itself when nobody stops it, after a warning with the way to stop it', async () => {
    const d = await driver();
    await d.to('timeChosen');
    t.clock.advance({ days: 2, hours: 1 });
    await d.held();
    expect(await d.status()).toBe('closeout_pending');
    t.clock.advance({ hours: 49 });
    await t.settle();
    const warned = (await mailsAbout(d.id)).filter((m) => m.template === 'closeout_warning');
    expect(warned.length).toBeGreaterThan(0);
    expect(await d.status()).toBe('closeout_pending');
    t.clock.advance({ hours: 24 });
    await t.settle();
    expect(await d.status()).toBe('closed');
    const late = await t.request(d.cast.requester, 'POST', d.url('/actions/cancel_closeout'), {});
    expect(late.status).toBe(409);
  });

  it('runs itself for organizations that want it: intake, three experts presented, report delivered', async () => {
    const d = await driver(await castFor(t.world, PASSWORD_HASH, 'saas'));
    await d.to('submitted', { service: 'report_only' });
    expect(await d.status()).toBe('expert_selection');
    const shown = await t.world.db.selectFrom('candidates').selectAll().where('review_id', '=', d.id).execute();
    expect(shown).toHaveLength(3);
    const chosen = shown[0];
    await d.must(d.cast.requester, 'POST', d.url(`/candidates/${chosen?.id}/select`), {});
    const { user_id } = await t.world.db
      .selectFrom('profiles')
      .select('user_id')
      .where('id', '=', chosen?.expert_profile_id ?? 0)
      .executeTakeFirstOrThrow();
    const headers = await t.world.signIn(user_id);
    const expert = { ...d.cast.expert, user_id, headers } as typeof d.cast.expert;
    d.cast.expert = expert;
    await d.accepted();
    expect(await d.status()).toBe('report_requested');
    await d.to('signed');
    expect(['report_delivered', 'closeout_pending']).toContain(await d.status());
  });

  it('returns to matching when an invitation is declined or expires, and alarms after three', async () => {
    const d = await driver();
    await d.to('selected');
    await d.must(d.cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, { reason: 'fee', note: '' });
    expect(await d.status()).toBe('matching');
    await d.to('selected');
    t.clock.advance({ hours: 25 });
    await t.settle();
    expect((await mailsAbout(d.id)).some((m) => m.template === 'invitation_reminder')).toBe(true);
    // the bell counts the invitation once: its reminder stands for it
    const unread = await t.world.db
      .selectFrom('notifications')
      .select('event')
      .where('review_id', '=', d.id)
      .where('user_id', '=', d.cast.expert.user_id)
      .where('read_at', 'is', null)
      .execute();
    expect(unread.map(({ event }) => event)).toEqual(['invitation_reminder']);
    t.clock.advance({ hours: 24 });
    await t.settle();
    expect(await d.status()).toBe('matching');
    const gone = await t.request<{ state: string }>(d.cast.expert, 'GET', `/api/v1/invitations/review-${d.id}`);
    expect(gone.body.state).toBe('expired');
    const accept = await t.request(
      d.cast.expert,
      'POST',
      `/api/v1/invitations/review-${d.id}/accept`,
      CLEAN_ATTESTATION,
    );
    expect(accept.status).toBe(409);
    const { failed_invitations } = await t.world.db
      .selectFrom('reviews')
      .select('failed_invitations')
      .where('id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(failed_invitations).toBe(2);
  });

  it('stops at a disclosed conflict until the matching team decides', async () => {
    const d = await driver();
    await d.to('selected');
    const token = `/api/v1/invitations/review-${d.id}`;
    const disclosed = {
      answers: { ...CLEAN_ATTESTATION.answers, relation: true },
      disclosure: 'Trained with the surgeon in 2023.',
    };
    expect((await t.request(d.cast.expert, 'POST', `${token}/accept`, { ...disclosed, disclosure: '' })).status).toBe(
      422,
    );
    expect(
      (await t.request<{ accepted: boolean }>(d.cast.expert, 'POST', `${token}/accept`, disclosed)).body.accepted,
    ).toBe(false);
    expect(await d.status()).toBe('invited');
    const board = await d.must<{ invitations: { id: number; needs_decision: boolean }[] }>(
      d.cast.matching,
      'GET',
      d.url('/matching'),
    );
    const waiting = board.invitations.find((i) => i.needs_decision);
    await d.must(d.cast.matching, 'POST', d.url(`/invitations/${waiting?.id}/decision`), { decision: 'none' });
    expect(
      (await t.request<{ accepted: boolean }>(d.cast.expert, 'POST', `${token}/accept`, disclosed)).body.accepted,
    ).toBe(true);
    expect(await d.status()).toBe('awaiting_times');
  });
});

describe('races have one winner', () => {
  it('two experts accept at once', async () => {
    const d = await driver();
    await d.to('released');
    await d.must(d.cast.matching, 'POST', d.url('/invitations'), {
      expert_profile_ids: [d.cast.expert.profile_id, d.cast.others[0]?.profile_id],
    });
    const experts = [d.cast.expert, d.cast.others[0] as Person];
    const answers = await Promise.all(
      experts.map((who) => t.request(who, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION)),
    );
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    const lost = answers.find((a) => a.status === 409);
    expect(lost?.problem.code).toBe('lost_race');
    expect(lost?.problem.detail).toContain('Another expert accepted');
    const accepted = await t.world.db
      .selectFrom('invitations')
      .select('id')
      .where('review_id', '=', d.id)
      .where('status', '=', 'accepted')
      .execute();
    expect(accepted).toHaveLength(1);
  });

  it('two requesters choose the same time of one expert at once', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    const two = [
      await driver(cast),
      await driver({ ...cast, requester: await t.world.consultant(cast.organization_id) }),
    ];
    // two matters: the same expert is never asked about one matter for two sides
    const claimants = [
      {
        claimant_last_name: 'Ferrante',
        conflict_parties: [{ name: 'Ana Ferrante', role: 'claimant', kind: 'person' }],
      },
      { claimant_last_name: 'Iverson', conflict_parties: [{ name: 'Bo Iverson', role: 'claimant', kind: 'person' }] },
    ];
    for (const [i, d] of two.entries()) {
      await d.to('accepted', { claimant_first_name: i === 0 ? 'Ana' : 'Bo', ...claimants[i] });
    }
    for (const d of two) await d.offered();
    const answers = await Promise.all(
      two.map(async (d) => {
        const [first] = await d.offers();
        return t.request(d.cast.requester, 'POST', d.url('/call'), { offer_id: first?.id, zone: 'America/Chicago' });
      }),
    );
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    expect(answers.find((a) => a.status === 409)?.problem.code).toBe('slot_taken');
    const booked = await t.world.db
      .selectFrom('appointments')
      .select('id')
      .where('expert_profile_id', '=', cast.expert.profile_id)
      .where('status', 'in', ['scheduled', 'tentative'])
      .execute();
    expect(booked).toHaveLength(1);
    // the loser's other times are still there, and one of them works
    const loser = two[answers.findIndex((a) => a.status === 409)] as CaseDriver;
    const left = await loser.offers();
    const again = await t.request(loser.cast.requester, 'POST', loser.url('/call'), {
      offer_id: left[1]?.id,
      zone: 'America/Chicago',
    });
    expect(again.status).toBe(200);
  });

  it('a hundred identical orders are one', async () => {
    const d = await driver();
    await d.draft();
    const price = await d.atShownPrice();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => t.request(d.cast.requester, 'POST', d.url('/submit'), price)),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(99);
  });

  it('the same request with one key, sent twice at once and again later, is carried out once', async () => {
    const d = await driver();
    await d.draft();
    const key = { 'idempotency-key': 'once-and-no-more' };
    const price = await d.atShownPrice();
    const submit = () => t.request(d.cast.requester, 'POST', d.url('/submit'), price, key);
    const { first, second } = await t.world.db.transaction().execute(async (trx) => {
      // whichever comes first is held by the review's row until the other was answered
      await trx.selectFrom('reviews').select('id').where('id', '=', d.id).forUpdate().execute();
      const both = [submit(), submit()];
      const index = await Promise.race(both.map((one, at) => one.then(() => at)));
      const second = await both[index];
      return { first: both[1 - index], second };
    });
    expect(second?.status).toBe(409);
    const answer = await first;
    expect(answer?.status).toBe(200);
    const later = await submit();
    expect(later.status).toBe(200);
    expect(later.body).toEqual(answer?.body);
    expect((await t.request(d.cast.requester, 'POST', d.url('/submit'), { lock_version: 7 }, key)).status).toBe(422);
  });
});

describe('nobody from elsewhere', () => {
  it('a foreign tenant gets 404 from every command and query of a review, and nothing changes', async () => {
    const d = await driver();
    await d.to('selected');
    const foreignOrg = await t.world.organization();
    const outsiders = [
      await t.world.consultant(foreignOrg),
      await t.world.manager(foreignOrg),
      await t.world.person({ role: 'org_admin', organization_id: foreignOrg }),
      // and of the same organization, but not theirs
      await t.world.consultant(d.cast.organization_id),
    ];
    const strangers = [await t.world.expert({}), await t.world.assistantOf((await t.world.expert({})).profile_id)];
    const requesterCalls: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/timeline'],
      ['GET', '/sections/step_one'],
      ['PUT', '/sections/step_one', { version: 0, data: {} }],
      ['GET', '/quote'],
      ['POST', '/submit', {}],
      ['POST', '/actions/cancel', { reason: 'x' }],
      ['POST', '/actions/close', {}],
      ['POST', '/actions/ask_other_experts', { reason: 'x' }],
      ['GET', '/candidates'],
      ['POST', '/candidates/1/select', {}],
      ['GET', '/schedule'],
      ['POST', '/call', { offer_id: 1, zone: 'America/Chicago' }],
      ['POST', '/call/none_fit', { reason: 'x' }],
      ['POST', '/call/propose', { starts_at: '2026-12-01T15:00:00Z', zone: 'America/Chicago' }],
      ['POST', '/call/move', { reason: 'x' }],
      ['POST', '/attendees', { name: 'A', email: 'a@example.test' }],
      ['GET', '/files'],
      ['GET', '/report'],
      ['GET', '/report/pdf'],
      ['POST', '/report/clarify', { reason: 'x' }],
      ['GET', '/ratings/medical_expert'],
      ['PUT', '/ratings/medical_expert', { scores: {} }],
      ['POST', '/chat/channels'],
    ];
    const expertCalls: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/schedule'],
      ['POST', '/time_offers', { starts_at: [], zone: 'America/Chicago' }],
      ['POST', '/call/confirm', {}],
      ['GET', '/files'],
      ['GET', '/report'],
      ['POST', '/report/start', {}],
      ['PUT', '/report/sections/summary', { version: 0, answers: {} }],
      ['POST', '/chat/channels'],
    ];
    const before = await t.world.db.selectFrom('reviews').selectAll().where('id', '=', d.id).executeTakeFirstOrThrow();
    const unexpected: string[] = [];
    const probe = async (who: Person, calls: typeof requesterCalls) => {
      for (const [method, path, body] of calls) {
        const answer = await t.request(who, method as 'GET', d.url(path), body);
        if (answer.status !== 404) unexpected.push(`${method} ${path}: ${answer.status}`);
        if (answer.raw.body.includes('Ferrante')) unexpected.push(`${method} ${path}: names the claimant`);
      }
    };
    for (const who of outsiders) await probe(who, requesterCalls);
    for (const who of strangers) await probe(who, expertCalls);
    expect(unexpected).toEqual([]);
    expect(await t.world.db.selectFrom('reviews').selectAll().where('id', '=', d.id).executeTakeFirstOrThrow()).toEqual(
      before,
    );
    // an id under another kind's path is no id
    expect((await t.request(d.cast.requester, 'GET', `/api/v1/peer_reviews/${d.id}`)).status).toBe(404);
  });

  it('an invitation reaches only the one invited', async () => {
    const d = await driver();
    await d.to('selected');
    const mail = await t.world.db
      .selectFrom('mails')
      .selectAll()
      .where('review_id', '=', d.id)
      .where('template', '=', 'invitation')
      .executeTakeFirstOrThrow();
    const { text } = asSent(t.app.services.keys, mail);
    const asked = await t.request<{ specialty: string; pages: number; needed_by: string }>(
      d.cast.expert,
      'GET',
      `/api/v1/invitations/review-${d.id}`,
    );
    // what it is about stands in the letter: nobody has to sign in to see whether it is theirs
    for (const fact of [
      asked.body.specialty,
      `about ${asked.body.pages} page`,
      dateText(asked.body.needed_by, 'weekday'),
    ])
      expect(text).toContain(fact);
    const token = /case-invite\/([\w-]+)/.exec(text)?.[1] ?? '';
    expect(token.length).toBeGreaterThan(30);
    const open = await t.request<{ state: string; conflict_names: unknown[]; review_id: number | null }>(
      null,
      'GET',
      `/api/v1/invitations/${token}`,
    );
    expect(open.body).toMatchObject({ state: 'open', conflict_names: [], review_id: null });
    const other = d.cast.others[0] as Person;
    expect((await t.request(other, 'POST', `/api/v1/invitations/${token}/accept`, CLEAN_ATTESTATION)).status).toBe(404);
    const stored = await t.world.db
      .selectFrom('invitations')
      .select('hash')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(stored.hash.toString('utf8')).not.toContain(token);
    expect(
      (await t.request(d.cast.expert, 'POST', `/api/v1/invitations/${token}/accept`, CLEAN_ATTESTATION)).status,
    ).toBe(200);
    expect(
      (await t.request(d.cast.expert, 'POST', `/api/v1/invitations/${token}/accept`, CLEAN_ATTESTATION)).status,
    ).toBe(409);
    const after = await t.request<{ state: string }>(null, 'GET', `/api/v1/invitations/${token}`);
    expect(after.body).toMatchObject({ state: 'accepted', conflict_names: [] });
  });

  it('a hidden record never reaches the expert', async () => {
    const d = await driver();
    await d.draft();
    const hidden = await writeRecord(t.world, d.id, 'Internal incident report.pdf', 9, false);
    await d.to('accepted');
    const seen = await t.request(d.cast.expert, 'GET', d.url('/files'));
    expect(seen.raw.body).not.toContain('Internal incident');
    expect((await t.request(d.cast.expert, 'GET', `/api/v1/files/${hidden}`)).status).toBe(404);
    expect((await t.request(d.cast.expert, 'GET', `/api/v1/files/${hidden}/content`)).status).toBe(404);
    expect((await t.request(d.cast.expert, 'GET', d.url('/report'))).raw.body).not.toContain('Internal incident');
    expect((await t.request(d.cast.expert, 'GET', d.url())).raw.body).not.toContain('Internal incident');
  });
});

it('the report form is complete with the answers the tests give', async () => {
  const d = await driver();
  await d.to('reportStarted', { service: 'report_only' });
  const view = await d.must<ReportView>(d.cast.expert, 'GET', d.url('/report'));
  const sections = reportAnswers(view, d.fileId);
  const first = [...sections][0];
  const saved = await t.request<{ version: number }>(d.cast.expert, 'PUT', d.url(`/report/sections/${first?.[0]}`), {
    version: 0,
    answers: first?.[1],
  });
  expect(saved.body.version).toBe(1);
  const stale = await t.request(d.cast.expert, 'PUT', d.url(`/report/sections/${first?.[0]}`), {
    version: 0,
    answers: {},
  });
  expect(stale.status).toBe(409);
  expect(stale.problem.current).toMatchObject({ version: 1 });
});
