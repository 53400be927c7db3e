import { COMMON_ACTION_LABELS, COMMON_STEP_DAYS, statesOf } from '../../src/features/reviews/kinds/steps/tables.ts';
import { closing, reopening, restingAndEnding } from '../../src/features/reviews/kinds/steps/ending.ts';
import { checkingReport, REPORT_FACETS, signingReport } from '../../src/features/reviews/kinds/steps/report.ts';
import {
  accepting,
  INVITATION_IN_VAIN,
  invitingDirectly,
  MATCHING_FACETS,
  releasing,
} from '../../src/features/reviews/kinds/steps/matching.ts';
import {
  askingForRecords,
  FOLLOWING_AN_ORDER,
  OPEN_INTAKE,
  SUBMIT,
} from '../../src/features/reviews/kinds/steps/ordering.ts';
import type { KindModule } from '../../src/app/kinds.ts';
import type { Lifecycle, Transition } from '../../src/core/machine.ts';
import { INCLUDED_PAGES, USUAL_TERMS } from '../../src/features/billing/rules.ts';
import { questionsAsked, signature } from '../../src/features/reports/rules/common-sections.ts';
import {
  expeditedField,
  neededByField,
  partiesField,
  questionsField,
  requesterField,
  specialtyFields,
} from '../../src/features/reviews/kinds/common-fields.ts';
import {
  choice,
  type FieldsOf,
  type FieldTable,
  formOfTable,
  step,
  text,
} from '../../src/features/reviews/kinds/field.ts';
import type { ReviewAction } from '../../src/features/reviews/rules.ts';
import { kindForm } from '../../src/features/reviews/kinds/form.ts';
import { COMMON_NEXT_STEPS, INVITATION, type NextStepText } from '../../src/features/reviews/kinds/next-step-text.ts';
import { SIDE_STATES, stateRowOf as row } from '../../src/features/reviews/kinds/state-row.ts';
import type { Guard, ReviewRole } from '../../src/features/reviews/kinds/vocabulary.ts';

/*
 * A kind of review that the product does not have: a screening, one expert's short written answer to whether a matter is
 * worth a full review. Ordered, matched, reported; no call, no clarification. It is made of tables alone, and shows that a
 * kind needs nothing else.
 */

const STATES = {
  draft: row('Draft', 'neutral', 0, 'draft', 'requester', 'Finish and order', ['ordered', 0.5]),
  submitted: {
    ...row('Ordered', 'info', 0.1, 'active', 'staff', 'Open the records check', ['ordered', 1]),
    phase: 'ordered',
  },
  in_intake: {
    ...row('Records check', 'info', 0.2, 'active', 'staff', 'Check the records', ['ordered', 1]),
    phase: 'checks_records',
  },
  matching: {
    ...row('Matching', 'info', 0.3, 'active', 'staff', 'Invite experts', ['answered', 0.1]),
    phase: 'finds_expert',
  },
  invited: {
    ...row('Invited', 'info', 0.4, 'active', 'expert', 'Answer the invitation', ['answered', 0.2]),
    phase: 'asks_expert',
  },
  screening: {
    ...row('Screening', 'info', 0.6, 'active', 'expert', 'Write the answer', ['answered', 0.5]),
    report: 'writing',
    rateable: 'once_delivered',
  },
  answer_check: {
    ...row('Answer in review', 'info', 0.8, 'active', 'staff', 'Quality check', ['answered', 0.8]),
    report: 'checking',
    rateable: 'once_delivered',
  },
  answered: {
    ...row('Answered', 'ok', 0.95, 'active', 'requester', 'Read the answer', ['answered', 1]),
    report: 'delivered',
    finished: true,
    rateable: 'done',
  },
  closed: {
    ...row('Closed', 'ok', 1, 'completed', 'nobody', 'Closed', ['answered', 1]),
    finished: true,
    phase: 'ended',
    rateable: 'done',
  },
  ...SIDE_STATES,
  purged: {
    ...row('Records deleted', 'neutral', 1, 'completed', 'nobody', 'Records deleted', null, 'cross'),
    phase: 'records_deleted',
  },
} as const;
type State = keyof typeof STATES;
declare module '../../src/features/reviews/rules/statuses.ts' {
  interface ReviewStates extends Record<State, true> {}
}

const TRANSITIONS = [
  SUBMIT,
  OPEN_INTAKE,
  ...askingForRecords(['in_intake', 'matching', 'screening']),
  releasing('records_present', 'found the records complete and released it to matching'),
  invitingDirectly('invited experts'),
  accepting('accept', 'screening'),
  ...INVITATION_IN_VAIN,
  {
    from: ['screening'],
    action: 'start_report',
    to: 'screening',
    who: ['expert', 'assistant'],
    guards: ['report_not_begun'],
    says: 'began the answer',
  },
  signingReport('screening', 'answer_check', 'signed the answer'),
  ...checkingReport({ checking: 'answer_check', returned: 'screening', delivered: 'answered' }),
  closing(['answered']),
  reopening('answered'),
  ...restingAndEnding(STATES, ['closed', 'cancelled']),
] as const satisfies readonly Transition<State, string, ReviewRole, Guard>[];

declare module '../../src/features/reviews/rules/actions.ts' {
  interface ReviewActions extends Record<(typeof TRANSITIONS)[number]['action'], true> {}
}

const LIFECYCLE: Lifecycle<State, ReviewAction, ReviewRole, Guard> = {
  states: statesOf(STATES),
  initial: 'draft',
  final: ['purged'],
  transitions: TRANSITIONS,
};

const SERVICES = [
  { value: 'written_answer', label: 'Written answer', minutes: null, report: true, gets: 'An answer in writing.' },
] as const;

const FIELDS = {
  step_one: step('What it is about', 'Which matter should be looked at?', {
    matter_name: text('Name of the matter', { missing: 'Enter the name of the matter.', told: true }),
    matter_number: text('Matter number', { missing: 'Enter the matter number.', column: 'claim_number' }),
    service: choice('Service', 'services', SERVICES, {
      missing: 'Choose the service.',
      column: 'service',
      layout: { as: 'cards' },
    }),
  }),
  step_two: step('Who should look', 'Which expert is this for?', {
    ...specialtyFields({ help: 'The field the question belongs to.', missing: 'Choose the specialty.' }),
    ...partiesField('Parties', ['claimant', 'defendant', 'facility', 'other'], {
      help: 'Experts are checked against them.',
      missing: 'Name at least one party.',
    }),
  }),
  step_three: step('What is asked', 'What should be answered?', {
    ...questionsField('Questions', 3, { missing: 'Ask at least one question.' }),
    remark: text('A word on the records', { layout: { after_records: true } }),
  }),
  step_four: step('When', 'When do you need it?', {
    ...neededByField,
    ...expeditedField({ help: 'Sooner, for more.' }),
    ...requesterField,
  }),
} satisfies FieldTable;
type ScreeningFields = FieldsOf<typeof FIELDS>;

const read = (fields: Readonly<Record<string, unknown>>): Partial<ScreeningFields> =>
  fields as Partial<ScreeningFields>;
const TABLE = formOfTable(FIELDS, (fields) => read(fields).matter_name ?? '');

const FORM = kindForm<ScreeningFields>({
  ...TABLE,
  fixed_after_acceptance: new Set(['conflict_parties', 'questions']),
  onboarding: [],
  example: [],
  prefill: () => ({}),
  named_parties: (fields) => read(fields).conflict_parties ?? [],
  rules: { step_one: [], step_two: [], step_three: [], step_four: [] },
  needed_by_days: { standard: 3, expedited: 1 },
  services: SERVICES,
  prices: {
    ...USUAL_TERMS,
    services: {
      written_answer: {
        label: 'Written answer',
        base_cents: 21_000,
        report: 'part',
        factor_of: 'answer',
        factor: 'price_modifier',
        included_pages: INCLUDED_PAGES,
      },
    },
  },
  types: [],
  stages: [],
  question_bank: [],
  question_groups: 'services',
  number: { path: 'step_one.matter_number', noun: 'matter number' },
  charts: () => [],
  expert_need: () => ({
    license_keys: [],
    preferred_states: [],
    licensed_in: [],
    excluded_states: [],
    setting: null,
    board_certified: false,
    active_within_years: null,
    excluded_experts: [],
    preferred_experts: [],
    further_specialty_ids: [],
    near: null,
    max_hourly_cents: null,
    notes: [],
  }),
  report_form: () => null,
  report_context: (f) => ({ facts: {}, questions: f.questions ?? [], charts: [] }),
  matter: (f) => [['Matter number', f.matter_number ?? '']],
  protection: () => null,
  report_readers: () => null,
});

const says =
  (yours: NextStepText['yours'], theirs: NextStepText['theirs'], act?: NextStepText['act']) => (): NextStepText => ({
    yours,
    theirs,
    ...(act ? { act } : {}),
  });

/** A screening: every part a kind has. */
export const SCREENING: KindModule = {
  row: {
    api_path: 'screenings',
    slug: 'screening',
    list_path: '/screenings',
    completed_path: '/completed-screenings',
    ahead_path: null,
    invite_path: '/screening-invite',
    chat_type: 'screening',
    label: 'Screenings',
    singular: 'screening',
    subject_label: 'Matter',
    one: 'screening',
    plural: 'screenings',
    number_prefix: 'SC',
    number_label: 'Matter',
    state_label: 'Venue',
    blind_expert: false,
    hears_provider: false,
    has_charts: false,
    names_first: false,
    has_agreement: false,
    has_exam: false,
    takes_dictation: false,
    taken_by_new_experts: false,
    by_subscription: false,
    trends_path: null,
    own_columns: [],
    overseen_path: null,
    confidential: null,
    enabled_flag: 'case_reviews_enabled',
    offered_flag: null,
    accepts_flag: 'accepts_new_case_submissions',
    propose_flag: null,
    subscribers_flag: null,
    attention_flag: null,
    hides_records_flag: null,
    landing: 'screening-list',
    usual_landing: false,
  },
  lifecycle: LIFECYCLE,
  states: STATES,
  stages: [
    { key: 'ordered', label: 'Ordered' },
    { key: 'answered', label: 'Answered' },
  ],
  action_labels: { ...COMMON_ACTION_LABELS, sign_report: 'sign the answer' },
  process: {
    step_days: { ...COMMON_STEP_DAYS, screening: [5, 2], answer_check: [1, 1] },
    automatic_steps: FOLLOWING_AN_ORDER,
    facets: {
      ...MATCHING_FACETS,
      ...REPORT_FACETS,
      accept: { matching_status: 'accepted' },
      sign_report: { report_status: 'in_qa' },
    },
    accept: () => 'accept',
    cancellation: 'by_report',
    second_opinions: false,
    reopens_to: 'answered',
  },
  form: FORM,
  next_steps: {
    ...COMMON_NEXT_STEPS,
    submitted: says(['Open the records check', 'It has arrived.'], ['Peritus opens the records check', 'Soon.'], {
      action: 'open_intake',
      label: 'Open the records check',
    }),
    in_intake: says(['Check the records', 'Release it.'], ['Peritus checks the records', 'The same day.'], {
      action: 'release_to_matching',
      label: 'Release to matching',
    }),
    matching: says(['Invite experts', 'The first who accepts answers.'], ['Peritus looks for an expert', 'Soon.'], {
      label: 'Open the matching board',
      page: 'matching',
    }),
    invited: says(['Answer the invitation', 'Conflicts first.'], ['Waiting for an expert', 'Conflicts first.'], {
      label: 'Read the invitation',
      page: INVITATION,
    }),
    screening: says(['Write the answer', 'Then sign.'], ['The expert looks at the matter', 'You get a mail.'], {
      label: 'Write the answer',
      page: 'report',
    }),
    answer_check: says(['Check the answer', 'Deliver it, or return it.'], ['Peritus checks the answer', 'Soon.'], {
      label: 'Check the answer',
      page: 'report',
    }),
    answered: says(
      ['Read the answer', 'Close it, or order a full review.'],
      ['The answer was delivered', 'It is read.'],
      {
        label: 'Read the answer',
        page: 'report',
      },
    ),
  },
  file_categories: ['medical_records', 'imaging_report', 'other'],
  report_forms: [
    {
      key: 'screening',
      name: 'Screening',
      version: 1,
      sections: [
        {
          key: 'verdict',
          title: 'Verdict',
          questions: [
            {
              key: 'worth_it',
              type: 'single',
              label: 'Is a full review worth it?',
              required: true,
              options: [
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ],
            },
          ],
        },
        questionsAsked(),
        signature([{ key: 'own', text: 'The answer is my own.' }]),
      ],
    },
  ],
};
