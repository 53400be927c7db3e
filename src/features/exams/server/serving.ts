import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { type FieldError, Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type ImeFields, imeSubject } from '../../reviews/kinds/ime/fields.ts';
import type { ExamView } from '../contract.ts';
import { noticeGoesTo, type NoticeMethod, type NoticeRecipient, proofFaults, type RuleTerms } from '../rules.ts';
import { type ExamReview, type ExamRow, orderOf, zoneOf } from './load.ts';

type ToServe = NonNullable<ExamView['to_serve']>['recipients'][number];

/** Whom the notice of an exam goes to as its rule and the order say, without what was written to them. */
const named = (order: Partial<ImeFields>, rule: RuleTerms): Omit<ToServe, 'letters'>[] => [
  ...noticeGoesTo(rule, order.represented === true).map((recipient) =>
    recipient === 'examinee'
      ? {
          recipient,
          name: imeSubject(order),
          address: [
            order.examinee_street,
            order.examinee_city,
            `${order.examinee_state ?? ''} ${order.examinee_zip ?? ''}`,
          ]
            .filter((part) => part?.trim())
            .join(', '),
        }
      : {
          recipient,
          name: [order.attorney_name, order.attorney_firm].filter(Boolean).join(', '),
          address: order.attorney_address ?? '',
        },
  ),
  ...(order.notice_copies ?? []).map(({ name, address }) => ({ recipient: 'copy' as const, name, address })),
];

/** The letters written of an exam, newest first. */
const lettersOf = (db: Kysely<DB>, appointmentId: number) =>
  db
    .selectFrom('examinee_letters')
    .select(['id', 'recipient', 'addressee', 'version', 'made_at', 'texts'])
    .where('appointment_id', '=', appointmentId)
    .orderBy('id', 'desc')
    .execute();
type Letter = Awaited<ReturnType<typeof lettersOf>>[number];

/** Whether a letter was written to somebody. */
const isTo =
  ({ recipient, name }: { recipient: NoticeRecipient; name: string }) =>
  (letter: Letter): boolean =>
    letter.recipient === recipient && (recipient !== 'copy' || letter.addressee === name);

/** Whom the notice of an exam goes to, each with the letters that were written to them. */
export async function recipientsOf(
  db: Kysely<DB>,
  order: Partial<ImeFields>,
  { appointment_id, rule }: Pick<ExamRow, 'appointment_id' | 'rule'>,
): Promise<ToServe[]> {
  const letters = await lettersOf(db, appointment_id);
  return named(order, rule).map((one) => ({
    ...one,
    letters: letters.filter(isTo(one)).map(({ id, version, made_at, texts }) => ({
      id,
      version,
      made_at: made_at.toISOString(),
      languages: texts.map(({ language }) => language),
    })),
  }));
}

interface Proof {
  served_on: string;
  served_by: string;
  language: string;
  notices: readonly {
    recipient: NoticeRecipient;
    name: string;
    address: string;
    method: NoticeMethod;
    tracking: string;
    letter_id?: number | null | undefined;
  }[];
}

/**
 * What was recorded of the service counts no more, and stays readable with who said so and why. `seen`: the notices that were
 * seen to stand. Refuses `stale` where others do by now.
 */
export async function supersedeProof(
  tx: Tx<Actor>,
  appointmentId: number,
  seen: readonly number[],
  reason: string,
): Promise<void> {
  const standing = await tx.system
    .selectFrom('exam_notices')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('superseded_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (standing.map(({ id }) => id).join() !== seen.toSorted((a, b) => a - b).join()) throw new Refusal('stale');
  await tx.system
    .updateTable('exam_notices')
    .set({ superseded_at: tx.now, superseded_by: tx.actor.user_id, superseded_reason: reason })
    .where('appointment_id', '=', appointmentId)
    .where('superseded_at', 'is', null)
    .execute();
}

/** Keeps the proof that the notice of an exam was served, with the letters that went out. Refuses what is missing of it. */
export async function keepProof(tx: Tx<Actor>, review: ExamReview, exam: ExamRow, proof: Proof): Promise<void> {
  const order = await orderOf(tx.system, review);
  const zone = await zoneOf(tx.system, review.organization_id);
  const letters = await lettersOf(tx.system, exam.appointment_id);
  const byThen = (letter: Letter): boolean => dateIn(letter.made_at, zone) <= proof.served_on;
  const faults: FieldError[] = [];
  const rows = proof.notices.map(({ letter_id, ...notice }, at) => {
    const theirs = letters.filter(isTo(notice));
    const sent =
      letter_id === undefined
        ? theirs.find(byThen)
        : letter_id === null
          ? null
          : theirs.find(({ id }) => id === letter_id);
    if (letter_id && !sent)
      faults.push({ path: `notices.${at}.letter_id`, message: 'Choose a letter that was written to them.' });
    if (letter_id && sent && !byThen(sent))
      faults.push({ path: `notices.${at}.letter_id`, message: 'This version was written after that day.' });
    return { ...notice, letter_id: sent?.id ?? null };
  });
  refuseFields([
    ...proofFaults(proof, {
      today: dateIn(tx.now, zone),
      set_on: dateIn(exam.set_at, zone),
      notice_by: exam.notice_by,
      by_mail: exam.rule.by_mail,
      goes_to: noticeGoesTo(exam.rule, order.represented === true),
      copies: (order.notice_copies ?? []).map(({ name }) => name),
    }),
    ...faults,
  ]);
  await tx.system
    .insertInto('exam_notices')
    .values(
      rows.map((row) => ({
        ...row,
        review_id: review.id,
        appointment_id: exam.appointment_id,
        served_on: proof.served_on,
        served_by: proof.served_by,
        language: proof.language,
        recorded_by: tx.actor.user_id,
        recorded_at: tx.now,
      })),
    )
    .execute();
}
