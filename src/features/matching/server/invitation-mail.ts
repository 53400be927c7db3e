import type { Kysely } from 'kysely';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import { orderedMeetingOf } from '../../../platform/db/meeting-rows.ts';
import { shownFee } from '../../../platform/db/shown-fee.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import { specialtyWords } from '../../experts/rules.ts';
import { formOf, orderedService } from '../../reviews/rules.ts';

/** What a mail with the invitation's link opens. */
export const invitationOpener = (id: number): string => `invitation:${id}`;

/** Mails the link of an invitation to its expert. */
export async function mailInvitation(
  tx: Tx,
  ports: Ports,
  invitation: {
    id: number;
    kind: Kind;
    review_id: number;
    expert_profile_id: number;
    expires_at: Date;
    token: string;
  },
  userId: number,
): Promise<void> {
  const { invite_path } = KINDS[invitation.kind];
  await mailUser(tx, ports, userId, {
    template: 'invitation',
    review_id: invitation.review_id,
    side: 'expert',
    data: {
      link: `${invite_path}/review-${invitation.review_id}`,
      page: invite_path,
      opener: { value: invitation.token, of: invitationOpener(invitation.id), until: invitation.expires_at },
      expires_at: invitation.expires_at,
      ...(await askedOf(tx.system, invitation.review_id, invitation.expert_profile_id)),
    },
  });
}

/** What an expert is asked for and what it pays them, as far as it is told before conflicts are checked: no name, nothing of the records but their pages. */
export async function askedOf(db: Kysely<DB>, reviewId: number, expertProfileId: number) {
  const fee = await shownFee(db, reviewId, expertProfileId);
  const review = await db
    .selectFrom('reviews as r')
    .leftJoin('specialties as s', 's.id', 'r.specialty_id')
    .leftJoin('sub_specialties as ss', 'ss.id', 'r.sub_specialty_id')
    .select(['r.kind', 'r.service', 'r.pages', 'r.needed_by', 'r.expedited', 's.name as specialty'])
    .select(['ss.name as sub_specialty', orderedMeetingOf('r.id').as('meeting')])
    .where('r.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  return {
    specialty: specialtyWords(review.specialty, review.sub_specialty) || undefined,
    service: orderedService(formOf(review.kind), review.service, review.meeting)?.label,
    pages: review.pages,
    needed_by: review.needed_by ?? undefined,
    expedited: review.expedited,
    ...(fee ? { fee: formatCents(fee.amount_cents) } : {}),
  };
}
