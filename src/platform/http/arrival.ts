import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyServerFactory } from 'fastify';
import { Refusal } from '../../core/errors.ts';

/** Within what a request has to arrive, ms. */
export interface ArrivalLimits {
  /** Its head. */
  head_ms: number;
  /** Its body of 1 MiB at most. */
  body_ms: number;
  /** An upload or a larger body may take long: in each of these at least `upload_bytes` arrive. Less is nobody's line. */
  upload_ms: number;
  upload_bytes: number;
  /** How long a connection may say nothing, either way. */
  silence_ms: number;
  /** How often it is looked. */
  look_ms: number;
}

export const ARRIVAL: ArrivalLimits = {
  head_ms: 10_000,
  body_ms: 20_000,
  upload_ms: 60_000,
  upload_bytes: 16 * 1024,
  silence_ms: 60_000,
  look_ms: 2_000,
};

/** How long a connection waits for its next request: longer than the minute after which proxies close theirs. */
const KEEP_ALIVE_MS = 72_000;

/** So many requests may wait on a connection before no more of it is read: browsers send one after the other. */
const MOST_PIPELINED = 64;
/** What was read at once may hold more; so many are nobody's browser or proxy. */
const MOST_WAITING = 512;

/**
 * The server below Fastify's: slow heads and silent connections are cut, and requests of one connection are worked on one
 * at a time, so that whoever sends thousands ahead costs others no more than anybody does.
 */
export const arrivalServer =
  ({ head_ms, silence_ms, look_ms }: ArrivalLimits = ARRIVAL): FastifyServerFactory =>
  (handler) => {
    const options = {
      headersTimeout: head_ms,
      connectionsCheckingInterval: look_ms,
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
    };
    return createServer(options, oneAtATime(handler)).setTimeout(silence_ms);
  };

/** What waits on a connection is forgotten with it; it costs little of what a request does until its turn has come. */
function oneAtATime(handler: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();
  // after what was read at once: each head in it makes Node read on
  const holdBack = (socket: Socket, line: unknown[]): void =>
    process.nextTick(() => {
      if (line.length >= MOST_PIPELINED && !socket.destroyed) socket.pause();
    });
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', ended);
    handler(request, response);
  };
  function ended(this: ServerResponse): void {
    const { socket } = this.req;
    const line = socket.destroyed ? undefined : lines.get(socket);
    const next = line?.shift();
    if (line && line.length >= MOST_PIPELINED) holdBack(socket, line);
    else if (socket.isPaused()) socket.resume();
    if (next) begin(...next);
    else lines.delete(socket);
  }
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      begin(request, response);
      return;
    }
    line.push([request, response]);
    if (line.length > MOST_WAITING) socket.destroy();
    else if (line.length >= MOST_PIPELINED) holdBack(socket, line);
  };
}

/** What says that it is larger is a CV or a picture; where no route takes so much it is refused by its head. */
const SMALL_BYTES = 1024 * 1024;

const mayTakeLong = ({ url, raw }: FastifyRequest): boolean =>
  url.startsWith('/api/v1/uploads') || Number(raw.headers['content-length'] ?? 0) > SMALL_BYTES;

/** A body that does not arrive is answered with a problem and cut off. */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits = ARRIVAL): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const expects = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    if (!expects) return done();
    const { socket } = raw;
    // what is injected is whole, and has no connection to cut
    if (!(socket instanceof Socket)) return done();
    let read = socket.bytesRead;
    const late = (): void => {
      if (raw.complete) return;
      if (!reply.sent && !reply.raw.headersSent) {
        void reply.header('connection', 'close').send(new Refusal('request_timeout'));
        reply.hijack();
      }
      // what was said goes out first
      setImmediate(() => socket.destroySoon());
    };
    const look = (): void => {
      const before = read;
      read = socket.bytesRead;
      if (read - before < limits.upload_bytes) late();
    };
    const timer = mayTakeLong(request) ? setInterval(look, limits.upload_ms) : setTimeout(late, limits.body_ms);
    timer.unref();
    const over = (): void => {
      clearTimeout(timer);
      socket.off('close', over);
    };
    raw.once('end', over);
    socket.once('close', over);
    // an answer given early does not end the wait for the rest, which would keep the connection for good
    reply.raw.once('close', () => {
      if (raw.complete) over();
    });
    done();
  });
}
