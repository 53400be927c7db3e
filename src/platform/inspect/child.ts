/**
 * The inspector's own process: parses files strangers made, so it has no rights to lose. It may read files and
 * nothing else, has none of the server's settings, and is ended when it takes too long or too much.
 */
import { inspect } from './inspect.ts';
import type { ChildAnswer } from './child-pool.ts';
import type { InspectRequest, InspectResult } from './types.ts';

// the PDF library expects a browser's geometry class to exist; reading pages and text never uses it
if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: Object });

process.on('message', (request: InspectRequest) => {
  inspect(request)
    .then((result): ChildAnswer<InspectResult> => ({ result }))
    .catch((error: unknown): ChildAnswer<InspectResult> => ({
      error: error instanceof Error ? error.message : 'unknown',
    }))
    .then((answer) => process.send?.(answer))
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit(0));
