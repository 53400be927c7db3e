import { DRAFTS } from '../session/drafts.ts';
import { StaleVersion, classify } from './autosave-failure.ts';
import type { Failure } from './autosave-failure.ts';

export { Refused, StaleVersion } from './autosave-failure.ts';

/** Where a section stands. `kept` says whether the unsent draft is safe on this device. */
export type AutosaveState<T> =
  | { kind: 'clean'; saved_at: number | null }
  | { kind: 'editing' | 'saving'; kept: boolean }
  | { kind: 'offline' | 'retrying'; kept: boolean; retry_at: number }
  | { kind: 'refused'; kept: boolean; message: string }
  /** `base`: what both sides began with, so that each side's own changes can be told; null where that is not known. */
  | { kind: 'conflict'; kept: boolean; fresh: Versioned<T>; base: T | null };

export type Versioned<T> = { value: T; version: number };

/** What the core needs from the world; the browser's own in the hook, a hand-turned one in tests. */
export type AutosaveWorld = {
  now: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
  online: () => boolean;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
};

export type AutosaveOptions<T> = {
  /** Names the draft on this device; unique per record and section. */
  draftKey: string;
  initial: Versioned<T>;
  /** Sends one value. Rejects with StaleVersion on 409, Refused on 422 and 403; anything else is tried again. */
  save: (value: T, version: number) => Promise<{ version: number }>;
  onConflict?: ((mine: T, fresh: Versioned<T>) => void) | undefined;
  /** Milliseconds of quiet before sending, and the longest an edit waits while typing goes on. */
  delayMs?: number;
  maxWaitMs?: number;
};

type Draft<T> = { value: T; version: number; at: number; base?: T };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Saves one section as it is edited. One save runs at a time; what is typed meanwhile follows it. The unsent value
 * lies in storage from the first keystroke until the server has it, so that a killed tab or a lost network loses nothing.
 */
export class Autosave<T> {
  #options: AutosaveOptions<T>;
  readonly #world: AutosaveWorld;
  readonly #listeners = new Set<() => void>();
  #value: T;
  #version: number;
  /** The value of that version. */
  #base: T | null;
  #state: AutosaveState<T> = { kind: 'clean', saved_at: null };
  #dirty = false;
  #kept = false;
  #timer: unknown = null;
  #firstEdit = 0;
  #failures = 0;
  #stopped = true;
  #running: Promise<void> | null = null;

  constructor(options: AutosaveOptions<T>, world: AutosaveWorld) {
    this.#options = options;
    this.#world = world;
    this.#value = options.initial.value;
    this.#version = options.initial.version;
    this.#base = options.initial.value;
    this.#restore();
  }

  get value(): T {
    return this.#value;
  }

  get version(): number {
    return this.#version;
  }

  get state(): AutosaveState<T> {
    return this.#state;
  }

  /** True while something typed has not reached the server. */
  get dirty(): boolean {
    return this.#dirty;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Uses the newest callbacks without starting over. */
  use(options: Pick<AutosaveOptions<T>, 'save' | 'onConflict'>): void {
    this.#options = { ...this.#options, ...options };
  }

  /** Takes an edit: keeps it on this device at once and sends it after a short quiet. */
  set(value: T): void {
    this.#value = value;
    if (!this.#dirty) this.#firstEdit = this.#world.now();
    this.#dirty = true;
    this.#keep();
    if (this.#state.kind === 'conflict') return this.#say(this.#state);
    if (!this.#running) {
      if (this.#state.kind === 'offline' || this.#state.kind === 'retrying') return this.#say(this.#state);
      this.#say({ kind: 'editing', kept: this.#kept });
      this.#plan();
    } else this.#say({ kind: 'saving', kept: this.#kept });
  }

  /** Sends what is unsent now and waits until nothing runs; resolves also when it could not be sent. */
  async flush(): Promise<void> {
    this.#stop();
    if (this.#running) await this.#running;
    if (!this.#dirty || this.#state.kind === 'conflict') return;
    this.#running = this.#send();
    await this.#running;
  }

  /** Takes what the server now holds. Unsent edits against an older version become a conflict. */
  refresh(fresh: Versioned<T>): void {
    if (fresh.version <= this.#version) return;
    if (this.#dirty || this.#running) return this.#running ? undefined : this.#collide(fresh);
    this.#value = fresh.value;
    this.#base = fresh.value;
    this.#version = fresh.version;
    this.#say(this.#state);
  }

  /** Ends a conflict: send mine over the fresh version, take the fresh one, or send what was made of both. */
  resolve(choice: 'mine' | 'fresh' | { value: T }): void {
    if (this.#state.kind !== 'conflict') return;
    const { fresh } = this.#state;
    this.#version = fresh.version;
    this.#base = fresh.value;
    if (choice === 'fresh') {
      this.#value = fresh.value;
      this.#dirty = false;
      this.#drop();
      this.#say({ kind: 'clean', saved_at: null });
      return;
    }
    if (choice !== 'mine') this.#value = choice.value;
    this.#dirty = true;
    this.#keep();
    this.#say({ kind: 'editing', kept: this.#kept });
    void this.flush();
  }

  /** Tries again at once, as when the network is back. */
  wake(): void {
    if (this.#dirty && !this.#running && this.#state.kind !== 'conflict') void this.flush();
  }

  /** Lets the timers run: making one has no effect on the world, so that a render may be thrown away. */
  start(): void {
    this.#stopped = false;
    if (this.#state.kind === 'editing') this.#plan();
  }

  /** Stops the timers. The draft stays on this device until it was sent; nothing is tried again behind the reader. */
  dispose(): void {
    this.#stopped = true;
    this.#stop();
  }

  async #send(): Promise<void> {
    const sent = this.#value;
    this.#say({ kind: 'saving', kept: this.#kept });
    try {
      const { version } = await this.#options.save(sent, this.#version);
      this.#running = null;
      this.#accept(sent, version);
    } catch (error) {
      this.#running = null;
      if (!(error instanceof StaleVersion)) return this.#fail(classify(error, this.#world.online()));
      const fresh = error.fresh as Versioned<T>;
      // The server may have taken an earlier try whose answer was lost: then nobody else changed anything.
      if (same(fresh.value, sent)) this.#accept(sent, fresh.version);
      else this.#collide(fresh);
    }
  }

  #accept(sent: T, version: number): void {
    this.#version = version;
    this.#base = sent;
    this.#failures = 0;
    if (this.#value === sent) {
      this.#dirty = false;
      this.#drop();
      this.#say({ kind: 'clean', saved_at: this.#world.now() });
      return;
    }
    this.#firstEdit = this.#world.now();
    this.#keep();
    this.#say({ kind: 'editing', kept: this.#kept });
    this.#plan();
  }

  #fail(failure: Failure): void {
    if (failure.kind === 'refused') {
      this.#say({ kind: 'refused', kept: this.#kept, message: failure.message });
      return;
    }
    const wait = Math.min(30_000, 1000 * 2 ** this.#failures);
    this.#failures += 1;
    this.#say({ kind: failure.kind, kept: this.#kept, retry_at: this.#world.now() + wait });
    if (!this.#stopped) this.#timer = this.#world.setTimer(() => void this.flush(), wait);
  }

  #collide(fresh: Versioned<T>): void {
    this.#stop();
    this.#say({ kind: 'conflict', kept: this.#kept, fresh, base: this.#base });
    this.#options.onConflict?.(this.#value, fresh);
  }

  #plan(): void {
    this.#stop();
    const { delayMs = 800, maxWaitMs = 1200 } = this.#options;
    if (this.#stopped) return;
    const left = this.#firstEdit + maxWaitMs - this.#world.now();
    this.#timer = this.#world.setTimer(() => void this.flush(), Math.max(0, Math.min(delayMs, left)));
  }

  #stop(): void {
    if (this.#timer !== null) this.#world.clearTimer(this.#timer);
    this.#timer = null;
  }

  /** Takes up a draft a former tab could not send. */
  #restore(): void {
    const draft = this.#read();
    if (!draft || same(draft.value, this.#value)) return this.#drop();
    const server = { value: this.#value, version: this.#version };
    this.#value = draft.value;
    this.#base = draft.version === server.version ? server.value : (draft.base ?? null);
    this.#dirty = true;
    this.#kept = true;
    this.#firstEdit = this.#world.now();
    if (draft.version === server.version) this.#state = { kind: 'editing', kept: true };
    else this.#state = { kind: 'conflict', kept: true, fresh: server, base: this.#base };
  }

  #read(): Draft<T> | null {
    try {
      const text = this.#world.storage?.getItem(DRAFTS + this.#options.draftKey);
      return text ? (JSON.parse(text) as Draft<T>) : null;
    } catch {
      return null;
    }
  }

  #keep(): void {
    try {
      if (!this.#world.storage) return;
      const draft: Draft<T> = {
        value: this.#value,
        version: this.#version,
        at: this.#world.now(),
        ...(this.#base === null ? {} : { base: this.#base }),
      };
      this.#world.storage.setItem(DRAFTS + this.#options.draftKey, JSON.stringify(draft));
      this.#kept = true;
    } catch {
      // A full or forbidden storage must not stop the typing; `kept` tells the reader the truth.
      this.#kept = false;
    }
  }

  #drop(): void {
    this.#kept = false;
    try {
      this.#world.storage?.removeItem(DRAFTS + this.#options.draftKey);
    } catch {
      // Nothing was kept where nothing can be removed.
    }
  }

  #say(state: AutosaveState<T>): void {
    this.#state = 'kept' in state ? { ...state, kept: this.#kept } : { ...state };
    for (const listener of this.#listeners) listener();
  }
}
