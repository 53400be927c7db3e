import type { z } from 'zod';
import { retryAfterMs } from './retry-after.ts';

/**
 * Why a service did not do what it was asked. `refused`: asked again it would be answered the same; `gone`: it knows no such
 * thing; `away`: later it may do it, or have done it.
 */
export type ServiceFailure = 'away' | 'refused' | 'gone';
export type ServiceAnswer<T> = { value: T } | { failure: ServiceFailure; retry_after_ms: number | null };

/**
 * An answer as it was meant: its body by the schema, where null by having none (204); or why it is not. `also_away`: statuses by
 * which this service says, too, that it may be asked again.
 */
export async function readServiceAnswer<T>(
  response: Response,
  shape: z.ZodType<T> | null,
  now: Date,
  { also_away = [] }: { also_away?: readonly number[] } = {},
): Promise<ServiceAnswer<T>> {
  const { status, ok, headers } = response;
  const failed = (failure: ServiceFailure) => ({
    failure,
    retry_after_ms: retryAfterMs(headers.get('retry-after'), now),
  });
  const text = await response.text().catch(() => null);
  // cut off in the middle, it may have been done
  if (text === null) return failed('away');
  if (ok) {
    if (shape === null) return status === 204 ? { value: null as T } : failed('away');
    const body = shape.safeParse(parsed(text));
    return body.success ? { value: body.data } : failed('away');
  }
  if (status === 404) return failed('gone');
  const isAway = status === 408 || status === 429 || status >= 500 || also_away.includes(status);
  return failed(isAway ? 'away' : 'refused');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is to be taken away and is gone is as good as taken away. */
export const orGone = <F extends { failure: string }>(done: { value: null } | F): { value: null } | F =>
  'failure' in done && done.failure === 'gone' ? { value: null } : done;
