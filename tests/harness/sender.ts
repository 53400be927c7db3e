import type { Cast, Send, Wiring } from './review-driver.ts';
import type { World } from './world.ts';

/** Sends one request over HTTP to a server that listens there. */
export const sender =
  (url: string): Send =>
  async (who, method, path, body, headers) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...who.headers,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };

/** A driver over HTTP, against a server that listens. */
export const atServer = (server: { url: string; world: World; settle(): Promise<void> }, cast: Cast): Wiring => ({
  send: sender(server.url),
  world: server.world,
  cast,
  settle: () => server.settle(),
});
