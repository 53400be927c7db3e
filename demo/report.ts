import { dateText } from '../src/core/dates.ts';
import {
  type Citations,
  citeToken,
  type FormAnswer,
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  visibleQuestions,
} from '../src/features/reports/rules.ts';
import type { Cite, DemoMatter } from './matters/types.ts';

export interface DemoFile {
  id: number;
  name: string;
}

const OVERALL = { met: 'met', not_met: 'not_met', cannot_determine: 'cannot_determine' } as const;
const CAUSE = { more_likely_than_not: 'probable', not_supported: 'not', cannot_determine: 'cannot_determine' } as const;

/** The form wants a cause explained in a sentence or two; where the opinion is terse, what it rests on follows. */
function causationComment({ conclusion }: DemoMatter): string {
  const { causation_text, overall_summary } = conclusion;
  return causation_text.length >= 60 ? causation_text : `${causation_text} ${overall_summary}`;
}

/**
 * A complete set of answers for a matter, by section, as its expert would write them: opinions and passages come from
 * the matter's own conclusion, so that every cited page says what the report says it does.
 */
export function demoAnswers(
  matter: DemoMatter,
  definition: FormDefinition,
  context: FormContext,
  files: readonly DemoFile[],
): Map<string, FormAnswers> {
  const { conclusion } = matter;
  const cites = conclusion.answers.flatMap((a) => a.cites);
  const sections = new Map<string, FormAnswers>();
  const answers: FormAnswers = {};
  let serial = 0;

  /** Words with the passages they rest on, as cited text and its citations. */
  const cited = (text: string, passages: readonly Cite[]): { text: string; citations: Citations } => {
    const citations: Citations = {};
    let out = text;
    for (const cite of passages) {
      const file = files[cite.record];
      if (!file) continue;
      serial += 1;
      const id = `d${serial}`;
      citations[id] = { file_id: file.id, file_name: file.name, page: cite.page, quote: cite.quote };
      out += ` ${citeToken(id)}`;
    }
    return { text: out, citations };
  };
  const first = (n: number): Cite[] => cites.slice(0, n);
  const defendants = matter.defendants.map((d) => d.name).join(' and ');
  const records = matter.records
    .filter((r) => r.visible_to_expert)
    .map((r) => `${r.name}, ${r.source}, ${r.from} to ${r.to}, ${r.pages} pages`)
    .join('\n');
  // what the report of a legal case asks for beside
  const ofTestimony: Record<string, () => [string, Cite[]]> = {
    assignment: () => [
      `Counsel asked for an independent opinion on the care given in ${matter.caption} by ${defendants}.`,
      [],
    ],
    qualifications: () => [
      `Board certified and in active practice in ${matter.specialty.toLowerCase()}. The full CV goes with this report.`,
      [],
    ],
    facts: () => [matter.summary, first(2)],
    opinion_standard_of_care: () => [conclusion.overall_summary, []],
    opinion_causation: () => [causationComment(matter), []],
    opinion_damages: () => [causationComment(matter), []],
    basis_standard_of_care: () => [`${conclusion.overall_summary} ${matter.summary}`, first(2)],
    basis_causation: () => [`${causationComment(matter)} ${matter.summary}`, first(1)],
    basis_damages: () => [`${causationComment(matter)} ${matter.summary}`, first(1)],
  };
  const texts: Record<string, () => [string, Cite[]]> = {
    case_summary: () => [
      conclusion.overall_summary.length >= 100
        ? conclusion.overall_summary
        : `${matter.summary} ${conclusion.overall_summary}`,
      first(2),
    ],
    records_reviewed: () => [records, []],
    materials: () => [records, []],
    care_standard: () => [
      `The care of ${defendants} is judged by what a reasonably prudent clinician in ${matter.specialty.toLowerCase()} would have done on ${dateText(matter.date_of_incident, 'long')} with the findings then at hand.`,
      [],
    ],
    care_providers: () => [
      matter.defendants
        .map((d) => `${d.name}: see the overall opinion; the pages cited there concern this provider.`)
        .join('\n'),
      first(1),
    ],
    causation_alternatives: () => [
      'The earlier conditions charted before the event and the natural course of the disease were considered and are weighed in the opinion above.',
      [],
    ],
    injury: () => [conclusion.causation_text, first(1)],
    prognosis_outlook: () => [
      'The deficit charted at the last visit is likely to be lasting; some further gain with therapy over the coming year is possible.',
      [],
    ],
    limits: () => [
      'This is a review of records. The patient was not examined, and the opinions depend on the chart being complete and its times being right.',
      [],
    ],
    conclusion: () => [`${conclusion.overall_summary} ${conclusion.causation_text}`, []],
    ...ofTestimony,
  };

  const answerTo = (key: string, type: string): FormAnswer | null => {
    switch (key) {
      case 'records_sufficient':
        return { value: 'sufficient' };
      case 'care_overall':
        return { value: OVERALL[conclusion.standard_of_care], comment: conclusion.overall_summary };
      case 'causation_opinion': {
        const { text, citations } = cited(causationComment(matter), first(1));
        return { value: CAUSE[conclusion.causation], comment: text, citations };
      }
      case 'severity':
        return { value: String(matter.severity) };
      case 'certainty':
        return { value: 'probability' };
      case 'requester_answers': {
        const value: Record<string, string> = {};
        const citations: Citations = {};
        context.questions.forEach((question, i) => {
          const answer = conclusion.answers.find((a) => a.question === i);
          const part = cited(answer?.text ?? conclusion.overall_summary, answer?.cites ?? []);
          value[question.id] = part.text;
          Object.assign(citations, part.citations);
        });
        return { value, citations };
      }
      default: {
        const text = texts[key]?.();
        if (text) {
          const { text: words, citations } = cited(...text);
          return { value: words, citations };
        }
        if (key.startsWith('degree_')) return { value: 'probability' };
        if (type === 'single') {
          // the single domains of care: the decisive ones follow the opinion, the others are not at issue
          return { value: 'not_at_issue' };
        }
        return null;
      }
    }
  };

  // a question may show because of an earlier answer: go on until nothing new appears
  for (let round = 0; round < 3; round += 1) {
    for (const { section, question } of visibleQuestions(definition, answers, context)) {
      if (answers[question.key] || question.type === 'signature') continue;
      const answer: FormAnswer | null =
        question.type === 'attestation'
          ? { value: question.statements.map((s) => s.key) }
          : answerTo(question.key, question.type);
      if (!answer) continue;
      answers[question.key] = answer;
      sections.set(section.key, { ...sections.get(section.key), [question.key]: answer });
    }
  }
  return sections;
}
