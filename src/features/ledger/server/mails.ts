import { z } from 'zod';
import { capital } from '../../../core/phrases.ts';
import { path, template } from '../../../platform/mail/template.ts';
import { AMOUNT_OF, type AmountOf } from '../../billing/rules.ts';
import { FEE_REASONS, type FeeReason } from '../rules.ts';

const amount = z.string().max(40);
/** "$350.00 instead of $300.00" of something. */
const change = {
  what: z.enum(Object.keys(AMOUNT_OF) as [AmountOf, ...AmountOf[]]),
  before: amount,
  now: amount,
};

const LIST = new Intl.ListFormat('en-US');

/** What an expert can do about it: what of this the review allows now. */
const CAN = {
  decline: 'You can decline the invitation if that does not suit you, or accept it as it is now.',
  withdraw: 'Ask about it in the review’s conversation. You can also take yourself off the matter on its page.',
  ask: 'Ask about it in the review’s conversation if that is not what you expected.',
} as const;

/** Mails to experts about what they earn: to them alone, never to who assists them. */
export const MAILS = {
  fee_changed: template(
    z.object({
      ...change,
      /** Of several amounts the others. */
      also: z.array(z.object(change)).max(4).default([]),
      reasons: z.array(z.enum(Object.keys(FEE_REASONS) as [FeeReason, ...FeeReason[]])).min(1),
      can: z.enum(Object.keys(CAN) as [keyof typeof CAN, ...(keyof typeof CAN)[]]),
      /** The invitation, for who has not accepted it yet. */
      link: path.optional(),
    }),
    (data, say) => ({
      subject: `${say.review}: what you earn has changed`,
      move:
        data.can === 'decline'
          ? { whose: 'you', what: 'accept or decline at the new amount' }
          : { whose: 'nobody', what: 'this is for your information' },
      lines: [
        `${capital(LIST.format(data.reasons.map((reason) => FEE_REASONS[reason])))}, so you earn something else than you were told. It is about work that is not done yet.`,
        CAN[data.can],
      ],
      facts: [
        ['Review', say.review],
        ...[data, ...data.also].map(({ what, before, now }): [string, string] => [
          capital(AMOUNT_OF[what]),
          `${now} instead of ${before}`,
        ]),
      ],
      action: {
        label: data.can === 'decline' ? 'See the invitation' : 'Open the review',
        url: say.url(data.link ?? say.review_path),
      },
    }),
  ),
};
