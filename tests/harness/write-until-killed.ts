/** Works on a storage until it is done or killed, for tests that kill it. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createKeyring } from '../../src/platform/crypto.ts';
import { connect } from '../../src/platform/db/database.ts';
import { openDiskStorage } from '../../src/platform/storage-disk.ts';
import type { ClusterConnection } from './cluster.ts';
import { seededBytes } from './seeded.ts';

/** What to do: take over what lies in the clear, or go on with one object of seeded bytes. */
export interface WriteJob {
  connection: ClusterConnection & { database: string };
  folder: string;
  /** The instance's key, base64. */
  key: string;
  append?: { key: string; size: number; seed: number };
}

const { connection, folder, key, append } = JSON.parse(process.argv[2] ?? '') as WriteJob;
const database = connect(connection, { max: 3, onError: () => undefined });
const storage = await openDiskStorage(folder, database.systemDb, createKeyring(Buffer.from(key, 'base64')));
process.send?.('ready');
if (append) {
  const content = seededBytes(append.seed, append.size);
  const step = 1 + (randomBytes(3).readUIntBE(0, 3) % 400_000);
  let at = (await storage.size(append.key)) ?? 0;
  while (at < append.size)
    at = await storage.append(append.key, at, Readable.from([content.subarray(at, at + step)]), append.size);
} else await storage.takeOver();
process.send?.('done');
await database.close();
process.disconnect();
