import type { ChildAnswer } from './child-pool.ts';

/** What a child of a pool does: answers each request of its parent, and ends with it. */
export function answerParent<Request, Result>(run: (request: Request) => Promise<Result>): void {
  process.on('message', (request: Request) => {
    run(request)
      .then((result): ChildAnswer<Result> => ({ result }))
      .catch((error: unknown): ChildAnswer<Result> => ({ error: error instanceof Error ? error.message : 'unknown' }))
      .then((answer) => process.send?.(answer))
      .catch(() => process.exit(1));
  });
  process.on('disconnect', () => process.exit(0));
}
