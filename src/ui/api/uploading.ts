/** How an upload that goes on where it broke is tried again, in milliseconds: it gives up after half a minute. */
export const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000];

/** Whether an answer passes by itself: a lost connection, a busy lock, a server starting up; a full disk does not. */
export const isPassing = (status: number): boolean =>
  (status === 0 || status === 423 || status === 429 || status >= 500) && status !== 507;

/** What our server said is wrong, as a sentence; `otherwise` where another answered, or nobody. */
export function detailOf(body: string | undefined, otherwise: string): string {
  try {
    const problem = JSON.parse(body ?? '') as { detail?: unknown };
    if (typeof problem.detail === 'string') return problem.detail;
  } catch {
    // not ours: a proxy's page
  }
  return otherwise;
}
