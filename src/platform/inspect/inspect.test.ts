import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Source } from '../storage.ts';
import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { fetchesOnOpening } from './docx.ts';
import { runsSomething } from './pdf-launch.ts';
import { Inspector, TOO_LONG, TOO_MUCH } from './inspector.ts';
import { InTurn } from './in-turn.ts';
import {
  sampleBomb,
  sampleDicom,
  sampleDocx,
  sampleDocxOf,
  sampleLaunch,
  samplePageScript,
  samplePdf,
  samplePng,
  sampleScriptIn,
  sampleTiff,
  sampleZip,
} from './samples.ts';
import { CANNOT_LOOK, DAMAGED, PASSWORD } from './types.ts';

const inspector = new Inspector();
afterAll(() => inspector.close());

const sourceOf = (whole: Buffer): Source => ({
  size: whole.length,
  bytes: async (start, length) => whole.subarray(start, start + length),
});

const template = (target: string, type = 'attachedTemplate'): string =>
  `<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
/** The same in UTF-16. */
const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const jpeg = (): Buffer => createCanvas(40, 30).toBuffer('image/jpeg');
/** Bytes that begin as a JPEG does, with a frame and a scan, and mean nothing. */
const nonsenseJpeg = (): Buffer =>
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100ffda0008010100003f00aabbccddffd9',
    'hex',
  );
function damagedRelations(): Buffer {
  const whole = sampleDocx({ 'word/_rels/settings.xml.rels': template('https://x.example') });
  return Buffer.from(whole).fill(
    0xff,
    whole.indexOf('settings.xml.rels') + 17,
    whole.indexOf('settings.xml.rels') + 37,
  );
}

async function inspected(name: string, content: Buffer | string, by = inspector) {
  const result = await by.inspect({ name }, sourceOf(Buffer.from(content)));
  return { ...result, right: result.sha256 === createHash('sha256').update(content).digest('hex') };
}

/** As scanners write them: the first page, then its directory, which is beyond what tells the other sorts of files. */
function lateTiff(): Buffer {
  const early = sampleTiff(1);
  const late = Buffer.concat([early.subarray(0, 8), Buffer.alloc(20_000), early.subarray(8)]);
  late.writeUInt32LE(20_008, 4);
  return late;
}

describe('a file that is what it says', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, string, number | null, boolean | null]>([
    ['chart.pdf', () => samplePdf(23), 'application/pdf', 23, true],
    ['scan.PDF', () => samplePdf(3, { text: false }), 'application/pdf', 3, false],
    ['late.pdf', async () => Buffer.concat([Buffer.from('\n\n\n'), await samplePdf(2)]), 'application/pdf', 2, true],
    ['photo.png', () => samplePng(640, 480), 'image/png', 1, null],
    ['fax.tif', () => sampleTiff(7), 'image/tiff', 7, null],
    ['a fax whose pages stand before what is said of them.tif', () => lateTiff(), 'image/tiff', 1, null],
    [
      'letter.docx',
      () => sampleDocx(),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      null,
      null,
    ],
    ['mri.zip', () => sampleZip({ 'IM0001.dcm': sampleDicom() }), 'application/zip', null, null],
    ['IM0001.dcm', () => sampleDicom(), 'application/dicom', null, null],
    ['photo.jpg', () => jpeg(), 'image/jpeg', 1, null],
  ])('%s', async (name, make, content_type, pages, has_text) => {
    const result = await inspected(name, await make());
    expect(result).toMatchObject({ failure: null, content_type, pages, has_text, right: true });
  });

  test.each<[string, string, () => Promise<Buffer> | Buffer, number | 'asked' | null]>([
    ['a Word document that says its pages', 'letter.docx', () => sampleDocxOf(12), 12],
    ['one that says nothing', 'letter.docx', () => sampleDocx(), 'asked'],
    ['one with less pages than its text takes', 'letter.docx', () => sampleDocxOf(1, { letters: 90_000 }), 'asked'],
    ['one with less pages than it has breaks', 'letter.docx', () => sampleDocxOf(2, { breaks: 4 }), 'asked'],
    ['one that says nonsense', 'letter.docx', () => sampleDocxOf('-3'), 'asked'],
    ['one that says far too many', 'letter.docx', () => sampleDocxOf(20_001), 'asked'],
    ['one called an archive', 'letter.zip', () => sampleDocxOf(3), 3],
    [
      'an archive of what can be counted',
      'chart.zip',
      async () =>
        sampleZip({
          'chart/notes.pdf': await samplePdf(4),
          'chart/fax.tif': sampleTiff(2),
          'chart/photo.png': samplePng(8, 8),
          'chart/letter.docx': sampleDocxOf(3),
          'chart/Thumbs.db': 'x',
          '__MACOSX/chart/._notes.pdf': 'x',
        }),
      10,
    ],
    [
      'an archive with a document that cannot be counted',
      'chart.zip',
      async () => sampleZip({ 'notes.pdf': await samplePdf(4), 'old.doc': 'x' }),
      'asked',
    ],
    [
      'an archive with a damaged document',
      'chart.zip',
      async () => sampleZip({ 'notes.pdf': await samplePdf(4), 'more.pdf': '%PDF-1.4 nothing' }),
      'asked',
    ],
    ['an archive in an archive', 'chart.zip', () => sampleZip({ 'inner.zip': sampleZip({ 'a.txt': 'x' }) }), 'asked'],
    [
      'an archive of many documents',
      'chart.zip',
      () => sampleZip(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.png`, samplePng(8, 8)]))),
      'asked',
    ],
    [
      'an imaging disc with its viewer',
      'mri.zip',
      () =>
        sampleZip({
          DICOMDIR: 'x',
          'IM/0001': sampleDicom(),
          'viewer/help.html': 'x',
          'viewer/a.png': samplePng(8, 8),
        }),
      null,
    ],
    ['an archive of images of no pages', 'mri.zip', () => sampleZip({ 'IM0001.dcm': sampleDicom() }), null],
  ])('%s', async (_what, name, make, pages) => {
    const expected = { failure: null, pages: pages === 'asked' ? null : pages, pages_asked: pages === 'asked' };
    expect(await inspected(name, await make())).toMatchObject(expected);
  });

  test('a PDF of 3,000 pages is counted', async () => {
    const result = await inspected('binder.pdf', await samplePdf(3000));
    expect(result).toMatchObject({ failure: null, pages: 3000 });
  });
});

describe('a file that is refused says why and what to do', () => {
  test.each<[string, string, () => Promise<Buffer> | Buffer | string, string]>([
    ['a locked PDF', 'chart.pdf', () => samplePdf(2, { password: 'secret' }), PASSWORD],
    [
      'a web page',
      'chart.pdf',
      () => '<!doctype html><script>alert(1)</script>',
      'This is not a PDF, although its name says so.',
    ],
    ['half a PDF', 'chart.pdf', async () => (await samplePdf(5)).subarray(0, 900), DAMAGED],
    [
      'a script',
      'chart.pdf',
      () => samplePdf(2, { script: true }),
      'Contains a script that runs when it is opened. Print it to a new PDF, then upload that.',
    ],
    ['an image posing', 'chart.pdf', () => samplePng(4, 4), 'This is not a PDF, although its name says so.'],
    ['a PDF posing', 'photo.jpg', () => samplePdf(1), 'This is not a JPEG image, although its name says so.'],
    [
      'a drawing posing',
      'photo.png',
      () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'This is not a PNG image, although its name says so.',
    ],
    [
      'a pixel bomb',
      'photo.png',
      () => samplePng(60_000, 60_000),
      'This image has more pixels than can be shown. Save it smaller, then upload that.',
    ],
    [
      'macros',
      'letter.docx',
      () => sampleDocx({ 'word/vbaProject.bin': 'x' }),
      'Contains macros. Save it as a Word document without macros, then upload that.',
    ],
    [
      'a plain archive',
      'letter.docx',
      () => sampleZip({ a: 'b' }),
      'This is not a Word document, although its name says so.',
    ],
    ['a locked archive', 'mri.zip', () => sampleZip({ a: 'b' }, { encrypted: true }), PASSWORD],
    [
      'an archive bomb',
      'mri.zip',
      () => sampleZip({ a: 'b' }, { claims: 4_000_000_000 }),
      'This archive unpacks to far more than it should. Upload the files themselves.',
    ],
    [
      'a script before an image',
      'IM0001.dcm',
      () => sampleDicom('#!/bin/sh\n'),
      'The first bytes of this DICOM image hold something else, which could run as a program. Export it again, then upload that.',
    ],
    [
      'a program before an image',
      'IM0001.dcm',
      () => sampleDicom('MZ'),
      'This is not a DICOM image, although its name says so.',
    ],
    [
      'a form field that runs a script',
      'chart.pdf',
      () => sampleScriptIn('Widget'),
      'Contains a script in a form field, a note or a link. Print it to a new PDF, then upload that.',
    ],
    [
      'a link that runs a script, in an archive',
      'records.zip',
      () => sampleZip({ 'chart.pdf': sampleScriptIn('Link') }),
      'chart.pdf: Contains a script in a form field, a note or a link. Print it to a new PDF, then upload that.',
    ],
    [
      'a page that runs a script',
      'chart.pdf',
      () => samplePageScript(),
      'Contains a script that runs when it is opened. Print it to a new PDF, then upload that.',
    ],
    [
      'a link that starts a program',
      'chart.pdf',
      () => sampleLaunch(),
      'Starts a program when it is opened or clicked. Print it to a new PDF, then upload that.',
    ],
    [
      'a template from elsewhere, in UTF-16',
      'order.docx',
      () => sampleDocx({ 'word/_rels/settings.xml.rels': wide(template('https://evil.example/t.dotm')) }),
      'Loads something from elsewhere when it is opened, such as a template. Save it as a PDF, then upload that.',
    ],
    [
      'a template from elsewhere',
      'letter.docx',
      () => sampleDocx({ 'word/_rels/settings.xml.rels': template('https://evil.example/t.dotm') }),
      'Loads something from elsewhere when it is opened, such as a template. Save it as a PDF, then upload that.',
    ],
    [
      'a page in an archive that runs a script',
      'chart.zip',
      () => sampleZip({ 'chart/open me.pdf': samplePageScript() }),
      'open me.pdf: Contains a script that runs when it is opened. Print it to a new PDF, then upload that.',
    ],
    ['relations that do not unpack', 'letter.docx', () => damagedRelations(), DAMAGED],
    ['a picture of nothing', 'photo.jpg', () => jpeg().subarray(0, 150), DAMAGED],
    ['a frame without tables', 'photo.jpg', () => nonsenseJpeg(), DAMAGED],
    ['half an archive', 'mri.zip', () => sampleZip({ a: 'b'.repeat(500) }).subarray(0, 40), DAMAGED],
    ['a TIFF in a circle', 'fax.tif', () => sampleTiff(3, true), DAMAGED],
    ['half a TIFF', 'fax.tif', () => sampleTiff(3).subarray(0, 30), DAMAGED],
  ])('%s', async (_what, name, make, failure) => {
    const result = await inspected(name, await make());
    expect(result).toMatchObject({ failure, content_type: null, right: true });
  });
});

describe('limits', () => {
  test('too long ends the child, and the next file gets a new one', async () => {
    const hasty = new Inspector({ time_ms: 1, width: 1 });
    const slow = await inspected('a.pdf', 'x', hasty);
    expect(slow.failure).toBe(TOO_LONG);
    hasty.close();
    const next = await inspected('a.pdf', await samplePdf(1));
    expect(next).toMatchObject({ failure: null, pages: 1 });
  });

  test.runIf(process.platform === 'linux')('too much memory ends the child', async () => {
    const small = new Inspector({ memory_bytes: 1024, width: 1 });
    const result = await inspected('a.pdf', await samplePdf(3000), small);
    expect(result.failure).toBe(TOO_MUCH);
    small.close();
  });

  test('many at once share two children', async () => {
    const pdf = await samplePdf(2);
    const all = await Promise.all(Array.from({ length: 12 }, () => inspected('a.pdf', pdf)));
    expect(all.map((r) => r.pages)).toEqual(Array.from({ length: 12 }, () => 2));
  });
});

test('who sends bombs does not keep the places from others', async () => {
  const own = new Inspector();
  const turns = new InTurn(own, () => new Date());
  const over: string[] = [];
  const send = async (person: string, content: Buffer): Promise<void> => {
    const { failure } = await turns.inspect({ name: 'cv.pdf' }, sourceOf(content), { organization: '', person });
    over.push(failure ?? person);
  };
  const [bomb, chart] = [sampleBomb(128), await samplePdf(2)];
  const bombs = Promise.allSettled([1, 2, 3, 4].map(() => send('mallory', bomb)));
  await send('dana', chart);
  expect(over).toEqual(['dana']);
  own.close();
  await bombs;
});

test.each<[boolean, string]>([
  [true, template('https://evil.example/t.dotm')],
  [true, template('\\\\server\\share\\t.dotx')],
  [true, template('file://server/share/t.dotx')],
  [true, template('https://evil.example/x', 'oleObject')],
  [true, template('https://evil.example/x', 'frame').replaceAll('"', "'")],
  [true, template('https://evil.example/t.dotm').replace('External', '&#69;xtern&#x61;l')],
  [false, template('file:///C:\\Users\\Dana\\Normal.dotm')],
  [false, template('Normal.dotm')],
  [false, template('https://journal.example/article', 'hyperlink')],
  [false, template('media/image1.png', 'oleObject').replace(' TargetMode="External"', '')],
])('%s: fetched on opening: %s', (expected, relations) => {
  expect(fetchesOnOpening(relations)).toBe(expected);
});

const packed = (objects: string): Buffer =>
  Buffer.concat([
    Buffer.from('7 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n'),
    deflateSync(Buffer.from(objects)),
    Buffer.from('\nendstream'),
  ]);
test.each<[boolean, string, Buffer]>([
  [true, 'plain', Buffer.from('<< /S /Launch /F (cmd.exe) >>')],
  [true, 'with letters as numbers', Buffer.from('<</S/L#61un#63h/F(x)>>')],
  [true, 'with capitals in such numbers', Buffer.from('<</S/#4Cau#6Ech/F(x)>>')],
  [true, 'over the edge of two windows', Buffer.concat([Buffer.alloc(1024 * 1024 - 3), Buffer.from('/Launch ')])],
  [true, 'in an object stream', packed('1 0 << /S /Launch >>')],
  [true, 'in an object stream far in', Buffer.concat([Buffer.alloc(1_500_000), packed('1 0 << /S /Launch >>')])],
  [
    true,
    'at the end of a long object stream',
    packed(`1 0 ${randomBytes(600_000).toString('hex')} << /S /Launch >> ${' '.repeat(40_000_000)}`),
  ],
  [false, 'another name', Buffer.from('<< /LaunchPad /Launched >>')],
  [false, 'an object stream without', packed('1 0 << /S /URI >>')],
])('%s: a PDF that starts a program, %s', async (expected, _where, bytes) => {
  expect((await runsSomething(sourceOf(bytes))) === 'program').toBe(expected);
});

test('a PDF with objects that unpack to more than any program writes is refused', async () => {
  await expect(runsSomething(sourceOf(packed(`1 0 ${' '.repeat(70_000_000)}`)))).rejects.toThrow(
    'far more than it should',
  );
});

test.each(['/ObjStm stream\n nothing', '7 0 obj << /Type /ObjStm /Filter /FlateDecode >> stream\n nothing'])(
  'a PDF with packed objects nobody can read is refused: %j',
  async (text) => {
    await expect(runsSomething(sourceOf(Buffer.from(text)))).rejects.toThrow(CANNOT_LOOK);
  },
);

test.each(['/S /JavaScript', '/S/#4AavaScript', '/S\0/JavaScript', '/S% of a form\n/JavaScript'])(
  'a PDF that runs a script, as %j',
  async (action) => {
    expect(await runsSomething(sourceOf(Buffer.from(`<< ${action} /JS (x) >>`)))).toBe('script');
  },
);
