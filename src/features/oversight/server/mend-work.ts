import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { tryDeadlineNow } from '../../../platform/deadlines.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { DEAD_LETTERS } from '../../../platform/work-desk.ts';
import { whyNotRetried, whyNotSetAside, type WorkState } from '../rules/work.ts';
import type { WorkFacts } from './work.ts';

const MEANWHILE = 'Someone has already done something about it, or it ran meanwhile.';

interface Found {
  state: WorkState | 'over';
  name: string;
  review_id: number | null;
  tries: number;
  error: string | null;
}

/** One piece of work as it is now. Refuses `not_found`. */
async function find(db: Kysely<DB>, id: string): Promise<Found> {
  const { rows } = await (
    id.startsWith('job-')
      ? sql<Found>`select case when j.name = ${DEAD_LETTERS} and j.state < 'active' then 'failed'
          when j.state = 'retry' then 'retrying' when j.state = 'created' then 'waiting'
          when j.state = 'active' then 'running' else 'over' end as state,
        coalesce(j.source_name, j.name) as name, (j.data ->> 'review_id')::bigint as review_id,
        coalesce(j.source_retry_count + 1, j.retry_count) as tries,
        coalesce(j.source_output, j.output) ->> 'message' as error
      from pgboss.job j where j.id = ${id.slice(4)}`
      : sql<Found>`select case when d.done_at is not null or d.cancelled_at is not null then 'over'
          when d.tries > 0 then 'retrying' else 'scheduled' end as state,
        d.kind as name, d.review_id, d.tries, d.last_error as error
      from deadlines d where d.id = ${Number(id.slice(5))}`
  ).execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  return found;
}

const before = ({ state, tries, error }: Found) => ({ state, tries, error });

/** Tries a piece of work again. Refuses `not_found`, `wrong_state`. */
export function retryWork(
  { services, desk }: WorkFacts,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ retried: number }> {
  return command(services, actor, async (tx) => {
    const found = await find(tx.system, id);
    const isTime = id.startsWith('time-');
    const why = whyNotRetried(found.state, isTime || desk().handles(found.name));
    if (why !== null) throw new Refusal('wrong_state', why, { current: found.state });
    const key = id.slice(id.indexOf('-') + 1);
    const done = isTime
      ? await tryDeadlineNow(tx, Number(key))
      : found.state === 'failed'
        ? (await desk().redrive(tx, { ids: [key] })) === 1
        : await desk().tryNow(tx, key);
    if (!done) throw new Refusal('wrong_state', MEANWHILE);
    await tx.audit({
      action: 'work.retried',
      review_id: found.review_id,
      subject: `work:${id}`,
      reason,
      data: { name: found.name },
      detail: { old: before(found), new: { state: found.state === 'failed' ? 'waiting' : 'retrying now' } },
    });
    return { retried: 1 };
  });
}

/** Tries all work of a name again that is not tried any more. Refuses `wrong_state`. */
export function retryAllWork(
  { services, desk }: WorkFacts,
  actor: Actor,
  { name, reason }: { name: string; reason: string },
): Promise<{ retried: number }> {
  return command(services, actor, async (tx) => {
    const why = whyNotRetried('failed', desk().handles(name));
    if (why !== null) throw new Refusal('wrong_state', why);
    const retried = await desk().redrive(tx, { handler: name });
    if (retried === 0) throw new Refusal('wrong_state', 'None of it is left.');
    await tx.audit({
      action: 'work.retried',
      subject: 'work:all',
      reason,
      data: { name, retried },
      detail: { old: { state: 'failed' }, new: { state: 'waiting' } },
    });
    return { retried };
  });
}

/** Gives up a piece of work for good. Refuses `not_found`, `wrong_state`, `reauthentication_required`. */
export function setWorkAside(
  { services, desk }: WorkFacts,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ set_aside: true }> {
  return command(services, actor, async (tx) => {
    const found = await find(tx.system, id);
    const why = whyNotSetAside(found.state);
    if (why !== null) throw new Refusal('wrong_state', why, { current: found.state });
    await refuseWithoutFreshProof(tx);
    if (!(await desk().drop(tx, id.slice(4)))) throw new Refusal('wrong_state', MEANWHILE);
    await tx.audit({
      action: 'work.set_aside',
      review_id: found.review_id,
      subject: `work:${id}`,
      reason,
      data: { name: found.name },
      detail: { old: before(found), new: { state: 'set aside' } },
    });
    return { set_aside: true };
  });
}
