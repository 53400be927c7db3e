import { isShownInline } from '../../../core/file-type-words.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { type Readings, sendStored } from '../../../platform/http/send-stored.ts';
import type { Services } from '../../../platform/services.ts';
import { mayReadContent, whyNotReadable } from '../rules.ts';
import { loadFile } from './facts.ts';

/**
 * Streams a file's content to whoever may read it at this moment. Recorded before the first byte leaves. Nothing
 * uploaded is ever a page of this origin: types that could be one are only downloaded, and everything is sandboxed.
 */
export async function sendContent(
  services: Services,
  readings: Readings,
  call: {
    db: ActorDb;
    actor: Actor;
    fileId: number;
    download: boolean;
    request: FastifyRequest;
    reply: FastifyReply;
  },
): Promise<void> {
  const { actor, reply, request } = call;
  const { file, review } = await loadFile(call.db, actor, call.fileId);
  if (!mayReadContent(actor, review, file)) throw new Refusal('forbidden');
  const blocked = whyNotReadable(file);
  if (blocked !== null) throw new Refusal('wrong_state', blocked, { current: file.status });
  const inline = !call.download && isShownInline(file.content_type);
  const action = call.download ? 'file.download' : 'file.view';
  await sendStored(
    services,
    { ...file, damaged: file.damaged_at !== null },
    {
      request,
      reply,
      inline,
      isWanted: async () => (await loadFile(call.db, actor, call.fileId)).file.storage_key === file.storage_key,
      record: (whole) =>
        readings.record(`${actor.session_id}:${file.id}:${action}`, whole, services.clock.now().getTime(), () =>
          command(services, actor, (tx) =>
            tx.audit({ action, review_id: review.id, subject: `file:${file.id}`, data: { file_id: file.id } }),
          ),
        ),
    },
  );
}
