import { dateIn } from '../../../core/time.ts';
import { ownSpecialties, PLATFORM_DATABASE, specialtyTree, type SubSpecialtyRow } from '../../../core/specialties.ts';
import { KIND_NAMES, type Kind } from '../../../core/kinds.ts';
import { enabledKinds } from './flags.ts';
import type { OrganizationRow } from '../../../core/organization.ts';
import { type ResolvedOrganization, resolveOrganization, shortName } from './resolve.ts';

/** The rows an organization is presented from: itself and its parents, and everything below it. */
export interface OrganizationFacts {
  /** The organization first, then its parents. */
  path: readonly OrganizationRow[];
  /** Every organization below it, in any order. */
  below: readonly OrganizationRow[];
  specialties: readonly { id: number; name: string }[];
  sub_specialties: readonly SubSpecialtyRow[];
}

/** The review kinds an organization has itself, and those it or anything below it has. */
export function kindsOfTree(facts: Pick<OrganizationFacts, 'path' | 'below'>): { own: Kind[]; tree: Kind[] } {
  const own = enabledKinds(resolveOrganization(facts.path).flags);
  const all = new Set([own, ...resolveBelow(facts).map((sub) => enabledKinds(sub.flags))].flat());
  return { own, tree: KIND_NAMES.filter((kind) => all.has(kind)) };
}

/** The organization as the wire carries it (contract: organization). Cents become dollars here and nowhere else. */
export function presentOrganization(facts: OrganizationFacts) {
  const own = resolveOrganization(facts.path);
  const { settings } = own;
  const database = ownSpecialties(facts.path);
  return {
    id: own.id,
    name: own.name,
    service_provider: own.service_provider,
    ...(settings.questions_for_expert_prompt === ''
      ? {}
      : { questions_for_expert_prompt: settings.questions_for_expert_prompt }),
    ...(settings.claim_professional_label === ''
      ? {}
      : { claim_professional_label: settings.claim_professional_label }),
    platform_type: own.platform_type,
    profile_aliases: own.profile_aliases,
    billing_hold: own.billing_hold,
    ...(own.overdue_since === null ? {} : { overdue_since: dateIn(own.overdue_since, own.time_zone) }),
    business_hours: own.business_hours,
    ...(own.eula === null ? {} : { eula: own.eula }),
    ...(own.eula_updated_at === null ? {} : { eula_updated_at: own.eula_updated_at.toISOString() }),
    logo: own.logo,
    shortest_name: own.shortest_name,
    preferred_short_name: own.preferred_short_name,
    preferred_short_name_with_fallback: own.preferred_short_name_with_fallback,
    sub_organizations: resolveBelow(facts).map((sub) => ({
      id: sub.id,
      name: sub.name,
      shortest_name: sub.shortest_name,
      preferred_short_name: sub.preferred_short_name,
      preferred_short_name_with_fallback: shortName(sub),
      enabled_kinds: enabledKinds(sub.flags),
    })),
    specialty_database: {
      name: database?.name ?? PLATFORM_DATABASE,
      specialties: specialtyTree(facts.specialties, facts.sub_specialties, database),
    },
    feature_flags: {
      ...own.flags,
      automated_closeout_delay_in_hours: settings.automated_closeout_delay_in_hours,
      data_purge_delay_in_days: settings.data_purge_delay_in_days,
      limited_peer_review_price: settings.limited_peer_review_price,
      default_route_on_login: own.default_route_on_login,
      case_type_options: settings.case_type_options,
      ime_type_options: settings.ime_type_options,
    },
  };
}

function resolveBelow({ path, below }: Pick<OrganizationFacts, 'path' | 'below'>): ResolvedOrganization[] {
  const byId = new Map([...path, ...below].map((row) => [row.id, row]));
  const pathOf = (row: OrganizationRow): OrganizationRow[] => {
    const steps: OrganizationRow[] = [];
    let at: OrganizationRow | undefined = row;
    while (at && !steps.includes(at)) {
      steps.push(at);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
    return steps;
  };
  return below.map((row) => resolveOrganization(pathOf(row))).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
