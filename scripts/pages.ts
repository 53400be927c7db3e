/** Builds the pages as the product does at its start, so that the browser tests find them built. */
import { buildPages } from '../src/app/build-pages.ts';

await buildPages((line) => console.log(line));
