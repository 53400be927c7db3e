import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ERRORS, Metadata, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PROBLEMS, type ProblemCode, Refusal, toProblem } from '../../../../core/errors.ts';
import { wellFormed } from '../../../../core/well-formed.ts';
import { isDatabaseAway, isOverrun } from '../../../../platform/db/away.ts';
import { asRefusal } from '../../../../platform/http/server.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { StorageFullError } from '../../../../platform/storage.ts';
import {
  FILE_ID_HEADER,
  outsideUploadMetadata,
  uploadMetadata,
  UPLOADS_PATH,
  TOKEN_HEADER,
  VISIT_HEADER,
} from '../../contract.ts';
import {
  admitNew,
  admitUpload,
  cancelUpload,
  createUpload,
  finishUpload,
  type NewUpload,
  type Receivers,
  type Sender,
} from './commands.ts';
import { Hasher } from './hasher.ts';
import { DatabaseLocker } from './locker.ts';
import { UploadStore } from './store.ts';

interface Handling {
  sender: Sender;
  request_id: string;
  fresh?: NewUpload;
  body: IncomingMessage;
  /** Stops taking the body: what came is kept, and the sender goes on from there. */
  stop: AbortController;
  /** What it was refused with below tus, which passes status and text on and nothing else. */
  refusal?: Refusal;
}

/** Resumable uploads (tus 1.0). Who asks is checked on every request, before tus sees it. */
export function mountUploads(app: FastifyInstance, services: Services, ports: Receivers): { close(): Promise<void> } {
  const hasher = new Hasher();
  const handlings = new AsyncLocalStorage<Handling>();
  const current = (): Handling => {
    const found = handlings.getStore();
    if (!found) throw new Refusal('internal');
    return found;
  };
  const store = new UploadStore(services.database.systemDb, services.storage, hasher, {
    async create(upload) {
      const { sender, fresh } = current();
      if (!fresh) throw new Refusal('internal');
      await createUpload(services, sender, upload.id, fresh);
    },
    remove: (id) => cancelUpload(services, ports, current().sender, id),
    incoming: () => ({ body: current().body, signal: current().stop.signal }),
  });
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: store,
    locker: new DatabaseLocker(services.database.systemDb, () => {
      const { stop, body } = current();
      return { stop: () => stop.abort(), isGone: () => body.socket.destroyed };
    }),
    maxSize: services.env.MAX_UPLOAD_BYTES,
    relativeLocation: true,
    // our own pages only: no other origin is ever named
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(20).toString('hex'),
    onUploadFinish: async (_request, upload) => {
      const sha256 = await hasher.digest(upload.id, upload.size ?? -1);
      const fileId = await finishUpload(services, ports, current().sender, upload.id, sha256);
      return { headers: { [FILE_ID_HEADER]: String(fileId) } };
    },
    onResponseError: (_request, error) => problemOf(services, error, handlings.getStore()),
  });

  void app.register(async (scope) => {
    // bodies are streamed to the disk by tus; nothing is parsed or held
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const handling = await admit(services, ports, request);
      const id = uploadId(request);
      // tus decides and answers; the body stays with us, and is read by the store alone
      const asked = new Request(new URL(request.url, services.env.public_url), {
        method: request.method,
        headers: plainHeaders(request),
      });
      const response = await handlings.run(handling, () => server.handleWeb(asked));
      const fileId =
        id !== null && request.method === 'HEAD' ? await finishIfWhole(handling.sender, id, response) : null;
      for (const [name, value] of response.headers) {
        if (name !== 'content-length') void reply.header(name, value);
      }
      if (fileId !== null) void reply.header(FILE_ID_HEADER, String(fileId));
      const text = await response.text();
      const again = handling.refusal?.retryAfterSeconds;
      if (again !== undefined) void reply.header('retry-after', String(again));
      void reply.status(response.status).header('cache-control', 'no-store');
      if (response.status >= 400) void reply.header('content-type', 'application/problem+json');
      return reply.send(text === '' ? undefined : text);
    };
    const options = { exposeHeadRoute: false, schema: { hide: true }, config: { operation: 'files.upload' } };
    scope.route({ ...options, method: ['POST', 'OPTIONS'], url: UPLOADS_PATH, handler: handle });
    scope.route({ ...options, method: ['HEAD', 'PATCH', 'DELETE'], url: `${UPLOADS_PATH}/:uploadId`, handler: handle });
  });

  return { close: () => hasher.close() };

  /**
   * All bytes arrived but the server died before it could say so: the look that finds them makes the file. tus has
   * looked with the upload's lock; nobody reads or settles its bytes without.
   */
  async function finishIfWhole(sender: Sender, id: string, looked: Response): Promise<number | null> {
    const offset = looked.headers.get('upload-offset');
    if (!looked.ok || offset === null || offset !== looked.headers.get('upload-length')) return null;
    return finishUpload(services, ports, sender, id, null);
  }
}

/** The request's headers as a web request takes them. */
function plainHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

const uploadId = (request: FastifyRequest): string | null => (request.params as { uploadId?: string }).uploadId ?? null;

async function admit(services: Services, ports: Receivers, request: FastifyRequest): Promise<Handling> {
  const sender = await senderOf(ports, request);
  const handling: Handling = { sender, request_id: request.id, body: request.raw, stop: new AbortController() };
  const id = uploadId(request);
  if (id !== null) await admitUpload(services, ports, sender, id);
  else if (request.method === 'POST') {
    handling.fresh = newUpload(request, sender);
    await admitNew(services, ports, sender, handling.fresh);
  }
  return handling;
}

/** The holder of a link where one is brought, whoever is signed in besides; else the signed-in person. */
async function senderOf(ports: Pick<Ports, 'outside'>, request: FastifyRequest): Promise<Sender> {
  const token = request.headers[TOKEN_HEADER];
  if (typeof token === 'string') {
    const visit = request.headers[VISIT_HEADER];
    const held = { token: token.slice(0, 200), visit: typeof visit === 'string' ? visit : '' };
    const outside = await ports.outside.admit(held, { ip: request.ip, request_id: request.id });
    return { actor: outside.actor, outside };
  }
  const session = await request.session();
  if (!session) throw new Refusal('not_signed_in');
  if (!session.actor) throw new Refusal('second_factor_required');
  return { actor: session.actor, outside: null };
}

function newUpload(request: FastifyRequest, { outside }: Sender): NewUpload {
  const length = request.headers['upload-length'];
  const size_bytes = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null;
  if (size_bytes === null) throw new Refusal('malformed', 'The size of the file is missing.');
  const raw = request.headers['upload-metadata'];
  let fields: Record<string, string | null>;
  try {
    fields = wellFormed(Metadata.parse(Array.isArray(raw) ? raw[0] : raw));
  } catch {
    throw new Refusal('malformed', 'The upload’s metadata could not be read.');
  }
  // a link's review is the link's to say, whatever else is claimed
  const result = outside ? outsideUploadMetadata.safeParse(fields) : uploadMetadata.safeParse(fields);
  if (!result.success) {
    throw new Refusal('malformed', undefined, {
      errors: result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    });
  }
  const { filename } = result.data;
  if (outside) {
    const item = 'item' in result.data ? (result.data.item ?? null) : null;
    return { review_id: outside.review_id, filename, size_bytes, category: undefined, visible: undefined, item };
  }
  const { review_id, category, visible, path, chart, as } = result.data as z.output<typeof uploadMetadata>;
  return {
    review_id,
    filename,
    size_bytes,
    category,
    visible: visible === undefined ? undefined : visible === 'true',
    path,
    chart,
    dictation: as === 'dictation',
  };
}

const CODES: Partial<Record<number, ProblemCode>> = {
  400: 'malformed',
  403: 'malformed',
  404: 'not_found',
  409: 'lost_race',
  410: 'gone',
  412: 'malformed',
  413: 'too_large',
};

/** Whatever went wrong, as the same problem document the rest of the API answers. */
function problemOf(
  services: Services,
  error: unknown,
  handling: Handling | undefined,
): { status_code: number; body: string } {
  const requestId = handling?.request_id ?? '';
  let refusal: Refusal;
  if (error instanceof Refusal) refusal = error;
  else if (error instanceof StorageFullError) refusal = new Refusal('storage_full');
  else if (error === ERRORS.ERR_LOCK_TIMEOUT) {
    refusal = new Refusal('in_flight', 'This upload is already running elsewhere. It continues here in a moment.');
  } else {
    const status =
      typeof error === 'object' && error !== null && 'status_code' in error ? Number(error.status_code) : 0;
    refusal =
      isDatabaseAway(error) || isOverrun(error) ? asRefusal(error, 'PATCH') : new Refusal(CODES[status] ?? 'internal');
    if (refusal.code === 'internal') services.log.error({ request_id: requestId, err: error }, 'upload request failed');
  }
  if (handling) handling.refusal = refusal;
  return { status_code: PROBLEMS[refusal.code][0], body: JSON.stringify(toProblem(refusal, requestId)) };
}
