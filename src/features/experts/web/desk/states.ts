import type { Side } from '../../../../core/actor.ts';
import type { StatusDisplay } from '../../../../ui/parts/status.tsx';
import { type ApplicationState, DESK_STATES } from '../../rules/application-states.ts';

const LOOKS: Record<ApplicationState, Omit<StatusDisplay, 'label'>> = {
  started: { tone: 'neutral', share: 0 },
  submitted: { tone: 'info', share: 0.1 },
  screening: { tone: 'info', share: 0.25 },
  documents_requested: { tone: 'warn', share: 0.35 },
  verification: { tone: 'info', share: 0.5 },
  interview: { tone: 'plan', share: 0.7, side: 'calendar' },
  agreement_sent: { tone: 'info', share: 0.85 },
  approved: { tone: 'ok', share: 1 },
  waitlisted: { tone: 'neutral', share: 0.25, side: 'pause' },
  rejected: { tone: 'neutral', share: 1, side: 'cross' },
  withdrawn: { tone: 'neutral', share: 1, side: 'cross' },
};

/** How a state looks at the desk. */
export const displayOf = (state: ApplicationState): StatusDisplay => ({
  ...LOOKS[state],
  label: DESK_STATES[state].label,
});

/** The seat whose move it is: the applicant sits where experts do. */
export function seatOf(state: ApplicationState): Side | null {
  const { whose } = DESK_STATES[state];
  return whose === 'nobody' ? null : whose === 'staff' ? 'staff' : 'expert';
}

/** What is to be done at the desk in each state. */
export const DESK_NEXT: Record<ApplicationState, { title: string; text: string }> = {
  started: { title: 'The applicant is writing', text: 'It comes back to you once it is sent again.' },
  submitted: { title: 'Read the application', text: 'The applicant was promised a person within five business days.' },
  screening: {
    title: 'Does the field fit?',
    text: 'Read the answers and the CV, then start the checks or say what is missing.',
  },
  documents_requested: {
    title: 'The applicant has to answer',
    text: 'You’ll hear of it once everything asked for is sent. You can also continue without it.',
  },
  verification: {
    title: 'Check the credentials',
    text: 'Record each check with its source and day. The agreement can be sent once all of them hold.',
  },
  interview: {
    title: 'Talk with the applicant',
    text: 'Your message to the applicant is below. Note how it went, then send the agreement or decide.',
  },
  agreement_sent: {
    title: 'The agreement is with the applicant',
    text: 'Once it is signed and a redacted CV is here, the application can be approved.',
  },
  approved: { title: 'Approved', text: 'The applicant is in the directory of experts and can be invited.' },
  waitlisted: { title: 'On the list', text: 'It rests until somebody takes it up again.' },
  rejected: { title: 'Rejected', text: 'The applicant was told why, and may apply again half a year later.' },
  withdrawn: { title: 'Withdrawn by the applicant', text: 'Nothing is to be done. The applicant may apply again.' },
};
