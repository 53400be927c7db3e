import { capital } from '../../../core/phrases.ts';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Ports } from '../../../platform/ports.ts';
import { engagementOf } from './view.ts';

const CERTIFICATE = 'Certificate of signing';
/** "November 21, 2026 at 10:28:05 PM UTC": to the second, and the same wherever it is read. */
const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });

/**
 * A version of the agreement as it is printed: its words, then the certificate with who signed for which side, when, from where,
 * and the fingerprint of the words. Refuses `not_found` to whoever does not see it.
 */
export async function documentOf(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  of: { id: number; version: number },
): Promise<Parameters<Ports['letterPdf']>[0]> {
  const { versions } = await engagementOf(db, actor, kind, of.id, new Date(0));
  const version = versions?.find((one) => one.version === of.version);
  if (!version) throw new Refusal('not_found');
  const { facts } = await db.executor
    .selectFrom('agreement_versions')
    .select('facts')
    .where('review_id', '=', of.id)
    .where('version', '=', of.version)
    .executeTakeFirstOrThrow();
  const rows = await db.executor
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
    .select(['s.side', 's.name', 's.signed_at', 's.ip', 's.sha256'])
    .where('v.review_id', '=', of.id)
    .where('v.version', '=', of.version)
    .orderBy('s.id')
    .execute();
  const signed = rows.map(
    ({ side, name, signed_at, ip }) =>
      `For ${side === 'expert' ? facts.expert : facts.firm}: ${name}, who typed this name to sign and agreed to sign and keep records electronically, on ${INSTANT.format(signed_at)}${ip === '' ? '' : `, from the network address ${ip}`}.`,
  );
  const both = rows.length === 2;
  return {
    title: 'Agreement',
    review: { number: reviewNumber(kind, of.id), kind_label: capital(KINDS[kind].singular) },
    organization: facts.firm,
    document_id: `agreement-${of.id}-${of.version}`,
    made_at: (rows.at(-1)?.signed_at ?? new Date(version.at)).toISOString(),
    lead: `Version ${of.version}${both ? '' : ', not signed by both'}`,
    signed_by: rows.map(({ name }) => name).join(' and '),
    signed_how: both
      ? `Signed electronically by both sides through Peritus. SHA-256 of the words above the certificate: ${version.sha256}`
      : 'This version is not signed by both sides, and binds nobody.',
    confidentiality: null,
    text: [version.text, CERTIFICATE, ...signed, `SHA-256 of the words above: ${version.sha256}`].join('\n\n'),
    headings: [...version.headings, CERTIFICATE],
  };
}
