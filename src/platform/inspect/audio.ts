import { fileTypeFromBuffer } from 'file-type';
import { AUDIO_TYPES, audioOfName, type AudioType, NO_AUDIO } from '../../core/audio-types.ts';
import type { Source } from '../storage.ts';
import { BadFile } from './types.ts';

/** What says itself to be one of them. Browsers record sound into containers that hold pictures, too. */
const SAYS: Readonly<Record<string, AudioType>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/webm': 'webm',
  'video/webm': 'webm',
};
/** Where a container says that it holds moving pictures: the codecs of WebM, the handler of MP4. */
const PICTURES: Partial<Record<AudioType, readonly string[]>> = {
  webm: ['V_VP8', 'V_VP9', 'V_AV1', 'V_MPEG'],
  m4a: ['hdlr\0\0\0\0\0\0\0\0vide'],
};
/** Tracks are named at the beginning, or in MP4 at the end. */
const LOOKED_AT = 1024 * 1024;

/** Looks whether a stored file is the recording its name says. Throws `BadFile` with the remedy. */
export async function checkAudio(source: Source, name: string): Promise<{ content_type: string }> {
  const claimed = audioOfName(name);
  if (claimed === null) throw new BadFile(NO_AUDIO);
  const head = await source.bytes(0, 8192);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const type = SAYS[found?.mime.split(';')[0] ?? ''] ?? null;
  if (type !== claimed) throw new BadFile(`This is not ${AUDIO_TYPES[claimed].called}, although its name says so.`);
  const tail = Math.max(0, source.size - LOOKED_AT);
  const parts = [await source.bytes(0, LOOKED_AT), await source.bytes(tail, LOOKED_AT)];
  const pictures = PICTURES[type] ?? [];
  if (parts.some((part) => pictures.some((sign) => part.includes(Buffer.from(sign, 'latin1')))))
    throw new BadFile('This is a video. Upload the sound alone.');
  return { content_type: AUDIO_TYPES[claimed].content_type };
}
