import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import type { Keyring } from '../../../platform/crypto.ts';
import { readCode } from '../rules.ts';
import { APP_PERIOD_S, APP_WINDOW } from '../rules.ts';

const PURPOSE = 'second_factor.app';
const ISSUER = 'Peritus';
/** Modules of quiet ground around a QR code, without which some cameras do not find it. */
const QUIET = 4;

/** A new secret for an authenticator app: 160 bits, in base 32 as it can be typed. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/** What is stored of a secret; it opens under the instance's key and for this user only. */
export const sealSecret = (keys: Keyring, userId: number, secret: string): Buffer =>
  keys.encrypt(secret, `${PURPOSE}:${userId}`);
export const openSecret = (keys: Keyring, userId: number, sealed: Uint8Array): string =>
  keys.decrypt(sealed, `${PURPOSE}:${userId}`).toString('utf8');

const generator = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: 6, period: APP_PERIOD_S });

/** What a QR code tells the app: whose account it is and the secret. */
export const appUri = (secret: string, email: string): string => generator(secret, email).toString();

/** The time step whose code this is, one earlier or later allowed; null when it is none. */
export function appStep(secret: string, typed: string, now: Date): number | null {
  const token = readCode(typed);
  if (token === null) return null;
  const delta = generator(secret, '').validate({ token, timestamp: now.getTime(), window: APP_WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / APP_PERIOD_S) + delta;
}

/** A QR code as a drawing: its width in modules and the path of the dark ones. */
export function qrDrawing(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows
    .map((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ]
        .map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
        .join(''),
    )
    .join('');
  return { size: rows.length, path };
}
