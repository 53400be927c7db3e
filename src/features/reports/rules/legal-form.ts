import { questionsAsked, signature } from './common-sections.ts';
import type { Condition } from './condition.ts';
import type { FormDefinition } from './definition.ts';

/** True when the order asks for this issue; an order that names none asks for all of them. */
const asks = (issue: string): Condition => ({
  any: [{ includes: { fact: 'issues', value: issue } }, { not: { is_answered: { fact: 'issues' } } }],
});

const DEGREES = [
  { value: 'certainty', label: 'To a reasonable degree of medical certainty' },
  { value: 'probability', label: 'To a reasonable degree of medical probability (more likely than not)' },
  { value: 'possible', label: 'Possible, no more' },
  { value: 'none', label: 'No opinion can be given on this material' },
];

/** An opinion on one issue: what it is, how firmly it is held, and what it stands on. */
const opinion = (key: string, title: string, label: string, help: string): FormDefinition['sections'][number] => ({
  key,
  title,
  visible_if: asks(key),
  questions: [
    {
      key: `opinion_${key}`,
      type: 'text',
      label,
      help,
      required: true,
      min_length: 40,
    },
    { key: `degree_${key}`, type: 'single', label: 'How firmly is it held?', required: true, options: DEGREES },
    {
      key: `basis_${key}`,
      type: 'text',
      label: 'Basis and reasons',
      help: 'The facts and data it stands on, each with its page, and the reasoning from them to the opinion.',
      required: true,
      min_length: 60,
      citation_required: true,
    },
  ],
});

/**
 * The default report form of a legal case, version 1. Its parts follow what Federal Rule of Civil Procedure 26(a)(2)(B)
 * asks of the report of a retained expert: opinions with their basis and reasons, facts or data considered, exhibits;
 * qualifications, testimony and compensation come from the expert's records.
 */
export const LEGAL_REPORT_FORM: FormDefinition = {
  key: 'legal_report',
  kind: 'Generic',
  name: 'Expert report',
  version: 1,
  sections: [
    {
      key: 'assignment',
      title: 'Assignment',
      questions: [
        {
          key: 'assignment',
          type: 'text',
          label: 'What the expert was asked',
          help: 'By whom, on behalf of which party, and to give an opinion on what.',
          required: true,
          min_length: 40,
        },
        {
          key: 'qualifications',
          type: 'text',
          label: 'Qualifications for this opinion',
          help: 'Training, boards and practice that bear on the questions. The full CV goes with the report.',
          required: true,
          min_length: 40,
        },
      ],
    },
    {
      key: 'considered',
      title: 'Facts and data considered',
      short_title: 'Considered',
      questions: [
        {
          key: 'materials',
          type: 'text',
          label: 'Records, testimony and other materials',
          help: 'One to a line: what it is, its dates, its pages. Name all that was considered, not only what was relied on.',
          required: true,
          min_length: 20,
        },
        {
          key: 'facts',
          type: 'text',
          label: 'Course of events',
          help: 'In order, in neutral words, with the pages. Where accounts differ, give each.',
          required: true,
          min_length: 100,
          citation_required: true,
        },
        {
          key: 'assumptions',
          type: 'text',
          label: 'Facts assumed',
          help: 'What counsel asked the expert to assume, and what an opinion would lose without it.',
        },
        {
          key: 'missing',
          type: 'text',
          label: 'What was asked for and not received',
          help: 'Name it, and say which opinion it could change.',
        },
      ],
    },
    opinion(
      'standard_of_care',
      'Standard of care',
      'Opinion on the standard of care',
      'What the standard required then and there, and whether it was met. Judge from what was known or knowable at the time.',
    ),
    opinion(
      'causation',
      'Causation',
      'Opinion on causation',
      'Whether what was done or left undone caused the injury, and which other causes were considered.',
    ),
    opinion(
      'damages',
      'Injury and damages',
      'Opinion on the injury and its extent',
      'Which injuries the record supports, and which part existed before or would have come anyway.',
    ),
    opinion(
      'future_care',
      'Future care and prognosis',
      'Opinion on the course to expect',
      'Function, life expectancy and the care that will be needed: kind, frequency, duration.',
    ),
    opinion(
      'other_side',
      'The other side’s opinions',
      'Answer to the other side’s expert',
      'Where you agree and where you do not. Quote the opinion you answer.',
    ),
    questionsAsked(),
    {
      key: 'support',
      title: 'Exhibits and literature',
      short_title: 'Support',
      questions: [
        {
          key: 'exhibits',
          type: 'text',
          label: 'Exhibits that summarize or support the opinions',
          help: 'One to a line. Leave it empty where there are none.',
        },
        {
          key: 'literature',
          type: 'text',
          label: 'Literature relied on',
          help: 'Author, title, source, year. One to a line.',
        },
      ],
    },
    signature([
      {
        key: 'own_opinion',
        text: 'The opinions in this report are my own, and are all the opinions I now hold on the questions asked.',
      },
      {
        key: 'considered_all',
        text: 'I have named all facts and data I considered, also those that speak against my opinions.',
      },
      { key: 'fee', text: 'My fee does not depend on my opinions or on the outcome of the matter.' },
      {
        key: 'independent',
        text: 'I have no tie to a party, its counsel or its insurer beyond what I disclosed when I cleared the names.',
      },
      {
        key: 'supplement',
        text: 'I will supplement or correct this report if I learn of something that changes an opinion.',
      },
      {
        key: 'confidential',
        text: 'I have kept the records confidential and have put none of them into tools outside this platform.',
      },
    ]),
  ],
};
