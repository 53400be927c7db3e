import { type ChildLimits, ChildPool } from './child-pool.ts';

export interface PictureRequest {
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
  /** Edge of the square, pixels; of the square the whole picture fits into. */
  edge: number;
  /** The whole picture at its own proportions, not the middle of it. */
  whole?: true;
  /** As what it is drawn; left out: WebP. A JPEG is what a PDF takes; what was transparent is white in it. */
  as?: 'jpeg';
}
/** The picture as it was asked for; null where it is damaged. */
export interface PictureResult {
  drawn: Uint8Array | null;
}

const LIMITS: ChildLimits = { memory_bytes: 400 * 1024 * 1024, width: 1, idle_ms: 20_000 };
const TIME_MS = 15_000;

/** Draws pictures anew in a process of its own, one at a time. */
export class Pictures {
  readonly #pool: ChildPool<PictureRequest, PictureResult>;

  constructor(limits: Partial<ChildLimits> = {}) {
    const flags = ['--allow-addons', '--max-old-space-size=128'];
    const module = new URL('./picture-child.ts', import.meta.url);
    this.#pool = new ChildPool({ module, flags }, { ...LIMITS, ...limits });
  }

  /** A picture as asked for; null where it cannot be drawn: damaged, or beyond what one may take. */
  async draw(request: PictureRequest): Promise<Buffer | null> {
    const answer = await this.#pool.run(request, TIME_MS);
    return 'exceeded' in answer || answer.drawn === null ? null : Buffer.from(answer.drawn);
  }

  close(): void {
    this.#pool.close();
  }
}
