import type { PreviousUpload, UrlStorage } from 'tus-js-client';

const PREFIX = 'peritus.upload.';

interface Kept {
  url: string;
  size: number;
  created: string;
}

/**
 * What identifies a file for going on with it after a reload. Only a hash: names of records may name people, and this
 * stands in the browser's storage.
 */
export function fingerprint(reviewId: number, path: string, size: number, modified: number): string {
  const text = JSON.stringify([path, size, modified]);
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  const hash = (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
  return `${PREFIX}${reviewId}.${size}.${hash}`;
}

/** Where unfinished uploads are remembered: their addresses and sizes, no names. */
export const urlStorage: UrlStorage = {
  async findAllUploads() {
    return keys('').flatMap((key) => read(key) ?? []);
  },
  async findUploadsByFingerprint(print) {
    return [read(print) ?? []].flat();
  },
  async removeUpload(key) {
    storage()?.removeItem(key);
  },
  async addUpload(print, upload) {
    const kept: Kept = { url: upload.uploadUrl ?? '', size: upload.size ?? 0, created: upload.creationTime };
    try {
      storage()?.setItem(print, JSON.stringify(kept));
    } catch {
      // a full or forbidden storage only means that a reload starts this file anew
    }
    return print;
  },
};

/** Fingerprints of uploads to this review that were begun and not finished. */
export const unfinishedOf = (reviewId: number): string[] => keys(`${reviewId}.`);

/** Fingerprints of all uploads begun here and not finished. */
export const unfinished = (): string[] => keys('');

/** Forgets begun uploads; the server clears them away by itself. */
export function forget(prints: readonly string[]): void {
  for (const print of prints) storage()?.removeItem(print);
}

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function keys(rest: string): string[] {
  const store = storage();
  if (!store) return [];
  return Array.from({ length: store.length }, (_, i) => store.key(i) ?? '').filter((k) => k.startsWith(PREFIX + rest));
}

function read(key: string): PreviousUpload | null {
  try {
    const kept = JSON.parse(storage()?.getItem(key) ?? 'null') as Kept | null;
    if (!kept || typeof kept.url !== 'string' || !kept.url.startsWith('/')) return null;
    return {
      size: kept.size,
      metadata: {},
      creationTime: kept.created,
      urlStorageKey: key,
      uploadUrl: kept.url,
      parallelUploadUrls: null,
    };
  } catch {
    return null;
  }
}
