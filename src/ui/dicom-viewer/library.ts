import { DicomError } from './dataset.ts';
import { DecodeClient } from './decode/client.ts';
import { inOrder } from './geometry.ts';
import { type DicomImage, type FrameFacts, readImage } from './image.ts';
import type { Decoded } from './pixels.ts';
import type { Entry } from './sources.ts';

/** One picture of a series. */
export interface Slice {
  entry: Entry;
  frame: number;
  facts: FrameFacts;
  position: FrameFacts['position'];
  orientation: FrameFacts['orientation'];
  instance: number | null;
  name: string;
}

export interface Series {
  id: string;
  label: string;
  modality: string | null;
  slices: Slice[];
}

/** A picture that is ready to be drawn. */
export interface Ready {
  image: DicomImage;
  facts: FrameFacts;
  decoded: Decoded;
}

const BROKEN = 'This DICOM file is damaged and cannot be shown.';
/** So many heads are asked for side by side. */
const AT_ONCE = 4;
/** Decoded pictures are kept up to this. */
const KEPT_BYTES = 256 * 1024 * 1024;

/** The pictures of some files by series, found one file after the other, decoded as they are looked at. */
export class Library {
  readonly #decoder = new DecodeClient();
  readonly #series = new Map<string, Series>();
  readonly #images = new Map<Entry, Promise<DicomImage>>();
  readonly #ready = new Map<string, { size: number; ready: Promise<Ready> }>();
  readonly #changed: () => void;
  #closed = false;
  /** What was opened: it is looked into first. */
  opened: Entry | null = null;
  /** Files that are no pictures or cannot be read, each with the reason. */
  readonly left_out = new Map<Entry, string>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The series found so far. */
  series(): Series[] {
    return [...this.#series.values()];
  }

  /** Looks into files, of which each stands for itself: a broken one leaves the others as they are. The first one is looked into alone, so that it is shown at once. */
  async add(entries: readonly Entry[]): Promise<void> {
    const rest = [...entries];
    const next = async (): Promise<void> => {
      for (let entry = rest.shift(); entry && !this.#closed; entry = rest.shift()) await this.#look(entry);
    };
    const first = rest.shift();
    this.opened ??= first ?? null;
    if (first) await this.#look(first);
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async #look(entry: Entry): Promise<void> {
    try {
      const head = await entry.head();
      const image = await readImage(head, entry.size).catch((error: unknown) => {
        throw error instanceof DicomError ? error : new DicomError(BROKEN);
      });
      if (this.#closed) return;
      this.#place(entry, image);
    } catch (error) {
      if (!(error instanceof DicomError)) throw error;
      this.left_out.set(entry, error.message);
    }
    this.#changed();
  }

  #place(entry: Entry, image: DicomImage): void {
    const id = image.series || entry.name;
    const known = this.#series.get(id);
    const slices = Array.from({ length: image.frames }, (_, frame): Slice => {
      const facts = image.frame(frame);
      return {
        entry,
        frame,
        facts,
        position: facts.position,
        orientation: facts.orientation,
        instance: image.frames > 1 ? frame : image.instance,
        name: entry.name,
      };
    });
    const label = [image.series_number, image.series_label ?? image.identity.study ?? entry.name]
      .filter((part) => part !== null)
      .join(' · ');
    this.#series.set(id, {
      id,
      label: known?.label ?? label,
      modality: known?.modality ?? image.modality,
      slices: inOrder([...(known?.slices ?? []), ...slices]),
    });
  }

  /** A picture, loaded and decoded once. Throws DicomError. */
  ready({ entry, frame }: Slice): Promise<Ready> {
    const key = `${entry.name} ${frame}`;
    const known = this.#ready.get(key);
    if (known) {
      // looked at last, it is kept longest
      this.#ready.delete(key);
      this.#ready.set(key, known);
      return known.ready;
    }
    const ready = this.#load(entry, frame);
    const row = { size: 0, ready };
    this.#ready.set(key, row);
    void this.#keep(key, row);
    return ready;
  }

  /** Once it is there it counts; one that did not come is tried again when it is asked for again. */
  async #keep(key: string, row: { size: number; ready: Promise<Ready> }): Promise<void> {
    try {
      row.size = (await row.ready).decoded.samples.byteLength;
      this.#trim();
    } catch {
      this.#ready.delete(key);
    }
  }

  async #load(entry: Entry, frame: number): Promise<Ready> {
    const image = await this.#image(entry);
    const decoded = await this.#decoder.decode(image.format, image.bytes(frame));
    return { image, facts: image.frame(frame), decoded };
  }

  /** A file's image with its packed pictures; of one with a single picture nothing is kept once that is decoded. */
  #image(entry: Entry): Promise<DicomImage> {
    const known = this.#images.get(entry);
    if (known) return known;
    const image = this.#read(entry);
    this.#images.set(entry, image);
    return image;
  }

  async #read(entry: Entry): Promise<DicomImage> {
    try {
      const image = await readImage(await entry.whole());
      if (image.frames === 1) this.#images.delete(entry);
      return image;
    } catch (error) {
      this.#images.delete(entry);
      throw error;
    }
  }

  #trim(): void {
    let sum = 0;
    for (const { size } of this.#ready.values()) sum += size;
    for (const [key, { size }] of this.#ready) {
      if (sum <= KEPT_BYTES) return;
      sum -= size;
      this.#ready.delete(key);
    }
  }

  close(): void {
    this.#closed = true;
    this.#decoder.close();
  }
}
