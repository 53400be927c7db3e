/* The codecs bring no types; what of them is used here. */

interface JpegLsDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  getInterleaveMode(): number;
  delete(): void;
}
interface J2kDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number; isSigned: boolean };
  delete(): void;
}
interface CodecOptions {
  wasmBinary?: ArrayBuffer;
  locateFile?: (file: string) => string;
}

declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const load: (options?: CodecOptions) => Promise<{ JpegLSDecoder: new () => JpegLsDecoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const load: (options?: CodecOptions) => Promise<{ J2KDecoder: new () => J2kDecoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-charls/decodewasm?url' {
  const url: string;
  export default url;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasm?url' {
  const url: string;
  export default url;
}

/* What packs pictures for tests. */
interface PackedFrame {
  width: number;
  height: number;
  bitsPerSample: number;
  componentCount: number;
  isSigned: boolean;
}
interface PictureEncoder {
  getDecodedBuffer(frame: PackedFrame): Uint8Array;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  setQuality(lossless: boolean, rate: number): void;
}

declare module '@cornerstonejs/codec-charls' {
  const load: () => Promise<{ JpegLSEncoder: new () => PictureEncoder; JpegLSDecoder: new () => JpegLsDecoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-openjpeg' {
  const load: () => Promise<{ J2KEncoder: new () => PictureEncoder; J2KDecoder: new () => J2kDecoder }>;
  export default load;
}
