import { z } from 'zod';
import { date, instant, link, open, template } from '../../../../platform/mail/template.ts';

const dates = { needed_by: date, asked: date, ...link };

/** Mails about an earlier date, which the expert agrees to or not. They name nobody: some reviews are blind. */
export const DATES_MAILS = {
  earlier_date_asked: template(z.object({ ...dates, answer_by: instant }), (data, say) => ({
    subject: `${say.review}: an earlier date was requested`,
    move: {
      whose: 'you',
      what: `agree to ${say.day(data.asked)} or keep ${say.day(data.needed_by)}, before ${say.when(data.answer_by)}`,
    },
    lines: [
      `The requester of ${say.review} asks whether it can be done earlier. The review says why.`,
      'Until you agree the date stays as you accepted it.',
    ],
    facts: [
      ['Needed by', say.day(data.needed_by)],
      ['Asked for', say.day(data.asked)],
    ],
    action: open(say, data, 'Answer'),
  })),

  earlier_date_agreed: template(z.object(dates), (data, say) => ({
    subject: `${say.review}: the earlier date is agreed`,
    move: { whose: 'nobody', what: `it is now needed by ${say.day(data.asked)}` },
    lines: [`The expert agreed to ${say.day(data.asked)}. Before it was ${say.day(data.needed_by)}.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  earlier_date_kept: template(z.object(dates), (data, say) => ({
    subject: `${say.review}: the date stays as it was`,
    move: { whose: 'nobody', what: `it is needed by ${say.day(data.needed_by)} as before` },
    lines: [
      `The expert could not agree to ${say.day(data.asked)}. If the expert explained why, you’ll find it in the review.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  earlier_date_lapsed: template(z.object(dates), (data, say) => ({
    subject: `${say.review}: the date stays as it was`,
    move: { whose: 'nobody', what: `it is needed by ${say.day(data.needed_by)} as before` },
    lines: [`The question for ${say.day(data.asked)} was not answered in time, and that date has come too near.`],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
