import { leads } from '../../../core/experts.ts';
import { fullName } from '../../../core/names.ts';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { type Actor, isAssistant, rolesAt } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { isZone } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { formNamed, formOf, hidesExpert } from '../../reviews/rules.ts';
import type { ReportSectionView } from '../contract.ts';
import { completeness, type FormAnswers, questionsOf, textsOf, validateAnswers } from '../rules.ts';
import { heldDraft, refuseClosed, refuseUnwritable } from './draft.ts';
import { credentialsOf, pdfInput, withheldSigner } from './pdf-input.ts';
import {
  answersOf,
  contextOf,
  definitionOf,
  latestReport,
  orderOf,
  reportAt,
  type ReportReview,
  type ReportRow,
  sectionsOf,
} from './view.ts';

/** The expert begins: version 1 on the form that was ordered. */
export async function startReport(tx: Tx<Actor>, ports: Ports, review: ReportReview): Promise<void> {
  await ports.transition(tx, { review_id: review.id, action: 'start_report' });
  const existing = await latestReport(tx.system, review.id);
  if (!existing) {
    const form = await formOrdered(tx, review);
    await tx.system
      .insertInto('reports')
      .values({
        review_id: review.id,
        version: 1,
        report_form_id: form.id,
        status: 'draft',
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute();
  }
}

/** The form the order names, in the version it names or else the newest when it was ordered; without one the kind's default. */
async function formOrdered(tx: Tx<Actor>, review: ReportReview): Promise<{ id: number }> {
  const name = formOf(review.kind).report_form(await orderOf(tx.system, review.id));
  const forms = tx.system.selectFrom('report_forms').select('id').where('kind', '=', review.kind);
  if (name !== null) {
    const { key, version } = formNamed(name);
    const { submitted_at } = await tx.system
      .selectFrom('reviews')
      .select('submitted_at')
      .where('id', '=', review.id)
      .executeTakeFirstOrThrow();
    const named = forms.where('key', '=', key);
    const found =
      version !== null
        ? await named.where('version', '=', version).executeTakeFirst()
        : ((await named
            .where('created_at', '<=', submitted_at ?? tx.now)
            .orderBy('version', 'desc')
            .limit(1)
            .executeTakeFirst()) ??
          // ordered before the form was installed here
          (await named.orderBy('version').limit(1).executeTakeFirst()));
    if (found) return found;
  }
  return forms.where('is_default', '=', true).executeTakeFirstOrThrow();
}

/** What only the one who signs may answer: an assistant prepares everything else. */
async function refusePreparedAttestation(
  tx: Tx<Actor>,
  report: ReportRow,
  asked: ReturnType<typeof questionsOf>,
  answers: FormAnswers,
): Promise<void> {
  if (!isAssistant(tx.actor.kind)) return;
  const own = asked.filter(({ question }) => question.type === 'attestation' || question.type === 'signature');
  if (own.length === 0) return;
  const stored = answersOf(await sectionsOf(tx.system, report.id));
  const touched = own.some(({ question: { key } }) => !isDeepStrictEqual(answers[key], stored[key]));
  if (touched) throw new Refusal('forbidden', 'Only the expert answers what is confirmed with the signature.');
}

/** Saves one section. Answers of other sections are refused; so is a version that is not the stored one. */
export async function saveSection(
  tx: Tx<Actor>,
  review: ReportReview,
  section: string,
  body: { version: number; answers: FormAnswers },
): Promise<ReportSectionView> {
  const latest = await latestReport(tx.system, review.id);
  const definition = latest && (await definitionOf(tx.system, latest.report_form_id));
  if (!latest || !definition) throw new Refusal('wrong_state', 'The report has not been begun.');
  const asked = questionsOf(definition).filter((q) => q.section.key === section);
  const keys = new Set(asked.map((q) => q.question.key));
  if (keys.size === 0) throw new Refusal('not_found');
  await refusePreparedAttestation(tx, latest, asked, body.answers);
  const report = await heldDraft(tx, review);
  await refuseClosed(tx, report, section);
  const foreign = Object.keys(body.answers).filter((k) => !keys.has(k));
  refuseFields(foreign.map((k) => ({ path: `answers.${k}`, message: 'This question stands in another section' })));
  const checked = validateAnswers(definition, body.answers, await contextOf(tx.system, review.id));
  if (!checked.ok)
    throw new Refusal('invalid', undefined, {
      errors: checked.errors.map((e) => ({ path: ['answers', ...e.path].join('.'), message: e.message })),
    });
  const values = {
    answers: json(checked.answers),
    version: body.version + 1,
    updated_at: tx.now,
    updated_by: tx.actor.user_id,
  };
  const saved =
    body.version === 0
      ? await tx.system
          .insertInto('report_answers')
          .values({ report_id: report.id, section, ...values })
          .onConflict((oc) => oc.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx.system
          .updateTable('report_answers')
          .set(values)
          .where('report_id', '=', report.id)
          .where('section', '=', section)
          .where('version', '=', body.version)
          .returning('version')
          .executeTakeFirst();
  if (!saved) {
    const current = (await sectionsOf(tx.system, report.id)).find((s) => s.section === section);
    // the same save once more, its first answer lost on the way
    if (current?.version === body.version + 1 && isDeepStrictEqual(current.answers, checked.answers)) return current;
    throw new Refusal('stale', 'This section was changed somewhere else since you opened it.', {
      current: current ?? { section, answers: {}, version: 0, updated_at: null, updated_by: null, closed_at: null },
    });
  }
  await tx.system.updateTable('reports').set({ updated_at: tx.now }).where('id', '=', report.id).execute();
  return {
    section,
    answers: checked.answers,
    version: saved.version,
    updated_at: tx.now.toISOString(),
    updated_by: fullName(tx.actor),
    closed_at: null,
  };
}

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

/** What a signature put on a report, taken off it: nothing of it was delivered. */
export const UNSIGNED = {
  signed_at: null,
  signed_by: null,
  signature_name: null,
  snapshot: null,
  verification_code: null,
  pdf_storage_key: null,
  pdf_sha256: null,
  pdf_pages: null,
} as const;

/** Back to the expert with reasons. The signature is void; nothing of it was delivered. */
export async function returnReport(
  tx: Tx<Actor>,
  ports: Ports,
  review: ReportReview,
  body: { reason: string; sections: { section: string; note: string }[] },
): Promise<void> {
  await ports.transition(tx, {
    review_id: review.id,
    action: 'return_report',
    reason: body.reason,
  });
  const report = await latestReport(tx.system, review.id);
  if (!report) throw new Refusal('wrong_state');
  if (report.pdf_storage_key !== null)
    await tx.emit('report.removed', { storage_key: report.pdf_storage_key }, review.id);
  await tx.system
    .updateTable('reports')
    .set({
      status: 'returned',
      returned_note: body.reason,
      returned_sections: json(body.sections),
      ...UNSIGNED,
      updated_at: tx.now,
    })
    .where('id', '=', report.id)
    .execute();
  await mailExpert(tx, ports, review, 'report_returned', { sections: body.sections.length });
}

/** Passes the check and delivers. Waits for the PDF: what is delivered can be read at once. */
export async function approveReport(tx: Tx, ports: Ports, review: ReportReview): Promise<void> {
  const report = await latestReport(tx.system, review.id);
  if (reportAt(review) === 'checking' && report && report.pdf_sha256 === null) {
    throw new Refusal('wrong_state', 'The PDF is still being made. It takes a few seconds; try again then.', {
      current: { review_id: review.id, status: review.status },
    });
  }
  await ports.transition(tx, {
    review_id: review.id,
    action: 'approve_report',
    data: { version: report?.version ?? 1 },
  });
  if (!report) return;
  await tx.system
    .updateTable('reports')
    .set({ status: 'delivered', delivered_at: tx.now, updated_at: tx.now })
    .where('id', '=', report.id)
    .execute();
}

/** A question about a delivered report: the next version starts from the answers of the last. */
export async function askClarification(
  tx: Tx<Actor>,
  ports: Ports,
  review: ReportReview,
  reason: string,
): Promise<void> {
  await ports.transition(tx, {
    review_id: review.id,
    action: 'ask_clarification',
    reason,
  });
  const last = await latestReport(tx.system, review.id);
  if (!last) throw new Refusal('wrong_state');
  const next = await tx.system
    .insertInto('reports')
    .values({
      review_id: review.id,
      version: last.version + 1,
      report_form_id: last.report_form_id,
      status: 'draft',
      clarification: reason,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.system
    .insertInto('report_answers')
    .columns(['report_id', 'section', 'answers', 'version', 'updated_at', 'updated_by', 'closed_at'])
    .expression((e) =>
      e
        .selectFrom('report_answers')
        .select((s) => [
          s.val(next.id).as('report_id'),
          'section',
          'answers',
          s.val(1).as('version'),
          'updated_at',
          'updated_by',
          'closed_at',
        ])
        .where('report_id', '=', last.id),
    )
    .execute();
  await mailExpert(tx, ports, review, 'report_requested', {});
}

type Template = 'report_submitted' | 'report_returned' | 'report_requested';

/** What a mail about a review's report is made of. */
const aboutReport = (
  review: ReportReview,
  template: Template,
  side: 'expert' | 'staff',
  data: Record<string, unknown>,
) => ({
  template,
  data: { ...data, link: `/${KINDS[review.kind].slug}/${review.id}/report` },
  review_id: review.id,
  side,
});

async function mailExpert(
  tx: Tx,
  ports: Ports,
  review: ReportReview,
  template: Template,
  data: Record<string, unknown>,
): Promise<void> {
  if (review.expert_profile_id === null) return;
  const profile = await tx.system
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', review.expert_profile_id)
    .executeTakeFirstOrThrow();
  await mailUser(tx, ports, profile.user_id, aboutReport(review, template, 'expert', data));
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
