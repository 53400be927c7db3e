/**
 * The inspector's own process: parses files strangers made, so it has no rights to lose. It may read the program
 * and the one content it is asked about, which its parent reads for it, and nothing else, has none of the server's settings, and is ended when it takes too long or too much.
 */
import { answerParent } from './answer-parent.ts';
import { inspect } from './inspect.ts';

// the PDF library expects a browser's geometry class to exist; reading pages and text never uses it
if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: Object });

answerParent(inspect);
