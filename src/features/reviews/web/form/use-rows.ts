import { useState } from 'react';

export type Keyed<T> = { id: string; value: T };

/**
 * Gives values without identity one each, so that focus and typed text stay with a line while others come, go and
 * move. Values that changed from outside keep the identity of their place.
 */
export function useRows<T>(
  values: readonly T[],
  onChange: (values: T[]) => void,
): readonly [rows: Keyed<T>[], set: (rows: Keyed<T>[]) => void] {
  const [known, setKnown] = useState(() => keyed<T>([], values));
  let rows = known;
  if (JSON.stringify(values) !== JSON.stringify(known.map((row) => row.value))) {
    rows = keyed(known, values);
    setKnown(rows);
  }
  return [
    rows,
    (next) => {
      setKnown(next);
      onChange(next.map((row) => row.value));
    },
  ];
}

/** A fresh line. */
export const keyOf = <T>(value: T): Keyed<T> => ({ id: crypto.randomUUID(), value });

/** The known lines where they still say the same, in their places. */
function keyed<T>(known: readonly Keyed<T>[], values: readonly T[]): Keyed<T>[] {
  return values.map((value, i) => {
    const before = known[i];
    if (!before) return keyOf(value);
    return JSON.stringify(before.value) === JSON.stringify(value) ? before : { id: before.id, value };
  });
}
