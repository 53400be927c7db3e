import { z } from 'zod';
import { date, path, template } from '../../../platform/mail/template.ts';

const last4 = z.string().max(4);
const WHY = 'You’re receiving this e-mail because you are paid for reviews on Peritus.';

/** Mails to experts about what they are paid: days and the last digits of an account, never an amount, a review or a patient. */
export const MAILS = {
  payout_details_needed: template(
    z.object({ pay_on: date, what: z.enum(['no_details', 'no_w9']), link: path }),
    (data, say) => ({
      subject:
        data.what === 'no_w9'
          ? 'Sign your W-9 so that we can pay you'
          : 'Enter your payment details so that we can pay you',
      move: {
        whose: 'you',
        what: data.what === 'no_w9' ? 'sign your W-9' : 'enter who is paid and where to, and sign your W-9',
      },
      lines: [
        `You earned something, and the payout of ${say.day(data.pay_on)} leaves it out until this is there. Nothing is lost: it is in the next payout after that.`,
      ],
      action: { label: 'Open payment details', url: say.url(data.link) },
      why: WHY,
    }),
  ),

  payout_made: template(z.object({ paid_on: date, last4, link: path }), (data, say) => ({
    subject: 'A payout was made to you',
    move: { whose: 'nobody', what: `it was sent on ${say.day(data.paid_on)}` },
    lines: [
      `It goes to the account ending in ${data.last4}. Banks take one to three banking days. What it is for is on your payouts page.`,
    ],
    action: { label: 'See your payouts', url: say.url(data.link) },
    why: WHY,
  })),

  payout_returned: template(z.object({ returned_on: date, last4, link: path }), (data, say) => ({
    subject: 'A payout came back: check your bank details',
    move: { whose: 'you', what: 'check your bank details' },
    lines: [
      `The payment to the account ending in ${data.last4} came back from the bank on ${say.day(data.returned_on)}. It is owed to you as before, and is in the next payout.`,
    ],
    action: { label: 'Open payment details', url: say.url(data.link) },
    why: WHY,
  })),
};
