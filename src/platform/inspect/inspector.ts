import { type ChildProcess, fork } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import type { ChildAnswer } from './child.ts';
import type { InspectRequest, InspectResult } from './types.ts';

export const TOO_LONG = 'This file takes too long to check. Print it to a new PDF or split it, then upload that.';
export const TOO_MUCH =
  'This file needs more memory to open than is reasonable. Print it to a new PDF, then upload that.';

export interface InspectorLimits {
  /** Time for a file of any size, ms; reading the bytes comes on top. */
  time_ms: number;
  memory_bytes: number;
  /** Children at the same time. */
  width: number;
  /** A child without work for this long is ended, ms. */
  idle_ms: number;
}

const LIMITS: InspectorLimits = { time_ms: 60_000, memory_bytes: 900 * 1024 * 1024, width: 2, idle_ms: 20_000 };
/** Reading and hashing, at the slowest disk we allow for, ms per byte. */
const MS_PER_BYTE = 1000 / (20 * 1024 * 1024);
const FILES_PER_CHILD = 40;

/** Inspects files in processes of their own. The same file may be asked about any number of times. */
export class Inspector {
  readonly #limits: InspectorLimits;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #all = new Set<Worker>();
  closed = false;

  constructor(limits: Partial<InspectorLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** What is known about the file afterwards. Throws only when the inspector itself is at fault. */
  async inspect(request: InspectRequest): Promise<InspectResult> {
    const worker = await this.#take();
    try {
      const { size } = await stat(request.path);
      return await worker.run(request, this.#limits.time_ms + size * MS_PER_BYTE, this.#limits.memory_bytes);
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
        const worker = new Worker(() => this.#drop(worker));
        this.#all.add(worker);
        return worker;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    throw new Error('The inspector is closed.');
  }

  #giveBack(worker: Worker): void {
    if (worker.alive && worker.files < FILES_PER_CHILD && !this.closed) {
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
  files = 0;

  constructor(onExit: () => void) {
    this.#child = fork(new URL('./child.ts', import.meta.url), {
      // file parsing gets no settings, no secrets, no writing, no programs, no native code
      env: {},
      execArgv: ['--permission', '--allow-fs-read=*', '--max-old-space-size=512', '--disable-warning=SecurityWarning'],
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

  async run(request: InspectRequest, timeMs: number, memoryBytes: number): Promise<InspectResult> {
    clearTimeout(this.#rest);
    this.files += 1;
    const { promise, resolve, reject } = Promise.withResolvers<InspectResult>();
    const failed = (failure: string): void => {
      this.end();
      resolve({ sha256: '', content_type: null, pages: null, has_text: null, failure });
    };
    const onMessage = (answer: ChildAnswer): void =>
      'result' in answer ? resolve(answer.result) : reject(new Error(`Inspecting failed: ${answer.error}`));
    // the heap limit ends the child with an abort; anything else is a fault of ours and worth another try
    const onExit = (code: number | null, signal: string | null): void =>
      signal === 'SIGABRT' || code === 134
        ? failed(TOO_MUCH)
        : reject(new Error(`The inspector ended with ${signal ?? code}.`));
    this.#child.on('message', onMessage);
    this.#child.once('exit', onExit);
    this.#child.ref();
    this.#child.channel?.ref();
    const deadline = setTimeout(() => failed(TOO_LONG), timeMs);
    const watch = setInterval(() => {
      void residentBytes(this.#child.pid).then((bytes) => (bytes > memoryBytes ? failed(TOO_MUCH) : undefined));
    }, 200);
    try {
      this.#child.send(request, (error) => (error ? reject(error) : undefined));
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
