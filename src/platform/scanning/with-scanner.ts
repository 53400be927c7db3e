import type { Whose } from '../inspect/in-turn.ts';
import { failed } from '../inspect/inspector.ts';
import type { InspectRequest, InspectResult } from '../inspect/types.ts';
import type { Source } from '../storage.ts';
import { NotScannedError, type Scanner } from './clamd.ts';

export type Look = (request: InspectRequest, content: Source, whose: Whose) => Promise<InspectResult>;

const INFECTED = 'A virus was found in this file. Send one from a clean computer.';
const NOT_NOW = {
  away: 'The virus scanner is away, so nothing can be taken right now. Try again in a few minutes.',
  too_large: 'This file is larger than the virus scanner takes. Make it smaller, then upload that.',
} as const;

/** A look into a content, and where it can be used one by the scanner. Throws NotScannedError. */
export const lookAndScan =
  (look: Look, scanner: Scanner | null): Look =>
  async (request, content, whose) => {
    const found = await look(request, content, whose);
    if (scanner === null || found.failure !== null) return found;
    const verdict = await scanner.scan(content);
    return verdict.is === 'clean' ? found : { ...failed(INFECTED), sha256: found.sha256 };
  };

/** The same for somebody who waits for the answer: what could not be scanned is not taken. */
export function scannedAtOnce(look: Look, scanner: Scanner | null): Look {
  const both = lookAndScan(look, scanner);
  return (...asked) =>
    both(...asked).catch((error: unknown) => {
      if (error instanceof NotScannedError) return failed(NOT_NOW[error.why]);
      throw error;
    });
}
