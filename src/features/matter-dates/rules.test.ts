import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../core/durations.ts';
import { federalHolidays } from '../reviews/rules/federal-holidays.ts';
import { holidaysIn } from '../reviews/rules/holidays.ts';
import {
  computedDates,
  countFrom,
  type MatterDateType,
  readOrder,
  reminderDays,
  rulesThatHold,
  SHIPPED_MATTER_RULES,
} from './rules.ts';

const federal = (day: string) => federalHolidays(Number(day.slice(0, 4))).includes(day);
const holidays = { federal, state: holidaysIn('MA', []) };
const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2015-01-01', n));

describe('counting as Rule 6(a) has it', () => {
  // each counted by hand on a calendar
  it.each([
    // a Tuesday, 90 days before a Monday
    ['2027-06-07', 90, 'before', '2027-03-09', '2027-03-09'],
    // a Sunday: back to the Friday before
    ['2027-06-05', 90, 'before', '2027-03-07', '2027-03-05'],
    // a Saturday after an event: on to the Monday
    ['2027-01-07', 30, 'after', '2027-02-06', '2027-02-08'],
    // Saturday, then the Monday is Washington’s Birthday: on to the Tuesday
    ['2027-01-14', 30, 'after', '2027-02-13', '2027-02-16'],
    // Thanksgiving Day, counted backward: the Wednesday before
    ['2027-02-23', 90, 'before', '2026-11-25', '2026-11-25'],
    ['2027-02-24', 90, 'before', '2026-11-26', '2026-11-25'],
    // over the end of February of a leap year
    ['2028-02-15', 30, 'after', '2028-03-16', '2028-03-16'],
  ] as const)('%s, %i days %s: falls on %s and counts on %s', (from, n, direction, falls, day) => {
    expect(countFrom(from, { days: n, direction, skips_closed: true }, federal)).toEqual({ falls, day });
  });

  it('ends on an open day, never on the near side of where it falls, and never more than a few days from it', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 400 }), fc.constantFrom('before', 'after'), (from, n, direction) => {
        const { falls, day } = countFrom(from, { days: n, direction, skips_closed: true }, federal);
        expect(federal(day) || new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0).toBe(false);
        expect(direction === 'before' ? day <= falls : day >= falls).toBe(true);
        expect(Math.abs(Date.parse(day) - Date.parse(falls)) / 86_400_000).toBeLessThanOrEqual(4);
        const plain = countFrom(from, { days: n, direction, skips_closed: false }, federal);
        expect(plain).toEqual({ falls, day: falls });
      }),
    );
  });
});

describe('dates that rules give', () => {
  const from = (held: Partial<Record<MatterDateType, string>>, courts = 'federal') =>
    computedDates(rulesThatHold([]), {
      courts,
      held: new Map(Object.entries(held) as [MatterDateType, string][]),
      holidays,
    }).map(({ type, day, working }) => ({ type, day, working }));

  it('the disclosure, the rebuttal and the errata sheet, each with its working', () => {
    expect(
      from({ trial: '2027-06-05', opposing_disclosure: '2027-01-14', transcript_available: '2027-05-03' }),
    ).toEqual([
      {
        type: 'disclosure',
        day: '2027-03-05',
        working:
          '90 days before the trial (Sat, Jun 5, 2027): Sun, Mar 7, 2027, when courts are closed, so Fri, Mar 5, 2027, the last day they are open.',
      },
      {
        type: 'rebuttal',
        day: '2027-02-16',
        working:
          '30 days after the other side’s disclosure (Thu, Jan 14, 2027): Sat, Feb 13, 2027, when courts are closed, so Tue, Feb 16, 2027, the next day they are open.',
      },
      {
        type: 'errata',
        day: '2027-06-02',
        working: '30 days after the notice that the transcript is available (Mon, May 3, 2027): Wed, Jun 2, 2027.',
      },
    ]);
  });

  it('of a state’s holiday counts a span after an event alone', () => {
    // Patriots’ Day in Massachusetts, a Monday
    expect(holidays.state('2027-04-19')).toBe(true);
    expect(from({ opposing_disclosure: '2027-03-20' })).toMatchObject([{ day: '2027-04-20' }]);
    expect(from({ trial: '2027-07-18' })).toMatchObject([{ day: '2027-04-19' }]);
  });

  it('nothing for courts without a rule, nor without the date to count from', () => {
    expect(from({ trial: '2027-06-05' }, 'CO')).toEqual([]);
    expect(from({ disclosure: '2027-06-05' })).toEqual([]);
  });

  it('what staff wrote last holds; an ended rule gives nothing; of two the earlier day', () => {
    const [disclosure] = SHIPPED_MATTER_RULES;
    if (!disclosure) throw new Error('No rule.');
    const { key, version: _version, ...terms } = disclosure;
    expect(rulesThatHold([{ key, version: 1, terms: { ...terms, days: 60 } }])).toContainEqual({
      ...disclosure,
      days: 60,
      version: 1,
    });
    expect(
      rulesThatHold([
        { key, version: 2, terms: null },
        { key, version: 1, terms },
      ]).map((one) => one.key),
    ).toEqual(['rebuttal', 'errata']);
    const two = rulesThatHold([{ key: 'local', version: 1, terms: { ...terms, days: 120 } }]);
    const held = new Map([['trial', '2027-06-07'] as const]);
    expect(computedDates(two, { courts: 'federal', held, holidays })).toMatchObject([{ rule: { key: 'local' } }]);
  });

  it('every rule that comes along names its source, and nobody has reviewed it', () => {
    for (const rule of SHIPPED_MATTER_RULES) {
      expect(rule.source).toContain('Fed. R. Civ. P.');
      expect(rule.reviewed_by).toBe('');
    }
  });
});

const understood = (text: string, side: 'plaintiff' | 'defense' | null = null) =>
  readOrder(text, side).map((one) =>
    'date' in one ? [one.date.type, one.date.label, one.date.day, one.date.time] : one.why,
  );

describe('lines of a scheduling order', () => {
  it.each([
    ['Expert disclosures due: March 3, 2027', ['disclosure', '', '2027-03-03', null]],
    ['3/3/2027 - close of discovery', ['discovery_cutoff', '', '2027-03-03', null]],
    ['Trial: June 7, 2027 at 9:00 a.m.', ['trial', '', '2027-06-07', '09:00']],
    ['Jury trial set for Monday, June 7th, 2027, 1:30 PM', ['trial', '', '2027-06-07', '13:30']],
    ['4. Rebuttal expert reports shall be served by Apr. 2, 2027', ['rebuttal', '', '2027-04-02', null]],
    ['Rule 26(a)(2) designations: 2027-03-03', ['disclosure', '', '2027-03-03', null]],
    ['Expert reports no later than 15 March 2027', ['report', '', '2027-03-15', null]],
    ['Deposition of Dr. Falkenrath: 5/4/27, noon', ['deposition', '', '2027-05-04', '12:00']],
    ['Expert discovery to be completed by the 4th day of May, 2027', ['discovery_cutoff', '', '2027-05-04', null]],
    ['Fact discovery closes 2/1/2027', ['other', 'Fact discovery closes', '2027-02-01', null]],
    ['Pretrial conference: May 20, 2027 at 14:15', ['other', 'Pretrial conference', '2027-05-20', '14:15']],
    ['Trial briefs due May 24, 2027', ['other', 'Trial briefs', '2027-05-24', null]],
    ['Mediation to be held on or before May 1, 2027', ['other', 'Mediation to be held', '2027-05-01', null]],
    ['Initial disclosures: Jan 4, 2027', ['other', 'Initial disclosures', '2027-01-04', null]],
    ['Depositions of parties by Jan 4, 2027', ['other', 'Depositions of parties', '2027-01-04', null]],
    ['Errata sheet due June 2, 2027', ['errata', '', '2027-06-02', null]],
    ['The parties shall confer in good faith.', 'No date with its year stands in it.'],
    ['Trial: June 31, 2027', 'The calendar has no June 31, 2027.'],
    ['Trial: Friday, June 7, 2027', 'June 7, 2027 is not a Friday. Check it in the order.'],
    ['Discovery from 1/1/2027 to 3/1/2027', 'Several dates stand in it. Enter them by hand.'],
    ['June 7, 2027', 'It does not say what the date is for.'],
    ['Trial: June 7', 'No date with its year stands in it.'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toEqual([expected]);
  });

  it('what the other side has to do keeps its own words', () => {
    const lines = 'Plaintiff’s expert disclosures: 3/3/2027\nDefendant’s expert disclosures: 4/5/2027';
    expect(understood(lines, 'defense')).toEqual([
      ['other', 'Plaintiff’s expert disclosures', '2027-03-03', null],
      ['disclosure', '', '2027-04-05', null],
    ]);
    expect(understood(lines, 'plaintiff')).toEqual([
      ['disclosure', '', '2027-03-03', null],
      ['other', 'Defendant’s expert disclosures', '2027-04-05', null],
    ]);
  });

  it('a label above its date is one with it; what is said twice is left to be decided', () => {
    expect(understood('Trial:\nJune 7, 2027\n\nTrial: June 7, 2027\nTrial date: 6/14/2027')).toEqual([
      ['trial', '', '2027-06-07', null],
      'This is said above already.',
      'Trial has another date above. Enter it by hand if this one holds.',
    ]);
  });

  it('finds any day in each way it is written', () => {
    const names = 'January February March April May June July August September October November December'.split(' ');
    fc.assert(
      fc.property(days, (day) => {
        const [year = '', month = '', date = ''] = day.split('-');
        const name = names[Number(month) - 1] ?? '';
        for (const written of [
          `${name} ${Number(date)}, ${year}`,
          `${name.slice(0, 3)}. ${Number(date)}, ${year}`,
          `${Number(date)} ${name} ${year}`,
          `${Number(month)}/${Number(date)}/${year}`,
          `${month}/${date}/${year.slice(2)}`,
          day,
        ])
          expect(understood(`Trial: ${written}`)).toEqual([['trial', '', day, null]]);
      }),
    );
  });

  it('says something of every line of any text, and never a day the calendar lacks', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const one of readOrder(text)) {
          if ('date' in one)
            expect(new Date(`${one.date.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(one.date.day);
          else expect(one.why).not.toBe('');
        }
      }),
    );
  });
});

it('reminds on the days that are still ahead', () => {
  expect(reminderDays('2027-06-07', '2027-05-24')).toEqual([
    { days: 7, on: '2027-05-31' },
    { days: 1, on: '2027-06-06' },
  ]);
  expect(reminderDays('2027-06-07', '2027-06-07')).toEqual([]);
});
