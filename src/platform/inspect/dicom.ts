import type { Source } from '../storage.ts';
import { BadFile } from './types.ts';

const PREAMBLE_BYTES = 128;
const FOREIGN =
  'The first bytes of this DICOM image hold something else, which could run as a program. Export it again, then upload that.';

/**
 * The 128 bytes before a DICOM file's data are anybody's to use (PS3.10, 7.1), also for the head of a script; taken are
 * those that nobody used. What begins as a program or a picture was told from DICOM before.
 */
export async function checkDicom(source: Source): Promise<void> {
  const preamble = await source.bytes(0, PREAMBLE_BYTES);
  if (!preamble.every((byte) => byte === 0)) throw new BadFile(FOREIGN);
}
