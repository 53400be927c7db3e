import { describe, expect, test } from 'vitest';
import { guideOf } from '../../rules.ts';
import { draftSourceOf } from './draft-source.ts';

describe('what the address of step one names', () => {
  test.each([
    ['a seat', { seatId: 7 }, { seat_id: 7, force_one_off: false, fixed: true }],
    [
      'a seat as text, at its own price',
      { seatId: '7', forceOneOff: 'true' },
      { seat_id: 7, force_one_off: true, fixed: true },
    ],
    [
      'a seat not at its own price',
      { seatId: 7, forceOneOff: false },
      { seat_id: 7, force_one_off: false, fixed: true },
    ],
    ['an organization', { organizationId: '12' }, { organization_id: 12, fixed: true }],
    [
      'both',
      { seatId: 7, organizationId: 12, forceOneOff: true },
      { seat_id: 7, force_one_off: true, organization_id: 12, fixed: true },
    ],
    ['a price of its own for no seat', { forceOneOff: true }, { force_one_off: true, fixed: true }],
    ['a type by its number', { reviewTypeId: 3 }, { review_type_id: '3', fixed: true }],
    ['a type by its label', { reviewTypeLabel: 'OPPE summary' }, { review_type_label: 'OPPE summary', fixed: true }],
    ['no number', { seatId: 'seven', organizationId: '-1' }, null],
    ['nothing', {}, null],
  ])('%s', (_, search, asked) => expect(draftSourceOf(search)).toEqual(asked));

  test.each([
    ['by its number', { reviewTypeId: 1 }, { review_type: 'chart_audit' }],
    ['by its value', { reviewType: 'focused' }, { review_type: 'focused' }],
    ['by its label', { reviewTypeLabel: 'OPPE summary' }, { review_type: 'oppe' }],
    ['one that is unknown', { reviewTypeId: 99, reviewType: 'gone' }, {}],
  ])('a type of peer review %s', (_, search, fields) => expect(guideOf('PeerReview').prefill(search)).toEqual(fields));
});
