import { named, partAround, type PdfObject, type PdfPart } from './pdf-objects.ts';
import { ActiveFile, CANNOT_LOOK } from './types.ts';

/** How the library is asked for what a file holds, and for nothing that it does. */
export const READS_ONLY = {
  enableXfa: false,
  useSystemFonts: false,
  disableFontFace: true,
  useWasm: false,
  verbosity: 0,
} as const;

/** A stream as it stands in the file. */
export interface EncryptedStream extends Pick<PdfPart, 'object' | 'generation'> {
  bytes: Buffer;
}

/** What an encrypted file says of its encryption, as it stands there: the dictionary, and its identifier. */
export interface Encryption {
  dictionary: string;
  identifier: string;
}

/** How many different ones of a file are looked at; programs write one, and it once more with each change. */
const MOST_ENCRYPTIONS = 4;
const TRAILERS = new RegExp(named('Encrypt'), 'g');
const HANDLERS = new RegExp(named('Standard'), 'g');

/** Gathers what an encrypted file says of its encryption, while its text passes by. */
export class EncryptionSeen {
  readonly #trailers: { encrypt: PdfObject | string; identifier: string }[] = [];
  readonly #handlers: { object: number; dictionary: string }[] = [];

  look(text: string): void {
    for (const { index } of text.matchAll(HANDLERS)) {
      const part = partAround(text, index);
      if (part) this.#handlers.push({ object: part.object, dictionary: asWritten(text, part.dictionary) });
    }
    for (const { index } of text.matchAll(TRAILERS)) {
      const entries = partAround(text, index)?.dictionary.entries;
      const [encrypt, identifier] = [entries?.get('Encrypt'), entries?.get('ID')];
      if (!encrypt) continue;
      this.#trailers.push({
        encrypt: encrypt.is === 'dictionary' ? asWritten(text, encrypt) : encrypt,
        identifier: identifier ? asWritten(text, identifier) : '[<> <>]',
      });
    }
  }

  /** All that may be meant, each once. Throws when there is none, or more than any program writes. */
  all(): Encryption[] {
    const found = this.#trailers.flatMap(({ encrypt, identifier }) => {
      if (typeof encrypt === 'string') return [{ dictionary: encrypt, identifier }];
      if (encrypt.is !== 'reference') return [];
      const meant = this.#handlers.filter(({ object }) => object === encrypt.object);
      return meant.map(({ dictionary }) => ({ dictionary, identifier }));
    });
    const each = new Map(found.map((one) => [`${one.dictionary}\n${one.identifier}`, one]));
    if (each.size === 0 || each.size > MOST_ENCRYPTIONS) throw new ActiveFile(CANNOT_LOOK);
    return [...each.values()];
  }
}

const asWritten = (text: string, { from, to }: PdfObject): string => text.slice(from, to);

/**
 * The bytes of streams of a PDF that is encrypted but opens without a password, their filters left as they are. The
 * library decrypts every revision (ISO 32000-2, 7.6), but tells nobody of streams other than attachments: so it is given
 * a small PDF under the same key, in which those streams, their numbers kept, are attachments without a filter. No two
 * may have the same number. Throws when they cannot be decrypted.
 */
export async function decrypted(streams: readonly EncryptedStream[], encryption: Encryption): Promise<Uint8Array[]> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = pdfjs.getDocument({ data: new Uint8Array(attached(streams, encryption)), ...READS_ONLY });
  try {
    const pdf = await task.promise;
    const contents: Uint8Array[] = [];
    for (const at of streams.keys()) {
      const content = await pdf.getAttachmentContent(String(at));
      if (content === null) throw new ActiveFile(CANNOT_LOOK);
      contents.push(content);
    }
    return contents;
  } catch {
    throw new ActiveFile(CANNOT_LOOK);
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

/** The small PDF. Its catalog stands in the trailer, where no text is encrypted. */
function attached(streams: readonly EncryptedStream[], { dictionary, identifier }: Encryption): Buffer {
  const parts: Buffer[] = [];
  const rows: string[] = [];
  let length = 0;
  const write = (part: string | Buffer): void => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const begin = (object: number, generation: number): void => {
    rows.push(`${object} 1\n${String(length).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`);
    write(`${object} ${generation} obj\n`);
  };
  write('%PDF-1.7\n');
  const own = Math.max(...streams.map(({ object }) => object)) + 1;
  begin(own, 0);
  write(`<< /Type /Pages /Kids [${own + 1} 0 R] /Count 1 >>\nendobj\n`);
  begin(own + 1, 0);
  write(`<< /Type /Page /Parent ${own} 0 R /MediaBox [0 0 1 1] /Resources << >> >>\nendobj\n`);
  for (const { object, generation, bytes } of streams) {
    begin(object, generation);
    write(`<< /Length ${bytes.length} >>\nstream\n`);
    write(bytes);
    write('\nendstream\nendobj\n');
  }
  const table = length;
  const names = streams.map(
    ({ object, generation }, at) => `(${at}) << /F (${at}) /EF << /F ${object} ${generation} R >> >>`,
  );
  write(
    `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${own + 2} /Encrypt ${dictionary} /ID ${identifier} ` +
      `/Root << /Type /Catalog /Pages ${own} 0 R /Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >> >> >>\n` +
      `startxref\n${table}\n%%EOF`,
  );
  return Buffer.concat(parts);
}
