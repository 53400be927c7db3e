import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TestimonyTerms } from '../work/rules.ts';
import {
  actorOf,
  callingOffCosts,
  errataFaults,
  erratumLine,
  expectedMinutes,
  heldFaults,
  heldMinutes,
  inOrder,
  isAhead,
  isSameRecord,
  moverOf,
  ownRecord,
  SESSION_ACTS,
  SESSION_STATES,
  sessionAfter,
  sessionFaults,
} from './rules.ts';

const terms: TestimonyTerms = { deposition_minimum_minutes: 240, cancel_days: 14, cancel_percent: 50 };
const rate = { cents: 60_000, per: 'hour' } as const;
const day = { cents: 500_000, per: 'day' } as const;
const at = (iso: string) => new Date(iso);
const zone = 'America/Chicago';

describe('states', () => {
  const now = at('2027-03-01T12:00:00Z');
  const ahead = at('2027-03-01T12:00:01Z');
  const after = (state: (typeof SESSION_STATES)[number], act: (typeof SESSION_ACTS)[number], starts_at: Date) =>
    sessionAfter({ state, starts_at }, act, now);

  test('every state, act and side of the beginning, as a table', () => {
    const table = SESSION_STATES.flatMap((state) =>
      SESSION_ACTS.flatMap((act) =>
        (['ahead', 'begun'] as const).flatMap((time) => {
          const to = after(state, act, time === 'ahead' ? ahead : now);
          return to === null ? [] : [`${state} ${time} ${actorOf(act)} ${act} ${to}`];
        }),
      ),
    );
    expect(table).toEqual([
      'asked ahead expert confirm confirmed',
      'asked ahead expert decline declined',
      'asked ahead requester move asked',
      'asked ahead requester call_off called_off',
      'asked begun expert not_held called_off',
      'asked begun expert hold held',
      'confirmed ahead expert decline declined',
      'confirmed ahead requester move asked',
      'confirmed ahead requester call_off called_off',
      'confirmed begun expert not_held called_off',
      'confirmed begun expert hold held',
      'declined ahead requester move asked',
      'declined begun requester move asked',
      'declined ahead requester call_off called_off',
      'declined begun requester call_off called_off',
      'held begun expert hold held',
    ]);
  });

  test('whose move it is', () => {
    expect(SESSION_STATES.map((state) => moverOf({ state, starts_at: ahead }, now))).toEqual([
      'expert',
      null,
      'requester',
      null,
      null,
    ]);
    // what has begun waits for the expert’s word
    expect(moverOf({ state: 'confirmed', starts_at: now }, now)).toBe('expert');
  });

  test('the end of a matter calls off what is ahead, and nothing that has begun', () => {
    expect(SESSION_STATES.map((state) => isAhead({ state, starts_at: ahead }, now))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isAhead({ state: 'confirmed', starts_at: now }, now)).toBe(false);
  });
});

describe('what calling off costs', () => {
  const deposition = { type: 'deposition', state: 'confirmed', starts_at: at('2027-03-15T15:00:00Z'), zone } as const;
  const cost = (now: string, of: Partial<Parameters<typeof callingOffCosts>[0]> = {}) =>
    callingOffCosts({ ...deposition, ...of }, { terms, rate: of.type === 'trial' ? day : rate }, at(now));

  test('half of four hours from the fourteenth day before it on, by the calendar where it is held', () => {
    expect(cost('2027-03-01T05:59:59Z')).toBe(0);
    // midnight in Chicago
    expect(cost('2027-03-01T06:00:00Z')).toBe(120_000);
    expect(cost('2027-03-15T14:59:00Z')).toBe(120_000);
    expect(cost('2027-03-16T00:00:00Z')).toBe(120_000);
  });

  test('half a day at trial; nothing for what prepares, nor where the expert did not confirm it', () => {
    expect(cost('2027-03-10T00:00:00Z', { type: 'trial' })).toBe(250_000);
    expect(cost('2027-03-10T00:00:00Z', { type: 'preparation' })).toBe(0);
    for (const state of ['asked', 'declined', 'held', 'called_off'] as const)
      expect(cost('2027-03-10T00:00:00Z', { state })).toBe(0);
  });

  test('never below nothing nor above the whole, never less the later it is, exact to the cent', () => {
    fc.assert(
      fc.property(
        fc.record({
          deposition_minimum_minutes: fc.integer({ min: 0, max: 24 }).map((hours) => hours * 60),
          cancel_days: fc.integer({ min: 0, max: 60 }),
          cancel_percent: fc.integer({ min: 0, max: 100 }),
        }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 0, max: 90 }),
        (own, cents, a, b) => {
          const costs = [Math.max(a, b), Math.min(a, b)].map((before) =>
            callingOffCosts(
              deposition,
              { terms: own, rate: { cents, per: 'hour' } },
              new Date(deposition.starts_at.getTime() - before * 86_400_000),
            ),
          );
          const whole = (own.deposition_minimum_minutes / 60) * cents;
          expect(costs[0]).toBeLessThanOrEqual(costs[1] ?? -1);
          for (const one of costs) {
            expect(Number.isSafeInteger(one)).toBe(true);
            expect(one).toBeGreaterThanOrEqual(0);
            expect(one).toBeLessThanOrEqual(whole);
          }
        },
      ),
    );
  });
});

describe('time', () => {
  const held = (hours: number, break_minutes = 0) => ({
    held_from: at('2027-03-15T15:00:00Z'),
    held_to: new Date(at('2027-03-15T15:00:00Z').getTime() + hours * 3_600_000),
    break_minutes,
  });

  test('a deposition takes its time without breaks, and the minimum at least; a day at trial is a day', () => {
    expect(heldMinutes('deposition', held(6, 30), { terms, step: 1 })).toBe(330);
    expect(heldMinutes('deposition', held(1), { terms, step: 1 })).toBe(240);
    expect(heldMinutes('trial', held(3), { terms, step: 1 })).toBe(480);
    expect(heldMinutes('trial', held(9), { terms, step: 1 })).toBe(540);
    expect(heldMinutes('preparation', held(1), { terms, step: 1 })).toBe(60);
    expect([60, 300].map((minutes) => expectedMinutes('deposition', minutes, { terms, step: 1 }))).toEqual([240, 300]);
  });

  test('in whole steps of what was agreed', () => {
    expect(heldMinutes('deposition', held(4.05), { terms, step: 15 })).toBe(255);
    expect(expectedMinutes('deposition', 243, { terms, step: 15 })).toBe(255);
  });

  test('what cannot have been is refused at its field', () => {
    const begins = at('2027-03-15T15:00:00Z');
    const now = at('2027-03-16T00:00:00Z');
    expect(heldFaults(held(4, 30), begins, now)).toEqual([]);
    expect(heldFaults(held(0), begins, now)[0]?.path).toBe('held_to');
    expect(heldFaults(held(4), begins, at('2027-03-15T16:00:00Z'))[0]?.path).toBe('held_to');
    expect(heldFaults(held(25), begins, at('2027-04-15T16:00:00Z'))[0]?.path).toBe('held_to');
    expect(heldFaults(held(4), at('2027-03-20T15:00:00Z'), now)[0]?.path).toBe('held_from');
    expect(heldFaults(held(1, 60), begins, now)[0]?.path).toBe('break_minutes');
    const when = { starts_at: at('2027-03-20T15:00:00Z'), place: '1 Main Street', link: '' };
    expect(sessionFaults(when, now)).toEqual([]);
    expect(sessionFaults({ ...when, place: '' }, now)[0]?.path).toBe('place');
    expect(sessionFaults({ ...when, starts_at: now }, now)[0]?.path).toBe('starts_at');
    for (const link of ['http://video.example/1', 'javascript:alert(1)', 'https://', 'video.example'])
      expect(sessionFaults({ ...when, link }, now).map(({ path }) => path)).toEqual(['link']);
    expect(sessionFaults({ ...when, place: '', link: 'https://video.example/1' }, now)).toEqual([]);
  });
});

describe('the expert’s own record of it', () => {
  const matter = {
    caption: 'Ferrante v. Brightwater',
    court: 'Circuit Court',
    docket_number: null,
    side: 'defense',
    firm: 'Calder',
  };
  const held = { form: 'deposition', testified_on: '2027-03-15' } as const;
  test('repeats the order, and is made only where that says enough', () => {
    expect(ownRecord(matter, held)).toEqual({
      case_name: 'Ferrante v. Brightwater',
      court: 'Circuit Court',
      docket: null,
      side: 'defense',
      retaining_firm: 'Calder',
      ...held,
    });
    expect(ownRecord({ ...matter, side: 'neutral' }, held)?.side).toBe('court');
    for (const lacks of [{ side: 'joint' }, { caption: '' }, { court: null }])
      expect(ownRecord({ ...matter, ...lacks }, held)).toBeNull();
    expect(ownRecord({ ...matter, caption: 'x'.repeat(400) }, held)?.case_name).toHaveLength(200);
  });
  test('is the same by case, day and form', () => {
    const record = { ...held, case_name: 'A v. B' };
    expect(isSameRecord({ ...record, court: 'Elsewhere' }, record)).toBe(true);
    expect(isSameRecord({ ...record, form: 'trial' }, record)).toBe(false);
  });
});

describe('errata', () => {
  const one = { page: 41, line: 7, reads: 'left', should_read: 'right', reason: 'Misheard' };
  test('stand in the order of the transcript, each once, each changing something', () => {
    const other = { ...one, page: 3, line: 20 };
    expect(inOrder([one, { ...one, line: 2 }, other]).map(({ page, line }) => [page, line])).toEqual([
      [3, 20],
      [41, 2],
      [41, 7],
    ]);
    expect(errataFaults([one, other])).toEqual([]);
    expect(errataFaults([one, one]).map(({ path }) => path)).toEqual(['errata.1.reads']);
    expect(errataFaults([{ ...one, should_read: 'left ' }]).map(({ path }) => path)).toEqual(['errata.0.should_read']);
    expect(erratumLine(one)).toBe('Page 41, line 7: “left” should read “right”. Reason: Misheard');
  });
});
