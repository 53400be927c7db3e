import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filled, unsealed } from '../../src/platform/mail/opener.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { dumped } from '../harness/dump.ts';
import { castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import { PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp();
});
afterAll(() => app.close());

/** What every stored message opens, with what it is for. */
async function openers() {
  const keys = app.app.services.keys;
  const now = app.clock.now();
  const mails = await app.db.selectFrom('mails').selectAll().orderBy('id').execute();
  const texts = await app.db.selectFrom('texts').selectAll().orderBy('id').execute();
  return [...mails, ...texts].flatMap((row) => {
    const value = unsealed(keys, row, now);
    return value === null ? [] : [{ template: row.template, of: row.opener_of, value }];
  });
}

describe('what opens something', () => {
  test('stands in no column of the database in clear, and is forgotten once it is used', async () => {
    // a new password, a registration, an invitation, another address, a number
    const dana = await app.account();
    await app.post('/user/forgot-password', { email: dana.email });
    const registration = {
      purpose: 'order',
      email: 'marla@quist.example',
      password: 'seven grey herons',
      first_name: 'Marla',
      last_name: 'Quist',
      organization_name: 'Quist Mutual',
      time_zone: 'America/Chicago',
    };
    expect((await app.post('/registrations', registration)).status).toBe(201);
    const admin = await app.account({ role: 'admin' });
    const invitation = {
      email: 'invited@quist.example',
      role: 'user',
      profile_type: 'MedicalExpert',
      organization_id: null,
    };
    expect((await app.post('/people/invitations', invitation, admin.headers)).status).toBe(201);
    const moved = { email: 'moved@quist.example', password: PASSWORD };
    expect((await app.post('/account/email', moved, dana.headers)).status).toBe(204);
    expect((await app.post('/account/phone', { phone_number: '+13125550142' }, dana.headers)).status).toBe(200);
    // an expert invited who first discloses something, a custodian asked by a link
    const cast = await castFor(app.world);
    const d = new CaseDriver(inApp(app, cast));
    await d.to('selected');
    const other = new CaseDriver(inApp(app, cast));
    await other.to('submitted');
    const asked = await other.must<{ id: number }>(cast.clinOps, 'POST', other.url('/file_requests'), {
      items: [{ label: 'Operative note' }],
      due_on: '2026-12-01',
    });
    await other.must(cast.requester, 'POST', other.url('/outside_links/records'), {
      name: 'Mercy General, records',
      email: 'records@mercy.example',
      file_request_id: asked.id,
      items: [{ item: 1, label: 'Operative note' }],
      days: 14,
    });
    await app.settle();

    const standing = await openers();
    expect(standing.map(({ template }) => template).toSorted()).toEqual([
      'email_change_confirm',
      'email_change_notice',
      'invitation',
      'outside_records',
      'person_invitation',
      'registration_code',
      'reset_password',
      'verify_phone',
    ]);
    const invited = standing.find(({ template }) => template === 'invitation')?.value ?? '';
    const disclosed = await app.request(
      cast.expert,
      'POST',
      `/api/v1/invitations/${invited}/accept`,
      { answers: { ...CLEAN_ATTESTATION.answers, relation: true }, disclosure: 'We share a practice.' },
      { 'idempotency-key': 'one' },
    );
    expect(disclosed.body).toMatchObject({ accepted: false });

    const dump = await dumped(app.db);
    // the search finds what is there
    expect(dump).toContain('records@mercy.example');
    expect(dump).toContain('pgboss.');
    // codes have six digits and ids may: they are searched as the messages would say them
    for (const { value, template } of standing) {
      const said = value.length > 6 ? value : `${value} is your`;
      expect(dump.includes(said), template).toBe(false);
    }
    const bodies = [...(await app.db.selectFrom('mails').select('text as said').execute())];
    expect(bodies.filter(({ said }) => /\b\d{3} \d{3}\b/.test(said))).toEqual([]);

    const of = (template: string) => standing.find((one) => one.template === template)?.value ?? '';
    const kept = async (template: string) => (await openers()).some((one) => one.template === template);
    const reset = { token: of('reset_password'), password: 'seven grey herons' };
    expect((await app.post('/user/reset-password', reset)).status).toBe(204);
    expect(await kept('reset_password')).toBe(false);
    expect((await app.post('/account/email/confirm', { token: of('email_change_confirm') })).status).toBe(200);
    expect([await kept('email_change_confirm'), await kept('email_change_notice')]).toEqual([false, true]);
    const accepted = {
      token: of('person_invitation'),
      first_name: 'Ines',
      last_name: 'Falk',
      password: PASSWORD,
      time_zone: 'America/Chicago',
    };
    expect((await app.post('/people/invitation/accept', accepted)).status).toBeLessThan(300);
    expect(await kept('person_invitation')).toBe(false);
    // what nobody used is over with its time: codes after ten minutes, links later
    app.clock.advance({ minutes: 11 });
    await app.settle();
    expect([await kept('registration_code'), await kept('verify_phone')]).toEqual([false, false]);
    app.clock.advance({ days: 60 });
    await app.settle();
    expect(await openers()).toEqual([]);
    expect(filled('\uE000\uE001', null)).toBe('••••••');
  });
});
