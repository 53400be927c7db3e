/** Something the menu can do or go to. */
export interface Entry {
  id: string;
  group: 'Reviews' | 'People' | 'Organizations' | 'Go to' | 'Settings' | 'Do';
  label: string;
  /** Said beside it: a number, a status. */
  note?: string;
  /** Other words it is found by. */
  words?: string;
  run: () => void;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The entries in which every word of the query begins a word; those whose label begins with it first. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  const found = entries.filter((entry) => {
    const parts = plain(`${entry.label} ${entry.note ?? ''} ${entry.words ?? ''}`).split(/[^\p{L}\p{N}-]+/u);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  const leads = (entry: Entry): number => (plain(entry.label).startsWith(words.join(' ')) ? 0 : 1);
  return found.toSorted((a, b) => leads(a) - leads(b));
}
