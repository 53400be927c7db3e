import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DisclosureView } from '../../src/features/disclosure/contract.ts';
import type { EngagementView } from '../../src/features/engagements/contract.ts';
import { useRetainer } from '../../src/features/engagements/server/index.ts';
import { systemCommand } from '../../src/platform/command.ts';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Changing what both sides signed, while the expert works: the role, the money, whether drafts are kept. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

interface Problem {
  code?: string;
  errors?: { path: string }[];
}
const post = (d: LegalDriver, who: Person, path: string, body: unknown) =>
  t.request<EngagementView & Problem>(who, 'POST', d.url(`/agreement/${path}`), body);
const mailed = async (d: LegalDriver, { email }: Person): Promise<string[]> =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', d.id)
      .where('to_email', '=', email)
      .execute()
  ).map(({ template }) => template);
const told = async (d: LegalDriver, who: Person): Promise<string> =>
  JSON.stringify((await t.request(who, 'GET', d.url('/timeline'))).body);

/** A matter on which the expert advises, with a retainer of $5,000 that was paid. */
async function advised(): Promise<LegalDriver> {
  const d = await new LegalDriver(inApp(t, cast)).to('accepted');
  await d.agreementProposed(cast.requester, { role: 'consulting', retainer_cents: 500_000 });
  await d.to('retainerPaid');
  expect(await d.status()).toBe('retained');
  return d;
}

/** Proposes to change these terms of what holds. */
async function amend(d: LegalDriver, who: Person, terms: Partial<EngagementTerms>, over: object = {}) {
  await d.freshProof(who);
  const { start, own_name, versions } = await d.agreement(who);
  const open = versions?.find(({ status }) => status === 'open');
  const answer = await post(d, who, 'amend', {
    terms: { ...start, ...terms },
    name: own_name,
    consents: true,
    amends: versions?.find(({ status }) => status === 'signed')?.version ?? 1,
    answers: open?.version ?? null,
    ...over,
  });
  await t.settle();
  return answer;
}

/** Takes an amount of the retainer as recorded work would. */
async function systemUse(d: LegalDriver, cents: number): Promise<void> {
  await systemCommand(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
    useRetainer(tx, { review_id: d.id, cause: 'expense', cause_id: 7001, cents }),
  );
  await t.settle();
}

/** What signs the change that is open, as this person would. */
async function signing(d: LegalDriver, who: Person): Promise<Record<string, unknown>> {
  await d.freshProof(who);
  const { versions, own_name } = await d.agreement(who);
  const open = versions?.find(({ status }) => status === 'open');
  return { version: open?.version, sha256: open?.sha256, name: own_name, consents: true };
}

describe('a change of what both signed', () => {
  it('makes an adviser a witness once both have signed it, on the timeline, and what hangs on the role follows', async () => {
    const d = await advised();
    const before = await d.agreement();
    expect(before).toMatchObject({ stands: 'signed', writing: { role: 'consulting', no_drafts: false } });
    expect(before.can).toMatchObject({ amend: true, sign_amendment: false, decline_amendment: false });
    const packet = () => d.must<DisclosureView>(cast.requester, 'GET', d.url('/disclosure'));
    expect((await packet()).no_packet).toContain('consultant');

    expect((await amend(d, cast.requester, { role: 'testifying', no_drafts: true })).status).toBe(200);
    // until both have signed it, what was agreed holds
    const open = await d.agreement(cast.expert);
    expect(open).toMatchObject({ stands: 'signed', writing: { role: 'consulting' } });
    expect(open.versions?.map(({ status, amends }) => [status, amends])).toEqual([
      ['open', 1],
      ['signed', null],
    ]);
    expect(open.versions?.[0]?.changes.map(({ label }) => label)).toEqual(['Role', 'Drafts']);
    expect(open.versions?.[0]?.text).toContain('this replaces version 1, signed by both on');
    expect(open.versions?.[0]?.text).toContain('what the expert considered until now may have to be disclosed');
    expect((await packet()).no_packet).toContain('consultant');
    expect(await d.status()).toBe('retained');
    expect(await mailed(d, cast.expert)).toContain('amendment_offered');

    // whoever proposed it does not sign it, nor staff, nor an assistant; for a stranger it is not there
    const good = await signing(d, cast.expert);
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await post(d, cast.requester, 'sign_amendment', { ...good })).status).toBe(409);
    for (const who of [cast.matching, cast.admin, assistant])
      expect((await post(d, who, 'sign_amendment', good)).status).toBe(403);
    const stranger = await castFor(t.world, PASSWORD_HASH);
    for (const who of [stranger.requester, stranger.expert, cast.others[0] as Person])
      for (const [path, body] of [
        ['sign_amendment', good],
        ['decline_amendment', { version: 2, reason: 'No' }],
        ['amend', { ...good, terms: open.start, amends: 1, answers: null }],
      ] as const)
        expect((await post(d, who, path, body)).status).toBe(404);
    const stale = await post(d, cast.expert, 'sign_amendment', { ...good, sha256: '0'.repeat(64) });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await post(d, cast.expert, 'sign_amendment', { ...good, name: 'Somebody Else' })).status).toBe(422);

    const signed = await post(d, cast.expert, 'sign_amendment', good);
    await t.settle();
    expect(signed.body).toMatchObject({ stands: 'signed', writing: { role: 'testifying', no_drafts: true } });
    expect(signed.body.versions?.map(({ status }) => status)).toEqual(['signed', 'replaced']);
    expect(signed.body.agreed_at).toBe(before.agreed_at);
    expect((await packet()).no_packet).toBeNull();
    for (const who of [cast.requester, cast.expert])
      expect(await told(d, who)).toContain('signed that the consulting expert becomes a testifying expert');
    expect(await mailed(d, cast.requester)).toContain('amendment_signed');
    // an assistant is told the role, and no amount
    const seen = await t.request<EngagementView>(assistant, 'GET', d.url('/agreement'));
    expect(seen.body).toMatchObject({ versions: null, writing: { role: 'testifying', no_drafts: true } });
    expect(JSON.stringify(seen.body)).not.toContain('_cents');
    // both documents stay, each as it was signed
    const words = async (version: number) =>
      (
        await pdfText((await t.request(cast.expert, 'GET', d.url(`/agreement/${version}/document`))).raw.rawPayload)
      ).replaceAll(/\s/g, '');
    expect(await words(2)).toContain('thisreplacesversion1');
    expect(await words(1)).not.toContain('thisreplacesversion');
  });

  it('asks for the more of a retainer, and leaves what was less where it is', async () => {
    const d = await advised();
    await amend(d, cast.expert, { retainer_cents: 800_000, hourly_cents: 70_000 });
    expect((await post(d, cast.requester, 'sign_amendment', await signing(d, cast.requester))).status).toBe(200);
    expect((await d.agreement()).retainer).toMatchObject({ due_cents: 300_000, balance_cents: 500_000 });
    expect(await d.status()).toBe('retained');
    // the rates of work are those that hold now
    const work = await t.request<{ agreed_rates: object }>(cast.expert, 'GET', d.url('/work'));
    expect(work.body.agreed_rates).toMatchObject({ record_review: { cents: 70_000 } });
    await t.settle();
    // what that makes of an hour of theirs is told to the expert alone
    const fees = () =>
      t.world.db
        .selectFrom('mails')
        .select(['to_email', 'text'])
        .where('review_id', '=', d.id)
        .where('template', '=', 'fee_changed')
        .execute();
    const [fee, ...others] = await fees();
    expect([fee?.to_email, others]).toEqual([cast.expert.email, []]);
    expect(fee?.text).toMatch(/An hour of work\W+\$490\.00 instead of \$525\.00/);
    await amend(d, cast.requester, { retainer_cents: 100_000, replenish_below_cents: 0, holds_when_used_up: false });
    expect((await post(d, cast.expert, 'sign_amendment', await signing(d, cast.expert))).status).toBe(200);
    // of what was asked for and not paid, what a smaller one has no use for is waived
    expect((await d.agreement()).retainer).toMatchObject({ due_cents: 0, balance_cents: 500_000 });
    // raised again, what was paid is not asked for twice
    await amend(d, cast.expert, { retainer_cents: 500_000 });
    expect((await post(d, cast.requester, 'sign_amendment', await signing(d, cast.requester))).status).toBe(200);
    expect((await d.agreement()).retainer).toMatchObject({ due_cents: 0, balance_cents: 500_000 });
    await t.settle();
    expect(await fees()).toHaveLength(1);
  });

  it('is answered by another, declined, taken back, or lapses: nothing changes by that', async () => {
    const d = await advised();
    await amend(d, cast.requester, { role: 'testifying' });
    // who answers what is not there any longer is told so
    const blind = await amend(d, cast.expert, { role: 'testifying', hourly_cents: 90_000 }, { answers: null });
    expect([blind.status, blind.body.code]).toEqual([409, 'stale']);
    expect((await amend(d, cast.expert, { role: 'testifying', hourly_cents: 90_000 })).status).toBe(200);
    const answered = await d.agreement();
    expect(answered.versions?.map(({ status, amends }) => [status, amends])).toEqual([
      ['open', 1],
      ['superseded', 1],
      ['signed', null],
    ]);
    expect(answered.can).toMatchObject({ sign_amendment: true, decline_amendment: true });
    expect((await post(d, cast.requester, 'decline_amendment', { version: 3, reason: '' })).status).toBe(400);
    // what one takes back unread is not another’s answer
    const unread = await post(d, cast.requester, 'decline_amendment', { version: 2, reason: 'Mine.' });
    expect([unread.status, unread.body.code]).toEqual([409, 'stale']);
    expect((await post(d, cast.requester, 'decline_amendment', { version: 3, reason: 'Too much.' })).status).toBe(200);
    await t.settle();
    expect(await mailed(d, cast.expert)).toContain('amendment_ended');
    expect((await post(d, cast.requester, 'decline_amendment', { version: 3, reason: 'Once more' })).status).toBe(409);

    await amend(d, cast.requester, { role: 'testifying' });
    expect((await post(d, cast.requester, 'decline_amendment', { version: 4, reason: 'We settled.' })).status).toBe(
      200,
    );

    await amend(d, cast.requester, { role: 'testifying' });
    t.clock.advance({ days: 15 });
    await t.settle();
    const after = await d.agreement();
    expect(after).toMatchObject({ stands: 'signed', writing: { role: 'consulting' } });
    expect(after.versions?.map(({ status }) => status)).toEqual([
      'lapsed',
      'refused',
      'refused',
      'superseded',
      'signed',
    ]);
    expect(await d.status()).toBe('retained');
    await d.freshProof(cast.expert);
    const { own_name } = await d.agreement(cast.expert);
    const late = { version: 5, sha256: after.versions?.[0]?.sha256, name: own_name, consents: true };
    expect((await post(d, cast.expert, 'sign_amendment', late)).status).toBe(409);
  });

  it('is proposed only with a term that differs, a fresh proof, and while the expert works', async () => {
    const d = await new LegalDriver(inApp(t, cast)).to('agreementProposed');
    const early = await amend(d, cast.requester, { role: 'consulting' });
    expect([early.status, early.body.code]).toEqual([409, 'wrong_state']);
    await d.to('retainerPaid');
    const same = await amend(d, cast.requester, {});
    expect([same.status, same.body.errors?.map(({ path }) => path)]).toEqual([422, ['terms.role']]);
    const bad = await amend(d, cast.requester, { hourly_cents: 0 });
    expect([bad.status, bad.body.errors?.map(({ path }) => path)]).toEqual([422, ['terms.hourly_cents']]);
    await t.world.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(t.clock.now().getTime() - 600_000) })
      .where('user_id', '=', cast.requester.user_id)
      .execute();
    const { start, own_name } = await d.agreement();
    const unproven = await post(d, cast.requester, 'amend', {
      terms: { ...start, role: 'consulting' },
      name: own_name,
      consents: true,
      amends: 1,
      answers: null,
    });
    expect([unproven.status, unproven.body.code]).toEqual([409, 'reauthentication_required']);

    expect((await amend(d, cast.requester, { role: 'consulting' })).status).toBe(200);
    await d.must(cast.admin, 'POST', d.url('/actions/hold'), { reason: 'The court stays the matter.' });
    const good = await signing(d, cast.expert);
    const held = await post(d, cast.expert, 'sign_amendment', good);
    expect([held.status, held.body.code]).toEqual([409, 'wrong_state']);
    expect((await d.agreement()).can).toMatchObject({ amend: false, sign_amendment: false, decline_amendment: true });
    // while the matter rests nothing lapses, and either may end it
    t.clock.advance({ days: 15 });
    await t.settle();
    expect((await d.agreement()).versions?.[0]?.status).toBe('open');
    const version = (await d.agreement()).versions?.[0]?.version;
    expect((await post(d, cast.expert, 'decline_amendment', { version, reason: 'Not now.' })).status).toBe(200);
  });

  it('is proposed on what was read: another agreement that holds since is read first', async () => {
    const d = await advised();
    await amend(d, cast.requester, { role: 'testifying' });
    expect((await post(d, cast.expert, 'sign_amendment', await signing(d, cast.expert))).status).toBe(200);
    const late = await amend(d, cast.requester, { hourly_cents: 90_000 }, { amends: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'stale']);
  });

  it('changes when work rests, and ends with the matter', async () => {
    const d = await advised();
    await systemUse(d, 500_000);
    expect(await d.status()).toBe('on_hold');
    await d.must(cast.admin, 'POST', d.url('/actions/resume'), {});
    await t.settle();
    await amend(d, cast.requester, { replenish_below_cents: 50_000, holds_when_used_up: true, hourly_cents: 61_000 });
    await post(d, cast.expert, 'sign_amendment', await signing(d, cast.expert));
    await t.settle();
    expect(await d.status()).toBe('on_hold');
  });

  it('of two who sign it and propose another at once one wins', async () => {
    const d = await advised();
    await amend(d, cast.requester, { role: 'testifying' });
    const good = await signing(d, cast.expert);
    await d.freshProof(cast.requester);
    const { start, own_name } = await d.agreement();
    const answers = await Promise.all([
      post(d, cast.expert, 'sign_amendment', good),
      post(d, cast.requester, 'amend', {
        terms: { ...start, role: 'consulting_first' },
        name: own_name,
        consents: true,
        amends: 1,
        answers: good['version'],
      }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
