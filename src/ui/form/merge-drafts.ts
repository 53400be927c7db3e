type Values = Readonly<Record<string, unknown>>;

/** A value as the server would keep it: spaces around words and what is empty tell nothing, nor does the order of keys. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).map(([key, one]) => [key, plain(one)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== null).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
const text = (value: unknown): string => JSON.stringify(plain(value));
const isEmpty = (value: unknown): boolean => plain(value) === null;

/**
 * Two versions of one form in one. What only one side changed is as that side has it, also where it emptied a field;
 * where both did, lists hold the rows of both, prose stands under each other, theirs first, and of anything else mine
 * stays. `base`: what both began with; without it what I filled in counts as changed by me. `prose`: the fields of
 * whole sentences.
 */
export function mergeDrafts(
  mine: Values,
  theirs: Values,
  base: Values | null,
  prose: ReadonlySet<string> = new Set(),
): Values {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [a, b] = [theirs[key], mine[key]];
    const was = base?.[key];
    const mineAlone = base !== null && text(a) === text(was);
    const theirsAlone = base === null ? isEmpty(b) : text(b) === text(was);
    const value = theirsAlone ? a : mineAlone ? b : mergeChanged(a, b, base === null ? null : was, prose.has(key));
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeChanged(theirs: unknown, mine: unknown, was: unknown, isProse: boolean): unknown {
  if (Array.isArray(theirs) && Array.isArray(mine)) return mergeLists(theirs, mine, Array.isArray(was) ? was : []);
  if (isProse && typeof theirs === 'string' && typeof mine === 'string' && theirs.trim() !== '' && mine.trim() !== '')
    return theirs.includes(mine) ? theirs : mine.includes(theirs) ? mine : `${theirs}\n\n${mine}`;
  return isEmpty(mine) ? theirs : mine;
}

/** Rows by what names them for good, or by everything in them. */
const nameOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'key' in row && typeof row.key === 'string' ? row.key : text(row);

/**
 * Their rows without those I took out, then mine that they do not have. A row both have by name is as mine has it; one
 * that only one side took out goes, unless the other wrote in it.
 */
function mergeLists(theirs: readonly unknown[], mine: readonly unknown[], was: readonly unknown[]): unknown[] {
  const own = new Map(mine.map((row) => [nameOf(row), row]));
  const before = new Map(was.map((row) => [nameOf(row), text(row)]));
  const there = new Set(theirs.map(nameOf));
  const kept = theirs.flatMap((row) => {
    const name = nameOf(row);
    const here = own.get(name);
    if (here !== undefined) return [text(here) === before.get(name) ? row : here];
    return before.get(name) === text(row) ? [] : [row];
  });
  return [...kept, ...mine.filter((row) => !there.has(nameOf(row)) && before.get(nameOf(row)) !== text(row))];
}
