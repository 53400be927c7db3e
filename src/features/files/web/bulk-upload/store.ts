import { aheadKind } from '../../../../core/kinds.ts';
import { onLeaving } from '../../../../ui/session/sign-out.ts';
import type { RecordRules } from '../../rules.ts';
import type { ChosenFile } from '../upload/drop-entries.ts';
import { uploads } from '../upload/manager.ts';

/** Where somebody put a file by hand. */
interface Put {
  /** Null: nowhere yet. */
  review_id: number | null;
  /** Undefined: as its name proposes within that pre-order. */
  chart_key: string | null | undefined;
}

/** A file chosen for one of many pre-orders. A new object whenever something changed. */
export interface BulkUploadFile {
  key: number;
  chosen: ChosenFile;
  /** Null: as its name proposes. */
  put: Put | null;
  /** Where it was sent to, once it was. */
  sent: {
    review_id: number;
    chart_key: string | null;
    upload: number;
    /** The file it became, and when (milliseconds of this machine). */
    arrived: { file_id: number; at: number } | null;
  } | null;
}

/**
 * The files of many pre-orders while they are gathered: outside of the page, so that who looks something up on another
 * one finds them again. They end with the person's stay.
 */
class BulkUploadStore {
  #rows: readonly BulkUploadFile[] = [];
  readonly #listeners = new Set<() => void>();
  #next = 1;

  constructor() {
    uploads.onFinished(({ key, file_id }) => {
      if (file_id === null) return;
      const arrived = { file_id, at: Date.now() };
      this.#change((row) => (row.sent?.upload === key ? { ...row, sent: { ...row.sent, arrived } } : row));
    });
    // given up on another page: it waits here again
    uploads.subscribe(() => {
      const under = new Set(uploads.rows().map((row) => row.key));
      for (const { key, sent } of this.#rows)
        if (sent && sent.arrived === null && !under.has(sent.upload)) this.#unsend(key);
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  rows = (): readonly BulkUploadFile[] => this.#rows;

  /** Adds files; one that is here already, unsent, is not added twice. Answers how many were new. */
  add(files: readonly ChosenFile[]): number {
    const name = ({ file, path }: ChosenFile): string => JSON.stringify([path, file.size, file.lastModified]);
    const here = new Set(this.#rows.filter((row) => row.sent === null).map((row) => name(row.chosen)));
    const fresh = files.filter((one) => !here.has(name(one)));
    this.#set([...this.#rows, ...fresh.map((chosen) => ({ key: this.#next++, chosen, put: null, sent: null }))]);
    return fresh.length;
  }

  put(keys: readonly number[], put: Put | null): void {
    const meant = new Set(keys);
    this.#change((row) => (meant.has(row.key) && row.sent === null ? { ...row, put } : row));
  }

  /** Sends a file to where it belongs. */
  send(key: number, to: { review_id: number; chart_key: string | null }, rules: RecordRules): void {
    const row = this.#rows.find((one) => one.key === key);
    if (!row || row.sent !== null) return;
    const [upload = 0] = uploads.add(aheadKind(), to.review_id, [row.chosen], rules, { chartKey: to.chart_key });
    this.#change((one) => (one.key === key ? { ...one, sent: { ...to, upload, arrived: null } } : one));
  }

  /** Takes a file back before it has arrived, to be put elsewhere; what was sent of it is given up. */
  takeBack(key: number): void {
    const upload = this.#rows.find((one) => one.key === key)?.sent?.upload;
    if (upload !== undefined) uploads.cancel(upload);
  }

  /** Takes up again what was removed after it had arrived; it goes where it went, unless put elsewhere. */
  again(key: number): void {
    this.#unsend(key);
  }

  drop(keys: readonly number[]): void {
    const gone = new Set(keys);
    this.#set(this.#rows.filter((row) => !gone.has(row.key)));
  }

  clear(): void {
    this.#set([]);
  }

  #unsend(key: number): void {
    this.#change((row) => {
      if (row.key !== key || !row.sent) return row;
      const { review_id, chart_key } = row.sent;
      return { ...row, sent: null, put: { review_id, chart_key } };
    });
  }

  #change(next: (row: BulkUploadFile) => BulkUploadFile): void {
    this.#set(this.#rows.map(next));
  }

  #set(rows: readonly BulkUploadFile[]): void {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  }
}

export const bulkUploads = new BulkUploadStore();
onLeaving(() => bulkUploads.clear());
