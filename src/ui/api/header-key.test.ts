import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headerKey } from './header-key.ts';

it('a key fits a header whatever was typed, is the same for the same, and another for another text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      (one, other) => {
        const key = (text: string) => headerKey(`7f8e6a52-6f0c-4b7e-9a55-0f6f1f0d8c11 ${text}`);
        expect(key(one)).toMatch(/^[\x20-\x7e]{1,200}$/);
        expect(new Headers({ 'idempotency-key': key(one) }).has('idempotency-key')).toBe(true);
        expect(key(one) === key(other)).toBe(one === other);
      },
    ),
  );
});
