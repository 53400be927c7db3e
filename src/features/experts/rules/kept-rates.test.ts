import { expect, test } from 'vitest';
import { feeFacts, feeSchedule, type KeptRate } from './kept-rates.ts';

const rate = (unit: KeptRate['unit'], service: string, amount_cents: number): KeptRate => ({
  unit,
  service,
  amount_cents,
});

test('a rate is told by its words, the general one of its unit stands for what has none, and the first of two counts', () => {
  expect(feeSchedule([])).toEqual({
    hourly_cents: null,
    deposition_hourly_cents: null,
    trial_day_cents: null,
    travel_hourly_cents: null,
  });
  const general = [rate('hour', '', 40_000), rate('day', '', 300_000)];
  expect(feeSchedule(general)).toEqual({
    hourly_cents: 40_000,
    deposition_hourly_cents: 40_000,
    trial_day_cents: 300_000,
    // nobody is paid for work while they travel unless they say so
    travel_hourly_cents: null,
  });
  expect(
    feeSchedule([
      ...general,
      rate('hour', 'Record review', 45_000),
      rate('hour', 'Deposition', 60_000),
      rate('hour', 'Deposition', 50_000),
      rate('day', 'Trial testimony', 500_000),
      rate('hour', 'Travel', 20_000),
      rate('review', 'Record review', 1),
    ]),
  ).toEqual({
    hourly_cents: 45_000,
    deposition_hourly_cents: 60_000,
    trial_day_cents: 500_000,
    travel_hourly_cents: 20_000,
  });
});

test('a card names what is kept, and says where nothing is', () => {
  expect(feeFacts(feeSchedule([rate('hour', 'Deposition', 60_000), rate('day', '', 500_000)]))).toEqual([
    { label: 'Deposition', value: '$600.00 an hour' },
    { label: 'Trial', value: '$5,000.00 a day' },
  ]);
  expect(feeFacts(feeSchedule([]))).toEqual([{ label: 'Fees', value: 'None on file' }]);
});
