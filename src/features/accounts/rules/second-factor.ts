import { isStaff, actorKind, type Role } from '../../../core/actor.ts';
import { DAY, HOUR, MINUTE } from '../../../core/durations.ts';

/** The ways to confirm a sign-in, in the order they are offered. */
export const FACTOR_METHODS = ['app', 'email', 'sms'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];
/** What a sign-in can be confirmed with: a way that is set up, or one of the recovery codes. */
export const PROOF_METHODS = [...FACTOR_METHODS, 'recovery'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** A session that waits for its second factor lives this long. */
export const WAITING_SESSION_MS = 30 * MINUTE;
/** How long a browser is remembered. */
export const REMEMBER_DAYS = 30;
export const REMEMBER_MS = REMEMBER_DAYS * DAY;
/** A secret that was shown but not confirmed is void after this. */
export const SETUP_MS = 30 * MINUTE;

/** Codes of authenticator apps as all of them make them: SHA-1, six digits, a new one every half minute. */
export const APP_PERIOD_S = 30;
/** Steps a code may be early or late: clocks differ, and typing takes time. */
export const APP_WINDOW = 1;

/** What is known of a person at sign-in, the password being right. */
export interface FactorFacts {
  role: Role;
  /** Ways that are set up. */
  methods: readonly FactorMethod[];
  /** The browser shows a device cookie of this person that still holds. */
  remembered: boolean;
  /** One of the person's organizations requires it. */
  organization_requires: boolean;
  staff_require: boolean;
}

/** Who asks for a second factor, if anybody does. */
export function requiredBy(
  facts: Pick<FactorFacts, 'role' | 'organization_requires' | 'staff_require'>,
): 'role' | 'organization' | null {
  if (facts.staff_require && isStaff(actorKind(facts.role, null))) return 'role';
  return facts.organization_requires ? 'organization' : null;
}

/**
 * What a sign-in waits for: nothing; the second factor; or that one is set up. A way that is set up is always asked
 * for, required or not; a remembered browser counts as having shown it, and never as having set one up.
 */
export function waitsFor(facts: FactorFacts): 'nothing' | 'proof' | 'setup' {
  if (facts.methods.length > 0) return facts.remembered ? 'nothing' : 'proof';
  return requiredBy(facts) === null ? 'nothing' : 'setup';
}

/** Why a way cannot be taken away, or null: what is required keeps its last way. */
export function removalFault(methods: readonly FactorMethod[], method: FactorMethod, required: boolean): string | null {
  if (!required || methods.some((other) => other !== method)) return null;
  return 'A second factor is required for your account. Set up another way first, then take this one away.';
}

/** Every so many wrong codes there is a wait. */
export const LOCK_AFTER = { account: 5, source: 25 } as const;
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY] as const;
/** Tries nobody added to for this long are forgotten. */
export const LOCK_FORGET_MS = 2 * DAY;

/** How long the try with this number is followed by a wait, in ms; 0 for none. It grows with every lockout. */
export function waitAfter(tries: number, lockAfter: number): number {
  if (tries === 0 || tries % lockAfter !== 0) return 0;
  return WAITS[Math.min(tries / lockAfter, WAITS.length) - 1] ?? DAY;
}

export const RECOVERY_COUNT = 10;
/** Fewer than this left: time to make new ones. */
export const RECOVERY_LOW = 3;
/** Without letters and figures that are taken for each other. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 12;

/** A recovery code from random bytes, each of its characters equally likely; null where the bytes do not suffice. */
export function recoveryCodeFrom(bytes: Uint8Array): string | null {
  const fair = 256 - (256 % RECOVERY_ALPHABET.length);
  const chars = [...bytes]
    .filter((byte) => byte < fair)
    .slice(0, RECOVERY_LENGTH)
    .map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]);
  return chars.length < RECOVERY_LENGTH ? null : writeRecoveryCode(chars.join(''));
}

const writeRecoveryCode = (plain: string): string => plain.match(/.{4}/g)?.join('-') ?? plain;

/** A recovery code as it was typed or pasted, in its written form; null when it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\-\u2010-\u2015]/g, '');
  const isOne = plain.length === RECOVERY_LENGTH && [...plain].every((char) => RECOVERY_ALPHABET.includes(char));
  return isOne ? writeRecoveryCode(plain) : null;
}

/** The one sentence for a proof that is wrong, used, over or of a way that is not set up. */
export const PROOF_FAULT: Record<ProofMethod, string> = {
  app: 'That code does not match. Enter the one your app shows now; each works once.',
  email: 'That code does not match, or its ten minutes are up. Check it or ask for a new one.',
  sms: 'That code does not match, or its ten minutes are up. Check it or ask for a new one.',
  recovery: 'That is not one of your unused recovery codes. Check it, or use the next one on your list.',
};
