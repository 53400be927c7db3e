import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesHeld } from '../../core/minutes-held.ts';
import { type Booking, type Held, hostsOf, stepOf, tellsNow, waitAfter, wantedOf } from './rules.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const booking = (status: Booking['status'], minutes = 60, review_over = false): Booking => ({
  status,
  starts_at: at(minutes),
  duration_minutes: 30,
  review_over,
  purged: false,
  has_link: true,
});

describe('what should stand at a provider', () => {
  it.each([
    [undefined, 'nothing'],
    [booking('tentative'), 'nothing'],
    [booking('cancelled'), 'nothing'],
    [booking('scheduled'), { starts_at: at(60), duration_minutes: 30, has_link: true }],
    // while it is going on, too; not hours later
    [booking('scheduled', -80), { starts_at: at(-80), duration_minutes: 30, has_link: true }],
    [booking('scheduled', -91), 'as_is'],
    [booking('moved'), 'as_is'],
    [booking('missed', -60), 'as_is'],
    [booking('moved', 60, true), 'nothing'],
    [booking('held', -60, true), 'as_is'],
    [{ ...booking('held', -60, true), purged: true }, 'nothing'],
  ] as const)('%j: %j', (of, wanted) => {
    expect(wantedOf(of, NOW)).toEqual(wanted);
  });
});

describe('the next step', () => {
  const none: Held = { state: 'none', connection_id: null, starts_at: null, duration_minutes: null };
  const claimed: Held = { ...none, state: 'claimed', connection_id: 1 };
  const made: Held = { state: 'made', connection_id: 1, starts_at: at(60), duration_minutes: 30 };
  const then = { starts_at: at(60), duration_minutes: 30, has_link: true };
  it.each([
    ['nobody hosts', none, then, [], [], 'nothing'],
    ['somebody does', none, then, [1], [1], 'make'],
    ['it may have been made', claimed, then, [1], [1], 'make'],
    ['it stands', made, then, [1], [1], 'nothing'],
    ['it is moved', made, { ...then, starts_at: at(90) }, [1], [1], 'move'],
    ['it takes longer', made, { ...then, duration_minutes: 45 }, [1], [1], 'move'],
    ['another would host first, and it stands', made, then, [2, 1], [2, 1], 'nothing'],
    ['it is called off', made, 'nothing', [1], [1], 'remove'],
    ['it may have been made, and is called off', claimed, 'nothing', [1], [1], 'remove'],
    ['a new time is looked for', made, 'as_is', [1], [1], 'nothing'],
    [
      'the appointment is another expert’s, who was told no link',
      made,
      { ...then, has_link: false },
      [1],
      [1],
      'remove',
    ],
    ['so it is, and its account is gone', made, { ...then, has_link: false }, [2], [2], 'let_go'],
    ['it may have been made, and nobody knows its link', claimed, { ...then, has_link: false }, [1], [1], 'make'],
    ['its account may host no longer', made, then, [2], [1, 2], 'remove'],
    ['its account is gone', made, then, [2], [2], 'let_go'],
    ['its account is gone, and it is called off', made, 'nothing', [], [], 'let_go'],
    ['there was none', none, 'nothing', [1], [1], 'nothing'],
  ] as const)('%s', (_, held, wanted, hosts, open, step) => {
    expect(stepOf(held, wanted, hosts, open)).toBe(step);
  });

  it('ends: whatever is begun with, doing it leads to where nothing is left to do', () => {
    const hosts = fc.subarray([1, 2, 3]);
    const held = fc.constantFrom(none, claimed, made);
    const wanted = fc.constantFrom<typeof then | 'as_is' | 'nothing'>(then, 'as_is', 'nothing');
    const ends = fc.check(
      fc.property(held, wanted, hosts, (begun, want, open) => {
        let now: Held = begun;
        for (let steps = 0; steps < 4; steps += 1) {
          const step = stepOf(now, want, open, open);
          if (step === 'nothing') return true;
          now =
            step === 'make' || step === 'move' ? { state: 'made', connection_id: open[0] ?? 0, ...then } : { ...none };
        }
        return false;
      }),
    );
    expect(ends.counterexample).toBe(null);
  });
});

it('is hosted by who ordered, then by an expert who is named, by what the organization allows', () => {
  const all = [
    { id: 1, user_id: 20, provider: 'zoom' },
    { id: 2, user_id: 10, provider: 'microsoft' },
    { id: 3, user_id: 10, provider: 'zoom' },
  ] as const;
  const people = { requester: 10, expert: 20, unnamed: false };
  expect(hostsOf(all, people, new Set(['zoom', 'microsoft']))).toEqual([2, 3, 1]);
  expect(hostsOf(all, people, new Set(['zoom']))).toEqual([3, 1]);
  expect(hostsOf(all, { ...people, unnamed: true }, new Set(['zoom']))).toEqual([3]);
  expect(hostsOf(all, people, new Set())).toEqual([]);
});

it('is tried again ever more seldom, and never sooner than the provider asks', () => {
  expect([1, 2, 3, 7, 40].map((n) => waitAfter(n, null) / 60_000)).toEqual([1, 2, 4, 60, 60]);
  expect([waitAfter(1, 300_000), waitAfter(1, 10 ** 9)].map((ms) => ms / 60_000)).toEqual([5, 360]);
});

it('tells whoever hosts once: after a while, near the call, or where it will not change', () => {
  const failing = { failing_since: at(-5), told_at: null, lasting: false, call_at: at(600) };
  expect(tellsNow(failing, NOW)).toBe(false);
  expect(tellsNow({ ...failing, lasting: true }, NOW)).toBe(true);
  expect(tellsNow({ ...failing, failing_since: at(-10) }, NOW)).toBe(true);
  expect(tellsNow({ ...failing, call_at: at(120) }, NOW)).toBe(true);
  expect(tellsNow({ ...failing, lasting: true, told_at: at(-1) }, NOW)).toBe(false);
});

it('took as long as its sessions together, and nobody knows before one ended', () => {
  expect(minutesHeld([])).toBe(null);
  expect(minutesHeld([{ started_at: at(0), ended_at: null }])).toBe(null);
  expect(minutesHeld([{ started_at: at(5), ended_at: at(2) }])).toBe(null);
  expect(
    minutesHeld([
      { started_at: at(0), ended_at: at(20.5) },
      { started_at: at(22), ended_at: at(30) },
    ]),
  ).toBe(29);
});
