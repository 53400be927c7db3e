import { type RawBuilder, sql } from 'kysely';
import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import type { QueueName } from '../rules.ts';

/** When the present state was entered, from the timeline. */
const ENTERED = sql<Date | null>`(select a.at from audit_rows a
  where a.review_id = r.id and a.timeline and a.to_state = r.status order by a.id desc limit 1)`;
/** When somebody stopped the closeout. */
const STOPPED = sql<Date | null>`(select a.at from audit_rows a
  where a.review_id = r.id and a.timeline and a.action = 'review.cancel_closeout' order by a.id desc limit 1)`;

/** What waits in each queue, as a condition on a review `r`, and since when. */
export function waitingIn(queue: QueueName): { holds: RawBuilder<boolean>; since: RawBuilder<Date | null> } {
  switch (queue) {
    case 'intake':
      return {
        holds: inStates(
          'r',
          statesWith(({ phase }) => phase === 'ordered' || phase === 'checks_records'),
        ),
        since: ENTERED,
      };
    case 'quality':
      return {
        holds: inStates(
          'r',
          statesWith(({ report }) => report === 'signed' || report === 'checking'),
        ),
        since: ENTERED,
      };
    case 'matching':
      return {
        holds: sql<boolean>`(${inStates(
          'r',
          statesWith(({ phase, fills_panel }) => phase === 'finds_expert' || fills_panel === true),
        )} and r.matching_status <> 'exhausted')`,
        since: ENTERED,
      };
    case 'failed_invitations':
      return {
        holds: sql<boolean>`(r.matching_status = 'exhausted' and ${inStates(
          'r',
          statesWith(({ phase }) => phase === 'finds_expert'),
        )})`,
        since: ENTERED,
      };
    case 'attention':
      return {
        holds: sql<boolean>`r.attention is not null`,
        since: sql<Date | null>`(r.attention ->> 'raised_at')::timestamptz`,
      };
    case 'closeouts':
      return {
        holds: sql<boolean>`((${inStates(
          'r',
          statesWith(({ closing }) => closing),
        )} and r.clock_paused_at is not null) or (${inStates(
          'r',
          statesWith(({ closing, rateable, bucket }) => bucket === 'active' && rateable === 'done' && !closing),
        )} and ${STOPPED} is not null))`,
        since: sql<Date | null>`coalesce(r.clock_paused_at, ${STOPPED})`,
      };
    case 'transfers':
      return {
        holds: sql<boolean>`exists (select from review_transfers t where t.review_id = r.id)`,
        since: sql<Date | null>`(select t.requested_at from review_transfers t where t.review_id = r.id)`,
      };
  }
}
