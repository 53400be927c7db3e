import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { deskOf } from '../../../platform/mail/desk.ts';
import type { MailRequest, Ports } from '../../../platform/ports.ts';
import type { DeadlineHandler } from '../../../platform/workers.ts';
import { actOf, type Ball, ballOf, reminderAt, type ReviewFacts } from '../rules.ts';
import { loadRow, toLoaded } from './load.ts';
import { expertSide, type Recipient, requesters } from './recipients.ts';

export const STEP_REMINDER = 'step_reminder';
export const STEP_OVERDUE = 'step_overdue';

/** Sets the reminder of a step that is due then, and what happens when nobody took it. */
export async function setReminders(
  tx: Tx,
  { id, kind }: Pick<ReviewFacts, 'id' | 'kind'>,
  status: string,
  due: Date,
): Promise<void> {
  const at = reminderAt(kind, status, tx.now, due);
  if (at === null) return;
  await tx.setDeadline({ review_id: id, kind: STEP_REMINDER, due_at: at });
  await tx.setDeadline({ review_id: id, kind: STEP_OVERDUE, due_at: due });
}

/** Reminds of a step a day before it is due, and says when it is overdue: to whoever has the move, and to who waits. */
export function reminderHandlers(ports: Ports): DeadlineHandler[] {
  const handler = (kind: typeof STEP_REMINDER | typeof STEP_OVERDUE): DeadlineHandler => ({
    kind,
    async run(tx, deadline) {
      const row = await loadRow(tx.system, deadline.review_id);
      if (!row) return;
      const { facts } = toLoaded(row);
      const { due_at } = row;
      const due = due_at === null ? null : new Date(due_at);
      if (due === null) return;
      const overdue = due <= tx.now;
      // it was put off meanwhile, or stands still: reminded again in time
      if (kind === STEP_OVERDUE && !overdue) return setReminders(tx, facts, facts.status, due);
      if (kind === STEP_REMINDER && overdue) return;
      const move = {
        kind: facts.kind,
        status: facts.status,
        open_file_items: facts.open_file_items,
        transfer_requested: row.transfer_request !== null,
      };
      const ball = ballOf(move);
      const act = actOf(move);
      const tell = async (to: readonly Recipient[], side: NonNullable<MailRequest['side']>, yours: boolean) => {
        for (const { user_id, email, name } of to)
          await ports.mail(tx, {
            to: { user_id, email, name },
            template: kind,
            data: { due_at: due.toISOString(), act, ...(kind === STEP_OVERDUE ? { yours } : {}) },
            review_id: facts.id,
            side,
            dedupe_key: `${kind}:${facts.id}:${facts.status}:${due.toISOString()}:${user_id ?? email}`,
          });
      };
      if (ball === 'staff' && kind === STEP_REMINDER) return;
      if (ball === 'nobody') return;
      await tell(await holders(tx, facts, ball), SIDES[ball], true);
      if (kind === STEP_OVERDUE && ball === 'expert') await tell(await requesters(tx, facts.id), 'requester', false);
    },
  });
  return [handler(STEP_REMINDER), handler(STEP_OVERDUE)];
}

const SIDES = { requester: 'requester', expert: 'expert', staff: 'staff' } as const;

function holders(
  tx: Tx<SystemActor>,
  { id, status }: ReviewFacts,
  ball: Exclude<Ball, 'nobody'>,
): Promise<readonly Recipient[]> {
  switch (ball) {
    case 'requester':
      return requesters(tx, id);
    case 'expert':
      return expertSide(tx, id);
    case 'staff':
      return deskOf(tx.system, status === 'matching' ? 'matching_admin' : 'clin_ops');
  }
}
