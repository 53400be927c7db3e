import { HOUR } from '../../core/time.ts';

/** Whose file is to be looked at, and what it will cost as far as one can tell. */
export interface Turn {
  organization: string;
  person: string;
  size_bytes: number;
  /** Took longer than a first look may: it needs the whole time. */
  costly: boolean;
  /** Those that came earlier have lower numbers. */
  order: number;
}

/** How often a person may have a file looked at for the whole time, within an hour. */
export const LONG_TRIES = 5;
/** Counts of people and organizations that are kept; starting over only forgets who was served last. */
const REMEMBERED = 10_000;

const personOf = ({ organization, person }: Turn): string => JSON.stringify([organization, person]);

/** When organizations and people were served last, by the number of the turn. */
export class Served {
  readonly #last = new Map<string, number>();
  #turns = 0;

  note(turn: Turn): void {
    if (this.#last.size > REMEMBERED) this.#last.clear();
    this.#turns += 1;
    this.#last.set(turn.organization, this.#turns);
    this.#last.set(personOf(turn), this.#turns);
  }

  /** 0 for who never was. */
  at(key: string): number {
    return this.#last.get(key) ?? 0;
  }
}

/** Compared place by place. */
function before(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

/**
 * Who comes next: the organization with the fewest files under way, then the one served longest ago; of its people
 * likewise; of their files the cheap before the costly, small before large, early before late. Costly files together
 * never hold the last place, where there is more than one. Null when nothing may begin now.
 */
export function nextTurn<T extends Turn>(
  waiting: readonly T[],
  running: readonly Turn[],
  served: Served,
  places: number,
): T | null {
  if (running.length >= places) return null;
  const room = Math.max(1, places - 1) - running.filter((turn) => turn.costly).length;
  const busy = (key: string, of: (turn: Turn) => string) => running.filter((turn) => of(turn) === key).length;
  let best: T | null = null;
  let rank: readonly number[] = [];
  for (const turn of waiting) {
    if (turn.costly && room <= 0) continue;
    const person = personOf(turn);
    const own = [
      busy(turn.organization, (one) => one.organization),
      served.at(turn.organization),
      busy(person, personOf),
      served.at(person),
      Number(turn.costly),
      turn.size_bytes,
      turn.order,
    ];
    if (best !== null && !before(own, rank)) continue;
    best = turn;
    rank = own;
  }
  return best;
}

/** How many long looks people have had: whoever sends one bomb after the other gets first looks only. */
export class LongTries {
  readonly #began = new Map<string, number[]>();

  /** Whether this person's file may be looked at for the whole time; counted when it may. */
  take(turn: Turn, now: Date): boolean {
    const key = personOf(turn);
    const since = now.getTime() - HOUR;
    const recent = (this.#began.get(key) ?? []).filter((at) => at > since);
    if (recent.length >= LONG_TRIES) return false;
    if (this.#began.size > REMEMBERED) this.#began.clear();
    this.#began.set(key, [...recent, now.getTime()]);
    return true;
  }
}
