import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cannotWrite } from './data-folder.ts';
import type { Db } from './db/database.ts';
import { json } from './db/json.ts';
import { Refusal } from './refusal.ts';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const CHECK = 'key_check';

/** Encryption at rest and keyed hashes, all under the one key of this instance. */
export interface Keyring {
  /** Encrypts for one purpose ("sso.client_secret"); what comes out opens only under the same purpose. */
  encrypt(plaintext: string | Uint8Array, purpose: string): Buffer;
  /** Opens what `encrypt` made. Throws DecryptionError when it was changed, or made under another key or purpose. */
  decrypt(ciphertext: Uint8Array, purpose: string): Buffer;
  /** A keyed hash (HMAC-SHA256) under a key of its own for each purpose. */
  hmac(purpose: string, data: string | Uint8Array): Buffer;
  /** Tells this key from another without giving it away. */
  readonly fingerprint: string;
}

export class DecryptionError extends Error {
  constructor() {
    super('The stored secret cannot be opened: it was changed, or made under another key.');
    this.name = 'DecryptionError';
  }
}

/** The key cannot be used for this database; the message says what the operator can do. */
export class KeyError extends Refusal {
  constructor(message: string) {
    super('setting', message);
    this.name = 'KeyError';
  }
}

const aad = (purpose: string): Buffer => Buffer.from(`${VERSION}:${purpose}`);

/** A keyring over 32 bytes of key material. Every use has a sub-key of its own. */
export function createKeyring(key: Uint8Array): Keyring {
  if (key.length !== KEY_BYTES)
    throw new KeyError(`The encryption key must have ${KEY_BYTES} bytes, not ${key.length}.`);
  const material = Buffer.from(key);
  const subKeys = new Map<string, Buffer>();
  const subKey = (use: string): Buffer => {
    const known = subKeys.get(use);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), `peritus:${use}`, KEY_BYTES));
    subKeys.set(use, made);
    return made;
  };
  return {
    fingerprint: createHmac('sha256', subKey('fingerprint')).update('peritus').digest('hex'),
    encrypt(plaintext, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', subKey('encrypt'), iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(aad(purpose));
      const body = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
    },
    decrypt(ciphertext, purpose) {
      const input = Buffer.from(ciphertext);
      if (input.length < 1 + IV_BYTES + TAG_BYTES || input[0] !== VERSION) throw new DecryptionError();
      const iv = input.subarray(1, 1 + IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', subKey('encrypt'), iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(aad(purpose));
      decipher.setAuthTag(input.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(input.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        throw new DecryptionError();
      }
    },
    hmac: (purpose, data) =>
      createHmac('sha256', subKey(`hmac:${purpose}`))
        .update(data)
        .digest(),
  };
}

/** A new unguessable token: 256 bits, fit for a URL or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. Tokens have full entropy, so a plain hash cannot be searched for. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Compares two secrets in constant time; different lengths are unequal. */
export function sameSecret(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Where the key is kept when no setting gives it: beside the data folder, so that a copy of the folder alone opens nothing. */
export const keyFile = (dataDir: string): string => `${dataDir.replace(/[\\/]+$/, '')}.key`;

/**
 * The keyring for this database: the key of the setting ENCRYPTION_KEY, or of the key file, which is made at the first
 * start. The database remembers a check value of the key it was first used with.
 * @throws KeyError when the key is missing, unreadable, or not the one this database was used with.
 */
export async function openKeyring(
  env: { ENCRYPTION_KEY?: string | undefined; data_dir: string },
  db: Db,
  now: Date,
): Promise<Keyring> {
  const known = await storedCheck(db);
  const file = keyFile(env.data_dir);
  const source = env.ENCRYPTION_KEY === undefined ? file : 'the setting ENCRYPTION_KEY';
  const key =
    env.ENCRYPTION_KEY === undefined ? await keyFromFile(file, known !== null) : decodeKey(env.ENCRYPTION_KEY, source);
  const keyring = createKeyring(key);
  if (known === null) {
    await db
      .insertInto('instance_settings')
      .values({ key: CHECK, value: json(keyring.fingerprint), updated_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
  if ((known ?? (await storedCheck(db))) !== keyring.fingerprint)
    throw new KeyError(
      `The encryption key in ${source} is not the one this database was used with. ` +
        'Bring back the key that belongs to it; without it encrypted data and the audit chain cannot be read.',
    );
  return keyring;
}

async function storedCheck(db: Db): Promise<string | null> {
  const row = await db.selectFrom('instance_settings').select('value').where('key', '=', CHECK).executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : null;
}

const canonical = (base64: string): string => base64.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');

/** What a key looks like where it is written. */
export const KEY_FORM = `base64 of ${KEY_BYTES} bytes (openssl rand -base64 ${KEY_BYTES})`;

/** Whether a text is a key as `KEY_FORM` says. */
export function readsAsKey(text: string): boolean {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === KEY_BYTES && canonical(key.toString('base64')) === canonical(text.trim());
}

function decodeKey(text: string, source: string): Buffer {
  if (!readsAsKey(text)) throw new KeyError(`The encryption key in ${source} must be ${KEY_FORM}.`);
  return Buffer.from(text.trim(), 'base64');
}

async function keyFromFile(file: string, mustExist: boolean): Promise<Buffer> {
  for (;;) {
    try {
      const { mode } = await stat(file);
      if (process.platform !== 'win32' && (mode & 0o077) !== 0)
        throw new KeyError(`${file} can be read by others. Make it yours alone: chmod 600 ${file}`);
      return decodeKey(await readFile(file, 'utf8'), file);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
    if (mustExist)
      throw new KeyError(
        `The key file ${file} is missing, and this database was used with a key. ` +
          'Bring the file back from where you keep it, or set ENCRYPTION_KEY to its content.',
      );
    try {
      await makeKeyFile(file);
    } catch (error) {
      throw cannotWrite(error, `The key file ${file}`);
    }
  }
}

/** Makes the file whole and durable before its name appears; when another process was faster, its file stands. */
async function makeKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(file));
}

/** Makes names created in or removed from a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
