import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type {
  InvitationChoices,
  InvitationRow,
  OpenedInvitation,
} from '../../src/features/accounts/contract/people.ts';
import type { Person } from '../harness/world.ts';
import { cookieOf, NEW_PASSWORD, seenBy, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
let tree: { parent: number; child: number; foreign: number };
let admin: Person;
let staff: Person;
let root: Person;
beforeAll(async () => {
  app = await waysInApp();
  const parent = await app.world.organization({ name: 'Harborline Mutual' });
  tree = {
    parent,
    child: await app.world.organization({ name: 'Harborline West', parent_id: parent }),
    foreign: await app.world.organization({ name: 'Northfield Health' }),
  };
  admin = await app.account({ role: 'org_admin', organization_id: parent, first_name: 'Lucia', last_name: 'Brandt' });
  staff = await app.account({ role: 'admin' });
  root = await app.account({ role: 'super_admin' });
});
afterAll(() => app.close());

let serial = 0;
const fresh = () => `invited${(serial += 1)}@harborline.example`;
const consultant = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  role: 'user',
  profile_type: 'ClaimConsultant',
  organization_id: tree.parent,
  ...more,
});
const invite = (by: Person, body: Record<string, unknown>) =>
  app.post<InvitationRow>('/people/invitations', body, by.headers);
const open = (token: string, headers: Record<string, string> = {}) =>
  app.post<OpenedInvitation>('/people/invitation/open', { token }, headers);
const NEW = { first_name: 'Dana', last_name: 'Whitlock', password: NEW_PASSWORD, time_zone: 'America/Denver' };
const accept = (token: string, body: Record<string, unknown> = NEW, headers: Record<string, string> = {}) =>
  app.post('/people/invitation/accept', { token, ...body }, headers);
const invited = async (body: Record<string, unknown>, by = admin) => {
  // roles are given by whoever has just shown who they are
  await app.db
    .updateTable('sessions')
    .set({ authenticated_at: app.clock.now() })
    .where('user_id', '=', by.user_id)
    .execute();
  const answer = await invite(by, body);
  expect(answer.status, JSON.stringify(answer.problem)).toBe(201);
  return { row: answer.body, token: await app.tokenFor(String(body.email).toLowerCase(), 'person_invitation') };
};
const meAfter = async (answer: { headers: Record<string, unknown> }) =>
  (await app.get<CurrentUser>('/users/current_user', { cookie: cookieOf(answer.headers, 'peritus_session') })).body;

describe('what can be chosen', () => {
  const choices = async (who: Person) =>
    (await app.get<InvitationChoices>('/people/invitations/choices', who.headers)).body;

  type Choices = { data: { id: number; name: string }[] };
  const organizations = async (who: Person, query = '') =>
    (await app.get<Choices>(`/organization_choices${query}`, who.headers)).body.data;
  const experts = async (who: Person, query = '') =>
    (await app.get<Choices>(`/people/invitations/experts${query}`, who.headers)).body.data;

  test('is what the reader may grant, in the own tree, and nothing of others', async () => {
    await app.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
    const own = await choices(admin);
    expect(own.kinds.map(({ key }) => key)).toEqual([
      'claim_consultant',
      'review_manager',
      'org_admin',
      'customer_admin',
      'attendee',
    ]);
    const [mutual, west] = [
      { id: tree.parent, name: 'Harborline Mutual' },
      { id: tree.child, name: 'Harborline West' },
    ];
    expect(await organizations(admin)).toEqual([mutual, west]);
    expect(await organizations(admin, '?q=WEST')).toEqual([west]);
    expect(await organizations(admin, '?q=%25')).toEqual([]);
    expect(await organizations(admin, `?id=${tree.child}`)).toEqual([west]);
    expect(await organizations(admin, `?id=${tree.foreign}`)).toEqual([]);
    expect(await organizations(admin, `?id=${tree.foreign}&id=${tree.child}&id=${tree.parent}`)).toEqual([
      mutual,
      west,
    ]);
    expect(await organizations(admin, '?uses=Case&q=north')).toEqual([]);
    expect(await organizations(admin, '?orders=Case')).toEqual([mutual, west]);
    expect(await organizations(admin, '?external_experts=yes')).toEqual([]);
    expect(await organizations(admin, `?external_experts=yes&id=${tree.child}`)).toEqual([]);
    expect(await experts(admin)).toEqual([]);
    const everywhere = await choices(staff);
    const all = (await organizations(staff)).map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([tree.foreign, tree.child]));
    const found = await experts(staff, '?q=ines%20falken');
    expect(found.map(({ name }) => name)).toEqual([expect.stringMatching(/^Dr\. Ines Falkenrath, [A-Z]-\d+$/)]);
    expect(await experts(staff, `?id=${found[0]?.id}`)).toEqual(found);
    expect(await experts(staff, '?q=nobody%20of%20this%20name')).toEqual([]);
    expect(everywhere.kinds.map(({ key }) => key)).not.toContain('clin_ops');
    expect((await choices(root)).kinds.map(({ key }) => key)).toContain('super_admin');
  });

  test('whatever is offered is taken, and follows the flag for own experts', async () => {
    const organization_id = await app.world.organization({ flags: { enable_external_expert: true } });
    const lucia = await app.account({ role: 'org_admin', organization_id });
    const offered = await choices(lucia);
    expect((await organizations(lucia, '?external_experts=yes')).map(({ id }) => id)).toEqual([organization_id]);
    expect(offered.kinds.map(({ key }) => key)).toContain('external_medical_expert');
    for (const { role, profile_type, is_review_manager } of offered.kinds) {
      const answer = await invite(lucia, { email: fresh(), role, profile_type, is_review_manager, organization_id });
      expect(answer.status, JSON.stringify(answer.problem)).toBe(201);
    }
  });
});

describe('inviting', () => {
  test('of those sent to one address at once the last stands, and its link alone is good', async () => {
    const email = fresh();
    const sent = await Promise.all(Array.from({ length: 4 }, () => invite(admin, consultant(email))));
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const open_ones = await app.db
      .selectFrom('person_invitations')
      .select('id')
      .where('email', '=', email)
      .where('withdrawn_at', 'is', null)
      .execute();
    expect(open_ones).toHaveLength(1);
  });

  test('brings a mail with a single-use link; the new person becomes exactly what was said, and is signed in', async () => {
    const email = fresh();
    const { row, token } = await invited(
      consultant(email.toUpperCase(), { is_review_manager: true, organization_id: tree.child }),
    );
    expect(row).toMatchObject({ email, label: 'Review manager', state: 'open', organization_id: tree.child });
    const [mail] = await app.mails(email);
    expect(mail?.text).toContain('Lucia Brandt invites you');
    const stored = await app.db.selectFrom('person_invitations').selectAll().execute();
    expect(JSON.stringify([row, stored])).not.toContain(token);
    const page = await open(token);
    expect(page.body).toMatchObject({
      state: 'open',
      invitation: {
        email,
        label: 'Review manager',
        organization: { name: 'Harborline West' },
        has_account: false,
        signed_in: 'nobody',
      },
    });
    const answer = await accept(token, {
      ...NEW,
      role: 'super_admin',
      organization_id: tree.foreign,
      email: 'other@evil.example',
    });
    expect(answer.status).toBe(204);
    expect(await meAfter(answer)).toMatchObject({
      email,
      first_name: 'Dana',
      role: 'user',
      is_review_manager: true,
      organization: { id: tree.child },
      time_zone: 'America/Denver',
    });
    expect((await app.login(email, NEW_PASSWORD)).status).toBe(200);
    // once
    expect((await open(token)).body).toEqual({ state: 'accepted', invitation: null });
    expect((await accept(token, { ...NEW, password: 'another grey heron' })).status).toBe(410);
    expect((await app.login(email, NEW_PASSWORD)).status).toBe(200);
  });

  test.each([
    ['own organization', () => ({ organization_id: tree.parent }), 201],
    ['below it', () => ({ organization_id: tree.child }), 201],
    ['a foreign one', () => ({ organization_id: tree.foreign }), 404],
    ['none', () => ({ organization_id: null }), 403],
    ['an absent one', () => ({ organization_id: 999_999 }), 404],
    ['another admin', () => ({ role: 'customer_admin', profile_type: null }), 201],
    ['staff', () => ({ role: 'clin_ops', profile_type: null, organization_id: null }), 403],
    ['staff in the tree', () => ({ role: 'super_admin', profile_type: null }), 403],
    ['a platform expert', () => ({ profile_type: 'MedicalExpert', organization_id: null }), 403],
    ['an own expert without the flag', () => ({ profile_type: 'ExternalMedicalExpert' }), 403],
    ['a role without sense', () => ({ profile_type: null }), 403],
    ['an unknown role', () => ({ role: 'emperor' }), 400],
  ] as const)('an organization’s admin invites for %s: %s', async (_what, more, status) => {
    expect((await invite(admin, consultant(fresh(), more()))).status).toBe(status);
  });

  test('nobody else invites, lists or takes back', async () => {
    const { row } = await invited(consultant(fresh()));
    const others = [
      await app.account({ profile: 'ClaimConsultant', organization_id: tree.parent }),
      await app.account({ profile: 'ClaimConsultant', is_review_manager: true, organization_id: tree.parent }),
      await app.account({ role: 'clin_ops' }),
      await app.account({ role: 'matching_admin' }),
      await app.account({ role: 'support_agent' }),
      await app.world.expert(),
    ];
    for (const other of others) {
      expect((await invite(other, consultant(fresh()))).status).toBe(403);
      expect((await app.get('/people/invitations', other.headers)).status).toBe(403);
      expect((await app.post(`/people/invitations/${row.id}/withdraw`, undefined, other.headers)).status).toBe(403);
    }
    expect((await app.post('/people/invitations', consultant(fresh()))).status).toBe(401);
    const outsider = await app.account({ role: 'org_admin', organization_id: tree.foreign });
    for (const act of ['withdraw', 'resend'])
      expect((await app.post(`/people/invitations/${row.id}/${act}`, undefined, outsider.headers)).status).toBe(404);
    const seen = await app.get<{ data: InvitationRow[] }>('/people/invitations', outsider.headers);
    expect(seen.body.data).toEqual([]);
  });

  test('admins invite experts and assistants, super admins alone staff; an assistant is linked to the expert', async () => {
    const expert = await app.world.expert();
    const email = fresh();
    const assistant = { email, role: 'user', profile_type: 'MedicalExpertAssistant', organization_id: null };
    expect((await invite(staff, assistant)).problem.errors[0]?.path).toBe('expert_profile_id');
    expect((await invite(staff, { ...assistant, expert_profile_id: 999_999 })).status).toBe(404);
    const { token } = await invited({ ...assistant, expert_profile_id: expert.profile_id }, staff);
    const me = await meAfter(await accept(token));
    await app.settle();
    const links = await app.db
      .selectFrom('assistant_links')
      .selectAll()
      .where('expert_profile_id', '=', expert.profile_id)
      .execute();
    expect(links).toEqual([{ assistant_profile_id: me.primary_profile_id, expert_profile_id: expert.profile_id }]);
    const clinOps = { role: 'clin_ops', profile_type: null, organization_id: null };
    expect((await invite(staff, { email: fresh(), ...clinOps })).status).toBe(403);
    const asStaff = await invited({ email: fresh(), ...clinOps }, root);
    expect(await meAfter(await accept(asStaff.token))).toMatchObject({ role: 'clin_ops' });
    const asExpert = await invited({ email: fresh(), role: 'user', profile_type: 'MedicalExpert' }, staff);
    const invitedExpert = await meAfter(await accept(asExpert.token));
    await app.settle();
    expect(
      await app.db
        .selectFrom('expert_profiles')
        .select(['status', 'accepts_kinds'])
        .where('profile_id', '=', invitedExpert.primary_profile_id ?? 0)
        .execute(),
    ).toEqual([{ status: 'paused', accepts_kinds: ['Case'] }]);
  });

  test('the organization’s domains hold; faults are at their fields', async () => {
    const listed = await app.world.organization({
      parent_id: tree.parent,
      flags: { email_domain_whitelisting_enabled: true, enable_external_expert: true },
      settings: { allowed_email_domains: ['west.example'] },
    });
    const boss = await app.account({ role: 'customer_admin', organization_id: tree.parent });
    const refused = await invite(boss, consultant('dana@evil.example', { organization_id: listed }));
    expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'email']);
    expect((await invite(boss, consultant('dana@west.example', { organization_id: listed }))).status).toBe(201);
    expect(
      (
        await invite(
          boss,
          consultant('ext@west.example', { organization_id: listed, profile_type: 'ExternalMedicalExpert' }),
        )
      ).status,
    ).toBe(201);
    const faulty = await invite(admin, consultant('d\u0430na@harborline.example', { first_name: 'www.evil.example' }));
    expect(faulty.problem.errors.map((e) => e.path)).toEqual(['email', 'first_name']);
  });

  test('who is invited again gets a new link, and the old one ends; so does one taken back', async () => {
    const email = fresh();
    const first = await invited(consultant(email));
    const second = await invited(consultant(email, { is_review_manager: true }));
    expect((await open(first.token)).body.state).toBe('withdrawn');
    const resent = await app.post<InvitationRow>(
      `/people/invitations/${second.row.id}/resend`,
      undefined,
      admin.headers,
    );
    expect(resent.status).toBe(200);
    expect((await open(second.token)).status).toBe(404);
    const third = await app.tokenFor(email, 'person_invitation');
    expect((await open(third)).body.state).toBe('open');
    expect((await app.post(`/people/invitations/${second.row.id}/withdraw`, undefined, admin.headers)).status).toBe(
      200,
    );
    expect((await accept(third)).status).toBe(410);
    expect((await app.post(`/people/invitations/${second.row.id}/resend`, undefined, admin.headers)).status).toBe(409);
  });

  test('an invitation ends after seven days and shows nothing then; a made-up link is 404', async () => {
    const { token } = await invited(consultant(fresh()));
    app.clock.advance({ days: 7 });
    expect((await open(token)).body).toEqual({ state: 'expired', invitation: null });
    expect((await accept(token)).status).toBe(410);
    expect((await open('x'.repeat(43))).status).toBe(404);
    expect((await accept('x'.repeat(43))).status).toBe(404);
  });

  test('the inviter is not told whether the address has an account', async () => {
    const known = await app.account();
    const [a, b] = [await invite(admin, consultant(known.email)), await invite(admin, consultant(`n${known.email}`))];
    expect(Object.keys(a.body)).toEqual(Object.keys(b.body));
    expect([a.status, a.body.state]).toEqual([b.status, b.body.state]);
  });
});

describe('accepting', () => {
  test('faults are named and spend nothing; two at once make one account', async () => {
    const email = fresh();
    const { token } = await invited(consultant(email));
    const faulty = await accept(token, { first_name: '', last_name: 'Whitlock', password: 'whitlock1234' });
    expect(faulty.problem.errors.map((e) => e.path)).toEqual(['first_name', 'password']);
    const answers = await Promise.all([accept(token), accept(token, { ...NEW, first_name: 'Eve' })]);
    const statuses = answers.map((a) => a.status);
    expect(statuses).toContain(204);
    expect(statuses.filter((s) => s === 204)).toHaveLength(1);
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1);
  });

  test('an existing account is never given a password or taken over by whoever has the link', async () => {
    const owner = await app.account({ profile: 'MedicalExpert' });
    const { token } = await invited(consultant(owner.email));
    expect((await open(token)).body.invitation).toMatchObject({ has_account: true, signed_in: 'nobody' });
    const eve = await app.account();
    for (const headers of [{}, eve.headers]) {
      const answer = await accept(token, NEW, headers);
      expect([answer.status, answer.problem.code]).toEqual([409, 'wrong_state']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await open(token, eve.headers)).body.invitation).toMatchObject({ signed_in: 'as_other' });
    expect((await app.login(owner.email, NEW_PASSWORD)).status).toBe(401);
    const profiles = await app.db
      .selectFrom('profiles')
      .selectAll()
      .where('user_id', 'in', [owner.user_id, eve.user_id])
      .execute();
    expect(profiles).toHaveLength(1);
  });

  test('its owner, signed in as that very address, takes the profile beside the others, under a new session', async () => {
    const owner = await app.account({ profile: 'MedicalExpert', first_name: 'Ines' });
    const cookie = { cookie: owner.headers.cookie ?? '' };
    const { token } = await invited(consultant(owner.email));
    expect((await open(token, cookie)).body.invitation).toMatchObject({ signed_in: 'as_invited' });
    const answer = await accept(token, {}, cookie);
    expect(answer.status).toBe(204);
    const me = await meAfter(answer);
    expect(me).toMatchObject({
      id: owner.user_id,
      first_name: 'Ines',
      primary_profile_type: 'MedicalExpert',
      role: 'user',
    });
    expect(me.profiles.map((p) => p.class_name)).toEqual(['medical_expert', 'claim_consultant']);
    expect((await app.get('/users/current_user', cookie)).status).toBe(401);
    expect((await app.login(owner.email)).status).toBe(200);
    // the platform profile stays outside the organization
    expect(me.organization).toBeUndefined();
  });

  test('an admin of one organization does not become one of another; staff take no profile', async () => {
    const other = await app.account({ role: 'org_admin', organization_id: tree.foreign });
    const asAdmin = await invited({ email: other.email, role: 'org_admin', organization_id: tree.parent });
    expect((await accept(asAdmin.token, {}, other.headers)).status).toBe(409);
    const clinOps = await app.account({ role: 'clin_ops' });
    const asConsultant = await invited(consultant(clinOps.email));
    expect((await accept(asConsultant.token, {}, clinOps.headers)).status).toBe(409);
    const roles = await app.db
      .selectFrom('users')
      .select(['role', 'organization_id'])
      .where('id', 'in', [other.user_id, clinOps.user_id])
      .orderBy('id')
      .execute();
    expect(roles).toEqual([
      { role: 'org_admin', organization_id: tree.foreign },
      { role: 'clin_ops', organization_id: null },
    ]);
  });

  test('a consultant becomes the admin of the own organization', async () => {
    const person = await app.account({ profile: 'ClaimConsultant', organization_id: tree.parent });
    const { token } = await invited({ email: person.email, role: 'org_admin', organization_id: tree.parent });
    const me = await meAfter(await accept(token, {}, { cookie: person.headers.cookie ?? '' }));
    expect(me).toMatchObject({ id: person.user_id, role: 'org_admin' });
  });

  test('a session that still waits for its second factor is nobody', async () => {
    const owner = await app.account();
    await app.db.updateTable('sessions').set({ needs_two_factor: true }).where('user_id', '=', owner.user_id).execute();
    const { token } = await invited(consultant(owner.email));
    expect((await accept(token, {}, owner.headers)).status).toBe(409);
  });

  test('a refusal has the same form for a link of nobody’s whatever is asked', async () => {
    expect(seenBy(await open('a'.repeat(43)))).toEqual(seenBy(await open('b'.repeat(43))));
  });
});
