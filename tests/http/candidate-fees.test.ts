import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { presentation } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';

type Presentation = z.output<typeof presentation>;

/* What the candidates of a legal case ask, as a firm compares them: the rates each keeps, by nobody's name. */
let t: TestApp;
let cast: Cast;
let d: LegalDriver;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
  d = await new LegalDriver(inApp(t, cast)).to('presented');
  const kept = { expert_profile_id: cast.expert.profile_id, from_on: '2026-01-01', verified_at: t.clock.now() };
  await t.world.db
    .insertInto('expert_rates')
    .values([
      { ...kept, unit: 'hour', service: '', amount_cents: 41_137 },
      { ...kept, unit: 'hour', service: 'Deposition', amount_cents: 61_137, kind: 'Generic' },
      { ...kept, unit: 'day', service: 'Trial testimony', amount_cents: 501_137 },
      // of another kind, over, and not yet
      { ...kept, unit: 'hour', service: 'Record review', amount_cents: 11_137, kind: 'Case' },
      { ...kept, unit: 'hour', service: 'Deposition', amount_cents: 21_137, until_on: '2026-01-31' },
      { ...kept, unit: 'hour', service: 'Travel', amount_cents: 31_137, from_on: '2099-01-01' },
    ])
    .execute();
});
afterAll(() => t.close());

const AMOUNTS = /[1-6]1_?137|501137/;
const feesIn = ({ candidates }: Presentation) => candidates.map(({ fees }) => fees);
const OWN = {
  hourly_cents: 41_137,
  deposition_hourly_cents: 61_137,
  trial_day_cents: 501_137,
  travel_hourly_cents: null,
};
const NONE = { hourly_cents: null, deposition_hourly_cents: null, trial_day_cents: null, travel_hourly_cents: null };

describe('the fees of candidates', () => {
  it('are the rates each keeps for legal cases today, with nobody’s name', async () => {
    const { body } = await t.request<Presentation>(cast.requester, 'GET', d.url('/candidates'));
    expect(feesIn(body)).toEqual([OWN, NONE, NONE]);
    expect(body.candidates.map(({ name }) => name)).toEqual([null, null, null]);
    const experts = [cast.expert, ...cast.others];
    const names = await t.world.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email'])
      .where(
        'id',
        'in',
        experts.map(({ user_id }) => user_id),
      )
      .execute();
    const said = JSON.stringify(body);
    for (const name of names.flatMap((row) => Object.values(row))) expect(said).not.toContain(name);
  });

  it('stay the same where the organization chooses by name', async () => {
    await setFlags(t, cast.organization_id, { flags: { redacted_medical_expert_cvs: false } });
    const { body } = await t.request<Presentation>(cast.requester, 'GET', d.url('/candidates'));
    expect(feesIn(body)).toEqual([OWN, NONE, NONE]);
    await setFlags(t, cast.organization_id, {});
  });

  it('are for who sees prices: whoever orders, and admins, and not the matching desk', async () => {
    const colleague = await t.world.manager(cast.organization_id);
    for (const who of [colleague, cast.admin])
      expect(feesIn(await d.must<Presentation>(who, 'GET', d.url('/candidates')))).toEqual([OWN, NONE, NONE]);
    const desk = await d.must<Presentation>(cast.matching, 'GET', d.url('/candidates'));
    expect(feesIn(desk)).toEqual([null, null, null]);
    expect(JSON.stringify(await d.must(cast.matching, 'GET', d.url('/matching')))).not.toMatch(AMOUNTS);
  });

  it('are nothing to another tenant, nor to experts', async () => {
    const strangers = [
      await t.world.consultant(await t.world.organization()),
      await t.world.manager(await t.world.organization()),
    ];
    for (const who of strangers) expect((await t.request(who, 'GET', d.url('/candidates'))).status).toBe(404);
    await d.selected();
    for (const who of [cast.expert, ...cast.others]) {
      expect((await t.request(who, 'GET', d.url('/candidates'))).status).toBe(403);
      const invitation = await t.request(who, 'GET', `/api/v1/invitations/review-${d.id}`);
      expect(JSON.stringify(invitation.body)).not.toMatch(AMOUNTS);
    }
  });

  it('are not said of a case review, which has one price', async () => {
    const review = await new CaseDriver(inApp(t, cast)).to('presented');
    const { body } = await t.request<Presentation>(cast.requester, 'GET', review.url('/candidates'));
    expect(feesIn(body)).toEqual([null, null, null]);
    expect(JSON.stringify(body)).not.toMatch(AMOUNTS);
  });
});
