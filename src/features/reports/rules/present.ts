import { recordOf, type FormAnswer, type FormAnswers, type FormContext, type Signature } from './answer.ts';
import { parseCited, wordsOf, type Citation, type Citations } from './citation.ts';
import type { FormDefinition, FormQuestion } from './definition.ts';
import { answerOf, visibleQuestions } from './engine.ts';
import { score, type Score } from './score.ts';

/** A passage with its number in the report; the same file, page and words have one number throughout. */
export type NumberedCitation = Citation & { number: number };
export type PresentedText = ({ type: 'text'; text: string } | { type: 'cite'; citation: NumberedCitation })[];

/** An answer as it is read: what was chosen in words, the text with its numbered citations, a table. */
export type PresentedItem = {
  key: string;
  type: FormQuestion['type'];
  label: string;
  answered: boolean;
  /** It was put aside as not at issue, without a word more. */
  aside?: true;
  choices: string[];
  text: PresentedText;
  /** question_answers: the requester's questions in order. */
  questions?: { id: string; text: string; answered: boolean; answer: PresentedText }[];
  table?: {
    columns: string[];
    rows: { label: string; cells: string[] }[];
    comments: { label: string; text: PresentedText }[];
  };
  statements?: { text: string; confirmed: boolean }[];
  signature?: Signature;
  score?: Score;
};
export type PresentedReport = {
  sections: { key: string; title: string; items: PresentedItem[] }[];
  citations: NumberedCitation[];
};

const YES_NO: Record<string, string> = { yes: 'Yes', no: 'No', na: 'Not applicable' };

/** The words for a stored value. */
export function choiceLabel(question: FormQuestion, value: string): string {
  const options =
    question.type === 'single' || question.type === 'multi'
      ? question.options
      : question.type === 'scale' || question.type === 'matrix'
        ? question.levels
        : undefined;
  if (options) return options.find((option) => option.value === value)?.label ?? value;
  return Object.hasOwn(YES_NO, value) ? (YES_NO[value] ?? value) : value;
}

/** The visible questions with their answers in words, citations numbered in order of appearance. For paper and preview. */
export function presentReport(definition: FormDefinition, answers: FormAnswers, context: FormContext): PresentedReport {
  const numbered = new Map<string, NumberedCitation>();
  const cite = (citation: Citation): NumberedCitation => {
    const same = JSON.stringify([citation.file_id, citation.page, citation.quote ?? '', citation.bates ?? '']);
    const known = numbered.get(same) ?? { ...citation, number: numbered.size + 1 };
    numbered.set(same, known);
    return known;
  };
  const present = (text: string, citations: Citations): PresentedText =>
    parseCited(text.trim()).flatMap((segment): PresentedText => {
      if (segment.type === 'text') return [segment];
      const citation = Object.hasOwn(citations, segment.id) ? citations[segment.id] : undefined;
      return citation ? [{ type: 'cite', citation: cite(citation) }] : [];
    });

  const sections = new Map<string, PresentedReport['sections'][number]>();
  for (const { section, question } of visibleQuestions(definition, answers, context)) {
    const shown = sections.get(section.key) ?? { key: section.key, title: section.title, items: [] };
    sections.set(section.key, shown);
    const item = presentItem(question, answerOf(answers, question.key), context, present);
    shown.items.push(
      question.type === 'score_summary'
        ? { ...item, answered: true, score: score(definition, answers, context) }
        : item,
    );
  }
  return { sections: [...sections.values()], citations: [...numbered.values()] };
}

/** The choice by which an expert puts a question aside. */
const NOT_AT_ISSUE = 'not_at_issue';

/** Questions of a section that were put aside, as one table where the first of them stood; a single one stays as it is. */
function asideTogether(section: string, items: readonly PresentedItem[]): PresentedItem[] {
  const aside = items.filter((item) => item.aside);
  if (aside.length < 2) return [...items];
  const table: PresentedItem = {
    key: `${section}.aside`,
    type: 'matrix',
    label: aside[0]?.choices[0] ?? '',
    answered: true,
    choices: [],
    text: [],
    table: {
      columns: ['Answer'],
      rows: aside.map((item) => ({ label: item.label, cells: item.choices })),
      comments: [],
    },
  };
  return items.flatMap((item) => (item === aside[0] ? [table] : item.aside ? [] : [item]));
}

/**
 * A signed report as it is read: what was left empty, which only the optional may be, is not printed, and what was put
 * aside as not at issue stands together.
 */
export function withoutEmpty({ sections, citations }: PresentedReport): PresentedReport {
  return {
    sections: sections
      .map((section) => ({
        ...section,
        items: asideTogether(
          section.key,
          section.items.filter(
            (item) => item.answered || item.text.length > 0 || item.type === 'signature' || item.type === 'attestation',
          ),
        ),
      }))
      .filter((section) => section.items.length > 0),
    citations,
  };
}

function presentItem(
  question: FormQuestion,
  answer: FormAnswer | undefined,
  context: FormContext,
  present: (text: string, citations: Citations) => PresentedText,
): PresentedItem {
  const value = answer?.value ?? null;
  const citations = answer?.citations ?? {};
  const item: PresentedItem = {
    key: question.key,
    type: question.type,
    label: question.label,
    answered: false,
    choices: [],
    text: [],
  };
  const comment = (): PresentedText => present(answer?.comment ?? '', citations);
  switch (question.type) {
    case 'yes_no_na':
    case 'scale':
    case 'single': {
      if (typeof value === 'string' && value !== '') item.choices = [choiceLabel(question, value)];
      const text = comment();
      if (value === NOT_AT_ISSUE && text.length === 0) item.aside = true;
      return { ...item, answered: item.choices.length > 0, text };
    }
    case 'multi':
      if (Array.isArray(value)) item.choices = value.map((one) => choiceLabel(question, one));
      return { ...item, answered: item.choices.length > 0, text: comment() };
    case 'text':
      return typeof value === 'string'
        ? { ...item, answered: wordsOf(value) !== '', text: present(value, citations) }
        : item;
    case 'number':
      return typeof value === 'number'
        ? { ...item, answered: true, choices: [question.unit ? `${value} ${question.unit}` : String(value)] }
        : item;
    case 'date':
      return typeof value === 'string' && value !== '' ? { ...item, answered: true, choices: [value] } : item;
    case 'question_answers': {
      const given = recordOf(value);
      const questions = context.questions.map(({ id, text }) => {
        const own = Object.hasOwn(given, id) ? String(given[id]) : '';
        return { id, text, answered: wordsOf(own) !== '', answer: present(own, citations) };
      });
      return { ...item, answered: questions.some((one) => one.answered), questions };
    }
    case 'matrix': {
      const columns = question.columns === 'charts' ? context.charts : question.columns;
      const rows = recordOf(value);
      const comments = answer?.comments ?? {};
      const table = {
        columns: columns.map((column) => column.label),
        rows: question.rows.map((row) => {
          const cells = recordOf(Object.hasOwn(rows, row.key) ? rows[row.key] : undefined);
          return {
            label: row.label,
            cells: columns.map((column) =>
              Object.hasOwn(cells, column.key) ? choiceLabel(question, String(cells[column.key])) : '',
            ),
          };
        }),
        comments: question.rows.flatMap((row) =>
          columns.flatMap((column) => {
            const cell = `${row.key}.${column.key}`;
            const text = Object.hasOwn(comments, cell) ? (comments[cell] ?? '') : '';
            return wordsOf(text) ? [{ label: `${row.label}, ${column.label}`, text: present(text, citations) }] : [];
          }),
        ),
      };
      return { ...item, answered: table.rows.some((row) => row.cells.some(Boolean)), table, text: comment() };
    }
    case 'attestation': {
      const confirmed = Array.isArray(value) ? value : [];
      const statements = question.statements.map(({ key, text }) => ({ text, confirmed: confirmed.includes(key) }));
      return { ...item, answered: statements.every((one) => one.confirmed), statements };
    }
    case 'signature': {
      const { name, signed_at } = recordOf(value);
      return typeof name === 'string' && typeof signed_at === 'string'
        ? { ...item, answered: true, signature: { name, signed_at } }
        : item;
    }
    case 'score_summary':
      return item;
    default:
      return question satisfies never;
  }
}
