import { dateText } from '../../../core/dates.ts';
import { plural } from '../../../core/phrases.ts';

export const TEXT_MOST = 10_000;
export const QUESTION_MOST = 2_000;
export const QUESTIONS_MOST = 20;

/** What people write of a purpose letter; the rest follows from the order and its records. */
export interface LetterBody {
  /** What happened and what is asked, before the questions. */
  background: string;
  questions: string[];
  /** What is said after them. */
  closing: string;
  /** The last operation for the injury, YYYY-MM-DD; and whether maximum improvement is said to be reached. */
  operated_on: string | null;
  improvement: 'reached' | 'not_reached' | 'unknown';
}

/** What the order and its records bring. */
export interface LetterFacts {
  number: string;
  organization: string;
  claim_numbers: string[];
  examinee: string;
  born_on: string | null;
  injured_on: string | null;
  jurisdiction: string | null;
  body_parts: { part: string; standing: string }[];
  parties: { name: string; role: string }[];
  records: { name: string; category: string; pages: number | null }[];
}

/** What stands after the questions where nobody writes anything else. */
export const USUAL_CLOSING =
  'Please answer each question in order and give your reasons. Where a question cannot be answered, or not yet, say so and say why. Tell us if a record is missing.';

/** What is missing for a letter to be sent, by field; empty when it is complete. */
export function letterFaults({ background, questions }: LetterBody): { path: string; message: string }[] {
  return [
    ...(background.trim() === ''
      ? [{ path: 'background', message: 'Say what happened, and why you ask for the exam.' }]
      : []),
    ...(questions.length === 0 ? [{ path: 'questions', message: 'Ask at least one question.' }] : []),
    ...questions.flatMap((question, at) =>
      question.trim() === '' ? [{ path: `questions.${at}`, message: 'Write the question, or remove the line.' }] : [],
    ),
  ];
}

const HEADING = /^(?:Body parts and conditions|Questions|Parties|Records: .+)$/;

/** The headings of a letter's text: lines of ours that begin what belongs together. */
export const headingsOf = (text: string): string[] =>
  text.split('\n\n').flatMap((part) => {
    const [first = '', ...rest] = part.split('\n');
    return rest.length > 0 && HEADING.test(first) ? [first] : [];
  });

/** The whole letter as text: a heading stands on a line of its own, an empty line between what belongs apart. */
export function letterText(body: LetterBody, facts: LetterFacts): string {
  const date = (day: string | null): string | null => (day === null ? null : dateText(day, 'long'));
  const lines = (rows: readonly (string | null)[]): string => rows.filter((row) => row !== null).join('\n');
  const fact = (label: string, value: string | null): string | null => (value ? `${label}: ${value}` : null);
  const pages = facts.records.reduce((sum, one) => sum + (one.pages ?? 0), 0);
  const parts = [
    lines([
      fact('Claim', facts.claim_numbers.join(', ')),
      fact('Examinee', facts.examinee),
      fact('Date of birth', date(facts.born_on)),
      fact('Date of injury', date(facts.injured_on)),
      fact('Jurisdiction', facts.jurisdiction),
    ]),
    'Dear Doctor,',
    body.background.trim(),
    lines(['Body parts and conditions', ...facts.body_parts.map(({ part, standing }) => `• ${part} (${standing})`)]),
    lines(['Questions', ...body.questions.map((question, at) => `${at + 1}. ${question.trim()}`)]),
    body.closing.trim(),
    lines(['Parties', ...facts.parties.map(({ name, role }) => `• ${name}, ${role}`)]),
    lines([
      `Records: ${plural(facts.records.length, 'file')}, ${plural(pages, 'page')}`,
      ...facts.records.map(
        ({ name, category, pages: of }) =>
          `• ${name} (${[category, of === null ? null : plural(of, 'page')].filter(Boolean).join(', ')})`,
      ),
    ]),
    'You are not asked to treat the examinee. This letter can be read by every party to the claim.',
    facts.organization,
  ];
  const empty = new Set([facts.body_parts.length === 0 ? 3 : -1, facts.parties.length === 0 ? 6 : -1]);
  return parts.filter((part, at) => part !== '' && !empty.has(at)).join('\n\n');
}
