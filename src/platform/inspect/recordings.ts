import type { FileType } from '../../core/file-types.ts';

/** What says itself to be a recording, by how it begins. */
const SAYS: Readonly<Record<string, FileType>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/3gpp': 'mp4',
  'video/quicktime': 'mov',
  'audio/webm': 'webm',
  'video/webm': 'webm',
};
/** One container (ISO 14496-12) under three names: which one is meant, its first bytes say of some and not of others. */
const ONE_CONTAINER: ReadonlySet<string> = new Set<FileType>(['m4a', 'mp4', 'mov']);

/** The recording a media type names, or null. */
export const recordingOf = (mime: string | undefined): FileType | null => SAYS[mime?.split(';')[0] ?? ''] ?? null;

/** Whether what was found is what a name claims, though it goes by another of its names. */
export const isSameRecording = (claimed: FileType, found: string | null): boolean =>
  found !== null && ONE_CONTAINER.has(claimed) && ONE_CONTAINER.has(found);
