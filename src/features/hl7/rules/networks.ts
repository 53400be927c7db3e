/** Networks as people type them: 10.20.0.0/16, one address, or several separated by commas. */

export const networksOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** An address as the 128 bits of IPv6, an IPv4 one as it is written there; null: it is none. */
function bitsOf(address: string): bigint | null {
  const quad = /(?:^|:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  if (quad && !address.includes(':')) {
    const bytes = quad.slice(1).map(Number);
    return bytes.every((one) => one <= 255) ? bytes.reduce((all, one) => all * 256n + BigInt(one), 0xffffn) : null;
  }
  const [a = 0, b = 0, c = 0, d = 0] = quad?.slice(1).map(Number) ?? [];
  const last = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const text = quad ? address.replace(/[\d.]+$/, last) : address;
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = 8 - left.length - right.length;
  if (tail === undefined ? gap !== 0 : gap < 0) return null;
  const groups = [...left, ...Array<string>(Math.max(gap, 0)).fill('0'), ...right];
  if (!groups.every((one) => /^[0-9a-f]{1,4}$/i.test(one))) return null;
  return groups.reduce((all, one) => all * 65_536n + BigInt(`0x${one}`), 0n);
}

function rangeOf(network: string): { from: bigint; to: bigint } | null {
  const [address = '', bits] = network.split('/');
  const whole = address.includes(':') ? 128 : 32;
  const at = bitsOf(address);
  const kept = bits === undefined ? whole : Number(bits);
  if (at === null || !Number.isInteger(kept) || kept < 0 || kept > whole) return null;
  const size = 1n << BigInt(whole - kept);
  const from = at - (at % size);
  return { from, to: from + size - 1n };
}

/** Whether an address can be in both; what cannot be read is in neither. */
export function networksOverlap(one: string, other: string): boolean {
  const ranges = (typed: string) => networksOf(typed).flatMap((network) => rangeOf(network) ?? []);
  const others = ranges(other);
  return ranges(one).some((a) => others.some((b) => a.from <= b.to && b.from <= a.to));
}
