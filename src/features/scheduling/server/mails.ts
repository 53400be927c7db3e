import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { count, instant, link, open, template, type Voice } from '../../../platform/mail/template.ts';

const minutes = (n: number): string => plural(n, 'minute');

/** How to join: a setting or a meeting link, shown as it is. */
const dialIn = z.string().max(1000);
const call = { starts_at: instant, duration_minutes: count, dial_in: dialIn.optional(), ...link };

function callFacts(data: { starts_at: Date; duration_minutes: number; dial_in?: string | undefined }, say: Voice) {
  const facts: [string, string][] = [
    ['When', say.when(data.starts_at)],
    ['Length', minutes(data.duration_minutes)],
  ];
  if (data.dial_in) facts.push(['How to join', data.dial_in]);
  return facts;
}

/** Who missed a call, as the reader of the mail. */
const missedBy = z.enum(['you', 'they', 'nobody']);
const WHO_MISSED = {
  you: 'you did not show up',
  they: 'the other side did not show up',
  nobody: 'neither side is at fault',
} as const;

/** Mails of a call: its times, and what becomes of it. */
export const MAILS = {
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
      `The expert offers ${data.count === undefined ? 'times' : plural(data.count, 'time')} for the call about ${say.review}. If none of them works, say so there and we’ll ask for new ones.`,
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

  call_link: template(z.object(call), (data, say) => ({
    subject: `${say.review}: how to join the call on ${say.when(data.starts_at)}`,
    move: { whose: 'nobody', what: `the call stays on ${say.when(data.starts_at)}` },
    lines: ['How to join is new. The calendar entry attached takes the place of the one before.'],
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
    subject: `${say.review}: the call on ${say.when(data.starts_at)} is canceled`,
    move: { whose: 'nobody', what: 'there is nothing to join' },
    lines: [`The call about ${say.review} will not take place. The attached entry takes it out of your calendar.`],
    facts: [['Was planned for', say.when(data.starts_at)]],
    action: open(say, data, `Open ${say.review}`),
  })),

  call_missed: template(
    z.object({ starts_at: instant, missed_by: missedBy, contest_until: instant, ...link }),
    (data, say) => ({
      subject: `${say.review}: the call did not take place`,
      move: { whose: 'you', what: `if that is not what happened, say so by ${say.when(data.contest_until)}` },
      lines: [
        `The other side recorded that the call about ${say.review} did not take place: ${WHO_MISSED[data.missed_by]}.`,
        'If that is correct, there is nothing to do. If not, say so on the review’s page, and Peritus will decide.',
      ],
      facts: [['Was planned for', say.when(data.starts_at)]],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  call_missed_contested: template(
    z.object({ contested_by: z.enum(['requester', 'expert']), ...link }),
    (data, say) => ({
      subject: `${say.review}: decide who missed the call`,
      move: { whose: 'you', what: 'decide who missed the call' },
      lines: [
        `The ${data.contested_by} disputes who missed the call about ${say.review}. Both accounts are on its page.`,
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  call_missed_decided: template(z.object({ starts_at: instant, missed_by: missedBy, ...link }), (data, say) => ({
    subject: `${say.review}: decision on the missed call`,
    move: { whose: 'nobody', what: 'Peritus decided who missed the call' },
    lines: [
      `Peritus looked into the call on ${say.when(data.starts_at)} and decided: ${WHO_MISSED[data.missed_by]}. The reason, and any charge, is on the review’s page.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  records_reminder: template(z.object({ starts_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: look through the records before the call`,
    move: { whose: 'you', what: `look through the records before the call on ${say.when(data.starts_at)}` },
    lines: ['If something is missing or cannot be read, ask for it there, so that it comes in time.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  call_reminder: template(z.object(call), (data, say) => ({
    subject: `${say.review}: call on ${say.when(data.starts_at)}`,
    move: { whose: 'you', what: `join the call on ${say.when(data.starts_at)}` },
    lines: ['If you cannot make it, move or cancel it now, so that nobody waits.'],
    facts: callFacts(data, say),
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
