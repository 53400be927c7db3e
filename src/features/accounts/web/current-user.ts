import { actorKind, sideOf } from '../../../core/actor.ts';
import { KIND_NAMES, KINDS, type Kind } from '../../../core/kinds.ts';
import { call } from '../../../ui/api/client.ts';
import type { Viewer } from '../../../ui/session/viewer.tsx';
import type { CurrentUser as WireUser } from '../contract.ts';
import { availableKinds, landingRoute, roleHome, type RoleFacts } from '../rules.ts';
import { accountApi } from './api.ts';

/** Maps whose keys are data, not names of fields. */
type MapName = 'profile_aliases';
const MAPS: ReadonlySet<string> = new Set<MapName>(['profile_aliases']);

type CamelKey<K extends string> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;
type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelKey<K> : K]: K extends MapName ? T[K] : Camel<T[K]> }
    : T;

/** The signed-in user as pages read it: camelCase here and only here. */
export type CurrentUser = Camel<WireUser>;

/** A wire value with camelCase keys; the keys of maps stay as they are. */
export function toCamel<T>(value: T): Camel<T> {
  return camel(value) as Camel<T>;
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => camel(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()),
      MAPS.has(key) ? entry : camel(entry),
    ]),
  );
}

/** Asks who is signed in. Throws ApiError, 401 when nobody is. */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser> {
  return toCamel(await call(accountApi.currentUser, signal ? { signal } : {}));
}

/** The user of any session, also of one that waits for its second factor (`needsTwoFactor`). Throws ApiError. */
export async function fetchCurrentTmp(signal?: AbortSignal): Promise<CurrentUser> {
  return toCamel(await call(accountApi.currentTmp, signal ? { signal } : {}));
}

/** Role and profile in use, as the rules take them. */
export function roleFactsOf(user: CurrentUser): RoleFacts {
  return {
    role: user.role,
    profile_type: user.profileable?.type ?? null,
    is_review_manager: user.isReviewManager,
  };
}

/** The review kinds the user may work with. */
export function kindsOf(user: CurrentUser): Kind[] {
  const { organization } = user;
  const own = KIND_NAMES.filter((kind) => organization?.featureFlags[flagOf(kind)]);
  const below = organization?.subOrganizations.flatMap((sub) => sub.enabledKinds) ?? [];
  return availableKinds({
    ...roleFactsOf(user),
    has_organization: organization !== undefined,
    own_kinds: own,
    tree_kinds: KIND_NAMES.filter((kind) => own.includes(kind) || below.includes(kind)),
  });
}

const ENABLED_FLAGS = {
  case_reviews_enabled: 'caseReviewsEnabled',
  peer_reviews_enabled: 'peerReviewsEnabled',
  imes_enabled: 'imesEnabled',
  generics_enabled: 'genericsEnabled',
} as const;
const flagOf = (kind: Kind) => ENABLED_FLAGS[KINDS[kind].enabled_flag];

/** Where the user lands, coming from `path`. */
export function landingOf(user: CurrentUser, path: string): string {
  return landingRoute({
    ...roleFactsOf(user),
    kinds: kindsOf(user),
    path,
    default_route_on_login: user.organization?.featureFlags.defaultRouteOnLogin ?? 'case-list',
  });
}

/** The home of the user's role. */
export function homeOf(user: CurrentUser): string {
  return roleHome({
    ...roleFactsOf(user),
    kinds: kindsOf(user),
    default_route_on_login: user.organization?.featureFlags.defaultRouteOnLogin ?? 'case-list',
  });
}

/** The user as every feature's pages know them. */
export function viewerOf(user: CurrentUser): Viewer {
  const { profileable } = user;
  const kind = actorKind(
    user.role,
    profileable ? { type: profileable.type, is_review_manager: user.isReviewManager } : null,
  );
  return {
    user_id: user.id,
    first_name: user.firstName,
    last_name: user.lastName ?? '',
    email: user.email ?? '',
    role: user.role,
    kind,
    side: sideOf(kind),
    time_zone: user.timeZone,
    profile_label: user.profileLabel,
    organization: user.organization ? { id: user.organization.id, name: user.organization.name } : null,
    box: user.featureFlags.boxFolderAccess,
    hints_seen: Object.entries(user.prSubsUserOnboarding ?? {}).flatMap(([key, seen]) =>
      seen ? [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] : [],
    ),
  };
}
