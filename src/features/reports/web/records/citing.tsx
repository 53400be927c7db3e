import { createContext, use } from 'react';
import type { Citation } from '../../rules.ts';

/** What the records beside a report offer to its editors. */
export interface Citing {
  /** The passage selected or last marked; null while there is none. */
  passage: Citation | null;
  /** The passage was cited: its selection is done with. */
  onCited: () => void;
  /** Goes to the search in the records, and back to who asked once a passage is marked; null without records. */
  find: ((asker: HTMLElement) => void) | null;
  /** Nothing is written: the form is only looked at. */
  readOnly?: boolean;
  /** Shows a passage in the records and lets it stand out; null where the reader has no records. */
  open: ((citation: Citation) => void) | null;
}

const Context = createContext<Citing>({ passage: null, onCited: () => undefined, find: null, open: null });
export const CitingProvider = Context.Provider;
export const useCiting = (): Citing => use(Context);
