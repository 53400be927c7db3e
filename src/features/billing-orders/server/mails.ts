import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, link, open, template } from '../../../platform/mail/template.ts';

/** The mail about billing orders: how many wait and what they come to, never of whom. */
export const MAILS = {
  billing_orders_waiting: template(
    z.object({ orders: count, amount: z.string().max(40), organization: z.string().max(200), ...link }),
    (data, say) => ({
      subject: `${plural(data.orders, 'billing order')} of ${data.organization} ${data.orders === 1 ? 'waits' : 'wait'} for approval`,
      move: { whose: 'you', what: 'approve what is to be invoiced, or void it with a reason' },
      lines: ['What is approved is invoiced. What is voided is looked at by us first, and nothing of it is invoiced.'],
      facts: [
        ['Waiting', plural(data.orders, 'billing order')],
        ['In all', data.amount],
      ],
      action: open(say, data, 'See what waits'),
      why: 'You approve billing orders for your organization. You are told once a day at most.',
    }),
  ),
};
