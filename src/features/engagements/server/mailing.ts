import { rolesAt } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertOf, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { EngagementReview } from './load.ts';

/** Letters that lead to the review's own page; all others lead to its agreement. */
const TO_REVIEW: ReadonlySet<string> = new Set(['agreement_ended', 'expert_withdrew']);

const linkOf = (review: EngagementReview, mail: MailText): string =>
  `/${KINDS[review.kind].slug}/${review.id}${TO_REVIEW.has(mail.template) ? '' : '/agreement'}`;

/** Mails whoever ordered the matter. */
export async function mailRequester(tx: Tx, ports: Ports, review: EngagementReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'requester', link: linkOf(review, mail) } as const;
  await mailEach(tx, ports, about, await requesterOf(tx.system, review.requester_id), mail);
}

/** Mails the expert alone: whoever assists them signs nothing and sees no amounts. Who is off the matter has no page of it, only a list. */
export async function mailExpert(tx: Tx, ports: Ports, review: EngagementReview, mail: MailText): Promise<void> {
  const link = TO_REVIEW.has(mail.template) ? KINDS[review.kind].list_path : linkOf(review, mail);
  const about = { review_id: review.id, side: 'expert', link } as const;
  await mailEach(tx, ports, about, await expertOf(tx.system, review.expert_profile_id), mail);
}

/** Mails the desk that looks for experts. */
export async function mailMatching(tx: Tx, ports: Ports, review: EngagementReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'staff', link: linkOf(review, mail) } as const;
  await mailEach(tx, ports, about, await staffWithRole(tx.system, ...rolesAt('matching')), mail);
}
