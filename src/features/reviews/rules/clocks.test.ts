import type { ReviewStatus } from './statuses.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { HOUR } from '../../../core/time.ts';
import { businessTimeBetween } from '../../../core/business-time.ts';
import type { ReviewAction } from './actions.ts';
import { clocksAfter, closeoutAfterWarning, REMINDER_HOURS, reminderAt, stillSince } from './clocks.ts';
import type { ReviewFacts } from './facts.ts';
import { holidaysIn } from './holidays.ts';
import { nextStatus } from './next-status.ts';
import { rulesOf, stateRow } from './kinds.ts';

const states = KIND_NAMES.flatMap((kind) => rulesOf(kind).lifecycle.states.map((status) => ({ kind, status })));

test('a reminder lies between now and the due time, at most a day before it, and only where somebody has the move', () => {
  const now = new Date('2026-11-18T15:00:00Z');
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.integer({ min: -500, max: 5000 }), ({ kind, status }, hours) => {
      const due = new Date(now.getTime() + hours * HOUR);
      const at = reminderAt(kind, status, now, due);
      const row = stateRow(kind, status);
      expect(at === null).toBe(
        hours <= 0 || row.ball === 'nobody' || row.own_reminders === true || row.closing?.warns === true,
      );
      if (at === null) return;
      expect(at.getTime()).toBeGreaterThan(now.getTime());
      expect(at.getTime()).toBeLessThan(due.getTime());
      expect(due.getTime() - at.getTime()).toBeLessThanOrEqual(REMINDER_HOURS * HOUR);
    }),
  );
});

/** A case of an organization in Chicago about care in Illinois. Only what clocks look at. */
const ORGANIZATION = { time_zone: 'America/Chicago', closeout_delay_hours: 72 };
const isHoliday = holidaysIn('IL', []);
const between = (from: Date, to: Date): number => businessTimeBetween(from, to, ORGANIZATION.time_zone, isHoliday);

function caseIn(status: ReviewStatus, clocks: Partial<ReviewFacts>): ReviewFacts {
  const facts: Partial<ReviewFacts> = {
    kind: 'Case',
    status,
    return_status: null,
    expedited: false,
    transfer_requested: false,
    // why: the clocks read nothing else of an organization
    organization: ORGANIZATION as never,
    state: 'IL',
    offers: [],
    call: null,
    invitation: null,
    pre_order: null,
    appointment_at: null,
    file_request_due_on: null,
    due_at: null,
    due_from: null,
    clock_paused_at: null,
    pauses: [],
    report_due_at: null,
    closeout_at: null,
    ...clocks,
  };
  // why: the clocks read these alone
  return facts as never;
}

/** The review after an action at a time. */
function moved(facts: ReviewFacts, action: ReviewAction, to: ReviewStatus | 'return', now: Date): ReviewFacts {
  const next = nextStatus(facts.kind, facts, to);
  return { ...facts, ...clocksAfter(facts, { action, from: facts.status, to: next.status }, now, isHoliday), ...next };
}

describe('a call about a delivered peer review', () => {
  const day = (n: number): Date => new Date(Date.UTC(2026, 10, 2 + n, 15));
  const delivered = (): ReviewFacts => ({ ...caseIn('in_qa', {}), kind: 'PeerReview' });

  test.each([
    ['the date that stood stands again', 3, 6, 14],
    ['however long it was arranged', 3, 12, 14],
    ['with a day’s notice where it passed', 10, 20, 21],
  ])('given up does not begin the 14 days anew: %s', (_what, asked, given, ends) => {
    let review = moved(delivered(), 'approve_report', 'delivered', day(0));
    expect(review.closeout_at).toEqual(day(14));
    review = moved(review, 'request_call', 'awaiting_times', day(asked));
    expect(review).toMatchObject({ closeout_at: day(14), due_from: day(asked) });
    review = moved({ ...review, offers: [day(30)] }, 'offer_times', 'awaiting_time_choice', day(asked + 1));
    review = moved(review, 'give_up_call', 'delivered', day(given));
    expect(review).toMatchObject({ closeout_at: day(ends), due_at: day(ends) });
  });

  test('held in between, the date is as much later', () => {
    let review = moved(delivered(), 'approve_report', 'delivered', day(0));
    review = moved(review, 'request_call', 'awaiting_times', day(3));
    review = moved(review, 'hold', 'on_hold', day(4));
    review = moved(review, 'resume', 'return', day(7));
    expect(review).toMatchObject({ status: 'awaiting_times', closeout_at: day(17) });
    review = moved(review, 'give_up_call', 'delivered', day(8));
    expect(review.closeout_at).toEqual(day(17));
  });

  test('held, the report may be read for another 14 days', () => {
    let review = moved(delivered(), 'approve_report', 'delivered', day(0));
    review = moved(review, 'request_call', 'awaiting_times', day(3));
    review = moved({ ...review, appointment_at: day(6) }, 'choose_time', 'call_scheduled', day(5));
    review = moved(review, 'call_held', 'delivered', day(6));
    expect(review.closeout_at).toEqual(day(20));
  });
});

describe('pauses', () => {
  const at = (day: string): Date => new Date(`${day}-06:00`);

  test('held over a weekend, what was due on Thursday is due on Friday, never on a Saturday', () => {
    let review = caseIn('report_in_progress', { report_due_at: at('2026-11-19T17:00') });
    review = moved(review, 'hold', 'on_hold', at('2026-11-13T12:00'));
    expect(review.due_at).toEqual(null);
    review = moved(review, 'resume', 'return', at('2026-11-16T12:00'));
    expect(review).toMatchObject({ due_at: at('2026-11-20T17:00'), report_due_at: at('2026-11-20T17:00') });
  });

  test('a hold while records are asked for counts each day once', () => {
    let review = caseIn('report_in_progress', { report_due_at: at('2026-11-20T17:00') });
    review = moved(
      { ...review, file_request_due_on: '2026-11-18' },
      'request_files',
      'needs_information',
      at('2026-11-16T12:00'),
    );
    expect(review.due_at).toEqual(at('2026-11-18T17:00'));
    review = moved(review, 'hold', 'on_hold', at('2026-11-17T12:00'));
    // what is shown as left is what the request had left
    expect(review.due_at).toEqual(at('2026-11-18T17:00'));
    expect(stillSince(review)).toEqual(at('2026-11-17T12:00'));
    review = moved(review, 'resume', 'return', at('2026-11-18T12:00'));
    expect(review).toMatchObject({ status: 'needs_information', due_at: at('2026-11-19T17:00') });
    review = moved(review, 'files_answered', 'return', at('2026-11-19T12:00'));
    // three days: Monday noon to Thursday noon
    expect(review).toMatchObject({ status: 'report_in_progress', report_due_at: at('2026-11-25T17:00'), pauses: [] });
  });

  test('a step goes on with the time it had left', () => {
    let review = caseIn('matching', { due_at: at('2026-11-17T09:00'), due_from: at('2026-11-13T09:00') });
    review = moved(review, 'request_files', 'needs_information', at('2026-11-16T09:00'));
    review = moved(review, 'files_answered', 'return', at('2026-11-24T09:00'));
    expect(review).toMatchObject({ due_at: at('2026-11-25T09:00'), due_from: at('2026-11-23T09:00') });
  });

  test('an override elsewhere begins a step of its own', () => {
    let review = caseIn('matching', { due_at: at('2026-11-17T09:00') });
    review = moved(review, 'hold', 'on_hold', at('2026-11-16T09:00'));
    review = moved(review, 'override', 'in_intake', at('2026-11-18T09:00'));
    expect(review).toMatchObject({ due_at: at('2026-11-19T09:00'), clock_paused_at: null, pauses: [] });
  });

  // the ways through side states from a running one and back: asked for records, held, both, one in the other
  const WAYS: readonly (readonly [ReviewAction, ReviewStatus | 'return'])[][] = [
    [
      ['hold', 'on_hold'],
      ['resume', 'return'],
    ],
    [
      ['request_files', 'needs_information'],
      ['files_answered', 'return'],
    ],
    [
      ['request_files', 'needs_information'],
      ['hold', 'on_hold'],
      ['resume', 'return'],
      ['files_answered', 'return'],
    ],
    [
      ['request_files', 'needs_information'],
      ['hold', 'on_hold'],
      ['resume', 'return'],
      ['hold', 'on_hold'],
      ['resume', 'return'],
      ['files_answered', 'return'],
    ],
  ];

  test('however pauses follow or lie in each other, what is left of report and step is what was not used while they ran', () => {
    // in weeks without a switch of the clocks, where spans of business time add up to the millisecond
    const start = at('2026-11-09T10:00');
    const runs = fc.array(
      fc.record({
        way: fc.constantFrom(...WAYS),
        hours: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 7, maxLength: 7 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(
        runs,
        fc.constantFrom('report_in_progress', 'matching'),
        fc.integer({ min: 1, max: 400 }),
        (tour, status, budget) => {
          const due = new Date(start.getTime() + budget * HOUR);
          const report = status === 'report_in_progress';
          let review = caseIn(status, { due_at: due, due_from: start, report_due_at: report ? due : null });
          let now = start;
          const left = between(start, due);
          let used = 0;
          for (const { way, hours } of tour)
            for (const [i, [action, to]] of way.entries()) {
              const then = new Date(now.getTime() + (hours[i] ?? 0) * HOUR);
              if (review.clock_paused_at === null) used += between(now, then);
              now = then;
              review = moved(review, action, to, now);
            }
          expect(review).toMatchObject({ status, clock_paused_at: null, pauses: [], return_status: null });
          const after = review.due_at ?? new Date(Number.NaN);
          expect(report ? review.report_due_at : after).toEqual(after);
          // what is overdue stays as overdue as it was
          if (used <= left) expect(between(now, after)).toBe(left - used);
          else expect(between(after, now)).toBe(used - left);
          if (after.getTime() !== due.getTime()) expect(between(after, new Date(after.getTime() + 1))).toBe(1);
        },
      ),
    );
  });
});

test('a closeout whose warning came late is put off by whole days, until at least the notice that was meant is left', () => {
  const HOUR_MS = 3_600_000;
  const at = new Date('2026-11-18T15:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: -200, max: 200 }), (notice, late) => {
      const warning = { due_at: new Date(at.getTime() - notice * HOUR_MS) };
      const now = new Date(at.getTime() + late * HOUR_MS);
      const then = closeoutAfterWarning(at, warning, now);
      const off = then.getTime() - at.getTime();
      expect(off % (24 * HOUR_MS)).toBe(0);
      const left = then.getTime() - now.getTime();
      expect(left).toBeGreaterThanOrEqual((notice * HOUR_MS) / (off === 0 ? 2 : 1));
      if (off > 0) expect(left - 24 * HOUR_MS).toBeLessThanOrEqual(notice * HOUR_MS);
    }),
  );
});
