import { createHash } from 'node:crypto';
import { capital } from '../../../core/phrases.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { systemCommand } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { headingsOf } from '../rules.ts';
import { type JobHandler, onJob } from '../../../platform/workers.ts';

/** Makes the page of a letter that was sent, and puts it among the records. Done twice it is there once. */
export function renderLetters(services: Services, ports: Ports): JobHandler {
  return onJob({
    name: 'purpose_letters.render',
    topics: ['purpose_letter.sent'],
    async run({ id: eventId, payload: { version_id } }) {
      const letter = await services.database.systemDb
        .selectFrom('purpose_letter_versions as v')
        .innerJoin('reviews as r', 'r.id', 'v.review_id')
        .innerJoin('organizations as o', 'o.id', 'r.organization_id')
        .innerJoin('users as u', 'u.id', 'v.made_by')
        .select(['v.review_id', 'v.version', 'v.text', 'v.made_at', 'v.file_id', 'r.kind', 'o.name as organization'])
        .select(fullNameOf('u').as('by'))
        .where('v.id', '=', version_id)
        .executeTakeFirst();
      if (!letter || letter.file_id !== null) return;
      const bytes = await ports.letterPdf({
        title: 'Purpose letter',
        review: {
          number: reviewNumber(letter.kind, letter.review_id),
          kind_label: capital(KINDS[letter.kind].singular),
        },
        organization: letter.organization,
        document_id: `purpose-letter-${version_id}`,
        made_at: letter.made_at.toISOString(),
        signed_by: letter.by,
        signed_how: `Sent for ${letter.organization} through Peritus. Version ${letter.version}.`,
        confidentiality: null,
        text: letter.text,
        headings: headingsOf(letter.text),
      });
      const storage_key = `files/${letter.review_id}/purpose-letter-${version_id}.pdf`;
      await services.storage.put(storage_key, bytes);
      const actor = { kind: 'system' as const, request_id: `job:${eventId}` };
      await systemCommand(services, actor, async (tx) => {
        const row = await tx.system
          .selectFrom('purpose_letter_versions')
          .select('file_id')
          .where('id', '=', version_id)
          .forUpdate()
          .executeTakeFirst();
        if (!row || row.file_id !== null) return;
        const file_id = await ports.records.add(tx, {
          review_id: letter.review_id,
          name: letter.version === 1 ? 'Purpose letter.pdf' : `Purpose letter, version ${letter.version}.pdf`,
          storage_key,
          size_bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          category: 'purpose_letter',
        });
        await tx.system.updateTable('purpose_letter_versions').set({ file_id }).where('id', '=', version_id).execute();
      });
    },
  });
}
