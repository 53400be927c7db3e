import { hostname } from 'node:os';

/** A running Peritus, as others are told of it. Of one of an earlier version only the process is known. */
export interface Instance {
  pid: number;
  host: string | undefined;
  since: Date | undefined;
}

/** PostgreSQL keeps this much of what a session calls itself. */
const MOST = 63;

/** This process. */
export const thisInstance = (): Instance => ({
  pid: process.pid,
  host: hostname(),
  since: new Date(1000 * Math.floor((Date.now() - 1000 * process.uptime()) / 1000)),
});

/** In one line of 63 plain characters at most, as `readInstance` reads it; a long host name is cut. */
export function writeInstance({ pid, host = '', since }: Instance): string {
  const plain = host.replaceAll(/[^\w.-]/g, '_');
  return `peritus ${pid} ${since?.toISOString().replace('.000Z', 'Z') ?? '-'} ${plain}`.slice(0, MOST);
}

/** What `writeInstance` wrote, or the mere process id of an earlier version; null of anything else. */
export function readInstance(text: string): Instance | null {
  const [, alone, pid, since = '', host] = /^(?:(\d+)|peritus (\d+) (\S+) (\S*))\s*$/.exec(text) ?? [];
  if (alone !== undefined) return { pid: Number(alone), host: undefined, since: undefined };
  if (pid === undefined) return null;
  const at = new Date(since);
  return { pid: Number(pid), host: host || undefined, since: Number.isNaN(at.getTime()) ? undefined : at };
}

/** "process 123 on web-1, running since 2026-11-23 14:40 UTC". */
export function nameInstance(instance: Instance | null): string {
  if (!instance) return 'another process';
  const { pid, host, since } = instance;
  const when = since ? `, running since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
  return `process ${pid}${host === undefined ? '' : ` on ${host}`}${when}`;
}
