import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureFault, pictureKind, pictureSize } from '../../../core/pictures.ts';
import { digitsOf, routingFault, taxIdFault } from './vendor.ts';
import { blackoutFaults, minutesOf } from './working-hours.ts';

describe('numbers of payees', () => {
  test.each(['071000013', '021000021', '011401533', '0710-0001 3'])('%s is a routing number', (number) => {
    expect(routingFault(number)).toBeNull();
  });

  test('one wrong digit of a routing number is always noticed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'071000013'].map(Number);
        digits[at] = ((digits[at] ?? 0) + by) % 10;
        expect(routingFault(digits.join(''))).not.toBeNull();
      }),
    );
  });

  test.each([
    ['ssn', '219-09-9999', true],
    ['ssn', '912-70-1234', true],
    ['ssn', '000-12-3456', false],
    ['ssn', '666-12-3456', false],
    ['ssn', '219-00-9999', false],
    ['ssn', '219-09-0000', false],
    ['ssn', '21909999', false],
    ['ein', '36-1234567', true],
    ['ein', '07-1234567', false],
    ['ein', '36-12345x7', false],
  ] as const)('%s %s', (kind, number, fine) => {
    expect(taxIdFault(kind, number) === null).toBe(fine);
  });

  test('digits are read whatever stands between them, and nothing else passes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,20}$/), (digits) => {
        expect(digitsOf([...digits].join('-'))).toBe(digits);
        expect(digitsOf(`${digits}x`)).toBeNull();
      }),
    );
  });
});

describe('hours', () => {
  test.each([
    ['00:00', 0],
    ['08:15', 495],
    ['24:00', 1440],
    ['24:15', null],
    ['08:10', null],
    ['8:15', null],
    ['', null],
  ])('%s', (time, minutes) => expect(minutesOf(time)).toBe(minutes));

  test.each([
    ['2026-12-01', '2026-12-01', null],
    ['2026-11-01', '2026-12-01', null],
    ['2026-12-02', '2026-12-01', 'until'],
    ['2026-10-02', '2026-11-17', 'until'],
    ['2026-13-02', '2026-12-01', 'from'],
    ['2026-12-01', '2028-12-01', 'until'],
  ])('off from %s until %s', (from, until, field) => {
    const [fault] = blackoutFaults([{ from, until, note: '' }], '2026-11-18');
    expect(fault?.path ?? null).toBe(field && `blackout_dates.0.${field}`);
  });
});

describe('pictures', () => {
  test('anything that is none is refused, and reading never fails', () => {
    expect(pictureFault(Buffer.from('not a picture'))).not.toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ max: 200 }), (bytes) => {
        expect(pictureFault(bytes) === null && pictureKind(bytes) === null).toBe(false);
      }),
    );
  });

  test('the head of a JPEG cut off anywhere is damaged, never an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 30, maxLength: 400 }), (bytes) => {
        bytes.set([0xff, 0xd8, 0xff, 0xe0]);
        const size = pictureSize(bytes);
        expect(size === null || (size.width >= 0 && size.height >= 0)).toBe(true);
      }),
    );
  });

  test.each([
    ['VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0x02, 0x00, 0xdf, 0x01, 0x00], { width: 640, height: 480 }],
    ['VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01], { width: 640, height: 480 }],
  ] as const)('the size of a WebP (%s) stands in its head', (chunk, rest, size) => {
    const bytes = new Uint8Array(40);
    bytes.set(Buffer.from('RIFF'), 0);
    bytes.set(Buffer.from(`WEBP${chunk}`), 8);
    bytes.set(rest, 16);
    expect(pictureSize(bytes)).toEqual(size);
  });
});
