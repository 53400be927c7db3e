import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with 19 MiB, two passes, one lane: the least OWASP recommends, paid at every sign-in. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing waits its turn, so that many people signing in at once leave threads to everybody else's requests. */
const AT_ONCE = Math.min(3, availableParallelism());
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The stored form of a password; the same characters typed on another keyboard are the same password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), PARAMETERS));
}

let nobody: Promise<string> | undefined;

/**
 * Whether a password is the one whose hash is stored. For an account that does not exist or has none (`null`) the same
 * work is done and the answer is no, so that neither answer nor time tells them apart.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hash('the password of nobody', PARAMETERS);
  const against = stored ?? (await nobody);
  const matches = await inTurn(() => verify(against, password.normalize('NFKC')).catch(() => false));
  return matches && stored !== null;
}

/** Makes the hash compared against for unknown accounts, before the first of them is asked for. */
export async function warmUp(): Promise<void> {
  nobody ??= hash('the password of nobody', PARAMETERS);
  await nobody;
}
