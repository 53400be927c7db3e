import { expect, it } from 'vitest';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { sendingRefused } from './reports.ts';

it('lets a report go into Box no further than links to it go', () => {
  for (const kind of KIND_NAMES) {
    const facts = { kind, purged: false, permitted: true, elsewhere: false };
    expect(sendingRefused(facts)).toBe(null);
    expect(sendingRefused({ ...facts, elsewhere: true })).toMatch(/record system/);
    expect(sendingRefused({ ...facts, purged: true })).toMatch(/deleted/);
    const unasked = sendingRefused({ ...facts, permitted: false });
    if (KINDS[kind].confidential === null) expect(unasked).toBe(null);
    else expect(unasked).toMatch(/an admin has allowed/);
  }
});
