import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../core/durations.ts';
import { disjoint, type Range } from './ranges.ts';
import { type Reading, readIcs } from './read-ics.ts';

const ZONE = 'America/Chicago';
const FROM = new Date('2026-11-01T00:00:00Z');
const UNTIL = new Date('2027-01-01T00:00:00Z');
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:a@example.com', ...lines, 'END:VEVENT'];
const read = (text: string, window: { from?: Date; until?: Date; zone?: string } = {}): Reading =>
  readIcs(text, { from: FROM, until: UNTIL, zone: ZONE, ...window });
const busy = (...lines: string[]): string[] => {
  const reading = read(calendar(...lines));
  if (!('busy' in reading)) throw new Error(reading.unreadable);
  return reading.busy.map(({ start, end }) => `${start.toISOString().slice(0, 16)} ${end.toISOString().slice(11, 16)}`);
};

describe('one entry', () => {
  it('is read in UTC, in a named zone, and in the reader’s own where it names none', () => {
    expect(busy(...event('DTSTART:20261110T150000Z', 'DTEND:20261110T160000Z'))).toEqual(['2026-11-10T15:00 16:00']);
    expect(busy(...event('DTSTART;TZID=Europe/Berlin:20261110T150000', 'DURATION:PT90M'))).toEqual([
      '2026-11-10T14:00 15:30',
    ]);
    expect(busy(...event('DTSTART:20261110T090000', 'DTEND:20261110T100000'))).toEqual(['2026-11-10T15:00 16:00']);
    expect(busy(...event('DTSTART;TZID=Nowhere Standard Time:20261110T090000', 'DURATION:PT1H'))).toEqual([
      '2026-11-10T15:00 16:00',
    ]);
  });

  it('is read in a zone its calendar describes itself, whatever that is called', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Ward clock',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0330',
      'TZOFFSETTO:+0330',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    expect(busy(...zone, ...event('DTSTART;TZID=Ward clock:20261110T120000', 'DURATION:PT1H'))).toEqual([
      '2026-11-10T08:30 09:30',
    ]);
  });

  it('takes whole days from midnight to midnight in the reader’s zone', () => {
    const days = read(calendar(...event('DTSTART;VALUE=DATE:20261110', 'DTEND;VALUE=DATE:20261112')));
    expect(days).toEqual({ busy: [{ start: new Date('2026-11-10T06:00Z'), end: new Date('2026-11-12T06:00Z') }] });
    const one = read(calendar(...event('DTSTART;VALUE=DATE:20261110')));
    expect(one).toEqual({ busy: [{ start: new Date('2026-11-10T06:00Z'), end: new Date('2026-11-11T06:00Z') }] });
  });

  it('takes no time where it is shown as free, called off, has no length, or is one of ours', () => {
    const when = ['DTSTART:20261110T150000Z', 'DTEND:20261110T160000Z'];
    expect(busy(...event(...when, 'TRANSP:TRANSPARENT'))).toEqual([]);
    expect(busy(...event(...when, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'))).toEqual([]);
    expect(busy(...event(...when, 'STATUS:CANCELLED'))).toEqual([]);
    expect(busy(...event(...when, 'STATUS:TENTATIVE'))).toHaveLength(1);
    expect(busy(...event('DTSTART:20261110T150000Z'))).toEqual([]);
    expect(busy(...event('DTSTART:20261110T160000Z', 'DTEND:20261110T150000Z'))).toEqual([]);
    expect(busy('BEGIN:VEVENT', 'UID:5f0c@peritus', ...when, 'END:VEVENT')).toEqual([]);
  });

  it('is left out where it makes no sense; the others count', () => {
    const good = event('DTSTART:20261110T150000Z', 'DURATION:PT1H');
    expect(busy(...event('DTSTART:2026', 'DURATION:PT1H'), ...good)).toEqual(['2026-11-10T15:00 16:00']);
    expect(busy(...event('DURATION:PT1H'), ...good)).toEqual(['2026-11-10T15:00 16:00']);
  });
});

describe('a series', () => {
  const weekly = [
    'DTSTART;TZID=America/Chicago:20261026T090000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5',
  ];

  it('keeps its hour on the wall clock over the switch of clocks', () => {
    // clocks went back on November 1
    expect(busy(...event(...weekly))).toEqual([
      '2026-11-02T15:00 16:00',
      '2026-11-09T15:00 16:00',
      '2026-11-16T15:00 16:00',
      '2026-11-23T15:00 16:00',
    ]);
    const before = read(calendar(...event(...weekly)), { from: new Date('2026-10-01T00:00Z') });
    expect('busy' in before && before.busy[0]?.start.toISOString()).toBe('2026-10-26T14:00:00.000Z');
  });

  it('leaves out what is excluded, adds what is added, and moves, calls off or frees single ones', () => {
    const one = (of: string, ...lines: string[]) => event(`RECURRENCE-ID;TZID=America/Chicago:${of}T090000`, ...lines);
    expect(
      busy(
        ...event(
          ...weekly,
          'EXDATE;TZID=America/Chicago:20261102T090000',
          'RDATE;TZID=America/Chicago:20261105T130000',
        ),
        ...one('20261109', 'DTSTART;TZID=America/Chicago:20261110T080000', 'DURATION:PT30M'),
        ...one('20261116', 'DTSTART;TZID=America/Chicago:20261116T090000', 'DURATION:PT1H', 'STATUS:CANCELLED'),
        ...one('20261123', 'DTSTART;TZID=America/Chicago:20261123T090000', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
      ),
    ).toEqual(['2026-11-05T19:00 20:00', '2026-11-10T14:00 14:30']);
    // excluded as whole days, as some programs write it
    expect(busy(...event(...weekly, 'EXDATE;VALUE=DATE:20261102,20261109,20261116'))).toEqual([
      '2026-11-23T15:00 16:00',
    ]);
  });

  it('goes on otherwise from one of them on', () => {
    expect(
      busy(
        ...event(...weekly),
        ...event(
          'RECURRENCE-ID;TZID=America/Chicago;RANGE=THISANDFUTURE:20261109T090000',
          'DTSTART;TZID=America/Chicago:20261110T100000',
          'DURATION:PT2H',
        ),
      ),
    ).toEqual(['2026-11-02T15:00 16:00', '2026-11-10T16:00 18:00', '2026-11-17T16:00 18:00', '2026-11-24T16:00 18:00']);
  });

  it('ends with its last day, said in UTC', () => {
    expect(
      busy(
        ...event('DTSTART;TZID=Asia/Tokyo:20261109T230000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261111T140000Z'),
      ),
    ).toEqual(['2026-11-09T14:00 15:00', '2026-11-10T14:00 15:00', '2026-11-11T14:00 15:00']);
  });

  it('which began long ago is the same as counted from its beginning', () => {
    const days = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 });
    const rule = fc.oneof(
      fc.record({ freq: fc.constant('DAILY'), interval: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ freq: fc.constant('WEEKLY'), interval: fc.integer({ min: 1, max: 4 }), days }),
      fc.record({ freq: fc.constant('HOURLY'), interval: fc.integer({ min: 5, max: 50 }) }),
      fc.record({ freq: fc.constant('MONTHLY'), interval: fc.integer({ min: 1, max: 3 }) }),
    );
    fc.assert(
      fc.property(rule, fc.integer({ min: 0, max: 1500 }), (one, ago) => {
        const start = new Date(Date.UTC(2022, 8, 1, 9) + ago * DAY);
        const text = `FREQ=${one.freq};INTERVAL=${one.interval}${'days' in one ? `;BYDAY=${one.days.join(',')}` : ''}`;
        const written = `${start.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
        const got = read(calendar(...event(`DTSTART:${written}`, 'DURATION:PT15M', `RRULE:${text}`)));
        const expected: number[] = [];
        const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromJSDate(start, true));
        const seen = new Set([start.getTime()]);
        for (let next = iterator.next(); next && next.toJSDate() < UNTIL; next = iterator.next())
          seen.add(next.toJSDate().getTime());
        for (const at of seen) if (at + 15 * 60_000 > FROM.getTime()) expected.push(at);
        expect('busy' in got && got.busy.map((range) => range.start.getTime())).toEqual(
          expected.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('that would not end is refused as a whole', () => {
    const bomb = event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY');
    expect(read(calendar(...bomb))).toEqual({ unreadable: 'too_many' });
    const minutes = event('DTSTART:20200101T000000Z', 'DURATION:PT10S', 'RRULE:FREQ=MINUTELY;INTERVAL=10');
    expect(read(calendar(...minutes))).toEqual({ unreadable: 'too_many' });
  });
});

describe('a calendar', () => {
  it('says by free-busy lines what is taken', () => {
    expect(
      busy(
        'BEGIN:VFREEBUSY',
        'FREEBUSY:20261110T150000Z/PT1H,20261111T150000Z/20261111T170000Z',
        'FREEBUSY;FBTYPE=FREE:20261112T150000Z/PT1H',
        'END:VFREEBUSY',
      ),
    ).toEqual(['2026-11-10T15:00 16:00', '2026-11-11T15:00 17:00']);
  });

  it('may be several in one text, folded, and with lines that say nothing of time', () => {
    const text = `\uFEFF${calendar(
      ...event(
        'SUMMARY:Knee of Mr. Featherstone',
        'ATTENDEE;CN=Someone:mailto:someone@example.com',
        'no colon at all',
        'DTSTART:20261110T15\r\n 0000Z',
        'DURATION:PT1H',
        'BEGIN:VALARM',
        'DURATION:PT5H',
        'END:VALARM',
      ),
    )}\n${calendar(...event('DTSTART:20261111T150000Z', 'DURATION:PT1H'))}`;
    const reading = read(text);
    expect('busy' in reading && reading.busy).toHaveLength(2);
    expect(JSON.stringify(reading)).not.toMatch(/Featherstone|example/);
  });

  it('that is none, or was cut off, says nothing rather than “free”', () => {
    const whole = calendar(...event('DTSTART:20261110T150000Z', 'DURATION:PT1H'));
    for (const text of [
      '',
      '<!doctype html><title>Sign in</title>',
      '{}',
      'BEGIN:VCARD\r\nEND:VCARD',
      whole.slice(0, -10),
      whole.slice(0, -4),
      whole.slice(0, 60),
    ])
      expect(read(text)).toEqual({ unreadable: 'not_a_calendar' });
    expect(read(calendar())).toEqual({ busy: [] });
  });

  it('never throws, whatever it holds', () => {
    const line = fc.oneof(
      fc.constantFrom('BEGIN:VEVENT', 'END:VEVENT', 'UID:x', 'DTSTART:20261110T150000Z', 'DTSTART;VALUE=DATE:20261301'),
      fc.constantFrom(
        'RRULE:FREQ=NEVER',
        'RRULE:FREQ=DAILY;COUNT=x',
        'DURATION:PX',
        'EXDATE:',
        'RDATE;VALUE=PERIOD:a/b',
      ),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(Object.keys(read(calendar(...lines)))).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('ranges', () => {
  const range = fc
    .tuple(fc.integer({ min: -50, max: 200 }), fc.integer({ min: -5, max: 60 }))
    .map(([start, length]): Range => ({ start: new Date(start * HOUR), end: new Date((start + length) * HOUR) }));
  it('become disjoint, in order, and cover the same hours', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 25 }), (ranges) => {
        const [from, until] = [new Date(0), new Date(100 * HOUR)];
        const whole = disjoint(ranges, from, until);
        for (const [n, one] of whole.entries()) {
          expect(one.start < one.end && one.start >= from && one.end <= until).toBe(true);
          const next = whole[n + 1];
          if (next) expect(one.end < next.start).toBe(true);
        }
        const covers = (list: readonly Range[], at: number): boolean =>
          list.some(({ start, end }) => start.getTime() <= at && at < end.getTime());
        for (let hour = 0; hour < 100; hour += 1) expect(covers(whole, hour * HOUR)).toBe(covers(ranges, hour * HOUR));
      }),
    );
  });
});
