import { type ChildLimits, ChildPool } from './child-pool.ts';
import type { Source } from '../storage.ts';
import type { InspectRequest, InspectResult } from './types.ts';

export const TOO_LONG = 'This file takes too long to check. Print it to a new PDF or split it, then upload that.';
export const TOO_MUCH =
  'This file needs more memory to open than is reasonable. Print it to a new PDF, then upload that.';

export interface InspectorLimits extends ChildLimits {
  /** Time for a file of any size, ms; reading the bytes comes on top. */
  time_ms: number;
  /** The same for a first look: enough for nearly every file, and no longer than others can wait. */
  glance_ms: number;
}

const LIMITS: InspectorLimits = {
  time_ms: 60_000,
  glance_ms: 5_000,
  memory_bytes: 900 * 1024 * 1024,
  width: 2,
  idle_ms: 20_000,
};
/** Reading and hashing, at the slowest disk we allow for, ms per byte. */
const MS_PER_BYTE = 1000 / (20 * 1024 * 1024);

/** Inspects files in processes of their own. The same file may be asked about any number of times. */
export class Inspector {
  readonly #time: number;
  readonly #glance: number;
  /** Files looked at side by side. */
  readonly places: number;
  readonly #pool: ChildPool<InspectRequest, InspectResult>;

  constructor(limits: Partial<InspectorLimits> = {}) {
    const { time_ms, glance_ms, ...children } = { ...LIMITS, ...limits };
    this.#time = time_ms;
    this.#glance = Math.min(glance_ms, time_ms);
    this.places = children.width;
    // no native code
    const flags = ['--max-old-space-size=512'];
    this.#pool = new ChildPool({ module: new URL('./child.ts', import.meta.url), flags }, children);
  }

  /** What is known about the file afterwards. Throws when the inspector is at fault or the content cannot be read. */
  async inspect(request: InspectRequest, content: Source): Promise<InspectResult> {
    return (await this.#look(request, content, this.#time)) ?? failed(TOO_LONG);
  }

  /** The same within a first look; null when it takes longer than that. */
  glance(request: InspectRequest, content: Source): Promise<InspectResult | null> {
    return this.#look(request, content, this.#glance);
  }

  async #look(request: InspectRequest, content: Source, timeMs: number): Promise<InspectResult | null> {
    const answer = await this.#pool.run(request, timeMs + content.size * MS_PER_BYTE, content);
    if (!('exceeded' in answer)) return answer;
    return answer.exceeded === 'time' ? null : failed(TOO_MUCH);
  }

  get closed(): boolean {
    return this.#pool.closed;
  }

  close(): void {
    this.#pool.close();
  }
}

/** Nothing is known of a file but why it is not taken. */
export const failed = (failure: string): InspectResult => ({
  sha256: '',
  content_type: null,
  pages: null,
  pages_asked: false,
  has_text: null,
  failure,
});
