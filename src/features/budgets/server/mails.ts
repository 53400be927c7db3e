import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** The mail about a budget: which, what it is used by, and what is left; never of which matter. */
export const MAILS = {
  budget_reached: template(
    z.object({
      budget: z.string().max(250),
      span: z.string().max(40),
      outcome: z.enum(['warning', 'used_up']),
      percent: z.number().int(),
      amount: z.string().max(40),
      used: z.string().max(40),
      left: z.string().max(40),
      stops: z.boolean(),
      ...link,
    }),
    (data, say) => ({
      subject:
        data.outcome === 'used_up'
          ? `Used up: ${data.budget}, ${data.span}`
          : `${data.percent}% used: ${data.budget}, ${data.span}`,
      move: { whose: 'you', what: 'raise it where more is needed, or leave it as it is' },
      lines: [
        data.stops
          ? data.outcome === 'used_up'
            ? 'Orders that go beyond it stop until it is raised. You can let one through with a reason.'
            : 'Orders that go beyond it will stop. It can be raised before that.'
          : 'Orders that go beyond it are warned of, and not stopped.',
      ],
      facts: [
        ['Budget', data.amount],
        ['Charged or agreed to', data.used],
        ['Left', data.left],
      ],
      action: open(say, data, 'See the budget'),
      why: 'You keep the budgets of your organization. You are told once when one is nearly used, and once when it is used up.',
    }),
  ),
};
