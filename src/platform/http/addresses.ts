import { isIP } from 'node:net';

/** An address with what proxies write around it: quotes, brackets, a port, a zone. */
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const V4_WITH_PORT = /^((?:[\da-f:]*:)?\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/i;
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * The address that a text names, in its one spelling: IPv4 with dots, also where it was mapped into IPv6, IPv6 shortest,
 * without port, zone and brackets. Null for what names none.
 */
export function addressIn(text: string): string | null {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const address = (BRACKETED.exec(bare)?.[1] ?? V4_WITH_PORT.exec(bare)?.[1] ?? bare).split('%')[0] ?? '';
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = MAPPED.exec(spelled);
  if (!mapped) return spelled;
  const bits = parseInt(mapped[1] ?? '', 16) * 65_536 + parseInt(mapped[2] ?? '', 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/**
 * X-Forwarded-For as addresses alone, in their order. Where an entry names none, it and whatever stands before it are
 * nobody's word: they are left out, so that the last proxy that could be understood is who asks.
 */
export function forwardedFor(header: string): string {
  const addresses = header.split(',').map(addressIn);
  return addresses
    .slice(addresses.lastIndexOf(null) + 1)
    .filter((address) => address !== null)
    .join(', ');
}
