import { DicomError } from '../dataset.ts';

/** A JPEG as decoded: one sample after the other, colors side by side as they were coded. */
export interface Jpeg {
  width: number;
  height: number;
  components: number;
  precision: number;
  samples: Uint16Array;
  /** What an Adobe marker says of its colors: 1 is luminance and two differences. */
  transform: number | null;
}

interface Component {
  id: number;
  across: number;
  down: number;
  table: number;
  /** Blocks across and down, with those that fill up the last group. */
  wide: number;
  high: number;
  plane: Uint16Array;
  before: number;
}

interface Codes {
  /** Of codes of each length: the largest, and what to add to a code to find its value. */
  most: Int32Array;
  shift: Int32Array;
  values: Uint8Array;
}

const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];
const COSINES = Float64Array.from({ length: 64 }, (_, i) => {
  const [x, u] = [i >> 3, i & 7];
  return ((u === 0 ? Math.SQRT1_2 : 1) / 2) * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});
const broken = () => new DicomError('This picture is damaged and cannot be shown.');

/**
 * Decodes a sequential JPEG with Huffman codes of 8 or 12 bits (ITU T.81: baseline and extended, processes 1, 2 and 4).
 * Browsers decode 8 bits only, and with colors of their own. Throws DicomError.
 */
export function decodeJpeg(bytes: Uint8Array): Jpeg {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const quantization: (Uint16Array | undefined)[] = [];
  const codes: (Codes | undefined)[] = [];
  let frame: {
    width: number;
    height: number;
    precision: number;
    components: Component[];
    across: number;
    down: number;
  } | null = null;
  let restart = 0;
  let transform: number | null = null;
  let at = 2;
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) throw broken();
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw broken();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw broken();
    let place = at + 4;
    if (marker === 0xdb)
      while (place < end) {
        const spec = view.getUint8(place);
        const wide = spec >> 4 !== 0;
        if (place + 1 + (wide ? 128 : 64) > end) throw broken();
        const table = new Uint16Array(64);
        for (let i = 0; i < 64; i += 1)
          table[ZIGZAG[i] ?? 0] = wide ? view.getUint16(place + 1 + i * 2) : view.getUint8(place + 1 + i);
        quantization[spec & 3] = table;
        place += 1 + (wide ? 128 : 64);
      }
    else if (marker === 0xc4)
      while (place + 17 <= end) {
        const spec = view.getUint8(place);
        const counts = bytes.subarray(place + 1, place + 17);
        const total = counts.reduce((sum, count) => sum + count, 0);
        if (place + 17 + total > end) throw broken();
        codes[((spec >> 4) & 1) * 4 + (spec & 3)] = codesOf(counts, bytes.subarray(place + 17, place + 17 + total));
        place += 17 + total;
      }
    else if (marker === 0xdd) restart = view.getUint16(place);
    else if (marker === 0xee && length >= 14 && String.fromCharCode(...bytes.subarray(place, place + 5)) === 'Adobe')
      transform = view.getUint8(place + 11);
    else if (marker === 0xc0 || marker === 0xc1) {
      if (frame) throw broken();
      frame = frameOf(view, place, end);
    } else if ((marker >= 0xc2 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) || marker === 0xcc)
      throw new DicomError('This picture is packed in a way that is not shown here. Download it.');
    else if (marker === 0xda) {
      if (!frame) throw broken();
      at = scan(bytes, view, place, end, { frame, quantization, codes, restart });
      continue;
    }
    at = end;
  }
  if (!frame) throw broken();
  const { width, height, components, precision, across, down } = frame;
  const samples = new Uint16Array(width * height * components.length);
  components.forEach((one, c) => {
    for (let y = 0; y < height; y += 1) {
      const row = Math.floor((y * one.down) / down) * one.wide * 8;
      for (let x = 0; x < width; x += 1)
        samples[(y * width + x) * components.length + c] = one.plane[row + Math.floor((x * one.across) / across)] ?? 0;
    }
  });
  return { width, height, components: components.length, precision, samples, transform };
}

function frameOf(view: DataView, place: number, end: number) {
  if (place + 6 > end) throw broken();
  const precision = view.getUint8(place);
  const height = view.getUint16(place + 1);
  const width = view.getUint16(place + 3);
  const count = view.getUint8(place + 5);
  if (![8, 12].includes(precision) || width < 1 || height < 1 || width * height > 100_000_000) throw broken();
  if (![1, 3].includes(count) || place + 6 + count * 3 > end) throw broken();
  const specs = Array.from({ length: count }, (_, i) => {
    const spec = view.getUint8(place + 7 + i * 3);
    return {
      id: view.getUint8(place + 6 + i * 3),
      across: spec >> 4,
      down: spec & 15,
      table: view.getUint8(place + 8 + i * 3) & 3,
    };
  });
  if (specs.some((one) => one.across < 1 || one.across > 4 || one.down < 1 || one.down > 4)) throw broken();
  const across = Math.max(...specs.map((one) => one.across));
  const down = Math.max(...specs.map((one) => one.down));
  const components = specs.map((one): Component => {
    const wide = Math.ceil(width / (8 * across)) * one.across;
    const high = Math.ceil(height / (8 * down)) * one.down;
    return { ...one, wide, high, plane: new Uint16Array(wide * high * 64), before: 0 };
  });
  return { width, height, precision, components, across, down };
}

function codesOf(counts: Uint8Array, values: Uint8Array): Codes {
  const most = new Int32Array(17).fill(-1);
  const shift = new Int32Array(17);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    const count = counts[length - 1] ?? 0;
    shift[length] = index - code;
    if (count > 0) most[length] = code + count - 1;
    code = (code + count) << 1;
    index += count;
  }
  return { most, shift, values };
}

/** The bits of a scan; behind its end there are only zeros. */
class Bits {
  readonly #bytes: Uint8Array;
  at: number;
  #held = 0;
  #left = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  bit(): number {
    if (this.#left === 0) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) this.#held = 0;
      else if (byte !== 0xff) {
        this.#held = byte;
        this.at += 1;
      } else if (this.#bytes[this.at + 1] === 0) {
        this.#held = 0xff;
        this.at += 2;
      } else this.#held = 0; // a marker
      this.#left = 8;
    }
    this.#left -= 1;
    return (this.#held >> this.#left) & 1;
  }

  value({ most, shift, values }: Codes): number {
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      code = (code << 1) | this.bit();
      if (code <= (most[length] ?? -1)) return values[code + (shift[length] ?? 0)] ?? 0;
    }
    throw broken();
  }

  /** A number of so many bits, negative where it begins with a zero. */
  signed(length: number): number {
    let value = 0;
    for (let i = 0; i < length; i += 1) value = (value << 1) | this.bit();
    return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  /** Behind the marker that begins a new stretch, where there is one. */
  restart(): void {
    this.#left = 0;
    while (this.at + 1 < this.#bytes.length) {
      const next = this.#bytes[this.at + 1] ?? 0;
      if (this.#bytes[this.at] === 0xff && next >= 0xd0 && next <= 0xd7) {
        this.at += 2;
        return;
      }
      if (this.#bytes[this.at] === 0xff && next !== 0 && next !== 0xff) return;
      this.at += 1;
    }
  }
}

function scan(
  bytes: Uint8Array,
  view: DataView,
  place: number,
  end: number,
  {
    frame,
    quantization,
    codes,
    restart,
  }: {
    frame: { width: number; height: number; precision: number; components: Component[]; across: number; down: number };
    quantization: readonly (Uint16Array | undefined)[];
    codes: readonly (Codes | undefined)[];
    restart: number;
  },
): number {
  const count = view.getUint8(place);
  if (place + 1 + count * 2 > end) throw broken();
  const parts = Array.from({ length: count }, (_, i) => {
    const component = frame.components.find((one) => one.id === view.getUint8(place + 1 + i * 2));
    const spec = view.getUint8(place + 2 + i * 2);
    const [dc, ac] = [codes[(spec >> 4) & 3], codes[4 + (spec & 3)]];
    const table = component && quantization[component.table];
    if (!component || !dc || !ac || !table) throw broken();
    component.before = 0;
    return { component, dc, ac, table };
  });
  const bits = new Bits(bytes, end);
  const alone = parts.length === 1 ? parts[0] : undefined;
  const { across, down, width, height, precision } = frame;
  const groups = alone
    ? {
        wide: Math.ceil((width * alone.component.across) / (8 * across)),
        high: Math.ceil((height * alone.component.down) / (8 * down)),
      }
    : { wide: Math.ceil(width / (8 * across)), high: Math.ceil(height / (8 * down)) };
  for (let group = 0; group < groups.wide * groups.high; group += 1) {
    if (restart > 0 && group > 0 && group % restart === 0) {
      bits.restart();
      for (const { component } of parts) component.before = 0;
    }
    const [x, y] = [group % groups.wide, Math.floor(group / groups.wide)];
    for (const part of parts) {
      const { component } = part;
      const [wide, high] = alone ? [1, 1] : [component.across, component.down];
      for (let v = 0; v < high; v += 1)
        for (let h = 0; h < wide; h += 1) block(bits, part, x * wide + h, y * high + v, precision);
    }
  }
  // whatever stands before the next marker is no part of the picture
  let at = bits.at;
  while (
    at + 1 < bytes.length &&
    !(
      bytes[at] === 0xff &&
      (bytes[at + 1] ?? 0) !== 0 &&
      !((bytes[at + 1] ?? 0) >= 0xd0 && (bytes[at + 1] ?? 0) <= 0xd7)
    )
  )
    at += 1;
  return at;
}

const coefficients = new Float64Array(64);
const half = new Float64Array(64);

function block(
  bits: Bits,
  { component, dc, ac, table }: { component: Component; dc: Codes; ac: Codes; table: Uint16Array },
  x: number,
  y: number,
  precision: number,
): void {
  coefficients.fill(0);
  component.before += bits.signed(bits.value(dc) & 15);
  coefficients[0] = component.before * (table[0] ?? 1);
  let plain = true;
  for (let k = 1; k < 64;) {
    const spec = bits.value(ac);
    const size = spec & 15;
    const zeros = spec >> 4;
    if (size === 0) {
      if (zeros < 15) break;
      k += 16;
      continue;
    }
    k += zeros;
    if (k > 63) throw broken();
    const place = ZIGZAG[k] ?? 0;
    coefficients[place] = bits.signed(size) * (table[place] ?? 1);
    plain = false;
    k += 1;
  }
  const { plane, wide } = component;
  const most = 2 ** precision - 1;
  const middle = 2 ** (precision - 1);
  const corner = y * 8 * wide * 8 + x * 8;
  const clamped = (value: number): number => Math.min(most, Math.max(0, Math.round(value + middle)));
  if (plain) {
    const value = clamped((coefficients[0] ?? 0) / 8);
    for (let row = 0; row < 8; row += 1) plane.fill(value, corner + row * wide * 8, corner + row * wide * 8 + 8);
    return;
  }
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      let sum = 0;
      for (let u = 0; u < 8; u += 1) sum += (coefficients[row * 8 + u] ?? 0) * (COSINES[column * 8 + u] ?? 0);
      half[row * 8 + column] = sum;
    }
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      let sum = 0;
      for (let v = 0; v < 8; v += 1) sum += (half[v * 8 + column] ?? 0) * (COSINES[row * 8 + v] ?? 0);
      plane[corner + row * wide * 8 + column] = clamped(sum);
    }
}
