import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/command.ts';
import { hashToken, type Keyring } from '../../../platform/crypto.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import { dayIn, FALLBACK, languageFor, languageOf, linkState } from '../rules.ts';
import { writesToAttorney } from './said.ts';
import { answersOf, endOf, examById, type ExamFacts, examineeOf, factsOf, linkBy, type LinkRow } from './load.ts';

/** The page a link leads to. */
export const VISIT_PAGE = '/exam-visit';
/** Of its token. */
const PURPOSE = 'examinee_link';

/** The token of a link: 256 bits that follow from its seed and a key outside of the database. */
export const tokenOf = (keys: Keyring, seed: Uint8Array): string => keys.hmac(PURPOSE, seed).toString('base64url');

/** What a mail with the link opens. */
const openerOfLink = (id: number): string => `${PURPOSE}:${id}`;

/** The languages somebody is written to in: theirs, and English last where that is another. */
export const languagesOf = (code: string): string[] => [...new Set([languageFor(code), FALLBACK])];

/** The link of an exam that opens now, made where there is none. */
export async function ensureLink(tx: Tx, exam: ExamFacts, userId: number): Promise<LinkRow> {
  const standing = await linkBy(tx.system, { appointment_id: exam.appointment_id });
  if (standing) return standing;
  const seed = randomBytes(32);
  const order = await examineeOf(tx.system, exam.kind, exam.review_id);
  const { id } = await tx.system
    .insertInto('examinee_links')
    .values({
      review_id: exam.review_id,
      appointment_id: exam.appointment_id,
      language: languageFor(order.language),
      seed,
      token_hash: hashToken(tokenOf(tx.services.keys, seed)),
      created_by: userId,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditLink(tx, exam, id, 'examinee.link_made');
  const made = await linkBy(tx.system, { id });
  if (!made) throw new Error('A link that was just made is gone.');
  return made;
}

/** Ends the link of an exam; answers whether there was one. */
export async function endLink(tx: Tx, exam: ExamFacts, userId: number): Promise<boolean> {
  const standing = await linkBy(tx.system, { appointment_id: exam.appointment_id });
  if (!standing) return false;
  await tx.system
    .updateTable('examinee_links')
    .set({ revoked_at: tx.now, revoked_by: userId })
    .where('id', '=', standing.id)
    .execute();
  await forgetOpeners(tx.system, [openerOfLink(standing.id)]);
  await auditLink(tx, exam, standing.id, 'examinee.link_revoked');
  return true;
}

const auditLink = (
  tx: Tx,
  exam: ExamFacts,
  linkId: number,
  action: 'examinee.link_made' | 'examinee.link_revoked',
): Promise<number> =>
  tx.audit({
    action,
    review_id: exam.review_id,
    organization_id: exam.organization_id,
    subject: `examinee_link:${linkId}`,
    timeline: true,
  });

/** Sends the examinee the address of their page by mail, in their language and in English. */
export async function mailExaminee(
  tx: Tx,
  ports: Ports,
  exam: ExamFacts,
  link: LinkRow,
  { template, email, key }: { template: 'examinee_link' | 'examinee_reminder'; email: string; key: string },
): Promise<void> {
  await ports.mail(tx, {
    to: { email, name: '' },
    template,
    data: {
      page: VISIT_PAGE,
      opener: { value: tokenOf(tx.services.keys, link.seed), of: openerOfLink(link.id), until: endOf(exam) },
      days: languagesOf(link.language).map((language) => ({
        language,
        day: dayIn(languageOf(language).tag, exam.starts_at, exam.place.time_zone),
      })),
    },
    review_id: exam.review_id,
    side: 'none',
    dedupe_key: `${template}:${link.id}:${key}`,
  });
}

/** Sends the link once more, as it stands in the examinee's letter. Answers false where it opens nothing any more. */
export async function mailLinkAgain(tx: Tx, ports: Ports, linkId: number): Promise<boolean> {
  const link = await linkBy(tx.system, { id: linkId });
  const exam = link && (await examById(tx.system, link.appointment_id));
  if (!link || !exam || linkState(factsOf(link), tx.now) !== 'open') return false;
  const email = await addressOf(tx, exam);
  if (email === '') return false;
  await mailExaminee(tx, ports, exam, link, { template: 'examinee_link', email, key: tx.now.toISOString() });
  return true;
}

/** Where an examinee can be mailed: what they agreed to, else what the order has; nowhere where their attorney is written to instead. */
export async function addressOf(tx: Tx, exam: ExamFacts): Promise<string> {
  const answers = await answersOf(tx.system, exam.appointment_id);
  if (answers?.reminders === 'email') return answers.remind_at;
  const order = await examineeOf(tx.system, exam.kind, exam.review_id);
  return writesToAttorney(exam, order) ? '' : (order.examinee_email ?? '');
}
