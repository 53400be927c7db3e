import { notWhatItSays } from '../../core/file-type-words.ts';
import { MOST_PAGES } from '../../core/file-types.ts';
import { encodingOf, TELLING_BYTES } from '../../core/text-encoding.ts';
import type { Source } from '../storage.ts';
import { BadFile, TOO_MANY_PAGES } from './types.ts';

const AT_ONCE = 1024 * 1024;
/** A page as programs that print plain text fill it. */
const PAGE = { lines: 60, letters: 100 };
/** What a text may hold besides letters: tabs and ends of lines and pages, marks of old printers, and the end of an old file. */
const CONTROLS: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);
const LINE = 0x0a;
const RETURN = 0x0d;
const NEW_PAGE = 0x0c;

/**
 * The pages a plain text takes where it is printed: of 60 lines of 100 letters, or as far as its own page breaks. Refuses
 * what holds anything that no text does, and the other format that begins with letters (RTF).
 */
export async function readText(source: Source): Promise<number> {
  const head = await source.bytes(0, TELLING_BYTES);
  const isRtf = head.subarray(0, 5).toString('latin1') === String.raw`{\rtf`;
  if (isRtf) throw new BadFile(notWhatItSays('text'));
  const decoder = new TextDecoder(encodingOf(head));
  const pages = new PagesOfText();
  for (let at = 0; at < source.size; at += AT_ONCE) {
    pages.add(decoder.decode(await source.bytes(at, AT_ONCE), { stream: true }));
    if (pages.count > MOST_PAGES) throw new BadFile(TOO_MANY_PAGES);
  }
  return Math.max(1, pages.count);
}

/** Counts pages as text goes by. */
class PagesOfText {
  #full = 0;
  #lines = 0;
  #letters = 0;
  #last = 0;

  /** The page that is begun counts, too. */
  get count(): number {
    return this.#full + (this.#lines > 0 || this.#letters > 0 ? 1 : 0);
  }

  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x20 && !CONTROLS.has(code)) throw new BadFile(notWhatItSays('text'));
      if (code === NEW_PAGE) this.#page();
      // a line ends by either sign, or by both of them
      else if (code === RETURN || (code === LINE && this.#last !== RETURN)) this.#line();
      else if (code !== LINE) this.#letter();
      this.#last = code;
    }
  }

  #letter(): void {
    if (this.#letters === PAGE.letters) this.#line();
    if (this.#lines === PAGE.lines) this.#page();
    this.#letters += 1;
  }

  #line(): void {
    if (this.#lines === PAGE.lines) this.#page();
    this.#lines += 1;
    this.#letters = 0;
  }

  /** Of one that nothing stands on nothing is printed. */
  #page(): void {
    if (this.#lines > 0 || this.#letters > 0) this.#full += 1;
    this.#lines = 0;
    this.#letters = 0;
  }
}
