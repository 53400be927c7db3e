import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { OutsideGrant } from '../../files/ports.ts';
import { command } from '../../../platform/command.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import type { Held, OutsideVisitView, VisitUpload } from '../contract.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import { custodianAnswers, SAME_LOOK_MS } from '../rules.ts';
import { admit, type Asking, audit, doneBy } from './admit.ts';
import { type LinkRow, lockOpen, openerOfLink, refuseEnded } from './links.ts';
import { mailDone } from './link-mails.ts';
import { writingOf } from './statements.ts';

/** What the link asks for and what this visit sent. The look is recorded, once an hour for each visit. */
export async function openLink(services: Services, held: Held, asking: Asking): Promise<OutsideVisitView> {
  const { link, visit_hash, actor } = await admit(services, held, asking);
  await recordLook(services, link, visit_hash, actor);
  const sent = await services.database.systemDb
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select([
      'uploads.id as upload_id',
      'uploads.item_id as item',
      'uploads.visit_hash',
      'files.name',
      'files.size_bytes',
      'files.status',
      'files.failure',
    ])
    .where('uploads.outside_link_id', '=', link.id)
    .where('files.deleted_at', 'is', null)
    .orderBy('uploads.created_at')
    .execute();
  const own = sent.filter((row) => row.visit_hash?.equals(visit_hash));
  const answered = new Set(link.request?.answered_items ?? []);
  return {
    purpose: link.purpose,
    organization: link.organization,
    number: reviewNumber(link.kind, link.review_id),
    due_on: link.due_on,
    expires_at: link.expires_at.toISOString(),
    time_zone: link.time_zone,
    items: link.items
      .filter(({ item }) => !answered.has(item))
      .map(({ item, label }) => ({
        item,
        label,
        sent_before: sent.some((row) => row.item === item && !own.includes(row) && row.status !== 'failed'),
      })),
    ...(await writingOf(services, link)),
    uploads: own.map(({ upload_id, item, name, size_bytes, status, failure }) => ({
      upload_id,
      item,
      name,
      size_bytes,
      status: status as VisitUpload['status'],
      failure,
    })),
  };
}

/** Who looks by which link, and when: in the audit trail, and the first time on the link. */
async function recordLook(
  services: Services,
  link: LinkRow,
  visit: Buffer,
  actor: OutsideGrant['actor'],
): Promise<void> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const look = { tries: 1, window_ms: SAME_LOOK_MS };
  const fresh = await countTry(db, throttleKey('outside_look', `${link.id}:${visit.toString('hex')}`), look, now).then(
    () => true,
    () => false,
  );
  if (!fresh) return;
  await command(services, actor, async (tx) => {
    const first = await tx.system
      .updateTable('outside_links')
      .set({ opened_at: tx.now })
      .where('id', '=', link.id)
      .where('opened_at', 'is', null)
      .executeTakeFirst();
    await audit(tx, link, 'outside.opened', first.numUpdatedRows === 1n);
  });
}

/** The custodian is done: what came answers the items, and the link is no longer needed. */
export async function finishRecords(
  services: Services,
  ports: Ports,
  held: Held,
  asking: Asking,
  reasons: readonly { item: number; not_available_because: string }[],
): Promise<void> {
  const { link: found, actor } = await admit(services, held, asking);
  if (found.purpose !== 'records') throw new Refusal('wrong_state', 'This link asks for no records.');
  await command(services, actor, async (tx) => {
    const link = await lockOpen(tx, found.id);
    if (link.file_request_id === null) return refuseEnded('not_needed');
    const files = await tx.system
      .selectFrom('uploads')
      .innerJoin('files', 'files.id', 'uploads.file_id')
      .select(['uploads.item_id', 'files.id'])
      .where('uploads.outside_link_id', '=', link.id)
      .where('files.deleted_at', 'is', null)
      .where('files.status', '<>', 'failed')
      .orderBy('files.id')
      .execute();
    const byItem = new Map<number, number[]>();
    for (const { item_id, id } of files)
      if (item_id !== null) byItem.set(item_id, [...(byItem.get(item_id) ?? []), id]);
    const answered = new Set(link.request?.answered_items ?? []);
    const items = link.items.filter(({ item }) => !answered.has(item));
    const { answers, faults } = custodianAnswers(items, byItem, reasons);
    refuseFields(faults);
    await tx.system.updateTable('outside_links').set({ finished_at: tx.now }).where('id', '=', link.id).execute();
    await audit(tx, link, 'outside.records_sent', true, { files: files.length, items: answers.length });
    await forgetOpeners(tx.system, [openerOfLink(link.id)]);
    await tx.emit('outside.link_ended', { link_id: link.id }, link.review_id);
    await ports.answerFileRequest(tx, {
      review_id: link.review_id,
      file_request_id: link.file_request_id,
      items: answers,
      data: doneBy(link),
    });
    await mailDone(tx, ports, link);
    tx.live({ room: rooms.review(link.review_id), event: 'review.changed', payload: { review_id: link.review_id } });
  });
}
