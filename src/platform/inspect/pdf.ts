import { MOST_PAGES } from '../../core/file-types.ts';
import type { Source } from '../storage.ts';
import { READS_ONLY } from './pdf-decrypt.ts';
import { runsSomething } from './pdf-launch.ts';
import { ActiveFile, BadFile, DAMAGED, PASSWORD, TOO_MANY_PAGES } from './types.ts';

/** Pages looked at for text, spread over the file. */
const SAMPLE = 12;
/** A stamp or a fax line alone is no text layer. */
const ENOUGH_TEXT = 40;

const SCRIPT = 'Contains a script that runs when it is opened. Print it to a new PDF, then upload that.';
const SCRIPT_WITHIN = 'Contains a script in a form field, a note or a link. Print it to a new PDF, then upload that.';
const LAUNCH = 'Starts a program when it is opened or clicked. Print it to a new PDF, then upload that.';

/** Actions are a map, whatever their declaration says. */
const isSome = (actions: unknown): boolean => actions instanceof Map && actions.size > 0;

/** Pages of a PDF and whether it carries text. Reads only the parts it needs, runs nothing the file brings. */
export async function readPdf(source: Source): Promise<{ pages: number; has_text: boolean }> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const transport = new (class extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      source.bytes(begin, end - begin).then(
        (bytes) => this.onDataRange(begin, new Uint8Array(bytes)),
        () => this.abort(),
      );
    }
  })(source.size, new Uint8Array(await source.bytes(0, 65_536)));
  const task = pdfjs.getDocument({
    range: transport,
    rangeChunkSize: 262_144,
    disableAutoFetch: true,
    disableStream: true,
    ...READS_ONLY,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages > MOST_PAGES) throw new BadFile(TOO_MANY_PAGES);
    if (pdf.numPages < 1) throw new BadFile(DAMAGED);
    if (isSome(await pdf.getJSActions())) throw new ActiveFile(SCRIPT);
    const first = await pdf.getPage(1); // a file without a single readable page is no use
    let characters = 0;
    const step = Math.max(1, Math.floor(pdf.numPages / SAMPLE));
    for (let n = 1; n <= pdf.numPages && characters < ENOUGH_TEXT; n += step) {
      const page = n === 1 ? first : await pdf.getPage(n).catch(() => null);
      const text = await page?.getTextContent().catch(() => null);
      for (const item of text?.items ?? []) if ('str' in item) characters += item.str.replaceAll(/\s/g, '').length;
      page?.cleanup();
    }
    for (let n = 1; n <= pdf.numPages; n += 1) {
      const page = n === 1 ? first : await pdf.getPage(n).catch(() => null);
      if (isSome(await page?.getJSActions().catch(() => null))) throw new ActiveFile(SCRIPT);
      page?.cleanup();
    }
    const { info } = await pdf.getMetadata();
    const isEncrypted = 'EncryptFilterName' in info && info.EncryptFilterName !== null;
    const runs = await runsSomething(source, isEncrypted);
    if (runs !== null) throw new ActiveFile(runs === 'program' ? LAUNCH : SCRIPT_WITHIN);
    return { pages: pdf.numPages, has_text: characters >= ENOUGH_TEXT };
  } catch (error) {
    if (error instanceof BadFile) throw error;
    const name = error instanceof Error ? error.name : '';
    throw new BadFile(name === 'PasswordException' ? PASSWORD : DAMAGED);
  } finally {
    await task.destroy().catch(() => undefined);
  }
}
