import { z } from 'zod';
import { instant, link, open, template } from '../../../../platform/mail/template.ts';

/** Mails about a review that needs attention. */
export const ATTENTION_MAILS = {
  attention_raised: template(z.object({ acknowledge_by: instant, ...link }), (data, say) => ({
    subject: `${say.review} needs attention`,
    move: { whose: 'you', what: `look at it by ${say.when(data.acknowledge_by)}` },
    lines: [
      `${say.review} was marked as needing attention. The review says by whom and why. A review manager, an administrator or Peritus acknowledges and settles it there.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  attention_urgent: template(z.object({ acknowledge_by: instant, ...link }), (data, say) => ({
    subject: `${say.review} needs attention now`,
    move: { whose: 'you', what: `look at it now, by ${say.when(data.acknowledge_by)} at the latest` },
    lines: [`${say.review} was marked as needing attention, and it is urgent. The review says why.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  attention_late: template(z.object({ raised_at: instant, ...link }), (data, say) => ({
    subject: `${say.review} still needs attention`,
    move: { whose: 'you', what: 'look at it' },
    lines: [`It was marked on ${say.when(data.raised_at)}, and no one has acknowledged it within a business day.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  attention_escalated: template(z.object({ raised_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: no one has acknowledged what needs attention`,
    move: { whose: 'you', what: 'acknowledge it yourself, or call the organization' },
    lines: [
      `${say.review} was marked as needing attention on ${say.when(data.raised_at)}. The organization has not acknowledged it within a business day.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
