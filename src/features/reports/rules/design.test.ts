import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  completeness,
  definitionProblems,
  draftDefinitionSchema,
  type FormContext,
  type FormDefinition,
  type FormQuestion,
  presentReport,
  questionsOf,
  score,
  SHIPPED_FORMS,
  valuesOf,
  visibleQuestions,
} from '../rules.ts';
import {
  addQuestion,
  addSection,
  asType,
  changeQuestion,
  changeSection,
  changeWords,
  compareForms,
  conditionOf,
  conditionWords,
  draftFaults,
  duplicateQuestion,
  duplicateSection,
  type Edited,
  emptyForm,
  linesOf,
  moveQuestion,
  moveSection,
  removeQuestion,
  removeSection,
  TYPE_WORDS,
  withoutBroken,
} from './design.ts';

const TYPES = Object.keys(TYPE_WORDS) as FormQuestion['type'][];
const ASKED = TYPES.filter((type) => type !== 'signature');
const context: FormContext = {
  facts: { service: 'standard' },
  questions: [{ id: '1', text: 'Was it timely?' }],
  charts: [{ key: 'a', label: 'Chart A' }],
};
const begun = fc.constantFrom(
  ...SHIPPED_FORMS.filter((form) => form.kind === 'PeerReview'),
  emptyForm('PeerReview', 'Own'),
);

/** One thing a person does in the editor; `pick` chooses where. */
const step = fc.record({
  act: fc.constantFrom(
    'add section', 'add question', 'duplicate question', 'duplicate section', 'move question', 'move section',
    'remove question', 'remove section', 'change type', 'change words', 'condition', 'drop answer', 'weigh',
  ),
  pick: fc.nat(1000),
  other: fc.nat(1000),
  type: fc.constantFrom(...ASKED),
  down: fc.boolean(),
  words: fc.constantFrom('Was it timely?', 'ß', '手術', 'A'),
}); // prettier-ignore

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const at = <T>(list: readonly T[], pick: number): T => {
  const item = list[pick % list.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

/** The last answer of a choice away. */
function shorter(question: FormQuestion): FormQuestion {
  if ((question.type === 'single' || question.type === 'multi') && question.options.length > 1)
    return { ...question, options: question.options.slice(0, -1) };
  return question.type === 'scale' && question.levels.length > 2
    ? { ...question, levels: question.levels.slice(0, -1) }
    : question;
}

function act(form: FormDefinition, { act: what, pick, other, type, down, words }: Step): Edited | null {
  const way = down ? 1 : -1;
  const all = questionsOf(form).map(({ question }) => question);
  const question = at(all, pick);
  const section = at(form.sections, pick);
  switch (what) {
    case 'add section':
      return addSection(form, section.key);
    case 'add question':
      return addQuestion(form, section.key, type, question.key);
    case 'duplicate question':
      return question.type === 'signature' ? null : duplicateQuestion(form, question.key);
    case 'duplicate section':
      return section.questions.some((one) => one.type === 'signature') ? null : duplicateSection(form, section.key);
    case 'move question':
      return moveQuestion(form, question.key, way);
    case 'move section':
      return moveSection(form, section.key, way);
    case 'remove question':
      return question.type === 'signature' ? null : removeQuestion(form, question.key);
    case 'remove section':
      return section.questions.some((one) => one.type === 'signature') ? null : removeSection(form, section.key);
    case 'change type':
      return question.type === 'signature' ? null : changeQuestion(form, asType(question, type));
    case 'change words':
      return down
        ? changeQuestion(form, { ...question, label: words })
        : changeSection(form, { ...section, title: words });
    case 'condition': {
      const place = all.indexOf(question);
      if (place === 0 || question.type === 'signature') return null;
      const earlier = at(all.slice(0, place), other);
      const values = earlier.type === 'matrix' ? undefined : valuesOf(earlier);
      const line = {
        of: { question: earlier.key },
        test: values ? (down ? 'is' : 'is_not') : down ? 'given' : 'not_given',
        value: values ? at(values, other) : null,
      } as const;
      const condition = conditionOf(form, { match: 'all', lines: [line] });
      return changeQuestion(form, {
        ...question,
        ...(pick % 2 === 0 ? { visible_if: condition } : { required_if: condition }),
      });
    }
    case 'drop answer':
      return changeQuestion(form, shorter(question));
    case 'weigh':
      return question.type === 'yes_no_na' || question.type === 'scale'
        ? changeQuestion(form, {
            ...question,
            weight: other % 101,
            deficiency_if: [at(valuesOf(question) ?? ['yes'], other)],
          })
        : null;
  }
}

/** What the editor makes of some steps: where a change would leave conditions asking for nothing, they are cleared. */
const written = (form: FormDefinition, steps: readonly Step[]): FormDefinition =>
  steps.reduce((before, one) => {
    const next = act(before, one);
    return next === null ? before : withoutBroken(next.definition).definition;
  }, form);
const designed = fc.tuple(begun, fc.array(step, { maxLength: 25 })).map(([form, steps]) => written(form, steps));

describe('whatever is done in the editor', () => {
  test('can be published, and runs through the engine', () => {
    fc.assert(
      fc.property(designed, (form) => {
        const rest = draftFaults(form).filter(({ message }) => !message.includes('always asked for'));
        expect(rest).toEqual([]);
        expect(draftDefinitionSchema.safeParse(form).success).toBe(true);
        const shown = visibleQuestions(form, {}, context);
        expect(completeness(form, {}, context).total).toBeLessThanOrEqual(shown.length + context.questions.length * 10);
        score(form, {}, context);
        presentReport(form, {}, context);
      }),
      { numRuns: 150 },
    );
  });

  test('tells of every condition it would leave asking for nothing, and of no other', () => {
    fc.assert(
      fc.property(designed, step, (form, one) => {
        const next = act(form, one);
        if (next === null) return;
        const dangling = definitionProblems(next.definition).filter(({ path }) =>
          ['visible_if', 'required_if'].includes(String(path.at(-1))),
        );
        expect(next.broken.length > 0).toBe(dangling.length > 0);
        const left = definitionProblems(withoutBroken(next.definition).definition);
        expect(left.filter(({ path }) => ['visible_if', 'required_if'].includes(String(path.at(-1))))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('keys stay what they are, so that answers and conditions keep their question', () => {
    fc.assert(
      fc.property(designed, fc.nat(), (form, pick) => {
        const question = at(questionsOf(form), pick).question;
        const moved = moveQuestion(form, question.key, 1);
        expect(moved === null || moved.definition !== form).toBe(true);
        if (moved)
          expect(
            questionsOf(moved.definition)
              .map((q) => q.question.key)
              .toSorted(),
          ).toEqual(
            questionsOf(form)
              .map((q) => q.question.key)
              .toSorted(),
          );
      }),
      { numRuns: 60 },
    );
  });
});

describe('comparing two versions', () => {
  test('of one with itself finds nothing; of one with another, something exactly where they differ', () => {
    fc.assert(
      fc.property(designed, fc.array(step, { maxLength: 4 }), (form, steps) => {
        expect(compareForms(form, structuredClone(form))).toEqual([]);
        const next = written(form, steps);
        const isSame = draftDefinitionSchema.safeParse(next).data;
        const changes = compareForms(form, next);
        const differs = JSON.stringify(sorted(isSame)) !== JSON.stringify(sorted(draftDefinitionSchema.parse(form)));
        expect(changes.length > 0).toBe(differs);
        for (const change of changes) expect(changeWords(change)).not.toMatch(/undefined|\[object/);
      }),
      { numRuns: 150 },
    );
  });

  test('says in words what was done', () => {
    const form = SHIPPED_FORMS.find((one) => one.key === 'peer_chart_audit');
    const trend = form && questionsOf(form).find(({ question }) => question.key === 'trend')?.question;
    if (!form || trend?.type !== 'single') throw new Error('The chart audit asks for the trend.');
    const fewer = changeQuestion(form, {
      ...trend,
      label: 'Pattern',
      required: false,
      options: trend.options.slice(0, 3),
    });
    const added = addQuestion(fewer.definition, 'findings', 'yes_no_na', 'trend');
    const without = added && removeQuestion(added.definition, 'strengths');
    if (!without) throw new Error('It can be removed.');
    expect(compareForms(form, without.definition).map(changeWords)).toEqual([
      'Findings: Pattern changed. Words: “Pattern across the charts” → “Pattern”. Required: yes → no. Answer removed: “Too few charts to tell”',
      'Findings: New question added. Yes, no, not applicable',
      'Findings: Strengths removed',
    ]);
    const moved = moveQuestion(form, 'trend', 1);
    expect(moved && compareForms(form, moved.definition)).toMatchObject([{ sort: 'moved', section: 'Findings' }]);
  });
});

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value;

describe('a draft', () => {
  const empty = emptyForm('PeerReview', 'Own');
  test('to begin with can be published', () => expect(draftFaults(empty)).toEqual([]));
  test.each([
    [
      'words are missing',
      changeQuestion(empty, { ...at(questionsOf(empty), 0).question, label: '' }).definition,
      'sections.0.questions.0.label',
    ],
    ['nobody signs', removeQuestion(empty, 'signature')?.definition ?? empty, 'sections.1'],
    ['two sign', addQuestion(empty, 'findings', 'signature')?.definition ?? empty, 'sections.1'],
    [
      'an answer is there twice',
      changeQuestion(empty, {
        key: 'opinion',
        label: 'O',
        type: 'single',
        options: [
          { value: 'a', label: 'A' },
          { value: 'a', label: 'B' },
        ],
      }).definition,
      'sections.0.questions.0',
    ],
  ])('where %s says so at its place', (_, form, path) => {
    expect(draftFaults(form).map((fault) => fault.path)).toEqual([path]);
    expect(draftDefinitionSchema.safeParse(form).success).toBe(true);
  });
});

describe('a condition', () => {
  const form =
    addQuestion(emptyForm('PeerReview', 'Own'), 'findings', 'yes_no_na')?.definition ?? emptyForm('PeerReview', '');
  const line = { of: { question: 'question' }, test: 'is_not', value: 'no' } as const;
  test('is built from lines, read back, and said in words', () => {
    const two = { match: 'any', lines: [line, { of: { fact: 'service' }, test: 'is', value: 'limited' }] } as const;
    const condition = conditionOf(form, { ...two, lines: [...two.lines] });
    expect(condition && conditionWords(form, condition)).toBe(
      '“New question” is not “No” or Scope of the order is “limited”',
    );
    expect(linesOf(condition)).toEqual(two);
    expect(conditionOf(form, { match: 'all', lines: [] })).toBeUndefined();
  });
  test('nested deeper is no list of lines', () => {
    expect(linesOf({ all: [{ any: [{ is_answered: { question: 'opinion' } }] }] })).toBeNull();
  });
});
