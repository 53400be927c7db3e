import { type LookupAddress, type LookupAllOptions, lookup as resolveName } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** Networks that are not the public internet: this machine, the operator's own, and those reserved for other things. */
const PRIVATE = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4');
/** All of IPv6 that is routed in public, less the parts that lead into IPv4 or document things. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address belongs to a machine anybody on the internet can name; IPv4 written as IPv6 does not count. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !PRIVATE.check(address, 'ipv4');
  if (version !== 6) return false;
  return PUBLIC_V6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
}

const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && LOOPBACK.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The address asked for is one we do not go to. */
export class ForbiddenAddress extends Error {
  constructor() {
    super('Requests go to public addresses by https only.');
    this.name = 'ForbiddenAddress';
  }
}

/** The other side answers more than is taken. */
export class TooLargeAnswer extends Error {
  constructor() {
    super('The answer is too large.');
    this.name = 'TooLargeAnswer';
  }
}

/** Words for networks, as settings take them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Addresses of networks an operator names, each as it is written in the settings: 10.20.0.0/16. */
export function addressesIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((one) => NAMED[one] ?? [one])) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** How a name is looked up: all it leads to. */
type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Looks a name up, and finds nothing unless everything it leads to is admitted: what is connected to is what was checked. */
export const lookupAmong =
  (admits: (address: string) => boolean, resolve: Resolve = resolveName): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      if (found.length === 0 || !found.every(({ address }) => admits(address))) return done(new ForbiddenAddress(), '');
      if (options.all) return done(null, found);
      const [first] = found;
      return done(null, first?.address ?? '', first?.family);
    });
  };

interface OutgoingOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Certificates the other side's is checked against instead of the public ones. */
  ca?: string | undefined;
}
export type OutgoingFetch = (url: string, options?: OutgoingOptions) => Promise<Response>;

/** Where this machine may be asked, too: by http as well. `also`: addresses beside the public ones. */
interface Reach {
  allowLoopback: boolean;
  also?: (address: string) => boolean;
}

/** Whether an address of the web leads to this machine by its name. */
export function isOnThisMachine(text: string): boolean {
  const host = hostOf(new URL(text));
  return isLoopback(host) || host === 'localhost';
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Begins a request to a public address. The name is resolved once and the connection made to what was checked, so that no
 * answer of a name server leads into private networks; redirects are not followed. Throws ForbiddenAddress.
 */
function requesting({ allowLoopback, also = () => false }: Reach) {
  const admits = (address: string): boolean =>
    isPublicAddress(address) || also(address) || (allowLoopback && isLoopback(address));
  const lookup = lookupAmong(admits);
  return (text: string, options: OutgoingOptions, signal: AbortSignal | undefined): ClientRequest => {
    const url = new URL(text);
    const host = hostOf(url);
    const onThisMachine = allowLoopback && isOnThisMachine(text);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onThisMachine)) throw new ForbiddenAddress();
    if (isIP(host) !== 0 && !admits(host)) throw new ForbiddenAddress();
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return send(url, {
      method: options.method ?? 'GET',
      headers: { ...options.headers, 'accept-encoding': 'identity' },
      lookup,
      agent: false,
      ...(signal === undefined ? {} : { signal }),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    });
  };
}

/** The headers and the status of an answer, as fetch has them. */
function headOf(response: IncomingMessage): { status: number; headers: Headers } {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  return { status: Math.max(response.statusCode ?? 502, 200), headers };
}

/**
 * Fetches from addresses that people of an organization supply, guarded as `requesting` says; time and size are bounded.
 * Throws ForbiddenAddress, or an Error where the other side does not answer as it should.
 */
export function createOutgoingFetch({
  max_bytes = MAX_BYTES,
  timeout_ms = TIMEOUT_MS,
  ...reach
}: Reach & { max_bytes?: number; timeout_ms?: number }): OutgoingFetch {
  const begin = requesting(reach);
  return async (text, options = {}) => {
    const limit = AbortSignal.timeout(timeout_ms);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const request = begin(text, options, signal);
    return new Promise<Response>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > max_bytes) request.destroy(new TooLargeAnswer());
          else parts.push(part);
        });
        response.once('error', reject);
        response.once('end', () => {
          const { status, headers } = headOf(response);
          const empty = status === 204 || status === 304;
          resolve(new Response(empty ? null : Buffer.concat(parts), { status, headers }));
        });
      });
      request.end(options.body);
    });
  };
}

/** An answer as it comes; its reader bounds time and size. */
interface OutgoingAnswer {
  status: number;
  headers: Headers;
  body: Readable;
}
export type OutgoingStream = (url: string, options?: OutgoingOptions) => Promise<OutgoingAnswer>;

/** Fetches contents of any size from addresses that another service gave, guarded as `requesting` says. */
export function createOutgoingStream(reach: Reach): OutgoingStream {
  const begin = requesting(reach);
  return async (text, options = {}) => {
    const request = begin(text, options, options.signal);
    return new Promise((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        // an answer that is cut off is told to who reads it
        request.on('error', () => undefined);
        resolve({ ...headOf(response), body: response });
      });
      request.end(options.body);
    });
  };
}
