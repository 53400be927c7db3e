import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Face } from './metrics.ts';
import { baseline } from './pdf.ts';
import type { Prng } from './prng.ts';
import { PAGE } from './sheet.ts';
import type { Op } from './sheet.ts';

/** Dots per point: 1.8 is 130 dots per inch, what a records service's fax-grade scanner gives. */
const SCALE = 1.8;
const QUALITY = 42;
const NOISE = 256;

const FILES: Record<Face, string> = {
  sans: 'LiberationSans-Regular.ttf',
  'sans-bold': 'LiberationSans-Bold.ttf',
  'sans-italic': 'LiberationSans-Italic.ttf',
  serif: 'FoxitSerif.pfb',
  'serif-bold': 'FoxitSerifBold.pfb',
  'serif-italic': 'FoxitSerifItalic.pfb',
  mono: 'FoxitFixed.pfb',
  'mono-bold': 'FoxitFixedBold.pfb',
};

let ready = false;

/** Makes the faces records are set in known to the canvas. */
export function registerFonts(): void {
  if (ready) return;
  ready = true;
  const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
  for (const [face, file] of Object.entries(FILES)) GlobalFonts.registerFromPath(join(folder, file), `record-${face}`);
}

function drawOps(ctx: SKRSContext2D, ops: readonly Op[]): void {
  for (const op of ops) {
    const shade = Math.round(30 + op.gray * 210);
    const color = `rgb(${shade},${shade},${shade})`;
    ctx.fillStyle = color;
    ctx.strokeStyle = color;
    if (op.kind === 'text') {
      ctx.font = `${op.size}px "record-${op.face}"`;
      ctx.fillText(op.text, op.x, baseline(op.y, op.face, op.size));
    } else if (op.kind === 'line') {
      ctx.lineWidth = op.width;
      ctx.beginPath();
      ctx.moveTo(op.x1, op.y1);
      ctx.lineTo(op.x2, op.y2);
      ctx.stroke();
    } else if (op.kind === 'fill') {
      ctx.fillRect(op.x, op.y, op.w, op.h);
    } else {
      ctx.lineWidth = op.width;
      ctx.beginPath();
      op.points.forEach(([x, y], at) => (at === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
      ctx.stroke();
    }
  }
}

/** What pages of a record are scanned with, made once: the glass they lie on, and their faint grain. */
export interface Scanner {
  glass: Canvas;
  grain: Canvas;
}

const WIDTH = Math.round(PAGE.width * SCALE);
const HEIGHT = Math.round(PAGE.height * SCALE);

export const openScanner = (random: Prng): Scanner => ({
  glass: createCanvas(WIDTH, HEIGHT),
  grain: grain(random),
});

/** A sheet of faint paper grain, of equal tiles. */
function grain(random: Prng): Canvas {
  const tile = createCanvas(NOISE, NOISE);
  const ctx = tile.getContext('2d');
  const image = ctx.createImageData(NOISE, NOISE);
  for (let at = 0; at < image.data.length; at += 4) {
    image.data[at + 3] = random.next() < 0.2 ? random.int(3, 14) : 0;
  }
  ctx.putImageData(image, 0, 0);
  const sheet = createCanvas(WIDTH, HEIGHT);
  const all = sheet.getContext('2d');
  for (let y = 0; y < HEIGHT; y += NOISE) for (let x = 0; x < WIDTH; x += NOISE) all.drawImage(tile, x, y);
  return sheet;
}

/** The page as a slightly crooked, speckled gray JPEG, as a document feeder would give it. */
export async function scanPage(ops: readonly Op[], { glass, grain }: Scanner, random: Prng): Promise<Buffer> {
  registerFonts();
  const [width, height] = [WIDTH, HEIGHT];
  const ctx = glass.getContext('2d');
  const paper = random.int(240, 249);
  ctx.fillStyle = `rgb(${paper},${paper},${paper})`;
  ctx.fillRect(0, 0, width, height);
  ctx.save();
  ctx.translate(width / 2 + random.int(-6, 6), height / 2 + random.int(-8, 8));
  ctx.rotate(((random.next() - 0.5) * 2.2 * Math.PI) / 180);
  ctx.scale(SCALE, SCALE);
  ctx.translate(-PAGE.width / 2, -PAGE.height / 2);
  drawOps(ctx, ops);
  // Punch holes and a streak from the feeder's glass.
  ctx.fillStyle = 'rgb(120,120,120)';
  for (const y of [120, 396, 672]) {
    ctx.beginPath();
    ctx.arc(18, y, 8, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.restore();
  // one picture: as a pattern the grain costs a page four times its time
  ctx.drawImage(grain, 0, 0);
  ctx.fillStyle = 'rgba(90,90,90,0.55)';
  for (let at = 0; at < 26; at += 1)
    ctx.fillRect(random.int(0, width), random.int(0, height), random.int(1, 2), random.int(1, 3));
  ctx.fillStyle = 'rgba(60,60,60,0.10)';
  ctx.fillRect(random.int(40, width - 40), 0, 1.5, height);
  return glass.encode('jpeg', QUALITY);
}
