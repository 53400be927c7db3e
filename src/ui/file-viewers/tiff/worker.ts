import { ShowError } from '../show-error.ts';
import { TiffPages } from './pages.ts';

/* Unpacks pages beside the page: a slow or damaged one holds up nothing a person does. */

const DAMAGED = 'This file is damaged and cannot be shown.';
let pages: TiffPages | null = null;

/** What is asked: to open a file, and then for pages of it. */
export type Asked = { id: number } & ({ open: ArrayBuffer } | { page: number });

async function answer(asked: Asked): Promise<void> {
  const { id } = asked;
  try {
    if ('open' in asked) {
      pages = new TiffPages(asked.open);
      self.postMessage({ id, value: pages.count });
    } else {
      const page = await pages?.page(asked.page);
      self.postMessage({ id, value: page }, { transfer: page ? [page.pixels.buffer] : [] });
    }
  } catch (error) {
    self.postMessage({ id, fault: error instanceof ShowError ? error.message : DAMAGED });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data));
