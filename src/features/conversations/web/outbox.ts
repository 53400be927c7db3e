import { ApiError } from '../../../ui/api/client.ts';
import type { MessageView, NewMessage } from '../contract.ts';

/** A message on its way. `waiting`: sent again by itself once the server can be reached; `failed`: needs its writer. */
export interface Unsent {
  message: NewMessage;
  written_at: string;
  state: 'sending' | 'waiting' | 'failed';
  /** Why it failed, as a sentence. */
  reason: string | null;
}

export interface OutboxWorld {
  deliver(message: NewMessage): Promise<MessageView>;
  onStored(message: MessageView): void;
  /** Keeps what is unsent beyond a killed tab. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  key: string;
  now(): string;
}

/**
 * Messages not yet acknowledged, sent one after the other so that they keep their order. Each keeps its client_id over
 * all tries, so that sending again never doubles it.
 */
export class Outbox {
  #items: readonly Unsent[];
  #running = false;
  readonly #world: OutboxWorld;
  readonly #watchers = new Set<() => void>();

  constructor(world: OutboxWorld) {
    this.#world = world;
    this.#items = read(world);
  }

  /** Everything unsent, oldest first; the same array until something changes. */
  readonly items = (): readonly Unsent[] => this.#items;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  add(message: NewMessage): void {
    this.#set([...this.#items, { message, written_at: this.#world.now(), state: 'sending', reason: null }]);
    void this.run();
  }

  /** Tries a failed one again. */
  retry(clientId: string): void {
    this.#change(clientId, { state: 'sending', reason: null });
    void this.run();
  }

  discard(clientId: string): void {
    this.#set(this.#items.filter((item) => item.message.client_id !== clientId));
  }

  /** Sends what is not failed, in order; stops at the first that cannot be sent now. Safe to call at any time. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (;;) {
        const next = this.#items.find((item) => item.state !== 'failed');
        if (!next) return;
        const { client_id } = next.message;
        this.#change(client_id, { state: 'sending', reason: null });
        try {
          const stored = await this.#world.deliver(next.message);
          this.discard(client_id);
          this.#world.onStored(stored);
        } catch (error) {
          if (isPassing(error)) {
            this.#change(client_id, { state: 'waiting', reason: error.status === 429 ? firstOf(error) : null });
            return;
          }
          this.#change(client_id, { state: 'failed', reason: error instanceof ApiError ? firstOf(error) : null });
        }
      }
    } finally {
      this.#running = false;
    }
  }

  #change(clientId: string, change: Pick<Unsent, 'state' | 'reason'>): void {
    this.#set(this.#items.map((item) => (item.message.client_id === clientId ? { ...item, ...change } : item)));
  }

  #set(items: readonly Unsent[]): void {
    this.#items = items;
    try {
      if (items.length === 0) this.#world.storage?.removeItem(this.#world.key);
      else this.#world.storage?.setItem(this.#world.key, JSON.stringify(items));
    } catch {
      // storage is full or switched off: the page itself still holds them
    }
    for (const watcher of this.#watchers) watcher();
  }
}

/** Nobody answered, or the server is busy or starting, or the session has to be renewed: it will pass. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 401, 429, 502, 503, 504].includes(error.status);

const firstOf = (error: ApiError): string => error.errors[0]?.message ?? error.message;

function read({ storage, key }: OutboxWorld): readonly Unsent[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return (kept as Unsent[])
      .filter((item) => typeof item?.message?.client_id === 'string')
      .map((item) => (item.state === 'failed' ? item : { ...item, state: 'waiting' as const }));
  } catch {
    return [];
  }
}
