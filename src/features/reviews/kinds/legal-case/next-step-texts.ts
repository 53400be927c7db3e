import { capital, spelledPlural } from '../../../../core/phrases.ts';
import { isTeamChecked } from '../../../organizations/rules.ts';
import {
  afterSigning,
  AUTOMATIC,
  CALL_NEXT_STEPS,
  closesByHand,
  closingSoon,
  COMMON_NEXT_STEPS,
  INVITATION,
  type NextStepTexts,
  revisingText,
} from '../next-step-text.ts';

/** What is said about each state of a legal case in which somebody must act. */
/** Candidates decline, too: where none is left the interviews are, and asking for others. */
const compareWords = (candidates: number): string =>
  candidates === 0
    ? 'Ask for other candidates'
    : candidates === 1
      ? 'Look at the candidate'
      : `Compare ${spelledPlural(candidates, 'candidate')}`;

export const LEGAL_NEXT_STEPS: NextStepTexts = {
  ...COMMON_NEXT_STEPS,
  ...CALL_NEXT_STEPS,
  submitted: (f) => ({
    yours: ['Open the conflict check', 'The order has arrived. Look at the names first.'],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus opens the conflict check', 'We look at the names next, usually the same day.']
      : ['The names are checked automatically', 'Matching starts at once.'],
    act: { action: 'open_intake', label: 'Open the conflict check' },
  }),
  conflict_check: (f) => ({
    yours: [
      'Check the names',
      'Are both sides, their counsel and their insurers named? Ask for what is missing, or release it.',
    ],
    theirs: isTeamChecked(f.organization)
      ? [
          'Peritus checks the names',
          'We make sure that nobody is missing, usually the same day. Then we look for experts.',
        ]
      : ['The names are checked automatically', 'Matching starts at once.'],
    act: { action: 'release_to_matching', label: 'Release to matching' },
  }),
  matching: (f) => ({
    yours: [
      'Present candidates',
      'Find experts without a conflict and present three, or send the names to one directly.',
    ],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus looks for experts', 'We check each one against the names before you see them.']
      : ['Experts are being matched', 'Each one is checked against the names before you see them.'],
    act: { label: 'Open the matching board', page: 'matching' },
  }),
  expert_selection: (f) => ({
    yours: [
      'Choose a candidate',
      `${capital(spelledPlural(f.candidates, 'candidate is', 'candidates are'))} on offer, none with a known conflict. The one you choose gets the names, and no facts, to clear.`,
    ],
    theirs: [
      'The requester chooses a candidate',
      `${capital(spelledPlural(f.candidates, 'candidate was', 'candidates were'))} presented.`,
    ],
    act: {
      label: compareWords(f.candidates),
      page: 'experts',
    },
  }),
  interviewing: (f) => ({
    yours: [
      'Interview the candidates',
      'Choose a time where one is offered, note what you heard, and choose. Candidates hold the names alone, and no facts, until one accepts.',
    ],
    theirs: ['The requester interviews candidates', 'They talk before one of them is retained.'],
    act: {
      label: compareWords(f.candidates),
      page: 'experts',
    },
  }),
  invited: (_f, expert) => ({
    yours: [
      'Clear the names',
      'Say whether you have a tie with any of them, then accept or decline. Facts, questions and records open once you accept.',
    ],
    theirs: [
      `Waiting for ${expert} to clear the names`,
      'They see the names alone. Facts, questions and records open once they have cleared the names and accepted.',
    ],
    act: { label: 'Read the invitation', page: INVITATION },
    consequence: 'After that the invitation expires and another expert is asked.',
  }),
  agreement_pending: (_f, expert) => ({
    yours: [
      'Propose the agreement',
      `The names are cleared. The terms are filled in from your order and ${expert === 'the expert' ? 'the expert’s' : 'their'} rates: look at them, then sign. Work begins once both have signed and the retainer has been received.`,
    ],
    theirs: [
      'The requester proposes the agreement',
      'The names are cleared. Either side may propose the terms; work begins once both have signed and the retainer has been received.',
    ],
    act: { label: 'Open the agreement', page: 'agreement' },
  }),
  agreement_proposed: (_f, expert) => ({
    yours: [
      'Sign the agreement',
      'The firm has signed it. Sign it, propose other terms, or say that you cannot agree.',
    ],
    theirs: [
      `${capital(expert)} reads the agreement`,
      'They sign it or propose other terms. It lapses after two weeks.',
    ],
    act: { label: 'Read the agreement', page: 'agreement' },
    consequence: 'The agreement lapses two weeks after it was proposed.',
  }),
  agreement_countered: (_f, expert) => ({
    yours: [
      'Answer the terms',
      `${capital(expert)} proposes terms and has signed them. What changed stands at the top. Sign them, or propose others.`,
    ],
    theirs: ['The requester reads your terms', 'They sign them or propose others. They lapse after two weeks.'],
    act: { label: 'Read the agreement', page: 'agreement' },
    consequence: 'The agreement lapses two weeks after it was proposed.',
  }),
  retainer_pending: (f) => ({
    yours: [
      'Pay the retainer',
      'Both have signed. Pay as the agreement says; whoever receives it records it, and work begins then.',
    ],
    theirs: [
      'Waiting for the retainer',
      f.retainer_due_cents > 0
        ? 'Both have signed. Work begins once it has been received, or waived.'
        : 'Both have signed.',
    ],
    act: { label: 'See what is due', page: 'agreement' },
  }),
  conflicted: () => ({
    yours: [
      'Decide on the conflict',
      'The reason is on the timeline. Clear it and work continues where it was, or confirm it and look for another expert.',
    ],
    theirs: ['Peritus decides on the conflict', 'Work rests until then. The reason is on the timeline.'],
    act: { label: 'Open the agreement', page: 'agreement' },
  }),
  expert_withdrawn: () => ({
    yours: [
      'Ask for another expert',
      'The expert is off the matter; what was done until then is kept. Matching looks for another, or conclude the matter.',
    ],
    theirs: ['The expert is off the matter', 'The requester asks for another expert, or concludes the matter.'],
    act: { action: 'replace_expert', label: 'Ask for another expert' },
  }),
  retained: (f, expert, _now, read) =>
    f.report?.status === 'delivered'
      ? {
          yours: [
            'Stand by for the requester',
            'The report is delivered. They ask for a conference or a clarification, or conclude the matter.',
          ],
          theirs: [
            'The report is delivered',
            'The requester asks for a conference or a clarification, or concludes the matter.',
          ],
        }
      : {
          yours: [
            'Read the records',
            'The names are cleared and the records are open. The requester asks for a conference or a report when they want your opinion.',
          ],
          theirs: [
            `${capital(expert)} reads the records`,
            'Ask for a conference to hear the opinion first; nothing is in writing until you ask for a report.',
          ],
          ...(read?.path
            ? { act: { label: read.seen === 0 ? 'Read the records' : 'Keep reading', path: read.path } }
            : {}),
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
      'Is every question answered and every opinion given its basis? Deliver it, or return it with notes.',
    ],
    theirs: isTeamChecked(f.organization)
      ? ['Peritus checks the report', 'We make sure that every question is answered. Then it is delivered.']
      : [...AUTOMATIC.report],
    act: { label: 'Check the report', page: 'report' },
  }),
  report_delivered: () => ({
    yours: [
      'Read the report',
      'You can ask for a clarification or a conference. Conclude the matter once it has ended.',
    ],
    theirs: ['The report was delivered', 'The requester reads it. The matter stays open until it ends.'],
    act: { label: 'Read the report', page: 'report' },
  }),
  concluded: (f) => {
    const rate = f.organization.flags['disable_ratings'] !== true && !f.rated_by_requester;
    return {
      yours: [
        rate ? 'Rate the expert, then close' : 'Close the matter',
        `The matter has ended. Take it up again if work continues, or close it.${closesByHand(f, 'yours')}`,
      ],
      theirs: ['The matter has ended', `The requester rates and closes it.${closesByHand(f, 'theirs')}`],
      act: rate
        ? { label: 'Rate the expert', page: 'rate-medical-expert' }
        : { action: 'close', label: 'Close the matter' },
    };
  },
  closeout_pending: closingSoon,
};
