import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Server, type Socket } from 'socket.io';
import type { Actor } from '../core/actor.ts';
import { wellFormed } from '../core/well-formed.ts';
import { PROBLEMS, Refusal, toProblem } from '../core/errors.ts';
import type { SessionFacts } from './http/mount.ts';
import { asRefusal, ownOrigins } from './http/server.ts';
import { type Live, type LiveConnection, type LiveEvent, type LiveSocket, rooms } from './live.ts';
import type { Logger } from './log.ts';

const PING_MS = 25_000;
const MESSAGE_LIMIT = 64 * 1024;
const RECHECK_MS = 30_000;
/** A page may send this many events at once, and then this many a second. */
const BURST = 60;
const PER_SECOND = 20;
/** Refused events after which a page is cut off. */
const PATIENCE = 200;

interface LiveOptions {
  /**
   * The session behind a handshake's headers (cookie, profile headers), or null. It is asked again every 30 s for each
   * open page and must not count as use of the session, or a forgotten page would keep its session alive.
   */
  session: (headers: IncomingHttpHeaders) => Promise<SessionFacts | null>;
  /** Whether the actor may listen in a room named by the page. */
  mayJoin: (actor: Actor, room: string) => Promise<boolean>;
  /** What the features do with each new page. */
  connections: readonly LiveConnection[];
  /** How often open pages' sessions are asked for again, ms; default 30 s. */
  recheck_ms?: number;
}

/** Live delivery over websockets at /live. Before `attach` it takes messages and drops them: nobody listens yet. */
export interface LiveServer extends Live {
  attach(http: HttpServer, options: LiveOptions): void;
  /** Ends the pages whose session has ended, now rather than at the next half minute. */
  recheck(): Promise<void>;
  /** Ends all connections; pages come back by themselves. */
  close(): Promise<void>;
}

interface Session {
  session_id: number;
  actor: Actor;
}
type Ack = (answer: unknown) => void;
/** What was told to a room for so long is said again to who joins it: the page was read before, and may be older. */
const RECENT_MS = 30_000;

/** The live server of this process. `publicUrl` is the one foreign-looking origin that is ours, too. */
export function createLiveServer(publicUrl: string, log: Logger): LiveServer {
  const isOwn = ownOrigins(publicUrl);
  const sessions = new Map<Socket, Session>();
  let io: Server | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asked: LiveOptions | undefined;
  /** When something was last told to a room, oldest first. */
  const told = new Map<string, number>();

  function note(room: string): void {
    const now = performance.now();
    told.delete(room);
    told.set(room, now);
    for (const [other, at] of told) {
      if (now - at <= RECENT_MS) break;
      told.delete(other);
    }
  }

  const recently = (room: string): boolean => performance.now() - (told.get(room) ?? -Infinity) <= RECENT_MS;

  /** Cross-site pages cannot listen in with their visitor's cookie; programs send no origin. */
  function isOurs({ origin, host }: IncomingHttpHeaders): boolean {
    return origin === undefined || isOwn(origin, host);
  }

  async function admit(socket: Socket, options: LiveOptions, next: (error?: Error) => void): Promise<void> {
    try {
      const facts = await options.session(headersOf(socket));
      if (!facts) throw new Refusal('not_signed_in');
      if (!facts.actor) throw new Refusal('second_factor_required');
      sessions.set(socket, { session_id: facts.session_id, actor: facts.actor });
      socket.on('disconnect', () => sessions.delete(socket));
    } catch (error) {
      const problem = problemOf(error, 'connect');
      return next(Object.assign(new Error(problem.code), { data: problem }));
    }
    next();
  }

  async function welcome(socket: Socket, options: LiveOptions): Promise<void> {
    const session = sessions.get(socket);
    if (!session || !socket.connected) return;
    const live = present(socket, session.actor);
    await socket.join(rooms.user(session.actor.user_id));
    live.on('room.join', async (payload) => {
      const room = roomIn(payload);
      if (!(await options.mayJoin(session.actor, room))) throw new Refusal('not_found');
      if (socket.connected) live.join(room);
      return { room, recent: recently(room) };
    });
    live.on('room.leave', async (payload) => {
      const room = roomIn(payload);
      live.leave(room);
      return { room };
    });
    for (const connection of options.connections) await connection(live);
    socket.emit('ready');
  }

  function present(socket: Socket, actor: Actor): LiveSocket {
    return {
      id: socket.id,
      actor,
      join: (room) => void socket.join(room),
      leave: (room) => {
        if (room !== rooms.user(actor.user_id)) void socket.leave(room);
      },
      emit: (event, payload) => void socket.emit(event, payload),
      toOthers: (room, event, payload) => void socket.to(room).emit(event, payload),
      on: (event, handler) => {
        socket.on(event, (payload: unknown, ack?: unknown) => {
          const answer = typeof ack === 'function' ? (ack as Ack) : () => undefined;
          handler(wellFormed(payload)).then(
            (data) => answer({ ok: true, data: data ?? null }),
            (error: unknown) => answer({ ok: false, problem: problemOf(error, event) }),
          );
        });
      },
      onClose: (run) => void socket.on('disconnect', run),
    };
  }

  function problemOf(error: unknown, event: string) {
    const refusal = asRefusal(error);
    const reference = randomUUID();
    if (refusal.status >= 500) log.error({ err: error, event, request_id: reference }, 'a live event failed');
    return toProblem(refusal, reference);
  }

  /** Sessions that ended elsewhere (another process, their own time) end here, too. */
  async function recheckAll(options: LiveOptions): Promise<void> {
    for (const [socket, session] of sessions) {
      try {
        const facts = await options.session(headersOf(socket));
        if (facts?.session_id !== session.session_id || !facts.actor) end(socket);
      } catch (error) {
        log.warn({ err: error }, 'a live session could not be checked');
      }
    }
  }

  return {
    attach(http, options) {
      io = new Server(http, {
        path: '/live',
        transports: ['websocket'],
        serveClient: false,
        pingInterval: PING_MS,
        pingTimeout: PING_MS,
        maxHttpBufferSize: MESSAGE_LIMIT,
        connectTimeout: 10_000,
        // a foreign page's upgrade is refused before it costs anything
        allowRequest: (request, decide) => decide(null, isOurs(request.headers)),
      });
      io.use((socket, next) => {
        void admit(socket, options, next);
      });
      io.on('connection', (socket) => {
        limit(socket);
        welcome(socket, options).catch((error: unknown) => {
          log.error({ err: error }, 'a live connection could not be set up');
          socket.disconnect(true);
        });
      });
      asked = options;
      timer = setInterval(() => void recheckAll(options), options.recheck_ms ?? RECHECK_MS);
      timer.unref();
    },

    async recheck() {
      if (asked) await recheckAll(asked);
    },

    emit({ room, event, payload }: LiveEvent) {
      note(room);
      io?.to(room).emit(event, payload);
    },

    disconnect({ session_id, user_id }) {
      for (const [socket, session] of sessions) {
        if (session.session_id === session_id || session.actor.user_id === user_id) end(socket);
      }
    },

    leave(userId, room) {
      io?.in(rooms.user(userId)).socketsLeave(room);
    },

    async close() {
      clearInterval(timer);
      const closing = io;
      io = undefined;
      if (!closing) return;
      closing.disconnectSockets(true);
      closing.engine.close(); // the http server belongs to assembly, which closes it itself
    },
  };
}

/** Drops events above the rate; a page that goes on is cut off. */
function limit(socket: Socket): void {
  let left = BURST;
  let at = performance.now();
  let refused = 0;
  socket.use((packet, next) => {
    const now = performance.now();
    left = Math.min(BURST, left + ((now - at) / 1_000) * PER_SECOND);
    at = now;
    if (left >= 1) {
      left -= 1;
      return next();
    }
    refused += 1;
    const ack: unknown = packet.at(-1);
    if (typeof ack === 'function')
      (ack as Ack)({
        ok: false,
        problem: toProblem(new Refusal('throttled', undefined, { retryAfterSeconds: 1 }), randomUUID()),
      });
    if (refused > PATIENCE) socket.disconnect(true);
  });
}

const end = (socket: Socket): void => {
  socket.emit('session.ended');
  socket.disconnect(true);
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** A browser's websocket cannot set headers, so pages send their active profile with the handshake's `auth`. */
function headersOf(socket: Socket): IncomingHttpHeaders {
  const { headers, auth } = socket.handshake;
  const type = text(auth.profile_type);
  const id = text(auth.profile_id);
  return {
    ...headers,
    ...(type === undefined ? {} : { 'x-profile-type': type }),
    ...(id === undefined ? {} : { 'x-profile-id': id }),
  };
}

/** The room a page names; a name that cannot be one is a malformed request. */
function roomIn(payload: unknown): string {
  const room = payload !== null && typeof payload === 'object' && 'room' in payload ? payload.room : undefined;
  if (typeof room !== 'string' || !/^(user|review|channel):[\w!-]{1,120}$/.test(room))
    throw new Refusal('malformed', PROBLEMS.malformed[1], { errors: [{ path: 'room', message: 'Not a room' }] });
  return room;
}
