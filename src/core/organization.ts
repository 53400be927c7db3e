import type { OwnSpecialties } from './specialties.ts';

/** The columns of an organization that people's rights and surroundings are resolved from, as they are stored. */
export interface OrganizationRow {
  id: number;
  parent_id: number | null;
  name: string;
  shortest_name: string | null;
  preferred_short_name: string | null;
  service_provider: string | null;
  platform_type: string;
  flags: unknown;
  settings: unknown;
  profile_aliases: unknown;
  billing_hold: boolean;
  /** Since when billing is held for what is overdue, beside the hold by hand. */
  overdue_since: Date | null;
  business_hours: unknown;
  default_route_on_login: string | null;
  eula: string | null;
  eula_updated_at: Date | null;
  logo: string | null;
  time_zone: string;
  specialty_database: OwnSpecialties | null;
}
