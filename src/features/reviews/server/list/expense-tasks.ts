import { type Actor, isExpertSide } from '../../../../core/actor.ts';
import { KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { capital, plural } from '../../../../core/phrases.ts';
import type { Services } from '../../../../platform/services.ts';
import type { UpNextTask } from '../../contract.ts';
import { pagePath } from '../../rules.ts';

/** What the firm questions of their expenses: the expert’s side corrects them or takes them back, or answers the firm where they left. */
export async function expenseTasks(services: Services, actor: Actor): Promise<UpNextTask[]> {
  if (!isExpertSide(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  const rows = await services.database.systemDb
    .selectFrom('matter_expenses as e')
    .innerJoin('reviews as r', 'r.id', 'e.review_id')
    .leftJoin('review_experts as x', (join) =>
      join
        .onRef('x.review_id', '=', 'e.review_id')
        .onRef('x.expert_profile_id', '=', 'e.expert_profile_id')
        .on('x.until', 'is', null),
    )
    .select(['r.id', 'r.kind', 'r.subject', 'x.id as on_it'])
    .select((eb) => eb.fn.countAll<number>().as('questioned'))
    .where('e.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('e.state', '=', 'questioned')
    .groupBy(['r.id', 'x.id'])
    .execute();
  return rows.map((row) => {
    const number = reviewNumber(row.kind, row.id);
    // a matter they left is closed to them, its name too
    const left = row.on_it === null;
    const subject = left ? '' : row.subject;
    return {
      key: `expenses-${row.id}`,
      act: 'answer_expense' as const,
      title: `Answer about ${plural(row.questioned, 'expense')}`,
      detail: [`${capital(KINDS[row.kind].singular)} ${number}`, left ? 'which you left' : subject]
        .filter(Boolean)
        .join(' · '),
      button: 'Open it',
      path: left ? '/left-expenses' : `${pagePath(row)}#work`,
      review: { id: row.id, kind: row.kind, number, subject },
      due_at: null,
      due_from: null,
      due_text: 'The firm questions what was laid out',
    };
  });
}
