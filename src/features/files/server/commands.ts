import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { isOnLegalHold } from '../../../platform/db/legal-hold.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import type { fileEndpoints, FileView } from '../contract.ts';
import {
  cleanName,
  FILES_CLOSED,
  filesAreOpen,
  isFileCategory,
  keepsType,
  mayHandleFiles,
  visibilityAfter,
  whyNotReadable,
  whyNotSo,
} from '../rules.ts';
import {
  chartKeysOf,
  type FileRow,
  filesOf,
  loadFile,
  loadFileReview,
  lockFiles,
  presentFiles,
  recordRulesOf,
  type FileReview,
} from './facts.ts';
import { moveTo, renumber } from './numbering.ts';

/** Tells the other features and the open pages of the review that its files changed. */
export async function announce(tx: Tx, reviewId: number): Promise<void> {
  await tx.emit('files.changed', { review_id: reviewId }, reviewId);
  tx.live({ room: rooms.review(reviewId), event: 'files.changed', payload: { review_id: reviewId } });
}

/** Refuses who may not handle this review's files, and a review that takes no change of them any more. */
export function refuseUnlessOpen(actor: Actor, review: FileReview): void {
  if (!mayHandleFiles(actor, review)) throw new Refusal('forbidden');
  if (!filesAreOpen(review)) throw new Refusal('wrong_state', FILES_CLOSED, { current: review.status });
}

async function loadForChange(tx: Tx<Actor>, fileId: number): Promise<{ file: FileRow; review: FileReview }> {
  const found = await loadFile(tx.db, tx.actor, fileId);
  refuseUnlessOpen(tx.actor, found.review);
  await lockFiles(tx.system, found.review.id);
  // what was read before the lock may have changed while waiting for it
  return loadFile(tx.db, tx.actor, fileId);
}

/** What is counted is not a matter of opinion; what is still being checked may yet be counted. */
function refuseUnlessAsked(file: FileRow): void {
  if (file.status !== 'ready')
    throw new Refusal('wrong_state', whyNotReadable(file) ?? undefined, { current: file.status });
  if (!file.pages_asked) refuseFields([{ path: 'pages', message: 'The pages of this file were counted.' }]);
}

/** Renames, categorizes, shows or hides, or moves a file, and takes its pages from who was asked for them. */
export async function updateFile(
  services: Services,
  actor: Actor,
  fileId: number,
  change: In<typeof fileEndpoints.update, 'body'>,
): Promise<FileView> {
  return command(services, actor, async (tx) => {
    const { file, review } = await loadForChange(tx, fileId);
    const name = change.name === undefined ? file.name : cleanName(change.name);
    if (name === '') refuseFields([{ path: 'name', message: 'Give the file a name' }]);
    if (!keepsType(file.name, name)) {
      const kept = file.name.slice(file.name.lastIndexOf('.'));
      refuseFields([{ path: 'name', message: `Keep the ending ${kept}, so that it still opens` }]);
    }
    const before = file.category !== null && isFileCategory(file.category) ? file.category : null;
    const rules = await recordRulesOf(tx.system, review);
    const why = whyNotSo(rules, { ...change, category: change.category === before ? undefined : change.category });
    if (why !== null) throw new Refusal('forbidden', why);
    if (change.pages !== undefined) refuseUnlessAsked(file);
    const visible = visibilityAfter({ category: before, visible_to_expert: file.visible_to_expert }, change, rules);
    const category = change.category === undefined ? before : change.category;
    await tx.db
      .updateTable('files')
      .set({
        name,
        category,
        visible_to_expert: visible,
        visible_to_attendees: change.visible_to_attendees ?? file.visible_to_attendees,
        pages: change.pages ?? file.pages,
      })
      .where('files.id', '=', fileId)
      .execute();
    if (change.position !== undefined) {
      await moveTo(tx.system, review.id, fileId, change.position);
      await renumber(tx.system, review);
    }
    const ordered = review.bucket !== 'draft';
    const subject = `file:${fileId}`;
    if (visible !== file.visible_to_expert) {
      await tx.audit({
        action: visible ? 'file.show' : 'file.hide',
        review_id: review.id,
        subject,
        data: { file_id: fileId, pages: file.pages },
        timeline: ordered,
      });
    }
    if (change.visible_to_attendees !== undefined && change.visible_to_attendees !== file.visible_to_attendees) {
      await tx.audit({
        action: change.visible_to_attendees ? 'file.show_attendees' : 'file.hide_attendees',
        review_id: review.id,
        subject,
        data: { file_id: fileId, pages: file.pages },
        timeline: ordered,
      });
    }
    if (name !== file.name || category !== before || change.position !== undefined) {
      await tx.audit({
        action: 'file.update',
        review_id: review.id,
        subject,
        data: { file_id: fileId, category, ...(change.position === undefined ? {} : { position: change.position }) },
        ...(name === file.name ? {} : { detail: { old: file.name, new: name } }),
      });
    }
    if (change.pages !== undefined && change.pages !== file.pages) {
      await tx.audit({
        action: 'file.pages_said',
        review_id: review.id,
        subject,
        data: { file_id: fileId, before: file.pages, pages: change.pages },
        timeline: ordered,
      });
    }
    await announce(tx, review.id);
    const views = await presentFiles(tx.system, actor, review, await filesOf(tx.db, review.id));
    const view = views.find((v) => v.id === fileId);
    if (!view) throw new Refusal('not_found');
    return view;
  });
}

/**
 * Says which chart each of these files belongs to, all or none. Refuses `not_found` for a review out of scope,
 * `forbidden`, `wrong_state` once it has ended, and files or charts that are not the review's.
 */
export async function assignCharts(
  services: Services,
  actor: Actor,
  kind: Kind,
  reviewId: number,
  assignments: readonly { file_id: number; chart_key: string | null }[],
): Promise<{ assigned: number }> {
  return command(services, actor, async (tx) => {
    const review = await loadFileReview(tx.db, reviewId, kind);
    refuseUnlessOpen(tx.actor, review);
    await lockFiles(tx.system, review.id);
    const files = new Set((await filesOf(tx.db, review.id)).map((file) => file.id));
    const charts = await chartKeysOf(tx.system, review.id);
    refuseFields(
      assignments.flatMap(({ file_id, chart_key }, at) => [
        ...(files.has(file_id)
          ? []
          : [{ path: `assignments.${at}.file_id`, message: 'This file is no longer one of this review’s.' }]),
        ...(chart_key === null || charts.has(chart_key)
          ? []
          : [{ path: `assignments.${at}.chart_key`, message: 'This chart is no longer in the order.' }]),
      ]),
    );
    // of a file named twice the last stands
    const chosen = new Map(assignments.map(({ file_id, chart_key }) => [file_id, chart_key]));
    await sql`
      update files set chart_key = c.chart_key
      from unnest(${[...chosen.keys()]}::bigint[], ${[...chosen.values()]}::text[]) c (file_id, chart_key)
      where files.id = c.file_id and files.review_id = ${review.id}`.execute(tx.system);
    await tx.audit({
      action: 'file.charts_assigned',
      review_id: review.id,
      organization_id: review.organization_id,
      data: { files: assignments.length },
    });
    await announce(tx, review.id);
    return { assigned: assignments.length };
  });
}

/** Takes a file out of its review. The stored bytes are removed by a job once this is committed. */
export async function removeFile(services: Services, actor: Actor, fileId: number): Promise<void> {
  await command(services, actor, async (tx) => {
    const { file, review } = await loadForChange(tx, fileId);
    await refuseUnderLegalHold(tx, review.id);
    await takeOut(tx, review, file);
  });
}

/** What a legal hold keeps is not taken out by hand. Refuses `wrong_state`. */
export async function refuseUnderLegalHold(tx: Tx, reviewId: number): Promise<void> {
  if (await isOnLegalHold(tx.system, reviewId))
    throw new Refusal('wrong_state', 'A legal hold is on. Nothing is deleted until it is lifted.', {
      current: 'legal_hold',
    });
}

/** Takes a file out, whoever does so; the caller looked whether they may, and holds the review's file lock. */
export async function takeOut(
  tx: Tx,
  review: FileReview,
  file: Pick<FileRow, 'id' | 'pages' | 'name' | 'storage_key'>,
  by: Record<string, unknown> = {},
): Promise<void> {
  await tx.system.updateTable('files').set({ deleted_at: tx.now }).where('id', '=', file.id).execute();
  await renumber(tx.system, review);
  await tx.audit({
    action: 'file.remove',
    review_id: review.id,
    subject: `file:${file.id}`,
    data: { file_id: file.id, pages: file.pages, ...by },
    detail: { old: file.name, new: null },
    timeline: review.bucket !== 'draft',
  });
  await tx.emit('file.removed', { storage_key: file.storage_key, file_id: file.id }, review.id);
  await announce(tx, review.id);
}
