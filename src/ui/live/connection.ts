import type { Socket } from 'socket.io-client';
import type { Problem } from '../../core/errors.ts';
import { ApiError, session } from '../api/client.ts';

const CONNECT_MS = 6_000;
const REQUEST_MS = 3_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** Between tries of a connection that is refused although the session goes on. */
const LONGEST_REFUSED_MS = 60_000;

/** `reconnecting` also before the first connection; `offline` once it has failed for a while. */
export type LiveState = 'connected' | 'reconnecting' | 'offline';
type Handler = (payload: unknown) => void;
type Answer = { ok: true; data: unknown } | { ok: false; problem: Problem };

/**
 * The one live connection of a page. It is opened for a person, who must have an id; a failed one is opened again after
 * a wait that grows to 10 s, and at once when the browser is online again or the page is looked at. The session's cookie, which
 * scripts cannot read, goes with the handshake; where the session has ended, sign-in is asked for in place, and the
 * connection is opened again after it.
 */
class LiveConnection {
  #socket: Socket | null = null;
  /** Whose connection it is: user and active profile. */
  #who: string | null = null;
  #run = 0;
  #failures = 0;
  /** How often in a row it was told that the session had ended, which it had not: something on the way keeps the cookie back. */
  #refused = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: LiveState = 'reconnecting';
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #rooms = new Map<string, number>();
  readonly #watchers = new Set<() => void>();

  get state(): LiveState {
    return this.#state;
  }

  /** Calls back whenever the state changes. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Connects for a person acting as a profile; for another one anew. Answers what ends it. */
  start(user: { id: number; profile?: string | number | null }): () => void {
    if (!Number.isInteger(user.id) || user.id <= 0) throw new Error('A live connection needs the id of its user.');
    const who = `${user.id}/${user.profile ?? ''}`;
    if (this.#who !== who) {
      this.stop();
      this.#who = who;
      this.#begin((this.#run += 1));
    }
    return () => {
      if (this.#who === who) this.stop();
    };
  }

  stop(): void {
    this.#run += 1;
    this.#who = null;
    clearTimeout(this.#timer);
    this.#socket?.disconnect();
    this.#socket = null;
    this.#failures = 0;
    this.#set('reconnecting');
  }

  /** Hears an event from now on, over all connections to come. */
  on(event: string, handler: Handler): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers);
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }

  /** Stands in a room as long as anybody on the page wants it, also after a lost connection. */
  join(room: string): () => void {
    const wanted = this.#rooms.get(room) ?? 0;
    this.#rooms.set(room, wanted + 1);
    if (wanted === 0) this.#tell('room.join', room);
    return () => {
      const left = (this.#rooms.get(room) ?? 1) - 1;
      if (left > 0) {
        this.#rooms.set(room, left);
        return;
      }
      this.#rooms.delete(room);
      this.#tell('room.leave', room);
    };
  }

  /** Asks the server; throws ApiError, with status 0 when there was no answer within 3 s. */
  async request<T>(event: string, payload: unknown): Promise<T> {
    const socket = this.#socket;
    if (!socket?.connected) throw new ApiError(0, null);
    let answer: Answer;
    try {
      answer = (await socket.timeout(REQUEST_MS).emitWithAck(event, payload)) as Answer;
    } catch {
      throw new ApiError(0, null);
    }
    if (answer.ok) return answer.data as T;
    throw new ApiError(answer.problem.status, answer.problem);
  }

  /** At once, and also after one refusal: the session may just have got another token. Then after growing pauses. */
  #begin(run: number): void {
    if (this.#refused < 2) void this.#open(run);
    else {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#refused, LONGEST_REFUSED_MS);
      this.#timer = setTimeout(() => void this.#open(run), wait);
    }
  }

  async #open(run: number): Promise<void> {
    let io: typeof import('socket.io-client').io;
    try {
      ({ io } = await import('socket.io-client'));
    } catch {
      this.#again(run);
      return;
    }
    if (run !== this.#run) return;
    const socket = io({
      path: '/live',
      transports: ['websocket'],
      forceNew: true,
      // waiting and trying again is decided here, for refusals as well as for lost connections
      reconnection: false,
      timeout: CONNECT_MS,
      auth: (give) => {
        const headers = session.profileHeaders();
        give({ profile_type: headers['x-profile-type'], profile_id: headers['x-profile-id'] });
      },
    });
    this.#socket = socket;
    let over = false;
    const lost = (ended: boolean): void => {
      if (over || run !== this.#run) return;
      over = true;
      socket.disconnect();
      if (!ended) {
        this.#again(run);
        return;
      }
      this.#socket = null;
      this.#who = null;
      this.#refused += 1;
      this.#set('offline');
      session.onUnauthorized('live');
    };
    socket.on('ready', () => {
      this.#failures = 0;
      this.#refused = 0;
      for (const room of this.#rooms.keys()) this.#tell('room.join', room);
      this.#set('connected');
    });
    socket.on('session.ended', () => lost(true));
    socket.on('disconnect', () => lost(false));
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      const code = error.data?.code;
      // the profile the page speaks for was taken away: it begins again without it
      if (code === 'profile_not_yours') session.onForeignProfile();
      lost(code === 'not_signed_in' || code === 'second_factor_required');
    });
    socket.onAny((event: string, payload: unknown) => this.#hear(event, payload));
  }

  #hear(event: string, payload: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(payload);
  }

  #again(run: number): void {
    if (run !== this.#run) return;
    this.#failures += 1;
    this.#set(this.#failures > 2 || !navigator.onLine ? 'offline' : 'reconnecting');
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), LONGEST_WAIT_MS);
    const tryNow = (): void => {
      clearTimeout(this.#timer);
      window.removeEventListener('online', tryNow);
      document.removeEventListener('visibilitychange', tryNow);
      if (run === this.#run) void this.#open(run);
    };
    // spread out, so that not all pages come back at the same moment
    this.#timer = setTimeout(tryNow, wait * (0.5 + Math.random() / 2));
    window.addEventListener('online', tryNow, { once: true });
    document.addEventListener('visibilitychange', tryNow, { once: true });
  }

  #tell(event: 'room.join' | 'room.leave', room: string): void {
    // a refused room stays silent: its page has no data either
    this.#socket?.emit(event, { room }, (answer: Answer) => {
      const recent = answer.ok && (answer.data as { recent?: boolean } | null)?.recent;
      const review = recent ? /^review:(\d+)$/.exec(room)?.[1] : undefined;
      // what the page shows may have been read before the change of which it could not hear yet
      if (review) this.#hear('review.changed', { review_id: Number(review) });
    });
  }

  #set(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}

/** The one connection of the running page. */
export const live = new LiveConnection();
