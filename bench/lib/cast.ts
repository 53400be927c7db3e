import { CaseDriver, castFor, type Cast, type Send } from '../../tests/harness/case-driver.ts';
import type { BenchApp } from './ground.ts';

/** Sends one request over HTTP. */
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
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };

/** Somebody who drives a review through its life. */
export async function driver(app: BenchApp, cast?: Cast): Promise<CaseDriver> {
  return new CaseDriver({
    send: sender(app.url),
    world: app.world,
    cast: cast ?? (await castFor(app.world)),
    settle: app.settle,
  });
}
