import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    becomeExpert: BecomeExpert;
    setExpertFlags: SetExpertFlags;
  }
}

/** Makes an applicant's profile an expert's: the same profile under another type, so that everything kept with it stays. */
export type BecomeExpert = (tx: Tx, profileId: number) => Promise<void>;

/** Sets the flags of an expert's profile that decide what they and their requesters are shown. */
export type SetExpertFlags = (
  tx: Tx,
  profileId: number,
  flags: { display_earnings?: boolean; display_contact_information?: boolean },
) => Promise<void>;
