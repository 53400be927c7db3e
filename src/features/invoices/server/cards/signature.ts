import { createHmac, timingSafeEqual } from 'node:crypto';

/** A message's signature is good for so long, before and after the time it says. */
export const TOLERANCE_MS = 5 * 60 * 1000;

/** Why a message is not taken as the card service's. */
export type Forged = 'unsigned' | 'forged' | 'too_old';

/**
 * Whether a message is the card service's: `t=…,v1=…` with one of its signatures over the time and the bytes as they
 * came, and a time of now. Null: it is. While a secret is changed there are several signatures.
 */
export function forgedBy(
  body: Buffer,
  header: string | undefined,
  { secret, now }: { secret: string; now: Date },
): Forged | null {
  const parts = (header ?? '').split(',').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && /^[0-9a-f]{64}$/i.test(value) ? [value] : []));
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0) return 'unsigned';
  const due = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  if (!signatures.some((one) => timingSafeEqual(Buffer.from(one, 'hex'), due))) return 'forged';
  return Math.abs(now.getTime() - Number(time) * 1000) > TOLERANCE_MS ? 'too_old' : null;
}
