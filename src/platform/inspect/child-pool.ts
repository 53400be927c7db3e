import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../storage.ts';

/** What a child says: how one request ended, or that it needs bytes of the content the request is about. */
export type ChildMessage<Result> =
  | { result: Result }
  | { error: string }
  | { read: { id: number; start: number; length: number } };

/** What a child is told: a request about a content of so many bytes, or bytes it asked for; null where they cannot be read. */
export type ParentMessage<Request> = { request: Request; size: number } | { id: number; bytes: Uint8Array | null };

/** The limit a request went beyond; its child was ended. */
export interface ChildFailure {
  exceeded: 'time' | 'memory';
}

/** The module a child runs, and what Node is told beyond that it may only read the program itself. */
export interface ChildProgram {
  module: URL;
  flags: readonly string[];
}

export interface ChildLimits {
  memory_bytes: number;
  /** Children at the same time. */
  width: number;
  /** A child without work for this long is ended, ms. */
  idle_ms: number;
}

const REQUESTS_PER_CHILD = 40;
/** No child is given more at once. */
const MOST_BYTES = 64 * 1024 * 1024;
const NO_CONTENT: Source = { size: 0, bytes: async () => Buffer.alloc(0) };

/** The program and its libraries: all that a child may read of the disk. */
const PROGRAM = ['src', 'node_modules', 'package.json'].map((name) => join(import.meta.dirname, '../../..', name));
const MAY_READ = (await Promise.all(PROGRAM.map(async (path) => [path, await realpath(path)])))
  .flat()
  .map((path) => `--allow-fs-read=${path}`);

/** Processes of their own for what parses strangers' bytes, each with one request at a time, limited in time and memory. */
export class ChildPool<Request extends Serializable, Result> {
  readonly #program: ChildProgram;
  readonly #limits: ChildLimits;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #all = new Set<Worker>();
  closed = false;

  constructor(program: ChildProgram, limits: ChildLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /**
   * The child's answer, or which limit it went beyond. Of the disk it sees nothing: the content it looks at is read for
   * it. Throws when the child is at fault, the content cannot be read, or the pool is closed.
   */
  async run(request: Request, timeMs: number, content: Source = NO_CONTENT): Promise<Result | ChildFailure> {
    const worker = await this.#take();
    try {
      return await worker.run<Request, Result>(request, content, { timeMs, memoryBytes: this.#limits.memory_bytes });
    } finally {
      this.#giveBack(worker);
    }
  }

  close(): void {
    this.closed = true;
    for (const worker of this.#all) worker.end();
    for (const next of this.#waiting.splice(0)) next();
  }

  async #take(): Promise<Worker> {
    while (!this.closed) {
      const idle = this.#idle.pop();
      if (idle?.alive) return idle;
      if (idle) continue;
      if (this.#all.size < this.#limits.width) {
        const worker = new Worker(this.#program, () => this.#drop(worker));
        this.#all.add(worker);
        return worker;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    throw new Error('These processes are closed.');
  }

  #giveBack(worker: Worker): void {
    if (worker.alive && worker.requests < REQUESTS_PER_CHILD && !this.closed) {
      this.#idle.push(worker);
      worker.restFor(this.#limits.idle_ms);
    } else {
      worker.end();
      this.#drop(worker);
    }
    this.#waiting.shift()?.();
  }

  #drop(worker: Worker): void {
    this.#all.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#waiting.shift()?.();
  }
}

class Worker {
  readonly #child: ChildProcess;
  #rest: ReturnType<typeof setTimeout> | undefined;
  alive = true;
  requests = 0;

  constructor({ module, flags }: ChildProgram, onExit: () => void) {
    this.#child = fork(module, {
      // what parses strangers' bytes gets no settings, no secrets, no writing, no programs
      env: {},
      execArgv: ['--permission', ...MAY_READ, '--disable-warning=SecurityWarning', ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.once('exit', () => {
      this.alive = false;
      clearTimeout(this.#rest);
      onExit();
    });
    // an idle child must not keep the server from ending
    this.#child.unref();
    this.#child.channel?.unref();
  }

  async run<Request extends Serializable, Result>(
    request: Request,
    content: Source,
    { timeMs, memoryBytes }: { timeMs: number; memoryBytes: number },
  ): Promise<Result | ChildFailure> {
    clearTimeout(this.#rest);
    this.requests += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Result | ChildFailure>();
    const failed = (exceeded: ChildFailure['exceeded']): void => {
      this.end();
      resolve({ exceeded });
    };
    const tell = (message: ParentMessage<Request>): void =>
      void this.#child.send(message as Serializable, (error) => (error ? reject(error) : undefined));
    const onMessage = (answer: ChildMessage<Result>): void => {
      if ('result' in answer) resolve(answer.result);
      else if ('error' in answer) reject(new Error(`The child failed: ${answer.error}`));
      else {
        const { id, start, length } = answer.read;
        content.bytes(start, Math.min(length, MOST_BYTES)).then(
          (bytes) => tell({ id, bytes }),
          (error: unknown) => {
            // whatever the child makes of it: nothing can be said of what cannot be read
            reject(error instanceof Error ? error : new Error(String(error)));
            tell({ id, bytes: null });
          },
        );
      }
    };
    // the heap limit ends the child with an abort; anything else is a fault of ours and worth another try
    const onExit = (code: number | null, signal: string | null): void =>
      signal === 'SIGABRT' || code === 134
        ? failed('memory')
        : reject(new Error(`The child ended with ${signal ?? code}.`));
    this.#child.on('message', onMessage);
    this.#child.once('exit', onExit);
    this.#child.ref();
    this.#child.channel?.ref();
    const deadline = setTimeout(() => failed('time'), timeMs);
    const weigh = (): void =>
      void residentBytes(this.#child.pid).then((bytes) => (bytes > memoryBytes ? failed('memory') : undefined));
    // at once, too: a short request would be over before the first look
    weigh();
    const watch = setInterval(weigh, 200);
    try {
      tell({ request, size: content.size });
      return await promise;
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      this.#child.off('message', onMessage);
      this.#child.off('exit', onExit);
      if (this.alive) {
        this.#child.unref();
        this.#child.channel?.unref();
      }
    }
  }

  restFor(ms: number): void {
    this.#rest = setTimeout(() => this.end(), ms).unref();
  }

  end(): void {
    clearTimeout(this.#rest);
    if (this.alive) this.#child.kill('SIGKILL');
    this.alive = false;
  }
}

/** Memory a process holds; 0 where the system does not tell (the heap limit stands everywhere). */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return Number(pages ?? 0) * 4096;
  } catch {
    return 0;
  }
}
