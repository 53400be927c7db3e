import { z } from 'zod';
import type { Asked } from '../../../connected-accounts/ports.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { retryAfterMs } from '../../../../platform/http/retry-after.ts';
import type { ReportFault } from '../../rules.ts';

/** What became of putting a file into Box. */
export type Put = { file_id: string } | { fault: ReportFault } | { later: number | null };

const id = z.string().regex(/^\d{1,30}$/);
const stored = z.object({ id, sha1: z.string() });
const made = z.object({ entries: z.array(stored).min(1) });
/** What has the name already: one of them, or a list. */
const inTheWay = z.object({ type: z.string(), id, sha1: z.string().nullish() });
const conflict = z.object({
  code: z.literal('item_name_in_use'),
  context_info: z.object({ conflicts: z.union([inTheWay, z.array(inTheWay).min(1)]) }),
});

const TIMEOUT_MS = 60_000;

/**
 * Puts a file into a folder. Where the name is taken by the same bytes, an answer was lost; by other ones, it is a further
 * version of that file. Box compares the SHA-1 while the bytes come, and it is compared with what Box says it has.
 */
export async function putFile(
  { connectedAccounts }: Pick<Ports, 'connectedAccounts'>,
  connectionId: number,
  file: { folder_id: string; name: string; bytes: Buffer; sha1: string },
  now: Date,
): Promise<Put> {
  const send = (path: string, attributes: object): Promise<Asked> => {
    const form = new FormData();
    // Box reads the attributes first
    form.append('attributes', JSON.stringify(attributes));
    form.append('file', new Blob([new Uint8Array(file.bytes)], { type: 'application/pdf' }), file.name);
    return connectedAccounts.ask(connectionId, path, {
      method: 'POST',
      to: 'upload',
      form,
      headers: { 'content-md5': file.sha1 },
      timeout_ms: TIMEOUT_MS,
    });
  };
  const first = await send('/api/2.0/files/content', { name: file.name, parent: { id: file.folder_id } });
  if ('failure' in first || first.response.status !== 409) return read(first, file.sha1, now);
  const said = conflict.safeParse(await first.response.json().catch(() => null));
  if (!said.success) return { later: retryAfterMs(first.response.headers.get('retry-after'), now) };
  const [known] = [said.data.context_info.conflicts].flat();
  if (known?.type !== 'file') return { fault: 'name_taken' };
  if (known.sha1?.toLowerCase() === file.sha1) return { file_id: known.id };
  return read(await send(`/api/2.0/files/${known.id}/content`, { name: file.name }), file.sha1, now);
}

async function read(asked: Asked, sha1: string, now: Date): Promise<Put> {
  if ('failure' in asked) return asked.failure === 'away' ? { later: null } : { fault: asked.failure };
  const { response } = asked;
  if (response.status === 201 || response.status === 200) {
    const said = made.safeParse(await response.json().catch(() => null));
    const [one] = said.success ? said.data.entries : [];
    return one?.sha1.toLowerCase() === sha1 ? { file_id: one.id } : { later: null };
  }
  await response.body?.cancel();
  if (response.status === 403) return { fault: 'locked' };
  if (response.status === 404) return { fault: 'missing' };
  return { later: retryAfterMs(response.headers.get('retry-after'), now) };
}
