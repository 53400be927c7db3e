import { describe, expect, it } from 'vitest';
import { type BookedFor, entryMarker, entryStep, entryWait, type HeldEntry, wantedEntry } from './entries.ts';

const HOUR = 3_600_000;
const now = new Date('2026-11-20T12:00:00Z');
const at = (hours: number): Date => new Date(now.getTime() + hours * HOUR);
const booked = (some: Partial<BookedFor> = {}): BookedFor => ({
  status: 'scheduled',
  starts_at: at(24),
  duration_minutes: 60,
  own: true,
  purged: false,
  ...some,
});

describe('what should stand in a calendar', () => {
  it('is the booking at its time while it is ahead, and what is over stays', () => {
    expect(wantedEntry(booked(), null, now)).toEqual({ starts_at: at(24), duration_minutes: 60 });
    expect(wantedEntry(booked({ starts_at: at(-0.5) }), null, now)).toMatchObject({ starts_at: at(-0.5) });
    expect(wantedEntry(booked({ starts_at: at(-1) }), null, now)).toBe('as_is');
    for (const status of ['held', 'missed'] as const) expect(wantedEntry(booked({ status }), null, now)).toBe('as_is');
  });

  it('is nothing for what is not booked, not theirs, or has no time now; an entry that is over is left', () => {
    const before = { starts_at: at(-5), duration_minutes: 60 };
    for (const one of [
      undefined,
      booked({ own: false }),
      booked({ purged: true }),
      ...(['tentative', 'cancelled', 'moved'] as const).map((status) => booked({ status })),
    ]) {
      expect(wantedEntry(one, null, now)).toBe('nothing');
      expect(wantedEntry(one, { starts_at: at(5), duration_minutes: 60 }, now)).toBe('nothing');
      expect(wantedEntry(one, before, now)).toBe('as_is');
    }
  });
});

describe('the next step', () => {
  const into = { account_id: 'a' };
  const time = { starts_at: at(24), duration_minutes: 60 };
  const none: HeldEntry = {
    state: 'none',
    account_id: null,
    starts_at: null,
    duration_minutes: null,
  };
  const made: HeldEntry = { ...time, state: 'made', account_id: 'a' };

  it.each([
    ['makes it', none, time, into, 'make'],
    ['asks again where it is not known', { ...made, state: 'claimed' }, time, into, 'make'],
    ['leaves what is right', made, time, into, 'nothing'],
    ['moves it', made, { ...time, starts_at: at(30) }, into, 'move'],
    ['makes it as long as it is', made, { ...time, duration_minutes: 30 }, into, 'move'],
    ['removes what is called off', made, 'nothing', into, 'remove'],
    ['removes it where they want none', made, time, null, 'remove'],
    ['lets go of what is in another account', made, time, { account_id: 'b' }, 'let_go'],
    ['has nothing to do without an account', none, time, null, 'nothing'],
    ['has nothing to do for nothing', none, 'nothing', into, 'nothing'],
    ['leaves what is over', made, 'as_is', null, 'nothing'],
  ] as const)('%s', (...[, held, wanted, account, step]) => {
    expect(entryStep(held, wanted, account)).toBe(step);
  });
});

it('waits longer each time, at least as long as is asked, and never for good', () => {
  expect([1, 2, 3, 20].map((n) => entryWait(n, null) / 60_000)).toEqual([1, 2, 4, 60]);
  expect([entryWait(1, 2 * HOUR), entryWait(1, 90 * HOUR)]).toEqual([2 * HOUR, 6 * HOUR]);
});

it('is marked as ours, another each time', () => {
  const marked = (generation: number) => entryMarker({ id: 3, generation, ics_uid: 'x@peritus' });
  expect([marked(0), marked(1)]).toEqual(['3.0.x@peritus', '3.1.x@peritus']);
});
