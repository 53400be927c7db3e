import { questionsAsked, signature } from './common-sections.ts';
import type { Condition } from './condition.ts';
import type { FormDefinition } from './definition.ts';

/** There was an exam: a review of the records alone has no findings of one. */
const EXAMINED: Condition = { equals: { fact: 'examined', value: true } };
const isRated = (value: string): Condition => ({ equals: { question: 'impairment', value } });

/** The default report form of an independent medical exam, version 1. */
export const IME_REPORT_FORM: FormDefinition = {
  key: 'ime_report',
  kind: 'IME',
  name: 'Independent medical exam report',
  version: 1,
  sections: [
    {
      key: 'identification',
      title: 'Identification and consent',
      short_title: 'Identity',
      visible_if: EXAMINED,
      questions: [
        {
          key: 'identity_seen',
          type: 'single',
          label: 'How was the examinee identified?',
          required: true,
          options: [
            { value: 'photo_id', label: 'By a photo ID' },
            { value: 'otherwise', label: 'Otherwise' },
          ],
          comment_rule: { required_when: ['otherwise'], min_length: 5, label: 'By what' },
        },
        {
          key: 'explained',
          type: 'text',
          label: 'What the examinee was told before the exam',
          help: 'That there is no treating relationship, who asked for the exam, and who receives the report.',
          required: true,
          min_length: 20,
        },
        {
          key: 'present',
          type: 'text',
          label: 'Who was present',
          help: 'Interpreter, companion, assistant; whether it was recorded.',
        },
        {
          key: 'minutes',
          type: 'number',
          label: 'Time spent with the examinee',
          unit: 'minutes',
          min: 1,
          max: 600,
          integer: true,
          required: true,
        },
      ],
    },
    {
      key: 'records',
      title: 'Records reviewed',
      short_title: 'Records',
      questions: [
        {
          key: 'records_reviewed',
          type: 'text',
          label: 'Records and other materials reviewed',
          help: 'One to a line: source, kind of record, dates, pages. Include imaging you viewed yourself.',
          required: true,
          min_length: 10,
        },
        {
          key: 'records_missing',
          type: 'text',
          label: 'Records missing or illegible',
          help: 'Name each one, and say which opinion it could change.',
        },
      ],
    },
    {
      key: 'history',
      title: 'History and complaints',
      short_title: 'History',
      questions: [
        {
          key: 'history',
          type: 'text',
          label: 'History of the injury and of its treatment',
          help: 'As the records show it and as the examinee tells it, kept apart.',
          required: true,
          min_length: 40,
        },
        {
          key: 'complaints',
          type: 'text',
          label: 'Current complaints',
          visible_if: EXAMINED,
          required: true,
          min_length: 10,
        },
        { key: 'earlier_conditions', type: 'text', label: 'Earlier conditions and injuries' },
      ],
    },
    {
      key: 'exam',
      title: 'Examination',
      visible_if: EXAMINED,
      questions: [
        {
          key: 'findings_positive',
          type: 'text',
          label: 'Positive findings',
          help: 'With measurements, sides compared.',
          required: true,
          min_length: 10,
        },
        { key: 'findings_negative', type: 'text', label: 'Negative findings', required: true, min_length: 10 },
        {
          key: 'consistency',
          type: 'single',
          label: 'Are complaints and findings consistent?',
          required: true,
          options: [
            { value: 'consistent', label: 'Consistent' },
            { value: 'partly', label: 'In part' },
            { value: 'inconsistent', label: 'Inconsistent' },
            { value: 'cannot_determine', label: 'Cannot be determined' },
          ],
          comment_rule: { required_when: ['partly', 'inconsistent'], min_length: 20, label: 'What does not fit' },
        },
        { key: 'tests', type: 'text', label: 'Tests done or ordered, with their results' },
      ],
    },
    {
      key: 'diagnoses',
      title: 'Diagnoses and discussion',
      short_title: 'Diagnoses',
      questions: [
        {
          key: 'diagnoses',
          type: 'text',
          label: 'Diagnoses',
          help: 'One to a line, each with whether it belongs to an accepted condition.',
          required: true,
          min_length: 5,
        },
        {
          key: 'discussion',
          type: 'text',
          label: 'Discussion',
          help: 'How history, findings and tests lead to your opinions, causation and apportionment included.',
          required: true,
          min_length: 60,
        },
      ],
    },
    questionsAsked(),
    {
      key: 'impairment',
      title: 'Recovery and impairment',
      short_title: 'Impairment',
      questions: [
        {
          key: 'mmi',
          type: 'single',
          label: 'Maximum medical improvement',
          required: true,
          options: [
            { value: 'reached', label: 'Reached' },
            { value: 'not_reached', label: 'Not reached yet' },
            { value: 'not_asked', label: 'Not asked' },
          ],
        },
        {
          key: 'mmi_on',
          type: 'date',
          label: 'Reached on',
          visible_if: { equals: { question: 'mmi', value: 'reached' } },
          required: true,
        },
        {
          key: 'impairment',
          type: 'single',
          label: 'Permanent impairment',
          required: true,
          options: [
            { value: 'rated', label: 'Rated' },
            { value: 'none', label: 'None' },
            { value: 'too_early', label: 'Too early to rate' },
            { value: 'not_asked', label: 'Not asked' },
          ],
        },
        {
          key: 'impairment_percent',
          type: 'number',
          label: 'Impairment of the whole person',
          unit: '%',
          min: 0,
          max: 100,
          visible_if: isRated('rated'),
          required: true,
        },
        {
          key: 'impairment_basis',
          type: 'text',
          label: 'By which guide',
          help: 'Edition, tables and pages, and how the figure follows from them.',
          visible_if: isRated('rated'),
          required: true,
          min_length: 20,
        },
        {
          key: 'apportionment',
          type: 'text',
          label: 'Apportionment',
          help: 'What of it is due to earlier or other causes, and why.',
          visible_if: isRated('rated'),
        },
      ],
    },
    {
      key: 'work',
      title: 'Work',
      questions: [
        {
          key: 'work_now',
          type: 'single',
          label: 'Work the examinee can do now',
          required: true,
          options: [
            { value: 'full', label: 'Full duty' },
            { value: 'limited', label: 'With limits' },
            { value: 'none', label: 'None' },
            { value: 'not_asked', label: 'Not asked' },
          ],
        },
        {
          key: 'lift_pounds',
          type: 'number',
          label: 'Lifting at most',
          unit: 'pounds',
          min: 0,
          max: 500,
          visible_if: { equals: { question: 'work_now', value: 'limited' } },
          required: true,
        },
        {
          key: 'hours_a_day',
          type: 'number',
          label: 'Work at most',
          unit: 'hours a day',
          min: 0,
          max: 24,
          visible_if: { equals: { question: 'work_now', value: 'limited' } },
          required: true,
        },
        {
          key: 'restrictions',
          type: 'text',
          label: 'Further limits, and which of them are permanent',
          visible_if: { equals: { question: 'work_now', value: 'limited' } },
        },
      ],
    },
    signature([
      {
        key: 'own_opinion',
        text: 'The opinions in this report are my own, reached from the records listed, from what I saw and heard, and from my training and experience.',
      },
      {
        key: 'no_treatment',
        text: 'I have not treated the examinee, and have told them that this is no treatment.',
      },
      { key: 'fee', text: 'My fee does not depend on my opinions or on the outcome of the matter.' },
      {
        key: 'certainty',
        text: 'I hold my opinions to a reasonable degree of medical certainty, except where I said otherwise.',
      },
      {
        key: 'confidential',
        text: 'I have kept the records confidential and have put none of them into tools outside this platform.',
      },
    ]),
  ],
};
