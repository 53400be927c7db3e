import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forgedBy, TOLERANCE_MS } from './signature.ts';

const secret = 'whsec_4242';
const now = new Date('2026-11-18T15:00:00Z');
const body = Buffer.from('{"id":"evt_1"}');
const sign = (over: Buffer = body, at = now, by = secret) => {
  const seconds = Math.floor(at.getTime() / 1000);
  return { t: seconds, v1: createHmac('sha256', by).update(`${seconds}.`).update(over).digest('hex') };
};
const judge = (header: string | undefined, over = body) => forgedBy(over, header, { secret, now });

describe('a message of the card service', () => {
  it('is taken with a signature of its own, also beside others', () => {
    const { t, v1 } = sign();
    const other = sign(body, now, 'the secret before').v1;
    expect(judge(`t=${t},v1=${v1}`)).toBeNull();
    expect(judge(`t=${t}, v1=${other}, v1=${v1}, v0=abc`)).toBeNull();
    expect(judge(`t=${t},v1=${other}`)).toBe('forged');
  });

  it('is not taken with other bytes, another time, or none at all', () => {
    const { t, v1 } = sign();
    expect(judge(`t=${t},v1=${v1}`, Buffer.from('{"id":"evt_2"}'))).toBe('forged');
    expect(judge(`t=${t + 1},v1=${v1}`)).toBe('forged');
    for (const header of [undefined, '', 't=', `t=${t}`, `v1=${v1}`, `t=${t},v1=short`, `t=${t},v0=${v1}`, 'nonsense'])
      expect(judge(header)).toBe('unsigned');
  });

  it('is not taken when it is old, or of a time to come', () => {
    for (const [ms, expected] of [
      [-TOLERANCE_MS, null],
      [-TOLERANCE_MS - 1000, 'too_old'],
      [TOLERANCE_MS, null],
      [TOLERANCE_MS + 1000, 'too_old'],
    ] as const) {
      const { t, v1 } = sign(body, new Date(now.getTime() + ms));
      expect(judge(`t=${t},v1=${v1}`)).toBe(expected);
    }
  });
});
