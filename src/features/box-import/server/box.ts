import { z } from 'zod';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Fault } from '../rules.ts';

/** What became of asking Box: what it said; a fault that stays; or later, perhaps after what it asked for. */
export type Said<T> = { is: T } | { fault: Fault } | { later: number | null };

type Connected = Pick<Ports, 'connectedAccounts'>;

const named = z.object({ id: z.string(), name: z.string() });
const path = z.object({ entries: z.array(named) });
const folder = named.extend({ path_collection: path, trashed_at: z.string().nullish() });
const file = z.object({
  type: z.literal('file'),
  id: z.string(),
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha1: z.string(),
  file_version: z.object({ id: z.string() }),
});
export type BoxFile = z.output<typeof file>;
const item = z.union([file, named.extend({ type: z.literal('folder') })]);
export type BoxItem = z.output<typeof item>;
/** A link to a page elsewhere (`web_link`), and whatever Box brings up next, is no record. */
const page = z.object({ entries: z.array(z.unknown()), next_marker: z.string().nullish() });

const FILE_FIELDS = 'id,type,name,size,sha1,file_version';
const PAGE = 200;

/** What an answer without what was asked for says; null where it has it. */
function refusalOf(response: Response, now: Date): { fault: Fault } | { later: number | null } | null {
  if (response.status === 404 || response.status === 410) return { fault: 'missing' };
  if (response.status === 403) return { fault: 'locked' };
  if (response.status !== 200) return { later: retryAfterMs(response.headers.get('retry-after'), now) };
  return null;
}

async function read<T>(
  { connectedAccounts }: Connected,
  connectionId: number,
  address: string,
  shape: z.ZodType<T>,
  now: Date,
): Promise<Said<T>> {
  const asked = await connectedAccounts.ask(connectionId, address);
  if ('failure' in asked) return asked.failure === 'away' ? { later: null } : { fault: asked.failure };
  const refused = refusalOf(asked.response, now);
  if (refused) {
    await asked.response.body?.cancel();
    return refused;
  }
  const said = shape.safeParse(await asked.response.json().catch(() => null));
  return said.success ? { is: said.data } : { later: null };
}

/** A folder with those above it. */
export const readFolder = (ports: Connected, connectionId: number, id: string, now: Date) =>
  read(ports, connectionId, `/2.0/folders/${id}?fields=id,name,path_collection,trashed_at`, folder, now);

/** A file with the folders above it. */
export const readFile = (ports: Connected, connectionId: number, id: string, now: Date) =>
  read(
    ports,
    connectionId,
    `/2.0/files/${id}?fields=${FILE_FIELDS},path_collection,trashed_at`,
    file.extend({ path_collection: path, trashed_at: z.string().nullish() }),
    now,
  );

/** A page of what lies in a folder, by marker. */
export async function readItems(
  ports: Connected,
  connectionId: number,
  id: string,
  marker: string | null,
  now: Date,
): Promise<Said<{ items: BoxItem[]; next_marker: string | null }>> {
  const at = `/2.0/folders/${id}/items?limit=${PAGE}&usemarker=true&fields=${FILE_FIELDS}${
    marker === null ? '' : `&marker=${encodeURIComponent(marker)}`
  }`;
  const said = await read(ports, connectionId, at, page, now);
  if (!('is' in said)) return said;
  const items = said.is.entries.flatMap((one) => {
    const known = item.safeParse(one);
    return known.success ? [known.data] : [];
  });
  return { is: { items, next_marker: said.is.next_marker === '' ? null : (said.is.next_marker ?? null) } };
}

/** Where the bytes of one version are, for a quarter of an hour. */
export async function contentAddress(
  { connectedAccounts }: Connected,
  connectionId: number,
  { file_id, version_id }: { file_id: string; version_id: string },
  now: Date,
): Promise<Said<string>> {
  const asked = await connectedAccounts.ask(connectionId, `/2.0/files/${file_id}/content?version=${version_id}`);
  if ('failure' in asked) return asked.failure === 'away' ? { later: null } : { fault: asked.failure };
  const { response } = asked;
  await response.body?.cancel();
  const address = response.headers.get('location');
  if (response.status === 302 && address !== null && URL.canParse(address)) return { is: address };
  const refused = response.status === 200 ? null : refusalOf(response, now);
  return refused ?? { later: null };
}
