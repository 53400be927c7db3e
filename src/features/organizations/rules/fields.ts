import { normalizeDomains } from '../../../core/emails.ts';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { isZone } from '../../../core/time.ts';
import { PROFILE_TYPES } from '../../../core/actor.ts';
import { FLAG_ROWS, memberOf, ORGANIZATION_FLAGS, organizationFlagDefault, type OrganizationFlag } from './flags.ts';
import { FLAG_PLACES, type SetBy } from './flag-places.ts';
import { LANDING_LISTS } from './resolve.ts';
import { SETTING_ROWS } from './settings.ts';

/** The pages of an organization in the console that hold fields. */
const FIELD_TABS = ['profile', 'features', 'sign_in', 'holds'] as const;
type FieldTab = (typeof FIELD_TABS)[number];

/** What a field's value is, and with that how it is checked and edited. */
type FieldKind =
  | 'switch'
  | 'count'
  | 'dollars'
  | 'line'
  | 'text'
  | 'domains'
  | 'options'
  | 'choice'
  | 'office_hours'
  | 'aliases'
  | 'time_zone'
  | 'slug';

/** One thing about an organization that can be set. */
export interface OrganizationField {
  name: string;
  label: string;
  explanation: string;
  kind: FieldKind;
  tab: FieldTab;
  set_by: SetBy;
  /** Where its own value is kept. */
  stored: 'flags' | 'settings' | 'column';
  /** Whether what is not set comes from the parent. */
  inherits: boolean;
  /** Never empty. */
  required?: true;
  default: unknown;
  /** Shown beside this flag, and of use while that is on. */
  beside?: OrganizationFlag;
  /** A word after the number. */
  unit?: string;
  /** The smallest and largest number. */
  range?: readonly [number, number];
  choices?: readonly { value: string; label: string }[];
  /** Nobody sets it without saying why. */
  needs_reason?: true;
}

const about = (name: string): string => SETTING_ROWS.find((row) => row.name === name)?.explanation ?? '';

const FLAG_FIELDS: readonly OrganizationField[] = ORGANIZATION_FLAGS.map((name) => {
  const { label, set_by } = FLAG_PLACES[name];
  return {
    name,
    label,
    explanation: FLAG_ROWS.find((row) => row.name === name)?.explanation ?? '',
    kind: 'switch',
    tab: 'features',
    set_by,
    stored: 'flags',
    inherits: true,
    default: organizationFlagDefault(name),
    ...(name === 'business_hours_strict' ? { beside: 'business_hours_enabled' as const } : {}),
  };
});

/** A value in the map of settings, beside a flag. */
const beside = (
  flag: OrganizationFlag,
  field: Pick<OrganizationField, 'name' | 'label' | 'kind' | 'default'> & Partial<OrganizationField>,
): OrganizationField => ({
  explanation: about(field.name),
  tab: 'features',
  set_by: FLAG_PLACES[flag].set_by,
  stored: 'settings',
  inherits: true,
  beside: flag,
  ...field,
});

const column = (
  tab: FieldTab,
  set_by: SetBy,
  field: Pick<OrganizationField, 'name' | 'label' | 'kind' | 'default'> & Partial<OrganizationField>,
): OrganizationField => ({
  explanation: about(field.name),
  tab,
  set_by,
  stored: 'column',
  inherits: false,
  ...field,
});

const LANDING_LABELS = {
  'case-list': 'Case reviews',
  'peer-review-list': 'Peer reviews',
  'ime-list': 'Independent medical exams',
  'generic-list': 'Legal cases',
} as const satisfies Record<(typeof LANDING_LISTS)[number], string>;

/** Everything about an organization that can be set through the console, in the order it is shown. */
export const ORGANIZATION_FIELDS: readonly OrganizationField[] = [
  column('profile', 'organization', {
    name: 'name',
    label: 'Name',
    kind: 'line',
    default: '',
    required: true,
    explanation: 'The full name, as its people, experts and we see it.',
  }),
  column('profile', 'organization', {
    name: 'preferred_short_name',
    label: 'Short name',
    kind: 'line',
    default: null,
  }),
  column('profile', 'organization', { name: 'shortest_name', label: 'Shortest name', kind: 'line', default: null }),
  column('profile', 'staff', {
    name: 'service_provider',
    label: 'Service provider',
    kind: 'line',
    default: null,
    inherits: true,
  }),
  column('profile', 'staff', {
    name: 'platform_type',
    label: 'Platform type',
    kind: 'choice',
    default: 'managed',
    required: true,
    choices: [
      { value: 'managed', label: 'Managed' },
      { value: 'saas', label: 'Self-service' },
    ],
  }),
  column('profile', 'organization', {
    name: 'time_zone',
    label: 'Time zone',
    kind: 'time_zone',
    default: 'America/Chicago',
    required: true,
  }),
  column('profile', 'organization', {
    name: 'default_route_on_login',
    label: 'First page after signing in',
    kind: 'choice',
    default: 'case-list',
    inherits: true,
    // a list nobody has is nobody's first page
    choices: LANDING_LISTS.filter((value) => KIND_NAMES.some((kind) => KINDS[kind].landing === value)).map((value) => ({
      value,
      label: LANDING_LABELS[value],
    })),
  }),
  column('profile', 'organization', {
    name: 'profile_aliases',
    label: 'Names of profiles',
    kind: 'aliases',
    default: {},
    inherits: true,
  }),
  column('profile', 'staff', {
    name: 'friendly_registration_slug',
    label: 'Registration link',
    kind: 'slug',
    default: null,
    explanation: 'The end of the address at which people register for this organization. Empty: there is none.',
  }),
  ...FLAG_FIELDS,
  beside('case_type_enabled', { name: 'case_type_options', label: 'Case types', kind: 'options', default: [] }),
  beside('ime_type_enabled', { name: 'ime_type_options', label: 'Exam types', kind: 'options', default: [] }),
  beside('questions_for_expert_prompt_enabled', {
    name: 'questions_for_expert_prompt',
    label: 'Prompt',
    kind: 'text',
    default: '',
  }),
  beside('use_generic_claim_professional_label', {
    name: 'claim_professional_label',
    label: 'Name',
    kind: 'line',
    default: '',
  }),
  beside('data_purge_enabled', {
    name: 'data_purge_delay_in_days',
    label: 'Delete after',
    kind: 'count',
    default: 365,
    unit: 'days',
    range: [1, 36_500],
  }),
  beside('enable_automated_case_closeouts', {
    name: 'automated_closeout_delay_in_hours',
    label: 'Close after',
    kind: 'count',
    default: 72,
    unit: 'hours',
    range: [1, 8_760],
  }),
  beside('allow_limited_peer_review_pricing', {
    name: 'limited_peer_review_price',
    label: 'Price',
    kind: 'dollars',
    default: 0,
  }),
  beside('email_domain_whitelisting_enabled', {
    name: 'allowed_email_domains',
    label: 'Allowed domains',
    kind: 'domains',
    default: [],
  }),
  column('features', 'organization', {
    name: 'business_hours',
    label: 'Office hours',
    kind: 'office_hours',
    default: null,
    inherits: true,
    beside: 'business_hours_enabled',
  }),
  {
    name: 'require_second_factor',
    label: 'Second factor required',
    explanation: about('require_second_factor'),
    kind: 'switch',
    tab: 'sign_in',
    set_by: 'organization',
    stored: 'settings',
    inherits: true,
    default: false,
  },
  column('holds', 'staff', {
    name: 'billing_hold',
    label: 'Billing hold',
    explanation: 'By hand. Beside it, a hold for what is overdue follows the billing terms under Invoices.',
    kind: 'switch',
    default: false,
    needs_reason: true,
  }),
  column('holds', 'super', {
    name: 'legal_hold',
    label: 'Legal hold',
    kind: 'switch',
    default: false,
    needs_reason: true,
    explanation: 'While it is on, here or at a parent, nothing of the organization’s reviews is deleted.',
  }),
];

const BY_NAME: ReadonlyMap<string, OrganizationField> = new Map(ORGANIZATION_FIELDS.map((row) => [row.name, row]));
/** The field of a name, or nothing. */
export const fieldNamed = (name: string): OrganizationField | undefined => BY_NAME.get(name);

/** Whether a value may stand in a field; the value as it is kept, or what is wrong with it. */
type Checked = { value: unknown } | { fault: string };

const LINE_MAX = 200;
const TEXT_MAX = 4000;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Checks a value somebody sets. Null takes the own value away: what is inherited then holds, or there is none. */
export function checkField(field: OrganizationField, value: unknown): Checked {
  if (value === null) return field.required ? { fault: 'This cannot be empty.' } : { value: null };
  switch (field.kind) {
    case 'switch':
      return typeof value === 'boolean' ? { value } : { fault: 'Turn it on or off.' };
    case 'count': {
      const [low, high] = field.range ?? [0, Number.MAX_SAFE_INTEGER];
      return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
        ? { value }
        : { fault: `Enter a whole number from ${low} to ${high.toLocaleString('en-US')}.` };
    }
    case 'dollars':
      return typeof value === 'number' &&
        value >= 0 &&
        value <= 1_000_000 &&
        Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
        ? { value }
        : { fault: 'Enter an amount like 225.00.' };
    case 'line':
    case 'text':
      return checkText(field, value);
    case 'slug':
      return typeof value === 'string' && /^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/.test(value)
        ? { value }
        : { fault: 'Use 3 to 60 small letters, digits and hyphens, such as harborline-mutual.' };
    case 'choice':
      return field.choices?.some((one) => one.value === value) ? { value } : { fault: 'Choose one of the list.' };
    case 'time_zone':
      return typeof value === 'string' && isZone(value) ? { value } : { fault: 'Choose a time zone.' };
    case 'domains':
      return checkDomains(value);
    case 'options':
      return checkOptions(value);
    case 'office_hours':
      return checkHours(value);
    case 'aliases':
      return checkAliases(value);
  }
}

function checkText(field: OrganizationField, value: unknown): Checked {
  if (typeof value !== 'string') return { fault: 'Write it in words.' };
  const text = value.trim();
  if (text === '') return field.required ? { fault: 'This cannot be empty.' } : { value: null };
  const most = field.kind === 'line' ? LINE_MAX : TEXT_MAX;
  return text.length > most ? { fault: `At most ${most} characters.` } : { value: text };
}

function checkDomains(value: unknown): Checked {
  if (!Array.isArray(value) || value.length > 200) return { fault: 'At most 200 domains.' };
  const domains = [...new Set(normalizeDomains(value.filter((one): one is string => typeof one === 'string')))];
  const wrong = domains.find((one) => !DOMAIN.test(one));
  return wrong === undefined ? { value: domains } : { fault: `“${wrong}” is no domain. Write it like example.com.` };
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function checkOptions(value: unknown): Checked {
  if (!Array.isArray(value) || value.length > 100) return { fault: 'At most 100 options.' };
  const options = value.map((one) => ({
    label: textIn(memberOf(one, 'label')),
    value: textIn(memberOf(one, 'value')),
  }));
  if (options.some(({ label }) => label === '' || label.length > 100)) return { fault: 'Give every option a name.' };
  const named = options.map(({ label, value: own }) => ({ label, value: own || slugOf(label) }));
  return new Set(named.map((one) => one.value)).size < named.length
    ? { fault: 'Two options have the same name.' }
    : { value: named };
}

/** A stored value for an option named by its label. */
const slugOf = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '') || label;

function checkHours(value: unknown): Checked {
  const [start, end, zone] = ['start_time', 'end_time', 'time_zone'].map((name) => memberOf(value, name));
  if (typeof start !== 'string' || typeof end !== 'string' || !TIME.test(start) || !TIME.test(end))
    return { fault: 'Give the hours as 08:00 to 18:00.' };
  if (start >= end) return { fault: 'The end must be after the start.' };
  if (typeof zone !== 'string' || !isZone(zone)) return { fault: 'Choose the time zone of these hours.' };
  return { value: { start_time: start, end_time: end, time_zone: zone } };
}

/** The profile types an organization may name itself, by the keys aliases have. */
export const ALIAS_KEYS: readonly string[] = [...PROFILE_TYPES, 'ReviewManager'];

function checkAliases(value: unknown): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'Give names by profile.' };
  const names: Record<string, string> = {};
  for (const [key, name] of Object.entries(value)) {
    if (typeof name !== 'string' || name.length > 60) return { fault: 'A name has at most 60 characters.' };
    if (!ALIAS_KEYS.includes(key)) return { fault: 'There is no such profile.' };
    if (name.trim() !== '') names[key] = name.trim();
  }
  return { value: Object.keys(names).length === 0 ? null : names };
}
