import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../throttle.ts';
import { addressIn, forwardedFor } from './addresses.ts';

const v4 = fc.ipV4();
const v6 = fc.ipV6();
const port = fc.integer({ min: 0, max: 65_535 });

describe('the address an entry names', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0000::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
    ['::ffff:203.0.113.9:4711', '203.0.113.9'],
    // of an IPv6 address without brackets nobody knows where a port begins: it is all address
    ['2001:db8::1:4711', '2001:db8::1:4711'],
    ['unknown', null],
    ['_hidden', null],
    ['', null],
    ['203.0.113', null],
    ['203.0.113.999', null],
    ['203.0.113.9:port', null],
    ['[203.0.113.9', null],
    ['http://203.0.113.9', null],
    ['203.0.113.9;203.0.113.10', null],
    ['1.2.3.4:5:6', null],
    ['peritus.example', null],
  ])('%s is %s', (text, address) => expect(addressIn(text)).toBe(address));

  test('a port, brackets and mapping change nothing, and who comes by them is the same source', () => {
    fc.assert(
      fc.property(v4, v6, port, (four, six, at) => {
        expect(addressIn(`${four}:${at}`)).toBe(four);
        expect(addressIn(`::ffff:${four}`)).toBe(four);
        expect(addressIn(`[::ffff:${four}]:${at}`)).toBe(four);
        const plain = addressIn(six);
        expect(plain).not.toBeNull();
        expect(addressIn(`[${six}]:${at}`)).toBe(plain);
        expect(addressIn(`[${six}]`)).toBe(plain);
        expect(sourceOf(plain ?? '')).toBe(sourceOf(six));
      }),
    );
  });

  test('whatever is sent, it is an address that stays itself, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:[]%" ') })), (text) => {
        const address = addressIn(text);
        expect(address === null ? null : addressIn(address)).toBe(address);
      }),
    );
  });
});

describe('X-Forwarded-For', () => {
  test('keeps order, and forgets what stands before an entry that names no address', () => {
    expect(forwardedFor('203.0.113.9:1, [2001:db8::1]:2,10.0.0.1')).toBe('203.0.113.9, 2001:db8::1, 10.0.0.1');
    expect(forwardedFor('203.0.113.9, unknown, 10.0.0.1')).toBe('10.0.0.1');
    expect(forwardedFor('203.0.113.9, unknown')).toBe('');
    fc.assert(
      fc.property(fc.array(fc.oneof(v4, v6)), fc.string(), fc.array(v4), port, (before, garbage, after, at) => {
        fc.pre(garbage.split(',').every((one) => addressIn(one) === null));
        const header = [...before, garbage, ...after.map((one) => `${one}:${at}`)].join(',');
        expect(forwardedFor(header)).toBe(after.join(', '));
      }),
    );
  });
});
