import { type Cast, castFor, CLEAN_ATTESTATION, writeRecord, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';
import { completeSections } from './reviews-world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

function driver(cast: Cast): CaseDriver {
  return new CaseDriver(inApp(t, cast));
}
const boardOf = (d: CaseDriver) => d.must<MatchingBoard>(d.cast.matching, 'GET', d.url('/matching'));
const ranks = async (d: CaseDriver, profileId: number): Promise<boolean> =>
  (await boardOf(d)).ranking.candidates.some((c) => c.profile_id === profileId);

describe('an expert released after a decided conflict', () => {
  const names = (claimant: string, facility: string) => ({
    claimant_last_name: claimant,
    defendants: [{ name: `${facility} Physicians` }],
    facility,
    conflict_parties: [{ name: `Ana ${claimant}`, role: 'claimant', kind: 'person' }],
  });

  it('is never eligible again on the matter, nor on one with the same names, in any organization', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    const { profile_id } = cast.expert;
    const d = driver(cast);
    await d.to('selected', names('Quillfeather', 'Brackenridge Memorial'));
    const disclosed = {
      answers: { ...CLEAN_ATTESTATION.answers, relation: true },
      disclosure: 'We share a practice.',
    };
    await d.must(cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/accept`, disclosed);
    const waiting = (await boardOf(d)).invitations.find((i) => i.needs_decision);
    await d.must(cast.matching, 'POST', d.url(`/invitations/${waiting?.id}/decision`), { decision: 'hard' });
    // at once, before anything else has been told
    expect(await d.status()).toBe('matching');
    expect(await ranks(d, profile_id)).toBe(false);
    await t.settle();
    expect(await ranks(d, profile_id)).toBe(false);
    for (const [path, body] of [
      ['/candidates', { expert_profile_ids: [profile_id] }],
      ['/invitations', { expert_profile_ids: [profile_id] }],
    ] as const)
      expect((await t.request(cast.matching, 'POST', d.url(path), body)).status).toBe(422);

    // names written anew do not make the expert eligible on that matter
    const step = await d.must<{ version: number; data: Record<string, unknown> }>(
      cast.requester,
      'GET',
      d.url('/sections/step_one'),
    );
    const other = {
      claimant_last_name: 'Zabriskie',
      defendants: [{ name: 'Northpole Clinic' }],
      facility: 'Northpole',
    };
    await d.must(cast.requester, 'PUT', d.url('/sections/step_one'), {
      version: step.version,
      data: { ...step.data, ...other },
    });
    expect(await ranks(d, profile_id)).toBe(false);

    const elsewhere: Cast = { ...(await castFor(t.world, PASSWORD_HASH)), expert: cast.expert };
    for (const [fields, eligible] of [
      [names('Quillfeather', 'Elsewhere Hospital'), false],
      [names('Somebody', 'Brackenridge Memorial'), false],
      [names('Nobody-Known', 'Unrelated Center'), true],
    ] as const) {
      const second = driver(elsewhere);
      await second.to('released', { ...fields, claim_number: `E-${fields.facility}` });
      expect(await ranks(second, profile_id)).toBe(eligible);
    }
  });
});

describe('an organization that runs itself', () => {
  it('gets experts presented blind, and after three invitations in vain the matching team is alarmed', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH, 'saas');
    const [alerted, quiet] = [await t.world.staff('matching_admin'), await t.world.staff('matching_admin')];
    await t.world.db
      .updateTable('users')
      .set({ feature_flags: JSON.stringify({ enable_admin_alert_emails: true }) as never })
      .where('id', '=', alerted.user_id)
      .execute();
    for (let n = 0; n < 6; n += 1) await t.world.expert({ first_name: 'Unseen', last_name: `Secretname${n}` });
    const d = driver(cast);
    const ids = await t.world.specialty();
    const made = await d.must<{ review_id: number }>(cast.requester, 'POST', '/api/v1/cases', {
      sections: completeSections(ids, {
        service: 'report_only',
        conflict_parties: [{ name: 'Ilse Unheard', role: 'claimant', kind: 'person' }],
        claimant_last_name: 'Unheard',
        claimant_first_name: 'Ilse',
        defendants: [{ name: 'Plainview Surgery' }],
      }),
    });
    d.id = made.review_id;
    await writeRecord(t.world, d.id);
    await d.submitted();
    const mailed = async (who: Person) =>
      (
        await t.world.db
          .selectFrom('mails')
          .select('template')
          .where('review_id', '=', d.id)
          .where('to_user_id', '=', who.user_id)
          .where('status', '<>', 'suppressed')
          .execute()
      ).map((m) => m.template);
    const turnedDown: string[] = [];
    for (let round = 1; round <= 3; round += 1) {
      expect(await d.status()).toBe('expert_selection');
      const shown = await t.request<{ candidates: { id: number; code: string; name: string | null }[] }>(
        cast.requester,
        'GET',
        d.url('/candidates'),
      );
      expect(shown.body.candidates).toHaveLength(3);
      // whoever had no time for it is not asked about it again while there are others
      for (const { code } of shown.body.candidates) expect(turnedDown).not.toContain(code);
      turnedDown.push(shown.body.candidates[0]?.code ?? '');
      expect(shown.body.candidates.every((c) => c.name === null)).toBe(true);
      expect(JSON.stringify(shown.body)).not.toContain('Secretname');
      expect(await mailed(alerted)).toEqual([]);
      await d.must(cast.requester, 'POST', d.url(`/candidates/${shown.body.candidates[0]?.id}/select`), {});
      const invited = await t.world.db
        .selectFrom('invitations')
        .innerJoin('profiles', 'profiles.id', 'invitations.expert_profile_id')
        .select(['profiles.user_id', 'profiles.id'])
        .where('review_id', '=', d.id)
        .orderBy('invitations.id', 'desc')
        .executeTakeFirstOrThrow();
      const headers = await t.world.signIn(invited.user_id);
      const decline = () =>
        t.request(
          { headers },
          'POST',
          `/api/v1/invitations/review-${d.id}/decline`,
          {
            reason: 'leave',
          },
          { 'idempotency-key': `decline-${d.id}-${round}` },
        );
      const declined = await decline();
      expect(declined.status).toBe(204);
      // the answer may have been lost on the way: who ended their own sight of it is told again
      expect((await decline()).status).toBe(204);
      await t.settle();
    }
    // nothing is presented any more by itself: a person has to look
    expect(await d.status()).toBe('matching');
    expect(await mailed(alerted)).toEqual(['matching_alarm']);
    expect(await mailed(quiet)).toEqual([]);
    const detail = await t.request<ReviewDetail>(quiet, 'GET', d.url());
    expect(detail.body).toMatchObject({ matching_status: 'exhausted', act: 'Find an expert by hand', yours: true });
    const board = await t.request<MatchingBoard>(quiet, 'GET', d.url('/matching'));
    expect(board.body.failed_invitations).toBe(3);
    const said = board.body.ranking.candidates.filter((one) => turnedDown.includes(one.code));
    expect(said).toHaveLength(3);
    for (const { reasons } of said)
      expect(reasons.map(({ text }) => text).join()).toMatch(/Declined this review on .*: I am on leave/i);
    const list = await t.request<{ data: { id: number; act: string }[] }>(quiet, 'GET', '/api/v1/cases?bucket=active');
    expect(list.body.data.find((r) => r.id === d.id)?.act).toBe('Find an expert by hand');
  });
});

describe('what a requester wishes of the expert', () => {
  const ordered = async (platform: 'managed' | 'saas', wishes: Record<string, unknown>) => {
    const cast = await castFor(t.world, PASSWORD_HASH, platform);
    const d = driver(cast);
    const ids = await t.world.specialty();
    const sections = completeSections(ids, {
      claimant_first_name: 'Odile',
      claimant_last_name: `Wishwell${cast.organization_id}`,
      defendants: [{ name: `Wishwell Surgery ${cast.organization_id}` }],
      conflict_parties: [{ name: `Odile Wishwell${cast.organization_id}`, role: 'claimant', kind: 'person' }],
    });
    const made = await d.must<{ review_id: number }>(cast.requester, 'POST', '/api/v1/cases', {
      sections: { ...sections, step_two: { ...ids, ...wishes } },
    });
    d.id = made.review_id;
    await writeRecord(t.world, d.id);
    await d.submitted();
    return d;
  };

  it('stands on the board of the matching desk, word for word', async () => {
    const second = await t.world.specialty('Vascular surgery', 'General');
    const d = await ordered('managed', {
      preferred_expert: 'Dr. Philippa Onderwater',
      second_specialty_id: second.specialty_id,
      gender_preference: 'A woman, the claimant asks for it',
      language_preference: 'Portuguese',
      number_of_experts: 2,
      testimony: 'may_testify',
      sides_balance: 'balanced',
    });
    await d.released();
    const { need } = await boardOf(d);
    expect(need).toEqual(
      expect.arrayContaining([
        { label: 'Would like', value: 'Dr. Philippa Onderwater' },
        { label: 'Second specialty', value: 'Vascular surgery' },
        { label: 'Gender', value: 'A woman, the claimant asks for it' },
        { label: 'Language', value: 'Portuguese' },
        { label: 'How many', value: '2 experts' },
        { label: 'Testimony', value: 'May be asked to testify' },
        { label: 'Other work', value: 'Both sides, about evenly' },
      ]),
    );
    const plain = await ordered('managed', {});
    await plain.released();
    for (const label of ['Would like', 'Second specialty', 'Gender', 'Language', 'How many', 'Testimony', 'Other work'])
      expect((await boardOf(plain)).need.map((n) => n.label)).not.toContain(label);
  });

  it('where experts are presented by themselves, who was asked for is among them, unnamed like the others', async () => {
    // one of another place and setting, who would not be among the first three
    for (let n = 0; n < 5; n += 1) await t.world.expert();
    const wanted = await t.world.expert({ first_name: 'Philippa', last_name: 'Onderwater', state: 'OH' });
    await t.world.db
      .updateTable('expert_profiles')
      .set({ setting: 'Private practice', max_open_reviews: 1 })
      .where('profile_id', '=', wanted.profile_id)
      .execute();
    const presented = async (d: CaseDriver) =>
      (
        await t.world.db
          .selectFrom('candidates')
          .select('expert_profile_id')
          .where('review_id', '=', d.id)
          .orderBy('position')
          .execute()
      ).map((c) => c.expert_profile_id);
    const setting = { practice_setting: 'academic', preferred_states: ['MA'] };
    expect(await presented(await ordered('saas', setting))).not.toContain(wanted.profile_id);
    const d = await ordered('saas', { ...setting, preferred_expert: 'Dr. Philippa Onderwater, MD' });
    expect(await presented(d)).toContain(wanted.profile_id);
    const shown = await t.request(d.cast.requester, 'GET', d.url('/candidates'));
    expect(JSON.stringify(shown.body)).not.toContain('Onderwater');
  });

  it('a surname that several have brings in none of them; the matching desk reads who may be meant', async () => {
    const last_name = 'Twaindale';
    const alone = await t.world.expert({ first_name: 'Ada', last_name });
    const wish = { preferred_expert: `Dr. ${last_name}` };
    const one = await ordered('managed', wish);
    await one.released();
    expect((await boardOf(one)).ranking.preferred_experts).toEqual([alone.profile_id]);

    const other = await t.world.expert({ first_name: 'Ines', last_name });
    const d = await ordered('managed', wish);
    await d.released();
    const { need, ranking } = await boardOf(d);
    expect(ranking.preferred_experts).toEqual([]);
    const unclear = need.find((line) => line.label === 'Not clear')?.value;
    expect(unclear).toMatch(new RegExp(`may be Dr. Ada ${last_name} .* or Dr. Ines ${last_name} .*Ask the requester`));
    // the whole name says it; and an expert who is not at work is not taken for the one meant
    const named = await ordered('managed', { preferred_expert: `Ines ${last_name}` });
    await named.released();
    expect((await boardOf(named)).ranking.preferred_experts).toEqual([other.profile_id]);
    await t.world.db
      .updateTable('expert_profiles')
      .set({ status: 'paused' })
      .where('profile_id', '=', alone.profile_id)
      .execute();
    expect((await boardOf(d)).ranking.preferred_experts).toEqual([other.profile_id]);
  });
});

it('an organization’s own expert is found for it and those below it, where that uses such, and for nobody else', async () => {
  const home = await castFor(t.world, PASSWORD_HASH);
  const other = await castFor(t.world, PASSWORD_HASH);
  const below = await castFor(t.world, PASSWORD_HASH);
  const own = await t.world.expert();
  await t.world.db
    .updateTable('profiles')
    .set({ type: 'ExternalMedicalExpert', organization_id: home.organization_id })
    .where('id', '=', own.profile_id)
    .execute();
  const set = (of: Cast, values: { flags?: string; parent_id?: number }) =>
    t.world.db.updateTable('organizations').set(values).where('id', '=', of.organization_id).execute();
  const uses = (on: boolean) => JSON.stringify({ enable_external_expert: on });
  await set(below, { parent_id: home.organization_id });
  await set(other, { flags: uses(true) });
  const reviews: CaseDriver[] = [];
  for (const cast of [home, below, other]) {
    const d = driver(cast);
    await d.to('released', { claimant_last_name: `Own${cast.organization_id}` });
    reviews.push(d);
  }
  const found = () => Promise.all(reviews.map((d) => ranks(d, own.profile_id)));
  expect(await found()).toEqual([false, false, false]);
  await set(home, { flags: uses(true) });
  expect(await found()).toEqual([true, true, false]);
  const sent = { expert_profile_ids: [own.profile_id] };
  const [, , last] = reviews;
  expect((await t.request(other.matching, 'POST', last?.url('/invitations') ?? '', sent)).status).toBe(422);
  await set(below, { flags: uses(false) });
  expect(await found()).toEqual([true, false, false]);
});

describe('a relation that can be set aside', () => {
  const NAME = 'Brackenwood';
  /** A review whose invited expert disclosed what these lines say; answers the invitation. */
  const disclosed = async (lines: Record<string, boolean>) => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    const d = driver(cast);
    await d.to('selected', { claimant_last_name: `Relation${cast.organization_id}` });
    const answers = { ...CLEAN_ATTESTATION.answers, ...lines };
    const accept = (more: Record<string, boolean> = {}, disclosure = `I trained with Dr. ${NAME}.`) =>
      t.request(cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/accept`, {
        answers: { ...answers, ...more },
        disclosure,
      });
    expect((await accept()).body).toMatchObject({ accepted: false });
    const row = async () => (await boardOf(d)).invitations[0];
    const invitation = (await row())?.id ?? 0;
    const decide = (body: object) =>
      t.request(cast.matching, 'POST', d.url(`/invitations/${invitation}/decision`), body);
    const question = async (who: Person = cast.requester) =>
      (await t.request<{ question: object | null }>(who, 'GET', d.url('/conflict_question'))).body.question;
    const answer = (waived: boolean, who: Person = cast.requester) =>
      t.request(who, 'POST', d.url(`/invitations/${invitation}/waiver`), { waived });
    return { cast, d, accept, row, decide, question, answer };
  };
  const nameOf = async (who: Person) => {
    const { first_name, last_name } = await t.world.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', who.user_id)
      .executeTakeFirstOrThrow();
    return `${first_name} ${last_name}`;
  };

  it('is put to the requester by its kind alone; set aside the expert can accept, and who decided stays', async () => {
    const { cast, d, accept, row, decide, question, answer } = await disclosed({ relation: true });
    expect(await question()).toBeNull();
    expect((await answer(true)).status).toBe(409);
    expect((await decide({ decision: 'waivable' })).problem.errors.map((e) => e.path)).toEqual(['relation']);
    expect((await decide({ decision: 'waivable', relation: 'training' })).status).toBe(200);
    expect((await decide({ decision: 'none' })).status).toBe(409);
    await t.settle();
    expect(await question()).toMatchObject({ told: 'a relation from their training', can_answer: true });
    const mail = await t.world.db
      .selectFrom('mails')
      .selectAll()
      .where('template', '=', 'conflict_asked')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(mail.to_user_id).toBe(cast.requester.user_id);
    // neither with whom it is, nor who the expert is
    const page = (await t.request(cast.requester, 'GET', d.url())).body;
    for (const read of [await question(), page, mail]) expect(JSON.stringify(read)).not.toContain(NAME);
    // until then the expert waits
    expect((await accept()).status).toBe(409);
    const other = await castFor(t.world, PASSWORD_HASH);
    expect((await answer(true, other.requester)).status).toBe(404);
    expect((await answer(true)).status).toBe(200);
    expect((await answer(false)).status).toBe(409);
    await t.settle();
    expect(await question()).toBeNull();
    expect((await row())?.decision).toMatchObject({
      value: 'waivable',
      by: await nameOf(cast.matching),
      waived: { value: true, by: await nameOf(cast.requester) },
    });
    // what was set aside is that relation, and no more
    expect((await accept({ licensed: false })).body).toMatchObject({ accepted: false });
    const says = (page: ReviewDetail) => page.timeline.data.map((one) => `${one.actor} ${one.says}`).join('\n');
    const told = (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body;
    expect(says(told)).toContain('You decided that the relation does not stand in the way');
    expect(says(told)).toContain('asked the requester about the invited expert: a relation from their training');
  });

  it('was decided on with the words it was told in: with others it is decided again', async () => {
    const { cast, d, accept, row, decide } = await disclosed({ relation: true });
    await decide({ decision: 'none' });
    const { body } = await t.request<{ decided: object | null }>(
      cast.expert,
      'GET',
      `/api/v1/invitations/review-${d.id}`,
    );
    expect(body.decided).toEqual({ lines: ['relation'], disclosure: `I trained with Dr. ${NAME}.` });
    expect((await accept({}, 'He is in fact my brother.')).body).toMatchObject({ accepted: false });
    expect(await row()).toMatchObject({ disclosure: 'He is in fact my brother.', decision: null });
    expect((await accept()).status).toBe(409);
    await decide({ decision: 'none' });
    // with a decision goes what was decided on, also where it is not written again
    expect((await accept({}, '')).body).toMatchObject({ accepted: true });
    expect((await row())?.disclosure).toBe('He is in fact my brother.');
    await t.settle();
    const told = await t.world.db
      .selectFrom('mails')
      .select('text')
      .where('review_id', '=', d.id)
      .where('template', '=', 'invitation_accepted')
      .executeTakeFirstOrThrow();
    expect(told.text).toContain('No conflict of interest stands in the way.');
  });

  it('set aside, the expert accepts with the same answers', async () => {
    const { d, accept, decide, answer } = await disclosed({ relation: true });
    await decide({ decision: 'waivable', relation: 'work' });
    await answer(true);
    expect((await accept()).body).toMatchObject({ accepted: true });
    expect(await d.status()).toBe('awaiting_times');
    const kept = await t.world.db
      .selectFrom('conflict_attestations')
      .select(['decision', 'relation', 'waived'])
      .where('review_id', '=', d.id)
      .execute();
    expect(kept).toEqual([
      { decision: 'waivable', relation: 'work', waived: true },
      { decision: 'waivable', relation: 'work', waived: true },
    ]);
  });

  it('kept to, the expert is released from the matter and the review is back in matching', async () => {
    const { cast, d, row, decide, answer } = await disclosed({ same_market: true });
    await decide({ decision: 'waivable', relation: 'same_market' });
    expect((await answer(false)).status).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('matching');
    expect(await ranks(d, cast.expert.profile_id)).toBe(false);
    expect(await row()).toMatchObject({
      status: 'declined',
      decline_reason: 'conflict',
      decision: { waived: { value: false } },
    });
  });

  it('is the requester’s only where it is a relation', async () => {
    const { row, decide } = await disclosed({ licensed: false });
    expect((await row())?.waivable).toBe(false);
    const refused = await decide({ decision: 'waivable', relation: 'work' });
    expect([refused.status, refused.problem.errors.map((e) => e.path)]).toEqual([422, ['decision']]);
  });
});

it('an expert reads of no amount the customer pays: not invited, not after, not in a mail', async () => {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = driver(cast);
  await d.to('selected', { claimant_last_name: 'Feeworth' });
  const { confirmed_total_cents: price } = await d.atShownPrice();
  expect(price).toBeGreaterThan(1_000);
  const shown = [String(price), ((price ?? 0) / 100).toFixed(2)];
  const reads = async (...paths: string[]) => {
    for (const path of paths) {
      const { status, body } = await t.request(cast.expert, 'GET', path);
      expect([path, status]).toEqual([path, 200]);
      for (const amount of shown) expect(JSON.stringify(body), path).not.toContain(amount);
      expect(JSON.stringify(body), path).not.toMatch(/"(total|fee|price)_cents":\d/);
    }
  };
  await reads(`/api/v1/invitations/review-${d.id}`, d.url(), '/api/v1/cases', '/api/v1/up_next');
  await d.accepted();
  await reads(`/api/v1/invitations/review-${d.id}`, d.url(), d.url('/timeline'), d.url('/schedule'), '/api/v1/cases');
  const mails = await t.world.db
    .selectFrom('mails')
    .selectAll()
    .where('to_user_id', '=', cast.expert.user_id)
    .execute();
  expect(mails.map((mail) => mail.template)).toContain('invitation');
  for (const amount of shown) expect(JSON.stringify(mails)).not.toContain(amount);
});

describe('who is presented from a board that was just looked at', () => {
  const kept = (d: CaseDriver) =>
    t.world.db
      .selectFrom('rankings')
      .select(['created_at', 'result'])
      .where('review_id', '=', d.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const offer = (d: CaseDriver, expert_profile_ids: (number | undefined)[]) =>
    t.request(d.cast.matching, 'POST', d.url('/candidates'), { expert_profile_ids });

  it('is judged again at that moment; the ranking that is kept is the one that was seen', async () => {
    const d = driver(await castFor(t.world, PASSWORD_HASH));
    await d.to('released');
    const seen = await boardOf(d);
    const [first, second] = seen.ranking.candidates.map((c) => c.profile_id);
    t.clock.advance({ minutes: 0.5 });
    const status = (to: 'paused' | 'active') =>
      t.world.db
        .updateTable('expert_profiles')
        .set({ status: to })
        .where('profile_id', '=', second ?? 0)
        .execute();
    await status('paused');
    const refused = await offer(d, [first, second]);
    expect([refused.status, refused.problem.errors.map((e) => e.path)]).toEqual([422, ['expert_profile_ids.1']]);
    await status('active');
    expect((await offer(d, [first, second])).status).toBe(201);
    const { created_at, result } = await kept(d);
    expect(created_at.toISOString()).toBe(seen.ranking.at);
    expect(result.ranking.total).toBe(seen.ranking.total);
  });

  it('is ranked anew where the board is old, or what is asked for has changed', async () => {
    const d = driver(await castFor(t.world, PASSWORD_HASH));
    await d.to('released');
    const seen = await boardOf(d);
    t.clock.advance({ minutes: 2 });
    expect((await offer(d, [seen.ranking.candidates[0]?.profile_id])).status).toBe(201);
    expect((await kept(d)).created_at.getTime()).toBeGreaterThan(Date.parse(seen.ranking.at) + 60_000);

    const other = driver(await castFor(t.world, PASSWORD_HASH));
    await other.to('released');
    const before = await boardOf(other);
    const expert = before.ranking.candidates[0]?.profile_id ?? 0;
    await t.world.db.updateTable('reviews').set({ needed_by: '2026-12-30' }).where('id', '=', other.id).execute();
    t.clock.advance({ ms: 1_000 });
    expect((await offer(other, [expert])).status).toBe(201);
    expect((await kept(other)).created_at.toISOString()).not.toBe(before.ranking.at);
  });
});
