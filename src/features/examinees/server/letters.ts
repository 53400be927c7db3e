import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import { MINUTE } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { noticeGoesTo, type NoticeRecipient, type RuleTerms } from '../../exams/rules.ts';
import { type ImeFields, imeSubject } from '../../reviews/kinds/ime/fields.ts';
import { dayIn, FALLBACK, languageFor, languageOf, noticeLanguages, noticeParts, versionOf } from '../rules.ts';
import { ensureLink, tokenOf, VISIT_PAGE } from './links.ts';
import { type ExamFacts, examineeOf, setExam } from './load.ts';
import { arrangementsOf } from './arranging.ts';
import { readStored, type Stored } from '../../../platform/stored-content.ts';
import { siteMapOf } from './site-map.ts';
import { checkedLanguages } from './text-checks.ts';
import { EARLY_MINUTES, interpretedOf, lawOf, reportedTo, rideOf, writesToAttorney } from './said.ts';

/** A letter that is printed and stored, and stands nowhere yet. */
interface Printed {
  recipient: NoticeRecipient;
  /** Whose copy it is; empty for the examinee's own and the attorney's. */
  addressee: string;
  storage_key: string;
  size_bytes: number;
  sha256: string;
}

/** Whom the notice of an exam is written to: the examinee, their attorney, or both, as its rule says, and who gets a copy. */
function addressees(
  order: Partial<ImeFields>,
  rule: RuleTerms,
): { recipient: NoticeRecipient; name: string; lines: string[] }[] {
  return [
    ...noticeGoesTo(rule, order.represented === true).map((recipient) =>
      recipient === 'examinee'
        ? {
            recipient,
            name: imeSubject(order),
            lines: [
              order.examinee_street ?? '',
              `${order.examinee_city ?? ''}, ${order.examinee_state ?? ''} ${order.examinee_zip ?? ''}`,
            ],
          }
        : {
            recipient,
            name: order.attorney_name ?? '',
            lines: [order.attorney_firm ?? '', order.attorney_address ?? ''].filter((line) => line !== ''),
          },
    ),
    ...(order.notice_copies ?? []).map(({ name, address }) => ({ recipient: 'copy' as const, name, lines: [address] })),
  ];
}

/** Prints the letters of an exam as it stands, outside any transaction: printing takes its time. */
export async function printLetters(
  services: Services,
  ports: Ports,
  { exam, token, order, arrangements, checked, map }: Awaited<ReturnType<typeof letterInput>>,
): Promise<Printed[]> {
  const now = services.clock.now();
  const picture = map && { jpeg: await bytesOf(services, map), width: map.width, height: map.height };
  const spoken = order.language ?? FALLBACK;
  const sender = exam.service_provider ?? 'Peritus';
  const to = addressees(order, exam.rule);
  const parts = noticeParts({
    language: spoken,
    checked,
    examinee: imeSubject(order),
    through_attorney: writesToAttorney(exam, order) ? (order.attorney_name ?? '') : null,
    organization: exam.organization,
    claim: order.claim_number ?? '',
    parts: (order.body_parts ?? []).map(({ part }) => part),
    starts_at: exam.starts_at,
    arrive_at: new Date(exam.starts_at.getTime() - EARLY_MINUTES * MINUTE),
    minutes: exam.duration_minutes,
    place: exam.place,
    map: picture !== null,
    examiners: exam.examiners.map(({ name, specialty, starts_at }) => ({
      name: [name, specialty ?? ''].filter(Boolean).join('. '),
      starts_at: new Date(starts_at),
    })),
    interpreted: interpretedOf(order),
    ride: rideOf(order),
    report_to: reportedTo(order),
    arrangements,
    law: lawOf(exam),
    fee_steps: exam.fee_steps.map(({ from, percent }) => ({ from: new Date(from), percent })),
    now,
    url: `${services.env.public_url}${VISIT_PAGE}/${token}`,
    contact: services.env.SUPPORT_EMAIL,
    reply_to: [sender, services.env.SUPPORT_EMAIL].join(', '),
  });
  const printed: Printed[] = [];
  for (const one of to) {
    const id = randomUUID();
    const bytes = await ports.noticePdf({
      title: parts[0]?.title ?? '',
      number: reviewNumber(exam.kind, exam.review_id),
      kind_label: 'Exam',
      version: 1,
      document_id: id,
      organization: exam.organization,
      sender,
      made_at: now.toISOString(),
      made_on: dayIn(languageOf(FALLBACK).tag, now, exam.time_zone),
      addressee: { name: one.name, lines: one.lines },
      picture,
      parts,
    });
    const storage_key = `files/${exam.review_id}/notice-${id}.pdf`;
    await services.storage.put(storage_key, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    printed.push({
      recipient: one.recipient,
      addressee: one.recipient === 'copy' ? one.name : '',
      storage_key,
      size_bytes: bytes.length,
      sha256,
    });
  }
  return printed;
}

const bytesOf = async (services: Services, stored: Stored): Promise<Buffer> =>
  Buffer.concat((await (await readStored(services, stored)).toArray()) as Buffer[]);

/** What the letters of an exam are printed from, with the link they carry. */
export async function letterInput(tx: Tx<Actor>, exam: ExamFacts) {
  const map = await siteMapOf(tx.system, exam);
  const link = await ensureLink(tx, exam, tx.actor.user_id);
  const order = await examineeOf(tx.system, exam.kind, exam.review_id);
  const arrangements = await arrangementsOf(tx.system, exam.appointment_id);
  return {
    exam,
    order,
    arrangements,
    checked: await checkedLanguages(tx.system),
    token: tokenOf(tx.services.keys, link.seed),
    map,
  };
}

/** Keeps printed letters with the exam they are of. Refuses `wrong_state` where another is set meanwhile. */
export async function keepLetters(
  tx: Tx<Actor>,
  { exam, order, checked }: Awaited<ReturnType<typeof letterInput>>,
  printed: readonly Printed[],
): Promise<void> {
  const now = await setExam(tx.system, exam.review_id);
  if (now?.appointment_id !== exam.appointment_id)
    throw new Refusal('wrong_state', 'The exam was moved meanwhile. Write the letters for the one that is set.');
  const before = await lettersOf(tx, exam.review_id);
  const texts = noticeLanguages(languageFor(order.language), checked).map((code) => ({
    language: languageOf(code).english,
    version: versionOf(languageOf(code)),
    checked: checked.has(code),
  }));
  for (const one of printed) {
    const earlier = before.filter(
      ({ appointment_id, recipient, addressee }) =>
        appointment_id === exam.appointment_id && recipient === one.recipient && addressee === one.addressee,
    );
    await tx.system
      .insertInto('examinee_letters')
      .values({
        ...one,
        review_id: exam.review_id,
        appointment_id: exam.appointment_id,
        version: Math.max(0, ...earlier.map(({ version }) => version)) + 1,
        texts: json(texts),
        made_by: tx.actor.user_id,
        made_at: tx.now,
      })
      .execute();
  }
  await tx.audit({
    action: 'examinee.letters_made',
    review_id: exam.review_id,
    organization_id: exam.organization_id,
    data: { letters: printed.length },
    timeline: true,
  });
}

const lettersOf = (tx: Tx, reviewId: number) =>
  tx.system
    .selectFrom('examinee_letters')
    .select(['appointment_id', 'recipient', 'addressee', 'version'])
    .where('review_id', '=', reviewId)
    .execute();
