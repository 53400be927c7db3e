import { readFile } from 'node:fs/promises';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { Inspector } from './inspector.ts';
import { as85, asHex, asLzw, asPngRows, asRuns, asTiffRows, samplePacked } from './pdf-samples.ts';
import { sampleZip } from './samples.ts';
import { CANNOT_LOOK, UNPACKS_TOO_MUCH } from './types.ts';

const LAUNCH = 'Starts a program when it is opened or clicked. Print it to a new PDF, then upload that.';

const inspector = new Inspector();
afterAll(() => inspector.close());

async function failureOf(content: Buffer, name = 'chart.pdf'): Promise<string | null> {
  const bytes = async (start: number, length: number) => content.subarray(start, start + length);
  return (await inspector.inspect({ name }, { size: content.length, bytes })).failure;
}

const rows = '/Columns 16 >>';
const plain = (objects: Buffer): Buffer => objects;

describe('a PDF whose packed objects start a program is refused, the same without is taken', () => {
  test.each<[string, (objects: Buffer) => Buffer, string]>([
    ['not packed', plain, ''],
    ['deflate', deflateSync, '/Filter /FlateDecode'],
    ['deflate in a list, without parameters', deflateSync, '/Filter [/FlateDecode] /DecodeParms [null]'],
    ['hexadecimal', asHex, '/Filter /ASCIIHexDecode'],
    ['base 85', as85, '/Filter /ASCII85Decode'],
    ['run lengths', asRuns, '/Filter /RunLengthDecode'],
    ['LZW', asLzw, '/Filter /LZWDecode'],
    ['LZW, wider later', (objects) => asLzw(objects, 0), '/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>'],
    ['deflate twice', (objects) => deflateSync(deflateSync(objects)), '/Filter [/FlateDecode /FlateDecode]'],
    [
      'LZW in hexadecimal, with a name by numbers',
      (objects) => asHex(asLzw(objects)),
      '/Filter [/ASCIIHexDecode /L#5AWDecode]',
    ],
    ['deflate in base 85', (objects) => as85(deflateSync(objects)), '/Filter [/ASCII85Decode /FlateDecode]'],
    ['deflate, foretold as PNG', asPngRows, `/Filter /FlateDecode /DecodeParms << /Predictor 15 ${rows}`],
    ['deflate, foretold as TIFF', asTiffRows, `/Filter /FlateDecode /DecodeParms << /Predictor 2 ${rows}`],
    [
      'foretold, in hexadecimal',
      (objects) => asHex(asPngRows(objects)),
      `/Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null << /Predictor 12 ${rows}]`,
    ],
  ])('%s', async (_what, pack, entries) => {
    expect(await failureOf(samplePacked(pack, entries, { launches: true }))).toBe(LAUNCH);
    expect(await failureOf(samplePacked(pack, entries, { launches: true, lengthApart: true }))).toBe(LAUNCH);
    expect(await failureOf(samplePacked(pack, entries))).toBeNull();
    expect(await failureOf(samplePacked(pack, entries, { lengthApart: true }))).toBeNull();
  });

  // made by qpdf 11.0.0 (--object-streams=generate --encrypt '' owner ...), of a page with a link
  test.each<[string, string]>([
    ['revision 2, RC4 of 40 bits', 'r2'],
    ['revision 3, RC4 of 128 bits', 'r3'],
    ['revision 4, RC4', 'r4rc4'],
    ['revision 4, AES of 128 bits', 'r4'],
    ['revision 5, AES of 256 bits', 'r5'],
    ['revision 6, AES of 256 bits', 'r6'],
    ['revision 6, its metadata in clear', 'r6m'],
  ])('encrypted without a password to open it: %s', async (_what, revision) => {
    const sample = (name: string): Promise<Buffer> =>
      readFile(new URL(`./samples-encrypted/${name}-${revision}.pdf`, import.meta.url));
    expect(await failureOf(await sample('launch'))).toBe(LAUNCH);
    expect(await failureOf(await sample('clean'))).toBeNull();
  });
});

/** A PDF that opens, with one more stream of objects. */
const withStream = (packed: Buffer, entries: string, kind = '/ObjStm'): Buffer =>
  samplePacked(deflateSync, '/Filter /FlateDecode', {
    more: Buffer.concat([
      Buffer.from(`8 0 obj\n<< /Type ${kind} /N 1 /First 4 /Length ${packed.length} ${entries} >>\nstream\n`),
      packed,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  });
const link = Buffer.from('4 0 << /S /URI >>');

describe('packed objects that cannot be looked at are refused', () => {
  test.each<[string, Buffer, string | null]>([
    ['or taken where they can be', withStream(link, ''), null],
    ['a filter of pictures', withStream(link, '/Filter /JPXDecode'), CANNOT_LOOK],
    ['a filter that decrypts', withStream(link, '/Filter /Crypt'), CANNOT_LOOK],
    ['a filter elsewhere', withStream(link, '/Filter 9 0 R'), CANNOT_LOOK],
    ['parameters elsewhere', withStream(link, '/Filter /FlateDecode /DecodeParms 9 0 R'), CANNOT_LOOK],
    ['bytes elsewhere', withStream(link, '/F (other.bin)'), CANNOT_LOOK],
    ['two filters of one name', withStream(link, '/Filter /FlateDecode /Filter null'), CANNOT_LOOK],
    [
      'a predictor unknown',
      withStream(deflateSync(link), `/Filter /FlateDecode /DecodeParms << /Predictor 3 ${rows}`),
      CANNOT_LOOK,
    ],
    ['deflate without its head', withStream(deflateRawSync(link), '/Filter /FlateDecode'), CANNOT_LOOK],
    ['a head far before', withStream(link, '', `%${' '.repeat(20_000)}\n/ObjStm`), CANNOT_LOOK],
    [
      'a bomb',
      withStream(deflateSync(deflateSync(Buffer.alloc(70_000_000, ' '))), '/Filter [/FlateDecode /FlateDecode]'),
      UNPACKS_TOO_MUCH,
    ],
    [
      'a bomb of run lengths',
      withStream(Buffer.alloc(1_200_000, '8120', 'hex'), '/Filter /RunLengthDecode'),
      UNPACKS_TOO_MUCH,
    ],
  ])('%s', async (_what, content, failure) => {
    expect(await failureOf(content)).toBe(failure);
  });

  test('in an archive, too', async () => {
    const archive = sampleZip({ 'chart.pdf': withStream(link, '/Filter /JPXDecode') });
    expect(await failureOf(archive, 'records.zip')).toBe(`chart.pdf: ${CANNOT_LOOK}`);
  });
});
