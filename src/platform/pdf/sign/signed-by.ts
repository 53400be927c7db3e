import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';

/** By which certificate PDFs of ours carry a signature, by their SHA-256; those without one are not among them. */
export async function signedBy(
  db: Kysely<DB>,
  sha256s: readonly (string | null)[],
): Promise<Map<string, { name: string; fingerprint: string }>> {
  const asked = sha256s.flatMap((one) => one ?? []);
  if (asked.length === 0) return new Map();
  const rows = await db
    .selectFrom('pdf_signatures')
    .innerJoin('signing_certificates', 'signing_certificates.id', 'pdf_signatures.certificate_id')
    .select(['pdf_signatures.sha256', 'signing_certificates.name', 'signing_certificates.fingerprint'])
    .where('pdf_signatures.sha256', 'in', asked)
    .execute();
  return new Map(rows.map(({ sha256, ...certificate }) => [sha256, certificate]));
}
