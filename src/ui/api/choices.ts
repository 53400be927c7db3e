import { useRef, useState } from 'react';

/**
 * Choices that hold at once: what was just chosen stands over what is stored until the last of them has been answered.
 * They are sent one after the other, so that the last choice is the last to be kept; a refused one gives way to what is
 * stored. Before anything is known nothing is chosen.
 */
export function useChoices<K extends string>(stored: Readonly<Record<K, boolean>> | undefined) {
  const [chosen, setChosen] = useState<Partial<Record<K, boolean>>>({});
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const now: Partial<Record<K, boolean>> = { ...stored, ...chosen };
  return {
    is: (name: K): boolean => now[name] ?? false,
    /** `save` sends all choices as they then stand, or the changed one. */
    choose(name: K, value: boolean, save: (then: Partial<Record<K, boolean>>) => Promise<unknown>): void {
      const then: Partial<Record<K, boolean>> = { ...now, [name]: value };
      setChosen((before): Partial<Record<K, boolean>> => ({ ...before, [name]: value }));
      const sent = last.current.then(() => save(then)).catch(() => undefined);
      last.current = sent;
      void sent.finally(() => {
        if (last.current === sent) setChosen({});
      });
    },
  };
}
