import { describe, expect, it } from 'vitest';
import type { SignatureFound } from '../../../core/pdf-signature.ts';
import { signatureWords, validity } from './signature-words.ts';

const BY = {
  name: 'Peritus at here.example',
  fingerprint: 'ab',
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2036-01-01T00:00:00Z'),
};
const SOUND: SignatureFound = { state: 'sound', covers: 'whole', stamped_at: null, by: BY };
const said = (signature: Partial<SignatureFound>, whose: 'ours' | 'other' | 'unknown' = 'ours') =>
  signatureWords({ ...SOUND, ...signature }, whose, 'report.pdf');

describe('what is said of a signature', () => {
  it('is well only where all of the file is as this installation signed it: anybody can make a signature or a time stamp', () => {
    expect(said({})).toMatchObject({ kind: 'ok', title: 'Its signature is valid, and this installation’s.' });
    expect(said({}, 'other')).toMatchObject({ kind: 'warn' });
    expect(said({}, 'unknown').title).toBe('Its signature is valid. Whose it is could not be looked up.');
    expect(said({ covers: 'signed_again' })).toMatchObject({
      kind: 'warn',
      title: 'Its signature is valid up to where the file was signed again, and this installation’s.',
    });
    expect(said({ covers: 'added' })).toMatchObject({ kind: 'bad' });
    expect(said({ state: 'changed' })).toMatchObject({ kind: 'bad' });
    const stamp = said({ stamped_at: new Date('2026-11-20T10:15:00Z') }, 'other');
    expect(stamp).toEqual({
      kind: 'warn',
      title: 'Its time stamp is valid, and not this installation’s.',
      text: 'Nothing was changed since; whether its certificate is to be trusted is not told here. It says that this stood in the file on Nov 20, 2026 at 10:15:00 UTC.',
    });
  });

  it('never calls a change what cannot be checked', () => {
    for (const by of [BY, null]) {
      const { kind, title, text } = said({ state: 'unchecked', by });
      expect([kind, title]).toEqual(['warn', 'Its signature cannot be checked here.']);
      expect(text).toContain('says nothing against it');
    }
  });

  it('says how long the certificate holds', () => {
    expect(validity(BY, new Date('2027-01-01'))).toBe('whose certificate holds until Jan 1, 2036');
    expect(validity(BY, new Date('2037-01-01'))).toBe('whose certificate ended on Jan 1, 2036');
    expect(validity(BY, new Date('2025-01-01'))).toBe('whose certificate holds from Jan 1, 2026 only');
  });
});
