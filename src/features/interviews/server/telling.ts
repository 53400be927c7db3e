import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import { rooms } from '../../../platform/live.ts';
import { expertOf, expertWithAssistants, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import { callIcs } from '../../../platform/mail/call-ics.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { InterviewRow } from './load.ts';

/** A mail without the page it leads to, which each side has its own of. */
export type Told<M = MailText> = M extends { template: infer T; data: infer D }
  ? { template: T; data: Omit<D, 'link'> }
  : never;

type Of = Pick<InterviewRow, 'id' | 'review_id' | 'expert_profile_id' | 'attested_at'>;

/** The expert, and who assists them once the names are cleared: before that it is the expert’s alone. */
const expertSide = (tx: Tx, row: Of) =>
  (row.attested_at === null ? expertOf : expertWithAssistants)(tx.system, row.expert_profile_id);

/** Open pages of the expert’s side read it again. */
export async function tellPages(tx: Tx, row: Of): Promise<void> {
  for (const { user_id } of await expertSide(tx, row))
    if (user_id !== null)
      tx.live({ room: rooms.user(user_id), event: 'review.changed', payload: { review_id: row.review_id } });
}

/** Mails the expert and who assists them, with the interview’s page. */
export async function tellExpert(tx: Tx, ports: Pick<Ports, 'mail'>, row: Of, mail: Told): Promise<void> {
  const link = `/interview/${row.id}`;
  const to = await expertSide(tx, row);
  await mailEach(tx, ports, { review_id: row.review_id, side: 'expert', link }, to, {
    ...mail,
    data: { ...mail.data, link },
  } as MailText);
  await tellPages(tx, row);
}

/** Mails whoever ordered the matter, with the page of its candidates; without a mail only their open pages are told. */
export async function tellFirm(tx: Tx, ports: Pick<Ports, 'mail'>, row: Of, mail: Told | null): Promise<void> {
  const review = await systemReviewRow(tx.system, row.review_id);
  if (!review) return;
  tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
  if (!mail) return;
  const link = `/${KINDS[review.kind].slug}/${review.id}/experts`;
  const to = await requesterOf(tx.system, review.requester_id);
  await mailEach(tx, ports, { review_id: review.id, side: 'requester', link }, to, {
    ...mail,
    data: { ...mail.data, link },
  } as MailText);
}

/** Mails both sides the same of a time, each with its own page. */
export async function tellBoth(tx: Tx, ports: Pick<Ports, 'mail'>, row: Of, mail: Told): Promise<void> {
  await tellFirm(tx, ports, row, mail);
  await tellExpert(tx, ports, row, mail);
}

/** Frees the time of an interview that is set. Nothing where none is. */
export async function endCall(
  tx: Tx,
  ports: Pick<Ports, 'endAppointment'>,
  row: Pick<InterviewRow, 'review_id' | 'expert_profile_id'>,
  status: 'held' | 'missed' | 'cancelled' | 'moved',
): Promise<void> {
  await ports.endAppointment(tx, row.review_id, 'interview', status, row.expert_profile_id);
}

/** Mails both sides with the calendar entry of the interview’s appointment, or what takes it out; each has one with nobody else in it. */
export async function tellWithEntry(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  row: Of,
  method: 'REQUEST' | 'CANCEL',
  mail: Told,
): Promise<void> {
  const review = await systemReviewRow(tx.system, row.review_id);
  const set = await tx.system
    .selectFrom('appointments')
    .select(['id', 'starts_at', 'duration_minutes', 'location', 'ics_uid', 'ics_sequence'])
    .where('review_id', '=', row.review_id)
    .where('expert_profile_id', '=', row.expert_profile_id)
    .where('sort', '=', 'interview')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!review || !set) return;
  await tellPages(tx, row);
  const sequence = set.ics_sequence + (method === 'CANCEL' ? 1 : 0);
  // a later entry of the same interview follows what took this one out
  await tx.system.updateTable('appointments').set({ ics_sequence: sequence }).where('id', '=', set.id).execute();
  const sides = [
    [
      'requester',
      `/${KINDS[review.kind].slug}/${review.id}/experts`,
      await requesterOf(tx.system, review.requester_id),
    ],
    ['expert', `/interview/${row.id}`, await expertSide(tx, row)],
  ] as const;
  for (const [side, link, readers] of sides)
    for (const { user_id, email, name } of readers)
      await ports.mail(tx, {
        to: { user_id, email, name },
        // the signature ties the data to its template; a union cannot be built from a type parameter
        ...({ ...mail, data: { ...mail.data, link } } as MailText),
        review_id: review.id,
        side,
        ics: {
          method,
          content: callIcs(
            {
              uid: set.ics_uid,
              sequence,
              number: reviewNumber(review.kind, review.id),
              starts_at: set.starts_at,
              duration_minutes: set.duration_minutes,
              dial_in: set.location,
              url: `${tx.services.env.public_url}${link}`,
              stamp: tx.now,
              from: tx.services.env.MAIL_FROM,
            },
            method,
            { name, email, is_party: true },
          ),
        },
      });
}
