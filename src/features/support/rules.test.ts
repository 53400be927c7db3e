import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonOf, REASON_NAMES, REASONS, referenceFrom } from './rules.ts';

test('a reference is short, readable and made of letters nobody mixes up', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
      expect(referenceFrom(bytes)).toMatch(/^[2-9A-HJKMNP-TV-Z]{3}-[2-9A-HJKMNP-TV-Z]{3}$/);
    }),
  );
});

test('a link presets the reason by name or words, and nothing else', () => {
  for (const name of REASON_NAMES) {
    expect(reasonOf(name)).toBe(name);
    expect(reasonOf(REASONS[name].toUpperCase())).toBe(name);
  }
  for (const other of ['', 'toString', '__proto__', undefined, 3, ['review']]) expect(reasonOf(other)).toBeNull();
});
