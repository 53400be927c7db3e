import { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Db } from '../../../../platform/db/database.ts';
import { rechunk } from './rechunk.ts';
import type { Hasher } from './hasher.ts';
import { OffsetMismatchError, type Storage } from '../../../../platform/storage.ts';

/** What the store asks of the request it works for. */
export interface StoreContext {
  create(upload: Upload): Promise<void>;
  remove(id: string): Promise<void>;
  /** The bytes being sent, and when to stop taking them. */
  incoming(): { body: Readable; signal: AbortSignal };
}

/**
 * Where tus finds and puts bytes. Who may is decided before it is asked. The offset it tells is what is synced on
 * disk, never more: the row only follows.
 */
export class UploadStore extends DataStore {
  readonly #db: Db;
  readonly #storage: Storage;
  readonly #hasher: Hasher;
  readonly #own: StoreContext;

  constructor(db: Db, storage: Storage, hasher: Hasher, own: StoreContext) {
    super();
    this.#db = db;
    this.#storage = storage;
    this.#hasher = hasher;
    this.#own = own;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#own.create(upload);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    const offset =
      row.finished_at === null ? await this.#settle(id, row.storage_key, row.offset_bytes) : row.size_bytes;
    return new Upload({
      id,
      size: row.size_bytes,
      offset,
      metadata: row.metadata as Record<string, string | null>,
      creation_date: row.created_at.toISOString(),
    });
  }

  /** tus hands over an empty stream: the request's own body is read here, without the layers between. */
  override async write(_stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#row(id);
    const { body, signal } = this.#own.incoming();
    let at = offset;
    const pieces = rechunk(body, {
      limit: row.size_bytes - offset,
      signal,
      onExceed: ERRORS.ERR_SIZE_EXCEEDED,
      lease: () => this.#hasher.lease(),
      taken: (buffer, length) => {
        this.#hasher.feed(id, at, buffer, length);
        at += length;
      },
    });
    let size: number;
    try {
      // no reading ahead: a piece is handed to the hasher once the next is asked for, that is when it is written
      const content = Readable.from(pieces, { highWaterMark: 0 });
      size = await this.#storage.append(row.storage_key, offset, content, row.size_bytes);
    } catch (error) {
      if (error instanceof OffsetMismatchError) throw ERRORS.INVALID_OFFSET;
      throw error;
    }
    await this.#note(id, size);
    return size;
  }

  override async remove(id: string): Promise<void> {
    await this.#own.remove(id);
  }

  /** Bytes that reached the disk count once they are synced; a row that says more or less is corrected. */
  async #settle(id: string, key: string, noted: number): Promise<number> {
    const onDisk = (await this.#storage.size(key)) ?? 0;
    if (onDisk === noted) return onDisk;
    // a broken connection or a killed process left bytes behind: sync them before anybody builds on them
    if (onDisk > 0) await this.#storage.append(key, onDisk, Readable.from([]));
    await this.#note(id, onDisk);
    return onDisk;
  }

  async #note(id: string, size: number): Promise<void> {
    await this.#db.updateTable('uploads').set({ offset_bytes: size }).where('id', '=', id).execute();
  }

  async #row(id: string) {
    const row = await this.#db
      .selectFrom('uploads')
      .select(['size_bytes', 'offset_bytes', 'metadata', 'storage_key', 'finished_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }
}
