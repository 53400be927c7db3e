import { DicomError } from '../dataset.ts';
import type { PixelFormat } from '../image.ts';
import { decodeFrame } from './decode.ts';
import { WASM_CODECS } from './wasm-codecs.ts';

/* Decodes pictures beside the page: a slow or damaged one holds up nothing a person does. */

const DAMAGED = 'This picture is damaged and cannot be shown.';

self.addEventListener('message', (event: MessageEvent<{ id: number; format: PixelFormat; bytes: Uint8Array }>) => {
  const { id, format, bytes } = event.data;
  decodeFrame(format, bytes, WASM_CODECS).then(
    (decoded) => self.postMessage({ id, decoded }, { transfer: [decoded.samples.buffer] }),
    (error: unknown) => self.postMessage({ id, fault: error instanceof DicomError ? error.message : DAMAGED }),
  );
});
