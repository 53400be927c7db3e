import { Readable } from 'node:stream';
import type { Services } from './services.ts';
import type { Source } from './storage.ts';

/** What was stored, as a row keeps it. */
export interface KeptObject {
  storage_key: string;
  size_bytes: number;
  sha256: string;
}

/**
 * Stores bytes somebody sent, looks into them, and has `keep` make a row that names them. Where that fails they are removed, but
 * for those a row names all the same: a commit whose word was lost on the way has happened, and so has one before something else
 * failed.
 */
export async function keepStored<F, T>(
  { storage }: Pick<Services, 'storage'>,
  storage_key: string,
  bytes: Buffer,
  {
    look,
    keep,
    isNamed,
  }: {
    /** What is found in them; throws where they cannot be used. */
    look: (content: Source) => Promise<F>;
    keep: (object: KeptObject, found: F) => Promise<T>;
    /** Whether a row names them, as it stands once whatever is being committed is. */
    isNamed: () => Promise<boolean>;
  },
): Promise<T> {
  const { sha256, size } = await storage.put(storage_key, Readable.from([bytes]));
  try {
    const found = await storage.access(storage_key, look);
    return await keep({ storage_key, size_bytes: size, sha256 }, found);
  } catch (error) {
    if (!(await isNamed())) await storage.remove(storage_key);
    throw error;
  }
}
