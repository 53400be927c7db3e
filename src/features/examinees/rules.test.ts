import { SWITCHES, wallOf } from '../../../tests/harness/clock-switches.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../core/time.ts';
import { LANGUAGES } from '../reviews/kinds/ime/options.ts';
import {
  filledIn,
  freeUntil,
  isChecked,
  LANGUAGE_TABLE,
  languageFor,
  languageNamed,
  languageOf,
  linkState,
  REMINDER_DAYS,
  remindersAhead,
  versionOf,
  versionsOf,
  waitsForAnswer,
} from './rules.ts';

describe('the words', () => {
  const english = new Map(Object.entries(languageOf('en').words));
  const gaps = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();

  it.each(Object.keys(LANGUAGE_TABLE))(
    '%s has every text with the gaps of the English one, its version and source',
    (code) => {
      const { words, tag, name } = languageOf(code);
      expect(name).not.toBe('');
      expect(new Intl.Locale(tag).language).toBe(code);
      expect(Object.keys(words).toSorted()).toEqual([...english.keys()].toSorted());
      for (const [key, word] of Object.entries(words)) {
        expect(word.text.trim(), key).not.toBe('');
        expect(gaps(word.text), key).toEqual(gaps(english.get(key)?.text ?? ''));
        expect(word.version, key).toBeGreaterThan(0);
        expect(word.source, key).not.toBe('');
      }
    },
  );

  it('is checked once every text was', () => {
    const spanish = languageOf('es');
    expect(isChecked(spanish)).toBe(false);
    const words = Object.fromEntries(
      Object.entries(spanish.words).map(([key, word]) => [key, { ...word, reviewed_by: 'A. Ortega, translator' }]),
    ) as typeof spanish.words;
    expect(isChecked({ words })).toBe(true);
    expect(isChecked({ words: { ...words, save: { ...words.save, reviewed_by: null } } })).toBe(false);
    // a text that changed since has not been
    const seen = versionsOf(spanish);
    expect(isChecked(spanish, seen)).toBe(true);
    expect(isChecked(spanish, { ...seen, save: 0 })).toBe(false);
    expect(versionOf({ words: { ...words, save: { ...words.save, version: 7 } } })).toBe(7);
  });

  it('each has a name for every language an order can ask an interpreter for', () => {
    for (const { tag } of Object.values(LANGUAGE_TABLE))
      for (const { value } of LANGUAGES) expect(languageNamed(value, tag), `${value} in ${tag}`).not.toBe(value);
  });

  it('is English where there is none of a language', () => {
    expect(languageFor('es')).toBe('es');
    for (const code of ['vi', 'ase', '', 'constructor', null, undefined]) expect(languageFor(code)).toBe('en');
  });

  it('fills gaps, and leaves one nobody fills to be seen', () => {
    expect(filledIn('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });
});

describe('the link', () => {
  const dates = fc.date({ noInvalidDate: true, min: new Date('2026-01-01'), max: new Date('2028-01-01') });
  it('opens only while the exam is set and not over, and never once it was withdrawn', () => {
    fc.assert(
      fc.property(
        fc.option(dates),
        fc.constantFrom('scheduled', 'tentative', 'held', 'missed', 'cancelled', 'moved'),
        dates,
        dates,
        (revoked_at, status, ends_at, now) => {
          const state = linkState({ revoked_at, appointment: status, ends_at }, now);
          expect(state === 'open').toBe(
            revoked_at === null && (status === 'scheduled' || status === 'tentative') && now < ends_at,
          );
        },
      ),
    );
  });
});

describe('what they answer', () => {
  it('waits for whoever arranges the exam until it is settled', () => {
    const at = new Date();
    expect(waitsForAnswer({ confirmed_at: null, other_date_asked_at: null, other_date_settled_at: null })).toBe(false);
    expect(waitsForAnswer({ confirmed_at: null, other_date_asked_at: at, other_date_settled_at: null })).toBe(true);
    expect(waitsForAnswer({ confirmed_at: null, other_date_asked_at: at, other_date_settled_at: at })).toBe(false);
  });

  it('reminds only of what is ahead: each of the days at most once, in order', () => {
    const base = new Date('2027-01-12T14:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 30 }), (days) => {
        const now = new Date(base.getTime() - days * DAY);
        const ahead = remindersAhead(base, 'America/New_York', now);
        expect(ahead.map((one) => one.days)).toEqual(REMINDER_DAYS.filter((one) => one < days));
        for (const { due_at } of ahead) {
          expect(due_at > now).toBe(true);
          expect(due_at < base).toBe(true);
        }
      }),
    );
  });

  it.each(SWITCHES)('reminds at the same time of day where clocks change in between: %s, %s', (zone, _at, moment) => {
    const wall = wallOf(zone);
    // eight in the morning of each of the days after the switch, and of its own day
    for (let after = 0; after <= 8; after += 1) {
      const starts = moment.toPlainDate().add({ days: after }).toZonedDateTime({ timeZone: zone, plainTime: '08:00' });
      const ahead = remindersAhead(new Date(starts.epochMilliseconds), zone, new Date(0));
      expect(ahead.map(({ due_at }) => wall(due_at))).toEqual(
        REMINDER_DAYS.map((days) => ({ date: starts.toPlainDate().subtract({ days }).toString(), time: '08:00' })),
      );
    }
  });

  it('costs nobody anything until the first step of the fee', () => {
    const steps = [{ from: '2027-01-02T05:00:00Z' }, { from: '2027-01-08T05:00:00Z' }];
    expect(freeUntil(steps, new Date('2027-01-01T00:00:00Z'))?.toISOString()).toBe('2027-01-02T05:00:00.000Z');
    expect(freeUntil(steps, new Date('2027-01-03T00:00:00Z'))).toBeNull();
    expect(freeUntil([], new Date())).toBeNull();
  });
});
