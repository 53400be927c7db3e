import { z } from 'zod';
import { template } from '../../../../platform/mail/template.ts';

/** What somebody who referred a review hears of it, and nothing beyond. */
const REFERRER_STEPS = ['ordered', 'accepted', 'delivered', 'closed', 'cancelled'] as const;
export type ReferrerStep = (typeof REFERRER_STEPS)[number];
const REFERRER_NEWS: Record<ReferrerStep, readonly [string, string]> = {
  ordered: ['is ordered', 'You’ll hear from us again when an expert has accepted it.'],
  accepted: ['has an expert', 'You’ll hear from us again when there is a result.'],
  delivered: ['has its report', 'The people who ordered it can tell you more.'],
  closed: ['is closed', 'The people who ordered it can tell you more.'],
  cancelled: ['was canceled', 'The people who ordered it can tell you more.'],
};

/** Mail to whoever referred a review. */
export const REFERRER_MAILS = {
  referrer_status: template(z.object({ step: z.enum(REFERRER_STEPS) }), (data, say) => ({
    subject: `${say.review} ${REFERRER_NEWS[data.step][0]}`,
    move: { whose: 'nobody', what: 'this is for your information' },
    lines: [`${say.review}, which you referred, ${REFERRER_NEWS[data.step][0]}. ${REFERRER_NEWS[data.step][1]}`],
    why: 'You’re receiving this e-mail because someone named you as the person who referred a review. It contains no details of it.',
  })),
} as const;
