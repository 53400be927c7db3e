import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** Requests that wait on one connection at most: browsers send one after the other. */
const MOST_PIPELINED = 64;

/** What the server itself keeps: slow heads and silent connections are cut. */
export const arrivalOptions = ({ head_ms, silence_ms, look_ms }: ArrivalLimits) => ({
  connectionTimeout: silence_ms,
  http: { headersTimeout: head_ms, connectionsCheckingInterval: look_ms },
});

/** What says that it is larger is a CV or a picture; where no route takes so much it is refused by its head. */
const SMALL_BYTES = 1024 * 1024;

const mayTakeLong = ({ url, raw }: FastifyRequest): boolean =>
  url.startsWith('/api/v1/uploads') || Number(raw.headers['content-length'] ?? 0) > SMALL_BYTES;

/**
 * Keeps how requests arrive: one at a time on a connection, so that whoever sends thousands ahead costs others no more
 * than anybody does; and a body that does not arrive is answered with a problem and cut off.
 */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits = ARRIVAL): void {
  const busy = new WeakMap<Socket, (() => void)[]>();
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const { socket } = raw;
    const waiting = busy.get(socket);
    if (waiting && waiting.length >= MOST_PIPELINED) {
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => {
      const next = busy.get(socket)?.shift();
      if (next) next();
      else busy.delete(socket);
    });
    if (waiting) waiting.push(done);
    else {
      busy.set(socket, []);
      done();
    }
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const expects = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    if (!expects) return done();
    const { socket } = raw;
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
    const over = (): void => clearTimeout(timer);
    raw.once('end', over);
    reply.raw.once('close', over);
    done();
  });
}
