import { capital, plural, spelledPlural } from '../../../../core/phrases.ts';
import { dateText } from '../../../../core/dates.ts';
import { isTeamChecked } from '../../../organizations/rules.ts';
import type { ReviewFacts } from '../../rules/facts.ts';
import { lacksLetter } from '../../rules/guards.ts';
import {
  afterSigning,
  AUTOMATIC,
  closesByHand,
  closingSoon,
  COMMON_NEXT_STEPS,
  INVITATION,
  type NextStepText,
  type NextStepTexts,
  revisingText,
} from '../next-step-text.ts';

/** Where the exam's own card stands on the page. */
const HERE = { page: '' } as const;

const started = (f: ReviewFacts, now: Date): boolean => f.appointment !== null && f.appointment.starts_at <= now;

/** What is said while the requester's own appointments wait for an answer. */
const proposedText = (proposed: number, expert: string): NextStepText => {
  const are = capital(spelledPlural(proposed, 'appointment is', 'appointments are'));
  return {
    yours: [
      'Confirm a proposed appointment',
      `${are} proposed by the requester. Confirm one and the notice is prepared, or offer others.`,
    ],
    theirs: [`Waiting for ${expert} to confirm an appointment`, `${are} proposed. Others may be offered instead.`],
    act: { label: 'Confirm an appointment', ...HERE },
  };
};

/** What is said about each state of an exam in which somebody must act. */
export const IME_NEXT_STEPS: NextStepTexts = {
  ...COMMON_NEXT_STEPS,
  submitted: (f) => ({
    yours: ['Open the records check', 'The order has arrived.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus opens the records check', 'We look at the records next, usually the same day.']
      : [...AUTOMATIC.records],
    act: { action: 'open_intake', label: 'Open the records check' },
  }),
  in_intake: (f) => {
    const lacking = lacksLetter(f);
    return {
      yours: [
        'Check the records',
        `${capital(spelledPlural(f.records, 'record'))}, ${plural(f.pages, 'page')}. ${
          lacking ? 'The purpose letter is not among them.' : 'Release it when they are complete.'
        }`,
      ],
      theirs: isTeamChecked(f.organization)
        ? ['Peritus checks the records', 'We make sure that nothing is missing, usually the same day.']
        : [...AUTOMATIC.records],
      act: lacking
        ? { action: 'await_purpose_letter', label: 'Ask for the purpose letter' }
        : { action: 'release_to_matching', label: 'Release to matching' },
    };
  },
  purpose_letter_pending: () => ({
    yours: [
      'Send the purpose letter',
      'It tells the examiner what to answer, in neutral words. Write it from your order, or add your own to the records; examiners are looked for as soon as it is there.',
    ],
    theirs: ['Waiting for the purpose letter', 'Examiners are looked for as soon as it is among the records.'],
  }),
  matching: (f) => ({
    yours: ['Present candidates', 'Find examiners without a conflict and present three, or invite one directly.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus looks for examiners', 'We check each one for conflicts before you see them.']
      : ['Examiners are being matched', 'Each one is checked for conflicts before you see them.'],
    act: { label: 'Open the matching board', page: 'matching' },
  }),
  expert_selection: (f) => ({
    yours: [
      'Choose an examiner',
      `${capital(spelledPlural(f.candidates, 'examiner is', 'examiners are'))} on offer, none with a known conflict. The one you choose is invited at once.`,
    ],
    theirs: [
      'The requester chooses an examiner',
      `${capital(spelledPlural(f.candidates, 'examiner was', 'examiners were'))} presented.`,
    ],
    act: {
      label: f.candidates === 1 ? 'Look at the examiner' : `Compare ${spelledPlural(f.candidates, 'examiner')}`,
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
    consequence: 'After that the invitation expires and another examiner is asked.',
  }),
  panel_filling: (f) => ({
    yours: [
      'Invite the other examiners',
      `${capital(spelledPlural(f.panel_open, 'place'))} of the panel ${f.panel_open === 1 ? 'is' : 'are'} open. ${
        f.appointment?.status === 'scheduled'
          ? 'Whoever takes it examines at the time that is set; then a new notice is served.'
          : 'The visit is arranged once all are there.'
      }`,
    ],
    theirs: [
      'The other examiners of the panel are looked for',
      `${capital(spelledPlural(f.panel_open, 'place'))} ${f.panel_open === 1 ? 'is' : 'are'} open. Then the visit continues.`,
    ],
    act: { label: 'Open the matching board', page: 'matching' },
  }),
  scheduling: (f, expert) => {
    if (f.appointments_proposed > 0) return proposedText(f.appointments_proposed, expert);
    return {
      yours: [
        'Offer exam appointments',
        'Each with a place and a time, far enough ahead for the notice. The requester chooses one.',
      ],
      theirs: [`Waiting for ${expert} to offer appointments`, 'Then the requester chooses one.'],
      act: { label: 'Offer appointments', page: 'choose-available-times' },
    };
  },
  appointment_offered: (f, expert) => ({
    yours: [
      `Choose an appointment with ${expert}`,
      `${capital(spelledPlural(f.appointments_open, 'appointment is', 'appointments are'))} on offer. Once you choose, the notice is prepared.`,
    ],
    theirs: [
      'The requester chooses an appointment',
      `${capital(spelledPlural(f.appointments_open, 'appointment is', 'appointments are'))} on offer.`,
    ],
    act: { label: 'Choose an appointment', ...HERE },
  }),
  appointment_confirmed: (f, _expert, now) => {
    const by = f.appointment ? dateText(f.appointment.notice_by, 'long') : '';
    if (f.due_at && f.due_at < now)
      return {
        yours: ['The notice is late', `It had to be served by ${by}. If it was, record it; otherwise move the exam.`],
        theirs: ['The notice is late', `It had to be served by ${by}. If it was not, the exam has to be moved.`],
        act: { label: 'See the exam', ...HERE },
      };
    return {
      yours: [
        'Serve the notice',
        `It has to be served by ${by}. Record here how, when and to whom it went; without that proof the exam does not continue.`,
      ],
      theirs: ['Peritus serves the notice', `It goes out in writing, by ${by}.`],
      act: { label: 'Record the service', ...HERE },
      consequence: 'After that the notice is too late for this appointment, and the exam has to be moved.',
    };
  },
  notices_sent: (f, expert, now) =>
    started(f, now)
      ? {
          yours: ['Record the exam', 'Say whether the examinee came and was examined. Then it continues.'],
          theirs: [`${capital(expert)} records the exam`, 'Its time has come.'],
          act: { label: 'Record the exam', ...HERE },
        }
      : {
          yours: ['Prepare for the exam', 'Read the file and the purpose letter before the examinee comes.'],
          theirs: ['The exam is set', 'The notice was served in time.'],
          act: { label: 'See the appointment', ...HERE },
        },
  rescheduling: () => ({
    yours: [
      'Decide what happens next',
      'The exam did not happen. Ask for another appointment, or for a report on the records alone; or cancel.',
    ],
    theirs: ['The requester says how it continues', 'The exam did not happen.'],
    act: { action: 'schedule_again', label: 'Ask for another appointment' },
  }),
  exam_done: (f, expert) => ({
    yours: ['Start the report', 'The questions and your form are ready. Where tests are pending, say so.'],
    theirs: [`${capital(expert)} starts the report`, afterSigning(f)],
    act: { label: 'Start the report', page: 'report' },
  }),
  report_requested: (f, expert) => ({
    yours: ['Start the report', 'It is about the records alone. The questions and your form are ready.'],
    theirs: [`${capital(expert)} starts the report`, afterSigning(f)],
    act: { label: 'Start the report', page: 'report' },
  }),
  awaiting_tests: (_f, expert) => ({
    yours: ['Record when the results are there', 'The report is due from then on.'],
    theirs: [`${capital(expert)} waits for the results of tests`, 'The report is due once they are there.'],
    act: { label: 'Record the results', ...HERE },
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
      `You can ask for an addendum, rate the examiner, or close the review.${closesByHand(f, 'yours')}`,
    ],
    theirs: ['The report was delivered', `The requester reads it and closes the review.${closesByHand(f, 'theirs')}`],
    act: { label: 'Read the report', page: 'report' },
  }),
  closeout_pending: closingSoon,
};
