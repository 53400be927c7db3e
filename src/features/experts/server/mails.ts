import { z } from 'zod';
import { count, date, link, open, template } from '../../../platform/mail/template.ts';

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

  credential_ending: template(
    z.object({ what: words, ends_on: date, outcome: z.enum(['ends', 'ended']), ...link }),
    (data, say) => ({
      subject:
        data.outcome === 'ended' ? `Your ${data.what} has ended` : `Your ${data.what} ends on ${say.day(data.ends_on)}`,
      move: { whose: 'you', what: 'send us the new one, so that invitations reach you' },
      lines: [
        data.outcome === 'ended'
          ? 'No invitation that rests on it comes to you until we have checked the new one. Reviews you have already accepted stay with you; we’ll look at them.'
          : 'Once it ends, no invitation that rests on it comes to you until we have checked the new one.',
      ],
      facts: [['Last day', say.day(data.ends_on)]],
      action: { label: 'Send the new one', url: say.url('/account/credentials') },
      why: 'You review for Peritus, or assist somebody who does.',
    }),
  ),

  expert_standing: template(z.object({ outcome: z.enum(['active', 'paused']), ...link }), (data, say) => ({
    subject: data.outcome === 'active' ? 'Invitations reach you again' : 'You receive no invitations for now',
    move: {
      whose: 'peritus',
      what: data.outcome === 'active' ? 'invite you when a review fits your field' : 'tell you when that changes',
    },
    lines: [
      data.outcome === 'active'
        ? 'You are active in our directory again.'
        : 'Reviews you have already accepted stay with you. Write to us about the reason.',
    ],
    action: { label: 'Open Up next', url: say.url(data.link ?? '/up-next') },
    why: 'You review for Peritus.',
  })),

  expert_change_decided: template(
    z.object({ what: words, outcome: z.enum(['verified', 'returned']), ...link }),
    (data, say) => ({
      subject: data.outcome === 'verified' ? `Verified: ${data.what}` : `Look at it again: ${data.what}`,
      move:
        data.outcome === 'verified'
          ? { whose: 'nobody', what: 'It counts from now on' }
          : { whose: 'you', what: 'read why it came back on your account’s page, correct it or take it back' },
      lines: [
        data.outcome === 'verified'
          ? 'We verified what you told us.'
          : 'We could not verify what you told us. What was verified before counts until then.',
      ],
      action: { label: 'Open it', url: say.url(data.link ?? '/account') },
      why: 'You review for Peritus, or assist somebody who does.',
    }),
  ),

  expert_credential_ending: template(
    z.object({
      code: words,
      what: words,
      ends_on: date,
      outcome: z.enum(['ends', 'ended']),
      open_reviews: count,
      ...link,
    }),
    (data, say) => ({
      subject: `Expert ${data.code}: ${data.what} ${data.outcome === 'ended' ? 'has ended' : `ends on ${say.day(data.ends_on)}`}`,
      move: {
        whose: 'you',
        what: data.outcome === 'ended' ? 'look at the open reviews' : 'ask for the new one and check it',
      },
      lines: [
        data.outcome === 'ended'
          ? `The expert cannot be invited where it is needed. Open reviews: ${data.open_reviews}; each of them says so on its page.`
          : `Open reviews of this expert: ${data.open_reviews}.`,
      ],
      facts: [['Last day', say.day(data.ends_on)]],
      action: open(say, data, 'Open the expert'),
      why: 'You look after experts at Peritus.',
    }),
  ),

  cv_damaged: template(z.object({}), () => ({
    subject: 'A stored CV is damaged',
    move: { whose: 'you', what: 'have it restored from a backup, or ask the expert to upload it again' },
    lines: [
      'A CV no longer matches what was uploaded: the stored file was changed, cut short or lost. Nobody can open it. The audit trail shows which one it is.',
    ],
    why: 'You run Peritus.',
  })),
} as const;
