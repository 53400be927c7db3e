/** What organizations tell the compiler: their flags, and the shapes in their jsonb columns. */
import type { OwnSpecialties } from '../../../core/specialties.ts';
import type { OrganizationFlags } from '../rules.ts';

/** Administrators write these, so they are read with suspicion. */
declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'organizations.business_hours': unknown;
    'organizations.effective_flags': unknown;
    'organizations.flags': unknown;
    'organizations.profile_aliases': unknown;
    'organizations.settings': unknown;
    'organizations.specialty_database': OwnSpecialties;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Flags extends OrganizationFlags {}
  interface Events {
    /** Switches of an organization, which hold for those below it, too. */
    'organization.flags_changed': { organization_id: number };
  }
}
