import { capital, spelledPlural, plural } from '../../../../core/phrases.ts';
import { isTeamChecked } from '../../../organizations/rules.ts';
import {
  afterSigning,
  AUTOMATIC,
  CALL_NEXT_STEPS,
  closesByHand,
  closingSoon,
  COMMON_NEXT_STEPS,
  INVITATION,
  revisingText,
  type NextStepTexts,
} from '../next-step-text.ts';

/** What is said about each state of a case in which somebody must act. */
export const CASE_NEXT_STEPS: NextStepTexts = {
  ...COMMON_NEXT_STEPS,
  ...CALL_NEXT_STEPS,
  submitted: (f) => ({
    yours: ['Open the records check', 'The order has arrived.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus opens the records check', 'We look at the records next, usually the same day.']
      : [...AUTOMATIC.records],
    act: { action: 'open_intake', label: 'Open the records check' },
  }),
  in_intake: (f) => ({
    yours: [
      'Check the records',
      `${capital(spelledPlural(f.records, 'record'))}, ${plural(f.pages, 'page')}. Release it when they are complete, or ask for what is missing.`,
    ],
    theirs: isTeamChecked(f.organization)
      ? [
          'Peritus checks the records',
          'We make sure that nothing is missing, usually the same day. Then we look for experts.',
        ]
      : [...AUTOMATIC.records],
    act: { action: 'release_to_matching', label: 'Release to matching' },
  }),
  matching: (f) => ({
    yours: ['Present candidates', 'Find experts without a conflict and present three, or invite one directly.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus looks for experts', 'We check each one for conflicts before you see them.']
      : ['Experts are being matched', 'Each one is checked for conflicts before you see them.'],
    act: { label: 'Open the matching board', page: 'matching' },
  }),
  expert_selection: (f) => ({
    yours: [
      'Choose an expert',
      `${capital(spelledPlural(f.candidates, 'expert is', 'experts are'))} on offer, none with a known conflict. The one you choose is invited at once.`,
    ],
    theirs: [
      'The requester chooses an expert',
      `${capital(spelledPlural(f.candidates, 'expert was', 'experts were'))} presented.`,
    ],
    act: {
      label: f.candidates === 1 ? 'Look at the expert' : `Compare ${spelledPlural(f.candidates, 'expert')}`,
      page: 'experts',
    },
  }),
  invited: (_f, expert) => ({
    yours: [
      'Answer the invitation',
      'Answer the conflict questions, then accept or decline. Records open once you accept.',
    ],
    theirs: [
      `Waiting for ${expert} to answer`,
      'The invitation asks about conflicts first. Records open once it is accepted.',
    ],
    act: { label: 'Read the invitation', page: INVITATION },
    consequence: 'After that the invitation expires and another expert is asked.',
  }),
  call_completed: (f) => {
    const rate = f.organization.flags['disable_ratings'] !== true && !f.rated_by_requester;
    return {
      yours: [
        rate ? 'Rate the expert, then close' : 'Close the review',
        `The call was held. You can still ask for a written report, or close the review.${closesByHand(f, 'yours')}`,
      ],
      theirs: [
        'The call was held',
        `The requester rates, asks for a report, or closes the review.${closesByHand(f, 'theirs')}`,
      ],
      act: rate
        ? { label: 'Rate the expert', page: 'rate-medical-expert' }
        : { action: 'close', label: 'Close the review' },
    };
  },
  report_requested: (f, expert) => ({
    yours: ['Start the report', 'The questions and your form are ready. Everything you write is kept.'],
    theirs: [`${capital(expert)} starts the report`, afterSigning(f)],
    act: { label: 'Start the report', page: 'report' },
  }),
  report_in_progress: (f, expert) =>
    f.report?.status === 'returned'
      ? revisingText(expert)
      : {
          yours: ['Finish the report', 'Answer every question, then sign. Your assistant can prepare the draft.'],
          theirs: [`${capital(expert)} writes the report`, afterSigning(f)],
          act: { label: 'Continue the report', page: 'report' },
        },
  report_in_qa: (f) => ({
    yours: [
      'Check the report',
      'Is every question answered and every finding cited? Deliver it, or return it with notes.',
    ],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus checks the report', 'We make sure that every question is answered. Then it is delivered.']
      : [...AUTOMATIC.report],
    act: { label: 'Check the report', page: 'report' },
  }),
  report_delivered: (f) => ({
    yours: [
      'Read the report',
      `You can ask for a clarification, rate the expert, or close the review.${closesByHand(f, 'yours')}`,
    ],
    theirs: ['The report was delivered', `The requester reads it and closes the review.${closesByHand(f, 'theirs')}`],
    act: { label: 'Read the report', page: 'report' },
  }),
  closeout_pending: closingSoon,
};
