/** A reader of LEDES 1998B of its own: nothing of it is shared with the writer. */
export function readLedes(file: string): Record<string, string>[] {
  const rows = file.split('[]').map((row) => row.replace(/^[\r\n]+/, ''));
  if (rows[0] !== 'LEDES1998B') throw new Error('This is no LEDES 1998B file.');
  const names = (rows[1] ?? '').split('|');
  return rows.slice(2, -1).map((row) => {
    const fields = row.split('|');
    if (fields.length !== names.length) throw new Error(`${fields.length} fields of ${names.length}`);
    return Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']));
  });
}
