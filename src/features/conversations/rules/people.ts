/** Titles that are spoken as "Dr.". */
const DOCTORS: ReadonlySet<string> = new Set(['MD', 'DO', 'DDS', 'DMD', 'DPM', 'DC', 'PhD', 'PsyD', 'PharmD', 'OD']);

export interface NameParts {
  first_name: string;
  last_name: string;
  /** "MD, FAANS" of an expert; null for everybody else. */
  credentials_suffix: string | null;
}

/** "Dr. Ines Falkenrath" and, inside a thread, "Dr. Falkenrath"; people without the title by their full name. */
export function nameOf(person: NameParts): { name: string; short_name: string } {
  const full = `${person.first_name} ${person.last_name}`.trim();
  const title = DOCTORS.has(person.credentials_suffix?.split(/[ ,]/)[0] ?? '') ? 'Dr. ' : '';
  return {
    name: `${title}${full}`,
    short_name: title === '' ? full : `${title}${person.last_name || person.first_name}`,
  };
}
