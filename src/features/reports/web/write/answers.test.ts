import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASE_REPORT_FORM, type FormAnswers, questionsOf } from '../../rules.ts';
import { mergeAnswers, canonical, changed } from './answers.ts';

const question = (key: string) => {
  const found = questionsOf(CASE_REPORT_FORM).find((one) => one.question.key === key);
  if (!found) throw new Error(key);
  return found.question;
};
const page = { file_id: 1, file_name: 'A.pdf', page: 4 };

describe('answers while they are written', () => {
  it('are the same text however their keys came', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(JSON.stringify(canonical(turned))).toBe(JSON.stringify(canonical(value)));
        expect(JSON.parse(JSON.stringify(canonical(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keep the passages of their other texts and drop those no longer cited', () => {
    const before = { value: 'met', comment: 'x [[cite:a]]', citations: { a: page } };
    const q = question('care_diagnosis');
    expect(changed(q, before, { comment: 'x [[cite:b]]', citations: { b: page } })).toEqual({
      value: 'met',
      comment: 'x [[cite:b]]',
      citations: { b: page },
    });
    expect(changed(q, before, { value: 'not_met' })).toEqual({ ...before, value: 'not_met' });
    expect(changed(q, undefined, { comment: 'y' })).toEqual({ value: null, comment: 'y' });
  });

  it('of two versions lose no words when both are kept', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.'), minLength: 1 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const both = mergeAnswers(CASE_REPORT_FORM, { case_summary: { value: a } }, { case_summary: { value: b } });
        const written = both.case_summary?.value as string;
        for (const one of [a, b]) expect(written).toContain(one.trim());
      }),
    );
  });

  it('take my choice, both comments and both passages', () => {
    const theirs: FormAnswers = {
      care_diagnosis: { value: 'met', comment: 'one [[cite:a]]', citations: { a: page } },
      care_consent: { value: 'met' },
    };
    const mine: FormAnswers = {
      care_diagnosis: { value: 'not_met', comment: 'two [[cite:b]]', citations: { b: { ...page, page: 9 } } },
      care_testing: { value: 'met' },
    };
    expect(mergeAnswers(CASE_REPORT_FORM, theirs, mine)).toEqual({
      care_consent: { value: 'met' },
      care_diagnosis: {
        value: 'not_met',
        comment: 'one [[cite:a]]\n\ntwo [[cite:b]]',
        citations: { a: page, b: { ...page, page: 9 } },
      },
      care_testing: { value: 'met' },
    });
  });

  it('joins answers to the requester question by question', () => {
    const both = mergeAnswers(
      CASE_REPORT_FORM,
      { requester_answers: { value: { q1: 'yes', q2: 'same' } } },
      { requester_answers: { value: { q1: 'no', q2: 'same', q3: 'new' } } },
    );
    expect(both.requester_answers?.value).toEqual({ q1: 'yes\n\nno', q2: 'same', q3: 'new' });
  });
});
