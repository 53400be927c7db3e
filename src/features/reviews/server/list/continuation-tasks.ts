import { type Actor, isExpert } from '../../../../core/actor.ts';
import { KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { capital } from '../../../../core/phrases.ts';
import type { Services } from '../../../../platform/services.ts';
import type { UpNextTask } from '../../contract.ts';
import { pagePath } from '../../rules.ts';

/** Reviews that are to continue as a legal case with the expert who is asked, and has not answered: their own word alone. */
export async function continuationTasks(services: Services, actor: Actor): Promise<UpNextTask[]> {
  if (!isExpert(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  const rows = await services.database.systemDb
    .selectFrom('continuations as c')
    .innerJoin('reviews as r', (join) =>
      join.onRef('r.id', '=', 'c.review_id').onRef('r.expert_profile_id', '=', 'c.expert_profile_id'),
    )
    .select(['r.id', 'r.kind', 'r.subject'])
    .where('c.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('c.state', '=', 'asked')
    .execute();
  return rows.map((row) => {
    const number = reviewNumber(row.kind, row.id);
    return {
      key: `continuation-${row.id}`,
      act: 'answer_continuation' as const,
      title: 'Say whether you continue as a legal case',
      detail: [`${capital(KINDS[row.kind].singular)} ${number}`, row.subject].filter(Boolean).join(' · '),
      button: 'Look at the names',
      path: `${pagePath(row)}#continuation`,
      review: { id: row.id, kind: row.kind, number, subject: row.subject },
      due_at: null,
      due_from: null,
      due_text: 'The requester waits for your answer',
    };
  });
}
