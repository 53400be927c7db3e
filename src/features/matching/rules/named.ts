import { fullName } from '../../../core/names.ts';
import { beginningsOf, type PersonName, personName, samePerson, surnameOf } from '../../experts/rules/same-person.ts';

/** An expert as a requester may write them down. */
export interface Nameable {
  profile_id: number;
  code: string;
  first_name: string;
  last_name: string;
}

/** A code as it is compared: "Dr. F-207" is one, too. */
const plainCode = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replace(/^dr\.?\s+/, '');

const read = new WeakMap<Nameable, { whole: PersonName; surname: PersonName }>();

/** An expert's names, read once however many are compared with them. */
function namesOf(expert: Nameable): { whole: PersonName; surname: PersonName } {
  const known = read.get(expert) ?? { whole: personName(fullName(expert)), surname: surnameOf(expert.last_name) };
  read.set(expert, known);
  return known;
}

/** How somebody may be written down, the surest first: by code, by the whole name, by the surname alone. */
const WAYS: readonly ((written: string) => (expert: Nameable) => boolean)[] = [
  (written) => (expert) => plainCode(expert.code) === plainCode(written),
  (written) => {
    const name = personName(written);
    return (expert) => samePerson(name, namesOf(expert).whole);
  },
  (written) => {
    const name = surnameOf(written);
    return (expert) => samePerson(name, namesOf(expert).surname);
  },
];

/** Everybody who may be meant by what somebody wrote, in any way. */
export const allMeant = <E extends Nameable>(written: string, experts: readonly E[]): E[] => {
  const ways = WAYS.map((way) => way(written));
  return experts.filter((expert) => ways.some((means) => means(expert)));
};

/** By what the database finds everybody who may be meant, and some who are not: codes, and how names begin. */
export const soughtBy = (written: readonly string[]): { codes: string[]; beginnings: string[] } => ({
  codes: written.map(plainCode),
  beginnings: [
    ...new Set(written.flatMap((one) => [...beginningsOf(personName(one)), ...beginningsOf(surnameOf(one))])),
  ],
});

/** Who may be meant by what somebody wrote: by code, else by the whole name, else by the surname alone. */
function expertsMeant<E extends Nameable>(written: string, experts: readonly E[]): E[] {
  for (const way of WAYS) {
    const fit = experts.filter(way(written));
    if (fit.length > 0) return fit;
  }
  return [];
}

/** The one expert who is asked for; where several may be meant none is, and the matching desk is told who they are. */
export function expertAskedFor<E extends Nameable>(
  written: string,
  experts: readonly E[],
): { expert: E | null; unclear: string | null } {
  const meant = expertsMeant(written, experts);
  if (meant.length <= 1) return { expert: meant[0] ?? null, unclear: null };
  const names = meant.map((expert) => `Dr. ${fullName(expert)} (${expert.code})`).toSorted();
  return {
    expert: null,
    unclear: `“${written.trim()}” may be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}. Ask the requester who is meant.`,
  };
}
