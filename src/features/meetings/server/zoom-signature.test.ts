import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isZooms, proofOf, TOLERANCE_MS } from './zoom-signature.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const secret = 'a-secret-token';
const body = Buffer.from('{"event":"meeting.ended"}');
const timestamp = String(NOW.getTime() / 1000);
const sign = (text: string, key = secret): string => `v0=${createHmac('sha256', key).update(text).digest('hex')}`;
const signature = sign(`v0:${timestamp}:${body.toString()}`);

it('is Zoom’s with its signature over these bytes, at this time', () => {
  const at = (now: Date, more: object = {}) => isZooms(body, { signature, timestamp, ...more }, { secret, now });
  expect(at(NOW)).toBe(true);
  expect(at(new Date(NOW.getTime() + TOLERANCE_MS))).toBe(true);
  expect(at(new Date(NOW.getTime() + TOLERANCE_MS + 1))).toBe(false);
  expect(at(new Date(NOW.getTime() - TOLERANCE_MS - 1))).toBe(false);
  expect(at(NOW, { signature: sign(`v0:${timestamp}:${body.toString()}`, 'another') })).toBe(false);
  expect(at(NOW, { timestamp: String(Number(timestamp) + 1) })).toBe(false);
  expect(at(NOW, { signature: signature.slice(3) })).toBe(false);
  expect(at(NOW, { signature: undefined })).toBe(false);
  expect(at(NOW, { timestamp: 'soon' })).toBe(false);
  expect(isZooms(Buffer.from('{"event": "meeting.ended"}'), { signature, timestamp }, { secret, now: NOW })).toBe(
    false,
  );
});

it('says that an address is ours by the token it was asked with', () => {
  expect(proofOf('qgg8vlvZRS6UYooatFL8Aw', 'topsecret')).toEqual({
    plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
    encryptedToken: createHmac('sha256', 'topsecret').update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
  });
});
