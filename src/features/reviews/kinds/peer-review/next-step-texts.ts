import { dateText } from '../../../../core/dates.ts';
import { capital, spelledPlural, plural } from '../../../../core/phrases.ts';
import {
  afterSigning,
  AUTOMATIC,
  CALL_NEXT_STEPS,
  COMMON_NEXT_STEPS,
  INVITATION,
  revisingText,
  type NextStepTexts,
} from '../next-step-text.ts';
import { isTeamChecked } from '../../../organizations/rules.ts';

/** What is said about each state of a peer review in which somebody must act. */
export const PEER_REVIEW_NEXT_STEPS: NextStepTexts = {
  ...COMMON_NEXT_STEPS,
  ...CALL_NEXT_STEPS,
  pre_ordered: (f) => {
    const period = f.pre_order?.period ? `It belongs to ${f.pre_order.period}. ` : '';
    const { count: charts, missing } = f.charts;
    const ready = charts > 0 && missing === 0;
    return {
      yours: ready
        ? [
            'Confirm the charts and order',
            `${period}${capital(spelledPlural(f.records, 'record is', 'records are'))} uploaded, and no chart is left without. Look through the order and confirm it.`,
          ]
        : [
            'Add the charts',
            charts > 0
              ? `${period}${missing} of ${charts} charts ${missing === 1 ? 'is' : 'are'} still without records.`
              : `${period}It is in the calendar. Upload the charts when you have them, then order.`,
          ],
      theirs: ['Waiting for the charts', 'It stays in the calendar until the requester confirms it.'],
      act: ready
        ? { label: 'Look through the order', page: 'step-four' }
        : { label: 'Add the charts', page: 'step-three' },
      ...(f.pre_order
        ? { consequence: `It stays until ${dateText(f.pre_order.lapses_on, 'day')}, then it lapses.` }
        : {}),
    };
  },
  submitted: (f) => ({
    yours: ['Open the records check', 'The order has arrived.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus opens the records check', 'We look at the charts next, usually the same day.']
      : [...AUTOMATIC.records],
    act: { action: 'open_intake', label: 'Open the records check' },
  }),
  in_intake: (f) => ({
    yours: [
      'Check the charts',
      `${capital(spelledPlural(f.records, 'record'))}, ${plural(f.pages, 'page')}. Do they belong to the right patients and the right provider? Release them, or ask for what is missing.`,
    ],
    theirs: isTeamChecked(f.organization)
      ? [
          'Peritus checks the charts',
          'We make sure that they are complete and belong to the right provider, usually the same day. Then we look for reviewers.',
        ]
      : [...AUTOMATIC.records],
    act: { action: 'release_to_matching', label: 'Release to matching' },
  }),
  matching: (f) => ({
    yours: [
      'Invite reviewers',
      'Same license and specialty, another market, no conflict. Of those you invite the first who accepts reviews it.',
    ],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus looks for a reviewer', 'We check each one for conflicts. You do not learn who it is.']
      : ['A reviewer is being matched', 'Each one is checked for conflicts. You do not learn who it is.'],
    act: { label: 'Open the matching board', page: 'matching' },
  }),
  invited: (_f, expert) => ({
    yours: [
      'Answer the invitation',
      'Answer the conflict questions, then accept or decline. The charts open once you accept.',
    ],
    theirs: [
      `Waiting for ${expert} to answer`,
      'The invitation asks about conflicts first. The charts open once it is accepted.',
    ],
    act: { label: 'Read the invitation', page: INVITATION },
    consequence: 'After that the invitation expires and another reviewer is asked.',
  }),
  in_review: (f, expert) => ({
    yours:
      f.report === null
        ? [
            'Review the charts and begin the report',
            'The charts and your form are ready. Everything you write is kept.',
          ]
        : ['Finish the report', 'Answer every question, then sign. Your assistant can prepare the draft.'],
    theirs: [`${capital(expert)} reviews the charts`, afterSigning(f)],
    act: { label: f.report === null ? 'Begin the report' : 'Continue the report', page: 'report' },
  }),
  report_submitted: (f) => ({
    yours: ['Take the report to its quality check', 'It is signed and waits for somebody to take it.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus checks the report next', 'It is signed. We make sure that every question is answered.']
      : [...AUTOMATIC.report],
    act: { action: 'open_qa', label: 'Take it' },
  }),
  in_qa: (f) => ({
    yours: [
      'Check the report',
      'Is every question answered, every deficiency explained, every finding cited? Deliver it, or return it with notes.',
    ],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus checks the report', 'We make sure that every question is answered. Then it is delivered.']
      : [...AUTOMATIC.report],
    act: { label: 'Check the report', page: 'report' },
  }),
  returned: (_f, expert) => revisingText(expert),
  delivered: (f) => ({
    yours: [
      'Read the report and acknowledge it',
      f.service === 'limited'
        ? 'Only those named as recipients and your managers can open it.'
        : 'Only those named as recipients and your managers can open it. You can ask for a clarification, or for a call.',
    ],
    theirs: ['The report was delivered', 'The requester reads and acknowledges it.'],
    act: { label: 'Read the report', page: 'report' },
    consequence: 'After that it counts as acknowledged.',
  }),
};
