import { describe, expect, it } from 'vitest';
import type { OfferView } from '../contract.ts';
import { byWeek, emptyDays, openSlots, slotsOf } from './offer-slots.ts';

const offer = (id: number, starts_at: string, more: Partial<OfferView> = {}): OfferView => ({
  id,
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + 45 * 60_000).toISOString(),
  status: 'open',
  outside_hours: null,
  holiday: false,
  calendar_busy: false,
  ...more,
});
const zone = 'America/Chicago';

describe('slots of offers', () => {
  it('say that a day is a public holiday', () => {
    const [slot] = slotsOf([offer(1, '2026-11-26T16:00:00Z', { holiday: true })], { zone, neededBy: null });
    expect(slot?.notes).toEqual([{ tone: 'warn', text: 'Public holiday' }]);
  });

  it.each([
    ['lapsed', { status: 'lapsed' }, 'refused', 'Lapsed, under 24 hours away'],
    ['taken', { status: 'taken' }, 'taken', 'Just taken'],
    ['strict office hours', { outside_hours: 'refuse' }, 'refused', 'Outside office hours'],
  ] as const)('%s stays in view with the reason', (_, more, state, reason) => {
    expect(slotsOf([offer(1, '2026-11-20T13:30:00Z', more)], { zone, neededBy: null })[0]).toMatchObject({
      state,
      reason,
    });
  });

  it('keeps what was taken back a moment ago, struck through, and never as open', () => {
    const gone = [offer(1, '2026-11-20T13:30:00Z'), offer(2, '2026-11-23T21:00:00Z')];
    const slots = slotsOf([offer(2, '2026-11-23T21:00:00Z')], { zone, neededBy: null, gone });
    expect(slots.map((s) => [s.id, s.state])).toEqual([
      ['2', 'open'],
      ['1', 'refused'],
    ]);
    expect(openSlots(slots)).toHaveLength(1);
  });

  it('reads the day a call is needed by in the zone of the reader', () => {
    // 11 PM in Chicago on the 25th is the 26th in UTC
    const [slot] = slotsOf([offer(1, '2026-11-26T05:00:00Z')], { zone, neededBy: '2026-11-25' });
    expect(slot?.notes).toEqual([{ tone: 'info', text: 'Needed by this day' }]);
    const [late] = slotsOf([offer(1, '2026-11-26T05:00:00Z')], { zone: 'UTC', neededBy: '2026-11-25' });
    expect(late?.notes).toEqual([{ tone: 'warn', text: 'After the day it is needed by' }]);
  });
});

describe('days side by side', () => {
  it('shows working days without times between the first and the last', () => {
    const slots = slotsOf([offer(1, '2026-11-20T15:00:00Z'), offer(2, '2026-11-25T15:00:00Z')], {
      zone,
      neededBy: null,
    });
    expect(emptyDays(slots, zone)).toEqual(['2026-11-23', '2026-11-24']);
    const apart = slotsOf([offer(1, '2026-11-20T15:00:00Z'), offer(2, '2026-12-09T15:00:00Z')], {
      zone,
      neededBy: null,
    });
    expect(emptyDays(apart, zone)).toEqual([]);
    expect(emptyDays([], zone)).toEqual([]);
  });
  it('breaks many days into weeks from Monday and loses none', () => {
    const many = Array.from({ length: 12 }, (_, i) => offer(i, new Date(Date.UTC(2026, 10, 18 + i, 16)).toISOString()));
    const weeks = byWeek(slotsOf(many, { zone, neededBy: null }), zone);
    expect(weeks.map((w) => w.monday)).toEqual(['2026-11-16', '2026-11-23']);
    expect(weeks.flatMap((w) => w.slots)).toHaveLength(12);
    expect(byWeek(slotsOf(many.slice(0, 5), { zone, neededBy: null }), zone)).toHaveLength(1);
  });
});
