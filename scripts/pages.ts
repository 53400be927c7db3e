/** Builds the pages as the product does at its start: when it is installed, and so that the browser tests find them built. */
import { buildPages } from '../src/app/build-pages.ts';

try {
  await buildPages((line) => console.log(line));
} catch (error) {
  // an installation without what builds them, or of sources that are being worked on, is one all the same: the start builds them, or says why not
  if (process.env.npm_lifecycle_event !== 'prepare') throw error;
  console.warn(`The pages could not be built now, and will be at the start: ${String(error)}`);
}
