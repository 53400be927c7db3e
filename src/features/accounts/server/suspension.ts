import type { Actor, Role } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import { maySuspend } from '../rules.ts';
import { endLinks } from './reset.ts';
import { endSessions } from './session-start.ts';

async function loadPerson(tx: Tx<Actor>, id: number) {
  const person = await tx.db
    .selectFrom('users')
    .select(['users.id', 'users.role', 'users.organization_id', 'users.suspended_at'])
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!person) throw new Refusal('not_found');
  if (!maySuspend(tx.actor, { ...person, role: person.role as Role })) throw new Refusal('forbidden');
  await refuseWithoutFreshProof(tx);
  return person;
}

/** Suspends a person: sessions, open pages and links end at once. Refuses `reauthentication_required`, `wrong_state` when they are suspended. */
export async function suspend(
  services: Services,
  actor: Actor,
  id: number,
  { reason }: { reason: string },
): Promise<{ suspended_at: string }> {
  return command(services, actor, async (tx) => {
    const person = await loadPerson(tx, id);
    const done = await tx.system
      .updateTable('users')
      .set({ suspended_at: tx.now })
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) throw new Refusal('wrong_state', 'This person is already suspended.');
    await endSessions(tx, id);
    await endLinks(tx, id);
    await tx.audit({
      action: 'user.suspend',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      reason,
      data: { field: 'suspended', before: false, after: true },
    });
    await tx.emit('person.suspended', { user_id: id });
    return { suspended_at: tx.now.toISOString() };
  });
}

/** Ends a suspension, for a reason; the person signs in again with what they know. Refuses as `suspend` does. */
export async function reinstate(
  services: Services,
  actor: Actor,
  id: number,
  { reason }: { reason: string },
): Promise<void> {
  await command(services, actor, async (tx) => {
    const person = await loadPerson(tx, id);
    const done = await tx.system
      .updateTable('users')
      .set({ suspended_at: null })
      .where('id', '=', id)
      .where('suspended_at', 'is not', null)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) throw new Refusal('wrong_state', 'This person is not suspended.');
    await tx.audit({
      action: 'user.reinstate',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      reason,
      data: { field: 'suspended', before: true, after: false },
    });
  });
}
