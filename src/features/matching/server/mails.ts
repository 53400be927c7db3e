import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { openerOf } from '../../../platform/mail/opener.ts';
import { count, date, instant, link, open, path, template, type Voice } from '../../../platform/mail/template.ts';

/** An expert's code: "EX-1042". */
const code = z.string().regex(/^[A-Z0-9-]{1,20}$/);

/** What an expert is asked for, told before conflicts are checked: nothing that names anybody. */
const asked = {
  specialty: z.string().max(200).optional(),
  service: z.string().max(120).optional(),
  pages: count.optional(),
  needed_by: date.optional(),
  expedited: z.boolean().optional(),
  /** What the expert earns by it; left out for who is shown no amounts. */
  fee: z.string().max(40).optional(),
};

function askedFacts(data: z.output<z.ZodObject<typeof asked>>, say: Voice): [string, string][] {
  const facts: [string, string | undefined][] = [
    ['Specialty', data.specialty],
    ['Service', data.service],
    ['Records', data.pages ? `about ${plural(data.pages, 'page')}` : undefined],
    ['Needed by', data.needed_by && say.day(data.needed_by)],
    ['Your fee', data.fee],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

/** Mails on the way to an expert: candidates, invitations and how they end. */
export const MAILS = {
  candidates_presented: template(
    z.object({ count: count.optional(), accept_by: instant.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review}: choose an expert`,
      move: {
        whose: 'you',
        what: data.accept_by ? `choose an expert by ${say.when(data.accept_by)}` : 'choose an expert',
      },
      lines: [
        `${data.count === undefined ? 'Experts are' : data.count === 1 ? 'One expert is' : `${data.count} experts are`} available for ${say.review}, each with the reasons for the match, the price and the earliest time.`,
      ],
      action: open(say, data, 'Compare and choose'),
    }),
  ),

  invitation: template(
    z.object({
      /** The expert's own page of it, for who is signed in. */
      link: path,
      page: path,
      opener: openerOf(z.string().regex(/^[\w-]{43}$/)),
      expires_at: instant,
      ...asked,
    }),
    (data, say) => ({
      subject: `${data.expedited ? 'Expedited: are' : 'Are'} you available for ${say.review}?`,
      move: { whose: 'you', what: `accept or decline by ${say.when(data.opener.until)}` },
      lines: [
        'You are invited to a review in your field. You check for conflicts of interest before you see any record.',
        'If you cannot take it, decline right away so that another expert can be asked.',
      ],
      facts: [['Review', say.review], ...askedFacts(data, say), ['Answer by', say.when(data.opener.until)]],
      action: { label: 'See the invitation', url: say.url(`${data.page}/${data.opener.value}`) },
    }),
  ),

  invitation_reminder: template(z.object({ expires_at: instant, link: path, ...asked }), (data, say) => ({
    subject: `${say.review}: your answer is still open`,
    move: { whose: 'you', what: `accept or decline by ${say.when(data.expires_at)}` },
    lines: ['After that the invitation expires and another expert is asked.'],
    facts: askedFacts(data, say),
    action: { label: 'See the invitation', url: say.url(data.link) },
  })),

  conflict_asked: template(z.object({ told: z.string().max(80), answer_by: instant, ...link }), (data, say) => ({
    subject: `${say.review}: your decision on a relationship`,
    move: { whose: 'you', what: `say by ${say.when(data.answer_by)} whether that is a problem` },
    lines: [
      `The expert invited to ${say.review} disclosed ${data.told}. The matching team looked at it and leaves it to you: does it stand in the way?`,
      'The expert cannot read the records until you answer.',
    ],
    action: open(say, data, 'Answer'),
  })),

  invitation_accepted: template(
    z.object({ expert_code: code.optional(), has_call: z.boolean().optional(), ...link }),
    (data, say) => ({
      subject: `${say.review}: an expert accepted`,
      move:
        data.has_call === false
          ? { whose: 'expert', what: 'the expert reads the records and writes the report' }
          : { whose: 'expert', what: 'the expert offers times for the call' },
      lines: [
        `${data.expert_code ? `Expert ${data.expert_code}` : 'The expert'} accepted ${say.review}. No conflict of interest stands in the way.`,
        ...(data.has_call === false ? [] : ['You’ll get an e-mail as soon as there are times to choose from.']),
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  invitation_declined_or_expired: template(
    z.object({
      outcome: z.enum(['declined', 'expired', 'withdrawn', 'disclosed']),
      failed_invitations: count.optional(),
      ...link,
    }),
    (data, say) => ({
      subject: `${say.review}: ${data.outcome === 'disclosed' ? 'possible conflict disclosed' : `invitation ${data.outcome}`}`,
      move: {
        whose: 'you',
        what:
          data.outcome === 'disclosed'
            ? 'decide whether the conflict stands in the way'
            : 'invite another expert or present new candidates',
      },
      lines: [
        {
          declined: `The invitation for ${say.review} was declined.`,
          expired: `The invitation for ${say.review} ended without an answer.`,
          withdrawn: `The invitation for ${say.review} was withdrawn.`,
          disclosed: `The expert invited to ${say.review} disclosed a possible conflict of interest and needs your decision before accepting.`,
        }[data.outcome],
      ],
      facts:
        data.failed_invitations === undefined
          ? []
          : [['Without success so far', plural(data.failed_invitations, 'invitation')]],
      action: open(say, data, 'Open the matching board'),
    }),
  ),

  matching_alarm: template(z.object({ failed_invitations: count, ...link }), (data, say) => ({
    subject: `${say.review}: ${plural(data.failed_invitations, 'invitation')} failed`,
    move: { whose: 'you', what: 'find an expert by hand' },
    lines: [
      `${plural(data.failed_invitations, 'invitation')} for ${say.review} ended without an expert. Automatic matching has stopped; nothing happens until someone looks at it.`,
    ],
    action: open(say, data, 'Open the matching board'),
  })),
} as const;
