import { z } from 'zod';
import { instant, link, open, template } from '../../../platform/mail/template.ts';

/** Mails about interviews before an expert is retained. No party, candidate or amount is in them, and no words somebody typed. */
export const MAILS = {
  interview_asked: template(z.object({ again: z.boolean(), ...link }), (data, say) => ({
    subject: data.again
      ? `${say.review}: other times for an interview`
      : `${say.review}: a law firm would like to talk with you`,
    move: { whose: 'you', what: data.again ? 'offer other times' : 'check the names, then offer times or decline' },
    lines: [
      data.again
        ? 'The time that was set, or those on offer, no longer hold.'
        : 'Before it retains an expert, the firm talks with those it considers. You see the names first, and nothing of the matter.',
    ],
    action: open(say, data, data.again ? 'Offer times' : 'Check the names'),
  })),

  interview_times: template(z.object({ theirs: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: times for an interview`,
    move: { whose: 'you', what: 'choose a time' },
    lines: [
      data.theirs
        ? 'The expert you chose would like to talk before accepting, and offers times.'
        : 'A candidate has attested to the names, and offers times.',
    ],
    action: open(say, data, 'Choose a time'),
  })),

  interview_choose_by: template(z.object({ by: instant, ...link }), (data, say) => ({
    subject: `${say.review}: the times for an interview lapse`,
    move: { whose: 'you', what: `choose a time by ${say.when(data.by)}` },
    lines: ['Nobody has chosen one of the times on offer. After that the expert has to offer others.'],
    action: open(say, data, 'Choose a time'),
  })),

  interview_set: template(z.object({ at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: an interview is set`,
    move: { whose: 'you', what: `talk on ${say.when(data.at)}` },
    lines: [
      'How to dial in is on the interview’s page. Until an expert is retained, talk about names and availability, not about records.',
    ],
    action: open(say, data, 'Open the interview'),
  })),

  interview_link: template(
    z.object({ at: instant, minutes: z.number(), dial_in: z.string().max(1000), ...link }),
    (data, say) => ({
      subject: `${say.review}: how to join the interview on ${say.when(data.at)}`,
      move: { whose: 'nobody', what: `the interview stays on ${say.when(data.at)}` },
      lines: ['How to join is new. The calendar entry attached takes the place of the one before.'],
      facts: [
        ['When', say.when(data.at)],
        ['How to join', data.dial_in],
      ],
      action: open(say, data, 'Open the interview'),
    }),
  ),

  interview_ahead: template(z.object({ at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: an interview on ${say.when(data.at)}`,
    move: { whose: 'you', what: `talk on ${say.when(data.at)}` },
    lines: ['How to dial in is on the interview’s page.'],
    action: open(say, data, 'Open the interview'),
  })),

  interview_moved: template(z.object({ at: instant, held: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: an interview has no time any longer`,
    move: { whose: 'expert', what: 'offer other times' },
    lines: [
      data.held
        ? `It did not take place on ${say.when(data.at)}. Why is on the interview’s page.`
        : `The time on ${say.when(data.at)} was given up. Why is on the interview’s page.`,
    ],
    action: open(say, data, 'Open the interview'),
  })),

  interview_declined: template(z.object({ after: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: a candidate declined`,
    move: { whose: 'you', what: 'continue with the others, or ask for more' },
    lines: [data.after ? 'They declined after the interview.' : 'They declined to be interviewed.'],
    action: open(say, data, 'See the candidates'),
  })),

  interview_called_off: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the interview is called off`,
    move: { whose: 'nobody', what: 'there is nothing to do' },
    lines: ['The firm has decided otherwise, or the matter has ended. Thank you for your time.'],
    action: open(say, data, 'Open the interview'),
  })),
} as const;
