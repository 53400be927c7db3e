import { dateText } from '../../../core/dates.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Ports } from '../../../platform/ports.ts';
import { erratumLine, SESSION_TYPES } from '../rules.ts';
import { loadMatter, sessionOf } from './load.ts';

/** The signed errata sheet as it is printed: corrections in the order of the transcript, each with its reason. Refuses `not_found` before it is signed. */
export async function sheetOf(
  db: ActorDb,
  kind: Kind,
  of: { id: number; sessionId: number },
): Promise<Parameters<Ports['letterPdf']>[0]> {
  const review = await loadMatter(db, kind, of.id);
  const row = await sessionOf(db.executor, review.id, of.sessionId);
  if (!row.errata || !row.errata_signed_at || !row.held_from || row.transcript_on === null)
    throw new Refusal('not_found');
  const { name: firm } = await db.executor
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', review.organization_id)
    .executeTakeFirstOrThrow();
  const held = dateText(dateIn(row.held_from, row.zone), 'long');
  const name = row.errata_name ?? '';
  return {
    title: 'Errata sheet',
    review: { number: reviewNumber(kind, of.id), kind_label: capital(KINDS[kind].singular) },
    organization: firm,
    document_id: `errata-${of.id}-${row.id}`,
    made_at: row.errata_signed_at.toISOString(),
    lead: `${SESSION_TYPES[row.type].title} of ${name}, ${held}`,
    signed_by: name,
    signed_how: 'Signed electronically through Peritus, by the name typed as the account has it.',
    confidentiality: null,
    text: [
      `I have read the transcript of my deposition of ${held}, which was available to me from ${dateText(row.transcript_on, 'long')}.`,
      row.errata.length === 0
        ? 'I make no changes in form or substance.'
        : 'I make these changes in form or substance, each with its reason:',
      ...row.errata.map(erratumLine),
    ].join('\n\n'),
    headings: [],
  };
}
