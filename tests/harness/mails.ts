import type { Keyring } from '../../src/platform/crypto.ts';
import { filled, unsealed } from '../../src/platform/mail/opener.ts';

type Sealed = Parameters<typeof unsealed>[1];

/** Before every end: what a message carried is looked at whenever a test does. */
const ALWAYS = new Date(0);

/** A stored mail as its reader gets it, with what it opens. */
export function asSent<M extends Sealed & { subject: string; text: string }>(keys: Keyring, mail: M): M {
  const opener = unsealed(keys, mail, ALWAYS);
  return { ...mail, subject: filled(mail.subject, opener), text: filled(mail.text, opener) };
}

/** A stored text message as its reader gets it, with its code. */
export const bodyAsSent = (keys: Keyring, text: Sealed & { body: string }): string =>
  filled(text.body, unsealed(keys, text, ALWAYS));
