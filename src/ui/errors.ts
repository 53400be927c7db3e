import { scrubText, scrubUrl } from '../core/scrub.ts';
import { reportsErrors } from './session/site.ts';

/** What the browser tells the server about something that went wrong. */
export interface BrowserFault {
  kind: 'api' | 'page' | 'load' | 'unhandled';
  name: string;
  message: string;
  stack?: string;
  /** The page's path; for calls the endpoint's. */
  url: string;
  method?: string;
  status?: number;
  code?: string;
  fields?: string[];
  request_id?: string;
  reference?: string;
}

const ERROR_REPORTS_PATH = '/api/v1/error-reports';
/** The same fault is told once in this time, and no more than so many in one visit. */
const AGAIN_MS = 60_000;
const MOST = 50;
const told = new Map<string, number>();
let count = 0;

/** Tells the server, which passes it on; never fails, never waits. Words and addresses leave the page scrubbed. */
export function reportFault(fault: BrowserFault): void {
  if (!reportsErrors() || count >= MOST) return;
  const safe = {
    ...fault,
    url: scrubUrl(fault.url),
    message: scrubText(fault.message),
    stack: fault.stack?.slice(0, 8000),
  };
  const key = `${safe.kind} ${safe.name} ${safe.message} ${safe.url} ${safe.status ?? ''}`;
  const now = performance.now();
  if (now - (told.get(key) ?? -AGAIN_MS) < AGAIN_MS) return;
  told.set(key, now);
  count += 1;
  void send(JSON.stringify(safe));
}

/** What could not be told for want of a connection: it goes out with what comes after it, or once there is one again. */
const unsent: string[] = [];

function sendUnsent(): void {
  for (const body of unsent.splice(0)) void send(body);
}

async function send(body: string): Promise<void> {
  try {
    await fetch(ERROR_REPORTS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'include',
      keepalive: true, // also when the page is about to be left
      body,
    });
    sendUnsent();
  } catch {
    unsent.push(body);
  }
}

/** Something thrown, of any type. */
export function reportThrown(kind: BrowserFault['kind'], thrown: unknown, more: Partial<BrowserFault> = {}): void {
  const error = thrown instanceof Error ? thrown : new Error('Something that is no error was thrown.');
  reportFault({
    kind,
    name: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: framesOnly(error.stack) }),
    url: location.pathname,
    ...more,
  });
}

/** What somebody tells us to find the report of what they saw: '1F0A93BC'. */
export const newReference = (): string => crypto.randomUUID().slice(0, 8).toUpperCase();

/** The places of a stack, without the message it begins with. */
const framesOnly = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s*at /.test(line))
    .join('\n');

/** Reports what nobody caught. */
export function watchUnhandled(): void {
  window.addEventListener('online', sendUnsent);
  window.addEventListener('error', (event) => {
    // a resource that did not load has no error; extensions and other origins say nothing
    if (event.error !== null && event.error !== undefined) reportThrown('unhandled', event.error);
  });
  // something tried what no page of ours does
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    reportFault({
      kind: 'unhandled',
      name: 'SecurityPolicyViolation',
      message: `${effectiveDirective}: ${blockedURI}`,
      stack: `at ${sourceFile}:${lineNumber}`,
      url: location.pathname,
    }),
  );
  window.addEventListener('unhandledrejection', (event) => reportThrown('unhandled', event.reason));
}
