import type { Tx } from '../../../../platform/command.ts';
import { formOf, keptMeeting } from '../../rules.ts';
import type { LoadedReview } from '../load.ts';

/** Keeps with an ordered review what its call is now; nothing for a service without one. */
export async function keepMeeting(tx: Tx, { facts, row }: LoadedReview, service: string | null): Promise<void> {
  await tx.system.deleteFrom('review_meetings').where('review_id', '=', facts.id).execute();
  const kept = keptMeeting(formOf(facts.kind), service, row.meeting_types);
  if (kept)
    await tx.system
      .insertInto('review_meetings')
      .values({ review_id: facts.id, ...kept })
      .execute();
}
