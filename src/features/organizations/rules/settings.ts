import { memberOf, nearest } from './flags.ts';

/** One setting of the registry: its type in words, its default as text, and what it does. */
export interface SettingRow {
  name: string;
  type: string;
  default: string;
  scope: 'organization';
  explanation: string;
}

export interface LabelledOption {
  label: string;
  value: string;
}

/** Settings kept in an organization's `settings` map, each inherited until a sub-organization overrides it. */
const READERS = {
  automated_closeout_delay_in_hours: [
    'hours',
    72,
    'Hours after the call or the delivery until a case review closes automatically.',
    (v: unknown) => countOf(v),
  ],
  data_purge_delay_in_days: ['days', 365, 'Days after the close until a review is purged.', (v: unknown) => countOf(v)],
  limited_peer_review_price: [
    'dollars',
    0,
    'Price of a limited peer review; 0 leaves it to the price book.',
    (v: unknown) => amountOf(v),
  ],
  questions_for_expert_prompt: [
    'text',
    '',
    'Text above the questions for the expert, instead of ours.',
    (v: unknown) => textOf(v),
  ],
  claim_professional_label: [
    'text',
    '',
    'What the organization calls its claim consultants.',
    (v: unknown) => textOf(v),
  ],
  case_type_options: ['options', [], 'Choices for the case type in step one.', (v: unknown) => optionsOf(v)],
  ime_type_options: ['options', [], 'Choices for the exam type in step one.', (v: unknown) => optionsOf(v)],
  allowed_email_domains: [
    'list of domains',
    [],
    'Domains whose addresses may register, be invited, subscribe or attend.',
    (v: unknown) => listOf(v),
  ],
  require_second_factor: [
    'boolean',
    false,
    'People of the organization sign in with a second factor; who has none sets one up before anything else.',
    (v: unknown) => (typeof v === 'boolean' ? v : undefined),
  ],
} as const;

/** Settings with a column of their own. */
const COLUMNS: SettingRow[] = (
  [
    [
      'default_route_on_login',
      'case-list | peer-review-list | ime-list | generic-list',
      'case-list',
      'List people land on after signing in.',
    ],
    ['profile_aliases', 'map', '{}', 'Own names for profile types, used everywhere they are shown.'],
    ['billing_hold', 'boolean', 'false', 'No new submissions and no new invitations; running reviews finish.'],
    ['business_hours', 'hours and zone', 'none', 'Hours in which calls may be held, Monday to Friday less holidays.'],
    ['eula', 'HTML', 'none', 'License agreement everyone of the organization accepts before working.'],
    ['eula_updated_at', 'instant', 'none', 'When the agreement last changed; a newer one has to be accepted again.'],
    [
      'platform_type',
      'managed | saas',
      'managed',
      'Managed: our team does intake and the quality check. Self-service: both pass automatically when their checks hold.',
    ],
    ['logo', 'image', 'none', 'Shown on the organization’s registration page and letters.'],
    ['time_zone', 'time zone', 'America/Chicago', 'Zone the organization’s days and deadlines are counted in.'],
    ['service_provider', 'text', 'the name', 'Legal name that issues reports and signs invoices, instead of ours.'],
    ['shortest_name', 'text', 'none', 'Shortest form of the name.'],
    ['preferred_short_name', 'text', 'none', 'Short form the organization prefers.'],
  ] as const
).map(([name, type, fallback, explanation]) => ({ name, type, default: fallback, scope: 'organization', explanation }));

export interface OrganizationSettings {
  automated_closeout_delay_in_hours: number;
  data_purge_delay_in_days: number;
  /** Dollars. */
  limited_peer_review_price: number;
  questions_for_expert_prompt: string;
  claim_professional_label: string;
  case_type_options: LabelledOption[];
  ime_type_options: LabelledOption[];
  allowed_email_domains: string[];
  require_second_factor: boolean;
}

type OrganizationSetting = keyof OrganizationSettings;
const ORGANIZATION_SETTINGS = Object.keys(READERS) as OrganizationSetting[];

/** Every setting beside the flags, in the order it is shown. */
export const SETTING_ROWS: readonly SettingRow[] = [
  ...Object.entries(READERS).map(([name, [type, fallback, explanation]]) => ({
    name,
    type,
    default: typeof fallback === 'object' ? 'none' : fallback === '' ? 'none' : String(fallback),
    scope: 'organization' as const,
    explanation,
  })),
  ...COLUMNS,
];

/** The settings as they hold: own value, else the nearest parent's, else the default. What cannot be read counts as not set. */
export function resolveSettings(path: readonly { settings: unknown }[]): OrganizationSettings {
  const settings: Record<string, unknown> = {};
  for (const name of ORGANIZATION_SETTINGS) {
    const [, fallback, , read] = READERS[name];
    settings[name] =
      nearest<{ settings: unknown }, unknown>(path, (step) => read(memberOf(step.settings, name))) ?? fallback;
  }
  // why: filled name by name, which the compiler does not follow
  return settings as unknown as OrganizationSettings;
}

/** An organization's own value of a setting, read as it is resolved; nothing where it has none that can be read. */
export function ownSetting(settings: unknown, name: string): unknown {
  const row = ORGANIZATION_SETTINGS.find((one) => one === name);
  return row === undefined ? undefined : READERS[row][3](memberOf(settings, row));
}

/** Numbers written as numbers or as text count alike. */
function amountOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function countOf(value: unknown): number | undefined {
  const number = amountOf(value);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : undefined;
}

function optionsOf(value: unknown): LabelledOption[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(
    (v): v is LabelledOption => typeof memberOf(v, 'label') === 'string' && typeof memberOf(v, 'value') === 'string',
  );
}
