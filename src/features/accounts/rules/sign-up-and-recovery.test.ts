import { domainFault, emailFault, isAllowedDomain, isEmail, maskEmail, normalizeEmail } from '../../../core/emails.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS, PROFILE_TYPES, type ProfileType, ROLES, type Role } from '../../../core/actor.ts';
import {
  CODE_TRIES,
  codeFrom,
  codeState,
  invitationState,
  type InvitedAs,
  isWhole,
  joinsAs,
  mayInvite,
  nameFault,
  normalizePhone,
  readCode,
} from '../rules.ts';

describe('addresses', () => {
  test.each([
    ['Dana@Harborline.Example', 'dana@harborline.example'],
    ['  dana@harborline.example\n', 'dana@harborline.example'],
    ['ｄａｎａ@harborline.example', 'dana@harborline.example'],
    ['dana＠harborline.example', 'dana@harborline.example'],
    ['mi\u212Ae@harborline.example', 'mike@harborline.example'],
    ['\u{1D41D}ana@harborline.example', 'dana@harborline.example'],
    ['o\uFB03ce@harborline.example', 'office@harborline.example'],
  ])('%j is %j', (typed, email) => {
    expect(normalizeEmail(typed)).toBe(email);
    expect(isEmail(normalizeEmail(typed))).toBe(true);
  });

  test.each([
    'd\u0430na@harborline.example', // Cyrillic a
    'dana@h\u0430rborline.example',
    'd\u0131na@harborline.example', // dotless i
    'dana@harborline',
    'dana@@harborline.example',
    'dana@harborline..example',
    '.dana@harborline.example',
    'dana.@harborline.example',
    'da na@harborline.example',
    'dana@harborline.example, eve@evil.example',
    'dana@harborline.example\u0000',
    '"dana"@harborline.example',
    'dana@-harborline.example',
    'dana@127.0.0.1',
    '@harborline.example',
    `${'x'.repeat(65)}@harborline.example`,
    '',
  ])('%j is none', (typed) => {
    expect(emailFault(typed)).not.toBeNull();
  });

  test('dots before the @ tell addresses apart, and a plus does', () => {
    expect(normalizeEmail('d.ana@x.example')).not.toBe(normalizeEmail('dana@x.example'));
    expect(normalizeEmail('dana+1@x.example')).not.toBe(normalizeEmail('dana@x.example'));
  });

  test('normalizing twice changes nothing, and what counts as an address is plain ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
        const once = normalizeEmail(text);
        expect(normalizeEmail(once)).toBe(once);
        if (isEmail(once)) expect(once).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });

  test.each([
    ['dana@harborline.example', ['harborline.example'], true],
    ['dana@harborline.example', ['@Harborline.Example '], true],
    ['dana@west.harborline.example', ['harborline.example'], false],
    ['dana@evilharborline.example', ['harborline.example'], false],
    ['dana@harborline.example.evil.example', ['harborline.example'], false],
    ['harborline.example@evil.example', ['harborline.example'], false],
    ['dana@harborline.example', [], false],
    ['dana@anything.example', null, true],
  ] as const)('%s in %j: %s', (email, domains, allowed) => {
    expect(isAllowedDomain(email, domains)).toBe(allowed);
    expect(emailFault(email, domains) === null).toBe(allowed);
  });

  test('the sentence names the domains; a mask keeps the ends', () => {
    expect(domainFault(['a.example', '@b.example'])).toContain('@a.example or @b.example');
    expect(maskEmail('dana.whitlock@harborline.example')).toBe('d…k@harborline.example');
    expect(maskEmail('ab@x.example')).toBe('a…@x.example');
  });
});

describe('telephone numbers', () => {
  test.each([
    ['(312) 555-0142', '+13125550142'],
    ['1 312 555 0142', '+13125550142'],
    ['+1 312.555.0142', '+13125550142'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+49 30 901820', '+4930901820'],
    ['＋１３１２５５５０１４２', '+13125550142'],
    ['312 555 014', null],
    ['112 555 0142', null],
    ['+1 012 555 0142', null],
    ['+0 312 555 0142', null],
    ['+123456', null],
    ['+1234567890123456', null],
    ['+1312555014a', null],
    ['+13125550142;ext=9', null],
    ['', null],
  ])('%j is %j', (typed, number) => expect(normalizePhone(typed)).toBe(number));
});

describe('names', () => {
  test.each([
    'Dana',
    'Mahalingam-Roe',
    'O’Neill',
    'José María',
    'Nguyễn',
    '李',
    'Dr. Falkenrath',
    'Calder & Rowe, P.C.',
  ])('%s is a name', (name) => expect(nameFault(name, 'your name', 120)).toBeNull());
  test.each([
    '',
    '  ',
    'https://evil.example',
    'win at www.evil.example',
    'a@b.example',
    '<b>Dana</b>',
    'x\u0000y',
    'x\u202Ey',
    '---',
    'x'.repeat(121),
    'Visit evil.com/now',
  ])('%j is none', (name) => expect(nameFault(name, 'your name', 120)).not.toBeNull());
});

describe('codes', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['１２３４５６', '123456'],
    ['123-456', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['', null],
  ])('%j reads as %j', (typed, code) => expect(readCode(typed)).toBe(code));

  test('every four bytes make six digits or are thrown again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (bytes) => {
        const code = codeFrom(bytes);
        if (code === null) expect(new DataView(bytes.buffer).getUint32(0)).toBeGreaterThanOrEqual(4_294_000_000);
        else expect(code).toMatch(/^\d{6}$/);
      }),
    );
    expect(codeFrom(Uint8Array.of(0, 0, 0, 7))).toBe('000007');
    expect(codeFrom(Uint8Array.of(255, 255, 255, 255))).toBeNull();
  });

  test('a code is open until it is used, over or worn', () => {
    const now = new Date('2026-11-18T15:00:00Z');
    const code = { attempts: 0, expires_at: new Date(now.getTime() + 1), used_at: null };
    expect(codeState(code, now)).toBe('open');
    expect(codeState({ ...code, attempts: CODE_TRIES }, now)).toBe('worn');
    expect(codeState({ ...code, expires_at: now }, now)).toBe('over');
    expect(codeState({ ...code, used_at: now }, now)).toBe('used');
    expect(codeState({ ...code, ended_at: now }, now)).toBe('used');
  });
});

const as = (
  role: Role,
  profile_type: ProfileType | null,
  organization_id: number | null,
  is_review_manager = false,
): InvitedAs => ({
  role,
  profile_type,
  organization_id,
  is_review_manager,
});

describe('who may invite whom', () => {
  test.each([
    // inviter, invited as, allowed
    ['org_admin', as('user', 'ClaimConsultant', 101), true],
    ['org_admin', as('user', 'ClaimConsultant', 101, true), true],
    ['org_admin', as('user', 'ClaimConsultant', 102), true],
    ['org_admin', as('user', 'ClaimConsultant', 103), false],
    ['org_admin', as('org_admin', null, 101), true],
    ['customer_admin', as('customer_admin', null, 102), true],
    ['customer_admin', as('org_admin', null, 103), false],
    ['org_admin', as('user', 'Attendee', 101), true],
    ['org_admin', as('user', 'ExternalMedicalExpert', 101), true],
    ['org_admin', as('user', 'MedicalExpert', null), false],
    ['org_admin', as('user', 'MedicalExpertAssistant', 101), false],
    ['org_admin', as('user', 'ApplicantMedicalExpert', null), false],
    ['org_admin', as('user', 'ClaimConsultant', null), false],
    ['admin', as('user', 'MedicalExpert', null), true],
    ['admin', as('user', 'MedicalExpertAssistant', null), true],
    ['admin', as('org_admin', null, 103), true],
    ['admin', as('admin', null, null), false],
    ['admin', as('super_admin', null, null), false],
    ['admin', as('clin_ops', null, null), false],
    ['super_admin', as('clin_ops', null, null), true],
    ['super_admin', as('super_admin', null, null), true],
    ['super_admin', as('admin', null, 101), false],
    ['super_admin', as('org_admin', null, null), false],
    ['super_admin', as('user', null, null), false],
    ['super_admin', as('user', 'MedicalExpert', 101), false],
    ['super_admin', as('user', 'Attendee', 101, true), false],
  ] as const)('%s invites %j: %s', (kind, invited, allowed) => {
    expect(mayInvite({ kind, organization_ids: [101, 102] }, invited)).toBe(allowed);
  });

  const anyone = fc.record({
    role: fc.constantFrom(...ROLES),
    profile_type: fc.constantFrom(...PROFILE_TYPES, null),
    is_review_manager: fc.boolean(),
    organization_id: fc.constantFrom(101, 103, null),
  });

  test('nobody else invites anybody, no admin of a tree reaches out of it or makes staff', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACTOR_KINDS), anyone, (kind, invited) => {
        if (!mayInvite({ kind, organization_ids: [101] }, invited)) return;
        expect(['org_admin', 'customer_admin', 'admin', 'super_admin']).toContain(kind);
        expect(isWhole(invited)).toBe(true);
        if (kind === 'org_admin' || kind === 'customer_admin') {
          expect(invited.organization_id).toBe(101);
          expect(['user', 'org_admin', 'customer_admin']).toContain(invited.role);
        }
        if (kind !== 'super_admin') expect(['user', 'org_admin', 'customer_admin']).toContain(invited.role);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['a further profile', as('user', 'ClaimConsultant', 101), { role: 'user', organization_id: 103 }, 'profile'],
    [
      'an admin takes a profile',
      as('user', 'ClaimConsultant', 101),
      { role: 'org_admin', organization_id: 101 },
      'profile',
    ],
    ['staff take none', as('user', 'ClaimConsultant', 101), { role: 'super_admin', organization_id: null }, 'refused'],
    ['admin of the own organization', as('org_admin', null, 101), { role: 'user', organization_id: 101 }, 'role'],
    ['admin without one before', as('org_admin', null, 101), { role: 'user', organization_id: null }, 'role'],
    ['admin of another', as('org_admin', null, 101), { role: 'user', organization_id: 103 }, 'refused'],
    [
      'one admin role for another',
      as('org_admin', null, 101),
      { role: 'customer_admin', organization_id: 101 },
      'refused',
    ],
    ['staff role for somebody', as('clin_ops', null, null), { role: 'user', organization_id: null }, 'refused'],
  ] as const)('%s', (_name, invited, account, expected) => expect(joinsAs(account, invited)).toBe(expected));

  test('an invitation stands until it is accepted, withdrawn or over', () => {
    const now = new Date('2026-11-18T15:00:00Z');
    const row = { accepted_at: null, withdrawn_at: null, expires_at: new Date(now.getTime() + 1) };
    expect(invitationState(row, now)).toBe('open');
    expect(invitationState({ ...row, expires_at: now }, now)).toBe('expired');
    expect(invitationState({ ...row, withdrawn_at: now }, now)).toBe('withdrawn');
    expect(invitationState({ ...row, accepted_at: now, withdrawn_at: now }, now)).toBe('accepted');
  });
});
