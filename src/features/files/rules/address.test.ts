import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { isAddressOf, readFileAddress, wayBack } from './address.ts';

const known = { reviewId: '20418', reviewProductType: 'PeerReview', fileType: 'application/pdf' };

describe('an address of a file', () => {
  it('says which file, which review, of which kind and what it is', () => {
    expect(readFileAddress('7', { ...known, page: 12 })).toEqual({
      file_id: 7,
      review_id: 20_418,
      kind: 'PeerReview',
      type: 'pdf',
      page: 12,
    });
    // a router reads numbers out of addresses
    expect(readFileAddress(7, { ...known, reviewId: 20_418 }).review_id).toBe(20_418);
  });

  it('answers whatever stands there', () => {
    expect(readFileAddress('7', {})).toEqual({
      file_id: 7,
      review_id: undefined,
      kind: undefined,
      type: null,
      page: null,
    });
    expect(readFileAddress('seven', { reviewId: '0', reviewProductType: 'toString', fileType: 'text/html' })).toEqual({
      file_id: null,
      review_id: null,
      kind: null,
      type: null,
      page: null,
    });
    // a router reads objects out of addresses, too, and such a one has no words
    expect(readFileAddress('7', { page: { toString: 0 } }).page).toBeNull();
    const anything = fc.anything({ withNullPrototype: false });
    fc.assert(
      fc.property(
        fc.string(),
        fc.record({ reviewId: anything, reviewProductType: anything, page: anything }),
        (id, said) => {
          const { file_id, review_id, page } = readFileAddress(id, said);
          for (const n of [file_id, review_id ?? null, page])
            expect(n === null || (Number.isSafeInteger(n) && n > 0)).toBe(true);
        },
      ),
    );
  });

  it('is of the file’s review or of none', () => {
    const is = (search: Record<string, unknown>) =>
      isAddressOf(readFileAddress('7', search), { id: 20_418, kind: 'PeerReview' });
    expect([is(known), is({}), is({ reviewId: '20418' })]).toEqual([true, true, true]);
    expect([
      is({ ...known, reviewId: '20419' }),
      is({ ...known, reviewProductType: 'Case' }),
      is({ reviewId: 'x' }),
    ]).toEqual([false, false, false]);
  });

  it('leads back to the review it names, of its own kind, and never to a dead end', () => {
    for (const kind of KIND_NAMES) {
      const back = wayBack(readFileAddress('7', { ...known, reviewProductType: kind }));
      expect(back).toEqual({ to: 'review', href: `/${KINDS[kind].slug}/20418` });
      const list = wayBack(readFileAddress('7', { reviewProductType: kind }));
      expect(list.href).toBe(KINDS[kind].list_path);
    }
    expect(wayBack(readFileAddress('7', { reviewId: '20418' }))).toEqual({ to: 'start', href: '/' });
    expect(wayBack(readFileAddress('7', { ...known, reviewId: '../login' })).href).toBe('/peer-reviews');
  });
});
