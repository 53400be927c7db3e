import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActorKind,
  actorKind,
  type ActorProfile,
  PROFILE_TYPES,
  profileHeader,
  type ProfileType,
  type Role,
  ROLES,
} from '../../core/actor.ts';
import { FOREIGN_TARGETS, OWN_TARGETS } from '../../../tests/harness/redirects.ts';
import { KIND_NAMES, KINDS, type Kind } from '../../core/kinds.ts';
import {
  activeProfileOf,
  availableKinds,
  chooseProfile,
  dashboardKinds,
  dashboardLink,
  derivedFlags,
  kindOfPath,
  landingRoute,
  maySwitchProfile,
  parseActiveProfile,
  passesFurtherCheck,
  personName,
  PROFILE_HEADERS,
  profileLabel,
  roleHome,
  safeTarget,
  storedProfile,
  timeZoneNice,
  typeOfHeader,
} from './rules.ts';

const ALL = [...KIND_NAMES];
const standing = (role: Role, profile_type: ProfileType | null = null) => ({
  role,
  profile_type,
  is_review_manager: false,
});
const profile = (type: ProfileType, more: Partial<ActorProfile> = {}): ActorProfile => ({
  id: 5001,
  type,
  is_review_manager: false,
  is_primary: true,
  organization_id: 101,
  ...more,
});

/**
 * Every role with every profile it can act in, and without one: who acts as what, what is derived of it, which kinds
 * there are with and without an organization. C: claim consultant or review manager, and so on; `own`: the kinds of the
 * organization, `tree`: also those below it.
 */
type Kinds = 'all' | 'own' | 'tree' | 'none';
type Row = [
  ProfileType | null,
  admin: 0 | 1,
  consultant: 0 | 1,
  expert: 0 | 1,
  further: 0 | 1,
  inside: Kinds,
  outside: Kinds,
];
const ACTING: Row[] = [
  ['ClaimConsultant', 0, 1, 0, 1, 'own', 'none'],
  ['MedicalExpert', 0, 0, 1, 1, 'all', 'all'],
  ['ExternalMedicalExpert', 0, 0, 1, 1, 'own', 'none'],
  ['MedicalExpertAssistant', 0, 0, 1, 1, 'own', 'all'],
  ['ApplicantMedicalExpert', 0, 0, 1, 0, 'none', 'none'],
  ['Attendee', 0, 0, 0, 0, 'all', 'all'],
];
const staff = (...facts: [0 | 1, 0 | 1, 0 | 1, 0 | 1]): Row[] =>
  [null, ...PROFILE_TYPES].map((type) => [type, ...facts, 'all', 'all']);
const TABLE: Record<Role, Row[]> = {
  admin: staff(1, 1, 0, 1),
  super_admin: staff(1, 0, 0, 1),
  clin_ops: staff(1, 1, 0, 1),
  support_agent: staff(0, 1, 0, 1),
  matching_admin: staff(0, 0, 0, 1),
  org_admin: [[null, 0, 1, 0, 1, 'tree', 'none'], ...ACTING],
  customer_admin: [[null, 1, 1, 0, 1, 'tree', 'none'], ...ACTING],
  user: [[null, 0, 0, 0, 0, 'none', 'none'], ...ACTING],
};
const KIND_OF: Record<ProfileType, [ActorKind, ActorKind?]> = {
  ClaimConsultant: ['claim_consultant', 'review_manager'],
  MedicalExpert: ['medical_expert'],
  ExternalMedicalExpert: ['external_medical_expert'],
  MedicalExpertAssistant: ['expert_assistant'],
  ApplicantMedicalExpert: ['applicant_expert'],
  Attendee: ['attendee'],
};
const ROWS = ROLES.flatMap((role) => TABLE[role].map((row) => [role, ...row] as const));

describe('role and profile, all of them', () => {
  test('the table is complete', () => {
    const all = ROLES.flatMap((role) => [null, ...PROFILE_TYPES].map((type) => `${role} ${type}`));
    expect(ROWS.map(([role, type]) => `${role} ${type}`).toSorted()).toEqual(all.toSorted());
  });

  test.each(ROWS)('%s with %s', (role, type, admin, consultant, expert, further, inside, outside) => {
    for (const is_review_manager of type === 'ClaimConsultant' ? [false, true] : [false]) {
      const who = { role, profile_type: type, is_review_manager };
      const acting = role === 'user' || role === 'org_admin' || role === 'customer_admin' ? type : null;
      expect(derivedFlags(who)).toEqual({
        viewing_as_admin: admin === 1,
        viewing_as_claim_consultant: consultant === 1,
        viewing_as_medical_expert: expert === 1,
        attendee: acting === 'Attendee',
        customer_admin: role === 'customer_admin' && type === null,
      });
      const active = type && activeProfileOf(role, { found: 'named', profile: profile(type, { is_review_manager }) });
      const kind = actorKind(role, active);
      expect(passesFurtherCheck(kind)).toBe(further === 1);
      expect(kind).toBe(acting ? KIND_OF[acting][is_review_manager ? 1 : 0] : role === 'user' ? 'nobody' : role);
    }
    const own: Kind[] = ['Case'];
    const tree: Kind[] = ['Case', 'IME'];
    const meant: Record<Kinds, Kind[]> = { all: ALL, own, tree, none: [] };
    const kinds = (has_organization: boolean) =>
      availableKinds({ role, profile_type: type, has_organization, own_kinds: own, tree_kinds: tree });
    expect([kinds(true), kinds(false)]).toEqual([meant[inside], meant[outside]]);
  });

  test.each(ROWS)('where %s with %s lands', (role, type, _admin, _consultant, expert) => {
    const acting = role === 'user' || role === 'org_admin' || role === 'customer_admin' ? type : null;
    const upNext = expert === 1 || acting === 'Attendee';
    const customerAdmin = role === 'customer_admin' && type === null;
    const legal = customerAdmin ? '/admin-active-reviews' : '/legal-cases';
    // rule 1 wins over the path and the organization's choice; rule 2 over both; rule 3 over the choice; then rule 4
    expect(at(role, type, ALL, '/imes', 'generic-list')).toBe(upNext ? '/up-next' : '/imes');
    expect(at(role, type, ['Generic'], '/imes', 'case-list')).toBe(upNext ? '/up-next' : legal);
    expect(at(role, type, ALL, '/legal-case/7', 'case-list')).toBe(upNext ? '/up-next' : legal);
    expect(at(role, type, ALL, '/contact', 'generic-list')).toBe(upNext ? '/up-next' : legal);
    expect(at(role, type, ALL, '/contact', 'nowhere')).toBe(upNext ? '/up-next' : '/cases');
    const menu = dashboardKinds({ role, profile_type: type, is_review_manager: false }, ALL);
    expect(menu).toEqual(upNext ? [] : ALL);
    for (const kind of menu) {
      const who = { role, profile_type: type, is_review_manager: false };
      const { list_path } = KINDS[kind];
      expect(dashboardLink(kind, who, 'saas')).toBe(kind === 'Generic' ? legal : list_path);
      expect(dashboardLink(kind, who, 'managed')).toBe(list_path);
      expect(dashboardLink(kind, who, null)).toBe(list_path);
    }
  });

  test('refuses what is not listed', () => {
    const facts = { profile_type: null, has_organization: true, own_kinds: ALL, tree_kinds: ALL };
    expect(availableKinds({ ...facts, role: 'auditor' as Role })).toEqual([]);
    expect(passesFurtherCheck('auditor' as ActorKind)).toBe(false);
  });
});

const at = (role: Role, type: ProfileType | null, kinds: readonly Kind[], path = '/login', route = 'case-list') =>
  landingRoute({ ...standing(role, type), kinds, path, default_route_on_login: route });

describe('landing after sign-in', () => {
  test.each([
    ['rule 1: expert', at('user', 'MedicalExpert', ALL, '/cases'), '/up-next'],
    ['rule 1: external expert with one kind', at('user', 'ExternalMedicalExpert', ['IME']), '/up-next'],
    ['rule 1: assistant', at('user', 'MedicalExpertAssistant', ALL), '/up-next'],
    ['rule 1: attendee', at('user', 'Attendee', ALL), '/up-next'],
    ['rule 1: customer admin viewing as expert', at('customer_admin', 'MedicalExpert', ALL), '/up-next'],
    ['rule 2: one kind', at('user', 'ClaimConsultant', ['PeerReview'], '/cases', 'case-list'), '/peer-reviews'],
    ['rule 2: legal cases', at('user', 'ClaimConsultant', ['Generic']), '/legal-cases'],
    ['rule 2: a customer admin’s legal cases', at('customer_admin', null, ['Generic']), '/admin-active-reviews'],
    ['rule 3: on a list', at('user', 'ClaimConsultant', ALL, '/imes?tab=drafts'), '/imes'],
    ['rule 3: on a completed list', at('user', 'ClaimConsultant', ALL, '/completed-peer-reviews'), '/peer-reviews'],
    ['rule 3: on a pre-order list', at('user', 'ClaimConsultant', ALL, '/pre-order-peer-reviews'), '/peer-reviews'],
    ['rule 3: on a review', at('user', 'ClaimConsultant', ALL, '/legal-case/20418/edit'), '/legal-cases'],
    ['rule 3: a kind not theirs', at('user', 'ClaimConsultant', ['Case', 'IME'], '/peer-reviews', 'ime-list'), '/imes'],
    ['rule 4: the organization’s choice', at('org_admin', null, ALL, '/', 'peer-review-list'), '/peer-reviews'],
    [
      'rule 4: a customer admin’s legal list',
      at('customer_admin', null, ALL, '/', 'generic-list'),
      '/admin-active-reviews',
    ],
    ['rule 4: a choice not theirs', at('user', 'ClaimConsultant', ['Case', 'IME'], '/', 'generic-list'), '/cases'],
    [
      'rule 4: neither the choice nor cases theirs',
      at('user', 'ClaimConsultant', ['PeerReview', 'IME']),
      '/peer-reviews',
    ],
    ['fallback: an unknown choice', at('admin', null, ALL, '/', 'nowhere'), '/cases'],
    ['fallback: no kind at all', at('user', null, []), '/cases'],
  ])('%s', (_rule, route, expected) => expect(route).toBe(expected));

  test('the home of a role does not depend on the page', () => {
    const home = { default_route_on_login: 'ime-list', kinds: ALL };
    expect(roleHome({ ...standing('user', 'ClaimConsultant'), ...home })).toBe('/imes');
    expect(roleHome({ ...standing('user', 'MedicalExpert'), ...home })).toBe('/up-next');
  });

  test('every page of a kind belongs to it, and no other page to any', () => {
    for (const kind of ALL) {
      const { list_path, completed_path, invite_path, slug } = KINDS[kind];
      for (const path of [list_path, completed_path, `${invite_path}/abc`, `/${slug}/1`, `/${slug}/1/step-one?x=1`]) {
        expect(kindOfPath(path)).toBe(kind);
      }
    }
    for (const path of ['/', '/login', '/chats', '/up-next', '/casesx', '/case-old', '/case-old/1', '/contact'])
      expect(kindOfPath(path)).toBeNull();
  });

  test('the dashboard menu is for those who order or oversee', () => {
    expect(dashboardKinds(standing('user', 'ClaimConsultant'), ALL)).toEqual(ALL);
    for (const type of ['MedicalExpert', 'MedicalExpertAssistant', 'Attendee'] as const) {
      expect(dashboardKinds(standing('user', type), ALL)).toEqual([]);
    }
  });
});

describe('profiles', () => {
  const OWN = [
    profile('ClaimConsultant', { id: 1, is_review_manager: true }),
    profile('MedicalExpert', { id: 2, is_primary: false }),
  ];

  test.each([
    [undefined, undefined, 'primary', 1],
    ['review_manager', '1', 'named', 1],
    ['medical_expert', '2', 'named', 2],
    ['claim_consultant', '1', 'foreign', null],
    ['medical_expert', '1', 'foreign', null],
    ['medical_expert', '9', 'foreign', null],
    ['medical_expert', undefined, 'foreign', null],
    [undefined, '1', 'foreign', null],
    ['MedicalExpert', '2', 'foreign', null],
    ['medical_expert', '2 or 1=1', 'foreign', null],
    ['medical_expert', '-2', 'foreign', null],
    ['', '', 'foreign', null],
  ])('headers %s and %s', (type, id, found, expected) => {
    const choice = chooseProfile(OWN, { type, id });
    expect(choice.found).toBe(found);
    expect(choice.found === 'foreign' ? null : choice.profile?.id).toBe(expected);
  });

  test('staff act as themselves; organization admins as a profile only when they name it', () => {
    const [manager] = OWN;
    for (const role of ROLES) {
      const primary = activeProfileOf(role, { found: 'primary', profile: manager ?? null });
      const named = activeProfileOf(role, { found: 'named', profile: OWN[1] ?? profile('Attendee') });
      expect(primary?.id ?? null).toBe(role === 'user' ? 1 : null);
      expect(named?.id ?? null).toBe(role === 'user' || role === 'org_admin' || role === 'customer_admin' ? 2 : null);
    }
  });

  test.each([
    [null, false],
    ['', false],
    ['{', false],
    ['null', false],
    ['[]', false],
    ['{"activeProfileableType":"medical_expert","activeProfileableId":5002}', true],
    ['{"activeProfileableType":"review_manager","activeProfileableId":1}', true],
    ['{"activeProfileableType":"medical_expert","activeProfileableId":"5002"}', false],
    ['{"activeProfileableType":"super_admin","activeProfileableId":1}', false],
    ['{"activeProfileableType":"medical_expert"}', false],
    ['{"activeProfileableType":"medical_expert","activeProfileableId":1.5}', false],
    ['{"activeProfileableType":"medical_expert","activeProfileableId":0}', false],
  ])('stored %s', (stored, valid) => expect(parseActiveProfile(stored) !== null).toBe(valid));

  test('whatever is stored never throws, and what is chosen reads back as itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const found = parseActiveProfile(text);
        expect(parseActiveProfile(JSON.stringify(found))).toEqual(found);
      }),
    );
    for (const header of PROFILE_HEADERS) {
      const stored = storedProfile({ id: 7, class_name: header });
      expect(stored).toEqual({ activeProfileableType: header, activeProfileableId: 7 });
    }
  });

  test('every profile type has a header, and every header a type', () => {
    const made = PROFILE_TYPES.map((type) => profileHeader({ type, is_review_manager: false }));
    expect([...made, 'review_manager'].toSorted()).toEqual([...PROFILE_HEADERS].toSorted());
    for (const type of PROFILE_TYPES) {
      const header = PROFILE_HEADERS.find((h) => h === profileHeader({ type, is_review_manager: false }));
      expect(header && typeOfHeader(header)).toBe(type);
    }
    expect(typeOfHeader('review_manager')).toBe('ClaimConsultant');
  });

  test('switching needs a second profile', () => {
    expect([[], [1], [1, 2]].map((p) => maySwitchProfile(p))).toEqual([false, false, true]);
  });
});

const naming = (aliases: Record<string, string> = {}, label: string | null = null) => ({
  profile_aliases: aliases,
  claim_professional_label: label,
});

describe('profile label', () => {
  const consultant = profile('ClaimConsultant');
  const manager = profile('ClaimConsultant', { is_review_manager: true });

  test.each([
    ['user', consultant, null, 'Claim consultant'],
    ['user', manager, null, 'Review manager'],
    ['user', consultant, naming({}, 'Adjuster'), 'Adjuster'],
    ['user', manager, naming({}, 'Adjuster'), 'Review manager'],
    ['user', consultant, naming({ ClaimConsultant: 'Examiner' }, 'Adjuster'), 'Examiner'],
    ['user', consultant, naming({ claim_consultant: 'Handler', ClaimConsultant: 'Examiner' }), 'Handler'],
    ['user', manager, naming({ ClaimConsultant: 'Examiner' }), 'Review manager'],
    ['user', manager, naming({ review_manager: 'Team lead' }), 'Team lead'],
    ['user', manager, naming({ ReviewManager: 'Team lead' }), 'Team lead'],
    ['user', profile('MedicalExpert'), naming({ MedicalExpert: 'Physician advisor' }), 'Physician advisor'],
    ['user', profile('MedicalExpertAssistant'), null, 'Expert assistant'],
    ['user', null, naming(), 'No role yet'],
    ['org_admin', null, naming({ ClaimConsultant: 'Examiner' }), 'Organization admin'],
    ['org_admin', consultant, naming({ ClaimConsultant: 'Examiner' }), 'Examiner'],
    ['admin', consultant, naming({ ClaimConsultant: 'Examiner' }), 'Admin'],
    ['super_admin', null, null, 'Super admin'],
  ] as const)('%s as %o with %o', (role, active, names, expected) => {
    expect(profileLabel(role, active, names)).toBe(expected);
  });

  test('names of the prototype are no aliases', () => {
    expect(profileLabel('user', consultant, naming(Object.create({ claim_consultant: 'Ghost' })))).toBe(
      'Claim consultant',
    );
  });
});

test.each([
  ['America/Chicago', 'Central Time'],
  ['America/New_York', 'Eastern Time'],
  ['America/Phoenix', 'Mountain Standard Time'],
  ['Mars/Olympus', 'Mars/Olympus'],
])('%s is %s', (zone, nice) => expect(timeZoneNice(zone)).toBe(nice));

test('experts carry their title', () => {
  const person = { first_name: 'Ines', last_name: 'Falkenrath' };
  expect(personName(person, 'MedicalExpert')).toBe('Dr. Ines Falkenrath');
  expect(personName(person, 'ClaimConsultant')).toBe('Ines Falkenrath');
  expect(personName({ first_name: 'Cher', last_name: '' }, null)).toBe('Cher');
});

describe('where to go after sign-in', () => {
  test.each([
    ['/case/20418?tab=files#top', true],
    ['/cases', true],
    ['/', false],
    ['/login?target=/cases', false],
    ['//evil.example/case', false],
    ['/\\evil.example', false],
    ['https://evil.example', false],
    ['javascript:alert(1)', false],
    ['/case/1\r\nset-cookie: a=b', false],
    ['/case\\..\\x', false],
    ['', false],
    [undefined, false],
    [7, false],
  ])('%s', (target, kept) => expect(safeTarget(target)).toBe(kept ? target : null));

  test.each(FOREIGN_TARGETS)('%j is not gone to', (target) => expect(safeTarget(target)).toBeNull());
  test.each(OWN_TARGETS)('%s is', (target) => expect(safeTarget(target)).toBe(target));

  test('whatever is kept stays on this site', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (text) => {
        const target = safeTarget(text);
        expect(new URL(target ?? '/', 'https://peritus.example').origin).toBe('https://peritus.example');
      }),
    );
  });
});
