import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { json } from '../../../platform/db/json.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { expertEndpoints } from '../contract.ts';
import type { ApplicationView } from '../contract/applications.ts';
import { asSigned } from '../rules/application.ts';
import { DESK_STATES } from '../rules/application-states.ts';
import { keepDocument, sendDocument } from './application-documents.ts';
import { type ApplicationRecord, answersIn, lockApplication, moveOn } from './application-moves.ts';
import { type InspectPdf, takePdf, withPdfBodies } from './pdfs.ts';

/** What an applicant does once the application was sent: answer, sign, withdraw, begin again, read what they sent. */
export function mountApplicantActs(
  app: FastifyInstance,
  services: Services,
  ports: Ports,
  inspect: InspectPdf,
  fresh: (db: ActorDb) => Promise<ApplicationView>,
): void {
  const own = <T>(actor: Actor, run: (tx: Tx<Actor>, row: ApplicationRecord) => Promise<T>) =>
    command(services, actor, async (tx) => {
      await run(tx, await lockApplication(tx, { profile_id: actor.profile?.id ?? 0 }));
      return fresh(tx.db);
    });

  mount(app, services, expertEndpoints.answerRequest, ({ actor, params, body }) =>
    own(actor, (tx, row) => answer(tx, row, params.requestId, { answer: body.answer })),
  );
  withPdfBodies(app, (scope) => {
    mount(scope, services, expertEndpoints.answerRequestFile, ({ actor, params, query, request }) =>
      takePdf(services, inspect, actor, { folder: 'applications', path: 'file', body: request.body }, async (pdf) => {
        let replaced: string[] = [];
        const view = await own(actor, async (tx, row) => {
          replaced = await answerByFile(tx, row, params.requestId, { name: query.name, pdf });
        });
        return { answer: view, replaced };
      }),
    );
  });
  mount(app, services, expertEndpoints.sendAnswers, ({ actor }) =>
    own(actor, (tx, row) => moveOn(tx, ports, row, 'answer', { patch: { return_to: null } })),
  );
  mount(app, services, expertEndpoints.signAgreement, ({ actor, body }) =>
    own(actor, (tx, row) => sign(tx, ports, row, body)),
  );
  mount(app, services, expertEndpoints.withdrawApplication, ({ actor, body }) =>
    own(actor, (tx, row) => moveOn(tx, ports, row, 'withdraw', { reason: body.reason })),
  );
  mount(app, services, expertEndpoints.beginAgain, ({ actor }) => own(actor, (tx, row) => beginAgain(tx, ports, row)));
  mount(app, services, expertEndpoints.applicationDocument, async ({ actor, db, params, reply }) => {
    await sendDocument(services, db, actor, params, reply);
  });
}

/** A request that waits for an answer, of this application. Refuses `not_found`, `wrong_state`. */
async function openRequest(tx: Tx<Actor>, row: ApplicationRecord, id: number) {
  const request = await tx.system
    .selectFrom('application_requests')
    .selectAll()
    .where('id', '=', id)
    .where('application_id', '=', row.id)
    .executeTakeFirst();
  if (!request) throw new Refusal('not_found');
  if (row.status !== 'documents_requested' || request.round !== row.round || request.dropped_at !== null)
    throw new Refusal(
      'wrong_state',
      `We no longer wait for this. Your application is at: ${DESK_STATES[row.status].label}.`,
    );
  return request;
}

async function answer(tx: Tx<Actor>, row: ApplicationRecord, id: number, { answer }: { answer: string }) {
  const request = await openRequest(tx, row, id);
  const isAnswered = answer !== '' || request.document_id !== null;
  await tx.system
    .updateTable('application_requests')
    .set({ answer: answer === '' ? null : answer, answered_at: isAnswered ? tx.now : null })
    .where('id', '=', id)
    .execute();
  await tx.audit({
    action: 'application.answer_request',
    subject: `application:${row.id}`,
    data: { request_id: id },
    detail: { old: request.answer, new: answer },
  });
}

/** Answers by a file, in place of an earlier one; answers the objects whose bytes can go. */
async function answerByFile(
  tx: Tx<Actor>,
  row: ApplicationRecord,
  id: number,
  { name, pdf }: Pick<Parameters<typeof keepDocument>[1], 'name' | 'pdf'>,
): Promise<string[]> {
  const request = await openRequest(tx, row, id);
  const document_id = await keepDocument(tx, { application_id: row.id, of_staff: false, name, pdf });
  await tx.system
    .updateTable('application_requests')
    .set({ document_id, answered_at: tx.now })
    .where('id', '=', id)
    .execute();
  if (request.document_id === null) return [];
  const gone = await tx.system
    .deleteFrom('application_documents')
    .where('id', '=', request.document_id)
    .where((eb) =>
      // what a check rests on stays
      eb.not(
        eb.exists(
          eb.selectFrom('application_checks').select('id').whereRef('document_id', '=', 'application_documents.id'),
        ),
      ),
    )
    .returning('storage_key')
    .execute();
  return gone.map(({ storage_key }) => storage_key);
}

/** Signs the agreement. Refuses `stale` where another text was read, `invalid` where the name is not the applicant's. */
async function sign(
  tx: Tx<Actor>,
  ports: Ports,
  row: ApplicationRecord,
  { version, name }: { version: string; name: string },
): Promise<void> {
  if (row.status === 'agreement_sent' && row.agreement_signed_at !== null)
    throw new Refusal('wrong_state', 'You have signed it already.');
  if (row.status === 'agreement_sent' && version !== row.agreement_version)
    throw new Refusal('stale', 'The text changed since you opened it. Read it again, then sign.', {
      current: { version: row.agreement_version },
    });
  const data = (await answersIn(tx.system, [row.id])).get(row.id);
  const legal = typeof data?.you.legal_name === 'string' ? data.you.legal_name : '';
  await moveOn(tx, ports, row, 'sign', {
    faults:
      asSigned(name) === asSigned(legal)
        ? []
        : [{ path: 'name', message: `Write it as in your application: ${legal}.` }],
    patch: { agreement_version: version, agreement_name: name, agreement_signed_at: tx.now },
  });
}

/** Another time: the answers stay, to be looked through and attested anew; what was checked then counts no more. */
async function beginAgain(tx: Tx<Actor>, ports: Ports, row: ApplicationRecord): Promise<void> {
  await moveOn(tx, ports, row, 'begin_again', {
    patch: {
      round: row.round + 1,
      submitted_at: null,
      return_to: null,
      decided_at: null,
      decided_by: null,
      decision_reason: null,
      agreement_version: null,
      agreement_name: null,
      agreement_signed_at: null,
    },
  });
  await tx.system
    .updateTable('application_parts')
    .set((eb) => ({ data: json({}), version: eb('version', '+', 1), updated_at: tx.now }))
    .where('application_id', '=', row.id)
    .where('part', '=', 'attestations')
    .execute();
}
