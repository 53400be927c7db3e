import { ARRIVING_BYTES } from '../rules/arriving.ts';

/** What sources may have at once, together and each: connections, and bytes of messages that are read or being answered. */
export interface GateLimits {
  sockets: number;
  sockets_of_one: number;
  bytes: number;
  bytes_of_one: number;
}
export const GATE: GateLimits = {
  sockets: 100,
  sockets_of_one: 10,
  bytes: 3 * ARRIVING_BYTES,
  bytes_of_one: 2 * ARRIVING_BYTES,
};

/** Counts something by source, and takes it where neither that source nor all together have too much of it. */
export function counted<Source>(most: number, most_of_one: number) {
  const own = new Map<Source, number>();
  let all = 0;
  return {
    take(source: Source, n: number): boolean {
      const had = own.get(source) ?? 0;
      if (n > 0 && (all + n > most || had + n > most_of_one)) return false;
      all += n;
      if (had + n > 0) own.set(source, had + n);
      else own.delete(source);
      return true;
    },
  };
}

/** Where messages come in by MLLP: one source takes neither the connections nor the memory that others need. */
export function createGate({ sockets, sockets_of_one, bytes, bytes_of_one }: GateLimits) {
  const open = counted<string>(sockets, sockets_of_one);
  const held = counted<string>(bytes, bytes_of_one);
  return {
    /** Lets a connection in; null where there are too many. What it answers is said once, when the connection is over. */
    enter(address: string): (() => void) | null {
      if (!open.take(address, 1)) return null;
      return () => void open.take(address, -1);
    },
    /** The bytes one connection holds: says how many it holds now; false where that is too much, and it holds as many as before. */
    holder(address: string): (now: number) => boolean {
      let before = 0;
      return (now) => {
        if (!held.take(address, now - before)) return false;
        before = now;
        return true;
      };
    },
  };
}
