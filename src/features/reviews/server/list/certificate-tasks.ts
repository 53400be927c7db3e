import { type Actor, isExpert, isExpertSide } from '../../../../core/actor.ts';
import { dateText } from '../../../../core/dates.ts';
import { KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { capital } from '../../../../core/phrases.ts';
import type { Services } from '../../../../platform/services.ts';
import type { UpNextTask } from '../../contract.ts';
import { pagePath } from '../../rules.ts';

/** Certificates and affidavits the firm asks for, of who is on the matter: who assists sees them, too; signing is the expert's. */
export async function certificateTasks(services: Services, actor: Actor): Promise<UpNextTask[]> {
  if (!isExpertSide(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  const rows = await services.database.systemDb
    .selectFrom('merit_requests as q')
    .innerJoin('reviews as r', (join) =>
      join.onRef('r.id', '=', 'q.review_id').onRef('r.expert_profile_id', '=', 'q.expert_profile_id'),
    )
    .select(['r.id', 'r.kind', 'r.subject', 'q.due_on'])
    .where('q.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('q.state', '=', 'asked')
    .execute();
  return rows.map((row) => {
    const number = reviewNumber(row.kind, row.id);
    return {
      key: `certificate-${row.id}`,
      act: 'give_certificate' as const,
      title: isExpert(actor.kind) ? 'Sign a certificate, or decline' : 'A certificate was asked for',
      detail: [`${capital(KINDS[row.kind].singular)} ${number}`, row.subject].filter(Boolean).join(' · '),
      button: 'Open it',
      path: `${pagePath(row)}#certificates`,
      review: { id: row.id, kind: row.kind, number, subject: row.subject },
      due_at: null,
      due_from: null,
      due_text: `Asked for by ${dateText(row.due_on, 'medium')}`,
    };
  });
}
