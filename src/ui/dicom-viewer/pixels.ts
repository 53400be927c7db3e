import type { DicomImage, FrameFacts, Table, Window } from './image.ts';

export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/** A picture as decoded: one value a pixel, or red, green and blue. */
export interface Decoded {
  samples: Samples;
  colored: boolean;
}

const MOST_TABLE = 65_536;

/** What a stored value means, by the image's own table or its slope: Hounsfield units in CT. */
export function meaningOf(image: Pick<DicomImage, 'modality_table'>, facts: Pick<FrameFacts, 'slope' | 'intercept'>) {
  const { modality_table: table } = image;
  return table ? (stored: number) => entry(table, stored) : (stored: number) => stored * facts.slope + facts.intercept;
}

function entry({ first, values }: Table, value: number): number {
  return values[Math.min(values.length - 1, Math.max(0, Math.round(value) - first))] ?? 0;
}

/** How bright a value is in a window, from 0 to 255 (PS3.3, C.11.2.1.2 and C.11.2.1.3). */
export function brightness(
  value: number,
  { center, width }: Window,
  by: DicomImage['voi_function'] = 'linear',
): number {
  if (by === 'sigmoid') return 255 / (1 + Math.exp((-4 * (value - center)) / width));
  const exact = by === 'linear_exact';
  const middle = exact ? center : center - 0.5;
  const wide = exact ? width : width - 1;
  if (value <= middle - wide / 2) return 0;
  if (value > middle + wide / 2) return 255;
  return ((value - middle) / wide + 0.5) * 255;
}

/** The window a picture is first shown in: its own, else all its values. */
export function firstWindow(image: DicomImage, facts: FrameFacts, { samples, colored }: Decoded): Window {
  const own = facts.windows[0];
  if (own) return own;
  if (colored || image.palette) return { center: 128, width: 256, label: null };
  if (image.voi_table) {
    const { first, values } = image.voi_table;
    return { center: first + values.length / 2, width: values.length, label: null };
  }
  const meaning = meaningOf(image, facts);
  let least = Infinity;
  let most = -Infinity;
  for (const sample of samples) {
    if (sample < least) least = sample;
    if (sample > most) most = sample;
  }
  const [low, high] = [meaning(least), meaning(most)].toSorted((a, b) => a - b) as [number, number];
  return { center: (low + high + 1) / 2, width: Math.max(1, high - low + 1), label: null };
}

/** A decoded picture in a window, as the screen takes it. `own`: its window is the image's own, and so is its table. */
export function drawn(
  image: DicomImage,
  facts: FrameFacts,
  { samples, colored }: Decoded,
  { window, inverted, own }: { window: Window; inverted: boolean; own: boolean },
): Uint8ClampedArray<ArrayBuffer> {
  const count = image.format.rows * image.format.columns;
  const out = new Uint8ClampedArray(count * 4);
  const flips = inverted !== image.inverted;
  if (colored || image.palette) {
    for (let i = 0; i < count; i += 1) {
      for (let c = 0; c < 3; c += 1) {
        const stored = colored ? (samples[i * 3 + c] ?? 0) : paletteValue(image.palette?.[c], samples[i] ?? 0);
        const value = brightness(stored, window);
        out[i * 4 + c] = inverted ? 255 - value : value;
      }
      out[i * 4 + 3] = 255;
    }
    return out;
  }
  const meaning = meaningOf(image, facts);
  const table = own && facts.windows.length === 0 ? image.voi_table : null;
  const shade = (stored: number): number => {
    const value = meaning(stored);
    const light = table
      ? (entry(table, value) / (2 ** table.bits - 1)) * 255
      : brightness(value, window, image.voi_function);
    return flips ? 255 - light : light;
  };
  // each stored value is worked out once
  const known = image.format.allocated <= 16 ? new Uint8ClampedArray(MOST_TABLE) : null;
  const done = known ? new Uint8Array(MOST_TABLE) : null;
  for (let i = 0; i < count; i += 1) {
    const stored = samples[i] ?? 0;
    let light: number;
    if (known && done) {
      const at = stored & 0xffff;
      if (done[at] === 0) {
        known[at] = shade(stored);
        done[at] = 1;
      }
      light = known[at] ?? 0;
    } else light = shade(stored);
    out[i * 4] = light;
    out[i * 4 + 1] = light;
    out[i * 4 + 2] = light;
    out[i * 4 + 3] = 255;
  }
  return out;
}

function paletteValue(table: Table | undefined, stored: number): number {
  if (!table) return 0;
  const value = entry(table, stored);
  return table.bits > 8 || value > 255 ? value >> 8 : value;
}

/** Windows that readers of CT choose by name. */
export const CT_WINDOWS: readonly (Window & { label: string })[] = [
  { label: 'Soft tissue', center: 40, width: 400 },
  { label: 'Lung', center: -600, width: 1500 },
  { label: 'Bone', center: 400, width: 1800 },
  { label: 'Brain', center: 40, width: 80 },
];
