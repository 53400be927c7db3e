import { renderInThread } from '../../../../platform/pdf/thread.ts';
import { readIcs } from '../../rules/read-ics.ts';

interface Asked {
  text: string;
  from: Date;
  until: Date;
  zone: string;
}
const documents = { busy: ({ text, ...window }: Asked) => ({ ...readIcs(text, window) }) };
/** What the thread makes of a calendar's text. */
export type IcsDocuments = typeof documents;

renderInThread(documents);
