import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { newToken } from '../../../platform/crypto.ts';
import { keepStored, type KeptObject } from '../../../platform/keep-stored.ts';
import type { Whose } from '../../../platform/inspect/in-turn.ts';
import type { Services } from '../../../platform/services.ts';
import type { Source } from '../../../platform/storage.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import { CV_BYTES_MAX, CV_FAULTS } from '../rules/cvs.ts';

/** Looks at a stored file in a process of its own, in its person's turn: why it cannot be used, or how many pages it has. */
export type InspectPdf = (content: Source, whose: Whose) => Promise<{ failure: string | null; pages: number | null }>;

/** A PDF as it was stored, before anything points at it. */
export interface TakenPdf extends KeptObject {
  pages: number | null;
}

/** So often a person may send a CV, or another of these. */
const TRIES = { tries: 20, window_ms: HOUR };
/** Staff send one after the other. */
const STAFF_TRIES = { tries: 200, window_ms: HOUR };

/** Registers routes that take the bytes of a PDF as their body. */
export function withPdfBodies(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/pdf', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: CV_BYTES_MAX },
      (_, bytes, done) => {
        done(null, bytes);
      },
    );
    routes(scope);
  });
}

/**
 * Stores a PDF, looks into it, and has `keep` point at it; what that replaces is removed, and the PDF itself where
 * `keep` refuses. What it is, its bytes say. Refuses `invalid` at `path`.
 */
export async function takePdf<T>(
  services: Services,
  inspect: InspectPdf,
  actor: Actor,
  {
    folder,
    path,
    body,
    many,
  }: { folder: 'cvs' | 'applications' | 'experts'; path: string; body: unknown; many?: true },
  keep: (pdf: TakenPdf) => Promise<{ answer: T; replaced: readonly string[] }>,
): Promise<T> {
  const refuse = (message: string): never => {
    throw new Refusal('invalid', message, { errors: [{ path, message }] });
  };
  if (!Buffer.isBuffer(body) || !body.subarray(0, 1024).includes('%PDF-')) return refuse(CV_FAULTS.kind);
  const { systemDb } = services.database;
  const whose = { organization: String(actor.organization_id ?? ''), person: String(actor.user_id) };
  const limit = many ? STAFF_TRIES : TRIES;
  await countTry(systemDb, throttleKey(many ? 'evidence' : 'cv', String(actor.user_id)), limit, services.clock.now());
  // a token may begin with a dash, the name of an object may not
  const storage_key = `${folder}/c${newToken()}`;
  return keepStored(services, storage_key, body, {
    async look(content) {
      const { failure, pages } = await inspect(content, whose);
      if (failure !== null) refuse(failure);
      return pages;
    },
    async keep(object, pages) {
      const { answer, replaced } = await keep({ ...object, pages });
      for (const one of replaced) await services.storage.remove(one);
      return answer;
    },
    isNamed: () => isPointedAt(systemDb, storage_key),
  });
}

/** Whether a row names this object: what was committed before something else failed stays. */
async function isPointedAt(db: Services['database']['systemDb'], key: string): Promise<boolean> {
  const cv = await db.selectFrom('cvs').select('id').where('storage_key', '=', key).executeTakeFirst();
  const document = await db
    .selectFrom('application_documents')
    .select('id')
    .where('storage_key', '=', key)
    .executeTakeFirst();
  const paper = await db.selectFrom('expert_documents').select('id').where('storage_key', '=', key).executeTakeFirst();
  return cv !== undefined || document !== undefined || paper !== undefined;
}
