import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { expertEndpoints } from '../contract.ts';
import type { ApplicationDeskView } from '../contract/application-desk.ts';
import { AGREEMENT } from '../rules/agreement.ts';
import { type CheckEntry, checkFaults, checksFor } from '../rules/application-checks.ts';
import { moveFaults } from '../rules/application-desk.ts';
import { type DeskAction, isOpenApplication, moveFor } from '../rules/application-states.ts';
import { enterDirectory } from './application-approval.ts';
import { keepDocument, presentDocument } from './application-documents.ts';
import { listApplications } from './application-list.ts';
import {
  type ApplicationRecord,
  answersIn,
  assignable,
  latestChecks,
  lockApplication,
  moveOn,
} from './application-moves.ts';
import { readAtDesk } from './application-view.ts';
import { keepCv } from './cvs.ts';
import { type InspectPdf, takePdf, withPdfBodies } from './pdfs.ts';

/** Staff's side of applications: the list, one with all there is, and what brings it on. */
export function mountApplicationDesk(
  app: FastifyInstance,
  services: Services,
  ports: Ports,
  inspect: InspectPdf,
): void {
  const fresh = (db: ActorDb, id: number) => readAtDesk(services, db, id);
  const change = (actor: Actor, id: number, run: (tx: Tx<Actor>, row: ApplicationRecord) => Promise<unknown>) =>
    command(services, actor, async (tx): Promise<ApplicationDeskView> => {
      await run(tx, await lockApplication(tx, { id }));
      return fresh(tx.db, id);
    });

  mount(app, services, expertEndpoints.applications, ({ db, query }) => listApplications(services, db, query));
  mount(app, services, expertEndpoints.applicationAtDesk, ({ db, params }) => fresh(db, params.applicationId));
  mount(app, services, expertEndpoints.moveApplication, ({ actor, params, body }) =>
    change(actor, params.applicationId, async (tx, row) => {
      if (row.lock_version !== body.lock_version)
        throw new Refusal('stale', 'A colleague changed this application meanwhile. Look at it again, then decide.', {
          current: { status: row.status, lock_version: row.lock_version },
        });
      await moveByDesk(tx, ports, row, body.action, {
        reason: body.reason ?? '',
        message: body.message ?? '',
        requests: body.requests ?? [],
      });
    }),
  );
  mount(app, services, expertEndpoints.recordCheck, ({ actor, params, body }) =>
    change(actor, params.applicationId, (tx, row) => recordCheck(tx, row, params.key, body)),
  );
  mount(app, services, expertEndpoints.addApplicationNote, ({ actor, params, body }) =>
    change(actor, params.applicationId, (tx, row) => addNote(tx, row, body.body)),
  );
  mount(app, services, expertEndpoints.assignApplication, ({ actor, params, body }) =>
    change(actor, params.applicationId, (tx, row) => assign(tx, row, body.user_id)),
  );
  withPdfBodies(app, (scope) => {
    mount(scope, services, expertEndpoints.addEvidence, async ({ actor, db, params, query, request }) => {
      await refuseUnseen(db, params.applicationId);
      const taking = { folder: 'applications', path: 'file', body: request.body, many: true } as const;
      return takePdf(services, inspect, actor, taking, async (pdf) => ({
        answer: await command(services, actor, async (tx) => {
          const { id: application_id } = await lockApplication(tx, { id: params.applicationId });
          const id = await keepDocument(tx, { application_id, of_staff: true, name: query.name, pdf });
          return presentDocument({ id, application_id, name: query.name, pages: pdf.pages, created_at: tx.now });
        }),
        replaced: [],
      }));
    });
    mount(scope, services, expertEndpoints.saveRedactedCv, async ({ actor, db, params, query, request }) => {
      await refuseUnseen(db, params.applicationId);
      const taking = { folder: 'cvs', path: 'file', body: request.body, many: true } as const;
      return takePdf(services, inspect, actor, taking, async (pdf) => {
        let replaced: string[] = [];
        const answer = await change(actor, params.applicationId, async (tx, row) => {
          if (!isOpenApplication(row.status)) throw new Refusal('wrong_state', 'The application is no longer open.');
          const { user_id, profile_id } = row;
          replaced = await keepCv(tx, { user_id, profile_id, version: 'redacted', name: query.name, pdf });
        });
        return { answer, replaced };
      });
    });
  });
}

/** Before a file is stored: an application that is not there takes none. */
async function refuseUnseen(db: ActorDb, id: number): Promise<void> {
  const row = await db
    .selectFrom('applications')
    .select('applications.id')
    .where('applications.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
}

async function moveByDesk(
  tx: Tx<Actor>,
  ports: Ports,
  row: ApplicationRecord,
  action: DeskAction,
  words: { reason: string; message: string; requests: readonly { what: string; why: string }[] },
): Promise<void> {
  const move = moveFor(row.status, action);
  const decides = action === 'approve' || action === 'reject' || action === 'waitlist';
  await moveOn(tx, ports, row, action, {
    faults: move ? moveFaults(move, words) : [],
    ...(words.reason === '' ? {} : { reason: words.reason }),
    patch: {
      message: words.message,
      ...(decides ? { decided_at: tx.now, decided_by: tx.actor.user_id, decision_reason: words.reason } : {}),
      ...(action === 'resume' ? { decided_at: null, decided_by: null, decision_reason: null } : {}),
      ...(action === 'send_agreement'
        ? { agreement_version: AGREEMENT.version, agreement_name: null, agreement_signed_at: null }
        : {}),
      ...(action === 'request_documents' ? { return_to: row.status } : {}),
      ...(action === 'go_on_without' ? { return_to: null } : {}),
    },
  });
  if (action === 'request_documents')
    await tx.system
      .insertInto('application_requests')
      .values(
        words.requests.map(({ what, why }) => ({
          application_id: row.id,
          round: row.round,
          what,
          why,
          asked_by: tx.actor.user_id,
          asked_at: tx.now,
        })),
      )
      .execute();
  if (action === 'go_on_without')
    await tx.system
      .updateTable('application_requests')
      .set({ dropped_at: tx.now })
      .where('application_id', '=', row.id)
      .where('answered_at', 'is', null)
      .where('dropped_at', 'is', null)
      .execute();
  if (action === 'approve') await enterDirectory(tx, ports, row);
}

/** Records a result; what was recorded before stays. Refuses `stale` where the page showed another one. */
async function recordCheck(
  tx: Tx<Actor>,
  row: ApplicationRecord,
  key: string,
  body: CheckEntry & { document_id: number | null; after: number | null },
): Promise<void> {
  const data = (await answersIn(tx.system, [row.id])).get(row.id);
  const spec = data && checksFor(data).find((one) => one.key === key);
  if (!spec) throw new Refusal('not_found');
  if (!isOpenApplication(row.status) && row.status !== 'waitlisted')
    throw new Refusal('wrong_state', 'The application is decided. What was checked for it stays as it is.');
  const before = (await latestChecks(tx.system, [row.id])).find((one) => one.key === key);
  if ((before?.id ?? null) !== body.after)
    throw new Refusal('stale', 'A colleague recorded this check meanwhile.', {
      current: before ? { result: before.result, by: fullName(before) } : null,
    });
  const entry: CheckEntry = { ...body, expires_on: body.result === 'passed' ? body.expires_on : null };
  refuseFields(checkFaults(spec, entry, dateIn(tx.now, tx.actor.time_zone)));
  if (body.document_id !== null) {
    const known = await tx.system
      .selectFrom('application_documents')
      .select('id')
      .where('id', '=', body.document_id)
      .where('application_id', '=', row.id)
      .executeTakeFirst();
    refuseFields(known ? [] : [{ path: 'document_id', message: 'This file is not of this application.' }]);
  }
  const { result, source, note, checked_on, expires_on } = entry;
  await tx.system
    .insertInto('application_checks')
    .values({
      application_id: row.id,
      round: row.round,
      key,
      result,
      source,
      note,
      checked_on,
      expires_on,
      document_id: body.document_id,
      checked_by: tx.actor.user_id,
      recorded_at: tx.now,
    })
    .execute();
  await tx.audit({
    action: 'application.check',
    subject: `application:${row.id}`,
    data: { key, result, before: before?.result ?? null },
    detail: {
      old: before ? { source: before.source, note: before.note, expires_on: before.expires_on } : null,
      new: { source, note, expires_on },
    },
  });
}

async function addNote(tx: Tx<Actor>, row: ApplicationRecord, body: string): Promise<void> {
  refuseFields(body === '' ? [{ path: 'body', message: 'Write the note first.' }] : []);
  await tx.system
    .insertInto('application_notes')
    .values({ application_id: row.id, author_id: tx.actor.user_id, body, created_at: tx.now })
    .execute();
  await tx.audit({ action: 'application.note', subject: `application:${row.id}` });
}

async function assign(tx: Tx<Actor>, row: ApplicationRecord, userId: number | null): Promise<void> {
  const known = userId === null || (await assignable(tx.system)).some(({ id }) => id === userId);
  refuseFields(known ? [] : [{ path: 'user_id', message: 'Choose somebody who works on applications.' }]);
  await tx.system.updateTable('applications').set({ assigned_to: userId }).where('id', '=', row.id).execute();
  await tx.audit({
    action: 'application.assign',
    subject: `application:${row.id}`,
    data: { before: row.assigned_to, after: userId },
  });
}
