import { type Actor, isExpert } from '../../../../core/actor.ts';
import { KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { capital } from '../../../../core/phrases.ts';
import type { Services } from '../../../../platform/services.ts';
import type { UpNextTask } from '../../contract.ts';
import { pagePath } from '../../rules.ts';

/** Certificates about records that are awaited of an expert: of matters they lead, and of those they left, which have a page of their own. */
export async function returnTasks(services: Services, actor: Actor): Promise<UpNextTask[]> {
  if (!isExpert(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  const rows = await services.database.systemDb
    .selectFrom('record_returns as c')
    .innerJoin('reviews as r', 'r.id', 'c.review_id')
    .select(['c.id as return_id', 'c.due_on', 'c.asked_at', 'c.records', 'r.id', 'r.kind', 'r.subject'])
    .where('c.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('c.signed_at', 'is', null)
    .execute();
  return rows.map((row) => {
    const number = reviewNumber(row.kind, row.id);
    return {
      key: `records-return-${row.return_id}`,
      act: 'certify_records' as const,
      title: 'Say what became of the records',
      // what a matter they left is called since then is not theirs to know
      detail: [`${capital(KINDS[row.kind].singular)} ${number}`, row.records === null ? row.subject : '']
        .filter(Boolean)
        .join(' · '),
      button: 'Sign the certificate',
      path: row.records === null ? `${pagePath(row)}#record-returns` : `/records-to-certify#return-${row.return_id}`,
      review: { id: row.id, kind: row.kind, number, subject: row.records === null ? row.subject : '' },
      due_at: `${row.due_on}T23:59:59.000Z`,
      due_from: row.asked_at.toISOString(),
      due_text: null,
    };
  });
}
