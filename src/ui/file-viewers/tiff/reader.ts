import { ShowError } from '../show-error.ts';
import type { TiffPage } from './pages.ts';
import type { Asked } from './worker.ts';

const BROKE_OFF = 'This file could not be shown. Download it.';

/** A TIFF that is unpacked in a worker of its own, one page after the other. */
export class TiffReader {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ id: number; value?: unknown; fault?: string }>) => {
        const waiting = this.#waiting.get(data.id);
        this.#waiting.delete(data.id);
        if (data.fault === undefined) waiting?.resolve(data.value);
        else waiting?.reject(new ShowError(data.fault));
      },
    );
    this.#worker.addEventListener('error', () => this.#fail());
  }

  /** How many pages there are. The bytes are given away. */
  async open(bytes: Uint8Array): Promise<number> {
    const open = new Uint8Array(bytes).buffer;
    return (await this.#ask((id) => ({ id, open }), [open])) as number;
  }

  async page(page: number): Promise<TiffPage> {
    return (await this.#ask((id) => ({ id, page }), [])) as TiffPage;
  }

  close(): void {
    this.#worker.terminate();
    this.#fail();
  }

  #ask(made: (id: number) => Asked, transfer: Transferable[]): Promise<unknown> {
    this.#last += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, waiting);
    this.#worker.postMessage(made(this.#last), transfer);
    return waiting.promise;
  }

  #fail(): void {
    for (const { reject } of this.#waiting.values()) reject(new ShowError(BROKE_OFF));
    this.#waiting.clear();
  }
}
