import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { CloseOwnJudgment } from '../ports.ts';
import { asksOwnJudgment, OWN_JUDGMENT, ownJudgmentLeft } from '../rules.ts';
import { heldDraft } from './draft.ts';
import { answersOf, contextOf, definitionOf, loadReportReview, sectionsOf } from './view.ts';

const NO_SUCH_SECTION =
  'The form of this report has no judgment of your own to close. Ask the records desk for the form that settles opinions.';

/** Closes a reviewer's own judgment as it stands (see the port). */
export const closeOwnJudgment: CloseOwnJudgment = async (tx, { kind, id }) => {
  const review = await loadReportReview(tx.db, tx.actor, kind, id);
  const report = await heldDraft(tx, review);
  const definition = await definitionOf(tx.system, report.report_form_id);
  if (!asksOwnJudgment(definition)) throw new Refusal('wrong_state', NO_SUCH_SECTION);
  const answers = answersOf(await sectionsOf(tx.system, report.id));
  const left = ownJudgmentLeft(definition, answers, await contextOf(tx.system, id));
  refuseFields(left.map((one) => ({ path: `${one.section}.${one.key}`, message: `${one.label}: ${one.message}` })));
  const closed = await tx.system
    .updateTable('report_answers')
    .set({ closed_at: tx.now })
    .where('report_id', '=', report.id)
    .where('section', '=', OWN_JUDGMENT)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (closed.numUpdatedRows === 0n) throw new Refusal('wrong_state', 'Both opinions are open.');
};
