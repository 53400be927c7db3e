import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Actor, isStaff } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { dateIn } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { json } from '../../../../platform/db/json.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { expertEndpoints } from '../../contract.ts';
import { keepsRecords, type RecordData, type RecordPart, RECORDS } from '../../rules/records.ts';
import { recordFaults, tidyRecord } from '../../rules/record-faults.ts';
import { type InspectPdf, withPdfBodies } from '../pdfs.ts';
import { decide, lockChange } from './decide.ts';
import { savePaper, sendPaper } from './documents.ts';
import { expertInReach, keptExperts, readRecords } from './read.ts';
import { licenseKeys } from '../license-types.ts';
import { licenseRows, recordsOf } from './tables.ts';

/** What experts keep about themselves: they say it, whoever assists says it for them, staff verify or return it. */
export function mountRecords(app: FastifyInstance, services: Services, ports: Ports, inspect: InspectPdf): void {
  const fresh = (tx: Tx<Actor>, profileId: number) => readRecords(tx.system, tx.actor, profileId, tx.now);
  mount(app, services, expertEndpoints.keptExperts, async ({ actor, db }) => ({
    data: await keptExperts(db.executor, actor),
  }));
  mount(app, services, expertEndpoints.records, ({ actor, db, params }) =>
    readRecords(db.executor, actor, params.profileId, services.clock.now()),
  );
  mount(app, services, expertEndpoints.say, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await say(tx, params.profileId, body);
      return fresh(tx, params.profileId);
    }),
  );
  mount(app, services, expertEndpoints.sayAgain, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await sayAgain(tx, params, body);
      return fresh(tx, params.profileId);
    }),
  );
  mount(app, services, expertEndpoints.takeBack, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await expertInReach(tx.system, tx.actor, params.profileId);
      const change = await lockChange(tx, params, body.lock_version, (part) => refusePart(tx.actor, part));
      await tx.system
        .updateTable('expert_changes')
        .set({ status: 'withdrawn', lock_version: change.lock_version + 1, decided_at: tx.now })
        .where('id', '=', change.id)
        .execute();
      await tx.audit({
        action: 'expert.take_back',
        subject: `profile:${params.profileId}`,
        data: { part: change.part, change_id: change.id },
        from_state: change.status,
        to_state: 'withdrawn',
      });
      return fresh(tx, params.profileId);
    }),
  );
  mount(app, services, expertEndpoints.decideChange, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      await decide(tx, ports, params, body);
      return fresh(tx, params.profileId);
    }),
  );
  mount(app, services, expertEndpoints.expertDocument, async ({ actor, db, params, reply }) => {
    await expertInReach(db.executor, actor, params.profileId);
    await sendPaper(services, actor, params, reply);
  });
  withPdfBodies(app, (scope) => {
    mount(scope, services, expertEndpoints.saveExpertDocument, async ({ actor, db, params, query, request }) => {
      await expertInReach(db.executor, actor, params.profileId);
      return savePaper(services, inspect, actor, {
        profileId: params.profileId,
        name: query.name,
        body: request.body,
      });
    });
  });
}

/** Refuses `forbidden` where the part is not theirs to keep. */
function refusePart(actor: Actor, part: RecordPart): void {
  if (!keepsRecords(actor.kind).includes(part))
    throw new Refusal('forbidden', `The expert keeps each ${RECORDS[part].one} in person.`);
}

/** The answers as they are kept; refuses what is wrong with them at its fields. */
async function checked(
  tx: Tx<Actor>,
  expert: { profile_id: number; time_zone: string },
  part: RecordPart,
  data: RecordData,
  documentId: number | null,
): Promise<RecordData> {
  const tidy = tidyRecord(part, data);
  const specialties = await tx.system.selectFrom('specialties').select('id').where('active', '=', true).execute();
  const known = await licenseRows(tx.system, expert.profile_id);
  const maps = await tx.system
    .selectFrom('site_maps')
    .select('id')
    .where('expert_profile_id', '=', expert.profile_id)
    .where('id', '=', typeof tidy['map_id'] === 'number' ? tidy['map_id'] : 0)
    .execute();
  const paper =
    documentId === null
      ? null
      : await tx.system
          .selectFrom('expert_documents')
          .select('id')
          .where('id', '=', documentId)
          .where('expert_profile_id', '=', expert.profile_id)
          .where('of_staff', '=', isStaff(tx.actor.kind))
          .executeTakeFirst();
  refuseFields([
    ...recordFaults(part, tidy, {
      today: dateIn(tx.now, expert.time_zone),
      specialties: new Set(specialties.map(({ id }) => id)),
      // a license the expert has stays possible when it is no longer offered
      licenses: new Set([...(await licenseKeys(tx.system)), ...known.flat().map((row) => row.license_key ?? '')]),
      maps: new Set(maps.map(({ id }) => id)),
      has_specialty: known.length > 0,
    }),
    ...(paper === undefined ? [{ path: 'document_id', message: 'Send the file again.' }] : []),
  ]);
  return tidy;
}

/** Says something that is not verified yet. */
async function say(tx: Tx<Actor>, profileId: number, body: In<typeof expertEndpoints.say, 'body'>): Promise<void> {
  const expert = await expertInReach(tx.system, tx.actor, profileId);
  const { part, record_id } = body;
  // two at once: the second waits here, and finds what the first said
  await tx.system.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute();
  const record =
    record_id === null
      ? null
      : (await recordsOf(tx.system, profileId)).find((one) => one.part === part && one.id === record_id);
  if (record === undefined) throw new Refusal('not_found');
  refusePart(tx.actor, part);
  if (record) {
    const open = await tx.system
      .selectFrom('expert_changes')
      .select('id')
      .where('part', '=', part)
      .where('record_id', '=', record.id)
      .where('status', 'in', ['to_verify', 'returned'])
      .executeTakeFirst();
    if (open)
      throw new Refusal('wrong_state', 'A change of it is not verified yet. Correct that one, or take it back.');
    if ((record.verified_at?.toISOString() ?? null) !== body.after)
      throw new Refusal('stale', 'It was verified anew meanwhile. Look at what holds now.');
  }
  const data = body.data === null ? null : await checked(tx, expert, part, body.data, body.document_id);
  const { id } = await tx.system
    .insertInto('expert_changes')
    .values({
      expert_profile_id: profileId,
      part,
      record_id: record?.id ?? null,
      data: data === null ? null : json(data),
      document_id: body.document_id,
      said_by: tx.actor.user_id,
      said_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: 'expert.say',
    subject: `profile:${profileId}`,
    data: { part, change_id: id, record_id: record?.id ?? null },
    to_state: 'to_verify',
    detail: { old: record?.data ?? null, new: data },
  });
}

/** Corrects what is not verified yet: it goes to staff again. */
async function sayAgain(
  tx: Tx<Actor>,
  at: { profileId: number; changeId: number },
  body: In<typeof expertEndpoints.sayAgain, 'body'>,
): Promise<void> {
  const expert = await expertInReach(tx.system, tx.actor, at.profileId);
  const change = await lockChange(tx, at, body.lock_version, (part) => refusePart(tx.actor, part));
  const data = await checked(tx, expert, change.part, body.data, body.document_id);
  await tx.system
    .updateTable('expert_changes')
    .set({
      data: json(data),
      document_id: body.document_id,
      status: 'to_verify',
      reason: '',
      said_by: tx.actor.user_id,
      said_at: tx.now,
      decided_by: null,
      decided_at: null,
      lock_version: sql`lock_version + 1`,
    })
    .where('id', '=', change.id)
    .execute();
  await tx.audit({
    action: 'expert.say_again',
    subject: `profile:${at.profileId}`,
    data: { part: change.part, change_id: change.id },
    from_state: change.status,
    to_state: 'to_verify',
    detail: { old: change.data, new: data },
  });
}
