import { Client } from 'pg';
import { Refusal } from '../../refusal.ts';

/** Files of the embedded database are missing or broken. */
export class DamagedClusterError extends Refusal {
  /** `place`: the folder of its files; `what`: what was found, in words or as it was thrown. */
  constructor(place: string, what: unknown) {
    const words = what instanceof Error ? what.message : String(what);
    super(
      'stored',
      `The database in ${place} is damaged: ${words.replace(/\.$/, '')}. Nothing was repaired or removed there.\n` +
        '  Keep a copy of the folder as it is. Look at the disk (its log, its free space), for files do not break by themselves.\n' +
        '  Then bring back the whole data folder from a backup that was made while Peritus was stopped, and the key file beside it.',
      what instanceof Error ? { cause: what } : {},
    );
    this.name = 'DamagedClusterError';
  }
}

/** What PostgreSQL says of files that are missing or broken. */
const WORDS =
  /control file|pg_control|checkpoint record|data directory|database cluster|invalid page|relation mapping|could not (open|read|access|stat|find|locate) |is not a |contains (unexpected|invalid)|invalid data in|incompatible/i;
/** What it says of a disk, an account or a limit: its files may be whole. */
const OTHER =
  /permission|privilege|no space|too many open files|shared memory|socket|address already|lock file|ownership/i;

/** What of a server's last lines is about damaged files. */
export const damageIn = (lines: readonly string[]): string[] =>
  lines.filter((line) => WORDS.test(line) && !OTHER.test(line));

/** Internal error, data or index corrupted, a file undefined, an error of the disk (PostgreSQL, appendix A). */
const STATES = new Set(['XX000', 'XX001', 'XX002', '58P01', '58030']);

/** Whether an answer of the server at its start says that its files are damaged. */
export const saysDamaged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && STATES.has(String(error.code));

/** The same of a server that lets nobody in: a database is listed and not there, or its folder is none. */
export const isShutByDamage = (error: unknown): boolean =>
  saysDamaged(error) ||
  (error instanceof Error && 'code' in error && (error.code === '3D000' || damageIn([error.message]).length > 0));

/**
 * Looks whether every file of a database is there, by name only. Called by the superuser, before anybody else is in.
 * @throws DamagedClusterError naming what is missing.
 */
export async function assertWhole(
  connection: { host: string; port: number; user: string; database: string; password?: string },
  place: string,
): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; file: string }>(
      `select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as file from pg_class c
        where c.relpersistence <> 't' and pg_relation_filepath(c.oid) is not null
          and (pg_stat_file(pg_relation_filepath(c.oid), true)).size is null order by c.oid`,
    );
    const [first] = rows;
    if (!first) return;
    const more = rows.length === 1 ? '' : `, and ${rows.length - 1} more`;
    throw new DamagedClusterError(place, `the file ${first.file} of "${first.name}" is missing${more}`);
  } catch (error) {
    throw isShutByDamage(error) ? new DamagedClusterError(place, error) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
