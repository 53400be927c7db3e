import type { Actor } from '../../core/actor.ts';

/** Whether this is the user's own password; for acts that need the person again. Counts against guessing. */
export type IsOwnPassword = (userId: number, password: string) => Promise<boolean>;

/** Whether the person of this session signed in through their organization a short while ago; stands for the password. */
export type HasSignedInAgain = (sessionId: number) => Promise<boolean>;

/** Who a person is without a session and without a profile, as a program of theirs asks; null while they are suspended. */
export type PersonActor = (userId: number) => Promise<Omit<Actor, 'session_id' | 'ip' | 'request_id'> | null>;

declare module '../../platform/ports.ts' {
  interface Ports {
    isOwnPassword: IsOwnPassword;
    hasSignedInAgain: HasSignedInAgain;
    personActor: PersonActor;
  }
}
