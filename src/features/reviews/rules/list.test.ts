import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../../core/actor.ts';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import {
  chosenColumns,
  COLUMN_SORTS,
  columnsFor,
  csvCell,
  csvLine,
  LIST_COLUMNS,
  LIST_SIDES,
  LIST_SORTS,
  nextSort,
  searchWords,
  shareAmong,
  splitBy,
  usualColumns,
} from './list.ts';

const kind = fc.constantFrom(...ACTOR_KINDS);
const side = fc.constantFrom(...LIST_SIDES);

describe('columns', () => {
  test('whatever is stored, a list shows known columns once each, allowed ones only, always with the subject', () => {
    const stored = fc.oneof(fc.constant(null), fc.array(fc.oneof(fc.constantFrom(...LIST_COLUMNS), fc.string())));
    fc.assert(
      fc.property(stored, kind, side, (given, who, where) => {
        const shown = chosenColumns(given, who, where);
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown).toContain('subject');
        expect(columnsFor(who, where)).toEqual(expect.arrayContaining(shown));
      }),
    );
  });

  test('a choice of what can be shown comes back as it is, in its order', () => {
    fc.assert(
      fc.property(kind, side, fc.infiniteStream(fc.nat()), (who, where, draws) => {
        const can = columnsFor(who, where).filter((column) => column !== 'subject');
        const order = can.toSorted(() => ((draws.next().value ?? 0) % 2) - 0.5);
        expect(chosenColumns(['subject', ...order], who, where)).toEqual(['subject', ...order]);
      }),
    );
  });

  test('experts, attendees, matching and clinical staff never have prices; what ended has neither ball nor due', () => {
    for (const who of ['medical_expert', 'expert_assistant', 'attendee', 'matching_admin', 'clin_ops', 'support_agent'])
      expect(columnsFor(who as never, 'open')).not.toContain('price');
    expect(columnsFor('admin', 'open')).toContain('price');
    for (const who of ACTOR_KINDS) {
      expect(columnsFor(who, 'ended')).not.toContain('ball');
      expect(columnsFor(who, 'ended')).not.toContain('due');
      expect(usualColumns(who, 'open').length).toBeGreaterThan(3);
    }
  });

  test('an expert sees who asks instead of their own name', () => {
    for (const side of ['open', 'ended'] as const) {
      expect(usualColumns('medical_expert', side)).not.toContain('expert');
      expect(usualColumns('medical_expert', side)).toContain('requester');
      expect(usualColumns('expert_assistant', side)).toContain('expert');
    }
  });

  test('a kind’s own columns are in its lists alone, and usual there instead of the specialty', () => {
    for (const who of ACTOR_KINDS) {
      for (const where of LIST_SIDES) {
        for (const of of [null, ...KIND_NAMES]) {
          const own = columnsFor(who, where, of).filter((column) => column.startsWith('own:'));
          const theirs = of === null || where === 'ahead' ? [] : KINDS[of].own_columns.map(({ key }) => key);
          expect(own).toEqual(theirs);
          const usual = usualColumns(who, where, of);
          expect(usual.filter((column) => column.startsWith('own:'))).toEqual(theirs);
          expect(usual.includes('specialty')).toBe(theirs.length === 0);
          expect(chosenColumns(['subject', 'own:exam'], who, where, of)).toEqual(
            theirs.includes('own:exam') ? ['subject', 'own:exam'] : ['subject'],
          );
        }
      }
    }
  });

  test('pressing a head goes through its own orders and comes round', () => {
    for (const column of LIST_COLUMNS) {
      const sorts = COLUMN_SORTS[column] ?? [];
      for (const now of LIST_SORTS) {
        const next = nextSort(column, now);
        if (sorts.length === 0) expect(next).toBeNull();
        else expect(sorts).toContain(next);
      }
      if (sorts.length === 2) expect(sorts.map((sort) => nextSort(column, sort))).toEqual([sorts[1], sorts[0]]);
    }
  });
});

/** Reads one line as spreadsheets do. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const cell = quoted ? quoted[0] : (/^[^,\r\n]*/.exec(rest)?.[0] ?? '');
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : cell);
    rest = rest.slice(cell.length);
    if (!rest.startsWith(',')) return cells;
    rest = rest.slice(1);
  }
}

describe('comma-separated files', () => {
  test('every text comes back, and none begins as a formula does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('=1+1', '+1', '-2', '@SUM(A1)', '\t=1', ' =1', 'a"b,c\r\nd')), {
          minLength: 1,
        }),
        (texts) => {
          const line = csvLine(texts);
          expect(line.endsWith('\r\n')).toBe(true);
          const read = readLine(line.slice(0, -2));
          expect(read.map((cell, at) => (cell === `'${texts[at]}` ? texts[at] : cell))).toEqual(texts);
          for (const cell of read) expect(cell).not.toMatch(/^\s*[=+\-@|%\t\r]/);
        },
      ),
    );
  });

  test('numbers stay numbers, nothing is an empty cell', () => {
    for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u200b=', '\ufeff＝'])
      expect(csvCell(`${sign}1+1`), sign).toBe(`'${sign}1+1`);
    expect(csvCell(-5)).toBe('-5');
    expect(csvCell(null)).toBe('');
    expect(csvCell('-5')).toBe("'-5");
    // an amount that was taken back
    expect(csvCell('-1234.50')).toBe('-1234.50');
    expect(csvCell('-1234.50+1')).toBe("'-1234.50+1");
  });
});

test('words are letters and digits in lower case, without the prefixes of numbers, and few', () => {
  expect(searchWords("CR-20418 O'Neill, straße", ['cr'])).toEqual(['20418', 'o', 'neill', 'straße']);
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const words = searchWords(typed, []);
      expect(words.length).toBeLessThanOrEqual(12);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
    }),
  );
});

describe('the words of a search', () => {
  const word = fc.stringMatching(/^[a-d]{1,4}$/);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const known = fc
    .uniqueArray(fc.tuple(word, share), { selector: ([one]) => one })
    .map((all) => all as [string, number][]);

  test('each is looked up or filters, once; the rarest is looked up where any is', () => {
    fc.assert(
      fc.property(known, fc.uniqueArray(word), fc.constantFrom('page', 'count'), (shares, words, purpose) => {
        const shareOf = shareAmong(shares);
        const { looked_up, filtering } = splitBy(shareOf, purpose)(words);
        expect([...looked_up, ...filtering].toSorted()).toEqual(words.toSorted());
        const together = words.reduce((product, one) => product * shareOf(one), 1);
        expect(looked_up.length === 0).toBe(together >= (purpose === 'page' ? 0.005 : 0.1) || words.length === 0);
        if (looked_up.length > 0)
          for (const one of filtering) for (const rarer of looked_up) expect(shareOf(rarer) <= shareOf(one)).toBe(true);
      }),
    );
  });

  test('a shorter beginning stands in no fewer reviews', () => {
    fc.assert(
      fc.property(known, fc.oneof(word, fc.stringMatching(/^[0-9]{2,6}$/)), (shares, one) => {
        const shareOf = shareAmong(shares);
        expect(shareOf(one.slice(0, -1) || one)).toBeGreaterThanOrEqual(shareOf(one));
        expect(shareOf(one)).toBeLessThanOrEqual(1);
      }),
    );
  });

  const SHARES: [string, number][] = [
    ['provider', 1],
    ['boyd', 0.04],
    ['boydell', 0.02],
    ['surgery', 0.3],
    ['spine', 0.01],
  ];
  test.each([
    [['abeyta'], ['abeyta'], []],
    [['provider'], [], ['provider']],
    [['boyd'], [], ['boyd']],
    [['provider', 'abeyta'], ['abeyta'], ['provider']],
    [['4'], [], ['4']],
    [['4242', 'surgery'], ['4242'], ['surgery']],
    // each alone means many, both together few
    [['boyd', 'spine'], ['spine', 'boyd'], []],
    [['surgery', 'spine'], ['spine', 'surgery'], []],
    [[], [], []],
  ])('%j: looked up %j, filtering %j for a page', (words, looked_up, filtering) =>
    expect(splitBy(shareAmong(SHARES), 'page')(words)).toEqual({ looked_up, filtering }),
  );

  test.each([
    [['boyd'], ['boyd'], []],
    [['provider', 'boyd'], ['boyd'], ['provider']],
    [['provider', 'surgery'], [], ['surgery', 'provider']],
  ])('%j: looked up %j, filtering %j for counting', (words, looked_up, filtering) =>
    expect(splitBy(shareAmong(SHARES), 'count')(words)).toEqual({ looked_up, filtering }),
  );
});
