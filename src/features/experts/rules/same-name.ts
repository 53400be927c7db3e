import { type PersonName, personName, samePerson } from './same-person.ts';
import { houseWords, isHouse, type PlaceName, placeName, samePlace } from './same-place.ts';

const MOST_SIGNS = 300;

/** A name of a person, a house or a firm, read once for being compared with many; each way as it is first asked for. */
export class Name {
  /** Whether the name says by itself that it is a house's. */
  readonly isHouse: boolean;
  readonly #written: string;
  readonly #words: readonly string[];
  #person: PersonName | undefined;
  #place: PlaceName | undefined;

  constructor(written: string) {
    this.#written = written.slice(0, MOST_SIGNS);
    this.#words = houseWords(this.#written);
    this.isHouse = isHouse(this.#words);
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }
  get person(): PersonName {
    return (this.#person ??= personName(this.#written));
  }
  get place(): PlaceName {
    return (this.#place ??= placeName(this.#words));
  }
}

/**
 * Whether two names are of one person, house or firm. The only rule there is: whoever is looked for among the parties of a
 * matter is looked for by it. Letters are folded; titles, degrees and legal forms mean nothing, unless there is nothing
 * else; people are compared by given names and surname, houses by the words that distinguish them. It rather meets than
 * not: initials, nicknames, either one of a double surname, a slip of the hand, a system and its house in a town.
 */
export function areSame(a: Name, b: Name): boolean {
  if (a.isEmpty || b.isEmpty) return false;
  return a.isHouse || b.isHouse ? samePlace(a.place, b.place) : samePerson(a.person, b.person);
}

/** The same, of names as they are written. */
export const sameName = (a: string, b: string): boolean => areSame(new Name(a), new Name(b));

/** A name's key, for grouping what carries the same one: equal where all that is compared of two names is equal. */
export function nameKey(written: string): string {
  const name = new Name(written);
  if (name.isEmpty) return '';
  const { person, place } = name;
  const [first] = person.readings;
  if (!name.isHouse && first)
    return [...first.given, first.family, person.generation].filter((part) => part !== '').join(' ');
  const { strong, weak, places, generic } = place;
  const said = [...strong.toSorted(), ...[...weak].toSorted(), ...[...places].toSorted()];
  return (strong.length > 0 || said.length > 1 ? said : [...said, ...[...generic].toSorted()]).join(' ');
}
