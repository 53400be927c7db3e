import type { Readable } from 'node:stream';
import { Refusal } from '../core/errors.ts';
import { DamagedObjectError } from './sealed-chunks.ts';
import type { Services } from './services.ts';
import { ObjectMissingError } from './storage.ts';

const DAMAGED =
  'What is stored here is damaged, so it is not shown. Nothing else is affected. The operator has been told and can bring it back from a backup.';

/**
 * A stored content for whoever asked: `not_found` where there is none, and a clear `internal` where it is damaged, which
 * the operator reads in the log.
 */
export async function readStored(
  services: Services,
  key: string,
  range?: { start: number; end: number },
): Promise<Readable> {
  try {
    return await services.storage.read(key, range);
  } catch (error) {
    if (error instanceof ObjectMissingError) throw new Refusal('not_found');
    if (!(error instanceof DamagedObjectError)) throw error;
    services.log.error({ err: error, storage_key: key }, 'a stored object is damaged');
    throw new Refusal('internal', DAMAGED);
  }
}
