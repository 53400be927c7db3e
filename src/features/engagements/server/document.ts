import { capital } from '../../../core/phrases.ts';
import { type Actor, isExpertSide, seesWorkAmounts } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn } from '../../../core/experts.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Ports } from '../../../platform/ports.ts';
import { agreementText } from '../rules.ts';
import { loadEngagementReview, signaturesOf, versionsFor } from './load.ts';

const CERTIFICATE = 'Certificate of signing';
/** "November 21, 2026 at 10:28:05 PM UTC": to the second, and the same wherever it is read. */
const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });

/**
 * A version of the agreement as it is printed: its words, then the certificate with who signed for which side, when, from where,
 * and the fingerprint of the words; and whether both signed it. Refuses `not_found` to whoever does not see it.
 */
export async function documentOf(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  of: { id: number; version: number },
): Promise<{ letter: Parameters<Ports['letterPdf']>[0]; both: boolean }> {
  const review = await loadEngagementReview(db, kind, of.id);
  const sees = seesWorkAmounts(actor.kind) && (!isExpertSide(actor.kind) || isOn(actor, review));
  const versions = sees ? await versionsFor(db.executor, actor, of.id) : [];
  const version = versions.find((one) => one.version === of.version);
  // of deleted records nothing is printed, and nothing signed
  if (!version || version.text === '') throw new Refusal('not_found');
  const { facts, text, sha256 } = version;
  const rows = (await signaturesOf(db.executor, of.id)).filter(({ version_id }) => version_id === version.id);
  const signed = rows.map(
    ({ side, name, signed_at, ip }) =>
      `For ${side === 'expert' ? facts.expert : facts.firm}: ${name}, who typed this name to sign and agreed to sign and keep records electronically, on ${INSTANT.format(signed_at)}${ip === '' ? '' : `, from the network address ${ip}`}.`,
  );
  const both = rows.length === 2;
  const letter = {
    title: 'Agreement',
    review: { number: reviewNumber(kind, of.id), kind_label: capital(KINDS[kind].singular) },
    organization: facts.firm,
    document_id: `agreement-${of.id}-${of.version}`,
    made_at: (rows.at(-1)?.signed_at ?? version.proposed_at).toISOString(),
    lead: `Version ${of.version}${both ? '' : ', not signed by both'}`,
    signed_by: rows.map(({ name }) => name).join(' and '),
    signed_how: both
      ? `Signed electronically by both sides through Peritus. SHA-256 of the words above the certificate: ${sha256}`
      : 'This version is not signed by both sides, and binds nobody.',
    confidentiality: null,
    text: [text, CERTIFICATE, ...signed, `SHA-256 of the words above: ${sha256}`].join('\n\n'),
    headings: [...agreementText(version.terms, facts, version.template_version).headings, CERTIFICATE],
  };
  return { letter, both };
}
