import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IME_QUESTION_BANK } from '../reviews/kinds/ime/options.ts';
import {
  asksPermanence,
  findLoaded,
  headingsOf,
  LETTER_ACTS,
  LETTER_STATES,
  LETTER_TABLE,
  letterAfter,
  type LetterBody,
  type LetterFacts,
  letterFaults,
  type LetterState,
  letterText,
  type Recovery,
  tooEarly,
  USUAL_CLOSING,
} from './rules.ts';
import { compare } from './rules/compare.ts';

describe('a question asked too early', () => {
  const known: Recovery = { today: '2026-11-18', injured_on: '2026-03-14', operated_on: null, improvement: 'unknown' };
  const rating = 'What is the permanent impairment in percent?';

  test.each<[string, Partial<Recovery>, RegExp | null]>([
    ['eight months after the injury', {}, /injury of Mar 14, 2026 is less than a year ago/],
    ['a year and a day after it', { injured_on: '2025-11-17' }, null],
    ['a year to the day after it', { injured_on: '2025-11-18' }, null],
    ['a day short of a year', { injured_on: '2025-11-19' }, /less than a year/],
    ['right after an operation', { injured_on: '2023-01-01', operated_on: '2026-09-01' }, /operation of Sep 1, 2026/],
    ['six months after it', { injured_on: '2023-01-01', operated_on: '2026-05-18' }, null],
    ['with improvement reached', { improvement: 'reached' }, null],
    ['with improvement not reached', { injured_on: '2020-01-01', improvement: 'not_reached' }, /not reached/],
    ['where nothing is known', { injured_on: null }, null],
  ])('%s', (_, more, says) => {
    const found = tooEarly(rating, { ...known, ...more });
    if (says === null) expect(found).toBeNull();
    else expect(found).toMatch(says);
  });

  test('of the bank those that ask what stays, and no others', () => {
    const early = IME_QUESTION_BANK.filter(({ text }) => asksPermanence(text)).map(({ text }) => text.slice(0, 30));
    expect(early).toEqual([
      'What is the permanent impairme',
      'Which medical care will be nee',
      'What can the examinee do at wo',
    ]);
    for (const { text } of IME_QUESTION_BANK) expect(findLoaded(text)).toEqual([]);
  });

  test('once improvement is reached no question is', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.constantFrom('2026-01-01', '2026-11-01')), (question, injured_on) => {
        expect(tooEarly(question, { ...known, injured_on, improvement: 'reached' })).toBeNull();
      }),
    );
  });
});

describe('two versions', () => {
  const words = fc.array(fc.constantFrom('the', 'knee', 'left', ' ', '\n', 'was', 'é'), { maxLength: 60 });

  test('give the first without what was added, the second without what was removed', () => {
    fc.assert(
      fc.property(words, words, (one, two) => {
        const [before, after] = [one.join(' '), two.join(' ')];
        const pieces = compare(before, after);
        const without = (is: string) => pieces.flatMap((p) => (p.is === is ? [] : [p.text])).join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
        if (before === after) expect(pieces.every(({ is }) => is === 'same')).toBe(true);
      }),
    );
  });

  test('say what changed', () => {
    expect(compare('The left knee hurts.', 'The right knee hurts.')).toEqual([
      { is: 'same', text: 'The ' },
      { is: 'removed', text: 'left' },
      { is: 'added', text: 'right' },
      { is: 'same', text: ' knee hurts.' },
    ]);
  });
});

describe('a letter', () => {
  const body: LetterBody = {
    background: 'Lifted a crate at work.',
    questions: ['What are the diagnoses?', 'Is further treatment needed?'],
    closing: USUAL_CLOSING,
    operated_on: null,
    improvement: 'unknown',
  };
  const facts: LetterFacts = {
    number: 'IM-1',
    organization: 'Harborline Mutual',
    claim_numbers: ['WC-1', 'AU-2'],
    examinee: 'Marta Solis',
    born_on: '1979-05-02',
    injured_on: '2026-03-14',
    jurisdiction: 'Massachusetts',
    body_parts: [{ part: 'Left shoulder', standing: 'accepted' }],
    parties: [{ name: 'Marta Solis', role: 'claimant' }],
    records: [
      { name: 'Clinic notes.pdf', category: 'Outpatient', pages: 3 },
      { name: 'MRI.zip', category: '', pages: null },
    ],
  };

  test('has everything of the order, the questions in order, the parties and the records with their pages', () => {
    const text = letterText(body, facts);
    for (const part of [
      'Claim: WC-1, AU-2',
      'Date of birth: May 2, 1979',
      '• Left shoulder (accepted)',
      '1. What are the diagnoses?\n2. Is further treatment needed?',
      '• Marta Solis, claimant',
      'Records: 2 files, 3 pages\n• Clinic notes.pdf (Outpatient, 3 pages)\n• MRI.zip ()',
    ])
      expect(text).toContain(part.replace(' ()', ''));
    expect(findLoaded(text)).toEqual([]);
    expect(headingsOf(text)).toEqual([
      'Body parts and conditions',
      'Questions',
      'Parties',
      'Records: 2 files, 3 pages',
    ]);
    // what people write is no heading of ours
    expect(headingsOf('Questions')).toEqual([]);
    expect(headingsOf(letterText({ ...body, background: 'Questions are below.' }, facts))).toHaveLength(4);
  });

  test('says what is missing, and nothing else', () => {
    expect(letterFaults(body)).toEqual([]);
    expect(letterFaults({ ...body, background: ' ', questions: [] }).map(({ path }) => path)).toEqual([
      'background',
      'questions',
    ]);
    expect(letterFaults({ ...body, questions: ['Why?', ' '] }).map(({ path }) => path)).toEqual(['questions.1']);
  });
});

describe('how it comes about', () => {
  const open = { service: true, open: true } as const;

  test('every state is reached, and from each something can be done', () => {
    const reached = new Set<LetterState>(['none', ...LETTER_TABLE.map(({ to }) => to)]);
    expect([...reached].toSorted()).toEqual([...LETTER_STATES].toSorted());
    for (const state of LETTER_STATES) expect(LETTER_TABLE.some(({ from }) => from.includes(state))).toBe(true);
  });

  test('whatever is tried, only the table moves it; nothing once closed, no service where there is none', () => {
    const step = fc.record({
      act: fc.constantFrom(...LETTER_ACTS),
      side: fc.constantFrom('requester' as const, 'writer' as const, null),
      service: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (walk) => {
        let state: LetterState = 'none';
        for (const { act, side, service } of walk) {
          expect(letterAfter(state, act, { side, service, open: false })).toBeNull();
          const next = letterAfter(state, act, { side, service, open: true });
          if (side === null || (act === 'ask' && !service)) expect(next).toBeNull();
          if (side === 'writer') expect([null, 'asked', 'proposed']).toContain(next);
          if (next) {
            expect(LETTER_TABLE).toContainEqual(expect.objectContaining({ act, to: next }));
            state = next;
          }
        }
      }),
    );
  });

  test('only the requester sends, and what Peritus writes is sent only after it was proposed', () => {
    expect(letterAfter('asked', 'send', { side: 'requester', ...open })).toBeNull();
    expect(letterAfter('proposed', 'send', { side: 'writer', ...open })).toBeNull();
    expect(letterAfter('proposed', 'send', { side: 'requester', ...open })).toBe('sent');
  });
});
