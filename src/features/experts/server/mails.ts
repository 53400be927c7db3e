import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

const words = z.string().max(200);

const HAS_ACCOUNT = 'You’re receiving this e-mail because this address belongs to a Peritus account.';

/** What the applicant is told with each state an application comes to. */
const STATUS = {
  screening: ['We are reading your application', 'peritus', 'tell you the next step within five business days'],
  documents_requested: [
    'We need something for your application',
    'you',
    'answer what was asked, on your application’s page',
  ],
  verification: [
    'We are checking your credentials',
    'peritus',
    'check them with their sources, in five to ten business days',
  ],
  interview: ['We would like to talk with you', 'you', 'read on your application’s page how and when'],
  agreement_sent: ['Your agreement is ready to sign', 'you', 'read and sign it on your application’s page'],
  approved: ['You are a Peritus expert', 'peritus', 'invite you when a review fits your field'],
  waitlisted: ['You are on our list', 'peritus', 'write to you when your field is needed'],
  rejected: ['A decision on your application', 'you', 'read our message on your application’s page'],
  withdrawn: ['Your application is withdrawn', 'you', 'apply again whenever you like; nothing else is to be done'],
} as const;
const STATUSES = Object.keys(STATUS) as [keyof typeof STATUS, ...(keyof typeof STATUS)[]];

/** What staff are told of an applicant’s acts. */
const MOVED = {
  submit: ['sent an application', 'read it within five business days'],
  answer: ['sent what was asked for', 'look at it and continue'],
  sign: ['signed the agreement', 'take the last step'],
  withdraw: ['withdrew the application', 'do nothing more; it is off the board'],
} as const;
const MOVES = Object.keys(MOVED) as [keyof typeof MOVED, ...(keyof typeof MOVED)[]];

/** Mails about applications of experts. */
export const MAILS = {
  application_submitted: template(z.object({ number: words }), (data, say) => ({
    subject: `Your application ${data.number} is with us`,
    move: { whose: 'peritus', what: 'read your application within five business days' },
    lines: ['We’ll write to you either way. Your application’s page shows its status.'],
    facts: [['Application', data.number]],
    action: { label: 'See its status', url: say.url('/apply') },
    why: HAS_ACCOUNT,
  })),

  application_arrived: template(z.object({ number: words }), (data) => ({
    subject: `Application ${data.number} of an expert`,
    move: { whose: 'you', what: 'read it within five business days' },
    lines: ['An expert sent an application. The applicant was told so.'],
    facts: [['Application', data.number]],
    why: 'This is the inbox of Peritus support.',
  })),

  application_status: template(z.object({ number: words, outcome: z.enum(STATUSES), ...link }), (data, say) => {
    const [subject, whose, what] = STATUS[data.outcome];
    return {
      subject,
      move: { whose, what },
      lines: ['Your application’s page has all of it.'],
      facts: [['Application', data.number]],
      action: {
        label: data.outcome === 'approved' ? 'Go to Up next' : 'Open your application',
        url: say.url(data.link ?? '/apply'),
      },
      why: HAS_ACCOUNT,
    };
  }),

  application_moved: template(z.object({ number: words, outcome: z.enum(MOVES), ...link }), (data, say) => ({
    subject: `Application ${data.number}: the applicant ${MOVED[data.outcome][0]}`,
    move: { whose: 'you', what: MOVED[data.outcome][1] },
    lines: [`The applicant ${MOVED[data.outcome][0]}.`],
    facts: [['Application', data.number]],
    action: open(say, data, 'Open the application'),
    why: 'You work on applications at Peritus.',
  })),

  cv_damaged: template(z.object({}), () => ({
    subject: 'A stored CV is damaged',
    move: { whose: 'you', what: 'have it restored from a backup, or ask the expert to upload it again' },
    lines: [
      'A CV no longer matches what was uploaded: the stored file was changed, cut short or lost. Nobody can open it. The audit trail shows which one it is.',
    ],
    why: 'You run Peritus.',
  })),
} as const;
