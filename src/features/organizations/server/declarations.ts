/** What organizations tell the compiler: the shapes in their jsonb columns. Administrators write them, so they are read with suspicion. */
declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'organizations.business_hours': unknown;
    'organizations.effective_flags': unknown;
    'organizations.flags': unknown;
    'organizations.profile_aliases': unknown;
    'organizations.settings': unknown;
  }
}
