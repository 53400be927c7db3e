import { describe, expect, it } from 'vitest';
import { FILE_TYPE_WORDS } from '../../core/file-type-words.ts';
import { FILE_TYPES } from '../../core/file-types.ts';
import { encodingOf } from '../../core/text-encoding.ts';
import type { Source } from '../storage.ts';
import { inspect } from './inspect.ts';
import { sampleMp3, sampleMp4, sampleOgg, sampleWav, sampleWebm } from './samples-audio.ts';
import { samplePdf, sampleZip } from './samples.ts';

const source = (whole: Buffer): Source => ({
  size: whole.length,
  bytes: async (start, length) => whole.subarray(start, start + length),
});
const looked = (name: string, content: Buffer | string) => inspect({ name }, source(Buffer.from(content)));
const wide = (text: string, swapped = false): Buffer => {
  const made = Buffer.from(text, 'utf16le');
  return swapped ? made.swap16() : made;
};

describe('how a text is written', () => {
  it.each([
    ['plain', Buffer.from('Pain 4 of 10'), 'utf-8'],
    ['UTF-8', Buffer.from('Schmerz für Jahre'), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFa'), 'utf-8'],
    ['UTF-8 cut within a letter', Buffer.from('für').subarray(0, 2), 'utf-8'],
    ['of an older Windows', Buffer.from('für', 'latin1'), 'windows-1252'],
    ['UTF-16 with a mark', wide('\uFEFFfür'), 'utf-16le'],
    ['UTF-16 with a mark, big end first', wide('\uFEFFfür', true), 'utf-16be'],
    ['UTF-16 without a mark', wide('Pain 4 of 10'), 'utf-16le'],
    ['UTF-16 without a mark, big end first', wide('Pain 4 of 10', true), 'utf-16be'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
  ])('%s', (_what, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding);
  });
});

describe('a text as a record', () => {
  it.each([
    ['a short one', 'Pain 4 of 10.', 1],
    ['one that begins as a picture would', 'BMI 31.2, weight stable.', 1],
    ['markup, which is text', '<script>alert(1)</script>', 1],
    ['sixty lines', 'a\n'.repeat(60), 1],
    ['sixty-one lines', 'a\r\n'.repeat(61), 2],
    ['sixty lines and a word', `${'a\n'.repeat(60)}b`, 2],
    ['one long line', 'a'.repeat(6001), 2],
    ['page breaks', 'one\ftwo\f\fthree', 3],
    ['UTF-16', wide('\uFEFFone\ftwo'), 2],
    ['of an older Windows', Buffer.from('für\f', 'latin1'), 1],
  ])('%s', async (_what, content, pages) => {
    const found = { failure: null, content_type: 'text/plain', pages, pages_asked: false, has_text: true };
    expect(await looked('Note.TXT', content)).toMatchObject(found);
  });

  it.each([
    ['a PDF', async () => samplePdf(1)],
    ['an archive', () => sampleZip({ 'a.txt': 'x' })],
    ['a program', () => Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
    ['rich text', () => String.raw`{\rtf1 Dear}`],
    ['a text with a zero in it', () => `${'Pain. '.repeat(400_000)}\0`],
  ])('is refused where it is %s', async (_what, make) => {
    expect((await looked('Note.txt', await make())).failure).toBe(
      'This is not a plain text, although its name says so.',
    );
  });

  it('is refused where nobody would print it', async () => {
    expect((await looked('Log.log', 'a\f'.repeat(20_001))).failure).toMatch(/more than 20,000 pages/);
  });
});

describe('a recording as a record', () => {
  it.each([
    ['Call.mp3', sampleMp3(), 'audio/mpeg'],
    ['Call.m4a', sampleMp4('soun'), 'audio/mp4'],
    ['Call.wav', sampleWav(), 'audio/wav'],
    ['Call.opus', sampleOgg(), 'audio/ogg'],
    ['Scene.mp4', sampleMp4('vide'), 'video/mp4'],
    // telephones name the same container as they like
    ['Scene.mov', sampleMp4('vide'), 'video/quicktime'],
    ['Scene.webm', sampleWebm('V_VP9'), 'video/webm'],
  ])('%s', async (name, content, content_type) => {
    expect(await looked(name, content)).toMatchObject({ failure: null, content_type, pages: null, pages_asked: false });
  });

  it.each([
    ['Call.mp3', sampleWav(), /not an MP3 recording/],
    ['Scene.mp4', Buffer.from('<html>'), /not an MP4 video/],
    ['Scene.webm', sampleMp4('vide'), /not a WebM video/],
    ['Scene.mov', sampleWebm('V_VP9'), /not a QuickTime video/],
    ['Scene.avi', sampleMp4('vide'), /not accepted. Upload a PDF, image, Word, text, sound, video, DICOM or ZIP file/],
  ])('%s that is something else is refused', async (name, content, why) => {
    expect((await looked(name, content)).failure).toMatch(why);
  });

  it('has no pages in an archive either, and a text there has', async () => {
    const archive = (entries: Record<string, string | Buffer>) => looked('Chart.zip', sampleZip(entries));
    expect(await archive({ 'a.txt': 'one\ftwo', 'b.mp3': sampleMp3() })).toMatchObject({
      pages: 2,
      pages_asked: false,
    });
    expect(await archive({ 'b.mp4': sampleMp4('vide') })).toMatchObject({ pages: null, pages_asked: false });
  });
});

it('only pictures, PDFs and recordings are shown at their address by a browser itself', () => {
  const shown = Object.entries(FILE_TYPE_WORDS).filter(([, { inline }]) => inline);
  expect(shown.map(([type]) => FILE_TYPES[type as keyof typeof FILE_TYPES].content_type)).toEqual(
    expect.arrayContaining(['application/pdf', 'image/png', 'video/mp4']),
  );
  expect(shown.map(([type]) => type)).not.toContain('text');
  expect(shown.map(([type]) => type)).not.toContain('docx');
});
