import { hash } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import type { ProfileType, Role } from '../src/core/actor.ts';
import { json } from '../src/platform/db/json.ts';
import type { DB } from '../src/platform/db/types.ts';

export const DEMO_PASSWORD = 'harbor-lantern-42';

export interface DemoOrganization {
  key: string;
  name: string;
  short: string;
  platform_type: 'managed' | 'saas';
  parent?: string;
  /** One line under its heading on the sign-in page. */
  note: string;
  time_zone: string;
  flags: Record<string, boolean | string | number>;
  settings: Record<string, unknown>;
  /** Where its people land where nothing else decides; left out: the case list. */
  default_route_on_login?: 'peer-review-list';
}

const CASE_TYPES = [
  { label: 'Medical malpractice', value: 'malpractice' },
  { label: 'Bodily injury', value: 'bodily_injury' },
  { label: 'Workers compensation', value: 'workers_compensation' },
];

const EXAM_TYPES = [
  { label: 'First exam', value: 'first' },
  { label: 'Re-exam', value: 're_exam' },
  { label: 'Impairment rating', value: 'impairment_rating' },
];

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    key: 'harborline',
    name: 'Harborline Mutual',
    short: 'Harborline',
    platform_type: 'managed',
    note: 'Insurer, orders case reviews',
    time_zone: 'America/Chicago',
    flags: {
      case_type_enabled: true,
      ime_type_enabled: true,
      allow_ime_purpose_letter_writing_service: true,
      allow_ime_scheduling_with_no_expert_times: true,
      data_purge_enabled: true,
      enable_referrer_email: true,
      enable_visible_non_visible_records_for_case_reviews: true,
      enable_case_closeout_transfer_requests: true,
      enable_expert_additional_opportunities: true,
      allow_case_review_call_subscribers: true,
    },
    settings: {
      case_type_options: CASE_TYPES,
      ime_type_options: EXAM_TYPES,
      automated_closeout_delay_in_hours: 72,
      data_purge_delay_in_days: 365,
      questions_for_expert_prompt: 'Put liability first, and one issue in each question.',
    },
  },
  {
    key: 'northfield',
    name: 'Northfield Health',
    short: 'Northfield',
    platform_type: 'saas',
    note: 'Hospital group, matching runs by itself',
    time_zone: 'America/New_York',
    flags: { enable_visible_non_visible_records_for_case_reviews: true, use_generic_claim_professional_label: true },
    settings: { automated_closeout_delay_in_hours: 48, claim_professional_label: 'Peer review coordinator' },
    default_route_on_login: 'peer-review-list',
  },
  {
    key: 'calder',
    name: 'Calder & Rowe',
    short: 'Calder & Rowe',
    platform_type: 'managed',
    note: 'Law firm with two offices',
    time_zone: 'America/Denver',
    flags: {
      redacted_medical_expert_cvs: true,
      enable_external_expert: true,
      enable_case_closeout_transfer_requests: true,
      use_generic_claim_professional_label: true,
    },
    settings: { claim_professional_label: 'Legal professional' },
  },
  {
    key: 'calder-denver',
    name: 'Calder & Rowe, Denver',
    short: 'C&R Denver',
    platform_type: 'managed',
    parent: 'calder',
    note: 'Office',
    time_zone: 'America/Denver',
    flags: {},
    settings: {},
  },
  {
    key: 'calder-phoenix',
    name: 'Calder & Rowe, Phoenix',
    short: 'C&R Phoenix',
    platform_type: 'managed',
    parent: 'calder',
    note: 'Office',
    time_zone: 'America/Phoenix',
    flags: {},
    settings: {},
  },
];

export interface DemoPerson {
  key: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  profile: ProfileType | null;
  is_review_manager?: boolean;
  organization: string | null;
  time_zone: string;
  /** Another profile of the same account. */
  also?: ProfileType;
  /** What one finds when signed in as this person; shown on the sign-in page for the listed accounts. */
  note: string | null;
}

const person = (
  key: string,
  name: string,
  email: string,
  role: Role,
  profile: ProfileType | null,
  organization: string | null,
  time_zone: string,
  note: string | null,
  is_review_manager = false,
): DemoPerson => {
  const [first_name = '', ...rest] = name.split(' ');
  return {
    key,
    first_name,
    last_name: rest.join(' '),
    email,
    role,
    profile,
    organization,
    time_zone,
    note,
    is_review_manager,
  };
};

const chicago = 'America/Chicago';

/** Everybody with a named account, one for each way of working. Experts of the directory are in experts.ts. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person(
    'dana',
    'Dana Whitlock',
    'dana.whitlock@harborline.example',
    'user',
    'ClaimConsultant',
    'harborline',
    chicago,
    'Orders reviews, has a call time to choose',
  ),
  person(
    'milo',
    'Milo Aurelio',
    'milo.aurelio@harborline.example',
    'user',
    'ClaimConsultant',
    'harborline',
    chicago,
    null,
  ),
  person(
    'owen',
    'Owen Castellane',
    'owen.castellane@harborline.example',
    'user',
    'ClaimConsultant',
    'harborline',
    chicago,
    'Sees the whole team’s reviews',
    true,
  ),
  person(
    'lucia',
    'Lucia Brandt-Ames',
    'lucia.brandt-ames@harborline.example',
    'org_admin',
    null,
    'harborline',
    chicago,
    'Sees everything at Harborline',
  ),
  person(
    'priya',
    'Priya Mahalingam-Roe',
    'priya.mahalingam-roe@northfield.example',
    'customer_admin',
    null,
    'northfield',
    'America/New_York',
    'Sees everything at Northfield',
  ),
  person(
    'noel',
    'Noel Abernathy',
    'noel.abernathy@northfield.example',
    'user',
    'ClaimConsultant',
    'northfield',
    'America/New_York',
    'Experts are presented by themselves here',
  ),
  person(
    'greta',
    'Greta Calder',
    'greta.calder@calder-rowe.example',
    'customer_admin',
    null,
    'calder',
    'America/Denver',
    'Sees both offices',
  ),
  person(
    'marcus',
    'Marcus Thiel',
    'marcus.thiel@calder-rowe.example',
    'user',
    'ClaimConsultant',
    'calder-denver',
    'America/Denver',
    null,
  ),
  person(
    'ines',
    'Ines Falkenrath',
    'ines.falkenrath@experts.example',
    'user',
    'MedicalExpert',
    null,
    'America/New_York',
    'A report to write, an invitation to answer',
  ),
  person(
    'tomas',
    'Tomas Kirwan',
    'tomas.kirwan@experts.example',
    'user',
    'MedicalExpertAssistant',
    null,
    'America/New_York',
    'Works for Dr. Falkenrath: times, drafts, never signs',
  ),
  person(
    'walter',
    'Walter Osei',
    'walter.osei@experts.example',
    'user',
    'ExternalMedicalExpert',
    'calder',
    'America/Denver',
    'The firm’s own expert, has a report to mend',
  ),
  {
    ...person(
      'leah',
      'Leah Monroe',
      'leah.monroe@experts.example',
      'user',
      'MedicalExpert',
      null,
      'America/New_York',
      'Two profiles: reviews, and assists Dr. Falkenrath',
    ),
    also: 'MedicalExpertAssistant',
  },
  person(
    'sofia',
    'Sofia Renner',
    'sofia.renner@experts.example',
    'user',
    'ApplicantMedicalExpert',
    null,
    'America/Los_Angeles',
    'Halfway through an application',
  ),
  person(
    'ben',
    'Ben Hartwell',
    'ben.hartwell@hartwell-lyle.example',
    'user',
    'Attendee',
    null,
    chicago,
    'Joins a call, and talks with those in it',
  ),
  person(
    'ruth',
    'Ruth Sandoval-Pike',
    'ruth.sandoval-pike@peritus.example',
    'matching_admin',
    null,
    null,
    chicago,
    'Finds and presents experts',
  ),
  person(
    'clara',
    'Clara Ojukwu',
    'clara.ojukwu@peritus.example',
    'clin_ops',
    null,
    null,
    chicago,
    'Checks records, passes reports',
  ),
  person('sam', 'Sam Lindqvist', 'sam.lindqvist@peritus.example', 'support_agent', null, null, chicago, null),
  person('nadia', 'Nadia Petrov', 'nadia.petrov@peritus.example', 'admin', null, null, chicago, 'Everything but purge'),
  person('alex', 'Alex Dunmore', 'alex.dunmore@peritus.example', 'super_admin', null, null, chicago, 'Everything'),
];

/** The person with this key. Throws RangeError when there is none. */
export function demoPerson(key: string): DemoPerson {
  const found = DEMO_PEOPLE.find((one) => one.key === key);
  if (!found) throw new RangeError(`There is no demo person ${key}.`);
  return found;
}

export interface SeededPeople {
  organizations: Map<string, number>;
  users: Map<string, { user_id: number; profile_id: number | null }>;
}

/** Writes the organizations and the named people. All share one password hash: it is printed on the sign-in page. */
export async function seedPeople(db: Kysely<DB>, since: Date): Promise<SeededPeople & { password_hash: string }> {
  const password_hash = await hash(DEMO_PASSWORD);
  const organizations = new Map<string, number>();
  for (const org of DEMO_ORGANIZATIONS) {
    const row = await db
      .insertInto('organizations')
      .values({
        parent_id: org.parent ? (organizations.get(org.parent) ?? null) : null,
        name: org.name,
        shortest_name: org.short,
        preferred_short_name: org.short,
        platform_type: org.platform_type,
        friendly_registration_slug: org.key,
        flags: json({ ...org.flags }),
        settings: json(org.settings),
        default_route_on_login: org.default_route_on_login ?? null,
        time_zone: org.time_zone,
        created_at: since,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    organizations.set(org.key, row.id);
  }
  const users = new Map<string, { user_id: number; profile_id: number | null }>();
  for (const p of DEMO_PEOPLE) {
    const organization_id = p.organization ? (organizations.get(p.organization) ?? null) : null;
    users.set(p.key, await seedPerson(db, { ...p, organization_id, password_hash, since }));
  }
  return { organizations, users, password_hash };
}

export async function seedPerson(
  db: Kysely<DB>,
  p: Omit<DemoPerson, 'organization' | 'key'> & {
    organization_id: number | null;
    password_hash: string;
    since: Date;
    working_hours?: unknown;
  },
): Promise<{ user_id: number; profile_id: number | null }> {
  const user = await db
    .insertInto('users')
    .values({
      organization_id: p.organization_id,
      email: p.email,
      password_hash: p.password_hash,
      first_name: p.first_name,
      last_name: p.last_name,
      role: p.role,
      time_zone: p.time_zone,
      eula_accepted_at: p.since,
      demo_note: p.note,
      working_hours_enabled: p.working_hours !== undefined,
      working_hours: json(p.working_hours ?? {}),
      created_at: p.since,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!p.profile) return { user_id: user.id, profile_id: null };
  const profile = (type: ProfileType) => ({
    user_id: user.id,
    type,
    is_review_manager: p.is_review_manager ?? false,
    is_primary: type === p.profile,
    organization_id: p.organization_id,
    created_at: p.since,
  });
  const profiles = await db
    .insertInto('profiles')
    .values([p.profile, ...(p.also ? [p.also] : [])].map(profile))
    .returning(['id', 'is_primary'])
    .execute();
  return { user_id: user.id, profile_id: profiles.find((one) => one.is_primary)?.id ?? null };
}
