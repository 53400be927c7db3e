import { plural } from '../../../core/phrases.ts';
import { audioOfName, NO_AUDIO } from '../../../core/audio-types.ts';
import { extensionOf, NO_RECORD, typeOfName } from '../../../core/file-types.ts';

const MAX_NAME = 200;
// control characters, and the marks that turn the reading direction and make "gpj.exe" look like "exe.jpg"
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A name as we keep it: no path, no control or direction marks, at most 200 characters with its extension kept. */
export function cleanName(raw: string): string {
  const last = raw.normalize('NFC').replaceAll(UNSAFE, '').split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .trim();
  if (name.length <= MAX_NAME) return name;
  const extension = extensionOf(name);
  const tail = extension !== '' && extension.length <= 10 ? `.${extension}` : '';
  return `${name.slice(0, MAX_NAME - tail.length).trimEnd()}${tail}`;
}

/**
 * What is wrong with a file before a byte is sent, as a sentence with its remedy; null when it can be sent. `maxBytes`:
 * what this installation takes.
 */
export function whyNotSendable(
  file: { name: string; size_bytes: number; audio?: boolean },
  maxBytes: number,
): string | null {
  if (cleanName(file.name) === '') return 'This file has no name. Give it one and add it again.';
  if (file.audio && audioOfName(file.name) === null) return NO_AUDIO;
  if (!file.audio && typeOfName(file.name) === null) return NO_RECORD;
  if (file.size_bytes === 0) return 'This file is empty. Check the original.';
  if (file.size_bytes > maxBytes)
    return `This file is larger than ${limitText(maxBytes)}. Split it, then add the parts.`;
  return null;
}

/** A limit as it was set: "10 GB" for a whole number of 1024³ bytes, "500 MB"; any other as sizes are written. */
export function limitText(bytes: number): string {
  if (bytes % 1024 ** 3 === 0) return `${bytes / 1024 ** 3} GB`;
  return bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MB` : sizeText(bytes);
}

/** "18.2 MB": decimal units, one place. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text = value >= 100 || unit === 0 ? String(Math.round(value)) : (Math.round(value * 10) / 10).toFixed(1);
  return `${text} ${units[unit]}`;
}

/** Whether a new name keeps the kind of file: a PDF stays a PDF. */
export function keepsType(before: string, after: string): boolean {
  return typeOfName(before) === typeOfName(after);
}
