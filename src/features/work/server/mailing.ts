import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertSideOf, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { WorkReview } from './load.ts';

const linkOf = (review: WorkReview): string => `/${KINDS[review.kind].slug}/${review.id}`;

/** Mails whoever ordered the matter. */
export async function mailRequester(tx: Tx, ports: Ports, review: WorkReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'requester', link: linkOf(review) } as const;
  await mailEach(tx, ports, about, await requesterOf(tx.system, review.requester_id), mail);
}

/** Mails the expert and who assists them. */
export async function mailExpert(tx: Tx, ports: Ports, review: WorkReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'expert', link: linkOf(review) } as const;
  await mailEach(tx, ports, about, await expertSideOf(tx.system, review.id), mail);
}
