import type { Actor } from '../../core/actor.ts';

/** Whether this is the user's own password; for acts that need the person again. Counts against guessing. */
export type IsOwnPassword = (userId: number, password: string) => Promise<boolean>;

/** Whether the person of this session signed in through their organization a short while ago; stands for the password. */
export type HasSignedInAgain = (sessionId: number) => Promise<boolean>;

/**
 * Who a person is without a session: without a profile, as a program of theirs asks, or as one of their profiles, for what they
 * left to be done. Null while they are suspended, or have that profile no longer.
 */
export type PersonActor = (
  userId: number,
  profileId?: number | null,
) => Promise<Omit<Actor, 'session_id' | 'ip' | 'request_id'> | null>;

declare module '../../platform/ports.ts' {
  interface Ports {
    isOwnPassword: IsOwnPassword;
    hasSignedInAgain: HasSignedInAgain;
    personActor: PersonActor;
  }
}
