import { fullName } from '../../../core/names.ts';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, isAssistant } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { json } from '../../../platform/db/json.ts';
import type { Ports } from '../../../platform/ports.ts';
import { formNamed, formOf } from '../../reviews/rules.ts';
import type { ReportSectionView } from '../contract.ts';
import { type FormAnswers, questionsOf, validateAnswers } from '../rules.ts';
import { heldDraft, refuseClosed } from './draft.ts';
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

export type Template = 'report_submitted' | 'report_returned' | 'report_requested';

/** What a mail about a review's report is made of. */
export const aboutReport = (
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
