import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS, isRequesterSide, isStaff } from '../../../core/actor.ts';
import { cvAccess, type CvTerms } from './cvs.ts';

const terms = (redacted: boolean, download: boolean): CvTerms => ({
  redacted_medical_expert_cvs: redacted,
  medical_expert_cv_download: download,
});

describe('who sees a CV', () => {
  test.each([
    [[], 'redacted', false, false],
    [[], 'full', false, false],
    [[terms(true, false)], 'redacted', true, false],
    [[terms(true, false)], 'full', false, false],
    [[terms(true, true)], 'redacted', true, true],
    [[terms(true, true)], 'full', false, false],
    [[terms(false, false)], 'full', true, false],
    [[terms(false, true)], 'full', true, true],
    // the terms of one review are not borrowed for another: a download allowed there opens no full CV here
    [[terms(true, true), terms(false, false)], 'full', true, false],
  ] as const)('of who orders, with %j, the %s version: seen %s, downloaded %s', (rows, version, see, download) => {
    expect(cvAccess({ kind: 'claim_consultant', is_own: false, terms: rows }, version)).toEqual({ see, download });
  });

  test.each(ACTOR_KINDS)('%s without a review: staff only, and oneself', (kind) => {
    const open = terms(false, true);
    expect(cvAccess({ kind, is_own: false, terms: [] }, 'full').see).toBe(isStaff(kind));
    expect(cvAccess({ kind, is_own: true, terms: [] }, 'full')).toEqual({ see: true, download: true });
    expect(cvAccess({ kind, is_own: false, terms: [open] }, 'full').see).toBe(isStaff(kind) || isRequesterSide(kind));
  });
});
