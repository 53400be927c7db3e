import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { whyNotSendable } from '../../files/rules.ts';
import type { BoxFolderView } from '../contract.ts';
import { DEEPEST, isOpened, MOST_FILES, MOST_FOLDERS_READ } from '../rules.ts';
import { accessFor, accessOf, mustBeUsable, refused } from './access.ts';
import { type BoxFile, type BoxItem, readFile, readFolder, readItems, type Said } from './box.ts';

type Using = Pick<Ports, 'connectedAccounts'>;

/** A file as it is to be imported, with the folders it lies in below what was chosen. */
interface ChosenFile {
  file: BoxFile;
  path: string | null;
}

/** What was chosen, with all below it. */
export interface Chosen {
  files: ChosenFile[];
  left_out: { name: string; why: string }[];
  too_much: string | null;
}

/** What Box said; refuses what it did not say. */
function must<T>(said: Said<T>): T {
  if ('is' in said) return said.is;
  throw refused('fault' in said ? said.fault : 'away');
}

const parentsOf = ({ path_collection }: { path_collection: { entries: readonly { id: string }[] } }): string[] =>
  path_collection.entries.map(({ id }) => id);

/** A folder that was opened to the reader, or lies below one. Refuses `not_found` for any other. */
async function openedFolder(ports: Using, { connection_id, opened }: Opened, id: string, now: Date) {
  const folder = must(await readFolder(ports, connection_id, id, now));
  if (folder.trashed_at || !isOpened({ id: folder.id, parents: parentsOf(folder) }, opened))
    throw new Refusal('not_found');
  return folder;
}
type Opened = { connection_id: number; opened: readonly string[] };

/** A folder as its reader chooses from it; without an id the folders that were opened. */
export async function browse(
  services: Services,
  ports: Using,
  actor: Actor,
  asked: { folder_id?: string | undefined; marker?: string | undefined },
): Promise<BoxFolderView> {
  const access = mustBeUsable(await accessOf(services.database.systemDb, ports, actor.user_id));
  const now = services.clock.now();
  if (asked.folder_id === undefined) {
    const said = await Promise.all(access.opened.map((id) => readFolder(ports, access.connection_id, id, now)));
    const data = said.flatMap((one) => {
      if ('is' in one)
        return one.is.trashed_at
          ? []
          : [{ type: 'folder' as const, id: one.is.id, name: one.is.name, size_bytes: null, why_not: null }];
      // one that is gone in Box, or not this person's there, is left out
      if ('fault' in one && (one.fault === 'missing' || one.fault === 'locked')) return [];
      throw refused('fault' in one ? one.fault : 'away');
    });
    return { folder: null, above: [], data, next_marker: null };
  }
  const folder = await openedFolder(ports, access, asked.folder_id, now);
  const { items, next_marker } = must(
    await readItems(ports, access.connection_id, folder.id, asked.marker ?? null, now),
  );
  const all = folder.path_collection.entries;
  const from = all.findIndex(({ id }) => access.opened.includes(id));
  return {
    folder: { id: folder.id, name: folder.name },
    above: (from === -1 ? [] : all.slice(from)).map(({ id, name }) => ({ id, name })),
    data: items.map((item) => ({
      type: item.type,
      id: item.id,
      name: item.name,
      size_bytes: item.type === 'file' ? item.size : null,
      why_not:
        item.type === 'file'
          ? whyNotSendable({ name: item.name, size_bytes: item.size }, services.env.MAX_UPLOAD_BYTES)
          : null,
    })),
    next_marker,
  };
}

const TOO_MANY = `More than ${MOST_FILES} files. Choose fewer folders at a time.`;
const TOO_DEEP = 'These folders hold more folders than can be looked through at once. Choose some of those inside.';

/**
 * Looks through what was chosen for a review of an organization, folders with all below them, as far as one import goes.
 * Refuses what was not opened.
 */
export async function gather(
  services: Services,
  ports: Using,
  actor: Actor,
  organizationId: number,
  items: readonly { type: 'file' | 'folder'; id: string }[],
): Promise<Chosen & { connection_id: number }> {
  const access = mustBeUsable(await accessFor(services.database.systemDb, ports, actor.user_id, organizationId));
  const { connection_id } = access;
  const now = services.clock.now();
  const found = new Map<string, ChosenFile>();
  const left_out: Chosen['left_out'] = [];
  const take = (file: BoxFile, path: string | null): void => {
    const why = whyNotSendable({ name: file.name, size_bytes: file.size }, services.env.MAX_UPLOAD_BYTES);
    if (why === null) found.set(file.id, { file, path });
    else left_out.push({ name: file.name, why });
  };
  let folders_read = 0;
  const over = (): string | null =>
    found.size > MOST_FILES ? TOO_MANY : folders_read > MOST_FOLDERS_READ ? TOO_DEEP : null;

  const walk = async (id: string, path: string, depth: number): Promise<void> => {
    folders_read += 1;
    if (depth > DEEPEST) folders_read = MOST_FOLDERS_READ + 1;
    for (let marker: string | null = null; over() === null;) {
      const page: { items: BoxItem[]; next_marker: string | null } = must(
        await readItems(ports, connection_id, id, marker, now),
      );
      for (const item of page.items) {
        if (item.type === 'file') take(item, path);
        else if (over() === null) await walk(item.id, `${path}/${item.name}`, depth + 1);
      }
      marker = page.next_marker;
      if (marker === null) return;
    }
  };

  for (const { type, id } of items) {
    if (over() !== null) break;
    if (type === 'folder') {
      const folder = await openedFolder(ports, access, id, now);
      await walk(folder.id, folder.name, 0);
      continue;
    }
    const file = must(await readFile(ports, connection_id, id, now));
    if (file.trashed_at || !isOpened({ id: null, parents: parentsOf(file) }, access.opened))
      throw new Refusal('not_found');
    take(file, null);
  }
  return { files: [...found.values()], left_out, too_much: over(), connection_id };
}
