import { expect, it } from 'vitest';
import { busyOfPage, graphPage } from './graph-busy.ts';

const entry = (start: string, end: string, more: object = {}) => ({
  start: { dateTime: `${start}.0000000`, timeZone: 'UTC' },
  end: { dateTime: `${end}.0000000`, timeZone: 'UTC' },
  ...more,
});
const busy = (...value: object[]) =>
  busyOfPage(graphPage.parse({ value }), 'America/Chicago').map(({ start, end }) => [
    start.toISOString(),
    end.toISOString(),
  ]);

it('is when an entry is, and nothing of it', () => {
  expect(busy(entry('2026-11-20T15:00:00', '2026-11-20T16:00:00', { showAs: 'busy', subject: 'Dinner' }))).toEqual([
    ['2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z'],
  ]);
});

it('reads days without a time in their person’s zone', () => {
  expect(busy(entry('2026-11-20T00:00:00', '2026-11-21T00:00:00', { isAllDay: true, showAs: 'oof' }))).toEqual([
    ['2026-11-20T06:00:00.000Z', '2026-11-21T06:00:00.000Z'],
  ]);
});

it('leaves out what takes no time, what is called off, and what is ours', () => {
  const hour = (more: object) => entry('2026-11-20T15:00:00', '2026-11-20T16:00:00', more);
  expect(
    busy(
      hour({ showAs: 'free' }),
      hour({ showAs: 'workingElsewhere' }),
      hour({ isCancelled: true }),
      hour({ iCalUId: '5b0c@peritus' }),
      hour({ iCalUId: '0400', transactionId: '3.0.5b0c@peritus' }),
    ),
  ).toEqual([]);
  expect(busy(hour({ showAs: 'tentative' }), hour({})).length).toBe(2);
});

it('is read whole or not at all', () => {
  for (const text of [{}, { value: [{}] }, { value: [entry('soon', 'later')] }, null])
    expect(graphPage.safeParse(text).success).toBe(false);
});

it('is not read where a moment of it is in no calendar', () => {
  const good = '2026-11-20T15:00:00';
  for (const never of ['2026-13-45T15:00:00', '2026-02-30T15:00:00', '2026-11-20T25:00:00', '2026-11-20T15:61:00'])
    for (const one of [entry(never, good), entry(good, never), entry(never, good, { isAllDay: true })])
      expect(graphPage.safeParse({ value: [one] }).success).toBe(false);
});
