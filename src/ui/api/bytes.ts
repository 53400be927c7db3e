import type { Endpoint, SentIn } from '../../core/endpoint.ts';
import type { Problem } from '../../core/errors.ts';
import { urlOf } from '../../core/url-of.ts';
import { ApiError } from './client.ts';

/** Calls an endpoint that answers bytes, and keeps them in no cache. Throws ApiError; status 0: it could not be reached. */
export async function callBytes<E extends Endpoint>(endpoint: E, body: SentIn<E, 'body'>): Promise<Blob> {
  try {
    const answer = await fetch(urlOf(endpoint, {}), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
    });
    if (answer.ok) return await answer.blob();
    throw new ApiError(answer.status, (await answer.json().catch(() => null)) as Problem | null);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, null);
  }
}
