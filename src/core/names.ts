/** A person's name in full; what a blank part leaves is trimmed. */
export const fullName = (person: { first_name: string | null; last_name: string | null }): string =>
  `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim();

/** "Ann Lee acting as Bob Roe" of what somebody did in another's name; the name alone where nobody did. */
export const actedName = (name: string, acting: string | null): string =>
  acting === null ? name : `${acting} acting as ${name}`;

/** What follows the names of those who are spoken of as "Dr.". */
const DOCTORS: ReadonlySet<string> = new Set(['MD', 'DO', 'DDS', 'DMD', 'DPM', 'DC', 'PhD', 'PsyD', 'PharmD', 'OD']);

/** "Dr. " before the name of whoever has these credentials ("MD, FAANS"), else nothing. */
export const titleOf = (credentials: string | null): string =>
  DOCTORS.has(credentials?.split(/[ ,]/)[0] ?? '') ? 'Dr. ' : '';

/**
 * The two letters that stand for somebody, by the name as it is shown: 'IF' for 'Dr. Ines Falkenrath', 'RS' for 'Ruth
 * Sandoval-Pike', 'F' for 'Dr. Falkenrath', 'R' for 'Expert R-118' and 'The reviewer', 'PE' for 'Peritus', '?' for nobody.
 */
export function initialsOf(name: string): string {
  const plain = name.replace(/,.*$/, '').trim();
  const words = plain
    .replace(/^(?:(?:Dr|Prof|Mr|Ms|Mrs|Mx)\.?|The|Expert(?=\s[A-Z]-?\d))\s+/iu, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = (word: string | undefined): string[] => [...(word ?? '')];
  const [first] = letters(words[0]);
  const second = words.length > 1 ? letters(words.at(-1))[0] : words[0] === plain ? letters(words[0])[1] : undefined;
  return `${first ?? '?'}${second ?? ''}`.toUpperCase();
}
