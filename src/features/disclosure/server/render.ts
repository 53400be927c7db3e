import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Refusal } from '../../../core/errors.ts';
import { MINUTE } from '../../../core/time.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import { tellStaff } from '../../../platform/damage-notice.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import { rooms } from '../../../platform/live.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import { createRenderPool, PdfRenderError } from '../../../platform/pdf/pool.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { damageIn, readStored } from '../../../platform/stored-content.ts';
import { type JobHandler, onJob } from '../../../platform/workers.ts';
import { type PacketContent, statementOf } from '../rules.ts';
import type { PacketRow } from './load.ts';
import type { PacketOrder } from './pdf/types.ts';
import type { PacketDocuments } from './pdf/worker.ts';

/** A packet of hundreds of pages may take so long. */
const MAKING_MS = 5 * 60_000;

/** Makes packets off the request thread; its thread starts when there is one to make. */
export const packetRenderer = () =>
  createRenderPool<PacketDocuments>(new URL('./pdf/worker.ts', import.meta.url), { timeout_ms: MAKING_MS });
type PacketRenderer = ReturnType<typeof packetRenderer>;

/** How long what may pass is tried again before it counts as failed for good. */
const TRIED_MS = 2 * MINUTE;

/** Something a packet was signed from is not there any more. */
class SourceGone extends Error {
  constructor(what: string) {
    super(`${what} of a packet is no longer there.`);
    this.name = 'SourceGone';
  }
}

/** Whether no further try makes a packet: its sources are gone, or what makes it cannot; what may pass by itself gets some minutes. */
const isForGood = (error: unknown, signed_at: Date, now: Date): boolean =>
  error instanceof SourceGone ||
  (error instanceof PdfRenderError &&
    (error.reason === 'failed' ||
      ((error.reason === 'timeout' || error.reason === 'crashed') && now.getTime() - signed_at.getTime() > TRIED_MS)));

/** The files whose pages a packet takes in, as they were when it was signed: told by their bytes. */
async function filesOf(
  services: Services,
  packet: { review_id: number; expert_profile_id: number; content: PacketContent },
): Promise<Pick<PacketOrder, 'report' | 'cv' | 'exhibits'>> {
  const db = services.database.systemDb;
  const { content, review_id, expert_profile_id } = packet;
  const bytesOf = async (found: { storage_key: string | null } | undefined, sha256: string, what: string) => {
    if (!found?.storage_key) throw new SourceGone(what);
    try {
      const stored = await readStored(services, { storage_key: found.storage_key, sha256: sha256 || null });
      // a signature of ours is of the whole file, and would be none in another
      return await services.signatures.unsigned(new Uint8Array(await buffer(stored)));
    } catch (error) {
      // removed or damaged: no further try brings it back
      throw error instanceof Refusal || damageIn(error) ? new SourceGone(what) : error;
    }
  };
  const report = await db
    .selectFrom('reports')
    .select('pdf_storage_key as storage_key')
    .where('review_id', '=', review_id)
    .where('pdf_sha256', '=', content.report.pdf.sha256)
    .executeTakeFirst();
  const { cv } = content.qualifications;
  const storedCv = await db
    .selectFrom('cvs')
    .select('storage_key')
    .where('profile_id', '=', expert_profile_id)
    .where('sha256', '=', cv.sha256)
    // one that was ended since is what was signed all the same
    .orderBy('removed_at', (ob) => ob.desc().nullsFirst())
    .executeTakeFirst();
  const exhibits: Record<string, Uint8Array> = {};
  for (const { label, file_id, pdf } of content.exhibits) {
    if (pdf === null) continue;
    const file = await db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', file_id)
      .where('review_id', '=', review_id)
      .executeTakeFirst();
    exhibits[label] = await bytesOf(file, pdf.sha256, 'An exhibit');
  }
  return {
    report: await bytesOf(report, content.report.pdf.sha256, 'The report'),
    cv: await bytesOf(storedCv, cv.sha256, 'The CV'),
    exhibits,
  };
}

type SignedPacket = Pick<
  PacketRow,
  'review_id' | 'expert_profile_id' | 'content_sha256' | 'signature_name' | 'signed_at'
> & { content: PacketContent };

/** The file of a packet, from what was signed: the same bytes however often. */
const made = async (services: Services, renderer: PacketRenderer, packet: SignedPacket) =>
  renderer.render('packet', {
    content: packet.content,
    content_sha256: packet.content_sha256,
    signature: {
      name: packet.signature_name ?? '',
      signed_at: packet.signed_at.toISOString(),
      statement: statementOf({ isSupplement: packet.content.supplement !== null }),
    },
    ...(await filesOf(services, packet)),
  });

/** A packet as it is under its matter’s lock, behind whatever purged it; undefined once its words are gone. */
const lookAgain = (
  services: Services,
  request_id: string,
  { id, review_id }: PacketRow,
): Promise<PacketRow | undefined> =>
  systemCommand(services, { kind: 'system', request_id }, async (tx) => {
    await holdReview(tx.system, review_id);
    return tx.system
      .selectFrom('disclosure_packets')
      .selectAll()
      .where('id', '=', id)
      .where('content', 'is not', null)
      .executeTakeFirst();
  });

/** Where the file of a packet is stored. */
const keyOf = ({ id, review_id, content_sha256 }: PacketRow): string =>
  `disclosures/${review_id}/${id}-${content_sha256.slice(0, 16)}.pdf`;

/**
 * A packet whose stored bytes are damaged is made again from what was signed, and put back only where it is byte for byte what it was.
 * Staff hear of it either way.
 */
export function restorePackets(services: Services, ports: Ports, renderer: PacketRenderer): JobHandler {
  return onJob({
    name: 'disclosure.restore',
    topics: ['object.damaged'],
    async run({ payload: { storage_key } }) {
      const packet = await services.database.systemDb
        .selectFrom('disclosure_packets')
        .selectAll()
        .where('storage_key', '=', storage_key)
        .executeTakeFirst();
      const { content } = packet ?? {};
      if (!packet || !content) return;
      // what it is made of may be gone or damaged, too: that is told, and tried no more
      const pdf = await made(services, renderer, { ...packet, content }).then(
        (one) => services.signatures.again(one.pdf, packet.pdf_sha256 ?? ''),
        () => null,
      );
      const isSame = pdf !== null;
      const request_id = `restore-packet-${packet.id}`;
      // purged meanwhile: nothing of it is put back
      if ((await lookAgain(services, request_id, packet))?.storage_key !== storage_key) return;
      if (isSame) await services.storage.put(storage_key, pdf);
      await systemCommand(services, { kind: 'system', request_id }, async (tx) => {
        await holdReview(tx.system, packet.review_id);
        const still = await tx.system
          .selectFrom('disclosure_packets')
          .select('id')
          .where('id', '=', packet.id)
          .where('storage_key', '=', storage_key)
          .executeTakeFirst();
        if (!still) {
          if (isSame) await tx.emit('disclosure.removed', { storage_key }, packet.review_id);
          return;
        }
        await tx.audit({
          action: 'disclosure.damaged',
          review_id: packet.review_id,
          subject: `disclosure_packet:${packet.id}`,
          data: { restored: isSame },
        });
        await tellStaff(tx, ports, {
          template: 'packet_damaged',
          review_id: packet.review_id,
          once: `packet:${packet.id}`,
        });
      });
    },
  });
}

/** Notes that the file of a packet will never be made: it blocks nothing then, and both sides are told. */
async function giveUp(tx: Tx, ports: Ports, { id, review_id, version, expert_profile_id }: PacketRow): Promise<void> {
  const { numUpdatedRows } = await tx.system
    .updateTable('disclosure_packets')
    .set({ failed_at: tx.now })
    .where('id', '=', id)
    .where('made_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await tx.audit({
    action: 'disclosure.not_made',
    review_id,
    subject: `disclosure:${review_id}`,
    data: { version },
    timeline: true,
  });
  const review = await systemReviewRow(tx.system, review_id);
  if (review) {
    const mail = (yours: boolean) => ({ template: 'disclosure_not_made', data: { yours } }) as const;
    await mailRequester(tx, ports, review, mail(false));
    // who signed it signs another; who came after them is asked for nothing
    if (review.expert_profile_id === expert_profile_id) await mailExpertSide(tx, ports, review, mail(true));
  }
  tx.live({ room: rooms.review(review_id), event: 'review.changed', payload: { review_id } });
}

/** Makes the file of a packet that was signed, keeps it with its fingerprint, and tells the firm. Done twice it is there once. */
export function renderPackets(services: Services, ports: Ports, renderer: PacketRenderer): JobHandler {
  return onJob({
    name: 'disclosure.render',
    topics: ['disclosure.signed'],
    async run({ id: eventId, payload: { packet_id } }) {
      const packet = await services.database.systemDb
        .selectFrom('disclosure_packets')
        .selectAll()
        .where('id', '=', packet_id)
        .executeTakeFirst();
      const { content } = packet ?? {};
      // purged: what an earlier try put there goes, too
      if (packet && !content) await services.storage.remove(keyOf(packet));
      if (!packet || !content || packet.made_at !== null || packet.failed_at !== null) return;
      const done = await made(services, renderer, { ...packet, content }).catch((error: unknown) => {
        if (!isForGood(error, packet.signed_at, services.clock.now())) throw error;
        services.log.error({ err: error, packet_id }, 'a packet cannot be made');
        return null;
      });
      if (done === null) {
        await systemCommand(services, { kind: 'system', request_id: `job:${eventId}` }, (tx) =>
          giveUp(tx, ports, packet),
        );
        return;
      }
      const { parts, pages } = done;
      const pdf = await services.signatures.signed(done.pdf);
      const storage_key = keyOf(packet);
      if (!(await lookAgain(services, `job:${eventId}`, packet))) return;
      const { sha256, size } = await services.storage.put(storage_key, pdf);
      if (sha256 !== createHash('sha256').update(pdf).digest('hex'))
        throw new Error('The stored packet differs from what was made.');
      await systemCommand(services, { kind: 'system', request_id: `job:${eventId}` }, async (tx) => {
        await holdReview(tx.system, packet.review_id);
        const kept = await tx.system
          .updateTable('disclosure_packets')
          .set({ storage_key, pdf_sha256: sha256, size_bytes: size, pages, parts: json(parts), made_at: tx.now })
          .where('id', '=', packet_id)
          .where('made_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('content', 'is not', null)
          .executeTakeFirst();
        if (kept.numUpdatedRows === 0n) {
          // purged meanwhile: nobody will ask for these bytes
          const now = await tx.system
            .selectFrom('disclosure_packets')
            .select('storage_key')
            .where('id', '=', packet_id)
            .executeTakeFirst();
          if (now?.storage_key !== storage_key) await tx.emit('disclosure.removed', { storage_key }, packet.review_id);
          return;
        }
        await tx.audit({
          action: 'disclosure.made',
          review_id: packet.review_id,
          subject: `disclosure:${packet.review_id}`,
          data: { version: packet.version, pages },
          timeline: true,
        });
        const review = await systemReviewRow(tx.system, packet.review_id);
        if (review)
          await mailRequester(tx, ports, review, {
            template: 'disclosure_ready',
            data: { supplement: content.supplement !== null },
          });
        tx.live({
          room: rooms.review(packet.review_id),
          event: 'review.changed',
          payload: { review_id: packet.review_id },
        });
      });
    },
  });
}
