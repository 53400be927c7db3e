import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Actor, rolesAt } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import { fullName } from '../../../core/names.ts';
import { isZone } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import { hidesExpert } from '../../reviews/rules.ts';
import { completeness, questionsOf, textsOf } from '../rules.ts';
import { aboutReport, type Template } from './commands.ts';
import { refuseUnwritable } from './draft.ts';
import { credentialsOf, pdfInput, withheldSigner } from './pdf-input.ts';
import {
  answersOf,
  contextOf,
  definitionOf,
  latestReport,
  type ReportReview,
  type ReportRow,
  sectionsOf,
} from './view.ts';

/**
 * What a signature would freeze of a draft, in the signer's own words; refuses 403, 409 and 422 as the signature does.
 * `held` keeps the draft as it is until the transaction ends.
 */
export async function readyToSign(
  db: Kysely<DB>,
  actor: Actor,
  review: ReportReview,
  body: { time_zone: string },
  held = false,
): Promise<{ report: ReportRow; text: string; expert_profile_id: number }> {
  refuseFields(isZone(body.time_zone) ? [] : [{ path: 'time_zone', message: 'This time zone is not known' }]);
  const { expert_profile_id } = review;
  if (expert_profile_id === null || !leads(actor, review)) throw new Refusal('forbidden');
  const report = await latestReport(db, review.id, held);
  refuseUnwritable(review, report);
  const definition = await definitionOf(db, report.report_form_id);
  const answers = answersOf(await sectionsOf(db, report.id));
  const left = completeness(definition, answers, await contextOf(db, review.id)).required_left;
  refuseFields(left.map((l) => ({ path: `${l.section}.${l.key}`, message: l.message })));
  const texts = questionsOf(definition).flatMap(({ question }) => {
    const answer = answers[question.key];
    return answer ? textsOf(question, answer).map((t) => t.text) : [];
  });
  return { report, text: texts.join('\n'), expert_profile_id };
}

/** Refuses 422 what no font has, each character by name. */
export function refuseUnprintable(characters: readonly string[]): void {
  const message = `These characters cannot be printed: ${characters.slice(0, 8).join(' ')}. Write them another way.`;
  refuseFields(characters.length > 0 ? [{ path: 'answers', message }] : []);
}

/**
 * Signs: the form must be complete, the person have shown again who they are. What is signed is frozen as the snapshot
 * the PDF is made from; the PDF follows within seconds and its fingerprint can be checked by the verification code.
 * `checked` is the text that was found printable before; where the draft says something else by now it is refused.
 */
export async function signReport(
  tx: Tx<Actor>,
  ports: Ports,
  checked: string,
  review: ReportReview,
  body: { password?: string | undefined; time_zone: string; lock_version?: number | undefined },
): Promise<void> {
  const { report, text, expert_profile_id } = await readyToSign(tx.system, tx.actor, review, body, true);
  if (text !== checked)
    throw new Refusal('stale', 'The report changed while it was being signed. Look at it, then sign it again.', {
      current: { review_id: review.id, status: review.status, report: report.status },
    });
  // 128 bits: whoever holds it learns the report's number, version and fingerprint without signing in
  const code = randomBytes(16).toString('base64url');
  const again =
    body.password === undefined
      ? 'Single sign-on, at most ten minutes before this signature'
      : 'Password, entered again for this signature';
  const signer = hidesExpert(review.kind)
    ? { ...(await withheldSigner(tx.system, review.id)), method: 'Signing in again for this signature' }
    : {
        name: `Dr. ${fullName(tx.actor)}`,
        credentials: await credentialsOf(tx.system, expert_profile_id),
        time_zone: body.time_zone,
        method: again,
      };
  const snapshot = await pdfInput(tx.system, report, {
    status: 'final',
    document_id: code,
    issued_at: tx.now,
    public_url: tx.services.env.public_url,
    signature: { ...signer, signed_at: tx.now.toISOString() },
  });
  await tx.system
    .updateTable('reports')
    .set({
      status: 'in_qa',
      signed_at: tx.now,
      signed_by: tx.actor.user_id,
      signature_name: signer.name,
      snapshot: json(snapshot),
      verification_code: code,
      pdf_storage_key: null,
      pdf_sha256: null,
      pdf_pages: null,
      returned_note: null,
      returned_sections: null,
      updated_at: tx.now,
    })
    .where('id', '=', report.id)
    .execute();
  await ports.transition(tx, {
    review_id: review.id,
    action: 'sign_report',
    lock_version: body.lock_version,
    data: { version: report.version },
  });
  await tx.emit('report.signed', { report_id: report.id }, review.id);
  await mailDesk(tx, ports, review, 'report_submitted', { version: report.version });
}

/** Mails whoever reads reports before they go out. */
async function mailDesk(
  tx: Tx,
  ports: Ports,
  review: ReportReview,
  template: Template,
  data: Record<string, unknown>,
): Promise<void> {
  for (const to of await staffWithRole(tx.system, ...rolesAt('records')))
    await ports.mail(tx, { to, ...aboutReport(review, template, 'staff', data) });
}
