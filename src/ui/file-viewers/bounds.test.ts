import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampleLetter } from '../../../tests/harness/word-sample.ts';
import { samplePng, sampleZip } from '../../platform/inspect/samples.ts';
import { codedSize } from './coded-size.ts';
import { inflated } from './inflated.ts';
import { loadBytes } from './load.ts';
import { TiffPages } from './tiff/pages.ts';
import { bounded } from './word/bounded.ts';
import { wordContent } from './word/convert.ts';

/* What is uploaded says of itself what it likes: no viewer makes more room for it than there is. */

const MB = 1024 * 1024;

describe('what was deflated', () => {
  it('is unpacked as far as it reaches, whatever follows it', async () => {
    const text = Buffer.from('Stable. '.repeat(9_000));
    const packed = deflateRawSync(text);
    for (const one of [packed, Buffer.concat([packed, Buffer.alloc(1)])]) {
      const { bytes, more } = await inflated(one, text.length);
      expect(more).toBe(false);
      expect(Buffer.from(bytes).equals(text)).toBe(true);
    }
    const { bytes } = await inflated(packed.subarray(0, packed.length - 4), text.length);
    expect(text.subarray(0, bytes.length).equals(Buffer.from(bytes))).toBe(true);
  });

  it('and would unpack to more is left where it is more', async () => {
    const packed = deflateRawSync(Buffer.alloc(64 * MB, 7), { level: 1 });
    let read = 0;
    const counted = new Proxy(packed, {
      get: (of, name) => {
        if (name !== 'slice') return Reflect.get(of, name);
        return (from: number, to: number) => {
          read = to;
          return Uint8Array.prototype.slice.call(of, from, to);
        };
      },
    });
    const { bytes, more } = await inflated(counted, 1_000);
    expect([bytes.length, bytes[999], more]).toEqual([1_000, 7, true]);
    expect(read).toBeLessThan(packed.length / 2);
  });
});

describe('a coded picture says how large it is', () => {
  it('whatever coded it', () => {
    const jpeg = Buffer.from('ffd8ffe00004aabbffffc2000b080102030403', 'hex');
    expect(codedSize(Buffer.concat([jpeg, Buffer.alloc(20)]))).toEqual({ width: 772, height: 258, components: 3 });
    const long = Buffer.alloc(60);
    long.set([0xff, 0x4f, 0xff, 0x51]);
    [70_000, 60_000, 1_000, 2_000].forEach((value, n) => long.writeUInt32BE(value, 8 + n * 4));
    long.writeUInt16BE(3, 40);
    const size = { width: 69_000, height: 58_000, components: 3 };
    expect(codedSize(long)).toEqual(size);
    expect(codedSize(Buffer.concat([Buffer.alloc(85), long]))).toEqual(size);
    expect(codedSize(samplePng(20, 10))).toEqual({ width: 20, height: 10, components: 0 });
    expect(codedSize(Buffer.concat([Buffer.from('GIF89a\x40\x01\x20\x00', 'latin1'), Buffer.alloc(30)]))).toMatchObject(
      { width: 320, height: 32 },
    );
    expect(codedSize(Buffer.alloc(100))).toBeNull();
    expect(codedSize(jpeg.subarray(0, 8))).toBeNull();
  });
});

/** A page of eight points each way, of gray, in one strip; `tags` are set otherwise or added. */
function smallTiff(strip: Buffer, tags: Record<number, number>): ArrayBuffer {
  const all = Object.entries({
    256: 8,
    257: 8,
    258: 8,
    259: 1,
    262: 1,
    273: 8,
    277: 1,
    278: 8,
    279: strip.length,
    ...tags,
  });
  const directory = Buffer.alloc(2 + all.length * 12 + 4);
  directory.writeUInt16LE(all.length);
  all.forEach(([tag, value], n) => {
    directory.writeUInt16LE(Number(tag), 2 + n * 12);
    directory.writeUInt16LE(4, 4 + n * 12);
    directory.writeUInt32LE(1, 6 + n * 12);
    directory.writeUInt32LE(value, 10 + n * 12);
  });
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(8 + strip.length, 4);
  return new Uint8Array(Buffer.concat([head, strip, directory])).buffer;
}

describe('pages of a TIFF', () => {
  const many = () => new Uint8Array(readFileSync(new URL('../../../tests/harness/many-ways.tif', import.meta.url)));
  /** Where the directories of a file stand. */
  const directories = (view: DataView): number[] => {
    const found: number[] = [];
    for (let at = view.getUint32(4, true); at !== 0; at = view.getUint32(at + 2 + view.getUint16(at, true) * 12, true))
      found.push(at);
    return found;
  };
  const entry = (view: DataView, page: number, tag: number): number => {
    const at = directories(view)[page - 1] ?? 0;
    for (let i = 0; i < view.getUint16(at, true); i += 1)
      if (view.getUint16(at + 2 + i * 12, true) === tag) return at + 2 + i * 12;
    throw new Error('The tag is not there.');
  };
  const made = (change: (view: DataView, bytes: Uint8Array) => void): TiffPages => {
    const bytes = many();
    change(new DataView(bytes.buffer), bytes);
    return new TiffPages(bytes.buffer);
  };

  it('say why they are not shown, and leave the others as they are', async () => {
    expect(() => made((view) => view.setUint16(2, 43, true))).toThrow('BigTIFF');
    expect(() => new TiffPages(new Uint8Array(4).buffer)).toThrow('damaged');
    const packed = made((view) => view.setUint16(entry(view, 1, 259) + 8, 34_925, true));
    await expect(packed.page(1)).rejects.toThrow(/not shown here \(34925\)/);
    await expect(packed.page(2)).resolves.toMatchObject({ width: 64 });
    await expect(packed.page(14)).rejects.toThrow('damaged');
  });

  it('that lead in a circle or out of the file are none', () => {
    const next = (view: DataView, to: (all: number[]) => number) => {
      const all = directories(view);
      const last = all.at(-1) ?? 0;
      view.setUint32(last + 2 + view.getUint16(last, true) * 12, to(all), true);
    };
    expect(() => made((view) => next(view, (all) => all[3] ?? 0))).toThrow('damaged');
    expect(() => made((view) => next(view, () => 0xfffffff0))).toThrow('damaged');
  });

  it('with tags that name more values than the file has are damaged, and the others are shown', async () => {
    const pages = made((view) => view.setUint32(entry(view, 1, 273) + 4, 0xffffffff, true));
    await expect(pages.page(1)).rejects.toThrow('damaged');
    await expect(pages.page(2)).resolves.toMatchObject({ width: 64 });
  });

  it('of more points, or of more bytes, than there is room for are offered to be downloaded', async () => {
    const sized = (tags: Record<number, number>) => new TiffPages(smallTiff(Buffer.alloc(64), tags)).page(1);
    await expect(sized({})).resolves.toMatchObject({ width: 8, height: 8 });
    await expect(sized({ 256: 60_000, 257: 60_000 })).rejects.toThrow('more points');
    await expect(sized({ 256: 7_000, 257: 7_000, 277: 60_000 })).rejects.toThrow('more points');
    await expect(sized({ 322: 60_000, 323: 60_000, 324: 8, 325: 64 })).rejects.toThrow('more points');
    const coded = made((view, bytes) => {
      const tag = entry(view, 9, 273);
      const strips = view.getUint32(tag + 8, true);
      const strip = view.getUint32(tag + 4, true) === 1 ? strips : view.getUint32(strips, true);
      const frame = bytes.findIndex((byte, at) => at > strip && byte === 0xff && bytes[at + 1] === 0xc0);
      view.setUint32(frame + 5, 0xffffffff);
    });
    await expect(coded.page(9)).rejects.toThrow('more points');
  });

  it('that unpack to more than they have room for show what there is room for', async () => {
    const bomb = deflateSync(Buffer.alloc(64 * MB, 200));
    const { pixels } = await new TiffPages(smallTiff(bomb, { 259: 8 })).page(1);
    expect([pixels.length, pixels[0], pixels[252]]).toEqual([256, 200, 200]);
  });
});

describe('a Word document', () => {
  const letter = () => new Uint8Array(sampleLetter(samplePng(20, 10)));
  const few = { text: MB, all: 2 * MB, parts: 20 };

  it('whose parts unpack to more than there is room for is offered to be downloaded', async () => {
    await expect(bounded(letter(), few)).resolves.toBeInstanceOf(ArrayBuffer);
    const bomb = (name: string) =>
      bounded(new Uint8Array(sampleZip({ 'word/document.xml': '<x/>', [name]: Buffer.alloc(3 * MB) })), few);
    await expect(bomb('word/styles.xml')).rejects.toThrow('larger than can be shown');
    await expect(bomb('word/media/a.png')).rejects.toThrow('larger than can be shown');
    // what is not read takes no room
    await expect(bomb('word/fonts/f.odttf')).resolves.toBeInstanceOf(ArrayBuffer);
    await expect(bounded(letter(), { ...few, parts: 3 })).rejects.toThrow('larger than can be shown');
  });

  it('is so whatever its directory says of their sizes', async () => {
    const liar = new Uint8Array(sampleZip({ 'word/document.xml': Buffer.alloc(64 * MB, 32) }));
    const view = new DataView(liar.buffer);
    const at = view.getUint32(liar.length - 6, true);
    view.setUint32(at + 24, 10, true);
    await expect(wordContent(liar.buffer)).rejects.toThrow('larger than can be shown');
  });

  it('names its pictures, and leaves out those of more points than there is room for', async () => {
    const huge = samplePng(20, 10);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const { html, pictures } = await wordContent(new Uint8Array(sampleLetter(huge)).buffer);
    expect(pictures).toHaveLength(0);
    expect(html).toContain('alt="A shoulder"');
  });
});

it('of a large file its first bytes are asked for, and no more', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.range);
    response.end('Stable.');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { signal } = new AbortController();
    await loadBytes(url, 200 * MB, signal, 32 * MB);
    await loadBytes(url, 7, signal, 32 * MB);
    expect(asked).toEqual(['bytes=0-33554431', undefined]);
  } finally {
    server.close();
  }
});
