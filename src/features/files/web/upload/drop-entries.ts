/** A chosen file with its place in the chosen folder, if any. */
export interface ChosenFile {
  file: File;
  path: string;
}

const SYSTEM = /^(\.|~\$)|^(thumbs\.db|desktop\.ini|autorun\.inf)$/i;

/** Files the system keeps for itself: nobody means to send them. */
export const isSystemFile = (path: string): boolean =>
  path.split('/').some((part) => SYSTEM.test(part) || part === '__MACOSX');

/** Everything dropped, folders opened to any depth. Must be called while the drop event is handled. */
export async function filesOfDrop(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOfInput(transfer.files);
  const found: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

export function filesOfInput(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function walk(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (entry instanceof FileSystemFileEntry || entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    ).catch(() => null);
    if (file) found.push({ file, path: entry.fullPath.replace(/^\//, '') });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // a reader answers at most a hundred entries at a time
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return;
    for (const next of some) await walk(next, found);
  }
}
