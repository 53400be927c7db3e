/**
 * What the product promises in milliseconds, as a limit that a busy machine does not break: `ms`, or, where everything
 * takes its time just now, `times` what the measure beside it takes in the same run.
 */
export async function limit(ms: number, times: number, measure: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await measure();
  return Math.max(ms, times * (performance.now() - began));
}
