import { createHash } from 'node:crypto';
import { createOutgoingFetch, ForbiddenAddress, TooLargeAnswer } from '../../../../platform/http/outgoing.ts';
import { retryAfterMs } from '../../../../platform/http/retry-after.ts';
import { createRenderPool, PdfRenderError } from '../../../../platform/pdf/pool.ts';
import { type Failure, failureOf, MOST_BYTES, MOST_REDIRECTS, READ_AHEAD_MS } from '../../rules.ts';
import type { CalendarSource, Known, Read } from '../source.ts';
import type { IcsDocuments } from './worker.ts';

/** So long a text may take to be read; then its thread is ended, and other calendars are read in a new one. */
const READING_MS = 10_000;

const failed = (failure: Failure, retry_after_ms: number | null = null): Read => ({ failure, retry_after_ms });

/**
 * Reads calendars by an ICS address: https to public addresses only, each redirect looked at like the first address, bounded in
 * time and size. The text is read in a thread that is ended where it takes too long.
 */
export function icsSource({
  allowLoopback,
  ...limits
}: {
  allowLoopback: boolean;
  timeout_ms?: number;
}): CalendarSource & { close(): Promise<void> } {
  const fetch = createOutgoingFetch({ allowLoopback, max_bytes: MOST_BYTES, ...limits });
  const { render, close } = createRenderPool<IcsDocuments>(new URL('./worker.ts', import.meta.url), {
    timeout_ms: READING_MS,
    idle_ms: 10_000,
  });

  async function ask(address: string, headers: Record<string, string>): Promise<Response | null> {
    let url = address;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await fetch(url, { headers });
      const next = answer.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(answer.status) || next === null) return answer;
      const to = URL.parse(next, url);
      if (!to) return null;
      url = to.href.replace(/^webcals?:/, 'https:');
    }
    return null;
  }

  async function read(address: string, known: Known, now: Date): Promise<Read> {
    const answer = await ask(address, {
      'user-agent': 'Peritus-Calendars/1',
      accept: 'text/calendar, text/plain;q=0.5',
      ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
      ...(known.last_modified === null ? {} : { 'if-modified-since': known.last_modified }),
    });
    if (answer === null) return failed('redirects');
    if (answer.status === 304) return { same: true };
    if (answer.status !== 200)
      return failed(failureOf(answer.status), retryAfterMs(answer.headers.get('retry-after'), now));
    const text = await answer.text();
    const text_hash = createHash('sha256').update(text).digest();
    if (known.text_hash?.equals(text_hash)) return { same: true };
    const window = { from: now, until: new Date(now.getTime() + READ_AHEAD_MS), zone: known.zone };
    const reading = await render('busy', { text, ...window });
    if ('unreadable' in reading) return failed(reading.unreadable);
    return {
      busy: reading.busy,
      etag: kept(answer.headers.get('etag')),
      last_modified: kept(answer.headers.get('last-modified')),
      text_hash,
    };
  }

  return {
    close,
    async read(address, known, now) {
      try {
        return await read(address, known, now);
      } catch (error) {
        return failed(whyNot(error));
      }
    },
  };
}

/** What a server says of its version, when it is short enough to be sent back. */
const kept = (header: string | null): string | null => (header !== null && header.length <= 300 ? header : null);

/** Why nothing was read, with nothing of the network this runs in. */
function whyNot(error: unknown): Failure {
  if (error instanceof ForbiddenAddress) return 'private_network';
  if (error instanceof TooLargeAnswer) return 'too_large';
  if (error instanceof PdfRenderError) return error.reason === 'timeout' ? 'too_many' : 'not_a_calendar';
  const { name } = error as { name?: string };
  return name === 'TimeoutError' || name === 'AbortError' ? 'no_answer' : 'unreachable';
}
