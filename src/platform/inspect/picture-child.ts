/**
 * The process that unpacks pictures: the library that does is native code, which decodes in one go and cannot be
 * stopped within a process. It may read the program alone, and is ended when it takes too long or too much.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { answerParent } from './answer-parent.ts';
import type { PictureRequest, PictureResult } from './pictures.ts';

/** The middle of a picture as a WebP square: what was in the file beside its pixels is gone. */
async function redraw({ bytes, edge }: PictureRequest): Promise<PictureResult> {
  const image = await loadImage(bytes).catch(() => null);
  const side = image ? Math.min(image.width, image.height) : 0;
  if (!image || side < 1) return { square: null };
  const canvas = createCanvas(edge, edge);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, edge, edge);
  return { square: await canvas.encode('webp', 86) };
}

answerParent(redraw);
