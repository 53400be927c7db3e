import { createHmac } from 'node:crypto';
import { MINUTE } from '../../../core/durations.ts';
import { sameSecret } from '../../../platform/crypto.ts';

/** A message's signature is good for so long, before and after the time it says. */
export const TOLERANCE_MS = 5 * MINUTE;

const hex = (secret: string, text: string | Buffer): string => createHmac('sha256', secret).update(text).digest('hex');

/** Whether a message is Zoom's: `v0=…` over the time and the bytes as they came, and a time of now. */
export function isZooms(
  body: Buffer,
  { signature, timestamp }: { signature: unknown; timestamp: unknown },
  { secret, now }: { secret: string; now: Date },
): boolean {
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  const due = `v0=${hex(secret, Buffer.concat([Buffer.from(`v0:${timestamp}:`), body]))}`;
  return sameSecret(Buffer.from(signature), Buffer.from(due));
}

/** The answer to a question whether an address is ours. */
export const proofOf = (plainToken: string, secret: string): { plainToken: string; encryptedToken: string } => ({
  plainToken,
  encryptedToken: hex(secret, plainToken),
});
