import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromGazetteer, milesBetween, parseCentroids } from './centroids.ts';
import { isKnownZip, milesApart } from './distance.ts';

const place = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('distances are those of an atlas, and the same both ways', () => {
  // Boston, Massachusetts, to Quincy, to Manhattan, to Los Angeles
  expect(milesApart('02110', '02169')).toBe(8);
  expect(milesApart('02110', '10001')).toBeGreaterThan(180);
  expect(milesApart('02110', '10001')).toBeLessThan(195);
  expect(milesApart('10001', '90012')).toBeGreaterThan(2_430);
  expect(milesApart('10001', '90012')).toBeLessThan(2_460);
  expect(milesApart('02110-1234', '02110')).toBe(0);
  // a degree along a meridian
  expect(milesBetween({ latitude: 40, longitude: -70 }, { latitude: 41, longitude: -70 })).toBeCloseTo(69.09, 1);
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(milesBetween(a, b)).toBeCloseTo(milesBetween(b, a), 6);
      expect(milesBetween(a, b)).toBeLessThan(12_451);
      expect(milesBetween(a, a)).toBe(0);
    }),
  );
});

test('a ZIP code that is not in the data has no distance', () => {
  expect([isKnownZip('02169'), isKnownZip('00000'), isKnownZip('')]).toEqual([true, false, false]);
  expect(milesApart('02110', '00000')).toBeNull();
});

test('a file of the Gazetteer makes the packaged one, of either year’s form, and nothing else does', () => {
  const head = ['GEOID', 'ALAND', 'AWATER', 'ALAND_SQMI', 'AWATER_SQMI', 'INTPTLAT', 'INTPTLONG'];
  const line = ['02169', '1', '2', '3', '4', '42.240016', '-71.015205   '];
  const other = ['02110', '1', '2', '3', '4', '42.358254', '-71.051927'];
  for (const part of ['\t', '|']) {
    const made = fromGazetteer([head, line, other].map((cells) => cells.join(part)).join('\r\n'));
    expect(made).toBe('02110\t42.3583\t-71.0519\n02169\t42.2400\t-71.0152\n');
    expect(parseCentroids(made).get('02169')).toEqual({ latitude: 42.24, longitude: -71.0152 });
  }
  expect(() => fromGazetteer('zip,lat\n1,2\n')).toThrow(/no ZCTA file/);
  expect(() => fromGazetteer(`${head.join('\t')}\nabc\t1\t2\t3\t4\t5\t6`)).toThrow(/cannot be read/);
});
