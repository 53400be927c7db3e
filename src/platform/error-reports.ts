import { randomUUID } from 'node:crypto';
import { scrubText, scrubUrl, stackFrames } from '../core/scrub.ts';
import { type Logger, safeError } from './log.ts';

const MOST_WAITING = 100;
const TIMEOUT_MS = 5_000;
const CLIENT = 'peritus/1';

/** Something that went wrong, as it may leave the house. What may be somebody's data is scrubbed here once more. */
interface Fault {
  /** `api`: a refused or failed call; `page`: a page that broke; `load`: a part of it that did not arrive. */
  kind: 'api' | 'page' | 'load' | 'unhandled' | 'request' | 'work';
  platform: 'node' | 'javascript';
  name: string;
  message: string;
  stack?: string | undefined;
  /** The page or the route. */
  url?: string | undefined;
  method?: string | undefined;
  status?: number | undefined;
  /** The problem's code. */
  code?: string | undefined;
  /** Paths of faulty fields, never their values. */
  fields?: readonly string[] | undefined;
  profile_type?: string | undefined;
  request_id?: string | undefined;
  /** What the person was shown to quote. */
  reference?: string | undefined;
}

export interface ErrorReports {
  /** Whether anybody takes reports. */
  readonly enabled: boolean;
  /** Sends it when it can, without anybody waiting for it. */
  report(fault: Fault): void;
  /** The same for something thrown on the server. */
  caught(error: unknown, facts: Pick<Fault, 'kind'> & Partial<Fault>): void;
  /** When all that waits has been sent or given up. */
  flush(): Promise<void>;
}

/** Where a DSN says events go: `https://key@host/path/42`. Null when it is not one. */
export function parseDsn(dsn: string): { url: string; key: string } | null {
  if (!URL.canParse(dsn)) return null;
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, folder = '', project] = /^(.*)\/(\d+)\/?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined) return null;
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username };
}

/**
 * Error reports by the Sentry protocol: one envelope with one event each, sent one after the other. Without a DSN, and
 * while the receiver asks for quiet or many wait already, reports are dropped: the log has them anyway.
 */
export function createErrorReports(dsn: string | undefined, log: Logger, now: () => Date): ErrorReports {
  const target = dsn === undefined ? null : parseDsn(dsn);
  const waiting: Fault[] = [];
  let sending: Promise<void> | null = null;
  let quietUntil = 0;

  async function sendAll(): Promise<void> {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) await send(fault);
  }

  async function send(fault: Fault): Promise<void> {
    if (!target || now().getTime() < quietUntil) return;
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${CLIENT}, sentry_key=${target.key}`,
        },
        body: envelopeOf(fault, now()),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (response.status === 429)
        quietUntil = now().getTime() + 1000 * (Number(response.headers.get('retry-after')) || 60);
      else if (!response.ok) log.warn({ status: response.status }, 'an error report was not taken');
    } catch (error) {
      log.warn({ err: error }, 'an error report could not be sent');
    }
  }

  function report(fault: Fault): void {
    if (!target || waiting.length >= MOST_WAITING) return;
    waiting.push(fault);
    sending ??= sendAll().finally(() => {
      sending = null;
    });
  }

  return {
    enabled: target !== null,
    report,
    caught(error, facts) {
      const { type, message, code, stack } = safeError(error);
      report({ platform: 'node', name: type, message, stack, ...(code === undefined ? {} : { code }), ...facts });
    },
    async flush() {
      while (sending) await sending;
    },
  };
}

/** An event in an envelope: three lines, JSON each. */
function envelopeOf(fault: Fault, at: Date): string {
  const event_id = randomUUID().replaceAll('-', '');
  const url = fault.url === undefined ? undefined : scrubUrl(fault.url);
  const tags = {
    kind: fault.kind === 'api' ? 'api-error' : fault.kind,
    profile_type: fault.profile_type,
    url,
    status: fault.status === undefined ? undefined : String(fault.status),
    code: fault.code,
    request_id: fault.request_id,
    reference: fault.reference,
  };
  const frames = fault.stack === undefined ? [] : stackFrames(fault.stack);
  const event = JSON.stringify({
    event_id,
    timestamp: at.getTime() / 1000,
    platform: fault.platform,
    level: 'error',
    logger: fault.platform === 'node' ? 'server' : 'browser',
    ...(url === undefined ? {} : { transaction: url, request: { url, method: fault.method } }),
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)),
    exception: {
      values: [
        {
          type: fault.name.slice(0, 100),
          value: scrubText(fault.message),
          ...(frames.length > 0 ? { stacktrace: { frames } } : {}),
        },
      ],
    },
    ...(fault.kind === 'api'
      ? {
          contexts: {
            response: { type: 'response', status_code: fault.status },
            problem: { code: fault.code, fields: fault.fields ?? [] },
          },
        }
      : {}),
  });
  const head = JSON.stringify({ event_id, sent_at: at.toISOString() });
  return `${head}\n${JSON.stringify({ type: 'event', length: Buffer.byteLength(event) })}\n${event}\n`;
}
