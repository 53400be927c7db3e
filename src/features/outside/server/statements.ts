import { forgetOpeners } from '../../../platform/mail/opener.ts';
import { onJob } from '../../../platform/workers.ts';
import { capital } from '../../../core/phrases.ts';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { command, systemCommand } from '../../../platform/command.ts';
import { statutesOfReview } from '../../../platform/db/statute-rows.ts';
import type { DB } from '../../../platform/db/types.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { JobHandler } from '../../../platform/workers.ts';
import { formOf } from '../../reviews/rules.ts';
import type { Held, OutsideVisitView } from '../contract.ts';
import { findingsOf } from '../rules/findings.ts';
import { codeOfProvider, submissionFaults } from '../rules.ts';
import {
  type LinkRow,
  linksWhere,
  lockOpen,
  openerOfLink,
  othersJudging,
  statementKey,
  statementsOfCase,
} from './links.ts';
import { mailDone } from './link-mails.ts';
import { admit, type Asking, audit } from './admit.ts';

const NOT_WRITTEN = 'This link asks for files, not for a text.';

/** What a provider is shown besides who asks: whose privilege it is, what was released, what is written so far. */
export async function writingOf(
  services: Services,
  link: LinkRow,
): Promise<Pick<OutsideVisitView, 'confidentiality' | 'unnamed' | 'writing' | 'findings'>> {
  if (link.purpose === 'records') return { confidentiality: null, unnamed: false, writing: null, findings: null };
  const order = await orderOf(services.database.systemDb, link.review_id);
  return {
    confidentiality:
      formOf(link.kind).protection(order, await statutesOfReview(services.database.systemDb, link.review_id))
        ?.statement ?? null,
    unnamed: codeOfProvider(order) !== null,
    writing: { text: link.text, version: link.text_version },
    findings:
      link.purpose === 'response'
        ? { summary: link.summary, sections: link.released === 'report' ? await released(services, link) : [] }
        : null,
  };
}

/** All fields of the order in one object. */
export async function orderOf(db: Kysely<DB>, reviewId: number): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('review_sections').select('data').where('review_id', '=', reviewId).execute();
  return Object.assign({}, ...rows.map((row) => row.data)) as Record<string, unknown>;
}

/** The released report as it was signed, without who made it. */
async function released(services: Services, link: LinkRow) {
  const report = await services.database.systemDb
    .selectFrom('reports')
    .select('snapshot')
    .where('id', '=', link.report_id ?? 0)
    .executeTakeFirst();
  const signed = report?.snapshot;
  return signed ? findingsOf(signed.form, signed.answers, signed.context).sections : [];
}

/** Keeps what was written; a version that is not the newest is refused with how it stands. */
export async function saveText(
  services: Services,
  held: Held,
  asking: Asking,
  { text, version }: { text: string; version: number },
): Promise<{ version: number }> {
  const { link: found, actor } = await admit(services, held, asking);
  if (found.purpose === 'records') throw new Refusal('wrong_state', NOT_WRITTEN);
  return command(services, actor, async (tx) => {
    const link = await lockOpen(tx, found.id);
    if (link.text_version !== version)
      throw new Refusal('stale', undefined, { current: { text: link.text, version: link.text_version } });
    await tx.system
      .updateTable('outside_links')
      .set({ text, text_version: version + 1 })
      .where('id', '=', link.id)
      .execute();
    return { version: version + 1 };
  });
}

/** Sends a statement or a response, once: the text as it is brought, with the typed name. */
export async function submitText(
  services: Services,
  ports: Ports,
  held: Held,
  asking: Asking,
  { text, signature_name }: { text: string; signature_name: string },
): Promise<void> {
  const { link: found, actor } = await admit(services, held, asking);
  if (found.purpose === 'records') throw new Refusal('wrong_state', NOT_WRITTEN);
  await command(services, actor, async (tx) => {
    const link = await lockOpen(tx, found.id);
    refuseFields(submissionFaults({ text, signature_name }));
    await tx.system
      .updateTable('outside_links')
      .set({ text, text_version: link.text_version + 1, signature_name, finished_at: tx.now })
      .where('id', '=', link.id)
      .execute();
    const isStatement = link.purpose === 'statement';
    await audit(tx, link, isStatement ? 'outside.statement_given' : 'outside.response_given', true);
    await forgetOpeners(tx.system, [openerOfLink(link.id)]);
    await tx.emit('outside.link_ended', { link_id: link.id }, link.review_id);
    if (isStatement) {
      await ports.records.settleLink(tx, link.id, true);
      await tx.emit('outside.statement_given', { link_id: link.id }, link.review_id);
    }
    await mailDone(tx, ports, link);
    tx.live({ room: rooms.review(link.review_id), event: 'review.changed', payload: { review_id: link.review_id } });
  });
}

/**
 * Makes the record of a given statement: a page the reviewer reads and cites like any other. Everyone who judges the case
 * and has not signed gets one, with the number of their own review; a review opened later gets those given before.
 * Repeating it changes nothing.
 */
export function makeStatementRecord(services: Services, ports: Ports): JobHandler {
  const db = services.database.systemDb;
  return onJob({
    name: 'outside.statement_record',
    topics: ['outside.statement_given', 'opinions.opened'],
    async run(event) {
      if (event.topic === 'opinions.opened') {
        const reviewId = event.review_id ?? 0;
        for (const link of await statementsOfCase(db, reviewId))
          if (link.review_id !== reviewId) await recordFor(services, ports, event.id, link, reviewId);
        return;
      }
      const [link] = await linksWhere(db, { id: event.payload.link_id });
      if (!link) return;
      await recordFor(services, ports, event.id, link, link.review_id);
      for (const other of await othersJudging(db, link.review_id))
        await recordFor(services, ports, event.id, link, other);
    },
  });
}

/** The page of one statement among the records of one review of its case. */
async function recordFor(
  services: Services,
  ports: Ports,
  eventId: number,
  link: LinkRow,
  reviewId: number,
): Promise<void> {
  if (!link.finished_at || link.text === '') return;
  const storage_key = statementKey(reviewId, link.id);
  const isThere = (db: Kysely<DB>) =>
    db.selectFrom('files').select('id').where('storage_key', '=', storage_key).executeTakeFirst();
  if (await isThere(services.database.systemDb)) return;
  const order = await orderOf(services.database.systemDb, reviewId);
  // of a review opened later the page is as old as its order: a reviewer is not to learn that there was one before
  const { created_at } = await services.database.systemDb
    .selectFrom('reviews')
    .select('created_at')
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const made_at = created_at > link.finished_at ? created_at : link.finished_at;
  const bytes = await ports.letterPdf({
    title: 'Statement of the provider under review',
    review: {
      number: reviewNumber(link.kind, reviewId),
      kind_label: capital(KINDS[link.kind].singular),
    },
    organization: link.organization,
    document_id: `statement-${link.id}`,
    made_at: made_at.toISOString(),
    // whom the reviewer knows by a code signs by it
    signed_by: codeOfProvider(order) ?? link.signature_name ?? '',
    signed_how: 'Typed as a signature by the holder of the link sent to the provider.',
    confidentiality:
      formOf(link.kind).protection(order, await statutesOfReview(services.database.systemDb, link.review_id))
        ?.statement ?? null,
    text: link.text,
  });
  await services.storage.put(storage_key, bytes);
  const actor = { kind: 'system' as const, request_id: `job:${eventId}`, outside: { link_id: link.id, ip: null } };
  await systemCommand(services, actor, async (tx) => {
    const row = await tx.system
      .selectFrom('outside_links')
      .select(['file_id', 'text'])
      .where('id', '=', link.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.text === '' || (await isThere(tx.system))) return;
    const file_id = await ports.records.add(tx, {
      review_id: reviewId,
      name: 'Provider’s statement.pdf',
      storage_key,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      category: 'provider_statement',
      // the same place and page numbers as where it was given, so that nothing is missing between the others
      ...(made_at === created_at && link.file_id !== null ? { like: link.file_id } : {}),
    });
    if (reviewId === link.review_id)
      await tx.system.updateTable('outside_links').set({ file_id }).where('id', '=', link.id).execute();
  });
}
