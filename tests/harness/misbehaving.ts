import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * What a service on loopback does wrong with a request: too much is asked of it, it breaks, it takes the line away before or
 * after it did what was asked, it talks nonsense, it says nothing, before or after it did that, or it knows the token no longer.
 */
type Wrong =
  | 'too_much'
  | 'broken'
  | 'cut_before'
  | 'cut_after'
  | 'nonsense'
  | 'silent'
  | 'silent_after'
  | 'unknown_token';

/** A service that does wrong what a test says. `W`: what this one can do wrong besides. */
export interface Misbehaving<W extends string = never> {
  /** What it does wrong next with requests whose "METHOD /path" holds this, one after the other; left alone for so long. */
  wrong: { at: string; what: Wrong | W; seconds?: number }[];
  /** Happens before the next request whose "METHOD /path" holds this is answered. */
  meanwhile: { at: string; run: () => Promise<unknown> } | null;
  /** Requests it got, as "POST /zoom-api/v2/users/me/meetings", and what range was asked for. */
  asked: string[];
}

export type Said = [status: number, body?: unknown, headers?: Record<string, string>];
/** A request with its body, and how it is answered where `Said` does not do. */
export interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  body: Buffer;
}

/** Serves at a port of loopback; what is left of what it should do wrong is `handle`'s. Null: it answered by itself. */
export async function serve<W extends string>(
  port: number,
  service: () => Misbehaving<W>,
  handle: (incoming: Incoming, what: W | undefined) => Promise<Said | null> | Said | null,
): Promise<{ close: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const line = `${request.method} ${request.url}`;
    const its = service();
    its.asked.push(request.headers.range ? `${line} ${request.headers.range}` : line);
    if (its.meanwhile !== null && line.includes(its.meanwhile.at)) {
      const { run } = its.meanwhile;
      its.meanwhile = null;
      await run();
    }
    const at = its.wrong.findIndex((one) => line.includes(one.at));
    const next = at === -1 ? undefined : its.wrong.splice(at, 1)[0];
    const what = next?.what;
    if (what === 'silent') return;
    if (what === 'cut_before') return void request.socket.destroy();
    if (what === 'too_much') return say(response, 429, { code: 429 }, { 'retry-after': String(next?.seconds ?? 120) });
    if (what === 'broken') return say(response, 503, { message: 'busy' });
    if (what === 'unknown_token') return say(response, 401, { code: 124, message: 'Invalid access token.' });
    if (what === 'nonsense') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":');
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    const incoming = { request, response, url, body: Buffer.concat(parts) };
    const isDone = what === 'cut_after' || what === 'silent_after';
    const said = await handle(incoming, isDone ? undefined : (what as W | undefined));
    if (what === 'silent_after') return;
    if (what === 'cut_after') return void request.socket.destroy();
    if (said !== null) say(response, ...said);
  }
}

function say(response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}): void {
  if (body === undefined) return void response.writeHead(status, headers).end();
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
