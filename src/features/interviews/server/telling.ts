import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import { rooms } from '../../../platform/live.ts';
import { expertOf, expertWithAssistants, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import { callIcs } from '../../../platform/mail/call-ics.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { InterviewRow } from './load.ts';

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

type Entry = NonNullable<Parameters<typeof mailEach>[2]['ics']>;

/** Mails the expert and who assists them, with the interview’s page. */
export async function tellExpert(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  row: Of,
  mail: MailText,
  entry?: (link: string) => Entry,
): Promise<void> {
  const link = `/interview/${row.id}`;
  const about = { review_id: row.review_id, side: 'expert', link, ...(entry ? { ics: entry(link) } : {}) } as const;
  await mailEach(tx, ports, about, await expertSide(tx, row), mail);
  await tellPages(tx, row);
}

/** Mails whoever ordered the matter, with the page of its candidates; without a mail only their open pages are told. */
export async function tellFirm(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  row: Of,
  mail: MailText | null,
  entry?: (link: string) => Entry,
): Promise<void> {
  const review = await systemReviewRow(tx.system, row.review_id);
  if (!review) return;
  tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
  if (!mail) return;
  const link = `/${KINDS[review.kind].slug}/${review.id}/experts`;
  const about = { review_id: review.id, side: 'requester', link, ...(entry ? { ics: entry(link) } : {}) } as const;
  await mailEach(tx, ports, about, await requesterOf(tx.system, review.requester_id), mail);
}

/** Mails both sides the same of a time, each with its own page. */
export async function tellBoth(tx: Tx, ports: Pick<Ports, 'mail'>, row: Of, mail: MailText): Promise<void> {
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
  mail: MailText,
): Promise<void> {
  const set = await tx.system
    .selectFrom('appointments as a')
    .innerJoin('reviews as r', 'r.id', 'a.review_id')
    .select(['a.id', 'a.starts_at', 'a.duration_minutes', 'a.location', 'a.ics_uid', 'a.ics_sequence', 'r.kind'])
    .where('a.review_id', '=', row.review_id)
    .where('a.expert_profile_id', '=', row.expert_profile_id)
    .where('a.sort', '=', 'interview')
    .orderBy('a.id', 'desc')
    .executeTakeFirst();
  if (!set) return;
  const sequence = set.ics_sequence + (method === 'CANCEL' ? 1 : 0);
  // a later entry of the same interview follows what took this one out
  await tx.system.updateTable('appointments').set({ ics_sequence: sequence }).where('id', '=', set.id).execute();
  const { public_url, MAIL_FROM } = tx.services.env;
  const call = {
    uid: set.ics_uid,
    sequence,
    number: reviewNumber(set.kind, row.review_id),
    starts_at: set.starts_at,
    duration_minutes: set.duration_minutes,
    dial_in: set.location,
    stamp: tx.now,
    from: MAIL_FROM,
  };
  const entry =
    (link: string): Entry =>
    ({ name, email }) => ({
      method,
      content: callIcs({ ...call, url: `${public_url}${link}` }, method, { name, email, is_party: true }),
    });
  await tellFirm(tx, ports, row, mail, entry);
  await tellExpert(tx, ports, row, mail, entry);
}
