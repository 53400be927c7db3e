import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActorProfile,
  PROFILE_TYPES,
  profileHeader,
  type ProfileType,
  type Role,
  ROLES,
} from '../../core/actor.ts';
import { KIND_NAMES, KINDS, type Kind } from '../../core/kinds.ts';
import {
  activeProfileOf,
  availableKinds,
  chooseProfile,
  dashboardKinds,
  derivedFlags,
  hasConversations,
  kindOfPath,
  landingRoute,
  maySwitchProfile,
  parseActiveProfile,
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

describe('derived flags', () => {
  test.each([
    // role, profile, admin, claim consultant, expert
    ['admin', null, true, true, false],
    ['super_admin', null, true, false, false],
    ['clin_ops', null, true, true, false],
    ['customer_admin', null, true, true, false],
    ['customer_admin', 'ClaimConsultant', false, true, false],
    ['customer_admin', 'MedicalExpert', false, false, true],
    ['org_admin', null, false, true, false],
    ['support_agent', null, false, true, false],
    ['matching_admin', null, false, false, false],
    ['user', 'ClaimConsultant', false, true, false],
    ['user', 'MedicalExpert', false, false, true],
    ['user', 'ExternalMedicalExpert', false, false, true],
    ['user', 'ApplicantMedicalExpert', false, false, true],
    ['user', 'MedicalExpertAssistant', false, false, true],
    ['user', 'Attendee', false, false, false],
    ['user', null, false, false, false],
    ['admin', 'MedicalExpert', true, true, false],
  ] as const)('%s with %s', (role, type, admin, consultant, expert) => {
    expect(derivedFlags(standing(role, type))).toMatchObject({
      viewing_as_admin: admin,
      viewing_as_claim_consultant: consultant,
      viewing_as_medical_expert: expert,
    });
  });
});

describe('available review kinds', () => {
  const OWN: Kind[] = ['Case'];
  const TREE: Kind[] = ['Case', 'IME'];
  test.each([
    ['admin', null, false, ALL],
    ['super_admin', null, false, ALL],
    ['matching_admin', null, false, ALL],
    ['clin_ops', null, false, ALL],
    ['support_agent', null, false, ALL],
    ['user', 'MedicalExpert', false, ALL],
    ['user', 'MedicalExpert', true, ALL],
    ['user', 'Attendee', false, ALL],
    ['user', 'MedicalExpertAssistant', false, ALL],
    ['user', 'MedicalExpertAssistant', true, OWN],
    ['user', 'ClaimConsultant', true, OWN],
    ['user', 'ClaimConsultant', false, []],
    ['user', 'ExternalMedicalExpert', true, OWN],
    ['user', 'ExternalMedicalExpert', false, []],
    ['user', 'ApplicantMedicalExpert', true, []],
    ['user', null, true, []],
    ['org_admin', null, true, TREE],
    ['org_admin', null, false, []],
    ['org_admin', 'ClaimConsultant', true, OWN],
    ['customer_admin', null, true, TREE],
    ['customer_admin', 'MedicalExpert', true, ALL],
  ] as const)('%s with %s, in an organization: %s', (role, profile_type, has_organization, kinds) => {
    expect(availableKinds({ role, profile_type, has_organization, own_kinds: OWN, tree_kinds: TREE })).toEqual(kinds);
  });

  test('refuses what is not listed', () => {
    const facts = { profile_type: null, has_organization: true, own_kinds: ALL, tree_kinds: ALL };
    expect(availableKinds({ ...facts, role: 'auditor' as Role })).toEqual([]);
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
    for (const path of ['/', '/login', '/chats', '/up-next', '/casesx', '/contact'])
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

test('conversations are for all but applicants and people without a role', () => {
  expect(hasConversations(standing('user', 'ApplicantMedicalExpert'))).toBe(false);
  expect(hasConversations(standing('user', null))).toBe(false);
  expect(hasConversations(standing('user', 'Attendee'))).toBe(true);
  expect(hasConversations(standing('matching_admin'))).toBe(true);
});

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

  test('whatever is kept stays on this site', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (text) => {
        const target = safeTarget(text);
        expect(new URL(target ?? '/', 'https://peritus.example').origin).toBe('https://peritus.example');
      }),
    );
  });
});
