import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compensationOf,
  type DisclosureFacts,
  ELEMENT_NAMES,
  filledTemplate,
  GENERAL,
  type MeritFacts,
  type MeritTerms,
  SHIPPED_MERIT,
  templateFaults,
  templatesFor,
  templatesThatHold,
  elementStates,
  exhibitLabel,
  firstNumber,
  noPacketBecause,
  numberParts,
  packetChanges,
  saysNothingNew,
  type PacketContent,
  prefixFaults,
  prefixFrom,
  rangeOf,
  returnCertificate,
  returnFaults,
} from './rules.ts';
import { TASK_TYPE_NAMES } from '../work/rules.ts';

const WHOLE: DisclosureFacts = {
  report: { delivered: 1, newest: 'delivered' },
  released: [1, 2],
  facts_seen: [1, 2],
  considered: { files: 2, others: 0 },
  exhibits_report: 1,
  exhibits: { count: 1, apart: 0, gone: 0 },
  cv: 'approved',
  publications: { listed: 1, waiting: 0, returned: 0, none_confirmed: false },
  testimony: { listed: 1, without_docket: 0, waiting: 0, returned: 0, none_confirmed: false },
  agreed: true,
  has_time: true,
};
const lacking = (facts: Partial<DisclosureFacts>) =>
  elementStates({ ...WHOLE, ...facts }).flatMap(({ name, missing }) =>
    missing.map(({ whose, mend }) => `${name}: ${whose} ${mend}`),
  );

describe('elements', () => {
  test('six, in the order of the rule; nothing is missing where all is there', () => {
    expect(elementStates(WHOLE).map(({ name }) => name)).toEqual([...ELEMENT_NAMES]);
    expect(lacking({})).toEqual([]);
  });

  test('what each lacks, and whose move it is, as a table', () => {
    const { publications, testimony } = WHOLE;
    const table: [Partial<DisclosureFacts>, string[]][] = [
      [{ report: { delivered: null, newest: 'none' } }, ['opinions: requester report']],
      [{ report: { delivered: null, newest: 'writing' } }, ['opinions: expert report']],
      [{ report: { delivered: null, newest: 'checking' } }, ['opinions: peritus report']],
      // one that is delivered counts while the next is written
      [{ report: { delivered: 1, newest: 'writing' } }, []],
      [{ facts_seen: null }, ['facts: expert facts']],
      [{ released: [1, 2, 3] }, ['facts: expert facts']],
      [{ considered: { files: 0, others: 0 } }, ['facts: expert facts']],
      [{ considered: { files: 0, others: 1 } }, []],
      [{ exhibits_report: null }, ['exhibits: expert exhibits']],
      [{ report: { delivered: 2, newest: 'delivered' } }, ['exhibits: expert exhibits']],
      [{ exhibits: { count: 0, apart: 0, gone: 0 } }, []],
      [{ exhibits: { count: 1, apart: 0, gone: 1 } }, ['exhibits: expert exhibits']],
      [{ exhibits: { count: 1, apart: 1, gone: 0 } }, []],
      [{ cv: 'none' }, ['qualifications: expert cv']],
      [{ cv: 'waiting' }, ['qualifications: peritus cv']],
      [{ cv: 'returned' }, ['qualifications: expert cv']],
      [{ publications: { ...publications, listed: 0 } }, ['qualifications: expert publications']],
      [{ publications: { ...publications, listed: 0, none_confirmed: true } }, []],
      // a word that there is none does not cover what waits
      [
        { publications: { ...publications, listed: 0, none_confirmed: true, waiting: 1 } },
        ['qualifications: peritus publications'],
      ],
      [{ testimony: { ...testimony, returned: 1 } }, ['testimony: expert testimony']],
      [{ testimony: { ...testimony, without_docket: 1 } }, []],
      [{ agreed: false }, ['compensation: requester agreement']],
      [{ has_time: false }, []],
    ];
    for (const [facts, expected] of table) expect(lacking(facts), JSON.stringify(facts)).toEqual(expected);
  });

  test('who only consults has no packet', () => {
    expect([noPacketBecause('consulting'), noPacketBecause('consulting_first')].every((why) => why !== null)).toBe(
      true,
    );
    expect([noPacketBecause('testifying'), noPacketBecause(null)]).toEqual([null, null]);
  });
});

describe('numbers', () => {
  test('run over all parts without a gap, and a part ends with what is within it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ pages: fc.integer({ min: 1, max: 40 }), within: fc.boolean() }), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.integer({ min: 1, max: 900_000 }),
        (drawn, first) => {
          const parts = drawn.map((one, at) => ({
            key: String(at),
            title: '',
            pages: one.pages,
            ...(one.within && at > 0 ? { within: true } : {}),
          }));
          const numbered = numberParts(parts, first);
          const own = numbered.filter((part) => !part.within);
          expect(numbered[0]?.from).toBe(first);
          own.forEach((part, at) => {
            const next = own[at + 1];
            if (next) expect(next.from).toBe(part.to + 1);
          });
          expect(own.at(-1)?.to).toBe(first + parts.reduce((sum, part) => sum + part.pages, 0) - 1);
          for (const part of numbered) expect(part.to - part.from + 1).toBeGreaterThanOrEqual(part.pages);
        },
      ),
    );
  });

  test('a supplement goes on after the highest number under its prefix', () => {
    expect(firstNumber('DOE', [])).toBe(1);
    const before = [
      { prefix: 'DOE', first_number: 1, pages: 40 },
      { prefix: 'ROE', first_number: 1, pages: 90 },
      { prefix: 'DOE', first_number: 41, pages: 5 },
    ];
    expect(firstNumber('DOE', before)).toBe(46);
    expect(firstNumber('NEW', before)).toBe(1);
    expect(rangeOf('DOE-X', { from: 3, to: 12 })).toBe('DOE-X000003–000012');
  });

  test('what stands before them can be told from them', () => {
    for (const good of ['DOE', 'AB', 'FER-DEF', 'X2-A', 'ABCDEFGHIJKL']) expect(prefixFaults(good), good).toEqual([]);
    for (const bad of ['', 'A', 'doe', 'DOE1', '1DOE', '-DOE', 'DO E', 'DÖE', 'ABCDEFGHIJKLM', 'A)B'])
      expect(prefixFaults(bad), bad).toHaveLength(1);
    expect([prefixFrom('Núñez-Ortega'), prefixFrom('O'), prefixFrom('陈'), prefixFrom('Featherstonehaugh')]).toEqual([
      'NUNEZORT',
      'EXPERT',
      'EXPERT',
      'FEATHERS',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(prefixFaults(prefixFrom(name))).toEqual([]);
      }),
    );
  });

  test('exhibits are lettered', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(exhibitLabel)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
    expect(new Set(Array.from({ length: 1000 }, (_, at) => exhibitLabel(at))).size).toBe(1000);
  });
});

const TERMS = {
  hourly_cents: 40_000,
  deposition_hourly_cents: 60_000,
  deposition_minimum_hours: 4,
  trial_day_cents: 500_000,
  travel_hourly_cents: 0,
  cancel_days: 14,
  cancel_percent: 50,
};

describe('compensation', () => {
  test('rates as they were agreed, and what was recorded by sort of work', () => {
    const { rates, rows, total } = compensationOf(TERMS, [
      { type: 'report', minutes: 96, cents: 64_000 },
      { type: 'record_review', minutes: 90, cents: 60_000 },
      { type: 'conference', minutes: 0, cents: 0 },
    ]);
    expect(rates.map(({ what, says }) => `${what}: ${says}`)).toEqual([
      'Study, conferences and reports: $400.00 an hour',
      'Testimony by deposition: $600.00 an hour, 4 hours at least',
      'Testimony at trial: $5,000.00 a day',
      'Travel: Time is not charged',
      'Expenses: At cost',
      'Testimony called off or moved late: 50% of its minimum or its day, from 14 days before it',
    ]);
    expect(rows).toEqual([
      { what: 'Record review', hours: '1 h 30 min', cents: 60_000 },
      { what: 'Report', hours: '1 h 36 min', cents: 64_000 },
    ]);
    expect(total).toEqual({ hours: '3 h 6 min', cents: 124_000 });
  });

  test('its rows add up to what was recorded, to the cent', () => {
    const entry = fc.record({
      type: fc.constantFrom(...TASK_TYPE_NAMES),
      minutes: fc.integer({ min: 1, max: 6000 }),
      cents: fc.integer({ min: 0, max: 90_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { rows, total } = compensationOf(TERMS, entries);
        const sum = entries.reduce((all, one) => all + one.cents, 0);
        expect(total.cents).toBe(sum);
        expect(rows.reduce((all, one) => all + one.cents, 0)).toBe(sum);
      }),
    );
  });
});

describe('certificates and affidavits', () => {
  const facts: MeritFacts = {
    caption: 'A v. B',
    court: 'C',
    docket: '1',
    firm: 'F',
    side: 'plaintiff',
    expert: 'E',
    specialty: 'neurosurgery',
    opinions: 'The standard was {firm} met.',
    date: 'November 27, 2026',
  };
  const own: MeritTerms = {
    sort: 'certificate',
    state: 'CO',
    title: 'Certificate of review',
    text: 'In {caption}: {opinions}',
    source: 'As entered by an operator',
    read_on: '2026-11-27',
    reviewed_by: '',
    needs_notary: false,
  };

  test('of the product’s own none is a state’s, and each says its source and that nobody reviewed it', () => {
    for (const one of SHIPPED_MERIT) {
      expect(one).toMatchObject({ state: GENERAL, reviewed_by: '' });
      expect(templateFaults(one, '2026-11-27')).toEqual([]);
      const text = filledTemplate(one.text, facts);
      expect(text).toContain('A v. B');
      // what the expert typed stays what it is
      expect(text.match(/[{}]\w*/g)).toEqual(['{firm', '}']);
    }
  });

  test('the last version holds, an ended one does not; those of the state come first', () => {
    const book = [
      { key: 'general_affidavit', version: 1, terms: null },
      { key: 'own_1', version: 2, terms: { ...own, title: 'Second' } },
      { key: 'own_1', version: 1, terms: own },
    ];
    const hold = templatesThatHold(book);
    expect(templatesFor(hold, 'CO').map(({ key, title }) => `${key} ${title}`)).toEqual([
      'own_1 Second',
      'general_certificate Certificate of merit',
    ]);
    expect(templatesFor(hold, 'TX').map(({ key }) => key)).toEqual(['general_certificate']);
    expect(templatesFor(hold, null).map(({ key }) => key)).toEqual(['general_certificate']);
  });

  test('what a template lacks', () => {
    const faults = (more: Partial<MeritTerms>) =>
      templateFaults({ ...own, ...more }, '2026-11-27').map(({ path }) => path);
    expect(faults({})).toEqual([]);
    expect(faults({ title: ' ' })).toEqual(['terms.title']);
    expect(faults({ text: '' })).toEqual(['terms.text']);
    expect(faults({ text: 'No words of the expert' })).toEqual(['terms.text']);
    expect(faults({ text: '{opinions} {constructor}' })).toEqual(['terms.text']);
    expect(faults({ source: '' })).toEqual(['terms.source']);
    expect(faults({ read_on: '2026-11-28' })).toEqual(['terms.read_on']);
  });
});

describe('what changed', () => {
  const pdf = { name: 'x', pages: 1, sha256: 'a' };
  const content: Omit<PacketContent, 'supplement'> = {
    number: 'LC-1',
    kind_label: 'Legal case',
    caption: 'A v. B',
    court: 'C',
    docket: '',
    side: '',
    firm: 'F',
    expert: { name: 'E', credentials: [] },
    version: 1,
    prefix: 'DOE',
    first_number: 1,
    as_of: '2026-11-27',
    report: { version: 1, signed_on: '2026-11-01', signed_by: 'E', pdf },
    facts: {
      files: [{ id: 1, name: 'Chart.pdf', category: null, pages: 1, bates: null, removed: false }],
      others: ['Talk'],
    },
    exhibits: [],
    qualifications: { cv: pdf, publications: ['P.'], from_year: 2016 },
    testimony: { lines: ['T.'], from: '2022-11-27' },
    compensation: compensationOf(TERMS, []),
  };

  test('nothing, where only the day is another', () => {
    expect(packetChanges(content, { ...content, version: 2, first_number: 30, as_of: '2026-12-24' })).toEqual([]);
  });

  test('a file is told by its id, its bytes and its letter, never by its name', () => {
    const [file] = content.facts.files;
    const exhibit = { label: 'A', file_id: 1, name: 'Chart.pdf', bates: null, pdf, apart: null };
    const before: typeof content = {
      ...content,
      facts: { ...content.facts, files: file ? [{ ...file, sha256: 'a' }] : [] },
      exhibits: [exhibit],
    };
    const saying = (files: object, ...exhibits: object[]) =>
      packetChanges(before, {
        ...before,
        facts: { ...before.facts, files: before.facts.files.map((one) => ({ ...one, ...files })) },
        exhibits: exhibits.map((one) => ({ ...exhibit, ...one })),
      });
    expect(saying({}, {})).toEqual([]);
    // another file of the same name
    expect(saying({ id: 2 }, { file_id: 2 })).toEqual([
      'Considered in addition: Chart.pdf.',
      'No longer named as considered: Chart.pdf.',
      'Exhibits added: Chart.pdf.',
      'Exhibits taken out: Chart.pdf.',
    ]);
    expect(saying({ name: 'X.pdf', sha256: 'b' }, { pdf: { ...pdf, sha256: 'b' } })).toEqual([
      'Considered under another name: X.pdf, before: Chart.pdf.',
      'Considered with other contents: X.pdf.',
      'Exhibits with other pages: Chart.pdf.',
    ]);
    expect(saying({}, { file_id: 2, name: 'New.pdf' }, { label: 'B' })).toEqual([
      'Exhibits added: New.pdf.',
      'Exhibits lettered otherwise: Chart.pdf is B, it was A.',
    ]);
    // a packet of before the bytes were kept says nothing of them
    expect(packetChanges({ ...before, facts: content.facts }, before)).toEqual([]);
  });

  test('side, firm, and who the expert is', () => {
    const now = { ...content, side: 'defense', firm: 'G', expert: { name: 'E, MD', credentials: ['Surgery'] } };
    expect(packetChanges(content, now)).toEqual([
      'The side is “defense”; it was “”.',
      'The firm is “G”; it was “F”.',
      'The expert’s name is “E, MD”; it was “E”.',
      'What the expert’s credentials say is “Surgery”; it was “”.',
    ]);
    expect(saysNothingNew({ supplement: null })).toBe(false);
    expect(saysNothingNew({ supplement: { of_version: 1, changes: [] } })).toBe(true);
  });

  test('each element in its sentence', () => {
    const now: typeof content = {
      ...content,
      docket: '26-1',
      report: { ...content.report, version: 2, signed_on: '2026-12-01' },
      facts: { files: [], others: ['Talk', 'Visit'] },
      exhibits: [{ label: 'A', file_id: 1, name: 'Chart.pdf', bates: null, pdf, apart: null }],
      qualifications: { ...content.qualifications, cv: { ...pdf, sha256: 'b' }, publications: ['P.', 'Q.'] },
      testimony: { ...content.testimony, lines: [] },
      compensation: compensationOf({ ...TERMS, hourly_cents: 50_000 }, [
        { type: 'report', minutes: 60, cents: 50_000 },
      ]),
    };
    expect(packetChanges(content, now)).toEqual([
      'The report is version 2, signed on December 1, 2026; it was version 1.',
      'No longer named as considered: Chart.pdf.',
      'Considered in addition: Visit.',
      'Exhibits added: Chart.pdf.',
      'The CV is another.',
      'Publications added: Q.',
      'Testimony no longer within four years: T.',
      'The rates of compensation are others.',
      'Recorded so far: $500.00; it was $0.00.',
      'The docket number is “26-1”; it was “”.',
    ]);
  });
});

describe('what became of the records', () => {
  const said = { fate: 'destroyed' as const, done_on: '2026-11-18', how: 'Shredded.', besides: '' };
  const on = { today: '2026-11-20', held: false };
  const paths = (more: object, when = on) => returnFaults({ ...said, ...more }, when).map(({ path }) => path);

  test('needs day and way where it was given away, the reason where it is kept, and obeys a hold', () => {
    expect(paths({})).toEqual([]);
    expect(paths({ done_on: null, how: ' ' })).toEqual(['done_on', 'how']);
    expect(paths({ done_on: '2026-11-21' })).toEqual(['done_on']);
    expect(paths({ fate: 'returned' })).toEqual([]);
    expect(paths({ fate: 'kept', done_on: null, how: '' })).toEqual(['how']);
    expect(paths({ fate: 'held' })).toEqual(['fate']);
    expect(paths({}, { ...on, held: true })).toEqual(['fate']);
    expect(paths({ fate: 'held', done_on: null, how: '' }, { ...on, held: true })).toEqual([]);
  });

  test('reads with every record that was released, and with what is not part of it', () => {
    const facts = { caption: 'A v. B', court: 'Circuit Court', docket: '', firm: 'Calder', number: 'LC-1' };
    const records = [
      { name: 'Chart.pdf', pages: 12, bates: 'CR 1 to 12', sha256: 'ab' },
      { name: 'Images.zip', pages: null, bates: null, sha256: null },
    ];
    const text = returnCertificate({ ...said, besides: 'My own notes.' }, facts, records);
    expect(text).toContain('1. Chart.pdf, CR 1 to 12, 12 pages, SHA-256 ab');
    expect(text).toContain('2. Images.zip');
    expect(text).toContain('Not part of that: My own notes.');
    expect(returnCertificate(said, facts, [])).toMatch(/None\.$/);
  });
});
