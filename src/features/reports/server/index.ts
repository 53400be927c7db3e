import { isTeamChecked } from '../../organizations/rules.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { onJob } from '../../../platform/workers.ts';
import { onEvent } from '../../../platform/workers.ts';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Actor, SystemActor } from '../../../core/actor.ts';
import { elsewhereWords } from '../../../core/elsewhere.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import { MINUTE } from '../../../core/time.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { command, systemCommand, type Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { tellStaff } from '../../../platform/damage-notice.ts';
import { readStored } from '../../../platform/stored-content.ts';
import { countTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { type FeatureServer, onAction, type OutboxEvent } from '../../../platform/workers.ts';
import { reportEndpoints } from '../contract.ts';
import { builtForms } from '../rules.ts';
import { approveReport, askClarification, returnReport, saveSection, startReport } from './commands.ts';
import { readyToSign, refuseUnprintable, signReport } from './signing.ts';
import { mountCertificates } from './certificates.ts';
import { deliverNewest, mountDeliveries, purgeDeliveries, renewDelivery } from './deliveries/index.ts';
import { dictationJobs, type Listen, mountDictations, purgeDictations, scanDictation } from './dictations.ts';
import { mountDesign } from './design/index.ts';
import { formOf } from './form.ts';
import { PdfRenderError } from '../../../platform/pdf/pool.ts';
import { signedBy } from '../../../platform/pdf/sign/signed-by.ts';
import type { PdfRenderer } from './pdf/index.ts';
import { pdfInput } from './pdf-input.ts';
import { noDraftsLeft, removeUnsigned } from './no-drafts.ts';
import {
  closedTo,
  latestReport,
  type ReportReview,
  loadReportReview,
  reportAt,
  reportOf,
  visibleReport,
} from './view.ts';

export { leaveReports } from './leaving.ts';

/** Puts the shipped report forms into the database; a shipped form's new version joins the old ones. */
export async function ensureForms(db: Kysely<DB>, now: Date): Promise<void> {
  for (const { kind, form, is_default } of builtForms()) {
    const { key, version, name } = form;
    await db
      .insertInto('report_forms')
      .values({ kind, key, version, name, definition: json(form), is_default, created_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}

const UNKNOWN_PER_SOURCE: Limit = { tries: 30, window_ms: 15 * MINUTE };

export { dictationsPort } from './dictations.ts';
export { closeOwnJudgment } from './own-judgment.ts';
export { createPdfRenderer, type PdfRenderer } from './pdf/index.ts';

/** Reports: the form, its answers, the signature, the check, the PDF. */
export function reportsServer(
  app: FastifyInstance,
  services: Services,
  ports: Ports,
  renderer: PdfRenderer,
  listen: Listen,
) {
  const e = reportEndpoints;

  function on<T extends Endpoint>(
    endpoint: T,
    act: (tx: Tx<Actor>, review: ReportReview, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        const review = await loadReportReview(tx.db, call.actor, call.kind, call.params.id);
        await act(tx, review, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return reportOf(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    reportOf(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.form, ({ db, query }) => formOf(db, query));

  mountDesign(app, services);

  on(e.start, (tx, review) => startReport(tx, ports, review));

  mount(app, services, e.save, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) =>
      saveSection(tx, await loadReportReview(tx.db, actor, kind, params.id), params.section, body),
    ),
  );

  mount(app, services, e.sign, async ({ params, body, kind, actor, db }) => {
    // the password is checked before the transaction: it takes tens of milliseconds and counts wrong tries for good
    const before = await loadReportReview(db, actor, kind, params.id);
    if (body.password === undefined) {
      if (!(await ports.hasSignedInAgain(actor.session_id)))
        throw new Refusal(
          'reauthentication_required',
          'Enter your password, or sign in again through your organization.',
        );
    } else if (!(await ports.isOwnPassword(actor.user_id, body.password))) {
      throw new Refusal('invalid', undefined, { errors: [{ path: 'password', message: 'That is not your password' }] });
    }
    // so is what can be printed: no transaction waits for another thread
    const { text } = await readyToSign(db.executor, actor, before, body);
    const unprintable = await asked(
      renderer.unprintable(text),
      'Whether all of it can be printed could not be found out just now, so the report is not signed. Nothing is lost. Try again in a minute.',
    );
    refuseUnprintable(unprintable);
    return command(services, actor, async (tx) => {
      // the review first, as whoever takes its expert off holds them
      await holdReview(tx.system, params.id);
      const review = await loadReportReview(tx.db, actor, kind, params.id);
      await signReport(tx, ports, text, review, body);
      tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
      return reportOf(tx.db, actor, kind, review.id, tx.now);
    });
  });

  on(e.sendBack, (tx, review, { body }) => returnReport(tx, ports, review, body));
  on(e.approve, (tx, review) => approveReport(tx, ports, review));
  on(e.clarify, (tx, review, { body }) => askClarification(tx, ports, review, body.reason));

  mountCertificates(app, services);
  mountDeliveries(app, services, ports);
  mountDictations(app, services);

  mount(app, services, e.pdf, async ({ params, query, kind, actor, db, reply }) => {
    const review = await loadReportReview(db, actor, kind, params.id);
    const elsewhere = await closedTo(db.executor, actor, review.id);
    if (elsewhere !== null) throw new Refusal('forbidden', elsewhereWords(elsewhere));
    const report = await visibleReport(db.executor, actor, review, query);
    if (!report) throw new Refusal('not_found');
    const number = reviewNumber(kind, review.id);
    reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header(
        'content-disposition',
        `${query.download ? 'attachment' : 'inline'}; filename="${number} report v${report.version}${report.signed_at ? '' : ' draft'}.pdf"`,
      );
    const signed = report.signed_at !== null;
    if (signed && report.snapshot === null)
      throw new Refusal('wrong_state', 'The records of this review were deleted, its report with them.');
    if (signed && report.pdf_storage_key === null)
      throw new Refusal('wrong_state', 'The PDF is still being made. It takes a few seconds; try again then.');
    const { pdf_storage_key: storage_key, pdf_sha256: sha256 } = report;
    const isWanted = async () =>
      (await visibleReport(db.executor, actor, review, query.of === undefined ? { version: report.version } : query))
        ?.pdf_storage_key === storage_key;
    const stored = storage_key === null ? null : await readStored(services, { storage_key, sha256, isWanted });
    await command(services, actor, (tx) =>
      tx.audit({
        action: query.download ? 'report.download' : 'report.view',
        review_id: review.id,
        organization_id: review.organization_id,
        subject: `report:${report.id}`,
      }),
    ).catch((error: unknown) => {
      stored?.destroy();
      throw error;
    });
    if (stored) return reply.send(stored);
    const draft = await pdfInput(db.executor, report, {
      status: 'draft',
      document_id: `draft-${report.id}`,
      issued_at: services.clock.now(),
      signature: null,
      public_url: services.env.public_url,
    });
    const bytes = await asked(
      renderer.report(draft),
      'The PDF could not be made just now. Nothing is lost. Try again in a minute.',
    );
    return reply.send(Buffer.from(bytes));
  });

  mount(app, services, e.verification, async ({ params, request }) => {
    const row = await services.database.systemDb
      .selectFrom('reports')
      .innerJoin('reviews', 'reviews.id', 'reports.review_id')
      .select([
        'reports.version',
        'reports.left_at',
        'reports.signed_at',
        'reports.pdf_sha256',
        'reports.pdf_pages',
        'reports.review_id',
        'reviews.kind',
      ])
      .where('reports.verification_code', '=', params.code)
      .executeTakeFirst();
    if (!row?.signed_at) {
      const source = throttleKey('unknown_verification', sourceOf(request.ip));
      await countTry(services.database.systemDb, source, UNKNOWN_PER_SOURCE, services.clock.now());
      throw new Refusal('not_found', 'There is no report with this code.');
    }
    const signatures = await signedBy(services.database.systemDb, [row.pdf_sha256]);
    const newest = await services.database.systemDb
      .selectFrom('reports')
      .select((x) => x.fn.max('version').as('version'))
      .where('review_id', '=', row.review_id)
      .where('delivered_at', 'is not', null)
      // an expert who left is followed by another, whose report takes the place of none of theirs
      .where('left_at', 'is not distinct from', row.left_at)
      .executeTakeFirst();
    return {
      number: reviewNumber(row.kind, row.review_id),
      version: row.version,
      signed_at: row.signed_at.toISOString(),
      sha256: row.pdf_sha256,
      pages: row.pdf_pages,
      signature: signatures.get(row.pdf_sha256 ?? '') ?? null,
      superseded: (newest?.version ?? row.version) > row.version,
    };
  });

  return {
    jobs: [
      ...dictationJobs(services, listen),
      onJob({
        name: 'reports.remove_stored',
        topics: ['report.removed'],
        run: async ({ payload }) => {
          await services.storage.remove(payload.storage_key);
        },
      }),
      onJob({
        name: 'reports.restore',
        topics: ['object.damaged'],
        run: ({ payload }) => restore(services, ports, renderer, payload.storage_key),
      }),
      onJob({ name: 'reports.render', topics: ['report.signed'], run: (event) => render(services, renderer, event) }),
    ],
    events: [
      noDraftsLeft(ports),
      onEvent({
        name: 'reports.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, event) => {
          if (event.review_id === null) return;
          await purgeReports(tx, event.review_id);
          await purgeDeliveries(tx, event.review_id);
          await purgeDictations(tx, event.review_id);
        },
      }),
      onEvent({
        name: 'reports.deliver_outside',
        tells: true,
        topics: ['review.transitioned'],
        when: onAction('approve_report'),
        run: async (tx, event) => {
          if (event.review_id !== null) await deliverNewest(tx, ports, event.review_id);
        },
      }),
      onEvent({
        name: 'reports.deliver_by_itself',
        // whichever comes last: the PDF, or the check it waits for
        topics: ['report.rendered', 'review.transitioned'],
        when: ({ topic, payload }) =>
          topic === 'report.rendered' || reportAt({ kind: payload.kind, status: payload.to }) === 'checking',
        run: async (tx, event) => {
          if (event.review_id === null) return;
          const report = await latestReport(tx.system, event.review_id);
          if (report && report.pdf_sha256 !== null) await deliverByItself(tx, ports, report.id);
        },
      }),
    ],
    deadlines: {
      unsigned_draft_purge: (tx, { review_id, payload }) => removeUnsigned(tx, review_id, payload),
      dictation_scan: scanDictation,
    },
    renewals: { report_delivery: renewDelivery(ports) },
    close: () => renderer.close(),
  } satisfies FeatureServer;
}

/** What the renderer answers; 503 with this sentence where it is busy, too slow or gone. What it cannot do at all stays a fault. */
async function asked<T>(answer: Promise<T>, sentence: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof PdfRenderError) || error.reason === 'failed') throw error;
    throw new Refusal('unavailable', sentence, { retryAfterSeconds: 60 });
  }
}

/** Makes the PDF of a signed report from what was signed, keeps it and its fingerprint. The same bytes however often it runs. */
async function render(services: Services, renderer: PdfRenderer, event: OutboxEvent<'report.signed'>): Promise<void> {
  const id = event.payload.report_id;
  const report = await services.database.systemDb
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!report?.snapshot || report.pdf_sha256 !== null) return;
  const plain = await renderer.report(report.snapshot);
  const bytes = await services.signatures.signed(plain);
  const key = `reports/${report.review_id}/${report.id}-${report.verification_code}.pdf`;
  const { sha256 } = await services.storage.put(key, bytes);
  const check = createHash('sha256').update(bytes).digest('hex');
  if (check !== sha256) throw new Error('The stored report differs from what was rendered.');
  await systemCommand(services, { kind: 'system', request_id: `render-${id}` }, async (tx) => {
    const kept = await tx.system
      .updateTable('reports')
      .set({ pdf_storage_key: key, pdf_sha256: sha256, pdf_pages: countPages(plain) })
      .where('id', '=', id)
      .where('verification_code', '=', report.verification_code)
      .where('pdf_sha256', 'is', null)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n) {
      // returned or purged meanwhile: nobody will ask for these bytes again
      const now = await tx.system
        .selectFrom('reports')
        .select('pdf_storage_key')
        .where('id', '=', id)
        .executeTakeFirst();
      if (now?.pdf_storage_key !== key) await tx.emit('report.removed', { storage_key: key }, report.review_id);
      return;
    }
    await tx.emit('report.rendered', { report_id: id }, report.review_id);
    tx.live({
      room: rooms.review(report.review_id),
      event: 'review.changed',
      payload: { review_id: report.review_id },
    });
  });
}

/**
 * A signed PDF whose stored bytes are damaged is made again from what was signed. It is put back only where it is byte
 * for byte what was delivered; otherwise it stays out of sight until a backup brings it. Staff hear of it either way.
 */
async function restore(services: Services, ports: Ports, renderer: PdfRenderer, key: string): Promise<void> {
  const report = await services.database.systemDb
    .selectFrom('reports')
    .selectAll()
    .where('pdf_storage_key', '=', key)
    .executeTakeFirst();
  if (!report?.snapshot || report.pdf_sha256 === null) return;
  const bytes = await services.signatures.again(await renderer.report(report.snapshot), report.pdf_sha256);
  const isSame = bytes !== null;
  if (isSame) await services.storage.put(key, bytes);
  await systemCommand(services, { kind: 'system', request_id: `restore-${report.id}` }, async (tx) => {
    const { id, review_id } = report;
    await tx.audit({ action: 'report.damaged', review_id, subject: `report:${id}`, data: { restored: isSame } });
    await tellStaff(tx, ports, { template: 'report_damaged', review_id, once: `report:${id}` });
  });
}

/** Page objects of a PDF we rendered ourselves, whose page dictionaries stand uncompressed. */
function countPages(bytes: Uint8Array): number | null {
  const count = Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)?.length;
  return count ?? null;
}

/** Organizations that run themselves take a complete, signed report as checked. */
async function deliverByItself(tx: Tx<SystemActor>, ports: Ports, reportId: number): Promise<void> {
  const row = await tx.system
    .selectFrom('reports')
    .innerJoin('reviews', 'reviews.id', 'reports.review_id')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.subject',
      'reviews.lock_version',
      'reviews.organization_id',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      expertsOf('reviews.id').as('experts'),
      'reviews.report_due_at',
      'reviews.service',
      'organizations.platform_type',
    ])
    .where('reports.id', '=', reportId)
    .executeTakeFirst();
  if (!row || isTeamChecked(row) || reportAt(row) !== 'checking') return;
  const report = await latestReport(tx.system, row.id);
  if (report?.id !== reportId) return;
  await approveReport(tx, ports, row);
}

/** A purged review keeps of its reports when they were signed and delivered, and their fingerprints. */
async function purgeReports(tx: Tx<SystemActor>, reviewId: number): Promise<void> {
  const reports = await tx.system
    .selectFrom('reports')
    .select(['id', 'pdf_storage_key', 'verification_code'])
    .where('review_id', '=', reviewId)
    .execute();
  for (const { id, pdf_storage_key } of reports) {
    await tx.system.deleteFrom('report_answers').where('report_id', '=', id).execute();
    if (pdf_storage_key !== null) await tx.emit('report.removed', { storage_key: pdf_storage_key }, reviewId);
  }
  await tx.system
    .updateTable('reports')
    .set({
      snapshot: null,
      citations: json({}),
      returned_note: null,
      returned_sections: null,
      clarification: null,
      attestation: null,
      pdf_storage_key: null,
    })
    .where('review_id', '=', reviewId)
    .execute();
}
