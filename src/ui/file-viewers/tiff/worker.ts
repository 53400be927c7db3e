import { ShowError } from '../show-error.ts';
import { TiffPages } from './pages.ts';

/* Unpacks pages beside the page: a slow or damaged one holds up nothing a person does. */

const DAMAGED = 'This file is damaged and cannot be shown.';
let pages: TiffPages | null = null;

/** What is asked: to open a file, and then for pages of it. */
export type Asked = { id: number } & ({ open: ArrayBuffer } | { page: number });

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  try {
    if ('open' in data) {
      pages = new TiffPages(data.open);
      self.postMessage({ id: data.id, value: pages.count });
    } else {
      const page = pages?.page(data.page);
      self.postMessage({ id: data.id, value: page }, { transfer: page ? [page.pixels.buffer] : [] });
    }
  } catch (error) {
    self.postMessage({ id: data.id, fault: error instanceof ShowError ? error.message : DAMAGED });
  }
});
