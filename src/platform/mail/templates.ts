import { dateText } from '../../core/dates.ts';
import { lower, plural } from '../../core/phrases.ts';
import { z } from 'zod';
import { zoned } from '../../core/time.ts';
import { ACCOUNT_TEMPLATES } from './account-templates.ts';
import { CALL_TEMPLATES } from './call-templates.ts';
import { DATE_TEMPLATES } from './date-templates.ts';
import type { RenderedMail } from './layout.ts';
import { MATCHING_TEMPLATES } from './matching-templates.ts';
import { OUTSIDE_TEMPLATES } from './outside-templates.ts';
import {
  template,
  instant,
  date,
  count,
  path,
  link,
  open,
  type Voice,
  type MailContext,
  type Template,
} from './template.ts';

/** Every mail the product writes, by name. Data a template does not declare never reach it. */
export const TEMPLATES = {
  ...ACCOUNT_TEMPLATES,
  ...MATCHING_TEMPLATES,
  ...CALL_TEMPLATES,
  ...DATE_TEMPLATES,
  ...OUTSIDE_TEMPLATES,

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
        `${data.sections === undefined ? 'There are notes' : `There are notes on ${plural(data.sections, 'section')}`}. They stand beside the form; everything else stays as you signed it.`,
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
      what: `upload ${data.count === undefined ? 'the records' : plural(data.count, 'record')} asked for${data.due_on ? ` by ${say.day(data.due_on)}` : ''}`,
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

  rating_request: template(
    z.object({ about: z.enum(['expert', 'reviewer', 'requester']), again: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: how was it?`,
      move: { whose: 'you', what: `rate the ${data.about}` },
      lines: [
        data.again
          ? 'Your rating is still missing. It takes a minute, and you are not asked again.'
          : 'Five short questions, a minute. The other side does not see your answers.',
      ],
      action: open(say, data, 'Rate'),
    }),
  ),

  chat_digest: template(z.object({ count, ...link }), (data, say) => ({
    subject: `${say.review}: ${plural(data.count, 'unread message')}`,
    move: { whose: 'you', what: `read ${data.count === 1 ? 'it' : 'them'} and answer where you are asked` },
    lines: [
      `${data.count === 1 ? 'A message' : 'Messages'} about ${say.review} ${data.count === 1 ? 'has' : 'have'} been waiting for you for a while.`,
    ],
    action: open(say, data, 'Open the conversation'),
  })),

  pre_orders_opened: template(z.object({ count, due_on: date, lapses_on: date, link: path }), (data, say) => ({
    subject: `${plural(data.count, 'peer review')} of your subscription ${data.count === 1 ? 'is' : 'are'} due`,
    move: { whose: 'you', what: `add the charts and confirm by ${say.day(data.due_on)}` },
    lines: [
      `A period of your peer-review subscription has begun, with ${plural(data.count, 'pre-ordered review')}.`,
      'Each waits for its charts. Upload them when you have them, look through the order and confirm it.',
    ],
    facts: [
      ['Due', say.day(data.due_on)],
      ['Can be confirmed until', say.day(data.lapses_on)],
    ],
    action: { label: 'See the pre-orders', url: say.url(data.link) },
  })),

  pre_orders_lapse: template(z.object({ count, due_on: date, lapses_on: date, link: path }), (data, say) => ({
    subject: `${plural(data.count, 'pre-ordered peer review')} ${data.count === 1 ? 'lapses' : 'lapse'} soon`,
    move: { whose: 'you', what: `confirm what you still want by ${say.day(data.lapses_on)}` },
    lines: [
      `${plural(data.count, 'pre-ordered review')} of your subscription ${data.count === 1 ? 'waits' : 'wait'} for charts.`,
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

export type TemplateName = keyof typeof TEMPLATES;
export type MailData<N extends TemplateName> = z.input<(typeof TEMPLATES)[N]['data']>;

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Writes the letter of a template. Throws when the name is unknown or the data lack what the template needs. */
export function renderMail(name: string, data: unknown, context: MailContext): RenderedMail {
  if (!isTemplate(name)) throw new Error(`No mail template is called ${name}.`);
  // why: each template holds its schema and writer together; a name known only at run time cannot
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
    day: (date) => dateText(date, 'weekday'),
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
