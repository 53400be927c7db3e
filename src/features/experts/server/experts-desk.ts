import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { expertEndpoints } from '../contract.ts';
import { type StandingAction, standingMove, verificationFaults, type Verification } from '../rules/experts-desk.ts';
import { watchEnding } from './credential-ends.ts';
import { listExperts, readExpert } from './experts-directory.ts';

/** Staff's side of the directory: the list, one expert, verifying papers, and who is not asked at present. */
export function mountExpertsDesk(app: FastifyInstance, services: Services, ports: Ports): void {
  mount(app, services, expertEndpoints.experts, ({ db, query }) => listExperts(services, db, query));
  mount(app, services, expertEndpoints.expertAtDesk, ({ db, params }) => readExpert(services, db, params.profileId));
  mount(app, services, expertEndpoints.verifyPaper, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await verify(tx, params.profileId, params.key, body);
      return readExpert(services, tx.db, params.profileId);
    }),
  );
  mount(app, services, expertEndpoints.moveStanding, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await moveStanding(tx, ports, params.profileId, body);
      return readExpert(services, tx.db, params.profileId);
    }),
  );
}

/** Whose directory entry this is, under lock. Refuses `not_found`. */
async function lockExpert(tx: Tx<Actor>, profileId: number) {
  const row = await tx.system
    .selectFrom('expert_profiles as e')
    .innerJoin('profiles as p', 'p.id', 'e.profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['e.profile_id', 'e.status', 'e.status_reason', 'u.id as user_id', 'u.time_zone'])
    .where('e.profile_id', '=', profileId)
    .forUpdate('e')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Verifies what a key names; of a license all rows that stand on it. */
async function verify(
  tx: Tx<Actor>,
  profileId: number,
  key: string,
  { after, ...said }: Verification & { after: string | null },
): Promise<void> {
  const { time_zone } = await lockExpert(tx, profileId);
  const [table, id] = key.split(':');
  const paper =
    table === 'credential' ? await license(tx, profileId, Number(id)) : await certificate(tx, profileId, Number(id));
  if (!paper) throw new Refusal('not_found');
  if ((paper.verified_at?.toISOString() ?? null) !== after)
    throw new Refusal('stale', 'A colleague verified this meanwhile. Look at it again.');
  refuseFields(verificationFaults(paper.sort, said, dateIn(tx.now, time_zone)));
  const verified = {
    expires_on: said.expires_on,
    verified_at: tx.now,
    verified_source: said.source,
    verified_by: tx.actor.user_id,
  };
  if (paper.sort === 'license')
    await tx.system
      .updateTable('credentials')
      .set({ ...verified, license_number: said.number })
      .where('id', 'in', paper.ids)
      .execute();
  else await tx.system.updateTable('certifications').set(verified).where('id', 'in', paper.ids).execute();
  for (const one of paper.ids) await watchEnding(tx, `${table}:${one}`, said.expires_on, time_zone);
  await tx.audit({
    action: 'expert.verify',
    subject: `profile:${profileId}`,
    data: { key, sort: paper.sort },
    detail: {
      old: { number: paper.number, expires_on: paper.expires_on, source: paper.source },
      new: { number: said.number, expires_on: said.expires_on, source: said.source },
    },
  });
}

interface Paper {
  ids: number[];
  sort: 'license' | 'board' | 'malpractice';
  number: string | null;
  expires_on: string | null;
  verified_at: Date | null;
  source: string | null;
}

async function license(tx: Tx<Actor>, profileId: number, id: number): Promise<Paper | null> {
  const rows = await tx.system
    .selectFrom('credentials')
    .selectAll()
    .where('expert_profile_id', '=', profileId)
    .execute();
  const one = rows.find((row) => row.id === id);
  if (!one) return null;
  const same = rows.filter(
    (row) =>
      row.license_state === one.license_state &&
      row.license_number === one.license_number &&
      row.license_key === one.license_key,
  );
  const { license_number: number, expires_on, verified_at, verified_source: source } = one;
  return { ids: same.map((row) => row.id), sort: 'license', number, expires_on, verified_at, source };
}

async function certificate(tx: Tx<Actor>, profileId: number, id: number): Promise<Paper | null> {
  const row = await tx.system
    .selectFrom('certifications')
    .selectAll()
    .where('id', '=', id)
    .where('expert_profile_id', '=', profileId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { sort, expires_on, verified_at, verified_source: source } = row;
  return { ids: [id], sort, number: null, expires_on, verified_at, source };
}

/** Changes whether an expert is asked. Of two at once the second finds another standing, and is told. */
async function moveStanding(
  tx: Tx<Actor>,
  ports: Ports,
  profileId: number,
  { action, reason }: { action: StandingAction; reason: string },
): Promise<void> {
  const expert = await lockExpert(tx, profileId);
  const move = standingMove(expert.status, action);
  if (!move)
    throw new Refusal('wrong_state', 'That is not possible where the expert stands now.', {
      current: { status: expert.status },
    });
  refuseFields(reason === '' ? [{ path: 'reason', message: 'Say why. It stays with the expert’s entry.' }] : []);
  await tx.system
    .updateTable('expert_profiles')
    .set({ status: move.to, status_reason: reason, status_since: tx.now, status_by: tx.actor.user_id })
    .where('profile_id', '=', profileId)
    .execute();
  const auditId = await tx.audit({
    action: 'expert.standing',
    subject: `profile:${profileId}`,
    from_state: expert.status,
    to_state: move.to,
    reason,
  });
  await mailUser(tx, ports, expert.user_id, {
    template: 'expert_standing',
    data: { outcome: move.to === 'active' ? 'active' : 'paused', link: '/up-next' },
    side: 'none',
    dedupe_key: `standing:${auditId}`,
  });
}
