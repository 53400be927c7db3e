import { presentLicense } from '../../../core/licenses.ts';
import { type Preparing, runPrepared } from '../../../platform/db/prepared.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import {
  type Actor,
  type ActorProfile,
  isOrganizationWide,
  profileHeader,
  type Role,
  seesPrices,
} from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import {
  ORGANIZATION_JSON,
  readOrganizations,
  specialtyRows,
  TAXONOMY_VERSION,
} from '../../../platform/db/organization-facts.ts';
import type { DB } from '../../../platform/db/types.ts';
import {
  needsToAcceptEula,
  presentOrganization,
  resolveOrganization,
  resolveUserFlags,
} from '../../organizations/rules.ts';
import type { CurrentUser, WorkingHours } from '../contract.ts';
import {
  type Blackout,
  ONBOARDING_HINTS,
  type OnboardingHint,
  primaryOf,
  namingOf,
  profileLabel,
  timeZoneNice,
  WEEKDAYS,
} from '../rules.ts';

/** Whom to present: the user, the profile in use, and whether the second factor is still missing. */
export interface Presented {
  user_id: number;
  actor:
    | (Pick<Actor, 'profile'> &
        Partial<Pick<Actor, 'impersonator' | 'session_id' | 'break_glass' | 'kind' | 'organization_ids'>>)
    | null;
}

type Users = Selectable<DB['users']>;
interface Row extends Users {
  profiles: ActorProfile[];
  organization: number | null;
  box_connected: boolean;
  /** The organization and its parents, and those below it, as JSON text: the same text is read once. */
  path: string | null;
  below: string | null;
  taxonomy: string;
}

/** The user, the profiles, the organization around the profile in use: one prepared statement. */
const FACTS = `select u.*, a.organization,
      (select coalesce(json_agg(json_build_object('id', p.id, 'type', p.type, 'is_review_manager', p.is_review_manager,
          'is_primary', p.is_primary, 'organization_id', p.organization_id) order by p.id), '[]')
        from profiles p where p.user_id = u.id) as profiles,
      (select json_agg(${ORGANIZATION_JSON} order by p.depth)
        from organization_path(a.organization) p join organizations o on o.id = p.id)::text as path,
      (select json_agg(${ORGANIZATION_JSON} order by o.name, o.id)
        from organization_tree(a.organization) t join organizations o on o.id = t.id where t.depth > 0)::text as below,
      exists (select from provider_connections c
        where c.user_id = u.id and c.provider = 'box' and c.state = 'connected') as box_connected,
      ${TAXONOMY_VERSION} as taxonomy
    from users u, lateral (select coalesce($2::bigint, u.organization_id) as organization) a where u.id = $1`;

interface Around {
  resolved: ReturnType<typeof resolveOrganization>;
  presented: NonNullable<CurrentUser['organization']>;
}
const around = new Map<string, Around>();
let taxonomy: { version: string; rows: ReturnType<typeof specialtyRows> } | undefined;

/** The organization as its people see it, resolved once for the same rows of it, its neighbors and the specialties. */
async function aroundOf(db: Kysely<DB>, row: Row): Promise<Around | null> {
  if (row.path === null) return null;
  const key = `${row.taxonomy} ${row.path} ${row.below ?? ''}`;
  let found = around.get(key);
  if (found) return found;
  // started anew for a new version; what fails is not kept
  if (taxonomy?.version !== row.taxonomy) {
    const rows = specialtyRows(db);
    taxonomy = { version: row.taxonomy, rows };
    rows.catch(() => (taxonomy = undefined));
  }
  const specialties = await taxonomy.rows;
  const path = readOrganizations(row.path);
  found = {
    resolved: resolveOrganization(path),
    presented: presentOrganization({ path, below: readOrganizations(row.below), ...specialties }),
  };
  // changed organizations leave their old text behind; starting over is cheap
  if (around.size >= 300) around.clear();
  around.set(key, found);
  return found;
}

/** The user as the wire carries it: only what is named here, whatever else the tables hold. */
export async function presentCurrentUser(database: Preparing, { user_id, actor }: Presented): Promise<CurrentUser> {
  const [user] = await runPrepared<Row>(database, FACTS, [user_id, actor?.profile?.organization_id ?? null]);
  if (!user) throw new Refusal('not_signed_in');
  const { profiles } = user;
  const active = actor?.profile ?? null;
  const role = user.role as Role;
  const organization = await aroundOf(database.systemDb, user);
  const resolved = organization?.resolved ?? null;
  const naming = resolved && namingOf(resolved);
  const primary = primaryOf(profiles);
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name === '' ? null : user.last_name,
    ...(user.avatar === null ? {} : { avatar: user.avatar }),
    ...(organization ? { organization: organization.presented } : {}),
    profiles: profiles.map((p) => ({
      id: p.id,
      type: p.type,
      class_name: profileHeader(p),
      // a role list names what each profile is, also for staff, who act as themselves whatever they hold
      label: profileLabel('user', p, naming),
    })),
    profile_label: profileLabel(role, active, naming),
    role,
    primary_profile_type: primary?.type ?? null,
    primary_profile_id: primary?.id ?? null,
    phone_number: user.phone_number,
    email: user.email,
    phone_verified: user.phone_verified,
    time_zone: user.time_zone,
    time_zone_nice: timeZoneNice(user.time_zone),
    needs_two_factor: actor === null,
    ...(actor?.impersonator ? { impersonation: await impersonationOf(database.systemDb, actor) } : {}),
    ...(actor?.break_glass === undefined ? {} : { break_glass: await breakGlassOf(database.systemDb, actor) }),
    // nobody accepts in another's name: whoever acts as them, or was let in as them, is not asked
    needs_to_accept_eula:
      !actor?.impersonator && actor?.break_glass === undefined && needsToAcceptEula(resolved, user.eula_accepted_at),
    eula_accepted_at: user.eula_accepted_at?.toISOString() ?? null,
    is_review_manager: active?.is_review_manager ?? false,
    ...(active ? { profileable: await presentProfileable(database.systemDb, active) } : {}),
    ...(actor ? await ordersOf(database.systemDb, actor) : {}),
    pr_subs_user_onboarding: onboarding(user.pr_subs_user_onboarding),
    working_hours_enabled: user.working_hours_enabled,
    working_hours: workingHours(user.working_hours),
    bookmark_urls: bookmarksOf(user.bookmark_urls),
    box_oauth: user.box_connected,
    box_folder_ids: foldersOf(user.box_folder_ids),
    feature_flags: resolveUserFlags(user.feature_flags),
  };
}

/** The billing orders that wait for who approves them, where one of their organizations has some. */
async function ordersOf(
  db: Kysely<DB>,
  { kind, organization_ids = [] }: Partial<Pick<Actor, 'kind' | 'organization_ids'>>,
): Promise<Pick<CurrentUser, 'billing_orders'>> {
  if (kind === undefined || !isOrganizationWide(kind) || !seesPrices(kind)) return {};
  const { rows } = await sql<{ used: boolean; waiting: number }>`
    select exists (select from organizations o where o.id = any(${organization_ids}::bigint[])
        and (o.effective_flags ->> 'enable_billing_orders')::boolean) as used,
      (select count(*)::int from billing_orders b
        where b.state = 'draft' and b.organization_id = any(${organization_ids}::bigint[])) as waiting`.execute(db);
  const [row] = rows;
  return row && (row.used || row.waiting > 0) ? { billing_orders: row.waiting } : {};
}

async function impersonationOf(
  db: Kysely<DB>,
  { impersonator, session_id }: Partial<Pick<Actor, 'impersonator' | 'session_id'>>,
): Promise<NonNullable<CurrentUser['impersonation']>> {
  const { expires_at, impersonation_reason } = await db
    .selectFrom('sessions')
    .select(['expires_at', 'impersonation_reason'])
    .where('id', '=', session_id ?? 0)
    .executeTakeFirstOrThrow();
  return {
    by: impersonator ? fullName(impersonator) : '',
    reason: impersonation_reason ?? '',
    until: expires_at.toISOString(),
  };
}

async function breakGlassOf(
  db: Kysely<DB>,
  { session_id }: Partial<Pick<Actor, 'session_id'>>,
): Promise<NonNullable<CurrentUser['break_glass']>> {
  const { expires_at, reason } = await db
    .selectFrom('sessions')
    .innerJoin('break_glass_links as l', 'l.id', 'sessions.break_glass_id')
    .select(['sessions.expires_at', 'l.reason'])
    .where('sessions.id', '=', session_id ?? 0)
    .executeTakeFirstOrThrow();
  return { reason, until: expires_at.toISOString() };
}

async function presentProfileable(db: Kysely<DB>, profile: ActorProfile): Promise<CurrentUser['profileable']> {
  const base = { id: profile.id, type: profile.type, class_name: profileHeader(profile) };
  if (profile.type === 'ClaimConsultant') return { ...base, is_review_manager: profile.is_review_manager };
  if (profile.type !== 'MedicalExpert' && profile.type !== 'ExternalMedicalExpert') return base;
  const expert = await db
    .selectFrom('expert_profiles')
    .select(['has_cv', 'display_contact_information', 'display_earnings', 'last_peer_review_opted_at'])
    .where('profile_id', '=', profile.id)
    .executeTakeFirst();
  const { rows: credentials } = await sql<Credential>`
    select c.id, c.is_primary, c.availability, c.license_key, l.name as license_name, s.id as specialty_id, s.name,
      (select coalesce(json_agg(distinct k.license_key), '[]') from credentials k
        where k.specialty_id = s.id and k.expert_profile_id = c.expert_profile_id and k.license_key is not null) as keys
    from credentials c join specialties s on s.id = c.specialty_id left join license_types l on l.key = c.license_key
    where c.expert_profile_id = ${profile.id} order by c.is_primary desc, c.id`.execute(db);
  return {
    ...base,
    ...(expert
      ? {
          has_cv: expert.has_cv,
          display_contact_information: expert.display_contact_information,
          feature_flags: { display_earnings: expert.display_earnings },
          last_peer_review_opted_at: expert.last_peer_review_opted_at?.toISOString() ?? null,
        }
      : {}),
    v3s_mappings: credentials.map((c) => ({
      id: c.id,
      primary: c.is_primary,
      v3s_credential: {
        specialty: {
          id: c.specialty_id,
          localized_full_name: c.name,
          availability: c.availability,
          supported_license_keys: c.keys,
        },
        ...(c.license_key === null
          ? {}
          : {
              license: presentLicense(c.license_key, c.license_name),
            }),
      },
    })),
  };
}

interface Credential {
  id: number;
  is_primary: boolean;
  availability: 'accepting' | 'limited' | 'none';
  license_key: string | null;
  license_name: string | null;
  specialty_id: number;
  name: string;
  keys: string[];
}

/** Every weekday, with nine to five on working days where nothing is stored. */
export function workingHours(stored: unknown): WorkingHours {
  const hours = {} as WorkingHours;
  for (const day of WEEKDAYS) {
    const value = record(record(stored)[day]);
    hours[day] = {
      active: typeof value.active === 'boolean' ? value.active : day !== 'sunday' && day !== 'saturday',
      startTime: typeof value.startTime === 'string' ? value.startTime : '09:00',
      endTime: typeof value.endTime === 'string' ? value.endTime : '17:00',
    };
  }
  return hours;
}

/** Days off as they are stored; what is none is left out. */
export function blackoutsOf(stored: unknown): Blackout[] {
  return list(stored)
    .map((entry) => record(entry))
    .filter((entry) => typeof entry.from === 'string' && typeof entry.until === 'string')
    .map(({ from, until, note }) => ({
      from: String(from),
      until: String(until),
      note: typeof note === 'string' ? note : '',
    }));
}

function onboarding(stored: unknown): CurrentUser['pr_subs_user_onboarding'] {
  const seen: Partial<Record<OnboardingHint, boolean>> = {};
  for (const hint of ONBOARDING_HINTS) {
    const value = record(stored)[hint];
    if (typeof value === 'boolean') seen[hint] = value;
  }
  return seen;
}

/** Bookmarks that lead somewhere a browser may safely open. */
export const foldersOf = (stored: unknown): string[] =>
  list(stored).filter((id): id is string => typeof id === 'string');

export function bookmarksOf(stored: unknown): CurrentUser['bookmark_urls'] {
  return list(stored)
    .map((entry) => record(entry))
    .filter((entry): entry is { label: string; url: string } => {
      return typeof entry.label === 'string' && typeof entry.url === 'string' && /^https?:\/\//i.test(entry.url);
    })
    .map(({ label, url }) => ({ label, url }));
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
