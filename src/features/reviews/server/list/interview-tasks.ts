import { type Actor, isExpert, isExpertSide } from '../../../../core/actor.ts';
import { KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { capital } from '../../../../core/phrases.ts';
import { MINUTE } from '../../../../core/time.ts';
import type { Services } from '../../../../platform/services.ts';
import type { UpNextTask } from '../../contract.ts';
import { stateRow } from '../../rules/kinds.ts';

/** What interviews ask of the expert’s side: times, or being there. The matter itself stays closed to who is only asked. */
export async function interviewTasks(services: Services, actor: Actor, now: Date): Promise<UpNextTask[]> {
  if (!isExpertSide(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  const rows = await services.database.systemDb
    .selectFrom('interviews as i')
    .innerJoin('reviews as r', 'r.id', 'i.review_id')
    .leftJoin('specialties as s', 's.id', 'r.specialty_id')
    .select([
      'i.id',
      'i.state',
      'i.starts_at',
      'i.minutes',
      'i.attested_at',
      'r.id as review_id',
      'r.kind',
      'r.status',
      's.name as specialty',
    ])
    .where('i.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('i.state', 'in', ['asked', 'set'])
    .where('r.bucket', '=', 'active')
    .execute();
  return (
    rows
      // who assists offers times once the expert has answered about the names
      .filter(
        (row) =>
          row.state === 'set' ||
          (stateRow(row.kind, row.status).interviews === true && (row.attested_at !== null || isExpert(actor.kind))),
      )
      .map((row) => {
        const number = reviewNumber(row.kind, row.review_id);
        const isSet = row.state === 'set';
        const isOver = row.starts_at !== null && row.starts_at.getTime() + row.minutes * MINUTE <= now.getTime();
        return {
          key: `interview-${row.id}`,
          act: isSet ? ('join_interview' as const) : ('answer_interview' as const),
          title: !isSet ? 'Answer about an interview' : isOver ? 'Say how the interview went' : 'Join the interview',
          detail: [`${capital(KINDS[row.kind].singular)} ${number}`, row.specialty, `${row.minutes} minutes`]
            .filter(Boolean)
            .join(' · '),
          button: isSet ? 'Open it' : row.attested_at === null ? 'Check the names' : 'Offer times',
          path: `/interview/${row.id}`,
          review: { id: row.review_id, kind: row.kind, number, subject: '' },
          due_at: isSet ? (row.starts_at?.toISOString() ?? null) : null,
          due_from: null,
          due_text: isSet ? null : 'The firm waits for your answer',
        };
      })
  );
}
