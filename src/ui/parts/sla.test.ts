import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slaView } from './sla.ts';

const H = 3_600_000;
const zone = { zone: 'America/Chicago' };
const started_at = '2026-11-16T13:30:00Z';
const due_at = '2026-11-19T13:30:00Z';
const due = Date.parse(due_at);

describe('slaView', () => {
  it.each([
    [due - 53 * H, 'calm', '2 d 5 h'],
    [due - 24 * H, 'warn', '1 d'],
    [due - (20 * H + 48 * 60_000), 'warn', '20 h 48 min'],
    [due + 4.5 * H, 'bad', '4 h overdue'],
    [due, 'bad', 'under 1 min overdue'],
  ])('at %d is %s: %s', (now, mood, words) => {
    expect(slaView({ state: 'running', started_at, due_at }, now, zone)).toMatchObject({ mood, words });
  });

  it('warns short clocks in their last quarter', () => {
    const short = { state: 'running', started_at: '2026-11-19T05:30:00Z', due_at } as const;
    expect(slaView(short, due - 3 * H, zone).mood).toBe('calm');
    expect(slaView(short, due - 2 * H, zone).mood).toBe('warn');
  });

  it('tells what a paused clock waits for and by what margin a met one was met', () => {
    const paused = { state: 'paused', started_at, due_at, waits_for: 'records', remaining_ms: 26 * H } as const;
    expect(slaView(paused, due, zone)).toMatchObject({
      words: 'Clock paused',
      line: 'waits for records, 1 d 2 h left',
    });
    const met = (at: number) =>
      slaView({ state: 'met', started_at, due_at, met_at: new Date(at).toISOString() }, due, zone);
    expect(met(due - 6 * H)).toMatchObject({ mood: 'met', words: 'Met, 6 h early' });
    expect(met(due + 2 * H)).toMatchObject({ mood: 'bad', words: 'Met, 2 h late' });
  });

  it('fills the bar between nothing and all, never backwards', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), fc.nat(100), (hours, later) => {
        const used = (h: number) => slaView({ state: 'running', started_at, due_at }, due + h * H, zone).used;
        expect(used(hours)).toBeGreaterThanOrEqual(0);
        expect(used(hours + later)).toBeLessThanOrEqual(1);
        expect(used(hours + later)).toBeGreaterThanOrEqual(used(hours));
      }),
    );
  });
});
