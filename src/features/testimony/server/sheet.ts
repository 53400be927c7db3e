import { signedByTyping } from '../../engagements/rules.ts';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { dateText } from '../../../core/dates.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type Erratum, erratumLine, SESSION_TYPES } from '../rules.ts';
import { loadMatter, type SessionRow, sessionOf } from './load.ts';

const dayHeld = (row: SessionRow): string => dateText(dateIn(row.held_from ?? row.starts_at, row.zone), 'long');

/** What is kept of a sheet once it is signed: its words, the firm they are for, and their SHA-256. */
export async function signedWords(
  db: Kysely<DB>,
  review: Pick<ReviewRowBeside, 'organization_id'>,
  row: SessionRow,
  errata: readonly Erratum[],
): Promise<{ errata_text: string; errata_firm: string; errata_sha256: string }> {
  const { name } = await organizationOf(db, review.organization_id);
  const text = [
    `I have read the transcript of my deposition of ${dayHeld(row)}, which was available to me from ${dateText(row.transcript_on ?? '', 'long')}.`,
    errata.length === 0
      ? 'I make no changes in form or substance.'
      : 'I make these changes in form or substance, each with its reason:',
    ...errata.map(erratumLine),
  ].join('\n\n');
  return {
    errata_text: text,
    errata_firm: name,
    errata_sha256: createHash('sha256').update(text).digest('hex'),
  };
}

/** The signed errata sheet as it is printed: the words that were signed, in the order of the transcript. Refuses `not_found` before it is signed. */
export async function sheetOf(
  db: ActorDb,
  kind: Kind,
  of: { id: number; sessionId: number },
): Promise<Parameters<Ports['letterPdf']>[0]> {
  const review = await loadMatter(db, kind, of.id);
  const row = await sessionOf(db.executor, review.id, of.sessionId);
  if (row.errata_text === null || !row.errata_signed_at) throw new Refusal('not_found');
  const name = row.errata_name ?? '';
  return {
    title: 'Errata sheet',
    review: { number: reviewNumber(kind, of.id), kind_label: capital(KINDS[kind].singular) },
    organization: row.errata_firm ?? '',
    document_id: `errata-${of.id}-${row.id}`,
    made_at: row.errata_signed_at.toISOString(),
    lead: `${SESSION_TYPES[row.type].title} of ${name}, ${dayHeld(row)}`,
    signed_by: name,
    signed_how: signedByTyping(row.errata_sha256 ?? ''),
    confidentiality: null,
    text: row.errata_text,
    headings: [],
  };
}
