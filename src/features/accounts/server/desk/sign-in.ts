import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { refuseWithoutFreshProof } from '../../../../platform/fresh-proof.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { peopleDeskEndpoints, PersonView } from '../../contract/people-desk.ts';
import { CALL_BACK_LABELS, callBackFault, mayKeep } from '../../rules.ts';
import { forgetDevices } from '../devices.ts';
import { ownerOf, tellOwner } from '../second-factor.ts';
import { endSomeSessions } from '../session-start.ts';
import { readPerson } from './person.ts';
import { lockPerson } from './stored.ts';

/** A person the actor keeps, locked. Refuses `not_found`, `forbidden`. */
async function kept(tx: Tx<Actor>, id: number) {
  const person = await lockPerson(tx, id);
  if (!mayKeep(tx.actor, person)) throw new Refusal('forbidden');
  return person;
}

/** Ends one of a person's sessions, with the pages open in it. */
export async function endPersonSession(services: Services, actor: Actor, id: number, sessionId: number): Promise<void> {
  await command(services, actor, async (tx) => {
    const person = await kept(tx, id);
    if ((await endSomeSessions(tx, id, { id: sessionId })) === 0) throw new Refusal('not_found');
    await tx.audit({
      action: 'person.sessions_ended',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      data: { session_id: sessionId, ended: 1 },
    });
  });
}

/** Ends all of a person's sessions, with the pages open in them. */
export async function endPersonSessions(services: Services, actor: Actor, id: number): Promise<{ ended: number }> {
  return command(services, actor, async (tx) => {
    const person = await kept(tx, id);
    const ended = await endSomeSessions(tx, id, { but: 0 });
    await tx.audit({
      action: 'person.sessions_ended',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      data: { ended },
    });
    return { ended };
  });
}

/**
 * Takes a person's second factor away after a call-back, which is on the record: who reached them, how and when. Codes,
 * remembered browsers and sessions go with it, and the person is written to. Refuses `wrong_state` where none is set up.
 */
export async function resetSecondFactor(
  services: Services,
  ports: Ports,
  actor: Actor,
  id: number,
  body: In<typeof peopleDeskEndpoints.resetSecondFactor, 'body'>,
): Promise<PersonView> {
  return command(services, actor, async (tx) => {
    const person = await kept(tx, id);
    await refuseWithoutFreshProof(tx);
    const before = await tx.system
      .selectFrom('second_factors')
      .select('method')
      .where('user_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .orderBy('method')
      .execute();
    if (before.length === 0) throw new Refusal('wrong_state', 'They have no second factor set up.');
    const fault = callBackFault(new Date(body.called_at), tx.now);
    refuseFields(fault === null ? [] : [{ path: 'called_at', message: fault }]);
    await tx.system.deleteFrom('second_factors').where('user_id', '=', id).execute();
    await tx.system.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
    await forgetDevices(tx, id);
    const ended = await endSomeSessions(tx, id, { but: 0 });
    await tellOwner(tx, ports, await ownerOf(tx.system, id), 'reset');
    await tx.audit({
      action: 'person.second_factor_reset',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      reason: `${CALL_BACK_LABELS[body.way]} by ${body.called_by}: ${body.note}`,
      data: {
        field: 'second_factor',
        before: before.map(({ method }) => method),
        after: [],
        way: body.way,
        called_at: body.called_at,
        sessions_ended: ended,
      },
    });
    return readPerson(services, tx.db, id);
  });
}
