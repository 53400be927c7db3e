import type { Kysely } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { FactorSetup } from '../contract/security.ts';
import { isRecent } from '../../../core/recent.ts';
import { type FactorMethod, PROOF_FAULT, removalFault, requiredBy, SETUP_MS } from '../rules.ts';
import { appStep, appUri, newAppSecret, openSecret, qrDrawing, sealSecret } from './app-codes.ts';
import { compareCode, useCode } from './codes.ts';
import { forgetDevices } from './devices.ts';
import { makeRecoveryCodes, methodsOf, requirements } from './factors.ts';
import { rememberBrowser } from './known-browsers.ts';
import { countGuess } from './lockout.ts';
import { actorIn } from './person-actor.ts';
import { masked, type Owner, ownerOf, sendFactorCode, subjectOf, tellOwner } from './second-factor.ts';
import { renewSession, setSessionCookie } from './session-start.ts';

/** Refuses `reauthentication_required` unless the person gave the password in this session a short while ago. */
export async function refuseUnlessRecent(
  services: Services,
  sessionId: number,
  /** The transaction it asks in: one that asked for a connection beside its own would wait for others that do the same. */
  db: Kysely<DB> = services.database.systemDb,
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('authenticated_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!isRecent(session?.authenticated_at ?? null, services.clock.now()))
    throw new Refusal('reauthentication_required');
}

/** Who sets up: a whole session, or one that waits because nothing is set up yet. Refuses `second_factor_required`. */
async function settingUp(
  services: Services,
  session: SessionFacts,
  request: FastifyRequest,
): Promise<{ actor: Actor; owner: Owner; methods: FactorMethod[] }> {
  const owner = await ownerOf(services.database.systemDb, session.user_id);
  const methods = await methodsOf(services.database.systemDb, owner.id);
  if (!session.actor && methods.length > 0) throw new Refusal('second_factor_required');
  await refuseUnlessRecent(services, session.session_id);
  return { actor: await actorIn(services, session, request), owner, methods };
}

/** Begins to set up a way: a new secret for an app, a code by e-mail or text. What is set up stays good meanwhile. */
export async function beginFactor(
  services: Services,
  ports: Ports,
  session: SessionFacts,
  request: FastifyRequest,
  method: FactorMethod,
): Promise<FactorSetup> {
  const { actor, owner, methods } = await settingUp(services, session, request);
  if (method !== 'app') {
    if (methods.includes(method)) throw new Refusal('wrong_state', 'This method is already set up.');
    const { expires_at } = await sendFactorCode(services, ports, actor, owner, method, request.ip);
    const target = masked(owner, method);
    return { method, target, secret: null, uri: null, qr: null, expires_at: expires_at.toISOString() };
  }
  const secret = newAppSecret();
  const expires = await command(services, actor, async (tx) => {
    const pending = {
      new_secret: sealSecret(services.keys, owner.id, secret),
      new_secret_expires_at: new Date(tx.now.getTime() + SETUP_MS),
    };
    await tx.system
      .insertInto('second_factors')
      .values({ user_id: owner.id, method, created_at: tx.now, ...pending })
      .onConflict((oc) => oc.columns(['user_id', 'method']).doUpdateSet(pending))
      .execute();
    await tx.audit({ action: 'second_factor.set_up_begun', ...subjectOf(owner), data: { method } });
    return pending.new_secret_expires_at;
  });
  const uri = appUri(secret, owner.email);
  return { method, target: null, secret, uri, qr: qrDrawing(uri), expires_at: expires.toISOString() };
}

/**
 * Sets a way up with a code that shows it works. With the first one come the recovery codes; a session that waited for
 * it is whole then, under a new token. Refuses `invalid` at `code`, `wrong_state` when nothing was begun, `throttled`.
 */
export async function confirmFactor(
  services: Services,
  ports: Ports,
  session: SessionFacts,
  request: FastifyRequest,
  reply: FastifyReply,
  method: FactorMethod,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { actor, owner } = await settingUp(services, session, request);
  const forgive = await countGuess(services, owner.id, request);
  const take = await check(services, owner, method, code);
  if (!take)
    throw new Refusal('invalid', PROOF_FAULT[method], { errors: [{ path: 'code', message: PROOF_FAULT[method] }] });
  const done = await command(services, actor, async (tx) => {
    // whoever sets up two ways at once gets one list of recovery codes
    await tx.system.selectFrom('users').select('id').where('id', '=', owner.id).forUpdate().execute();
    const isFirst = (await methodsOf(tx.system, owner.id)).length === 0;
    await take(tx);
    const recovery_codes = isFirst ? await makeRecoveryCodes(tx, owner.id) : [];
    await tx.audit({ action: 'second_factor.set_up', ...subjectOf(owner), data: { method } });
    await tellOwner(tx, ports, owner, `${method}_added`);
    // the code was brought in this session
    await tx.system
      .updateTable('sessions')
      .set({ second_factor_at: tx.now })
      .where('id', '=', session.session_id)
      .execute();
    const renewed = session.actor
      ? null
      : await renewSession(tx, request, session.session_id, { passed_second_factor: true });
    return { recovery_codes, token: renewed?.token ?? null };
  });
  await forgive();
  if (done.token !== null) {
    setSessionCookie(services, reply, done.token);
    await rememberBrowser(services, request, reply, owner.id);
  }
  return { recovery_codes: done.recovery_codes };
}

async function check(
  services: Services,
  owner: Owner,
  method: FactorMethod,
  code: string,
): Promise<((tx: Tx) => Promise<void>) | null> {
  const now = services.clock.now();
  if (method !== 'app') {
    const found = await compareCode(services, `second_factor_${method}`, owner.id, code);
    return (
      found &&
      (async (tx) => {
        await useCode(tx, found.id);
        await tx.system
          .insertInto('second_factors')
          .values({ user_id: owner.id, method, created_at: tx.now, confirmed_at: tx.now })
          .onConflict((oc) => oc.columns(['user_id', 'method']).doUpdateSet({ confirmed_at: tx.now }))
          .execute();
      })
    );
  }
  const row = await services.database.systemDb
    .selectFrom('second_factors')
    .select('new_secret')
    .where('user_id', '=', owner.id)
    .where('method', '=', 'app')
    .where('new_secret_expires_at', '>', now)
    .executeTakeFirst();
  const sealed = row?.new_secret;
  if (!sealed) throw new Refusal('wrong_state', 'This setup expired. Start again; it takes a minute.');
  const step = appStep(openSecret(services.keys, owner.id, sealed), code, now);
  if (step === null) return null;
  return async (tx) => {
    const taken = await tx.system
      .updateTable('second_factors')
      .set({ secret: sealed, new_secret: null, new_secret_expires_at: null, confirmed_at: tx.now, last_step: step })
      .where('user_id', '=', owner.id)
      .where('method', '=', 'app')
      .where('new_secret', '=', sealed)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw new Refusal('lost_race');
  };
}

/** Takes a way away. With the last one, recovery codes and remembered browsers go, too. */
export async function removeFactor(
  services: Services,
  ports: Ports,
  actor: Actor,
  method: FactorMethod,
): Promise<void> {
  const owner = await ownerOf(services.database.systemDb, actor.user_id);
  await command(services, actor, async (tx) => {
    await tx.system.selectFrom('users').select('id').where('id', '=', owner.id).forUpdate().execute();
    const methods = await methodsOf(tx.system, owner.id);
    if (!methods.includes(method)) throw new Refusal('wrong_state', 'This method is not set up.');
    await refuseUnlessRecent(services, actor.session_id, tx.system);
    const required = requiredBy(await requirements(services, tx.system, owner)) !== null;
    const fault = removalFault(methods, method, required);
    if (fault) throw new Refusal('wrong_state', fault);
    await tx.system.deleteFrom('second_factors').where('user_id', '=', owner.id).where('method', '=', method).execute();
    if (methods.length === 1) {
      await tx.system.deleteFrom('recovery_codes').where('user_id', '=', owner.id).execute();
      await forgetDevices(tx, owner.id);
    }
    await tx.audit({ action: 'second_factor.removed', ...subjectOf(owner), data: { method } });
    await tellOwner(tx, ports, owner, `${method}_removed`);
  });
}

/** Ten new recovery codes; the earlier ones are void. Refuses `wrong_state` where no second factor is set up. */
export async function renewRecoveryCodes(
  services: Services,
  ports: Ports,
  actor: Actor,
): Promise<{ recovery_codes: string[] }> {
  const owner = await ownerOf(services.database.systemDb, actor.user_id);
  await refuseUnlessRecent(services, actor.session_id);
  return command(services, actor, async (tx) => {
    await tx.system.selectFrom('users').select('id').where('id', '=', owner.id).forUpdate().execute();
    if ((await methodsOf(tx.system, owner.id)).length === 0)
      throw new Refusal('wrong_state', 'Recovery codes come with a second factor. Set one up first.');
    const recovery_codes = await makeRecoveryCodes(tx, owner.id);
    await tx.audit({ action: 'second_factor.codes_made', ...subjectOf(owner) });
    await tellOwner(tx, ports, owner, 'codes_made');
    return { recovery_codes };
  });
}
