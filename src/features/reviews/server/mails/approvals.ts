import { z } from 'zod';
import { link, open, path, template } from '../../../../platform/mail/template.ts';

/** Mails about a price that somebody approves beside the requester's word. */
export const APPROVALS_MAILS = {
  approval_needed: template(z.object({ amount: z.string().max(40), link: path }), (data, say) => ({
    subject: `${say.review}: ${data.amount} waits for approval`,
    move: { whose: 'you', what: 'approve the price, or decline it with a reason' },
    lines: [
      'By your organization’s rules an amount like this is approved by somebody else than who ordered. Work on the review waits until then.',
    ],
    facts: [['Price', data.amount]],
    action: { label: 'See what waits', url: say.url(data.link) },
    second: { label: `Open ${say.review}`, url: say.url(say.review_path) },
  })),

  approval_given: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the price is approved`,
    move: { whose: 'peritus', what: 'the review continues' },
    lines: ['Your organization approved the price. You don’t need to do anything.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  approval_declined: template(z.object(link), (data, say) => ({
    subject: `${say.review}: the price was declined`,
    move: { whose: 'you', what: 'change the order, ask once more, or cancel it' },
    lines: ['Your organization did not approve the price. The review says why. Nothing of the order is lost.'],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
