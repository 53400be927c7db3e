import { randomBytes } from 'node:crypto';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import { type Keyring, sameSecret } from '../../../platform/crypto.ts';
import { forgetOpeners, type Opener } from '../../../platform/mail/opener.ts';
import type { Services } from '../../../platform/services.ts';
import { CODE_FAULT, CODE_MS, CODE_TRIES, codeFrom, readCode } from '../rules.ts';
import { countTries, forgiveTries } from './limits.ts';

/** What a code of `account_codes` is for. */
export type CodePurpose = 'verify_phone' | 'second_factor_email' | 'second_factor_sms';

/** A new six-digit code. */
export function newCode(): string {
  for (;;) {
    const code = codeFrom(randomBytes(4));
    if (code !== null) return code;
  }
}

/** What is stored of a code. A million possibilities are searched at once, so the hash takes the instance's key. */
export const hashCode = (keys: Keyring, of: string, code: string): Buffer => keys.hmac('account_code', `${of}:${code}`);

export const codeRefusal = (): Refusal =>
  new Refusal('invalid', CODE_FAULT, { errors: [{ path: 'code', message: CODE_FAULT }] });

/** Whether a typed code is the stored one, in constant time; the same work where there is none to compare with. */
export function isCode(keys: Keyring, of: string, stored: Uint8Array | null, typed: string): boolean {
  const code = readCode(typed);
  const made = hashCode(keys, of, code ?? 'none');
  return sameSecret(made, stored ?? Buffer.alloc(made.length)) && stored !== null && code !== null;
}

/** A code for a person, in place of earlier ones of the purpose; it goes to `target`, which is the caller's to do. */
export async function issueCode(tx: Tx, purpose: CodePurpose, userId: number, target: string): Promise<Opener> {
  await tx.system
    .updateTable('account_codes')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
  const of = `${purpose}:${userId}`;
  await forgetOpeners(tx.system, [of]);
  const value = newCode();
  const until = new Date(tx.now.getTime() + CODE_MS);
  await tx.system
    .insertInto('account_codes')
    .values({
      purpose,
      user_id: userId,
      target,
      code_hash: hashCode(tx.services.keys, of, value),
      created_at: tx.now,
      expires_at: until,
    })
    .execute();
  return { value, of, until };
}

/**
 * Tries a code. The try is counted and committed before anything is compared, for the code and for the person, so that
 * guesses made at once cannot slip past the limit together. Answers the code's row; refuses `invalid` at `code` for one
 * that is wrong, used, replaced or over, and `throttled`.
 */
export async function tryCode(
  services: Services,
  purpose: CodePurpose,
  userId: number,
  ip: string,
  typed: string,
): Promise<{ id: number; target: string }> {
  const whose = `${purpose}:${userId}`;
  await countTries(services, 'code', ip, whose);
  const row = await compareCode(services, purpose, userId, typed);
  if (!row) throw codeRefusal();
  await forgiveTries(services, 'code', whose);
  return row;
}

/** The code's row when the typed one is right and still good, else null. Counts against the code, not the person. */
export async function compareCode(
  services: Services,
  purpose: CodePurpose,
  userId: number,
  typed: string,
): Promise<{ id: number; target: string } | null> {
  const row = await services.database.systemDb
    .updateTable('account_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', services.clock.now())
    .where('attempts', '<', CODE_TRIES)
    .returning(['id', 'target', 'code_hash'])
    .executeTakeFirst();
  const matches = isCode(services.keys, `${purpose}:${userId}`, row?.code_hash ?? null, typed);
  return matches && row ? { id: row.id, target: row.target } : null;
}

/** Marks a code as used, in the transaction of what it opened. Refuses `invalid` when it was used meanwhile. */
export async function useCode(tx: Tx, id: number): Promise<void> {
  const used = await tx.system
    .updateTable('account_codes')
    .set({ used_at: tx.now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning(['purpose', 'user_id'])
    .executeTakeFirst();
  if (!used) throw codeRefusal();
  await forgetOpeners(tx.system, [`${used.purpose}:${used.user_id}`]);
}
