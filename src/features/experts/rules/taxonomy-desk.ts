import { type ActorKind, isAdmin, isStaff } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who looks at the specialties as they are kept. */
export const readsTaxonomy = (kind: ActorKind): boolean => isStaff(kind);

/** Who changes them. */
export const keepsTaxonomy = (kind: ActorKind): boolean => isAdmin(kind);

export const TAXONOMY_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Taxonomy',
  about: 'Keep specialties and sub-specialties, their order and prices, and license types.',
  path: '/admin/taxonomy',
  glyph: 'taxonomy',
  admits: readsTaxonomy,
  words: 'specialties sub-specialties licenses credentials nucc',
};

export const AVAILABILITIES = ['accepting', 'limited', 'none'] as const;
export const AVAILABILITY_LABELS = {
  accepting: 'Accepting',
  limited: 'Limited',
  none: 'Not ordered at present',
} as const satisfies Record<(typeof AVAILABILITIES)[number], string>;

/** A code of the NUCC's provider taxonomy: nine characters and an X. */
const NUCC = /^[0-9A-Z]{9}X$/;

/** What is wrong with the name and the code of a specialty; `taken` are the names of the others. */
export function specialtyFaults(
  { name, nucc_code }: { name?: string | undefined; nucc_code?: string | null | undefined },
  taken: readonly string[],
): { path: string; message: string }[] {
  const same = (other: string): boolean => other.toLowerCase() === name?.trim().toLowerCase();
  return [
    ...(name !== undefined && taken.some(same) ? [{ path: 'name', message: 'Another one has this name.' }] : []),
    ...(typeof nucc_code === 'string' && !NUCC.test(nucc_code)
      ? [{ path: 'nucc_code', message: 'A code has ten characters and ends in X, such as 207T00000X.' }]
      : []),
  ];
}

/** The longest letters of a license. */
export const LICENSE_KEY_MAX = 20;
const LICENSE_KEY = /^[A-Za-z][A-Za-z0-9-]*$/;

/** What is wrong with the letters of a license. */
export const licenseKeyFaults = (key: string): { path: string; message: string }[] =>
  LICENSE_KEY.test(key)
    ? []
    : [{ path: 'key', message: 'Letters, digits and hyphens, beginning with a letter, such as PsyD or PA-C.' }];

/** Of two values what differs, before and after. */
export function differing(before: object, after: object) {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  const old = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(after)) {
    if (old.get(name) === value) continue;
    was[name] = old.get(name) ?? null;
    is[name] = value;
  }
  return { before: was, after: is };
}
