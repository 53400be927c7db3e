import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerProblems,
  CASE_REPORT_FORM,
  citationLabel,
  citedPages,
  citeToken,
  completeness,
  definitionProblems,
  formatCited,
  formDefinitionSchema,
  isRequired,
  parseCited,
  plainCited,
  presentReport,
  questionsOf,
  score,
  validateAnswer,
  validateAnswers,
  valuesOf,
  visibleQuestions,
  type Citations,
  type Condition,
  type FormAnswer,
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  type FormQuestion,
} from '../rules.ts';

const context: FormContext = {
  facts: { issue_scope: ['standard_of_care', 'causation'], several_providers: false },
  questions: [
    { id: '11', text: 'Was the imaging ordered in time?', required: true },
    { id: '12', text: 'Would earlier surgery have changed the outcome?', required: true },
  ],
  charts: [
    { key: 'chart_1', label: 'Chart 1' },
    { key: 'chart_2', label: 'Chart 2' },
  ],
};

const KEYS = ['a', 'b', 'c', 'd', 'constructor', 'valueof', 'e1', 'f_2'] as const;
const key = fc.constantFrom<string>(...KEYS);
const value = fc.constantFrom('yes', 'no', 'na', '1', '2', 'x');
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({ equals: fc.record({ question: key, value }) }),
    fc.record({ includes: fc.record({ fact: fc.constantFrom('issue_scope', 'constructor', 'nothing'), value }) }),
    fc.record({ is_answered: fc.record({ question: key }) }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));
const levels = [
  { value: '1', label: 'One', score: 1 },
  { value: '2', label: 'Two', score: 0 },
];
const kindOfQuestion = fc.constantFrom<object>(
  { type: 'yes_no_na', comment_rule: { required_when: ['no'], min_length: 3 }, deficiency_if: ['no'] },
  { type: 'scale', levels, critical_if: ['2'] },
  { type: 'single', options: levels.map(({ value, label }) => ({ value, label })) },
  { type: 'multi', options: levels.map(({ value, label }) => ({ value, label })), min: 1, max: 2 },
  { type: 'text', min_length: 4, citation_required: true },
  { type: 'text' },
  { type: 'number', min: 1, max: 9, integer: true },
  { type: 'date', min: '2020-01-01' },
  { type: 'matrix', rows: [{ key: 'r1', label: 'Row' }], columns: 'charts', comment_rule: { required_when: ['no'] } },
  { type: 'score_summary' },
  { type: 'attestation', statements: [{ key: 's1', text: 'I confirm' }] },
  { type: 'signature' },
  { type: 'question_answers', min_length: 2 },
);
const optional = <T>(from: fc.Arbitrary<T>) => fc.option(from, { nil: undefined });
const question = (conditions: fc.Arbitrary<Condition>): fc.Arbitrary<FormQuestion> =>
  fc
    .record({
      base: fc.record({
        key,
        label: fc.string({ minLength: 1, maxLength: 12 }).map((text) => `Q ${text}`),
        required: fc.boolean(),
        required_if: optional(conditions),
        visible_if: optional(conditions),
      }),
      kind: kindOfQuestion,
    })
    .map(({ base, kind }) => ({ ...base, ...kind }) as FormQuestion);
/** Any definition of the right shape, sensible or not: the engine must live with what an older version stored. */
const definitions = (conditions: fc.Arbitrary<Condition> = condition): fc.Arbitrary<FormDefinition> =>
  fc.uniqueArray(question(conditions), { selector: (one) => one.key, minLength: 1, maxLength: 8 }).chain((questions) =>
    fc.record({ cut: fc.nat(questions.length - 1), visible_if: optional(conditions) }).map(({ cut, visible_if }) => ({
      key: 'form',
      kind: 'Case' as const,
      name: 'Form',
      version: 1,
      scoring: { green_at: 90, amber_at: 80 },
      sections: [
        { key: 's1', title: 'One', questions: questions.slice(0, cut) },
        { key: 's2', title: 'Two', visible_if, questions: questions.slice(cut) },
      ].filter((section) => section.questions.length > 0),
    })),
  );
const unconditional = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  sections: definition.sections.map((section) => ({
    ...section,
    visible_if: undefined,
    questions: section.questions.map((one) => ({ ...one, visible_if: undefined, required_if: undefined })),
  })),
});
const citations: Citations = {
  p1: {
    file_id: 7,
    file_name: 'Brightwater admission.pdf',
    page: 188,
    quote: 'Saddle sensation absent',
    bates: 'BW000188',
  },
};

/** A complete answer to any question. */
function goodAnswer(one: FormQuestion): FormAnswer | undefined {
  const values = valuesOf(one) ?? [];
  const first = values[0] ?? '';
  switch (one.type) {
    case 'yes_no_na':
    case 'scale':
    case 'single':
      return {
        value: first,
        comment: `${'Because the record shows it plainly. '.repeat(3)}${citeToken('p1')}`,
        citations,
      };
    case 'multi':
      return { value: [first] };
    case 'text':
      return { value: `${'The chart records it on this page. '.repeat(4)}${citeToken('p1')}`, citations };
    case 'number':
      return { value: 5 };
    case 'date':
      return { value: '2026-03-14' };
    case 'matrix':
      return { value: Object.fromEntries(one.rows.map((row) => [row.key, { chart_1: first, chart_2: first }])) };
    case 'attestation':
      return { value: one.statements.map((item) => item.key) };
    case 'question_answers':
      return {
        value: Object.fromEntries(context.questions.map((item) => [item.id, 'No, for the reasons given above.'])),
      };
    case 'signature':
      return { value: { name: 'Ines Falkenrath', signed_at: '2026-11-18T19:14:00Z' } };
    default:
      return undefined;
  }
}
const goodAnswers = (definition: FormDefinition, keep: (key: string) => boolean = () => true): FormAnswers =>
  Object.fromEntries(
    questionsOf(definition).flatMap(({ question: one }) => {
      const answer = keep(one.key) ? goodAnswer(one) : undefined;
      return answer ? [[one.key, answer]] : [];
    }),
  );
const someAnswers = (definition: FormDefinition): fc.Arbitrary<FormAnswers> =>
  fc
    .subarray(questionsOf(definition).map(({ question: one }) => one.key))
    .map((keys) => goodAnswers(definition, (one) => keys.includes(one)));
const withAnswers = (from: fc.Arbitrary<FormDefinition>) =>
  from.chain((definition) => fc.tuple(fc.constant(definition), someAnswers(definition)));

describe('the engine', () => {
  it('never throws, whatever the definition and the answers are', () => {
    fc.assert(
      fc.property(definitions(), fc.dictionary(key, fc.anything()), (definition, anything) => {
        definitionProblems(definition);
        const checked = validateAnswers(definition, anything, context);
        for (const given of [checked.ok ? checked.answers : {}, goodAnswers(definition)]) {
          visibleQuestions(definition, given, context);
          completeness(definition, given, context);
          score(definition, given, context);
          expect(presentReport(definition, given, context).citations.length).toBeLessThan(2);
        }
      }),
    );
  });

  it('never requires a hidden question', () => {
    fc.assert(
      fc.property(withAnswers(definitions()), ([definition, answers]) => {
        const shown = new Set(visibleQuestions(definition, answers, context).map((item) => item.question.key));
        const hidden = questionsOf(definition).filter(({ question: one }) => !shown.has(one.key));
        for (const { question: one } of hidden) expect(isRequired(definition, one.key, answers, context)).toBe(false);
        for (const left of completeness(definition, answers, context).required_left) expect(shown).toContain(left.key);
      }),
    );
  });

  it('gets no less complete by answering one more question, and is complete when all are answered', () => {
    fc.assert(
      fc.property(withAnswers(definitions().map(unconditional)), ([definition, answers]) => {
        let before = completeness(definition, answers, context);
        let given = answers;
        for (const { question: one } of questionsOf(definition)) {
          const answer = goodAnswer(one);
          if (!answer) continue;
          given = { ...given, [one.key]: answer };
          const after = completeness(definition, given, context);
          expect(after.answered).toBeGreaterThanOrEqual(before.answered);
          expect(after.total).toBe(before.total);
          expect(after.required_left.length).toBeLessThanOrEqual(before.required_left.length);
          expect(after.required_left.map((left) => left.key)).not.toContain(one.key);
          before = after;
        }
        expect(before).toMatchObject({ complete: true, answered: before.total, required_left: [] });
      }),
    );
  });

  it('adds up its sections', () => {
    fc.assert(
      fc.property(withAnswers(definitions()), ([definition, answers]) => {
        const whole = completeness(definition, answers, context);
        const sum = (pick: 'answered' | 'total') =>
          whole.by_section.reduce((total, section) => total + section[pick], 0);
        expect([sum('answered'), sum('total')]).toEqual([whole.answered, whole.total]);
        expect(whole.by_section.some((section) => section.left > 0)).toBe(!whole.complete);
      }),
    );
  });

  it('refuses unknown keys, also those every object inherits', () => {
    fc.assert(
      fc.property(definitions(), key, (definition, one) => {
        fc.pre(!questionsOf(definition).some((item) => item.question.key === one));
        expect(validateAnswers(definition, { [one]: { value: 'x' } }, context)).toEqual({
          ok: false,
          errors: [{ path: [one], message: 'This form has no such question' }],
        });
        expect(isRequired(definition, one, {}, context)).toBe(false);
      }),
    );
  });

  it('accepts every complete answer and finds nothing lacking in it', () => {
    fc.assert(
      fc.property(question(condition), (one) => {
        const answer = goodAnswer(one);
        fc.pre(answer !== undefined);
        expect(validateAnswer(one, answer, context)).toMatchObject({ ok: true });
        expect(answerProblems(one, answer, context, true)).toEqual([]);
      }),
    );
  });
});

const q = (extra: object): FormQuestion => ({ key: 'q', label: 'Question', ...extra }) as FormQuestion;
const options = [
  { value: 'met', label: 'Met' },
  { value: 'not_met', label: 'Not met' },
];

describe('one answer', () => {
  it.each<[string, FormQuestion, unknown]>([
    ['a choice that does not exist', q({ type: 'single', options }), { value: 'maybe' }],
    ['a choice twice', q({ type: 'multi', options }), { value: ['met', 'met'] }],
    ['a number as text', q({ type: 'number' }), { value: '5' }],
    ['a fraction where whole numbers are asked', q({ type: 'number', integer: true }), { value: 1.5 }],
    ['a date that does not exist', q({ type: 'date' }), { value: '2026-02-30' }],
    [
      'a chart the review does not have',
      q({ type: 'matrix', rows: [{ key: 'r', label: 'R' }], columns: 'charts' }),
      { value: { r: { chart_9: 'yes' } } },
    ],
    ['a question nobody asked', q({ type: 'question_answers' }), { value: { 99: 'text' } }],
    ['a citation without its passage', q({ type: 'text' }), { value: `See ${citeToken('zz')}` }],
    ['a field beside the answer', q({ type: 'text' }), { value: 'x', signed: true }],
    ['an answer to a computed summary', q({ type: 'score_summary' }), { value: 'x' }],
    ['no object at all', q({ type: 'text' }), 'x'],
  ])('is refused: %s', (_, one, answer) => {
    expect(validateAnswer(one, answer, context).ok).toBe(false);
  });

  const rule = { required_when: ['met', 'not_met'], citation_required_when: ['not_met'], min_length: 10 };
  const judged = q({ type: 'single', options, comment_rule: rule });
  it.each<[string, FormQuestion, FormAnswer | undefined, string[]]>([
    ['no answer', judged, undefined, ['Answer this']],
    ['no comment', judged, { value: 'met' }, ['Explain this answer']],
    ['a short comment', judged, { value: 'met', comment: 'Yes' }, ['Write at least 10 characters; 3 so far']],
    [
      'a citation is no explanation',
      judged,
      { value: 'met', comment: citeToken('p1'), citations },
      ['Explain this answer'],
    ],
    [
      'no page',
      judged,
      { value: 'not_met', comment: 'It was not done' },
      ['Cite the page of the records this rests on'],
    ],
    ['all there', judged, { value: 'not_met', comment: `It was not done ${citeToken('p1')}`, citations }, []],
    ['too small', q({ type: 'number', min: 3 }), { value: 2 }, ['Enter 3 or more']],
    [
      'statements missing',
      q({
        type: 'attestation',
        statements: [
          { key: 'a', text: 'A' },
          { key: 'b', text: 'B' },
        ],
      }),
      { value: ['a'] },
      ['Confirm every statement'],
    ],
    [
      'one question open',
      q({ type: 'question_answers' }),
      { value: { 11: 'Yes, it was.' } },
      ['Question 2: Answer this'],
    ],
    ['blank text', q({ type: 'text' }), { value: '   ' }, ['Answer this']],
  ])('lacks what it lacks: %s', (_, one, answer, problems) => {
    expect(answerProblems(one, answer, context, true)).toEqual(problems);
  });
});

const form = (visible_if: Condition): FormDefinition => ({
  ...CASE_REPORT_FORM,
  sections: [
    {
      key: 's',
      title: 'S',
      questions: [
        q({ key: 'first', type: 'yes_no_na' }),
        q({ key: 'second', type: 'text', required: true, visible_if }),
        q({ key: 'third', type: 'text', visible_if: { is_answered: { question: 'second' } } }),
      ],
    },
  ],
});
const shown = (definition: FormDefinition, answers: FormAnswers) =>
  visibleQuestions(definition, answers, context).map((item) => item.question.key);

describe('conditions', () => {
  it('follow answers, and an answer that is hidden counts as none', () => {
    const definition = form({ equals: { question: 'first', value: 'no' } });
    const second = { value: 'Written before it was hidden' };
    expect(shown(definition, { first: { value: 'no' }, second })).toEqual(['first', 'second', 'third']);
    expect(shown(definition, { first: { value: 'yes' }, second })).toEqual(['first']);
  });

  it('that look ahead are refused in a definition and see nothing in the engine', () => {
    const definition = form({ is_answered: { question: 'third' } });
    expect(definitionProblems(definition)).toEqual([
      { path: ['sections', 0, 'questions', 1, 'visible_if'], message: '“third” is not a question before this one' },
    ]);
    expect(shown(definition, { third: { value: 'x' } })).toEqual(['first']);
  });
});

describe('cited text', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('[[cite:', ']]', '[[cite:]]', '[[cite:a b]]'));
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
  const segment = fc.oneof(
    fc.record({ type: fc.constant('text' as const), text }),
    fc.record({ type: fc.constant('cite' as const), id }),
  );

  it('survives parsing and formatting to the letter', () => {
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const written = formatCited(segments);
        expect(formatCited(parseCited(written))).toBe(written);
        expect(parseCited(formatCited(parseCited(written)))).toEqual(parseCited(written));
      }),
    );
  });

  it('reads as words with the page, and lists its pages', () => {
    const cited = `Lost at 03:40 ${citeToken('p1')}.`;
    expect(plainCited(cited, citations)).toBe('Lost at 03:40 (Brightwater admission, p. 188).');
    expect(citationLabel({ file_id: 1, file_name: 'Dr. A. note', page: 3 })).toBe('Dr. A. note, p. 3');
    const more: Citations = { x: { file_id: 7, file_name: 'Brightwater admission.pdf', page: 12 } };
    expect(
      citedPages([
        { text: cited, citations },
        { text: `${citeToken('x')}${citeToken('x')}${citeToken('gone')}`, citations: more },
      ]),
    ).toEqual([{ file_id: 7, file_name: 'Brightwater admission.pdf', pages: [12, 188] }]);
  });

  it('numbers the same passage once', () => {
    const twice: FormAnswer = { value: `A ${citeToken('p1')} and ${citeToken('p1')}.`, citations };
    const report = presentReport(CASE_REPORT_FORM, { case_summary: twice, limits: twice }, context);
    expect(report.citations).toHaveLength(1);
    expect(report.citations[0]).toMatchObject({ number: 1, page: 188 });
  });
});

describe('the score', () => {
  const chart: FormDefinition = {
    key: 'audit',
    kind: 'PeerReview',
    name: 'Audit',
    version: 1,
    scoring: { green_at: 90, amber_at: 80 },
    sections: [
      {
        key: 's',
        title: 'Audit',
        questions: [
          q({
            key: 'core',
            type: 'matrix',
            columns: 'charts',
            rows: [
              { key: 'exam', label: 'Exam', category: 'Assessment', deficiency_if: ['no'] },
              { key: 'plan', label: 'Plan', category: 'Plan', weight: 3, critical_if: ['no'] },
            ],
          }),
        ],
      },
    ],
  };

  it.each([
    [{ exam: { chart_1: 'yes', chart_2: 'yes' }, plan: { chart_1: 'yes', chart_2: 'na' } }, 100, 'green', 0, false],
    [{ exam: { chart_1: 'no', chart_2: 'yes' }, plan: { chart_1: 'yes', chart_2: 'yes' } }, 87.5, 'amber', 1, false],
    [{ exam: { chart_1: 'yes' }, plan: { chart_1: 'no' } }, 25, 'red', 1, true],
    [{ exam: { chart_1: 'na' } }, null, null, 0, false],
  ])('%# counts yes of yes and no by weight', (core, percent, band, deficiencies, critical) => {
    const found = score(chart, { core: { value: core } } as unknown as FormAnswers, context);
    expect(found.overall).toMatchObject({ percent, band });
    expect(found.deficiencies).toHaveLength(deficiencies);
    expect(found.critical).toBe(critical);
  });
});

describe('the case form', () => {
  it('is a sound definition', () => {
    expect(formDefinitionSchema.parse(CASE_REPORT_FORM)).toEqual(CASE_REPORT_FORM);
  });

  it.each([
    [['standard_of_care'], ['standard_of_care']],
    [
      ['causation', 'prognosis'],
      ['causation', 'prognosis'],
    ],
    [[], ['standard_of_care', 'causation', 'damages', 'prognosis']],
  ])('asks about the issues ordered: %j', (issue_scope, sections) => {
    const asked = new Set(
      visibleQuestions(CASE_REPORT_FORM, {}, { ...context, facts: { issue_scope } }).map((item) => item.section.key),
    );
    for (const section of ['standard_of_care', 'causation', 'damages', 'prognosis'])
      expect(asked.has(section)).toBe(sections.includes(section));
  });

  it('can be completed, signing aside', () => {
    const answers = goodAnswers(CASE_REPORT_FORM, (one) => one !== 'signature');
    expect(validateAnswers(CASE_REPORT_FORM, answers, context)).toMatchObject({ ok: true });
    expect(completeness(CASE_REPORT_FORM, answers, context)).toMatchObject({ complete: true, required_left: [] });
  });

  it('counts each of the requester’s questions', () => {
    const { by_section, required_left } = completeness(CASE_REPORT_FORM, {}, context);
    expect(by_section.find((section) => section.key === 'questions')).toMatchObject({ total: 2, answered: 0, left: 2 });
    expect(required_left.filter((left) => left.key === 'requester_answers').map((left) => left.label)).toEqual([
      '1. Was the imaging ordered in time?',
      '2. Would earlier surgery have changed the outcome?',
    ]);
  });
});
