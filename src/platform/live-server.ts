import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Server, type Socket } from 'socket.io';
import type { Actor } from '../core/actor.ts';
import { wellFormed } from '../core/well-formed.ts';
import { PROBLEMS, Refusal, toProblem } from '../core/errors.ts';
import type { SessionFacts } from './http/mount.ts';
import { asRefusal, ownOrigins } from './http/server.ts';
import { type Live, type LiveConnection, type LiveEvent, type LiveSocket, rooms } from './live.ts';
import { isDatabaseAway, Outage } from './db/away.ts';
import type { Logger } from './log.ts';

/** How often both ends hear of each other, and how long they wait for it: a connection that is half open ends within 30 s. */
export const PINGS = { every_ms: 10_000, patience_ms: 8_000 };
const MESSAGE_LIMIT = 64 * 1024;
const RECHECK_MS = 30_000;
/** A page may send this many events at once, and then this many a second. */
const BURST = 60;
const PER_SECOND = 20;
/** Refused events after which a page is cut off. */
const PATIENCE = 200;

interface LiveOptions {
  /**
   * The session behind a handshake's headers (cookie, profile headers), or null. It is asked again with each event of
   * an open page, and every 30 s, and must not count as use of the session, or a forgotten page would keep its session alive.
   */
  session: (headers: IncomingHttpHeaders) => Promise<SessionFacts | null>;
  /** Which of these rooms the actor may listen in. */
  mayHear: (actor: Actor, rooms: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The rooms in which a review is heard of. */
  roomsOf: (reviewId: number) => readonly string[];
  /** What the features do with each new page. */
  connections: readonly LiveConnection[];
  /** How often all open pages are looked at again, ms; default 30 s. */
  recheck_ms?: number;
  /** Other than usual only in tests. */
  pings?: typeof PINGS;
}

/** Live delivery over websockets at /live. Before `attach` it takes messages and drops them: nobody listens yet. */
export interface LiveServer extends Live {
  attach(http: HttpServer, options: LiveOptions): void;
  /**
   * A right may be gone: of `user:1001`, `profile:5001`, in `review:20418` or `channel:…`, or whose it is is not known (`all`,
   * which also happens every half minute). The pages it concerns are ended, or leave the rooms they may hear no more.
   */
  recheck(about?: string): Promise<void>;
  /** Ends all connections; pages come back by themselves. */
  close(): Promise<void>;
}

interface Session {
  session_id: number;
  /** As asked last. */
  actor: Actor;
  /** How many changes had been heard of before it was asked for first. */
  asOf: number;
}
/** So many pages are looked at again at a time. */
const AT_ONCE = 50;
/** Refusals that say there is nobody behind a page any more, or nobody it could speak for. */
const OVER: ReadonlySet<string> = new Set(['not_signed_in', 'second_factor_required', 'profile_not_yours']);
const ROOM = /^(user|review|channel):[\w!-]{1,120}$/;

/** What an actor may do and see follows from this. */
const rightsOf = ({ kind, role, profile, organization_id, organization_ids, expert_profile_ids }: Actor): string =>
  JSON.stringify([
    kind,
    role,
    profile,
    organization_id,
    organization_ids,
    expert_profile_ids.toSorted((a, b) => a - b),
  ]);

type Ack = (answer: unknown) => void;
/** What was told to a room for so long is said again to who joins it: the page was read before, and may be older. */
const RECENT_MS = 30_000;

/** The live server of this process. `publicUrl` is the one foreign-looking origin that is ours, too. */
export function createLiveServer(publicUrl: string, log: Logger): LiveServer {
  const outage = new Outage(log);
  const isOwn = ownOrigins(publicUrl);
  const sessions = new Map<Socket, Session>();
  let io: Server | undefined;
  let timer: NodeJS.Timeout | undefined;
  let attached: LiveOptions | undefined;
  /** How often it was heard that rights may have changed: what was found out meanwhile may be older. */
  let changes = 0;
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
      const asOf = changes;
      const facts = await options.session(headersOf(socket));
      if (!facts) throw new Refusal('not_signed_in');
      if (!facts.actor) throw new Refusal('second_factor_required');
      sessions.set(socket, { session_id: facts.session_id, actor: facts.actor, asOf });
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
    const { actor } = session;
    const live = present(socket, options, actor.user_id);
    await socket.join(rooms.user(actor.user_id));
    live.on('room.join', async (payload, now) => {
      const room = roomIn(payload);
      if (!(await options.mayHear(now, [room])).has(room)) throw new Refusal('not_found');
      if (socket.connected) live.join(room);
      return { room, recent: recently(room) };
    });
    live.on('room.leave', async (payload) => {
      const room = roomIn(payload);
      live.leave(room);
      return { room };
    });
    for (const connection of options.connections) await connection(live, actor);
    if (changes !== session.asOf) await look(socket, options);
    socket.emit('ready');
  }

  function present(socket: Socket, options: LiveOptions, userId: number): LiveSocket {
    return {
      id: socket.id,
      join: (room) => void socket.join(room),
      leave: (room) => {
        if (room !== rooms.user(userId)) void socket.leave(room);
      },
      emit: (event, payload) => void socket.emit(event, payload),
      toOthers: (room, event, payload) => void socket.to(room).emit(event, payload),
      on: (event, handler) => {
        socket.on(event, (payload: unknown, ack?: unknown) => {
          const answer = typeof ack === 'function' ? (ack as Ack) : () => undefined;
          void attend(socket, options, event, answer, (actor) => handler(wellFormed(payload), actor));
        });
      },
      onClose: (run) => void socket.on('disconnect', run),
    };
  }

  /** Does what a page asks for, with the rights of this moment. */
  async function attend(
    socket: Socket,
    options: LiveOptions,
    event: string,
    answer: Ack,
    run: (actor: Actor) => Promise<unknown>,
  ): Promise<void> {
    const asOf = changes;
    let who: { actor: Actor; changed: boolean };
    try {
      who = await ask(socket, options);
    } catch (error) {
      answer({ ok: false, problem: problemOf(error, event) });
      endIfOver(socket, error);
      return;
    }
    try {
      answer({ ok: true, data: (await run(who.actor)) ?? null });
    } catch (error) {
      answer({ ok: false, problem: problemOf(error, event) });
    }
    // a room that was found open may have been closed before it was joined
    if (who.changed || changes !== asOf) await look(socket, options);
  }

  /** Who is behind a page now, and whether that is somebody of other rights than before. Refuses when there is nobody. */
  async function ask(socket: Socket, options: LiveOptions): Promise<{ actor: Actor; changed: boolean }> {
    const session = sessions.get(socket);
    const facts = session && (await options.session(headersOf(socket)));
    if (!session || facts?.session_id !== session.session_id) throw new Refusal('not_signed_in');
    const { actor } = facts;
    if (!actor) throw new Refusal('second_factor_required');
    const changed = rightsOf(actor) !== rightsOf(session.actor);
    session.actor = actor;
    if (changed) socket.emit('user.changed');
    return { actor, changed };
  }

  /**
   * Asks again who is behind a page and what it may hear; ends it, or takes it out of rooms and says so. Where that cannot
   * be answered after a change that concerns the page, it hears nothing more until it has come back and was asked anew.
   */
  async function look(socket: Socket, options: LiveOptions, isConcerned = true): Promise<void> {
    try {
      const { actor } = await ask(socket, options);
      const heard = [...socket.rooms].filter((room) => ROOM.test(room) && room !== rooms.user(actor.user_id));
      const still = heard.length === 0 ? new Set<string>() : await options.mayHear(actor, heard);
      for (const room of heard) {
        if (still.has(room)) continue;
        void socket.leave(room);
        socket.emit('room.left', { room });
      }
    } catch (error) {
      if (endIfOver(socket, error)) return;
      if (!isDatabaseAway(error) || outage.note(error)) log.warn({ err: error }, 'a live session could not be checked');
      if (isConcerned) socket.disconnect(true);
    }
  }

  /** The open pages a change may concern. */
  function concerned(about: string, options: LiveOptions): Socket[] {
    const [what, id = ''] = about.split(/:(.*)/s);
    if (what === 'profile')
      return [...sessions].flatMap(([socket, { actor }]) => (String(actor.profile?.id) === id ? [socket] : []));
    if (what !== 'user' && what !== 'review' && what !== 'channel') return [...sessions.keys()];
    const named = what === 'review' ? options.roomsOf(Number(id)) : [about];
    const { adapter, sockets } = io?.sockets ?? {};
    const ids = new Set(named.flatMap((room) => [...(adapter?.rooms.get(room) ?? [])]));
    return [...ids].flatMap((one) => sockets?.get(one) ?? []);
  }

  function problemOf(error: unknown, event: string) {
    // what is sent over a socket changes something
    const refusal = asRefusal(error, 'POST');
    const reference = randomUUID();
    const isTold = refusal.code === 'database_away' && !outage.note(error);
    if (refusal.status >= 500 && !isTold)
      log.error({ err: error, event, request_id: reference }, 'a live event failed');
    return toProblem(refusal, reference);
  }

  async function recheck(about = 'all'): Promise<void> {
    changes += 1;
    if (!attached) return;
    const pages = concerned(about, attached);
    for (let at = 0; at < pages.length; at += AT_ONCE) {
      const options = attached;
      await Promise.all(pages.slice(at, at + AT_ONCE).map((socket) => look(socket, options, about !== 'all')));
    }
  }

  return {
    attach(http, options) {
      io = new Server(http, {
        path: '/live',
        transports: ['websocket'],
        serveClient: false,
        pingInterval: options.pings?.every_ms ?? PINGS.every_ms,
        pingTimeout: options.pings?.patience_ms ?? PINGS.patience_ms,
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
      attached = options;
      timer = setInterval(() => void recheck(), options.recheck_ms ?? RECHECK_MS);
      timer.unref();
    },

    recheck,

    emit({ room, event, payload }: LiveEvent) {
      note(room);
      io?.to(room).emit(event, payload);
    },

    disconnect({ session_id, user_id }) {
      for (const [socket, session] of sessions) {
        if (session.session_id === session_id || session.actor.user_id === user_id) end(socket);
      }
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

/** Ends a page whose person is gone; one that spoke for a profile that is not theirs any more comes back without it. */
function endIfOver(socket: Socket, error: unknown): boolean {
  const { code } = asRefusal(error);
  if (!OVER.has(code)) return false;
  if (code === 'profile_not_yours') socket.disconnect(true);
  else end(socket);
  return true;
}

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
  if (typeof room !== 'string' || !ROOM.test(room))
    throw new Refusal('malformed', PROBLEMS.malformed[1], { errors: [{ path: 'room', message: 'Not a room' }] });
  return room;
}
