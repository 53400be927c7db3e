import { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Db } from '../../../../platform/db/database.ts';
import { OffsetMismatchError, type Storage } from '../../../../platform/storage.ts';

/**
 * Where tus finds and puts bytes. Who may is decided before it is asked. The offset it tells is what is synced on
 * disk, never more: the row only follows.
 */
export class UploadStore extends DataStore {
  readonly #db: Db;
  readonly #storage: Storage;
  readonly #create: (upload: Upload) => Promise<void>;
  readonly #remove: (id: string) => Promise<void>;

  constructor(
    db: Db,
    storage: Storage,
    own: { create(upload: Upload): Promise<void>; remove(id: string): Promise<void> },
  ) {
    super();
    this.#db = db;
    this.#storage = storage;
    this.#create = own.create;
    this.#remove = own.remove;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#create(upload);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    const offset = row.file_id === null ? await this.#settle(id, row.storage_key, row.offset_bytes) : row.size_bytes;
    return new Upload({
      id,
      size: row.size_bytes,
      offset,
      metadata: row.metadata as Record<string, string | null>,
      creation_date: row.created_at.toISOString(),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#row(id);
    let size: number;
    try {
      size = await this.#storage.append(row.storage_key, offset, stream);
    } catch (error) {
      if (error instanceof OffsetMismatchError) throw ERRORS.INVALID_OFFSET;
      throw error;
    }
    await this.#note(id, size);
    return size;
  }

  override async remove(id: string): Promise<void> {
    await this.#remove(id);
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
      .select(['size_bytes', 'offset_bytes', 'metadata', 'storage_key', 'file_id', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }
}
