import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Of } from './local-check.ts';

describe('the fingerprint computed in the browser', () => {
  it('is the one the server keeps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), async (bytes) => {
        const own = await sha256Of(new Blob([bytes.slice()]));
        expect(own).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
      { numRuns: 50 },
    );
  });
});
