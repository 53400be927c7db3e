import { z } from 'zod';
import { link, open, template } from '../../../../platform/mail/template.ts';

/** Mails about a review that goes to somebody else. */
export const TRANSFERS_MAILS = {
  transfer_requested: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a transfer was requested`,
    move: { whose: 'you', what: 'decide on the transfer' },
    lines: ['The review says to whom and why. Until it is decided, nothing changes.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  transfer_declined: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the transfer was declined`,
    move: { whose: 'nobody', what: 'it stays where it is' },
    lines: ['The review says why. It can be requested again.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_handed_over: template(z.object(link), (data, say) => ({
    subject: `${say.review} has another requester`,
    move: { whose: 'nobody', what: 'the review continues as it is' },
    lines: [
      say.side === 'expert'
        ? 'A colleague of the same organization takes it over. Nothing else changes for you.'
        : 'It was handed over within the organization. The previous requester keeps seeing it only by following it.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_transferred: template(z.object(link), (data, say) => ({
    subject: `${say.review} was transferred`,
    move: { whose: 'nobody', what: 'it ends here and continues elsewhere' },
    lines: [`The transfer of ${say.review} was granted.`],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
