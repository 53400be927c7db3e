import loadCharls from '@cornerstonejs/codec-charls/decodewasmjs';
import charlsUrl from '@cornerstonejs/codec-charls/decodewasm?url';
import loadOpenJpeg from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import openJpegUrl from '@cornerstonejs/codec-openjpeg/decodewasm?url';
import { Decoder } from '@cornerstonejs/jpeg-lossless-decoder-js';
import { DicomError } from '../dataset.ts';
import type { Codecs } from './decode.ts';
import { j2kWith, jpegLsWith, losslessWith } from './with-codec.ts';

/** A codec's program, fetched when the first picture needs it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

async function program(url: string): Promise<{ wasmBinary: ArrayBuffer }> {
  const response = await fetch(url);
  if (!response.ok) throw new DicomError('What unpacks this picture could not be loaded. Try again.');
  return { wasmBinary: await response.arrayBuffer() };
}

const charls = once(async () => loadCharls(await program(charlsUrl)));
const openJpeg = once(async () => loadOpenJpeg(await program(openJpegUrl)));

/** The codecs of a page's worker. */
export const WASM_CODECS: Codecs = {
  jpegLs: async (bytes) => jpegLsWith(new (await charls()).JpegLSDecoder(), bytes),
  jpeg2000: async (bytes) => j2kWith(new (await openJpeg()).J2KDecoder(), bytes),
  lossless: async (bytes, each) => losslessWith(new Decoder(), bytes, each),
};
