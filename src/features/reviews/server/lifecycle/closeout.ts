import type { SystemActor } from '../../../../core/actor.ts';
import { nextDaily } from '../../../../core/durations.ts';
import { KINDS } from '../../../../core/kinds.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { DeadlineHandlers } from '../../../../platform/workers.ts';
import type { ReviewAction } from '../../rules/actions.ts';
import { closeoutAfterWarning, stateRow, type Warning } from '../../rules.ts';
import { type LoadedReview, loadById } from '../load.ts';
import { requesters, send } from '../order/recipients.ts';
import { announce, setClockDeadlines } from './transition.ts';

type SystemTx = Tx<SystemActor>;

/**
 * Closes a review by itself when its time has come, and warns of it before. Where the warning did not come (nothing ran
 * when it was due), it comes first and the closeout waits for as long as the notice was to be: nothing closes untold.
 */
export function closeoutHandlers(
  ports: Ports,
  tryAction: (tx: SystemTx, id: number, action: ReviewAction) => Promise<boolean>,
) {
  return {
    async closeout_warning(tx, deadline) {
      const id = deadline.review_id;
      const loaded = await loadById(tx.system, id, tx.now);
      const set = loaded?.facts.closeout_at;
      if (!loaded || !stateRow(loaded.facts.kind, loaded.facts.status).closing?.warns || !set) return undefined;
      // the closeout is due as well: it sees that nobody was told, and is put off with another warning
      if (set <= tx.now) return 'over';
      const at = closeoutAfterWarning(set, deadline, tx.now);
      if (at > set) {
        await putOff(tx, loaded, at);
        await tx.setDeadline({ review_id: id, kind: 'closeout', due_at: at });
      }
      await send(tx, ports, id, at.toISOString(), await requesters(tx, id), {
        template: 'closeout_warning',
        side: 'requester',
        data: {
          closeout_at: at.toISOString(),
          cancel_link: `/${KINDS[loaded.facts.kind].slug}/${id}/cancel-automated-closeout`,
        },
      });
      return undefined;
    },
    async closeout(tx, deadline) {
      const id = deadline.review_id;
      const loaded = await loadById(tx.system, id, tx.now);
      const closing = loaded && stateRow(loaded.facts.kind, loaded.facts.status).closing;
      // what waits for a transfer closes when that is decided
      if (!loaded || !closing || loaded.facts.clock_paused_at !== null) return;
      const warning = closing.warns ? await warningOf(tx, id) : null;
      const untold = closing.warns && (warning === null || warning.told_at === null);
      if (!untold && (await tryAction(tx, id, closing.action))) return;
      // something is open: it waits another day, at its own time, so that those let go together come apart again
      const at = untold ? closeoutAfterWarning(deadline.due_at, warning, tx.now) : nextDaily(deadline.due_at, tx.now);
      await putOff(tx, loaded, at);
      await setClockDeadlines(tx, loaded.facts, loaded.facts.status, at, at, untold ? tx.now : undefined);
    },
  } satisfies Partial<DeadlineHandlers>;
}

/** Puts a closeout off, and tells open pages. */
async function putOff(tx: SystemTx, { facts, row }: LoadedReview, at: Date): Promise<void> {
  await tx.system.updateTable('reviews').set({ closeout_at: at, due_at: at }).where('id', '=', facts.id).execute();
  await announce(tx, row);
}

/** The warning that belongs to a review's closeout, the one set with it; null where none was. */
async function warningOf(tx: SystemTx, review_id: number): Promise<Warning | null> {
  const row = await tx.system
    .selectFrom('deadlines')
    .select(['due_at', 'done_at', 'over'])
    .where('review_id', '=', review_id)
    .where('kind', '=', 'closeout_warning')
    .where('cancelled_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { due_at: row.due_at, told_at: row.over ? null : row.done_at } : null;
}
