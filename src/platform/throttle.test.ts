import { expect, test } from 'vitest';
import { sourceOf, throttleKey } from './throttle.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (ip, source) => expect(sourceOf(ip)).toBe(source));

test('keys name nobody', () => {
  expect(throttleKey('sign_in_account', 'dana@harborline.example')).not.toContain('dana');
  expect(throttleKey('a', 'x')).not.toBe(throttleKey('b', 'x'));
});
