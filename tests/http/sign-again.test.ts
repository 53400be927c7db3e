import { castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Security } from '../../src/features/accounts/contract/security.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import { ssoApp, type SsoApp } from './sso-app.ts';

/* Signing a report by somebody who comes by an organization's sign-in service and has no password here. */

let sso: SsoApp;
let serial = 0;
beforeAll(async () => {
  sso = await ssoApp();
});
afterAll(() => sso.close());
beforeEach(() => {
  sso.app.clock.set(new Date());
  sso.provider.tamper = null;
});

/** A report ready to sign, its expert one of the organization's own. */
async function written(password_hash: string | null) {
  const { app, provider, organization } = sso;
  serial += 1;
  const cast = await castFor(app.world);
  const d = new CaseDriver(inApp(app, cast));
  await d.to('reportWritten', { service: 'report_only', needed_by: '2027-06-30' });
  const email = `own${serial}@northfield.example`;
  await app.world.ownExpert(cast.expert, { organization_id: organization, email, password_hash });
  provider.person = { sub: `own-${serial}`, email, email_verified: true, given_name: 'Ines', family_name: 'Falk' };
  const signIn = async () => {
    const answer = await sso.signIn({ email, again: true });
    expect(answer.status).toBe(200);
    return { cookie: sso.sessionOf(answer) };
  };
  const sign = (headers: Record<string, string>, body: Record<string, unknown> = {}) =>
    app.send<ReportView>('POST', d.url('/report/sign'), { time_zone: 'America/New_York', ...body }, { headers });
  return { d, cast, sign, signIn, here: { cookie: cast.expert.headers['cookie'] ?? '' } };
}
const security = async (headers: Record<string, string>) =>
  (await sso.app.get<Security>('/account/security', headers)).body;

test('signing in again stands for the password for ten minutes, and the signature says so', async () => {
  const { d, sign, signIn } = await written(null);
  const headers = await signIn();
  expect(await security(headers)).toMatchObject({ has_password: false, signed_in_by: 'Northfield Health' });
  expect((await security(headers)).recent_until).not.toBeNull();
  // a password there is none of is none
  expect((await sign(headers, { password: PASSWORD })).status).toBe(422);
  sso.app.clock.advance({ minutes: 10 });
  expect((await security(headers)).recent_until).toBeNull();
  const late = await sign(headers);
  expect([late.status, late.problem.code]).toEqual([409, 'reauthentication_required']);
  expect(late.problem.detail).toContain('sign in again through your organization');
  expect(await d.status()).toBe('report_in_progress');

  sso.app.clock.set(new Date());
  const again = await signIn();
  const signed = await sign(again);
  expect(signed.status).toBe(200);
  expect(await d.status()).toBe('report_in_qa');
  const { snapshot } = await sso.app.db
    .selectFrom('reports')
    .select('snapshot')
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  expect(snapshot).toMatchObject({
    signature: { method: 'Single sign-on, at most ten minutes before this signature' },
  });
});

test('what the service says was longer ago counts as that; a session begun here needs the password', async () => {
  const { cast, sign, signIn, here } = await written(PASSWORD_HASH);
  sso.provider.tamper = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 });
  expect((await sign(await signIn())).problem.code).toBe('reauthentication_required');
  sso.provider.tamper = null;
  // signed in here a moment ago, by whatever way: that is no second look at who it is
  await sso.app.db
    .updateTable('sessions')
    .set({ authenticated_at: sso.app.clock.now() })
    .where('user_id', '=', cast.expert.user_id)
    .execute();
  expect((await sign(here)).problem.code).toBe('reauthentication_required');
  expect((await sign(here, { password: 'not it' })).status).toBe(422);
  // nobody else's sign-in counts, and nobody else signs
  const other = await written(null);
  expect((await sign(await other.signIn())).status).toBe(404);
  expect((await sign(here, { password: PASSWORD })).status).toBe(200);
});
