import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    releaseExpert: ReleaseExpert;
  }
}

/** The accepted invitation of a review no longer counts: whoever accepted it was taken off. */
export type ReleaseExpert = (tx: Tx, review_id: number) => Promise<void>;
