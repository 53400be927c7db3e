import { ApiError, call } from '../../../ui/api/client.ts';
import { live } from '../../../ui/live/connection.ts';
import { type ChatToken, conversationEndpoints, type LiveNews, type liveRequests } from '../contract.ts';
import { CHAT_CONNECT_MS, EMPTY_TOKEN, EXPIRED_TOKEN_CODE } from '../rules.ts';

type Event = Exclude<keyof typeof liveRequests, 'chat.connect'>;
export type ChatNews = keyof LiveNews;

/**
 * What carries messages: the platform's own service, or a hosted one that an operator puts in its place (`use`). What it refuses
 * it throws as ApiError, with `current.code` 40 for a token that has expired.
 */
export interface ChatService {
  connectUser(user: ChatToken['user'], token: string): Promise<unknown>;
  request<T>(event: Event, payload: unknown): Promise<T>;
  /** Calls `hear` with each such event that comes in, until what it answers is called. */
  on<N extends ChatNews>(event: N, hear: (news: LiveNews[N]) => void): () => void;
}

interface Listener {
  listen(service: ChatService): () => void;
  off: () => void;
}

const own: ChatService = {
  connectUser: (user, token) => live.request('chat.connect', { ...user, token }),
  request: (event, payload) => live.request(event, payload),
  on: (event, hear) => live.on(event, (news) => hear(news as Parameters<typeof hear>[0])),
};

const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem?.current as { code?: unknown } | undefined)?.code === EXPIRED_TOKEN_CODE;

const loadToken = (): Promise<ChatToken> => call(conversationEndpoints.token, {});

/** Makes the reader known to the messaging service and asks it; a token that has expired is had anew, and what was asked is asked once more. */
export class ChatConnection {
  #service: ChatService;
  readonly #load: () => Promise<ChatToken>;
  #token: ChatToken | null = null;
  #connecting: Promise<void> | null = null;
  readonly #listeners = new Set<Listener>();

  constructor(service: ChatService = own, load: () => Promise<ChatToken> = loadToken) {
    this.#service = service;
    this.#load = load;
  }

  /** Another service from now on: whoever listened to the one before listens to it. */
  use(service: ChatService): void {
    this.#service = service;
    for (const one of this.#listeners) {
      one.off();
      one.off = one.listen(service);
    }
  }

  /** Hears what comes in, whichever service carries it, until what it answers is called. */
  on<N extends ChatNews>(event: N, hear: (news: LiveNews[N]) => void): () => void {
    const listen = (service: ChatService) => service.on(event, hear);
    const listener: Listener = { listen, off: listen(this.#service) };
    this.#listeners.add(listener);
    return () => {
      listener.off();
      this.#listeners.delete(listener);
    };
  }

  /** Connects as this person within 6 s, the token included; throws ApiError with status 0 where that takes longer. */
  connect(userId: number): Promise<void> {
    if (this.#token && this.#token.user.id !== userId) this.#token = null;
    this.#connecting ??= within(CHAT_CONNECT_MS, this.#connect()).finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async request<T>(event: Event, payload: unknown): Promise<T> {
    try {
      return await this.#service.request<T>(event, payload);
    } catch (error) {
      if (!isExpired(error)) throw error;
      // somebody may be connecting just now; else who it was is known from the token before
      await (this.#connecting ??
        (this.#token ? this.connect(this.#token.user.id) : Promise.reject(new ApiError(0, null))));
      return this.#service.request<T>(event, payload);
    }
  }

  async #connect(): Promise<void> {
    const held = this.#token;
    const { user, token } = (this.#token ??= await this.#load());
    if (token === '') throw new Error(EMPTY_TOKEN);
    try {
      await this.#service.connectUser(user, token);
    } catch (error) {
      if (!isExpired(error)) throw error;
      this.#token = null;
      // one that has just been had and has expired: the clocks are too far apart to go on asking
      if (held === null) throw error;
      await this.#connect();
    }
  }
}

async function within(ms: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ApiError(0, null)), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The one of the running page. */
export const chat = new ChatConnection();
