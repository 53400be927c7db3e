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
import { noteInDirectory, takeAway } from './cvs.ts';
import { evidenceFault } from './records/decide.ts';
import type { CvVersion } from '../rules/cvs.ts';
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
  mount(app, services, expertEndpoints.decideCv, async ({ actor, params, body }) => {
    const { answer, replaced } = await command(services, actor, async (tx) => {
      const gone = await decideCv(tx, ports, params, body);
      return { answer: await readExpert(services, tx.db, params.profileId), replaced: gone };
    });
    for (const one of replaced) await services.storage.remove(one);
    return answer;
  });
  mount(app, services, expertEndpoints.setDisplay, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await setDisplay(tx, params.profileId, body);
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
  { after, document_id, ...said }: Verification & { after: string | null; document_id: number | null },
): Promise<void> {
  const { time_zone } = await lockExpert(tx, profileId);
  const [table, id] = key.split(':');
  const paper =
    table === 'credential' ? await license(tx, profileId, Number(id)) : await certificate(tx, profileId, Number(id));
  if (!paper) throw new Refusal('not_found');
  if ((paper.verified_at?.toISOString() ?? null) !== after)
    throw new Refusal('stale', 'A colleague verified this meanwhile. Look at it again.');
  const evidence = await evidenceFault(tx, profileId, document_id);
  refuseFields([
    ...verificationFaults(paper.sort, said, dateIn(tx.now, time_zone)),
    ...(evidence ? [{ path: 'document_id', message: evidence }] : []),
  ]);
  const verified = {
    expires_on: said.expires_on,
    verified_at: tx.now,
    verified_source: said.source,
    verified_by: tx.actor.user_id,
    ...(document_id === null ? {} : { document_id }),
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

/** Approves the CV that waits, in place of the one approved before, or returns it; answers the objects whose bytes can go. */
async function decideCv(
  tx: Tx<Actor>,
  ports: Ports,
  { profileId, version }: { profileId: number; version: CvVersion },
  { decision, reason, sent_at }: { decision: 'approve' | 'return'; reason: string; sent_at: string },
): Promise<string[]> {
  const expert = await lockExpert(tx, profileId);
  const cv = await tx.system
    .selectFrom('cvs')
    .select(['id', 'created_at', 'returned_at'])
    .where('profile_id', '=', profileId)
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .where('approved_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!cv) throw new Refusal('wrong_state', 'No CV of this sort waits. A colleague decided, or the expert removed it.');
  if (cv.created_at.toISOString() !== sent_at)
    throw new Refusal('stale', 'The expert sent another one meanwhile. Read that one.');
  if (cv.returned_at !== null)
    throw new Refusal('wrong_state', 'It is with the expert, who was asked for another one.');
  refuseFields(
    decision === 'return' && reason === '' ? [{ path: 'reason', message: 'Say why. The expert reads it.' }] : [],
  );
  const approves = decision === 'approve';
  const gone = approves ? await takeAway(tx.system, profileId, version, tx.now, 'approved') : [];
  await tx.system
    .updateTable('cvs')
    .set(
      approves
        ? { approved_at: tx.now, approved_by: tx.actor.user_id, return_reason: '' }
        : { returned_at: tx.now, return_reason: reason },
    )
    .where('id', '=', cv.id)
    .execute();
  if (approves) await noteInDirectory(tx.system, profileId, version, true);
  const auditId = await tx.audit({
    action: 'cv.decide',
    subject: `profile:${profileId}`,
    data: { version, cv_id: cv.id },
    from_state: 'to_approve',
    to_state: approves ? 'approved' : 'returned',
    reason,
  });
  await mailUser(tx, ports, expert.user_id, {
    template: 'expert_change_decided',
    data: {
      what: version === 'full' ? 'your CV' : 'your redacted CV',
      outcome: approves ? 'verified' : 'returned',
      link: '/account/cv',
    },
    side: 'none',
    dedupe_key: `cv:${auditId}`,
  });
  return gone;
}

/** Sets what is shown of an expert. */
async function setDisplay(
  tx: Tx<Actor>,
  profileId: number,
  body: { name: 'display_contact_information'; value: boolean; before: boolean },
): Promise<void> {
  const { name, value, before } = body;
  await lockExpert(tx, profileId);
  const changed = await tx.system
    .updateTable('expert_profiles')
    .set({ [name]: value })
    .where('profile_id', '=', profileId)
    .where(name, '=', before)
    .returning('profile_id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('stale', 'A colleague changed it meanwhile. Look at it again.');
  await tx.audit({
    action: 'expert.display',
    subject: `profile:${profileId}`,
    data: { name },
    detail: { old: before, new: value },
  });
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
