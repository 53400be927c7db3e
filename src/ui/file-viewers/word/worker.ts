import { ShowError } from '../show-error.ts';
import { wordContent } from './convert.ts';

/* Reads documents beside the page, with no page to reach: a large or damaged one holds up nothing a person does. */

self.addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
  wordContent(event.data).then(
    (content) => self.postMessage({ content }, { transfer: content.pictures.map(({ bytes }) => bytes) }),
    (error: unknown) => self.postMessage({ content: null, fault: error instanceof ShowError ? error.message : null }),
  );
});
