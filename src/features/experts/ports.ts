import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    becomeExpert: BecomeExpert;
  }
}

/** Makes an applicant's profile an expert's: the same profile under another type, so that everything kept with it stays. */
export type BecomeExpert = (tx: Tx, profileId: number) => Promise<void>;
