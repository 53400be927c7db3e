import { dateText } from '../../../core/dates.ts';
import type { SignatureFound, SignedBy } from '../../../core/pdf-signature.ts';

/** Whose a signature is: this installation’s, somebody else’s, or not to be told. */
export type Whose = 'ours' | 'other' | 'unknown';

const WHOSE: Readonly<Record<Whose, string>> = {
  ours: ', and this installation’s.',
  other: ', and not this installation’s.',
  unknown: '. Whose it is could not be looked up.',
};

/** What is said of one signature of a file. */
export function signatureWords(
  { state, covers, stamped_at, by }: SignatureFound,
  whose: Whose,
  file: string,
): { kind: 'ok' | 'warn' | 'bad'; title: string; text: string } {
  const what = stamped_at ? 'time stamp' : 'signature';
  const says = stamped_at ? ` It says that this stood in the file on ${utc(stamped_at)}.` : '';
  if (state === 'unreadable')
    return {
      kind: 'warn',
      title: 'Its signature cannot be read here.',
      text: `Open ${file} in a program that checks signatures.`,
    };
  if (state === 'changed')
    return {
      kind: 'bad',
      title: stamped_at ? 'It was changed after its time stamp.' : 'It was changed after it was signed.',
      text: `Its ${what} is not of what ${file} holds now.`,
    };
  if (state === 'unchecked')
    return {
      kind: 'warn',
      title: `Its ${what} cannot be checked here.`,
      text: `${by ? 'It was made by a way this page does not know' : 'It does not bring its certificate'}; that says nothing against it.${says} Open ${file} in a program that checks signatures.`,
    };
  switch (covers) {
    case 'whole':
      return {
        kind: whose === 'ours' ? 'ok' : 'warn',
        title: `Its ${what} is valid${WHOSE[whose]}`,
        text: `${whose === 'ours' ? 'Nothing was changed since.' : 'Nothing was changed since; whether its certificate is to be trusted is not told here.'}${says}`,
      };
    case 'signed_again':
      return {
        kind: 'warn',
        title: `Its ${what} is valid up to where the file was signed again${WHOSE[whose]}`,
        text: `What stands behind it is vouched for by the next one alone, and may show something else.${says}`,
      };
    case 'added':
      return {
        kind: 'bad',
        title: stamped_at ? 'Something was added after its time stamp.' : 'Something was added after it was signed.',
        text: `What was signed still stands in ${file}${whose === 'ours' ? ', by this installation' : ''}; what was put behind it may show something else.${says}`,
      };
  }
}

/** Until when a certificate holds, as of now. */
export function validity({ from, until }: SignedBy, now: Date): string {
  if (until <= now) return `whose certificate ended on ${day(until)}`;
  if (from > now) return `whose certificate holds from ${day(from)} only`;
  return `whose certificate holds until ${day(until)}`;
}

const day = (at: Date): string => dateText(at.toISOString().slice(0, 10), 'medium');
const utc = (at: Date): string => `${day(at)} at ${at.toISOString().slice(11, 19)} UTC`;
