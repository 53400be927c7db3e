import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween } from '../../core/days-between.ts';
import { addDays } from '../../core/durations.ts';
import { holidaysIn } from '../reviews/rules/holidays.ts';
import {
  ATTORNEY_NOTICES,
  callOffBy,
  confirmBy,
  noticeDue,
  chargedPercent,
  checksIn,
  countdown,
  dayFaults,
  changeOf,
  decidedBy,
  DEFAULT_RULE,
  type ExamAhead,
  earliestExam,
  feeDays,
  lastDayBefore,
  minutesLate,
  NOTICE_METHODS,
  noticeBy,
  noticeGoesTo,
  isTaken,
  offerFault,
  proofFaults,
  recordsBy,
  recordsServed,
  recordsServedBy,
  recordsThere,
  reportDueOn,
  ruleFor,
  ruleWords,
  saysOf,
  SHIPPED_RULES,
  spansWords,
  toExaminee,
  versionFaults,
  type WrittenRule,
  startsOf,
  visitLength,
  weekOf,
} from './rules.ts';

const rule = (state: string, coverage = 'workers_compensation') => ruleFor({ state, coverage, on: '2026-12-01' }, []);
const NEVER = () => false;

describe('the rule that holds', () => {
  test.each(['NY', 'WA', 'OR', 'FL', 'MA', 'CA'])('%s has one of its own for workers’ compensation alone', (state) => {
    expect(rule(state).state).toBe(state);
    expect(rule(state, 'auto')).toBe(DEFAULT_RULE);
  });

  test('a state without a row takes the default, and says so', () => {
    expect(rule('OH')).toBe(DEFAULT_RULE);
    expect(ruleWords(rule('OH'), { state: 'OH' }).title).toBe('No rule entered for Ohio: default, 14 days');
    expect(ruleWords(rule('NY', 'auto'), { state: 'NY', hasOthers: true }).title).toBe(
      'No rule entered for this line of insurance in New York: default, 14 days',
    );
    expect(ruleWords(rule('NY'), { state: 'NY', hasOthers: true })).toEqual({
      title: 'Rule of New York',
      spans:
        'Notice 7 business days before, by post. Report within 10 business days, 20 business days where the exam is held in another state.',
    });
  });

  test('an exam that stays under one while another holds says so', () => {
    expect(ruleWords(rule('OH'), { state: 'OH', hasOthers: true, isKept: true }).title).toBe(
      'No rule was entered for Ohio when it was set: default, 14 days',
    );
    expect(ruleWords(rule('NY'), { state: 'NY', isKept: true }).title).toBe(
      'Rule of New York, as it was when the exam was set',
    );
  });

  const ohio = (version: number, from_on: string, more: Partial<WrittenRule> = {}): WrittenRule => ({
    state: 'OH',
    coverage: null,
    version,
    from_on,
    terms: DEFAULT_RULE,
    ...more,
  });
  const on = (day: string, book: readonly WrittenRule[], coverage: string | null = 'auto') =>
    ruleFor({ state: 'OH', coverage, on: day }, book);

  test('the newest version by that day holds', () => {
    const book = [ohio(1, '2026-01-01'), ohio(2, '2027-01-01')];
    expect([on('2026-12-31', book).version, on('2027-01-01', book).version]).toEqual([1, 2]);
    expect(on('2025-12-31', book)).toEqual(DEFAULT_RULE);
    // what was written last goes before what was planned for later
    expect(on('2027-02-01', [...book, ohio(3, '2026-06-01')]).version).toBe(3);
  });

  test('that of the line goes before that of the state, and one without terms before neither', () => {
    const book = [ohio(1, '2026-01-01'), ohio(1, '2026-03-01', { coverage: 'auto' })];
    expect([on('2026-04-01', book).coverage, on('2026-02-01', book).coverage]).toEqual(['auto', null]);
    expect(on('2026-04-01', book, 'disability').coverage).toBeNull();
    const ended = [...book, ohio(2, '2026-05-01', { coverage: 'auto', terms: null })];
    expect([on('2026-04-30', ended).coverage, on('2026-05-01', ended).coverage]).toEqual(['auto', null]);
    expect(on('2026-05-01', [...ended, ohio(2, '2026-05-01', { terms: null })]).state).toBeNull();
    // what comes with the product can be ended too, and the default can be another
    const york = { state: 'NY', coverage: 'workers_compensation' };
    const book2 = [
      { ...york, version: 2, from_on: '2026-12-01', terms: null },
      { state: null, coverage: null, version: 2, from_on: '2026-12-01', terms: { ...DEFAULT_RULE, by_mail: true } },
    ];
    expect(ruleFor({ ...york, on: '2026-11-30' }, book2).state).toBe('NY');
    expect(ruleFor({ ...york, on: '2026-12-01' }, book2)).toMatchObject({ state: null, version: 2, by_mail: true });
  });

  test('on each day there is one, and a version changes nothing before its day', () => {
    const aVersion = fc.record({
      state: fc.constantFrom(null, 'OH', 'NY'),
      coverage: fc.constantFrom(null, 'auto', 'workers_compensation'),
      from_on: fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-01-01', n)),
      days: fc.integer({ min: 0, max: 60 }),
      ends: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(aVersion, { maxLength: 8 }),
        fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-01-01', n)),
        fc.constantFrom(null, 'OH', 'NY', 'TX'),
        fc.constantFrom('auto', 'workers_compensation'),
        (written, day, state, coverage) => {
          const book: WrittenRule[] = written.map(({ days, ends, ...one }, n) => ({
            ...one,
            coverage: one.state === null ? null : one.coverage,
            version: n + 2,
            terms: ends && one.state !== null ? null : { ...DEFAULT_RULE, notice: { days, of: 'calendar' } },
          }));
          const held = ruleFor({ state, coverage, on: day }, book);
          expect(held.from_on <= day).toBe(true);
          expect([null, state]).toContain(held.state);
          expect([null, coverage]).toContain(held.coverage);
          const last = book.at(-1);
          if (last && last.from_on > day)
            expect(ruleFor({ state, coverage, on: day }, book.slice(0, -1))).toEqual(held);
        },
      ),
    );
  });

  test('each names its source', () => {
    for (const one of SHIPPED_RULES) expect([one.source, one.read_on]).not.toContain('');
  });
});

/*
 * Counted by hand on a calendar. In the winter of 2026: Thanksgiving is Thursday, November 26; Christmas a Friday; New
 * Year's Day 2027 a Friday; King's birthday Monday, January 18.
 */
describe('days counted by hand', () => {
  test.each([
    // [state, exam, last day for its notice]
    // seven business days after Dec 30 (Wed): Dec 31, Jan 4, 5, 6, 7, 8, 11
    ['NY', '2027-01-11', '2026-12-30'],
    // over Thanksgiving: Nov 24, 25, 27, 30, Dec 1, 2, 3
    ['NY', '2026-12-03', '2026-11-23'],
    ['WA', '2026-12-31', '2026-12-03'],
    ['OR', '2026-12-11', '2026-12-01'],
    ['FL', '2026-12-11', '2026-12-04'],
    // the default's fourteen days
    ['MA', '2026-12-31', '2026-12-17'],
    ['CA', '2026-12-31', '2026-12-17'],
    ['OH', '2026-12-31', '2026-12-17'],
  ])('%s: the notice of an exam on %s is served by %s', (state, held_on, by) => {
    expect(noticeBy(rule(state), held_on, holidaysIn(state, []))).toBe(by);
  });

  test.each([
    // [state, exam, state of the place, report due]
    // Dec 15 to 18, 21 to 24, 28, 29; Christmas does not count
    ['NY', '2026-12-14', 'NY', '2026-12-29'],
    // ten more: Dec 30, 31, Jan 4 to 8, 11 to 13
    ['NY', '2026-12-14', 'NJ', '2027-01-13'],
    ['WA', '2026-12-14', 'WA', '2026-12-28'],
    ['CA', '2026-12-14', 'CA', '2027-01-13'],
    ['OH', '2026-12-14', 'OH', '2026-12-29'],
  ])('%s: the report of an exam on %s in %s is due on %s', (state, on, place_state, due) => {
    expect(reportDueOn(rule(state), { on, place_state }, holidaysIn(state, []))).toBe(due);
  });

  test.each([
    // ten business days: Dec 29, 30, 31, Jan 4 to 8, 11, 12 follow Dec 28; King's birthday is not reached
    ['MA', '2027-01-12', '2026-12-28'],
    // over Thanksgiving and the day after it, which counts in Massachusetts: Nov 18 to 20, 23 to 25, 27, 30, Dec 1, 2
    ['MA', '2026-12-02', '2026-11-17'],
  ])('%s: the records of an exam on %s are there by %s', (state, held_on, by) => {
    expect(recordsBy(held_on, holidaysIn(state, []))).toBe(by);
  });

  test('California has them served on the other side twenty days before, with a declaration; elsewhere no rule asks', () => {
    expect(recordsServedBy(rule('CA'), '2026-12-31', holidaysIn('CA', []))).toBe('2026-12-11');
    expect(recordsServedBy(rule('CA'), '2027-01-11', holidaysIn('CA', []))).toBe('2026-12-22');
    expect(rule('CA').records_service?.declaration).toBe(true);
    for (const state of ['NY', 'WA', 'OR', 'FL', 'MA', 'OH'])
      expect(recordsServedBy(rule(state), '2026-12-31', NEVER)).toBeNull();
  });

  test('giving up an exam on Monday, January 11', () => {
    // ten business days before it: Dec 24 (Dec 28, 29, 30, 31, Jan 4 to 8, 11 follow); five: Jan 4; two: Jan 7
    expect(feeDays('2027-01-11', holidaysIn('MA', []))).toEqual([
      { from_on: '2026-12-28', percent: 25 },
      { from_on: '2027-01-05', percent: 50 },
      { from_on: '2027-01-08', percent: 100 },
    ]);
  });
});

const aDay = fc.integer({ min: 0, max: 3_000 }).map((n) => addDays('2026-01-01', n));
const aSpan = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  of: fc.constantFrom('business' as const, 'calendar' as const),
});

test('the last day for a notice is the last from which the span is kept', () => {
  fc.assert(
    fc.property(aDay, aSpan, fc.constantFrom(null, 'NY', 'MA', 'OH'), (held_on, notice, state) => {
      const isHoliday = state === null ? NEVER : holidaysIn(state, []);
      const by = lastDayBefore(held_on, notice, isHoliday);
      const first = (served: string) => earliestExam(() => ({ notice }), served, isHoliday);
      expect(first(by) <= held_on).toBe(true);
      expect(first(addDays(by, 1)) > held_on).toBe(true);
    }),
  );
});

test('the nearer the exam the more it costs', () => {
  fc.assert(
    fc.property(aDay, (held_on) => {
      const steps = feeDays(held_on, holidaysIn('MA', []));
      expect(steps.map(({ percent }) => percent)).toEqual([25, 50, 100]);
      const days = steps.map(({ from_on }) => from_on);
      expect(days.toSorted()).toEqual(days);
      expect(days.at(-1)! <= held_on).toBe(true);
    }),
  );
});

test('what is charged for what happened', () => {
  expect(chargedPercent('attended', null, 100)).toBe(0);
  expect(chargedPercent('no_show', null, 25)).toBe(100);
  expect(chargedPercent('left_early', null, 0)).toBe(100);
  expect(chargedPercent('late_cancelled', null, 50)).toBe(50);
  expect(chargedPercent('not_examined', 'no_identification', 0)).toBe(100);
  expect(chargedPercent('not_examined', 'examiner_unavailable', 100)).toBe(0);
  expect(chargedPercent('not_examined', 'interpreter_missing', 100)).toBe(0);
});

test('the week of a day begins on Sunday, over the end of a year too', () => {
  expect(weekOf('2027-01-01')).toEqual([
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ]);
  expect(weekOf('2026-12-27')[0]).toBe('2026-12-27');
  expect(weekOf('2027-01-02')[6]).toBe('2027-01-02');
});

test('what cannot be offered', () => {
  const start = new Date('2027-01-11T15:00:00Z');
  const given = { now: new Date('2026-12-01T12:00:00Z'), notice_by: '2026-12-28', today: '2026-12-01' };
  expect(offerFault(start, given)).toBeNull();
  expect(offerFault(new Date('2027-01-11T15:05:00Z'), given)).toMatch(/quarter hour/);
  expect(offerFault(new Date('2026-11-30T15:00:00Z'), given)).toMatch(/passed/);
  expect(offerFault(start, { ...given, notice_by: '2026-11-30' })).toMatch(/too soon/);
  const busy = (from: string, until: string) => [{ start: new Date(from), end: new Date(until) }];
  expect(isTaken(start, 60, busy('2027-01-11T16:05:00Z', '2027-01-11T17:00:00Z'))).toBe(true);
  expect(isTaken(start, 60, busy('2027-01-11T16:10:00Z', '2027-01-11T17:00:00Z'))).toBe(false);
});

test('several examiners of one visit follow each other on the grid, or examine at once', () => {
  const start = new Date('2027-01-11T15:00:00Z');
  const at = (minutes: number, examiners: number, how: 'one_after_another' | 'at_once') =>
    startsOf(start, minutes, examiners, how).map((one) => one.toISOString().slice(11, 16));
  expect(at(50, 3, 'one_after_another')).toEqual(['15:00', '16:00', '17:00']);
  expect(at(60, 2, 'one_after_another')).toEqual(['15:00', '16:00']);
  expect(at(60, 2, 'at_once')).toEqual(['15:00', '15:00']);
  expect([
    visitLength(50, 3, 'one_after_another'),
    visitLength(60, 2, 'at_once'),
    visitLength(45, 1, 'at_once'),
  ]).toEqual([170, 60, 45]);
  fc.assert(
    fc.property(fc.integer({ min: 15, max: 240 }), fc.integer({ min: 1, max: 3 }), (minutes, examiners) => {
      const starts = startsOf(start, minutes, examiners, 'one_after_another');
      for (const [n, one] of starts.entries()) {
        expect(offerFault(one, { now: new Date(0), notice_by: '2026-12-28', today: '2026-12-01' })).toBeNull();
        if (n > 0) expect(one.getTime() - (starts[n - 1]?.getTime() ?? 0)).toBeGreaterThanOrEqual(minutes * 60_000);
      }
    }),
  );
});

describe('the day', () => {
  const starts = new Date('2026-12-01T14:00:00Z');
  const after = (minutes: number) => new Date(starts.getTime() + minutes * 60_000);

  test('opens three hours before', () => {
    expect([-181, -180, 0].map((minutes) => checksIn(starts, after(minutes)))).toEqual([false, true, true]);
  });

  test('more than thirty minutes is too late', () => {
    expect([-5, 30, 31].map((minutes) => minutesLate(starts, after(minutes)))).toEqual([null, null, 31]);
  });

  test('takes no time that has not come, is of another day, or comes before the arrival', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 }), fc.integer(), (a, b, c) => {
        const now = after(c % 900);
        const isDay = (at: Date) => at.toISOString().startsWith('2026-12-01');
        const [arrived_at, started_at] = [after(a), after(b)];
        const fine = arrived_at <= now && started_at <= now && isDay(arrived_at) && isDay(started_at) && a <= b;
        expect(dayFaults({ arrived_at, started_at }, { now, isDay }).length === 0).toBe(fine);
      }),
    );
  });
});

describe('days a rule names', () => {
  // 10 AM in Boston
  const starts_at = new Date('2026-12-31T15:00:00Z');
  const of = (state: string) => callOffBy(rule(state), { starts_at, held_on: '2026-12-31' }, holidaysIn(state, []));

  test.each([
    ['WA', { on: '2026-12-26' }],
    ['FL', { at: new Date('2026-12-30T15:00:00Z') }],
    ['MA', { at: new Date('2026-12-29T15:00:00Z') }],
    ['CA', { on: '2026-12-25' }],
    ['NY', null],
    ['OR', null],
    ['OH', null],
  ])('%s: an exam on December 31 is called off in time until %j', (state, by) => {
    expect(of(state)).toEqual(by);
  });

  test('Florida confirms within five days what was agreed; nobody else asks for it', () => {
    expect(confirmBy(rule('FL'), '2026-12-01', NEVER)).toBe('2026-12-06');
    for (const state of ['WA', 'NY', 'OR', 'MA', 'CA', 'OH'])
      expect(confirmBy(rule(state), '2026-12-01', NEVER)).toBeNull();
    // counted in business days over a weekend and a holiday
    const terms = { confirm: { days: 5, of: 'business' as const } };
    expect(confirmBy(terms, '2026-12-18', holidaysIn('FL', []))).toBe('2026-12-28');
  });

  test('whoever calls off a day earlier is in time wherever one who does so later is', () => {
    fc.assert(
      fc.property(aDay, fc.nat(60), fc.constantFrom('calendar', 'business'), (held_on, count, unit) => {
        const by = (n: number) => {
          const found = callOffBy({ call_off: { count: n, of: unit } }, { starts_at, held_on }, NEVER);
          return found !== null && 'on' in found ? found.on : '';
        };
        expect(by(count) <= held_on).toBe(true);
        expect(by(count + 1) < by(count)).toBe(true);
      }),
    );
  });

  test('a notice that also confirms is due on the earlier of the two days', () => {
    fc.assert(
      fc.property(aDay, fc.option(aDay, { nil: null }), (notice_by, confirm_by) => {
        const due = noticeDue({ notice_by, confirm_by });
        expect(due <= notice_by).toBe(true);
        expect([notice_by, confirm_by]).toContain(due);
        if (confirm_by !== null) expect(due <= confirm_by).toBe(true);
      }),
    );
  });
});

describe('the proof of a notice', () => {
  const facts = {
    today: '2026-12-01',
    set_on: '2026-11-20',
    notice_by: '2026-12-08',
    by_mail: false,
    goes_to: noticeGoesTo(DEFAULT_RULE, false),
    copies: [],
  };
  const own = { recipient: 'examinee', name: 'Marta Solis', method: 'mail', tracking: '' } as const;
  const paths = (...given: Parameters<typeof proofFaults>) => proofFaults(...given).map(({ path }) => path);

  test('needs the number where the carrier gives one, and only there', () => {
    for (const method of NOTICE_METHODS)
      for (const tracking of ['', '9407'])
        expect(paths({ served_on: '2026-12-01', notices: [{ ...own, method, tracking }] }, facts)).toEqual(
          tracking === '' && (method === 'certified_mail' || method === 'courier') ? ['notices.0.tracking'] : [],
        );
  });

  test('names everyone the order says gets one', () => {
    const copies = ['Dov Marsh', 'Ivy Chen'];
    fc.assert(
      fc.property(
        fc.constantFrom(...ATTORNEY_NOTICES),
        fc.boolean(),
        fc.subarray(['examinee', 'attorney'] as const),
        fc.subarray(copies),
        (attorney, represented, served, copied) => {
          const notices = [
            ...served.map((recipient) => ({ ...own, recipient })),
            ...copied.map((name) => ({ ...own, recipient: 'copy' as const, name })),
          ];
          const faults = proofFaults(
            { served_on: '2026-12-08', notices },
            { ...facts, today: '2026-12-09', goes_to: noticeGoesTo({ attorney }, represented), copies },
          );
          const asked = {
            examinee: !represented || attorney === 'beside',
            attorney: represented,
          };
          const missing = (['examinee', 'attorney'] as const).filter((one) => asked[one] && !served.includes(one));
          expect(faults).toHaveLength(missing.length + copies.length - copied.length);
        },
      ),
    );
  });

  test('is of a day that has come, in time, and not before there was an exam', () => {
    expect(paths({ served_on: '2026-11-19', notices: [own] }, facts)).toEqual(['served_on']);
    expect(paths({ served_on: '2026-11-20', notices: [own] }, facts)).toEqual([]);
    expect(paths({ served_on: '2026-12-02', notices: [own] }, facts)).toEqual(['served_on']);
    expect(paths({ served_on: '2026-12-09', notices: [own] }, { ...facts, today: '2026-12-10' })).toEqual([
      'served_on',
    ]);
  });

  test('counts down in days of the calendar, across the change of the clocks', () => {
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
    expect([9, 1, 0, -1].map(countdown)).toEqual(['9 days left', '1 day left', 'today is the last day', 'too late']);
  });
});

describe('the records of an exam', () => {
  const by = '2026-12-11';
  const late = (line: { late: boolean } | null) => line?.late ?? null;

  test('are late where some came after their day; all in time need no word', () => {
    const there = (complete: boolean, added_on: string | null, today: string) =>
      late(recordsThere({ records_complete: complete }, { by, added_on, today }));
    expect(there(true, '2026-12-11', '2026-12-20')).toBeNull();
    expect(there(true, '2026-12-12', '2026-12-20')).toBe(true);
    expect(there(false, null, '2026-12-11')).toBe(false);
    expect(there(false, '2026-12-01', '2026-12-12')).toBe(false);
    expect(there(false, '2026-12-12', '2026-12-12')).toBe(true);
  });

  test('are served in time or not, and declared where that is asked', () => {
    const served = (on: string | null, pages: number | null, today: string, declaration = true) =>
      late(
        recordsServed(
          { records_served: on !== null, records_served_on: on, records_served_pages: pages },
          { by, declaration, today },
        ),
      );
    expect([served(null, null, '2026-12-11'), served(null, null, '2026-12-12')]).toEqual([false, true]);
    expect([served('2026-12-11', 40, '2026-12-20'), served('2026-12-12', 40, '2026-12-20')]).toEqual([false, true]);
    expect([served('2026-12-11', null, '2026-12-20'), served('2026-12-11', null, '2026-12-20', false)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('one more version of a rule', () => {
  const at = (served: boolean, more: Partial<ExamAhead> = {}): ExamAhead => ({
    what: 'set',
    held_on: '2026-12-31',
    place_state: 'MA',
    jurisdiction: { state: 'OH', coverage: 'auto' },
    notice_by: '2026-12-17',
    served,
    video: false,
    today: '2026-12-01',
    ...more,
  });
  const version = (days: number, from_on = '2026-12-10'): WrittenRule => ({
    state: 'OH',
    coverage: null,
    version: 1,
    from_on,
    terms: { ...DEFAULT_RULE, notice: { days, of: 'calendar' }, report: { days: 20, of: 'calendar' }, by_mail: true },
  });
  const change = (exam: ExamAhead, one: WrittenRule) => changeOf(exam, [], one, NEVER);

  test('moves the days of an exam that is held from its day on, and says where the notice is too late', () => {
    expect(change(at(false), version(20))).toMatchObject({
      before: { notice_by: '2026-12-17', by_mail: false, report_due: '2027-01-14' },
      after: { notice_by: '2026-12-11', by_mail: true, report_due: '2027-01-20' },
      late: false,
    });
    expect(change(at(false, { video: true }), version(20))).toMatchObject({ barred: true });
    expect(change(at(false), version(31))).toMatchObject({ after: { notice_by: '2026-11-30' }, late: true });
  });

  test('leaves those that are served, held before, or elsewhere', () => {
    expect(change(at(true), version(20))).toEqual({ stays: 'served' });
    expect(change(at(false), version(20, '2027-01-01'))).toBeNull();
    expect(change(at(false, { jurisdiction: { state: 'TX', coverage: 'auto' } }), version(20))).toBeNull();
  });

  test('what was shown is what holds then', () => {
    fc.assert(
      fc.property(aDay, aDay, aSpan, aSpan, fc.boolean(), (held_on, from_on, notice, report, served) => {
        const exam = at(served, { held_on });
        const one = { ...version(0, from_on), terms: { ...DEFAULT_RULE, notice, report } };
        const shown = changeOf(exam, [], one, NEVER);
        const then = decidedBy(exam, [one], NEVER);
        if (shown?.stays === null) expect(shown.after).toEqual(then);
        else if (shown === null) expect(then).toEqual(decidedBy(exam, [], NEVER));
        else expect(served).toBe(true);
        // and it is not shown twice
        if (shown?.stays === null)
          expect(
            changeOf(
              { ...exam, notice_by: then.notice_by },
              [one],
              { ...one, from_on: addDays(held_on, 1), version: 2 },
              NEVER,
            ),
          ).toBeNull();
      }),
    );
  });

  test('is refused for a day that has passed, without a source, with too many days', () => {
    const paths = (one: Partial<WrittenRule>) =>
      versionFaults({ ...version(20), ...one }, { today: '2026-12-10' }).map(({ path }) => path);
    expect(paths({})).toEqual([]);
    expect(paths({ from_on: '2026-12-09' })).toEqual(['from_on']);
    expect(paths({ terms: { ...DEFAULT_RULE, source: '', notice: { days: 367, of: 'calendar' } } })).toEqual([
      'terms.notice',
      'terms.source',
    ]);
    expect(paths({ terms: { ...DEFAULT_RULE, read_on: '2026-12-11', says: ['x'.repeat(401)] } })).toEqual([
      'terms.says',
      'terms.read_on',
    ]);
    expect(paths({ terms: null })).toEqual([]);
  });
});

test('what a rule says to the parties and to the examinee', () => {
  expect(saysOf(DEFAULT_RULE)).toEqual(['Where the examinee has an attorney, the notice goes to both.']);
  expect(saysOf({ ...DEFAULT_RULE, attorney: 'instead' })).toEqual([
    'Where the examinee has an attorney, the notice goes to the attorney instead of the examinee.',
  ]);
  expect(toExaminee(rule('NY'))).toEqual(['The exam may be recorded.', 'A companion may be present.']);
  expect(saysOf(rule('CA'))[0]).toBe(
    'The records are served on the other side 20 days before the exam, with a declaration of their pages.',
  );
});

// the figures of the table the rules were taken from, each in what its readers are told
test.each([
  ['NY', ['7 business days', 'by post', '10 business days', '20 business days', 'recorded', 'companion', 'same day']],
  [
    'WA',
    ['28 days', 'by post', '14 days', 'statute', 'recorded', 'companion', 'interpreter', 'five days', '5 days before'],
  ],
  ['OR', ['10 days', 'in writing', 'Lost wages, mileage, child care and meals']],
  ['FL', ['7 days', 'within 5 days', 'seven days', '24 hours before', 'half of the fee', '20 percent']],
  ['MA', ['48 hours before', '$100']],
  [
    'CA',
    [
      '20 days',
      '30 days',
      'declaration',
      '30 minutes',
      'six days',
      '6 days before',
      '$503.75',
      '$2,015',
      '200 pages',
      '$3 ',
    ],
  ],
  ['CA', ['$1,316.25', '$650', '50 pages']],
])('%s: %j', (state, figures) => {
  const held = rule(state);
  const told = [spansWords(held), ...saysOf(held), ...toExaminee(held)].join(' ');
  for (const figure of figures) expect(told).toContain(figure);
});
