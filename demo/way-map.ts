import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { registerFonts } from './records/scan.ts';

const WIDTH = 960;
const HEIGHT = 600;
const INK = '#33343a';

/** Blocks between streets; the wide gap is the avenue. */
const COLUMNS = [40, 220, 400, 620, 800];
const ROWS = [40, 190, 340, 470];
const BLOCK = { width: 140, height: 96 };
/** The block the rooms are in, by its place among them. */
const HERE = { column: 3, row: 2 };

function label(ctx: SKRSContext2D, text: string, x: number, y: number, face = 'sans', size = 19): void {
  ctx.font = `${size}px record-${face}`;
  ctx.fillStyle = INK;
  ctx.fillText(text, x, y);
}

function walk(ctx: SKRSContext2D, way: readonly (readonly [x: number, y: number])[]): void {
  ctx.strokeStyle = INK;
  ctx.lineWidth = 4;
  ctx.setLineDash([12, 8]);
  ctx.beginPath();
  for (const [x, y] of way) ctx.lineTo(x, y);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** The map of the way to the rooms that are rented, as their office would draw it: a PNG. The streets are invented. */
export function wayMap(): Buffer {
  registerFonts();
  const canvas = createCanvas(WIDTH, HEIGHT);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [column, x] of COLUMNS.entries())
    for (const [row, y] of ROWS.entries()) {
      const here = column === HERE.column && row === HERE.row;
      ctx.fillStyle = here ? '#d9d9e8' : '#efeff2';
      ctx.fillRect(x, y, BLOCK.width, BLOCK.height);
      if (!here) continue;
      ctx.strokeStyle = INK;
      ctx.lineWidth = 3;
      ctx.strokeRect(x, y, BLOCK.width, BLOCK.height);
    }
  label(ctx, 'Entrance', 645, 375, 'sans-bold', 22);
  label(ctx, '210 Canal St', 638, 403);
  label(ctx, 'Garage', 830, 395, 'sans-bold');
  label(ctx, 'North Station', 55, 90, 'sans-bold');
  label(ctx, 'subway, trains', 55, 116, 'sans', 17);
  label(ctx, 'Causeway Street', 190, 183);
  label(ctx, 'Canal Street', 420, 462);
  ctx.save();
  ctx.translate(590, 300);
  ctx.rotate(-Math.PI / 2);
  label(ctx, 'Merrimac Avenue', 0, 0);
  ctx.restore();
  // from the subway on foot, from the garage across the street
  walk(ctx, [
    [110, 138],
    [110, 155],
    [566, 155],
    [566, 388],
    [618, 388],
  ]);
  walk(ctx, [
    [828, 415],
    [764, 415],
  ]);
  label(ctx, '6 minutes on foot', 400, 183, 'sans-italic', 17);
  label(ctx, 'N', 571, 46, 'sans-bold', 24);
  ctx.beginPath();
  ctx.moveTo(580, 54);
  ctx.lineTo(588, 80);
  ctx.lineTo(572, 80);
  ctx.closePath();
  ctx.fillStyle = INK;
  ctx.fill();
  return canvas.toBuffer('image/png');
}
