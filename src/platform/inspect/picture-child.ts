/**
 * The process that unpacks pictures: the library that does is native code, which decodes in one go and cannot be
 * stopped within a process. It may read the program alone, and is ended when it takes too long or too much.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { answerParent } from './answer-parent.ts';
import type { PictureRequest, PictureResult } from './pictures.ts';

/** The middle of a picture as a square, or all of it within one: what was in the file beside its pixels is gone. */
async function redraw({ bytes, edge, whole, as }: PictureRequest): Promise<PictureResult> {
  const image = await loadImage(bytes).catch(() => null);
  const side = image ? Math.min(image.width, image.height) : 0;
  if (!image || side < 1) return { drawn: null };
  // small ones are not made larger
  const scale = Math.min(1, edge / Math.max(image.width, image.height));
  const [width, height] = whole
    ? [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))]
    : [edge, edge];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  if (as === 'jpeg') {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  if (whole) context.drawImage(image, 0, 0, width, height);
  else context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, edge, edge);
  return { drawn: as === 'jpeg' ? await canvas.encode('jpeg', 88) : await canvas.encode('webp', 86) };
}

answerParent(redraw);
