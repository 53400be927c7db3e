import type { LoadedPdf } from './engine/pdf.ts';

const KEEP = 160;
const THUMB = { width: 50, height: 66 };

/** Small pictures of pages: drawn one at a time while no page is being drawn, newest wish first, the oldest forgotten. */
export class ThumbnailStore {
  readonly #pdf: LoadedPdf;
  readonly #ratio: number;
  readonly #kept = new Map<number, HTMLCanvasElement>();
  readonly #failed = new Set<number>();
  readonly #wishes = new Map<number, Set<() => void>>();
  #working = false;

  constructor(pdf: LoadedPdf, ratio: number) {
    this.#pdf = pdf;
    this.#ratio = Math.min(2, Math.max(1, ratio));
  }

  get(page: number): HTMLCanvasElement | null {
    return this.#kept.get(page) ?? null;
  }

  /** Asks for a page's picture; `ready` is called when it is there. Returns the withdrawal. */
  want(page: number, ready: () => void): () => void {
    if (this.#failed.has(page)) return () => undefined;
    const wishes = this.#wishes.get(page) ?? new Set();
    wishes.add(ready);
    this.#wishes.set(page, wishes);
    void this.#work();
    return () => {
      wishes.delete(ready);
      if (wishes.size === 0 && this.#wishes.get(page) === wishes) this.#wishes.delete(page);
    };
  }

  /** A page just drawn large makes its small picture for free. */
  offer(page: number, source: HTMLCanvasElement): void {
    if (this.#kept.has(page) || source.width === 0) return;
    const scale = Math.min(THUMB.width / source.width, THUMB.height / source.height) * this.#ratio;
    const small = document.createElement('canvas');
    small.width = Math.max(1, Math.round(source.width * scale));
    small.height = Math.max(1, Math.round(source.height * scale));
    const context = small.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, small.width, small.height);
    this.#keep(page, small);
  }

  #keep(page: number, canvas: HTMLCanvasElement): void {
    this.#kept.set(page, canvas);
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= KEEP) break;
      this.#kept.delete(old);
    }
    const ready = this.#wishes.get(page);
    this.#wishes.delete(page);
    for (const tell of ready ?? []) tell();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (;;) {
        await this.#pdf.idle();
        const page = [...this.#wishes.keys()].at(-1);
        if (page === undefined) return;
        try {
          const size = await this.#pdf.size(page);
          const fit = Math.min(THUMB.width / size.width, THUMB.height / size.height);
          // Drawn four times as wide and reduced: text keeps its gray instead of breaking into dots.
          const drawing = await this.#pdf.draw(page, { width: size.width * fit * 4, height: size.height * fit * 4 }, 1);
          if (await drawing.done) this.offer(page, drawing.canvas);
          if (!this.#kept.has(page)) throw new Error('not drawn');
        } catch {
          this.#failed.add(page);
          this.#wishes.delete(page);
        }
      }
    } finally {
      this.#working = false;
    }
  }
}
