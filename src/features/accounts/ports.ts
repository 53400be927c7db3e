/** Whether this is the user's own password; for acts that need the person again. Counts against guessing. */
export type IsOwnPassword = (userId: number, password: string) => Promise<boolean>;

/** Whether the person of this session signed in through their organization a short while ago; stands for the password. */
export type HasSignedInAgain = (sessionId: number) => Promise<boolean>;

declare module '../../platform/ports.ts' {
  interface Ports {
    isOwnPassword: IsOwnPassword;
    hasSignedInAgain: HasSignedInAgain;
  }
}
