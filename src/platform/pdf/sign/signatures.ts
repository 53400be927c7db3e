import { createHash, createPrivateKey, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { fingerprintOf, readCertificate } from '../../../core/certificate.ts';
import { hexOf, joined } from '../../../core/der.ts';
import type { Keyring } from '../../crypto.ts';
import type { Database } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import type { DB } from '../../db/types.ts';
import { makeSigner, type Signer } from './certificate.ts';
import { detachedSignature } from './cms.ts';
import { roomForSignature } from './room.ts';

/** The installation's own signature on PDFs that people signed. */
export interface PdfSignatures {
  /** The PDF with its signature behind it. The same PDF is always given the same bytes, whatever key is in use since. */
  signed(pdf: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** The bytes with this fingerprint, from a PDF that was made again: as it is, or with the signature it was given; null where it is neither. */
  again(pdf: Uint8Array, sha256: string): Promise<Uint8Array | null>;
  /** A PDF as it was before it was signed here; one that was not, as it is. */
  unsigned<T extends Uint8Array>(pdf: T): Promise<T | Uint8Array>;
  /** There is a key with a certificate that holds at an instant: for a world whose clock goes back and forth behind it. */
  holdFrom(at: Date): Promise<void>;
}

const REASON = 'Signed by the installation of Peritus that made it, so that a change shows';
const KEY = 'pdf.signing_key';
/** Of a signature, beside its certificates: what it says, and the longest number a key gives. */
const ROOM = 2048;
/** What is hashed before others have their turn. */
const STRETCH = 4 * 1024 * 1024;

interface InUse {
  id: number;
  signer: Signer;
  name: string;
  until: Date;
}

interface Given {
  env: { public_url: string };
  clock: { now(): Date };
  database: Pick<Database, 'systemDb'>;
  keys: Keyring;
  /** The operator's own key; null: one is made, once. */
  own: Signer | null;
}

/** Signs PDFs with the operator's key, or with one that is made when the first is signed. */
export function createPdfSignatures({ env, clock, database, keys, own }: Given): PdfSignatures {
  const db = database.systemDb;
  let known: InUse | null = null;

  async function inUse(now: Date): Promise<InUse> {
    if (known && (own || now < known.until)) return known;
    known = await db.transaction().execute(async (trx) => {
      // of several that begin at once, one makes it
      await sql`select pg_advisory_xact_lock(${LOCKS.signing})`.execute(trx);
      return own ? kept(trx, own, null, now) : ((await made(trx, now)) ?? (await newlyMade(trx, now)));
    });
    return known;
  }

  async function made(trx: Kysely<DB>, now: Date): Promise<InUse | null> {
    const row = await trx
      .selectFrom('signing_certificates')
      .selectAll()
      .where('private_key', 'is not', null)
      .where('valid_from', '<=', now)
      .where('valid_until', '>', now)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row?.private_key) return null;
    const key = createPrivateKey({ key: keys.decrypt(row.private_key, KEY), format: 'der', type: 'pkcs8' });
    const signer = { key, certificates: [Uint8Array.from(row.certificate)] };
    return { id: row.id, signer, name: row.name, until: row.valid_until };
  }

  function newlyMade(trx: Kysely<DB>, now: Date): Promise<InUse> {
    const signer = makeSigner(`Peritus at ${new URL(env.public_url).host}`, now);
    const secret = keys.encrypt(signer.key.export({ type: 'pkcs8', format: 'der' }), KEY);
    return kept(trx, signer, secret, now);
  }

  async function kept(trx: Kysely<DB>, signer: Signer, private_key: Buffer | null, now: Date): Promise<InUse> {
    const [certificate] = signer.certificates;
    if (!certificate) throw new Error('There is no certificate.');
    const { name, from, until } = readCertificate(certificate);
    const fingerprint = await fingerprintOf(certificate);
    await trx
      .insertInto('signing_certificates')
      .values({
        fingerprint,
        name,
        certificate: Buffer.from(certificate),
        private_key,
        valid_from: from,
        valid_until: until,
        first_used_at: now,
      })
      .onConflict((oc) => oc.column('fingerprint').doNothing())
      .execute();
    const { id } = await trx
      .selectFrom('signing_certificates')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirstOrThrow();
    return { id, signer, name, until };
  }

  const tailOf = (unsigned_sha256: string) =>
    db
      .selectFrom('pdf_signatures')
      .select(['tail', 'sha256'])
      .where('unsigned_sha256', '=', unsigned_sha256)
      .executeTakeFirst();

  return {
    async signed(pdf) {
      const hash = await hashed(pdf);
      const unsigned_sha256 = hash.copy().digest('hex');
      const before = await tailOf(unsigned_sha256);
      if (before) return joined([pdf, before.tail]);
      const signed_at = clock.now();
      const { id, signer, name } = await inUse(signed_at);
      const room = ROOM + signer.certificates.reduce((sum, one) => sum + one.length, 0);
      const { bytes: tail, gap, after } = roomForSignature(pdf, { name, reason: REASON, at: signed_at, room });
      const digest = hash.copy().update(tail.subarray(0, gap)).update(tail.subarray(after)).digest();
      const signature = hexOf(detachedSignature(signer, digest));
      if (signature.length > room * 2) throw new Error('The signature is longer than its room.');
      tail.write(signature, gap + 1, 'latin1');
      const sha256 = hash.copy().update(tail).digest('hex');
      await db
        .insertInto('pdf_signatures')
        .values({ unsigned_sha256, sha256, tail, certificate_id: id, signed_at })
        .onConflict((oc) => oc.column('unsigned_sha256').doNothing())
        .execute();
      // another was faster: its signature stands
      return joined([pdf, (await tailOf(unsigned_sha256))?.tail ?? tail]);
    },
    async again(pdf, sha256) {
      const unsigned = (await hashed(pdf)).digest('hex');
      if (unsigned === sha256) return pdf;
      const found = await tailOf(unsigned);
      return found?.sha256 === sha256 ? joined([pdf, found.tail]) : null;
    },
    async unsigned(pdf) {
      const sha256 = (await hashed(pdf)).digest('hex');
      const found = await db
        .selectFrom('pdf_signatures')
        .select((eb) => eb.fn<number>('octet_length', ['tail']).as('length'))
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      return found ? pdf.subarray(0, pdf.length - found.length) : pdf;
    },
    async holdFrom(at) {
      await inUse(at);
    },
  };
}

/** The SHA-256 of bytes, a stretch at a time, so that requests are answered between. */
async function hashed(bytes: Uint8Array): Promise<Hash> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += STRETCH) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + STRETCH));
  }
  return hash;
}
