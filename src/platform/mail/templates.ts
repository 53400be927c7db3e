import { z } from 'zod';
import { zoned } from '../../core/time.ts';
import { ACCOUNT_TEMPLATES } from './account-templates.ts';
import type { Letter } from './layout.ts';

/** What every template knows besides its data. */
export interface MailContext {
  /** The review's number ("CR-20418"), or null for a mail about none. */
  number: string | null;
  /** The page of the review. */
  review_path: string;
  /** The recipient's time zone; every instant is written in it, with weekday and zone. */
  zone: string;
  side: 'requester' | 'expert' | 'staff' | 'none';
  public_url: string;
}

interface Template<S extends z.ZodType = z.ZodType> {
  data: S;
  write(data: z.output<S>, say: Voice): Letter;
}

/** Words and links in the recipient's terms. */
interface Voice extends MailContext {
  /** "CR-20418", or "your review". */
  review: string;
  /** An instant: "Thu, Nov 19, 2026, 7:30 AM CST". */
  when(instant: Date): string;
  /** A calendar date: "Thu, Nov 19, 2026". */
  day(date: string): string;
  url(path: string): string;
}

const template = <S extends z.ZodType>(data: S, write: Template<S>['write']): Template<S> => ({ data, write });

const instant = z.coerce.date();
const date = z.iso.date();
const count = z.number().int().nonnegative();
/** A path on this site; never another address. */
const path = z.string().regex(/^\/(?!\/)[\w\-./?=&%~]*$/, 'must be a path on this site');
/** How to join: a setting or a meeting link, shown as it is. */
const dialIn = z.string().max(500);
const link = { link: path.optional() };

const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;
const minutes = (n: number): string => many(n, 'minute');

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The review's page as the one button, unless the data name another page. */
const open = (say: Voice, data: { link?: string | undefined }, label: string) => ({
  label,
  url: say.url(data.link ?? say.review_path),
});

const call = { starts_at: instant, duration_minutes: count, dial_in: dialIn.optional(), ...link };

function callFacts(data: { starts_at: Date; duration_minutes: number; dial_in?: string | undefined }, say: Voice) {
  const facts: [string, string][] = [
    ['When', say.when(data.starts_at)],
    ['Length', minutes(data.duration_minutes)],
  ];
  if (data.dial_in) facts.push(['How to join', data.dial_in]);
  return facts;
}

/** What somebody who referred a review hears of it, and nothing beyond. */
export const REFERRER_STEPS = ['ordered', 'accepted', 'delivered', 'closed', 'cancelled'] as const;
export type ReferrerStep = (typeof REFERRER_STEPS)[number];
const REFERRER_NEWS: Record<ReferrerStep, readonly [string, string]> = {
  ordered: ['is ordered', 'You hear from us again when an expert has taken it.'],
  accepted: ['has an expert', 'You hear from us again when there is a result.'],
  delivered: ['has its report', 'Those who ordered it can tell you more.'],
  closed: ['is closed', 'Those who ordered it can tell you more.'],
  cancelled: ['was cancelled', 'Those who ordered it can tell you more.'],
};
/** An organization's name as it stands in a mail to somebody outside. */
const organization = z.string().max(200);
const OUTSIDE =
  'You get this mail because somebody entered your address on Peritus to ask you for something. It names no patient and no party.';

function outsideFacts(
  data: { organization: string; due_on?: string | undefined; expires_at: Date },
  say: Voice,
): [string, string][] {
  return [
    ['Asked by', data.organization],
    ['Review', say.review],
    ...(data.due_on ? [['Needed by', say.day(data.due_on)] as [string, string]] : []),
    ['The link works until', say.when(data.expires_at)],
  ];
}

/** Every mail the product writes, by name. Data a template does not declare never reach it. */
export const TEMPLATES = {
  ...ACCOUNT_TEMPLATES,

  review_submitted: template(z.object({ needed_by: date.optional(), ...link }), (data, say) => ({
    subject: `${say.review} is ordered`,
    move:
      say.side === 'staff'
        ? { whose: 'you', what: 'check whether the records are complete' }
        : { whose: 'peritus', what: 'we check the records, usually the same business day' },
    lines: [
      say.side === 'staff'
        ? `${say.review} was ordered and waits for intake.`
        : `${say.review} is with us. We write as soon as experts are ready to look at, or if a record is missing.`,
    ],
    facts: data.needed_by ? [['Needed by', say.day(data.needed_by)]] : [],
    action: open(say, data, `Open ${say.review}`),
  })),

  invitation: template(
    z.object({
      expires_at: instant,
      link: path,
      specialty: z.string().max(120).optional(),
      service: z.string().max(120).optional(),
      pages: count.optional(),
      needed_by: date.optional(),
      expedited: z.boolean().optional(),
    }),
    (data, say) => ({
      subject: `${data.expedited ? 'Expedited: are' : 'Are'} you available for ${say.review}?`,
      move: { whose: 'you', what: `accept or decline by ${say.when(data.expires_at)}` },
      lines: [
        'You are invited to a review in your field. Before you see any record you check for conflicts of interest.',
        'If you cannot take it, decline right away: then another expert can be asked.',
      ],
      facts: [
        ['Review', say.review],
        ...(data.specialty ? [['Specialty', data.specialty] as [string, string]] : []),
        ...(data.service ? [['Service', data.service] as [string, string]] : []),
        ...(data.pages === undefined ? [] : [['Records', many(data.pages, 'page')] as [string, string]]),
        ...(data.needed_by ? [['Needed by', say.day(data.needed_by)] as [string, string]] : []),
        ['Open until', say.when(data.expires_at)],
      ],
      action: { label: 'See the invitation', url: say.url(data.link) },
    }),
  ),

  invitation_reminder: template(z.object({ expires_at: instant, link: path }), (data, say) => ({
    subject: `${say.review}: your answer is still open`,
    move: { whose: 'you', what: `accept or decline by ${say.when(data.expires_at)}` },
    lines: ['After that the invitation ends by itself and another expert is asked.'],
    action: { label: 'See the invitation', url: say.url(data.link) },
  })),

  invitation_accepted: template(
    z.object({ expert_code: codeOf().optional(), has_call: z.boolean().optional(), ...link }),
    (data, say) => ({
      subject: `${say.review}: an expert accepted`,
      move:
        data.has_call === false
          ? { whose: 'expert', what: 'the expert reads the records and writes the report' }
          : { whose: 'expert', what: 'the expert offers times for the call' },
      lines: [
        `${data.expert_code ? `Expert ${data.expert_code}` : 'The expert'} accepted ${say.review} and found no conflict of interest.`,
        ...(data.has_call === false ? [] : ['You get a mail as soon as there are times to choose from.']),
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
          disclosed: `The expert invited to ${say.review} disclosed a possible conflict of interest and waits for your word before accepting.`,
        }[data.outcome],
      ],
      facts:
        data.failed_invitations === undefined
          ? []
          : [['Without success so far', many(data.failed_invitations, 'invitation')]],
      action: open(say, data, 'Open the matching board'),
    }),
  ),

  matching_alarm: template(z.object({ failed_invitations: count, ...link }), (data, say) => ({
    subject: `${say.review}: ${many(data.failed_invitations, 'invitation')} came to nothing`,
    move: { whose: 'you', what: 'find an expert by hand' },
    lines: [
      `${many(data.failed_invitations, 'invitation')} for ${say.review} ended without an expert. Matching by itself has stopped; nothing happens there until somebody looks at it.`,
    ],
    action: open(say, data, 'Open the matching board'),
  })),

  attention_raised: template(z.object({ acknowledge_by: instant, ...link }), (data, say) => ({
    subject: `${say.review} needs attention`,
    move: { whose: 'you', what: `look at it by ${say.when(data.acknowledge_by)}` },
    lines: [
      `${say.review} was marked as needing attention. By whom and why stands in the review, where a review manager, an administrator or Peritus takes note of it and settles it.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  attention_urgent: template(z.object({ acknowledge_by: instant, ...link }), (data, say) => ({
    subject: `${say.review} needs attention now`,
    move: { whose: 'you', what: `look at it now, by ${say.when(data.acknowledge_by)} at the latest` },
    lines: [`${say.review} was marked as needing attention, and it may not wait. Why stands in the review.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  attention_late: template(z.object({ raised_at: instant, ...link }), (data, say) => ({
    subject: `${say.review} still needs attention`,
    move: { whose: 'you', what: 'look at it' },
    lines: [`It was marked on ${say.when(data.raised_at)}, and nobody has taken note of it within a business day.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  attention_escalated: template(z.object({ raised_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: nobody has taken note of what needs attention`,
    move: { whose: 'you', what: 'take note yourself, or call the organization' },
    lines: [
      `${say.review} was marked as needing attention on ${say.when(data.raised_at)}. The organization has not taken note of it within a business day.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  candidates_presented: template(
    z.object({ count: count.optional(), accept_by: instant.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review}: experts to choose from`,
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

  times_requested: template(z.object({ due_at: instant.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: offer times for the call`,
    move: {
      whose: 'you',
      what: data.due_at ? `offer at least three times by ${say.when(data.due_at)}` : 'offer at least three times',
    },
    lines: [
      'You see the requester’s zone beside your own while you choose. Times at least a day ahead can be offered.',
    ],
    action: open(say, data, 'Offer times'),
  })),

  times_offered: template(z.object({ count: count.optional(), due_at: instant.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: choose a call time`,
    move: { whose: 'you', what: data.due_at ? `choose a call time by ${say.when(data.due_at)}` : 'choose a call time' },
    lines: [
      `The expert offers ${data.count === undefined ? 'times' : many(data.count, 'time')} for the call about ${say.review}. If none of them fits, say so there and new ones are asked for.`,
    ],
    action: open(say, data, 'Choose a time'),
  })),

  call_set: template(z.object(call), (data, say) => ({
    subject: `${say.review}: call on ${say.when(data.starts_at)}`,
    move: { whose: 'nobody', what: `the call is set for ${say.when(data.starts_at)}` },
    lines: ['The calendar entry is attached. You are reminded a day and an hour before.'],
    facts: callFacts(data, say),
    action: open(say, data, `Open ${say.review}`),
  })),

  call_changed: template(z.object({ ...call, previous_starts_at: instant.optional() }), (data, say) => ({
    subject: `${say.review}: call moved to ${say.when(data.starts_at)}`,
    move: { whose: 'nobody', what: `the call is now on ${say.when(data.starts_at)}` },
    lines: ['The attached calendar entry replaces the former one.'],
    facts: [
      ...callFacts(data, say),
      ...(data.previous_starts_at ? [['Formerly', say.when(data.previous_starts_at)] as [string, string]] : []),
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  call_cancelled: template(z.object({ starts_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: the call on ${say.when(data.starts_at)} is cancelled`,
    move: { whose: 'nobody', what: 'there is nothing to join' },
    lines: [`The call about ${say.review} will not take place. The attached entry takes it out of your calendar.`],
    facts: [['Was planned for', say.when(data.starts_at)]],
    action: open(say, data, `Open ${say.review}`),
  })),

  call_reminder: template(z.object(call), (data, say) => ({
    subject: `${say.review}: call on ${say.when(data.starts_at)}`,
    move: { whose: 'you', what: `join the call on ${say.when(data.starts_at)}` },
    lines: ['If you cannot make it, move or cancel it now, so that nobody waits.'],
    facts: callFacts(data, say),
    action: open(say, data, `Open ${say.review}`),
  })),

  report_requested: template(z.object({ due_at: instant.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: the report is yours to write`,
    move: {
      whose: 'you',
      what: data.due_at ? `write and sign the report by ${say.when(data.due_at)}` : 'write and sign the report',
    },
    lines: ['The records stand beside the form, and what you write is saved as you go.'],
    action: open(say, data, 'Write the report'),
  })),

  report_submitted: template(z.object({ version: count.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: a report waits for its check`,
    move: { whose: 'you', what: 'check the signed report, then deliver or return it' },
    lines: [
      `The expert signed ${data.version === undefined ? 'the report' : `version ${data.version} of the report`} for ${say.review}.`,
    ],
    action: open(say, data, 'Check the report'),
  })),

  report_returned: template(
    z.object({ due_at: instant.optional(), sections: count.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review}: the report needs another look`,
      move: {
        whose: 'you',
        what: data.due_at
          ? `answer the notes and sign again by ${say.when(data.due_at)}`
          : 'answer the notes and sign again',
      },
      lines: [
        `${data.sections === undefined ? 'There are notes' : `There are notes on ${many(data.sections, 'section')}`}. They stand beside the form; everything else stays as you signed it.`,
      ],
      action: open(say, data, 'Open the report'),
    }),
  ),

  report_delivered: template(z.object({ closeout_at: instant.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: your report is here`,
    move: { whose: 'you', what: 'read the report' },
    lines: [
      'The signed report is ready to read and download. Questions to the expert can be asked in the conversation.',
      ...(data.closeout_at
        ? [`Without an open question the review closes by itself on ${say.when(data.closeout_at)}.`]
        : []),
    ],
    action: open(say, data, 'Read the report'),
  })),

  files_requested: template(z.object({ count: count.optional(), due_on: date.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: records are missing`,
    move: {
      whose: 'you',
      what: `upload ${data.count === undefined ? 'the records' : many(data.count, 'record')} asked for${data.due_on ? ` by ${say.day(data.due_on)}` : ''}`,
    },
    lines: [
      'What is missing, and why it is needed, stands in the review. The clock waits until the records are there.',
    ],
    action: open(say, data, 'See what is missing'),
  })),

  files_arrived: template(z.object({ count: count.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: new records arrived`,
    move: { whose: 'you', what: 'look at the new records' },
    lines: [
      `${data.count === undefined ? 'New records were' : data.count === 1 ? 'One record was' : `${data.count} records were`} added to ${say.review}.`,
    ],
    action: open(say, data, 'Open the records'),
  })),

  step_reminder: template(z.object({ due_at: instant, act: z.string().max(80), ...link }), (data, say) => ({
    subject: `${say.review} waits for you until ${say.when(data.due_at)}`,
    move: { whose: 'you', what: `${lower(data.act)} by ${say.when(data.due_at)}` },
    lines: ['A reminder before it is late. If you need more time, write in the conversation of the review.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  step_overdue: template(
    z.object({ due_at: instant, act: z.string().max(80), yours: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review} is overdue`,
      move: {
        whose: data.yours ? 'you' : 'expert',
        what: `${lower(data.act)}; it was due on ${say.when(data.due_at)}`,
      },
      lines: [
        data.yours
          ? 'The others wait for this step. If it cannot be done, say so in the conversation of the review.'
          : 'The expert was reminded. We look after it, and you can write to us in the conversation of the review.',
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  closeout_warning: template(
    z.object({ closeout_at: instant, cancel_link: path.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review} closes on ${say.when(data.closeout_at)}`,
      move: { whose: 'nobody', what: `it closes by itself on ${say.when(data.closeout_at)}` },
      lines: [
        'If everything is answered, there is nothing to do. If something is still open, keep it open until you close it yourself.',
      ],
      action: {
        label: 'Keep it open',
        url: say.url(data.cancel_link ?? `${say.review_path}/cancel-automated-closeout`),
      },
      second: open(say, data, `Open ${say.review}`),
    }),
  ),

  review_closed: template(
    z.object({ automated: z.boolean().optional(), purge_on: date.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review} is closed`,
      move: { whose: 'nobody', what: 'the review is complete' },
      lines: [
        data.automated
          ? 'Nothing was open any more, so it closed by itself.'
          : 'It was closed after everything was answered.',
        ...(data.purge_on
          ? [`Its records and messages are kept until ${say.day(data.purge_on)} and then removed for good.`]
          : []),
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  purge_warning: template(z.object({ purge_on: date, ...link }), (data, say) => ({
    subject: `${say.review}: its records are deleted on ${say.day(data.purge_on)}`,
    move: { whose: 'you', what: `download what you still need before ${say.day(data.purge_on)}` },
    lines: [
      `Records, answers, names and messages of ${say.review} are deleted for good on that day, as your organization has set it. Dates and amounts stay.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_cancelled: template(z.object(link), (data, say) => ({
    subject: `${say.review} was cancelled`,
    move: { whose: 'nobody', what: 'nothing more is to be done' },
    lines: [
      say.side === 'expert'
        ? `${say.review} was cancelled. You need not do anything more for it.`
        : `${say.review} was cancelled. What it costs, if anything, stands in the review.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  referrer_status: template(z.object({ step: z.enum(REFERRER_STEPS) }), (data, say) => ({
    subject: `${say.review} ${REFERRER_NEWS[data.step][0]}`,
    move: { whose: 'nobody', what: 'this is for your information' },
    lines: [`${say.review}, which you referred, ${REFERRER_NEWS[data.step][0]}. ${REFERRER_NEWS[data.step][1]}`],
    why: 'You get this mail because somebody named you as the one who referred a review. It holds no details of it.',
  })),

  review_on_hold: template(z.object(link), (data, say) => ({
    subject: `${say.review} is on hold`,
    move: { whose: 'nobody', what: 'it rests until the hold is lifted' },
    lines: [`${say.review} was put on hold. Its clocks stand still. Why, and who can lift it, stands in the review.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_resumed: template(z.object(link), (data, say) => ({
    subject: `${say.review} goes on`,
    move: { whose: 'nobody', what: 'the review says what comes next' },
    lines: [`The hold on ${say.review} was lifted. It goes on where it stood.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  outside_records: template(z.object({ organization, link: path, due_on: date, expires_at: instant }), (data, say) => ({
    subject: `Records asked for by ${data.organization}, ${say.review}`,
    move: { whose: 'you', what: `send the records by ${say.day(data.due_on)}` },
    reader: 'none',
    lines: [
      `${data.organization} asks you for records. What is asked for stands on the page behind this link, and you send it there: no account is needed.`,
      'Whoever has the link can add files and nothing else. Pass it on only to a colleague who sends them for you.',
    ],
    facts: outsideFacts(data, say),
    action: { label: 'See what is asked for', url: say.url(data.link) },
    why: OUTSIDE,
  })),

  outside_statement: template(
    z.object({ organization, link: path, due_on: date, expires_at: instant }),
    (data, say) => ({
      subject: `Your statement is asked for by ${data.organization}, ${say.review}`,
      move: { whose: 'you', what: `give your statement by ${say.day(data.due_on)}` },
      reader: 'none',
      lines: [
        `${data.organization} has asked for an independent peer review and gives you the chance to be heard before it is made. No account is needed.`,
        'The link is confidential and yours alone. Do not pass it on.',
      ],
      facts: outsideFacts(data, say),
      action: { label: 'Give your statement', url: say.url(data.link) },
      why: OUTSIDE,
    }),
  ),

  outside_response: template(z.object({ organization, link: path, expires_at: instant }), (data, say) => ({
    subject: `Findings released to you by ${data.organization}, ${say.review}`,
    move: { whose: 'you', what: `read them and answer by ${say.when(data.expires_at)}` },
    reader: 'none',
    lines: [
      `${data.organization} has released findings of a peer review to you. You can read them by this link and write a response, which stands beside the report.`,
      'The link is confidential and yours alone. Do not pass it on.',
    ],
    facts: outsideFacts(data, say),
    action: { label: 'Read and respond', url: say.url(data.link) },
    why: OUTSIDE,
  })),

  outside_reminder: template(
    z.object({
      organization,
      link: path,
      expires_at: instant,
      due_on: date,
      purpose: z.enum(['records', 'statement', 'response']),
    }),
    (data, say) => {
      const what = { records: 'records', statement: 'statement', response: 'response' }[data.purpose];
      return {
        subject: `${say.review}: your ${what} can be sent until ${say.when(data.expires_at)}`,
        move: { whose: 'you', what: `send your ${what} by ${say.when(data.expires_at)}` },
        reader: 'none',
        lines: [`${data.organization} still waits for your ${what}. After that the link ends by itself.`],
        facts: outsideFacts(data, say),
        action: { label: 'Open the link', url: say.url(data.link) },
        why: OUTSIDE,
      };
    },
  ),

  outside_records_sent: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the custodian sent the records`,
    move: { whose: 'you', what: 'look at what arrived' },
    lines: ['The custodian you asked by a link is done. Files and reasons stand with the items they answer.'],
    action: open(say, data, 'See what arrived'),
  })),

  statement_arrived: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the provider gave a statement`,
    move: { whose: 'nobody', what: 'the statement is with the records' },
    lines: ['The provider under review gave a statement. It stands with the records, and the reviewer reads it there.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  response_arrived: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the provider responded`,
    move: { whose: 'you', what: 'read the response' },
    lines: ['The provider responded to the findings you released. The response stands beside the report.'],
    action: open(say, data, 'Read the response'),
  })),

  outside_link_expired: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a link expired without an answer`,
    move: { whose: 'you', what: 'renew the link, or go on without' },
    lines: [
      'The time of a link you sent to somebody outside is over, and nothing was sent by it. It can be renewed there.',
    ],
    action: open(say, data, 'See the link'),
  })),

  transfer_requested: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a transfer is asked for`,
    move: { whose: 'you', what: 'decide on the transfer' },
    lines: ['To whom and why stands in the review. Until it is decided nothing changes.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  transfer_declined: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the transfer was declined`,
    move: { whose: 'nobody', what: 'it stays where it is' },
    lines: ['Why stands in the review. It can be asked for again.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_handed_over: template(z.object(link), (data, say) => ({
    subject: `${say.review} has another requester`,
    move: { whose: 'nobody', what: 'the review goes on as it stands' },
    lines: [
      say.side === 'expert'
        ? 'A colleague of the same organization takes it over. Nothing else changes for you.'
        : 'It was handed over within the organization. Whoever had it before keeps it in sight only by following it.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_transferred: template(z.object(link), (data, say) => ({
    subject: `${say.review} was transferred`,
    move: { whose: 'nobody', what: 'it ends here and goes on elsewhere' },
    lines: [`The transfer of ${say.review} was granted.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  chat_digest: template(z.object({ count, ...link }), (data, say) => ({
    subject: `${say.review}: ${many(data.count, 'unread message')}`,
    move: { whose: 'you', what: `read ${data.count === 1 ? 'it' : 'them'} and answer where you are asked` },
    lines: [
      `${data.count === 1 ? 'A message' : 'Messages'} about ${say.review} ${data.count === 1 ? 'has' : 'have'} been waiting for you for a while.`,
    ],
    action: open(say, data, 'Open the conversation'),
  })),

  pre_orders_opened: template(z.object({ count, due_on: date, lapses_on: date, link: path }), (data, say) => ({
    subject: `${many(data.count, 'peer review')} of your subscription ${data.count === 1 ? 'is' : 'are'} due`,
    move: { whose: 'you', what: `add the charts and confirm by ${say.day(data.due_on)}` },
    lines: [
      `A period of your peer-review subscription has begun, with ${many(data.count, 'pre-ordered review')}.`,
      'Each waits for its charts. Upload them when you have them, look through the order and confirm it.',
    ],
    facts: [
      ['Due', say.day(data.due_on)],
      ['Can be confirmed until', say.day(data.lapses_on)],
    ],
    action: { label: 'See the pre-orders', url: say.url(data.link) },
  })),

  pre_orders_lapse: template(z.object({ count, due_on: date, lapses_on: date, link: path }), (data, say) => ({
    subject: `${many(data.count, 'pre-ordered peer review')} ${data.count === 1 ? 'lapses' : 'lapse'} soon`,
    move: { whose: 'you', what: `confirm what you still want by ${say.day(data.lapses_on)}` },
    lines: [
      `${many(data.count, 'pre-ordered review')} of your subscription ${data.count === 1 ? 'waits' : 'wait'} for charts.`,
      `After ${say.day(data.lapses_on)} what is not confirmed is taken out of the calendar.`,
    ],
    action: { label: 'See the pre-orders', url: say.url(data.link) },
  })),

  contact_message: template(
    z.object({
      reference: z.string().max(20),
      reason: z.string().max(200),
      name: z.string().max(200),
      email: z.string().max(254),
      message: z.string().max(5000),
    }),
    (data) => ({
      subject: `Contact ${data.reference}: ${data.reason}`,
      move: { whose: 'you', what: `answer ${data.email}` },
      reader: 'staff',
      lines: data.message.split(/\n+/).filter((line) => line.trim() !== ''),
      facts: [
        ['Reference', data.reference],
        ['From', `${data.name}, ${data.email}`],
        ['Reason', data.reason],
      ],
      why: 'This is the inbox for messages from the contact page.',
    }),
  ),
} as const;

function codeOf() {
  return z.string().regex(/^[A-Z0-9-]{1,20}$/);
}

export type TemplateName = keyof typeof TEMPLATES;
export type MailData<N extends TemplateName> = z.input<(typeof TEMPLATES)[N]['data']>;

export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Writes the letter of a template. Throws when the name is unknown or the data lack what the template needs. */
export function writeLetter(name: string, data: unknown, context: MailContext): Letter {
  if (!isTemplate(name)) throw new Error(`No mail template is called ${name}.`);
  const { data: schema, write } = TEMPLATES[name] as unknown as Template;
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`The mail template ${name} cannot use the data it was given: ${fields}.`);
  }
  const voice: Voice = {
    ...context,
    review: context.number ?? 'Your review',
    when: (at) => formatInstant(at, context.zone),
    day: formatDate,
    url: (path) => `${context.public_url}${path}`,
  };
  return { ...write(parsed.data, voice), reader: context.side };
}

/** "Thu, Nov 19, 2026, 7:30 AM CST": always with weekday and zone. */
export function formatInstant(at: Date, zone: string): string {
  return zoned(at, zone)
    .toLocaleString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    .replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** "Thu, Nov 19, 2026". */
export function formatDate(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
