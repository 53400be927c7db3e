import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signaturesOf } from '../../src/core/pdf-signature.ts';
import type { Out } from '../../src/core/endpoint.ts';
import type { readUpNext } from '../../src/features/reviews/contract.ts';
import type { EngagementView } from '../../src/features/engagements/contract.ts';
import { unuseRetainer, useRetainer } from '../../src/features/engagements/server/index.ts';
import type { WorkView } from '../../src/features/work/contract.ts';
import { systemCommand, type Tx } from '../../src/platform/command.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* The agreement with an expert and its retainer: proposed, changed, signed, refused, lapsed; paid, used, paid up again, refunded. */
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
/** A matter with a retainer of $5,000, replenished below $1,000, paid. */
async function paid(): Promise<LegalDriver> {
  const d = await matter().to('accepted');
  await d.agreementProposed(cast.requester, {
    hourly_cents: 50_000,
    retainer_cents: 500_000,
    replenish_below_cents: 100_000,
    step_minutes: 6,
  });
  return d.to('retainerPaid');
}
interface Problem {
  code?: string;
  detail?: string;
  errors?: { path: string }[];
}
/** A command of the system's own, as recorded work runs one. */
const inSystem = <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
  systemCommand(t.app.services, { kind: 'system', request_id: 'test' }, run);
const post = (d: LegalDriver, who: Person, path: string, body: unknown) =>
  t.request<EngagementView & Problem>(who, 'POST', d.url(path), body);
const mailed = async (d: LegalDriver, { email }: Person): Promise<string[]> =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', d.id)
      .where('to_email', '=', email)
      .execute()
  ).map(({ template }) => template);
/** Takes an amount as recorded work would. */
const use = async (d: LegalDriver, cause_id: number, cents: number): Promise<number> => {
  const drawn = await inSystem((tx) => useRetainer(tx, { review_id: d.id, cause: 'expense', cause_id, cents }));
  await t.settle();
  return drawn;
};

/** What signs the version that is open, as this person would. */
async function signing(d: LegalDriver, who: Person): Promise<Record<string, unknown>> {
  const { versions, own_name } = await d.agreement(who);
  const open = versions?.find(({ status }) => status === 'open');
  return { version: open?.version, sha256: open?.sha256, name: own_name, consents: true };
}

describe('the agreement', () => {
  it('is proposed, answered with other terms shown as what changed, and signed by both: the very text that was read', async () => {
    const d = matter();
    await t.world.db
      .insertInto('expert_rates')
      .values({
        expert_profile_id: cast.expert.profile_id,
        kind: 'Generic',
        service: '',
        amount_cents: 60_000,
        unit: 'hour',
        from_on: '2020-01-01',
        verified_at: t.clock.now(),
      })
      .execute();
    await d.to('accepted');
    const begins = await d.agreement();
    expect(begins).toMatchObject({ stands: 'none', start_has_rates: true, retainer: null });
    expect(begins.start).toMatchObject({ role: 'testifying', hourly_cents: 60_000, retainer_cents: 600_000 });
    await d.agreementProposed();
    expect(await d.status()).toBe('agreement_proposed');
    expect(await mailed(d, cast.expert)).toContain('agreement_offered');
    const upNext = await t.request<Out<typeof readUpNext>>(cast.expert, 'GET', '/api/v1/up_next');
    expect(upNext.body.tasks).toMatchObject([{ act: 'sign_agreement', path: `/legal-case/${d.id}/agreement` }]);

    await d.agreementProposed(cast.expert, { deposition_hourly_cents: 90_000, no_drafts: true });
    expect(await d.status()).toBe('agreement_countered');
    const [second, first] = (await d.agreement()).versions ?? [];
    expect(first?.status).toBe('superseded');
    expect(second).toMatchObject({
      version: 2,
      by_side: 'expert',
      changes: [
        { label: 'Deposition', was: '$600.00 an hour', now: '$900.00 an hour' },
        { label: 'Drafts', was: 'They are kept', now: 'None are kept' },
      ],
    });
    expect(second?.sha256).toBe(
      createHash('sha256')
        .update(second?.text ?? '')
        .digest('hex'),
    );
    expect(second?.text).toContain('$900.00 an hour');

    await d.agreementSigned();
    expect(await d.status()).toBe('retainer_pending');
    const agreed = await d.agreement();
    expect(agreed.stands).toBe('signed');
    expect(agreed.versions?.[0]?.signatures.map(({ side }) => side)).toEqual(['expert', 'requester']);
    expect(agreed.retainer).toMatchObject({ due_cents: 600_000, balance_cents: 0 });
    const kept = await t.world.db
      .selectFrom('agreement_signatures as s')
      .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
      .select(['s.sha256', 's.ip', 'v.sha256 as of', 's.user_id'])
      .where('v.review_id', '=', d.id)
      .where('v.version', '=', 2)
      .execute();
    expect(kept.map(({ user_id }) => user_id)).toEqual([cast.expert.user_id, cast.requester.user_id]);
    expect(kept.every(({ sha256, of, ip }) => sha256 === of && ip !== '')).toBe(true);
    expect(await mailed(d, cast.requester)).toEqual(expect.arrayContaining(['agreement_signed', 'retainer_asked']));

    // on paper, with who signed it and from where; an assistant does not get it
    const paper = await t.request(cast.expert, 'GET', d.url('/agreement/2/document'));
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    const signature = async (version: number) =>
      signaturesOf(
        Uint8Array.from((await t.request(cast.expert, 'GET', d.url(`/agreement/${version}/document`))).raw.rawPayload),
      );
    expect(await signature(2)).toMatchObject([{ state: 'sound', covers: 'whole' }]);
    // what binds nobody carries none
    expect(await signature(1)).toEqual([]);
    const printed = (await pdfText(paper.raw.rawPayload)).replaceAll(' ', '');
    for (const said of [
      '$900.00 an hour',
      'Certificate of signing',
      agreed.own_name,
      agreed.versions?.[0]?.sha256 ?? '',
    ])
      expect(printed).toContain(said.replaceAll(' ', ''));
    // each of both from the address they signed at
    expect(printed.match(/fromthenetworkaddress127\.0\.0\.1\b/g)).toHaveLength(2);
    expect((await t.request(cast.requester, 'GET', d.url('/agreement/2/document'))).raw.rawPayload).toEqual(
      paper.raw.rawPayload,
    );
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await t.request(assistant, 'GET', d.url('/agreement/2/document'))).status).toBe(403);
    expect((await t.request(cast.others[0] as Person, 'GET', d.url('/agreement/2/document'))).status).toBe(404);
    expect((await t.request(cast.expert, 'GET', d.url('/agreement/9/document'))).status).toBe(404);

    // part of it, then the rest: work begins with the last cent
    const pay = { moved_on: agreed.today, method: 'check', reference: '1001' };
    expect((await post(d, cast.expert, '/retainer/receive', { ...pay, cents: 599_999 })).status).toBe(200);
    expect(await d.status()).toBe('retainer_pending');
    expect((await post(d, cast.admin, '/retainer/receive', { ...pay, cents: 1 })).status).toBe(200);
    expect(await d.status()).toBe('retained');
  });

  it('is signed only as it was read, under one’s own name, by who is asked, with a fresh proof', async () => {
    const d = matter();
    await d.to('agreementProposed');
    await d.freshProof(cast.expert);
    const good = await signing(d, cast.expert);
    const other = await post(d, cast.expert, '/agreement/sign', { ...good, sha256: '0'.repeat(64) });
    expect([other.status, other.body.code]).toEqual([409, 'stale']);
    const name = await post(d, cast.expert, '/agreement/sign', { ...good, name: 'Somebody Else' });
    expect([name.status, name.body.errors?.map(({ path }) => path)]).toEqual([422, ['name']]);
    expect((await post(d, cast.expert, '/agreement/sign', { ...good, consents: false })).status).toBe(400);
    // whoever proposed it does not sign it once more, staff sign for nobody, an assistant neither
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await post(d, cast.requester, '/agreement/sign', good)).status).toBe(409);
    expect((await post(d, cast.matching, '/agreement/sign', good)).status).toBe(403);
    expect((await post(d, assistant, '/agreement/sign', good)).status).toBe(403);
    const superAdmin = await t.world.staff('super_admin');
    expect((await post(d, superAdmin, '/agreement/sign', good)).status).toBe(403);
    await t.world.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(t.clock.now().getTime() - 600_000) })
      .where('user_id', '=', cast.expert.user_id)
      .execute();
    const stale = await post(d, cast.expert, '/agreement/sign', good);
    expect([stale.status, stale.body.code]).toEqual([409, 'reauthentication_required']);
    expect(await d.status()).toBe('agreement_proposed');

    const stranger = await castFor(t.world);
    for (const who of [stranger.requester, stranger.expert, cast.others[0] as Person]) {
      expect((await t.request(who, 'GET', d.url('/agreement'))).status).toBe(404);
      expect((await post(d, who, '/agreement/sign', good)).status).toBe(404);
    }
    // an assistant sees that there is one, and no amount
    const seen = await t.request<EngagementView>(assistant, 'GET', d.url('/agreement'));
    expect(seen.body).toMatchObject({ stands: 'open', versions: null, retainer: null, start: null });
    expect(JSON.stringify(seen.body)).not.toContain('_cents');

    await d.agreementSigned();
    await d.freshProof(cast.expert);
    expect((await post(d, cast.expert, '/agreement/sign', good)).status).toBe(409);
  });

  it('of two who sign and propose at once one wins', async () => {
    const d = matter();
    await d.to('agreementProposed');
    await d.freshProof(cast.expert);
    await d.freshProof(cast.requester);
    const good = await signing(d, cast.expert);
    const { versions, own_name, lock_version } = await d.agreement();
    const again = {
      terms: { ...versions?.[0]?.terms, hourly_cents: 40_000 },
      note: '',
      name: own_name,
      consents: true,
      lock_version,
    };
    const answers = await Promise.all([
      post(d, cast.expert, '/agreement/sign', good),
      post(d, cast.requester, '/agreement/propose', again),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is not proposed with terms that do not hold together, nor where names are still to be cleared', async () => {
    const d = matter();
    await d.to('selected');
    expect((await t.request(cast.expert, 'GET', d.url('/agreement'))).status).toBe(404);
    await d.accepted();
    await d.freshProof(cast.requester);
    const { start, own_name, lock_version } = await d.agreement();
    const sent = {
      terms: { ...start, hourly_cents: 0, cancel_percent: 0 },
      name: own_name,
      consents: true,
      lock_version,
    };
    const refused = await post(d, cast.requester, '/agreement/propose', sent);
    expect([refused.status, refused.body.errors?.map(({ path }) => path)]).toEqual([
      422,
      ['terms.hourly_cents', 'terms.cancel_percent'],
    ]);
    expect((await post(d, cast.matching, '/agreement/propose', { ...sent, terms: start })).status).toBe(403);
    expect(
      (await post(d, cast.expert, '/retainer/receive', { cents: 1, moved_on: '2026-01-01', method: 'wire' })).status,
    ).toBe(409);
  });

  it('refused or lapsed it leads back to matching, and the next expert sees nothing of it', async () => {
    const d = matter();
    await d.to('agreementProposed');
    expect((await post(d, cast.expert, '/agreement/refuse', { reason: '' })).status).toBe(400);
    expect((await post(d, cast.expert, '/agreement/refuse', { reason: 'The retainer is too low.' })).status).toBe(200);
    expect(await d.status()).toBe('matching');
    expect(await mailed(d, cast.requester)).toContain('agreement_ended');
    expect((await t.request(cast.expert, 'GET', d.url())).status).toBe(404);
    await t.settle();

    const next = cast.others[0] as Cast['expert'];
    const invited = await t.request(cast.matching, 'POST', d.url('/invitations'), {
      expert_profile_ids: [next.profile_id],
    });
    expect(invited.status).toBe(201);
    expect((await t.request(next, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION)).status).toBe(
      200,
    );
    await t.settle();
    expect((await d.agreement(next)).versions).toEqual([]);
    expect((await d.agreement()).versions?.map(({ status }) => status)).toEqual(['refused']);

    await d.agreementProposed();
    t.clock.advance({ days: 15 });
    await t.settle();
    expect(await d.status()).toBe('matching');
    expect((await d.agreement()).versions?.map(({ status }) => status)).toEqual(['lapsed', 'refused']);
  });
});

describe('the retainer', () => {
  it('is used once for each cause, asked for again below the mark, rests the work at nothing, and resumes it', async () => {
    const d = await paid();
    expect(await use(d, 1001, 350_000)).toBe(350_000);
    expect(await use(d, 1001, 350_000)).toBe(350_000);
    expect((await d.agreement()).retainer).toMatchObject({ balance_cents: 150_000, due_cents: 0 });
    await use(d, 1002, 60_000);
    expect((await d.agreement()).retainer).toMatchObject({ balance_cents: 90_000, due_cents: 410_000 });
    // what is corrected comes back
    await inSystem((tx) => unuseRetainer(tx, { review_id: d.id, cause: 'expense', cause_id: 1002 }));
    expect((await d.agreement()).retainer).toMatchObject({ balance_cents: 150_000 });
    // no more than there is
    expect(await use(d, 1003, 200_000)).toBe(150_000);
    expect(await d.status()).toBe('on_hold');
    expect((await d.agreement()).retainer?.rests_since).not.toBeNull();
    await d.retainerPaid();
    expect(await d.status()).toBe('retained');
    const { retainer } = await d.agreement();
    expect(retainer).toMatchObject({
      received_cents: 910_000,
      used_cents: 500_000,
      balance_cents: 410_000,
      due_cents: 0,
      rests_since: null,
    });
    expect(retainer?.movements.map(({ event }) => event).toReversed()).toEqual([
      'asked',
      'received',
      'used',
      'used',
      'asked',
      'unused',
      'used',
      'received',
    ]);
  });

  it('is used by time as it is recorded, in the steps and at the rate that were agreed, and given back by a correction', async () => {
    const d = await paid();
    const url = (rest: string) => d.url(`/work/${rest}`);
    const task = { type: 'record_review', rate: { cents: 50_000, per: 'hour' }, budget_minutes: 120 };
    const asked = await t.request<WorkView>(cast.requester, 'POST', url('tasks'), task);
    expect(asked.body).toMatchObject({
      step_minutes: 6,
      retainer_cents: 500_000,
      agreed_rates: { record_review: { cents: 50_000, per: 'hour' } },
    });
    // no other rate than the one both signed
    const other = await t.request(cast.requester, 'POST', url('tasks'), { ...task, rate: { cents: 100, per: 'hour' } });
    expect([other.status, other.problem.errors.map(({ path }) => path)]).toEqual([422, ['rate']]);
    const { today } = await d.agreement();
    const entry = { worked_on: today, minutes: 7, narrative: 'Read the chart.' };
    const recorded = await t.request<WorkView>(
      cast.expert,
      'POST',
      url(`tasks/${asked.body.tasks[0]?.id}/entries`),
      entry,
    );
    expect(recorded.body).toMatchObject({ entries: [{ minutes: 12 }], retainer_cents: 490_000 });
    expect((await d.agreement()).retainer?.movements[0]).toMatchObject({ event: 'used', cents: 10_000 });
    const back = await t.request<WorkView>(
      cast.expert,
      'POST',
      url(`entries/${recorded.body.entries[0]?.id}/correct`),
      {
        instead: null,
        reason: 'That was another matter.',
      },
    );
    expect([back.status, back.body.retainer_cents]).toEqual([200, 500_000]);
  });

  it('100 uses at once take what there is, to the cent', async () => {
    const d = await paid();
    const drawn = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        inSystem((tx) => useRetainer(tx, { review_id: d.id, cause: 'expense', cause_id: at + 1, cents: 7_001 })),
      ),
    );
    expect(drawn.reduce((sum, cents) => sum + cents, 0)).toBe(500_000);
    expect((await d.agreement()).retainer).toMatchObject({ balance_cents: 0, used_cents: 500_000 });
  });

  it('is waived or refunded by who keeps it, with a reason, and never below nothing', async () => {
    const d = matter();
    await d.to('agreementSigned');
    const { today } = await d.agreement();
    expect((await post(d, cast.requester, '/retainer/waive', { reason: 'We would rather not.' })).status).toBe(403);
    const refund = { cents: 1, moved_on: today, method: 'check', reference: '', reason: 'The matter settled.' };
    expect((await post(d, cast.expert, '/retainer/refund', refund)).status).toBe(409);
    expect((await post(d, cast.expert, '/retainer/waive', { reason: 'We know each other.' })).status).toBe(200);
    expect(await d.status()).toBe('retained');
    expect((await post(d, cast.expert, '/retainer/waive', { reason: 'Again.' })).status).toBe(409);
    const ahead = await post(d, cast.expert, '/retainer/receive', { cents: 5, moved_on: '2099-01-01', method: 'ach' });
    expect(ahead.status).toBe(422);
    await post(d, cast.expert, '/retainer/receive', { cents: 10_000, moved_on: today, method: 'ach' });
    expect((await post(d, cast.expert, '/retainer/refund', { ...refund, cents: 10_001 })).status).toBe(422);
    const back = await post(d, cast.admin, '/retainer/refund', { ...refund, cents: 4_000 });
    expect(back.body.retainer).toMatchObject({ balance_cents: 6_000, refunded_cents: 4_000 });
    const stranger = await castFor(t.world);
    for (const path of ['/retainer/waive', '/retainer/refund', '/retainer/ask', '/retainer/receive'])
      expect((await post(d, stranger.expert, path, { ...refund, cents: 1 })).status).toBe(404);
    expect(
      (await post(d, cast.expert, '/retainer/ask', { cents: 50_000, reason: 'Trial is near.' })).body.retainer,
    ).toMatchObject({
      due_cents: 50_000,
    });
  });
});

describe('the end of the retainer', () => {
  it('a refund after the matter is concluded asks for nothing and holds nothing', async () => {
    const d = await paid();
    await use(d, 2001, 100_000);
    await d.concluded();
    const { today, retainer } = await d.agreement();
    const refund = { moved_on: today, method: 'check', reference: '7', reason: 'The matter has ended.' };
    const back = await post(d, cast.expert, '/retainer/refund', { ...refund, cents: retainer?.balance_cents });
    expect(back.status).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('closeout_pending');
    expect((await d.agreement()).retainer).toMatchObject({ balance_cents: 0, due_cents: 0, rests_since: null });
  });

  it('what is waived is not asked for again, and work that was suspended for it resumes', async () => {
    const d = await paid();
    await use(d, 2011, 500_000);
    expect(await d.status()).toBe('on_hold');
    expect(
      (await post(d, cast.expert, '/retainer/waive', { reason: 'The last hours go on the statement.' })).status,
    ).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('retained');
    expect((await d.agreement()).retainer).toMatchObject({ due_cents: 0, rests_since: null });
  });

  it('a hold that was lifted by an admin is theirs: what is paid later ends no other', async () => {
    const d = await paid();
    await use(d, 2021, 500_000);
    const act = (action: string) =>
      d.must(cast.admin, 'POST', d.url(`/actions/${action}`), { reason: 'As agreed by phone.' });
    await act('resume');
    await t.settle();
    await act('hold');
    await d.retainerPaid();
    expect(await d.status()).toBe('on_hold');
  });
});

describe('an expert who leaves', () => {
  it('leaves nothing due: who comes next is paid as they agreed, and the certificate names who signed', async () => {
    const d = matter();
    await d.to('agreementSigned');
    expect(
      (
        await post(d, cast.expert, '/agreement/withdraw', {
          reason: 'I am ill for months.',
          handover: 'The chart is read to page 40.',
        })
      ).status,
    ).toBe(200);
    await t.settle();
    expect((await d.agreement()).retainer).toMatchObject({ due_cents: 0 });
    const before = await t.request(cast.requester, 'GET', d.url('/agreement/1/document'));
    const { first_name, last_name } = await t.world.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', cast.expert.user_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(await pdfText(before.raw.rawPayload)).toContain(`For ${first_name} ${last_name}`);
    await d.replaced();
    t.clock.advance({ hours: 1 });
    const next = cast.others[0] as Cast['expert'];
    await t.request(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [next.profile_id] });
    await t.request(next, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
    await t.settle();
    await d.agreementProposed(cast.requester, {
      retainer_cents: 300_000,
      replenish_below_cents: 0,
      holds_when_used_up: false,
      budget_cents: null,
    });
    await d.freshProof(next);
    await d.must(next, 'POST', d.url('/agreement/sign'), await signing(d, next));
    const agreed = await d.agreement(next);
    expect(agreed.retainer).toMatchObject({ due_cents: 300_000 });
    // of the one before them nothing is seen
    expect(agreed.retainer?.movements).toMatchObject([{ event: 'asked', cents: 300_000 }]);
    expect(agreed.versions).toHaveLength(1);
  });

  it('withdraws: what was agreed ends, a set call is off, and another is looked for', async () => {
    const d = await paid();
    await d.conferenceAsked();
    await d.offered();
    await d.timeChosen();
    expect((await post(d, cast.requester, '/agreement/withdraw', { reason: 'No.' })).status).toBe(403);
    expect(
      (
        await post(d, cast.expert, '/agreement/withdraw', {
          reason: 'I am ill for months.',
          handover: 'The chart is read to page 40.',
        })
      ).status,
    ).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('expert_withdrawn');
    const call = await t.world.db
      .selectFrom('appointments')
      .select('status')
      .where('review_id', '=', d.id)
      .executeTakeFirst();
    expect(call?.status).toBe('cancelled');
    expect((await t.request(cast.expert, 'GET', d.url())).status).toBe(404);
    expect(await mailed(d, cast.requester)).toContain('expert_withdrew');
    await d.replaced();
    expect(await d.status()).toBe('matching');
    // what is left of the retainer stays the firm's, and is refunded or counts for the next
    expect((await d.agreement(cast.admin)).retainer).toMatchObject({ balance_cents: 500_000 });
  });

  it('of a conflict that came to light: cleared it goes on where it was, confirmed it ends for good', async () => {
    const d = await paid();
    const report = () =>
      t.request(cast.expert, 'POST', d.url('/actions/report_conflict'), { reason: 'My brother joined the firm.' });
    expect((await report()).status).toBe(200);
    expect(await d.status()).toBe('conflicted');
    expect(
      (await t.request(cast.requester, 'POST', d.url('/actions/clear_conflict'), { reason: 'Fine.' })).status,
    ).toBe(403);
    expect(
      (await t.request(cast.matching, 'POST', d.url('/actions/clear_conflict'), { reason: 'Another firm.' })).status,
    ).toBe(200);
    expect(await d.status()).toBe('retained');
    expect((await post(d, cast.matching, '/agreement/confirm_conflict', { reason: 'So.' })).status).toBe(409);
    await report();
    expect((await post(d, cast.matching, '/agreement/confirm_conflict', { reason: 'The same firm.' })).status).toBe(
      200,
    );
    expect(await d.status()).toBe('matching');
    const again = await t.request(cast.matching, 'POST', d.url('/invitations'), {
      expert_profile_ids: [cast.expert.profile_id],
    });
    expect(again.status).toBe(422);
  });
});
