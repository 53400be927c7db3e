/** A person's name in full; what a blank part leaves is trimmed. */
export const fullName = (person: { first_name: string | null; last_name: string | null }): string =>
  `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim();

/** What follows the names of those who are spoken of as "Dr.". */
const DOCTORS: ReadonlySet<string> = new Set(['MD', 'DO', 'DDS', 'DMD', 'DPM', 'DC', 'PhD', 'PsyD', 'PharmD', 'OD']);

/** "Dr. " before the name of whoever has these credentials ("MD, FAANS"), else nothing. */
export const titleOf = (credentials: string | null): string =>
  DOCTORS.has(credentials?.split(/[ ,]/)[0] ?? '') ? 'Dr. ' : '';
