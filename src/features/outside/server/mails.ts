import { z } from 'zod';
import { date, link, open, path, template, type Voice } from '../../../platform/mail/template.ts';
import { openerOf } from '../../../platform/mail/opener.ts';

/** An organization's name as it stands in a mail to somebody outside. */
const organization = z.string().max(200);
/** The page its link leads to, and what opens it there. */
const opens = { page: path, opener: openerOf(z.string().regex(/^[\w-]{43}$/)) };
const OUTSIDE =
  'You’re receiving this e-mail because someone entered your address on Peritus to ask you for something. It names no patient and no party.';

function outsideFacts(
  data: { organization: string; due_on?: string | undefined; opener: { until: Date } },
  say: Voice,
): [string, string][] {
  return [
    ['Asked by', data.organization],
    ['Review', say.review],
    ...(data.due_on ? [['Needed by', say.day(data.due_on)] as [string, string]] : []),
    ['The link works until', say.when(data.opener.until)],
  ];
}

/** Mails to people without an account, and about what they did by a link. */
export const MAILS = {
  outside_records: template(z.object({ organization, ...opens, due_on: date }), (data, say) => ({
    subject: `Records requested by ${data.organization}, ${say.review}`,
    move: { whose: 'you', what: `send the records by ${say.day(data.due_on)}` },
    lines: [
      `${data.organization} asks you for records. The page behind this link says what is needed, and you send it there. You do not need an account.`,
      'Anyone with the link can add files and nothing else. Share it only with a colleague who sends them for you.',
    ],
    facts: outsideFacts(data, say),
    action: { label: 'See what is needed', url: say.url(`${data.page}/${data.opener.value}`) },
    why: OUTSIDE,
  })),

  outside_statement: template(z.object({ organization, ...opens, due_on: date }), (data, say) => ({
    subject: `Your statement was requested by ${data.organization}, ${say.review}`,
    move: { whose: 'you', what: `give your statement by ${say.day(data.due_on)}` },
    lines: [
      `${data.organization} has asked for an independent peer review and gives you the chance to be heard before it is made. No account is needed.`,
      'The link is confidential and yours alone. Do not pass it on.',
    ],
    facts: outsideFacts(data, say),
    action: { label: 'Give your statement', url: say.url(`${data.page}/${data.opener.value}`) },
    why: OUTSIDE,
  })),

  outside_response: template(z.object({ organization, ...opens }), (data, say) => ({
    subject: `Findings released to you by ${data.organization}, ${say.review}`,
    move: { whose: 'you', what: `read them and answer by ${say.when(data.opener.until)}` },
    lines: [
      `${data.organization} has released findings of a peer review to you. You can read them by this link and write a response, which is kept with the report.`,
      'The link is confidential and yours alone. Do not pass it on.',
    ],
    facts: outsideFacts(data, say),
    action: { label: 'Read and respond', url: say.url(`${data.page}/${data.opener.value}`) },
    why: OUTSIDE,
  })),

  outside_reminder: template(
    z.object({
      organization,
      ...opens,
      due_on: date,
      purpose: z.enum(['records', 'statement', 'response']),
    }),
    (data, say) => {
      const what = { records: 'records', statement: 'statement', response: 'response' }[data.purpose];
      return {
        subject: `${say.review}: your ${what} can be sent until ${say.when(data.opener.until)}`,
        move: { whose: 'you', what: `send your ${what} by ${say.when(data.opener.until)}` },
        lines: [`${data.organization} still waits for your ${what}. After that the link expires.`],
        facts: outsideFacts(data, say),
        action: { label: 'Open the link', url: say.url(`${data.page}/${data.opener.value}`) },
        why: OUTSIDE,
      };
    },
  ),

  outside_records_sent: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the custodian sent the records`,
    move: { whose: 'you', what: 'look at what arrived' },
    lines: ['The custodian you asked by a link is done. Files and reasons are with the items they answer.'],
    action: open(say, data, 'See what arrived'),
  })),

  statement_arrived: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the provider gave a statement`,
    move: { whose: 'nobody', what: 'the statement is with the records' },
    lines: ['The provider under review gave a statement. It is with the records, and the reviewer reads it there.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  response_arrived: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the provider responded`,
    move: { whose: 'you', what: 'read the response' },
    lines: ['The provider responded to the findings you released. The response is kept with the report.'],
    action: open(say, data, 'Read the response'),
  })),

  outside_link_expired: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a link expired without an answer`,
    move: { whose: 'you', what: 'renew the link, or continue without it' },
    lines: [
      'The time of a link you sent to somebody outside is over, and nothing was sent by it. It can be renewed there.',
    ],
    action: open(say, data, 'See the link'),
  })),
} as const;
