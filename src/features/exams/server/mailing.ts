import { rolesAt } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertSideOf, expertWithAssistants, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { ExamReview } from './load.ts';

/** Where each letter leads, below the review's own page. */
const PAGES: Readonly<Record<string, string>> = { exam_times_requested: '/choose-available-times' };

const linkOf = (review: ExamReview, mail: MailText): string =>
  `/${KINDS[review.kind].slug}/${review.id}${PAGES[mail.template] ?? ''}`;

/** Mails whoever ordered an exam. */
export async function mailRequester(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'requester', link: linkOf(review, mail) } as const;
  await mailEach(tx, ports, about, await requesterOf(tx.system, review.requester_id), mail);
}

/** Mails the examiner and who assists them. */
export async function mailExaminer(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'expert', link: linkOf(review, mail) } as const;
  await mailEach(tx, ports, about, await expertWithAssistants(tx.system, review.expert_profile_id), mail);
}

/** Mails everybody who examines in an exam, and who assists them. */
export async function mailExaminers(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'expert', link: linkOf(review, mail) } as const;
  await mailEach(tx, ports, about, await expertSideOf(tx.system, review.id), mail);
}

/** Mails those of Peritus who serve notices. */
export async function mailServers(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const about = { review_id: review.id, side: 'staff', link: linkOf(review, mail) } as const;
  await mailEach(tx, ports, about, await staffWithRole(tx.system, ...rolesAt('records')), mail);
}
