import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAmong, isNetwork } from './addresses.ts';
import { KEY_PATTERN, keyId, keyText, newSecret } from './token.ts';

const id = fc.integer({ min: 1, max: 999_999_999_999_999 });

describe('a key', () => {
  test('is found by its pattern, names its number, and is never the same twice', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(id, (n) => {
        const text = keyText(n, newSecret());
        expect(text).toMatch(KEY_PATTERN);
        expect(keyId(text)).toBe(n);
        expect(seen.has(text)).toBe(false);
        seen.add(text);
      }),
    );
  });

  test('with one character changed is none, without asking anybody', () => {
    fc.assert(
      fc.property(id, fc.nat(), fc.constantFrom(...'0123456789ABCXYZabcxyz_-. '), (n, at, other) => {
        const text = keyText(n, newSecret());
        const place = at % text.length;
        fc.pre(text[place] !== other);
        expect(keyId(`${text.slice(0, place)}${other}${text.slice(place + 1)}`)).toBeNull();
      }),
    );
  });

  test('whatever else is sent is none', () => {
    fc.assert(fc.property(fc.string(), (text) => keyId(text) === null));
    expect(keyId(`per_0_${'0'.repeat(49)}`)).toBeNull();
  });

  test('its checksum is CRC-32 in base 62, as secret scanners compute it', () => {
    // crc32("per_7_" + 43 zeros), reckoned apart
    expect(keyText(7, '0'.repeat(43))).toBe(`per_7_${'0'.repeat(43)}16nyXp`);
  });
});

describe('addresses', () => {
  test('what names no network is known', () => {
    for (const good of ['203.0.113.7', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::1', '2001:db8::1/128'])
      expect([good, isNetwork(good)]).toEqual([good, true]);
    for (const bad of [
      '',
      'office',
      '10.0.0.0/33',
      '10.0.0/8',
      '::/129',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      'fe80::1%eth0',
      '10.0.0.1-9',
    ])
      expect([bad, isNetwork(bad)]).toEqual([bad, false]);
  });

  test('an address is in its own network however it is spelled, and in none of the other family', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), fc.ipV6(), (four, bits, six) => {
        expect(isAmong([`${four}/${bits}`], `::ffff:${four}`)).toBe(true);
        expect(isAmong([`${six}/64`], six.toUpperCase())).toBe(true);
        expect(isAmong(['2001:db8::/32'], four)).toBe(false);
        expect(isAmong([], four)).toBe(true);
        expect(isAmong([four], 'unknown')).toBe(false);
      }),
    );
  });
});
