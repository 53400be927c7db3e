import type { OrganizationRow } from '../../core/organization.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  enabledKinds,
  FLAG_ROWS,
  kindsOfTree,
  needsToAcceptEula,
  ORGANIZATION_FLAGS,
  organizationFlagDefault,
  presentOrganization,
  resolveFlags,
  resolveOrganization,
  resolveSettings,
  resolveUserFlags,
  SETTING_ROWS,
} from './rules.ts';
import { organization } from './contract.ts';

const row = (own: Partial<OrganizationRow> = {}): OrganizationRow => ({
  id: 1,
  parent_id: null,
  name: 'Harborline Mutual',
  shortest_name: null,
  preferred_short_name: null,
  service_provider: null,
  platform_type: 'managed',
  flags: {},
  settings: {},
  profile_aliases: {},
  billing_hold: false,
  overdue_since: null,
  business_hours: null,
  default_route_on_login: null,
  eula: null,
  eula_updated_at: null,
  logo: null,
  time_zone: 'America/Chicago',
  specialty_database: null,
  ...own,
});

const ON_AT_FIRST = [
  'case_reviews_enabled',
  'peer_reviews_enabled',
  'imes_enabled',
  'generics_enabled',
  'accepts_new_case_submissions',
  'accepts_new_peer_review_submissions',
  'accepts_new_ime_submissions',
  'accepts_new_generic_submissions',
  'for_peer_reviews',
  'for_imes',
  'for_generics',
  'allow_demand_letter_upload',
  'allow_ime_purpose_letter_upload',
  'allow_generic_purpose_letter_upload',
  'allow_fee_schedule_upload',
  'allow_case_review_call_subscribers',
  'allow_peer_review_call_subscribers',
  'allow_copy_cases',
  'peer_review_type_enabled',
  'enable_expedited_peer_reviews',
  'enable_needs_attention_peer_reviews',
  'redacted_medical_expert_cvs',
  'enable_automated_case_closeouts',
  'questions_for_expert_prompt_enabled',
];

describe('the registry', () => {
  test('a new organization has exactly the named flags on', () => {
    const flags = resolveFlags([row()]);
    expect(ORGANIZATION_FLAGS.filter((name) => flags[name]).toSorted()).toEqual(ON_AT_FIRST.toSorted());
  });

  test('every flag and setting has one name and one sentence', () => {
    for (const rows of [FLAG_ROWS, SETTING_ROWS]) {
      expect(new Set(rows.map((r) => r.name)).size).toBe(rows.length);
      for (const { explanation } of rows) expect(explanation).toMatch(/^[A-Z].*\.$/);
    }
    expect(FLAG_ROWS.filter((r) => r.scope === 'user').map((r) => r.name)).toEqual([
      'enable_admin_alert_emails',
      'allow_admin_manage_meeting_types',
      'enable_bookmark_urls',
      'send_peritus_one_time_email',
      'box_folder_access',
    ]);
  });

  test('user flags are off until they are set', () => {
    expect(Object.values(resolveUserFlags({}))).not.toContain(true);
    expect(resolveUserFlags({ box_folder_access: true, unknown: true })).toMatchObject({ box_folder_access: true });
  });
});

describe('inheritance', () => {
  const value = fc.constantFrom(true, false, undefined, 'yes', 1, null);
  const step = fc.record(Object.fromEntries(ORGANIZATION_FLAGS.slice(0, 6).map((f) => [f, value])));

  test('the nearest boolean wins, else the default', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        const flags = resolveFlags(steps.map((s) => ({ flags: s })));
        for (const name of ORGANIZATION_FLAGS) {
          const set = steps.map((s) => (s as Record<string, unknown>)[name]).find((v) => typeof v === 'boolean');
          expect(flags[name]).toBe(set ?? organizationFlagDefault(name));
        }
      }),
    );
  });

  test('an own value equal to the parent’s default still overrides the parent', () => {
    const parent = row({ flags: { allow_copy_cases: false } });
    expect(resolveFlags([row({ flags: { allow_copy_cases: true } }), parent]).allow_copy_cases).toBe(true);
    expect(resolveFlags([row(), parent]).allow_copy_cases).toBe(false);
  });

  test('names of the prototype are not flags', () => {
    expect(resolveFlags([{ flags: JSON.parse('{"__proto__": {"disable_ratings": true}}') }]).disable_ratings).toBe(
      false,
    );
  });

  test.each([
    [[{}], 72],
    [[{ automated_closeout_delay_in_hours: '48' }], 48],
    [[{}, { automated_closeout_delay_in_hours: 24 }], 24],
    [[{ automated_closeout_delay_in_hours: -1 }, { automated_closeout_delay_in_hours: 24 }], 24],
    [[{ automated_closeout_delay_in_hours: 'soon' }], 72],
    [[{ automated_closeout_delay_in_hours: 0 }, { automated_closeout_delay_in_hours: 24 }], 0],
  ])('closeout delay of %j is %i hours', (settings, hours) => {
    expect(resolveSettings(settings.map((s) => ({ settings: s }))).automated_closeout_delay_in_hours).toBe(hours);
  });

  test('a parent’s billing hold holds the sub-organization; columns are inherited, aliases merged', () => {
    const updated = new Date('2026-05-01T00:00:00Z');
    const resolved = resolveOrganization([
      row({ id: 2, parent_id: 1, name: 'Office', profile_aliases: { ClaimConsultant: 'Adjuster' } }),
      row({
        billing_hold: true,
        eula: '<p>Terms</p>',
        eula_updated_at: updated,
        default_route_on_login: 'ime-list',
        business_hours: { start_time: '09:00', end_time: '17:00' },
        profile_aliases: { ClaimConsultant: 'Handler', review_manager: 'Team lead' },
        service_provider: 'Harborline Mutual Insurance Company',
      }),
    ]);
    expect(resolved).toMatchObject({
      billing_hold: true,
      eula: '<p>Terms</p>',
      eula_updated_at: updated,
      default_route_on_login: 'ime-list',
      business_hours: { start_time: '09:00', end_time: '17:00' },
      profile_aliases: { ClaimConsultant: 'Adjuster', review_manager: 'Team lead' },
      service_provider: 'Harborline Mutual Insurance Company',
      preferred_short_name_with_fallback: 'Office',
    });
  });

  test.each([
    [{}, 'Harborline Mutual'],
    [{ shortest_name: 'HM' }, 'HM'],
    [{ shortest_name: 'HM', preferred_short_name: 'Harborline' }, 'Harborline'],
    [{ preferred_short_name: '' }, 'Harborline Mutual'],
  ])('the short name of %j is %s', (names, expected) => {
    expect(resolveOrganization([row(names)]).preferred_short_name_with_fallback).toBe(expected);
  });
});

test('kinds are those of the organization, and of its tree', () => {
  const off = {
    case_reviews_enabled: false,
    peer_reviews_enabled: false,
    imes_enabled: false,
    generics_enabled: false,
  };
  const facts = {
    path: [row({ flags: off })],
    below: [
      row({ id: 2, parent_id: 1, flags: { imes_enabled: true } }),
      row({ id: 3, parent_id: 2, flags: { case_reviews_enabled: true } }),
    ],
  };
  expect(kindsOfTree(facts)).toEqual({ own: [], tree: ['Case', 'IME'] });
  // the grandchild inherits from the child, too
  const shown = presentOrganization({ ...facts, specialties: [], sub_specialties: [] });
  expect(shown.sub_organizations.map((s) => s.enabled_kinds)).toEqual([['IME'], ['Case', 'IME']]);
  expect(enabledKinds(resolveFlags([row()]))).toHaveLength(4);
});

test.each([
  ['no agreement', null, null, null, false],
  ['never accepted', '<p>Terms</p>', '2026-01-01', null, true],
  ['accepted the present text', '<p>Terms</p>', '2026-01-01', '2026-02-01', false],
  ['accepted an older text', '<p>Terms</p>', '2026-03-01', '2026-02-01', true],
  ['text without a date, accepted', '<p>Terms</p>', null, '2026-02-01', false],
])('license agreement: %s', (_case, eula, updated, accepted, needed) => {
  const organization = { eula, eula_updated_at: updated === null ? null : new Date(updated) };
  expect(needsToAcceptEula(organization, accepted === null ? null : new Date(accepted))).toBe(needed);
});

test('the wire carries every flag, dollars for cents, and nothing else', () => {
  const shown = presentOrganization({
    path: [row({ settings: { limited_peer_review_price: '249.50', raw_token: 'secret' } })],
    below: [],
    specialties: [{ id: 7, name: 'Neurosurgery' }],
    sub_specialties: [
      {
        id: 8,
        specialty_id: 7,
        name: 'Spine',
        price_modifier: 1.5,
        report_cost_cents: 120_050,
        report_overage_cost_cents: 200,
        price_modifier_limited: 1,
        price_modifier_standard: 1,
      },
    ],
  });
  expect(organization.strict().parse(shown)).toEqual(shown);
  expect(shown.feature_flags.limited_peer_review_price).toBe(249.5);
  expect(shown.specialty_database.specialties[0]?.sub_specialties[0]).toMatchObject({
    report_cost: 1200.5,
    report_overage_cost: 2,
  });
  expect(JSON.stringify(shown)).not.toContain('secret');
});
