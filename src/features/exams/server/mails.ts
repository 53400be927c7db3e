import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, date, instant, link, open, template } from '../../../platform/mail/template.ts';

/** Mails of an exam: its appointments, its notice, and what came of the day. Nobody is named in them. */
export const MAILS = {
  purpose_letter_asked: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the purpose letter is missing`,
    move: { whose: 'you', what: 'upload the purpose letter' },
    lines: ['Everything else is there. Examiners are looked for as soon as it has arrived.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  exam_times_requested: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: offer appointments for the exam`,
    move: { whose: 'you', what: 'offer appointments for the exam' },
    lines: ['Each at one of your sites, far enough ahead for the notice to be served. The requester chooses one.'],
    action: open(say, data, 'Offer appointments'),
  })),

  exam_offered: template(z.object({ count, ...link }), (data, say) => ({
    subject: `${say.review}: choose an appointment for the exam`,
    move: { whose: 'you', what: 'choose an appointment' },
    lines: [
      `The examiner offers ${plural(data.count, 'appointment')}. If none of them works, say so there and we’ll ask for others.`,
    ],
    action: open(say, data, 'Choose an appointment'),
  })),

  exam_proposed: template(z.object({ count, ...link }), (data, say) => ({
    subject: `${say.review}: confirm an appointment for the exam`,
    move: { whose: 'you', what: 'confirm an appointment' },
    lines: [
      `The requester proposes ${plural(data.count, 'appointment')}. Confirm one, or offer others if none of them works.`,
    ],
    action: open(say, data, 'Answer the proposal'),
  })),

  exam_proposals_refused: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the appointments you proposed do not fit`,
    move: { whose: 'expert', what: 'offers appointments for the exam' },
    lines: ['The reason is on the review’s page. You choose one as soon as there are some on offer.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  exam_set: template(z.object({ starts_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: exam on ${say.when(data.starts_at)}`,
    move: { whose: 'nobody', what: `the exam is set for ${say.when(data.starts_at)}` },
    lines: ['The place is on the review’s page. The notice to the examinee is served next.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  exam_notice_due: template(
    z.object({ notice_by: date, confirms: z.boolean().default(false), ...link }),
    (data, say) => ({
      subject: `${say.review}: serve the notice by ${say.day(data.notice_by)}`,
      move: { whose: 'you', what: `serve the notice of the exam by ${say.day(data.notice_by)}` },
      lines: [
        data.confirms
          ? 'By that day the rule has what was agreed confirmed in writing; the notice does it.'
          : 'After that day it is too late for this appointment, and the exam has to be moved.',
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  exam_moved: template(z.object({ starts_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: the exam on ${say.when(data.starts_at)} is off`,
    move: { whose: 'nobody', what: 'the exam will not be held at that time' },
    lines: ['The reason is on the review’s page. Where another appointment is set, a new notice is served.'],
    facts: [['Was planned for', say.when(data.starts_at)]],
    action: open(say, data, `Open ${say.review}`),
  })),

  exam_failed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the exam was not held`,
    move: { whose: 'you', what: 'say how it continues' },
    lines: [
      'What happened, and what it costs, is on the review’s page. Ask there for another appointment, or for a report on the records alone.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
