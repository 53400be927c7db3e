import type { ReviewStatus } from '../../rules/statuses.ts';
import { phaseOf, stateRow } from '../../rules/kinds.ts';
import { type SystemActor, rolesAt } from '../../../../core/actor.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { AnyNewDeadline } from '../../../../platform/declarations.ts';
import { staffWithRole } from '../../../../platform/mail/staff.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { DeadlineHandlers, Outcome } from '../../../../platform/workers.ts';
import { actOf, type Ball, ballOf, reminderAt, type ReviewFacts } from '../../rules.ts';
import { loadById } from '../load.ts';
import { leadSide, type ReviewMail, type Recipient, requesters, send } from '../order/recipients.ts';

export const STEP_REMINDER = 'step_reminder';
export const STEP_OVERDUE = 'step_overdue';

/** The deadlines of the reminder of a step that is due then, and of what happens when nobody took it. */
export function remindersOf(
  { id, kind }: Pick<ReviewFacts, 'id' | 'kind'>,
  status: ReviewStatus,
  now: Date,
  due: Date,
): AnyNewDeadline[] {
  const at = reminderAt(kind, status, now, due);
  if (at === null) return [];
  return [
    { review_id: id, kind: STEP_REMINDER, due_at: at },
    { review_id: id, kind: STEP_OVERDUE, due_at: due },
  ];
}

/** Reminds of a step a day before it is due, and says when it is overdue: to whoever has the move, and to who waits. */
export function reminderHandlers(ports: Ports) {
  const handler =
    (kind: typeof STEP_REMINDER | typeof STEP_OVERDUE) =>
    async (tx: Tx<SystemActor>, deadline: { review_id: number }): Promise<Outcome> => {
      const loaded = await loadById(tx.system, deadline.review_id, tx.now);
      if (!loaded || loaded.row.due_at === null) return undefined;
      const { facts } = loaded;
      const due = new Date(loaded.row.due_at);
      const overdue = due <= tx.now;
      // it was put off meanwhile, or stands still: reminded again in time
      if (kind === STEP_OVERDUE && !overdue) {
        await tx.setDeadlines(remindersOf(facts, facts.status, tx.now, due));
        return undefined;
      }
      if (kind === STEP_REMINDER && overdue) return 'over';
      const { status, open_file_items, transfer_requested, transfer_continues } = facts;
      const move = {
        kind: facts.kind,
        status,
        open_file_items,
        transfer_requested,
        transfer_continues,
        approval: facts.approval,
        proposed: facts.appointments_proposed > 0,
      };
      const ball = ballOf(move);
      if (ball === 'nobody' || (ball === 'staff' && !overdue)) return undefined;
      const data = { due_at: due.toISOString(), act: actOf(move) };
      const tell = (to: readonly Recipient[], side: ReviewMail['side'], yours: boolean) =>
        send(tx, ports, facts.id, `${status}:${due.toISOString()}`, to, {
          ...(kind === STEP_OVERDUE ? { template: kind, data: { ...data, yours } } : { template: kind, data }),
          side,
        });
      await tell(await holders(tx, facts, ball), ball, true);
      if (overdue && ball === 'expert') await tell(await requesters(tx, facts.id), 'requester', false);
      return undefined;
    };
  return {
    [STEP_REMINDER]: handler(STEP_REMINDER),
    [STEP_OVERDUE]: handler(STEP_OVERDUE),
  } satisfies Partial<DeadlineHandlers>;
}

function holders(
  tx: Tx<SystemActor>,
  facts: ReviewFacts,
  ball: Exclude<Ball, 'nobody'>,
): Promise<readonly Recipient[]> {
  switch (ball) {
    case 'requester':
      return requesters(tx, facts.id);
    case 'expert':
      return leadSide(tx, facts.id);
    case 'staff':
      return staffWithRole(
        tx.system,
        ...rolesAt(
          phaseOf(facts) === 'finds_expert' || stateRow(facts.kind, facts.status).fills_panel ? 'matching' : 'records',
        ),
      );
  }
}
