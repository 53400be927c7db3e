import type { Source } from '../storage.ts';
import { filtersOf, type PdfFilter } from './pdf-filters.ts';
import { afterGap, named, numberIn, partAround, type PdfObject } from './pdf-objects.ts';
import { ActiveFile, CANNOT_LOOK } from './types.ts';

/** A stream of packed objects in a file. */
export interface ObjectStream {
  object: number;
  generation: number;
  filters: PdfFilter[];
  /** Where its bytes begin in the file. */
  from: number;
  length: PdfObject | undefined;
  isEmpty: boolean;
}

/** How long a packed stream may be that is read whole. */
const MOST_PACKED = 32 * 1024 * 1024;
const WINDOW_BYTES = 1024 * 1024;
const OVERLAP_BYTES = 128;
const OBJECT_STREAM = new RegExp(named('ObjStm'), 'g');
const DATA = /stream[ \t]*(?:\r\n|\n|\r)/y;
const END = 'endstream';
const WHOLE_NUMBER = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]*endobj/g;

/** The streams whose names stand in the text from `first` to before `last`; the text begins at `start` of the file. */
export function* streamsIn(text: string, start: number, first: number, last: number): Generator<ObjectStream> {
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    if (start + index < first || start + index >= last) continue;
    const part = partAround(text, index);
    if (part === null) throw new ActiveFile(CANNOT_LOOK);
    const after = afterGap(text, part.dictionary.to);
    // a dictionary that only speaks of them
    if (!text.startsWith('stream', after) && after + 'stream\r\n'.length <= text.length) continue;
    DATA.lastIndex = after;
    if (!DATA.test(text)) throw new ActiveFile(CANNOT_LOOK);
    yield {
      object: part.object,
      generation: part.generation,
      filters: filtersOf(part.dictionary),
      from: start + DATA.lastIndex,
      length: part.dictionary.entries.get('Length'),
      isEmpty: numberIn(part.dictionary, 'N', 1) === 0,
    };
  }
}

/** The bytes of streams, one after the other. Throws when the length of one is not said, wrong, or beyond the limit. */
export async function* bytesOf(
  source: Source,
  streams: readonly ObjectStream[],
): AsyncGenerator<ObjectStream & { bytes: Buffer }> {
  const isElsewhere = streams.some(({ length }) => length?.is === 'reference');
  const numbers = isElsewhere ? await wholeNumbers(source) : new Map<number, number[]>();
  for (const stream of streams) {
    const { length, from } = stream;
    const lengths = length?.is === 'number' ? [length.number] : [];
    if (length?.is === 'reference') lengths.push(...(numbers.get(length.object) ?? []));
    let bytes: Buffer | null = null;
    for (const most of lengths.toSorted((a, b) => b - a)) bytes ??= await upToEnd(source, from, most);
    if (bytes === null) throw new ActiveFile(CANNOT_LOOK);
    yield { ...stream, bytes };
  }
}

/** The bytes, if a stream that begins there ends after so many. */
async function upToEnd(source: Source, from: number, length: number): Promise<Buffer | null> {
  if (!Number.isInteger(length) || length < 0 || length > MOST_PACKED) return null;
  const bytes = await source.bytes(from, length + END.length + 2);
  const end = bytes.subarray(length).toString('latin1');
  return end.replace(/^[\r\n ]{1,2}/, '').startsWith(END) ? bytes.subarray(0, length) : null;
}

/** The objects of a file that are a whole number, under their own: lengths that were not known before. */
async function wholeNumbers(source: Source): Promise<Map<number, number[]>> {
  const numbers = new Map<number, number[]>();
  for (let at = 0; at < source.size; at += WINDOW_BYTES) {
    const text = (await source.bytes(at, WINDOW_BYTES + OVERLAP_BYTES)).toString('latin1');
    for (const [, object, number] of text.matchAll(WHOLE_NUMBER)) {
      const before = numbers.get(Number(object)) ?? [];
      if (!before.includes(Number(number))) numbers.set(Number(object), [...before, Number(number)]);
    }
  }
  return numbers;
}
