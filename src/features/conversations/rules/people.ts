import { fullName, titleOf } from '../../../core/names.ts';

export interface NameParts {
  first_name: string;
  last_name: string;
  /** "MD, FAANS" of an expert; null for everybody else. */
  credentials_suffix: string | null;
}

/** "Dr. Ines Falkenrath" and, inside a thread, "Dr. Falkenrath"; people without the title by their full name. */
export function nameOf(person: NameParts): { name: string; short_name: string } {
  const full = fullName(person);
  const title = titleOf(person.credentials_suffix);
  return {
    name: `${title}${full}`,
    short_name: title === '' ? full : `${title}${person.last_name || person.first_name}`,
  };
}
