/** Seeded choices: the same key always gives the same sequence, on every machine. */
export type Prng = {
  /** A fraction in [0, 1). */
  next: () => number;
  /** A whole number from low to high, both included. */
  int: (low: number, high: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** `count` different items in a seeded order (fewer when the list is shorter). */
  sample: <T>(list: readonly T[], count: number) => T[];
  chance: (p: number) => boolean;
};

function hash(key: string): number {
  let h = 2166136261;
  for (let at = 0; at < key.length; at += 1) h = Math.imul(h ^ key.charCodeAt(at), 16777619);
  h = Math.imul(h ^ (h >>> 16), 2246822507);
  return (h ^ (h >>> 13)) >>> 0;
}

/** A generator seeded by `key` (mulberry32 over an FNV-1a hash). */
export function prng(key: string): Prng {
  let state = hash(key);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[int(0, list.length - 1)];
    if (item === undefined) throw new Error('pick from an empty list');
    return item;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(int(0, left.length - 1), 1));
    return taken;
  };
  return { next, int, pick, sample, chance: (p) => next() < p };
}
