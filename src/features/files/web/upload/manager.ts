import { maxUploadBytes } from '../../../../ui/session/site.ts';
import type { DetailedError, Upload } from 'tus-js-client';
import type { Kind } from '../../../../core/kinds.ts';
import { call, session } from '../../../../ui/api/client.ts';
import { detailOf, isPassing, RETRY_MS } from '../../../../ui/api/uploading.ts';
import { onLeaving } from '../../../../ui/session/sign-out.ts';
import { fileEndpoints, FILE_ID_HEADER, UPLOADS_PATH, TOKEN_HEADER, VISIT_HEADER } from '../../contract.ts';
import {
  cleanName,
  type FileCategory,
  guessCategory,
  placeInRoom,
  type RecordRules,
  type Room,
  whyNotSendable,
} from '../../rules.ts';
import { fileTexts } from '../file-texts.ts';
import type { ChosenFile } from './drop-entries.ts';
import { fingerprint, forget, unfinished, urlStorage } from './fingerprint.ts';
import { keepRefused, keptRefused } from './refused.ts';
import { Speed } from './speed.ts';

/** What somebody outside sends with: their link, their visit, and the item asked for. */
export interface HeldLink {
  token: string;
  visit: string;
  item: number | null;
}

export type UploadState = 'waiting' | 'moving' | 'paused' | 'offline' | 'failed' | 'refused' | 'finished';

/** One file on its way, as a row shows it. A new object whenever something changed. */
export interface UploadRow {
  key: number;
  review_id: number;
  kind: Kind | null;
  /** Set for what is sent by a link; it names no review and no kind. */
  held: HeldLink | null;
  name: string;
  size_bytes: number;
  sent_bytes: number;
  seconds_left: number | null;
  state: UploadState;
  /** What is wrong, with its remedy: `failed` can be tried again, `refused` cannot. */
  failure: string | null;
  /** Chosen by the person; else the server goes by the name and the category. */
  category: FileCategory | null;
  visible_to_expert: boolean | undefined;
  /** Where it was said before sending; null: not said. */
  chart_key: string | null;
  /** Set once it has become a file. */
  file_id: number | null;
}

interface Running {
  row: UploadRow;
  /** Gone after a reload: of what was refused before it only the row is left. */
  chosen: ChosenFile | null;
  print: string;
  upload: Upload | null;
  speed: Speed;
  /** What the server was told at creation; a later choice is sent after the finish. */
  told: Pick<UploadRow, 'category' | 'visible_to_expert'> | null;
}

const AT_ONCE = 3;

/**
 * Uploads outside of any page: they go on while people move through the product, three at a time. Pages subscribe.
 */
class UploadManager {
  readonly #all: Running[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #finished = new Set<(row: UploadRow) => void>();
  #rows: readonly UploadRow[] = [];
  #next = 1;

  constructor() {
    if (typeof window === 'undefined') return;
    for (const kept of keptRefused()) {
      const row: UploadRow = {
        ...kept,
        key: this.#next++,
        held: null,
        sent_bytes: 0,
        seconds_left: null,
        state: 'refused',
        category: null,
        visible_to_expert: undefined,
        chart_key: null,
        file_id: null,
      };
      this.#all.push({ row, chosen: null, print: '', upload: null, speed: new Speed(), told: null });
    }
    this.#rows = this.#all.map((u) => u.row);
    window.addEventListener('offline', () => this.#goOffline());
    window.addEventListener('online', () => this.#goOnline());
    window.addEventListener('beforeunload', (event) => {
      if (this.#all.some((u) => u.row.state === 'moving' || u.row.state === 'waiting')) event.preventDefault();
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** All rows, of every review; stable until something changes. */
  rows = (): readonly UploadRow[] => this.#rows;

  /** Called when an upload has become a file. */
  onFinished(listener: (row: UploadRow) => void): () => void {
    this.#finished.add(listener);
    return () => void this.#finished.delete(listener);
  }

  /** Files of one review, of one of its charts where that is known. Answers their keys, in order. */
  add(
    kind: Kind,
    reviewId: number,
    files: readonly ChosenFile[],
    rules: RecordRules,
    { chartKey = null, room = null }: { chartKey?: string | null; room?: Room | null } = {},
  ): number[] {
    return this.#add({ kind, reviewId, held: null, chartKey }, files, rules, room);
  }

  /** Files of somebody outside, by their link. */
  addByLink(held: HeldLink, files: readonly ChosenFile[]): void {
    this.#add({ kind: null, reviewId: 0, held, chartKey: null }, files);
  }

  #add(
    {
      kind,
      reviewId,
      held,
      chartKey,
    }: { kind: Kind | null; reviewId: number; held: HeldLink | null; chartKey: string | null },
    files: readonly ChosenFile[],
    rules?: RecordRules,
    room: Room | null = null,
  ): number[] {
    const first = this.#next;
    const left = room && { ...room, left_bytes: Math.max(0, room.left_bytes - this.#notBegun(reviewId)) };
    const noRoom =
      left === null
        ? []
        : placeInRoom(
            files.map(({ file }) => file.size),
            left,
          );
    for (const [at, chosen] of files.entries()) {
      const { file, path } = chosen;
      const name = cleanName(file.name);
      const sendable = whyNotSendable({ name: file.name, size_bytes: file.size }, maxUploadBytes());
      const failure = sendable ?? noRoom[at] ?? null;
      const category = guessCategory(name, rules);
      // what was begun for another chart is another upload
      const place = held ? `${held.visit}/${held.item}/${path}` : chartKey === null ? path : `${chartKey}//${path}`;
      this.#all.push({
        chosen,
        print: fingerprint(reviewId, place, file.size, file.lastModified),
        upload: null,
        speed: new Speed(),
        told: null,
        row: {
          key: this.#next++,
          review_id: reviewId,
          kind,
          held,
          name: name || file.name,
          size_bytes: file.size,
          sent_bytes: 0,
          seconds_left: null,
          state: failure === null ? (isOnline() ? 'waiting' : 'offline') : 'refused',
          failure,
          category,
          visible_to_expert: undefined,
          chart_key: chartKey,
          file_id: null,
        },
      });
    }
    this.#changed();
    this.#pump();
    return files.map((_, at) => first + at);
  }

  pause(key: number): void {
    const one = this.#find(key);
    if (!one || (one.row.state !== 'moving' && one.row.state !== 'waiting')) return;
    this.#halt(one, 'paused');
    this.#pump();
  }

  /** Goes on after a pause or a failure. */
  resume(key: number): void {
    const one = this.#find(key);
    if (!one || !['paused', 'offline', 'failed'].includes(one.row.state)) return;
    this.#set(one, { state: 'waiting', failure: null });
    this.#pump();
  }

  /** Stops an upload for good and takes its bytes off the server. */
  cancel(key: number): void {
    const one = this.#find(key);
    if (!one) return;
    void one.upload?.abort(one.row.state !== 'finished' && one.upload.url !== null).catch(() => undefined);
    forget([one.print]);
    this.#drop(one);
    this.#pump();
  }

  /** Choices made while the file is on its way. */
  choose(key: number, choice: { category?: FileCategory | null; visible_to_expert?: boolean }): void {
    const one = this.#find(key);
    if (!one) return;
    this.#set(one, choice);
  }

  /** Takes finished rows away once the list shows their files. */
  settle(fileIds: ReadonlySet<number>): void {
    for (const one of this.#all.filter((u) => u.row.file_id !== null && fileIds.has(u.row.file_id))) this.#drop(one);
  }

  /** Ends everything: at sign-out, nothing of one person goes on under another. */
  clear(): void {
    for (const one of this.#all.splice(0)) void one.upload?.abort().catch(() => undefined);
    forget(unfinished());
    this.#changed();
  }

  #pump(): void {
    let free = AT_ONCE - this.#all.filter((u) => u.row.state === 'moving').length;
    for (const one of this.#all) {
      if (free <= 0) break;
      if (one.row.state !== 'waiting') continue;
      free -= 1;
      this.#set(one, { state: 'moving' });
      void this.#start(one);
    }
  }

  async #start(one: Running): Promise<void> {
    const tus = await import('tus-js-client');
    if (one.row.state !== 'moving' || !one.chosen) return;
    one.speed.reset();
    if (!one.upload) {
      one.told = { category: one.row.category, visible_to_expert: one.row.visible_to_expert };
      one.upload = new tus.Upload(one.chosen.file, {
        endpoint: UPLOADS_PATH,
        metadata: metadataOf(one.row, one.chosen.path),
        retryDelays: RETRY_MS,
        urlStorage,
        fingerprint: async () => one.print,
        removeFingerprintOnSuccess: true,
        onBeforeRequest: (request) => {
          const headers = one.row.held ? headersOf(one.row.held) : session.profileHeaders();
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
        },
        onProgress: (sent) => {
          const now = performance.now();
          one.speed.note(sent, now);
          this.#set(one, { sent_bytes: sent, seconds_left: one.speed.secondsFor(one.row.size_bytes - sent) });
        },
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus() ?? 0;
          // what passes, and a piece that came twice, is tried again; what the server refuses stays refused
          return isOnline() && (isPassing(status) || status === 409);
        },
        onSuccess: ({ lastResponse }) => void this.#done(one, Number(lastResponse.getHeader(FILE_ID_HEADER))),
        onError: (error) => this.#failed(one, error),
      });
    }
    const [previous] = one.upload.url === null ? await one.upload.findPreviousUploads() : [];
    if (one.row.state !== 'moving') return;
    if (previous) one.upload.resumeFromPreviousUpload(previous);
    one.upload.start();
  }

  async #done(one: Running, fileId: number): Promise<void> {
    const { category, visible_to_expert } = one.row;
    const changed = {
      ...(category !== one.told?.category && category !== null ? { category } : {}),
      ...(visible_to_expert === undefined || visible_to_expert === one.told?.visible_to_expert
        ? {}
        : { visible_to_expert }),
    };
    if (one.row.held === null && Object.keys(changed).length > 0) {
      // a choice that did not reach the server stands in the list as it is there, to be made again
      await call(fileEndpoints.update, { params: { fileId }, body: changed }).catch(() => undefined);
    }
    this.#set(one, { state: 'finished', file_id: fileId, sent_bytes: one.row.size_bytes, seconds_left: null });
    for (const listener of this.#finished) listener(one.row);
    this.#pump();
  }

  #failed(one: Running, error: Error | DetailedError): void {
    const response = 'originalResponse' in error ? error.originalResponse : null;
    const status = response?.getStatus() ?? 0;
    if (!isOnline()) return this.#halt(one, 'offline');
    if (status === 401 && one.row.held === null) session.onUnauthorized('uploads');
    const sentence =
      status === 0
        ? fileTexts.unreachable
        : status === 401
          ? fileTexts.signIn
          : status === 507
            ? fileTexts.serverFull
            : detailOf(response?.getBody(), fileTexts.unreachable);
    const isRefused = status >= 400 && status < 500 && ![401, 409, 423, 429].includes(status);
    this.#set(one, { state: isRefused ? 'refused' : 'failed', failure: sentence, seconds_left: null });
    this.#pump();
  }

  #halt(one: Running, state: 'paused' | 'offline'): void {
    void one.upload?.abort().catch(() => undefined);
    this.#set(one, { state, seconds_left: null });
  }

  #goOffline(): void {
    for (const one of this.#all)
      if (one.row.state === 'moving' || one.row.state === 'waiting') this.#halt(one, 'offline');
  }

  #goOnline(): void {
    for (const one of this.#all) if (one.row.state === 'offline') this.#set(one, { state: 'waiting' });
    this.#pump();
  }

  /** Bytes of a review's files that are on their way, and of which the server does not know yet. */
  #notBegun(reviewId: number): number {
    const bytes = this.#all
      .filter(({ row, upload }) => row.review_id === reviewId && row.state !== 'refused' && !upload?.url)
      .map(({ row }) => row.size_bytes);
    return bytes.reduce((all, one) => all + one, 0);
  }

  #find(key: number): Running | undefined {
    return this.#all.find((u) => u.row.key === key);
  }

  #set(one: Running, change: Partial<UploadRow>): void {
    one.row = { ...one.row, ...change };
    this.#changed();
  }

  #drop(one: Running): void {
    const at = this.#all.indexOf(one);
    if (at >= 0) this.#all.splice(at, 1);
    this.#changed();
  }

  #changed(): void {
    this.#rows = this.#all.map((u) => u.row);
    keepRefused(this.#rows);
    for (const listener of this.#listeners) listener();
  }
}

function metadataOf(row: UploadRow, path: string): Record<string, string> {
  if (row.held) return { filename: row.name, ...(row.held.item === null ? {} : { item: String(row.held.item) }) };
  return {
    review_id: String(row.review_id),
    filename: row.name,
    ...(row.visible_to_expert === undefined ? {} : { visible: String(row.visible_to_expert) }),
    ...(row.category === null ? {} : { category: row.category }),
    ...(row.chart_key === null ? {} : { chart: row.chart_key }),
    ...(path.includes('/') ? { path: path.slice(0, 2000) } : {}),
  };
}

/** The headers that bring a link. */
export const headersOf = ({ token, visit }: Pick<HeldLink, 'token' | 'visit'>): Record<string, string> => ({
  [TOKEN_HEADER]: token,
  [VISIT_HEADER]: visit,
});

const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine;

/** The one manager of this page; it ends with the person's stay. */
export const uploads = new UploadManager();
onLeaving(() => uploads.clear());
