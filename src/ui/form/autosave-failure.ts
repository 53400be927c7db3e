/** The server holds a newer version; `fresh` is what it holds. */
export class StaleVersion<T> extends Error {
  readonly fresh: { value: T; version: number };

  constructor(fresh: { value: T; version: number }) {
    super('This was changed elsewhere.');
    this.name = 'StaleVersion';
    this.fresh = fresh;
  }
}

/** The server will not take this value, however often it is sent. The message is for the reader. */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refused';
  }
}

export type Failure = { kind: 'offline' } | { kind: 'retrying' } | { kind: 'refused'; message: string };

const patient = new Set([408, 425, 429]);

/** Whether trying again can help: lost network and busy servers yes, refusals no. */
export function classify(error: unknown, online: boolean): Failure {
  if (error instanceof Refused) return { kind: 'refused', message: error.message };
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    const { status } = error;
    if (status === 0) return { kind: 'offline' };
    if (status >= 400 && status < 500 && !patient.has(status)) {
      const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : null;
      return { kind: 'refused', message: detail ?? (error instanceof Error ? error.message : 'This was not saved.') };
    }
    if (status >= 400) return { kind: 'retrying' };
  }
  return !online || error instanceof TypeError ? { kind: 'offline' } : { kind: 'retrying' };
}
