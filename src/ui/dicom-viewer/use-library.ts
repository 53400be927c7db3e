import { useEffect, useReducer, useState } from 'react';
import { DicomError } from './dataset.ts';
import { Library, type Ready, type Slice } from './library.ts';
import type { Entry } from './sources.ts';
import { dicomTexts } from './texts.ts';

/** The series of what is opened, as they are found. `load` answers the files to look into; it must stay the same. */
export function useLibrary(load: () => Promise<readonly Entry[]>) {
  const [, changed] = useReducer((n: number) => n + 1, 0);
  const [opened, setOpened] = useState<{ library: Library; looking: boolean; fault: string | null } | null>(null);
  const [tries, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const library = new Library(changed);
    let over = false;
    const tell = (looking: boolean, fault: string | null): void => {
      if (!over) setOpened({ library, looking, fault });
    };
    const look = async (): Promise<void> => {
      try {
        const entries = await load();
        tell(true, null);
        await library.add(entries);
        tell(false, null);
      } catch (error) {
        tell(false, faultWords(error));
      }
    };
    void look();
    return () => {
      over = true;
      library.close();
    };
  }, [load, tries]);
  return {
    library: opened?.library ?? null,
    series: opened?.library.series() ?? [],
    left_out: opened?.library.left_out.size ?? 0,
    looking: opened?.looking ?? true,
    fault: opened?.fault ?? null,
    again,
  };
}

const faultWords = (error: unknown): string => (error instanceof DicomError ? error.message : dicomTexts.failed);

/** The picture of a slice once it is decoded; the one before stays meanwhile. Those beside it are made ready, too. */
export function useReady(library: Library | null, slices: readonly Slice[], index: number) {
  const slice = slices[index];
  const [shown, setShown] = useState<{ slice: Slice; ready: Ready } | null>(null);
  const [fault, setFault] = useState<{ slice: Slice; words: string } | null>(null);
  const [tries, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!library || !slice) return;
    let over = false;
    const look = async (): Promise<void> => {
      try {
        const ready = await library.ready(slice);
        if (over) return;
        setShown({ slice, ready });
        const beside = [index + 1, index - 1, index + 2].flatMap((at) => slices[at] ?? []);
        await Promise.allSettled(beside.map((one) => library.ready(one)));
      } catch (error) {
        if (!over) setFault({ slice, words: faultWords(error) });
      }
    };
    void look();
    return () => {
      over = true;
    };
    // found anew with each file, the slices are others, and the one that is looked at is the same
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [library, slice, tries]);
  return {
    ready: shown?.ready ?? null,
    isShown: shown !== null && shown.slice === slice,
    fault: fault !== null && fault.slice === slice ? fault.words : null,
    again,
  };
}
