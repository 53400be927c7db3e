import type { Kysely } from 'kysely';
import { maskEmail } from '../../../core/emails.ts';
import { fullName } from '../../../core/names.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Role } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { Waiting } from '../contract/security.ts';
import {
  CODE_AGAIN_MS,
  FACTOR_METHODS,
  type FactorMethod,
  maskPhone,
  PROOF_FAULT,
  type ProofMethod,
  REMEMBER_DAYS,
  requiredBy,
  waitsFor,
} from '../rules.ts';
import { appStep, openSecret } from './app-codes.ts';
import { compareCode, issueCode, useCode } from './codes.ts';
import { rememberDevice } from './devices.ts';
import { methodsOf, recoveryOf, requirements, useRecoveryCode } from './factors.ts';
import { countTries } from './limits.ts';
import { rememberBrowser } from './known-browsers.ts';
import { countGuess } from './lockout.ts';
import { actorIn } from './person-actor.ts';
import { renewSession, setDeviceCookie, setSessionCookie } from './session-start.ts';

export interface Owner {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  organization_id: number | null;
  phone_number: string | null;
  phone_verified: boolean;
  role: Role;
}

/** The person of a session, as the second factor needs them. */
export async function ownerOf(db: Kysely<DB>, userId: number): Promise<Owner> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'organization_id', 'phone_number', 'phone_verified', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new Refusal('not_signed_in');
  return { ...user, role: user.role as Role };
}

/** Where a way's codes go: an address, a verified number; null for an app, or when there is no such number. */
export function targetOf(owner: Owner, method: FactorMethod): string | null {
  if (method === 'email') return owner.email;
  return method === 'sms' && owner.phone_verified ? owner.phone_number : null;
}

/** Whether a way can be set up, or a code of it be sent, for this person now. */
export const isPossible = (owner: Owner, method: FactorMethod): boolean =>
  method === 'app' || targetOf(owner, method) !== null;

export const masked = (owner: Owner, method: FactorMethod): string | null => {
  const target = targetOf(owner, method);
  if (target === null) return null;
  return method === 'email' ? maskEmail(target) : maskPhone(target);
};

/** What a session waits for, and how it can be brought. */
export async function presentWaiting(services: Services, session: SessionFacts): Promise<Waiting> {
  const db = services.database.systemDb;
  const owner = await ownerOf(db, session.user_id);
  const methods = await methodsOf(db, owner.id);
  const required = await requirements(services, db, owner);
  const recovery = await recoveryOf(db, owner.id);
  return {
    waits_for: session.actor ? 'nothing' : waitsFor({ ...required, methods, remembered: false }),
    required_by: requiredBy(required),
    methods: methods
      .filter((method) => isPossible(owner, method))
      .map((method) => ({ method, target: masked(owner, method) })),
    recovery: (recovery?.left ?? 0) > 0,
    remember_days: REMEMBER_DAYS,
    possible: FACTOR_METHODS.filter((method) => isPossible(owner, method)),
  };
}

/** Sends a code for a way, in place of the last; refuses `throttled` when the last was asked for just now. */
export async function sendFactorCode(
  services: Services,
  ports: Ports,
  actor: Actor,
  owner: Owner,
  method: 'email' | 'sms',
  ip: string,
): Promise<{ expires_at: Date }> {
  const target = targetOf(owner, method);
  if (target === null) throw new Refusal('wrong_state', 'Add and verify your mobile number first.');
  const purpose = `second_factor_${method}` as const;
  const last = await services.database.systemDb
    .selectFrom('account_codes')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('user_id', '=', owner.id)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  const wait = (last?.at?.getTime() ?? 0) + CODE_AGAIN_MS - services.clock.now().getTime();
  if (wait > 0)
    throw new Refusal('throttled', 'A code was sent just now.', { retryAfterSeconds: Math.ceil(wait / 1000) });
  await countTries(services, 'send_code', ip, `${method}:${owner.id}`);
  return command(services, actor, async (tx) => {
    const opener = await issueCode(tx, purpose, owner.id, target);
    if (method === 'email') {
      await ports.mail(tx, {
        to: { user_id: owner.id, email: target, name: fullName(owner) },
        template: 'second_factor_code',
        data: { opener },
      });
    } else {
      await ports.text(tx, {
        to: { user_id: owner.id, number: target },
        template: 'second_factor',
        body: (code) => `${code} is your code to sign in to Peritus. No one at Peritus will ever ask you for it.`,
        opener,
      });
    }
    await tx.audit({ action: 'second_factor.code_sent', ...subjectOf(owner), data: { method } });
    return { expires_at: opener.until };
  });
}

export const subjectOf = (owner: Owner) => ({ organization_id: owner.organization_id, subject: `user:${owner.id}` });

/** Sends the code a waiting session asks for; only by a way that is set up. */
export async function askForCode(
  services: Services,
  ports: Ports,
  session: SessionFacts,
  request: FastifyRequest,
  method: 'email' | 'sms',
): Promise<void> {
  if (session.actor) throw new Refusal('wrong_state', 'You are signed in already.');
  const owner = await ownerOf(services.database.systemDb, session.user_id);
  const methods = await methodsOf(services.database.systemDb, owner.id);
  if (!methods.includes(method)) throw new Refusal('wrong_state', 'This way is not set up for your account.');
  await sendFactorCode(services, ports, await actorIn(services, session, request), owner, method, request.ip);
}

const fault = (method: ProofMethod): Refusal =>
  new Refusal('invalid', PROOF_FAULT[method], { errors: [{ path: 'code', message: PROOF_FAULT[method] }] });

/**
 * Makes a waiting session whole when the code is right: a new token takes the old one's place, and the browser is
 * remembered if that was asked for. The guess is counted before anything is compared. Refuses `invalid` at `code` for one
 * that is wrong, used or of a way that is not set up; `throttled`.
 */
export async function prove(
  services: Services,
  ports: Ports,
  session: SessionFacts,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { method: ProofMethod; code: string; remember: boolean },
): Promise<{ token: string }> {
  if (session.actor) throw new Refusal('wrong_state', 'You are signed in already.');
  const owner = await ownerOf(services.database.systemDb, session.user_id);
  const actor = await actorIn(services, session, request);
  const methods = await methodsOf(services.database.systemDb, owner.id);
  if (methods.length === 0) throw new Refusal('wrong_state', 'Set up a second factor first.');
  const isSetUp = body.method === 'recovery' || methods.includes(body.method);
  const forgive = await countGuess(services, owner.id, request);
  const take = isSetUp ? await checkProof(services, owner, body) : null;
  if (!take) {
    await command(services, actor, async (tx) => {
      await tx.audit({
        action: 'session.second_factor_failed',
        ...subjectOf(owner),
        data: { session_id: session.session_id, method: body.method, source: request.ip },
      });
    });
    throw fault(body.method);
  }
  const made = await command(services, actor, async (tx) => {
    if (!(await take(tx))) throw fault(body.method);
    const { token } = await renewSession(tx, request, session.session_id, { passed_second_factor: true });
    const device = body.remember ? await rememberDevice(tx, request, owner.id) : null;
    await tx.audit({
      action: 'session.second_factor',
      ...subjectOf(owner),
      data: { session_id: session.session_id, method: body.method, remembered: body.remember, source: request.ip },
    });
    if (body.method === 'recovery') {
      await tellOwner(tx, ports, owner, 'recovery_used', (await recoveryOf(tx.system, owner.id))?.left ?? 0);
    }
    return { token, device };
  });
  await forgive();
  setSessionCookie(services, reply, made.token);
  await rememberBrowser(services, request, reply, owner.id);
  if (made.device !== null) setDeviceCookie(services, reply, made.device);
  return { token: made.token };
}

/** Looks at a proof; what comes back takes it, in the transaction of what it opens, and answers false when it is spent. */
export async function checkProof(
  services: Services,
  owner: Owner,
  { method, code }: { method: ProofMethod; code: string },
): Promise<((tx: Tx) => Promise<boolean>) | null> {
  switch (method) {
    case 'app': {
      const row = await services.database.systemDb
        .selectFrom('second_factors')
        .select('secret')
        .where('user_id', '=', owner.id)
        .where('method', '=', 'app')
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      if (!row?.secret) return null;
      const step = appStep(openSecret(services.keys, owner.id, row.secret), code, services.clock.now());
      return step === null ? null : (tx) => takeStep(tx, owner.id, step);
    }
    case 'email':
    case 'sms': {
      const found = await compareCode(services, `second_factor_${method}`, owner.id, code);
      if (!found || found.target !== targetOf(owner, method)) return null;
      return async (tx) => {
        await useCode(tx, found.id);
        return true;
      };
    }
    case 'recovery':
      return (tx) => useRecoveryCode(tx, owner.id, code);
  }
}

/** Takes a time step of the app, if it is later than the last one taken: no code is good twice. */
async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const taken = await tx.system
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('method', '=', 'app')
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Writes to the owner that something about their second factor changed, so that a stranger's change is noticed. */
export async function tellOwner(
  tx: Tx,
  ports: Ports,
  owner: Owner,
  what:
    | 'app_added'
    | 'email_added'
    | 'sms_added'
    | 'app_removed'
    | 'email_removed'
    | 'sms_removed'
    | 'codes_made'
    | 'recovery_used'
    | 'number_changed'
    | 'reset',
  codesLeft = 0,
): Promise<void> {
  await ports.mail(tx, {
    to: { user_id: owner.id, email: owner.email, name: fullName(owner) },
    template: 'second_factor_changed',
    data: { what, at: tx.now.toISOString(), codes_left: codesLeft },
  });
}
