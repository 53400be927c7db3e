import { sql } from 'kysely';
import { MINUTE } from '../../../core/time.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import { ADMIN_KINDS, rolesAt } from '../../../core/actor.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import { NotScannedError, type Scanner, type Verdict } from '../../../platform/scanning/clamd.ts';
import { scanAgainIn } from '../../../platform/scanning/retry.ts';
import type { Services } from '../../../platform/services.ts';
import { damageIn, foundDamaged } from '../../../platform/stored-content.ts';
import { type FeatureServer, onJob } from '../../../platform/workers.ts';
import { INFECTED } from '../rules.ts';
import { announce } from './commands.ts';
import { lockFiles } from './facts.ts';
import { renumber } from './numbering.ts';

/** Files from before there was a scanner, so many at a time. */
const BACKLOG = 20;
/** Where the scanner is away while they are, it is asked for them again after this. */
const OLDER_MS = 10 * MINUTE;

/** What is still to be said of files whose bytes are these, and who could open them if they are in order. */
const UNSAID = sql<boolean>`deleted_at is null and status <> 'failed' and scan_status in ('not_scanned', 'pending', 'waiting')`;

/** Has the scanner look through what was uploaded, outside requests. Repeating it changes nothing. */
export function scanUploaded(services: Services, ports: Ports, scanner: Scanner) {
  return [
    onJob({
      name: 'files.scan',
      topics: ['file.uploaded', 'file.scan_due', 'object.sound'],
      async run({ topic, payload }) {
        const key = topic === 'file.uploaded' ? await keyOf(services, payload.file_id) : payload.storage_key;
        if (key !== null) await scanOne(services, ports, scanner, key);
      },
    }),
    onJob({
      name: 'files.scan_older',
      topics: ['files.scan_older'],
      run: ({ payload }) => scanOlder(services, ports, scanner, payload.after),
    }),
  ];
}

async function keyOf({ database }: Services, id: number): Promise<string | null> {
  const row = await database.systemDb.selectFrom('files').select('storage_key').where('id', '=', id).executeTakeFirst();
  return row?.storage_key ?? null;
}

/** Scans a stored content and marks every record that is those bytes. Answers why it could not be, or null. */
async function scanOne(
  services: Services,
  ports: Ports,
  scanner: Scanner,
  key: string,
): Promise<NotScannedError['why'] | null> {
  const waiting = await services.database.systemDb
    .selectFrom('files')
    .select('id')
    .where('storage_key', '=', key)
    .where(UNSAID)
    .executeTakeFirst();
  if (!waiting) return null;
  try {
    const verdict = await services.storage.access(key, (content) => scanner.scan(content));
    await command(services, key, (tx) => settle(tx, ports, key, verdict));
    return null;
  } catch (error) {
    if (error instanceof NotScannedError) {
      services.log.warn({ storage_key: key, why: error.why, said: error.message }, 'a file could not be scanned');
      await command(services, key, (tx) => wait(tx, key, error.why));
      return error.why;
    }
    const damage = damageIn(error);
    if (!damage) throw error;
    // scanned when it is whole again
    await foundDamaged(services, key, damage.at);
    return null;
  }
}

const command = (services: Services, key: string, run: (tx: Tx) => Promise<void>): Promise<void> =>
  systemCommand(services, { kind: 'system', request_id: `scan:${key}`.slice(0, 100) }, run);

/** The reviews whose records these bytes are, each held: none is given the bytes meanwhile but with what is said of them. */
async function lockReviews(tx: Tx, key: string): Promise<void> {
  const rows = await tx.system
    .selectFrom('files')
    .select('review_id')
    .distinct()
    .where('storage_key', '=', key)
    .orderBy('review_id')
    .execute();
  for (const { review_id } of rows) await lockFiles(tx.system, review_id);
}

async function settle(tx: Tx, ports: Ports, key: string, verdict: Verdict): Promise<void> {
  await lockReviews(tx, key);
  const infected = verdict.is === 'infected';
  const files = await tx.system
    .updateTable('files')
    .set({
      scan_status: infected ? 'infected' : 'clean',
      scan_fault: null,
      ...(infected ? { status: 'failed', failure: INFECTED } : {}),
    })
    .where('storage_key', '=', key)
    .where(UNSAID)
    .returning(['id', 'review_id', 'uploaded_by'])
    .execute();
  await tx.cancelTimer('file_scan', key);
  for (const { id, review_id, uploaded_by } of files) {
    await tx.audit({
      action: infected ? 'file.infected' : 'file.cleared',
      review_id,
      subject: `file:${id}`,
      data: { file_id: id, ...(infected ? { found: verdict.signature.slice(0, 200) } : {}) },
    });
    if (infected) {
      const review = await tx.system
        .selectFrom('reviews')
        .select(['id', 'bucket', 'requester_id'])
        .where('id', '=', review_id)
        .executeTakeFirstOrThrow();
      await renumber(tx.system, review);
      await tx.emit('file.failed', { file_id: id }, review_id);
      await tell(tx, ports, { id, review_id, sender: uploaded_by ?? review.requester_id });
    }
    await announce(tx, review_id);
  }
}

/** Whoever sent it, or for what came by a link whoever ordered, and staff: that it was found, never a file's name. */
async function tell(tx: Tx, ports: Ports, file: { id: number; review_id: number; sender: number }): Promise<void> {
  const staff = await staffWithRole(tx.system, ...rolesAt('records'), ...ADMIN_KINDS);
  const about = (user_id: number) => ({
    template: 'virus_found' as const,
    data: { mine: user_id === file.sender },
    review_id: file.review_id,
    dedupe_key: `virus_found:${file.id}:${user_id}`,
  });
  for (const to of staff) await ports.mail(tx, { to, side: 'staff', ...about(to.user_id) });
  if (staff.some(({ user_id }) => user_id === file.sender)) return;
  await mailUser(tx, ports, file.sender, { side: 'requester', ...about(file.sender) });
}

/** What may not be opened before it is cleared waits, and is tried again; what could be opened all along still is. */
async function wait(tx: Tx, key: string, why: NotScannedError['why']): Promise<void> {
  await lockReviews(tx, key);
  const files = await tx.system
    .updateTable('files')
    .set({
      scan_status: sql<'waiting'>`case when scan_status = 'not_scanned' then scan_status else 'waiting' end`,
      scan_fault: why,
      scan_tries: sql<number>`least(scan_tries + 1, 1000)`,
    })
    .where('storage_key', '=', key)
    .where(UNSAID)
    .returning(['review_id', 'scan_tries'])
    .execute();
  if (files.length === 0) return;
  const tries = Math.max(...files.map((file) => file.scan_tries));
  await tx.setTimer({
    kind: 'file_scan',
    key,
    due_at: new Date(tx.now.getTime() + scanAgainIn(why, tries)),
  });
  // open pages say why nothing opens, once
  if (tries === 1) for (const review_id of new Set(files.map((file) => file.review_id))) await announce(tx, review_id);
}

/** Files nobody has scanned, from an id on, one after the other; where the scanner is away the rest waits for it. */
async function scanOlder(services: Services, ports: Ports, scanner: Scanner, after: number): Promise<void> {
  const rows = await services.database.systemDb
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('id', '>', after)
    .where(UNSAID)
    .where('scan_status', '<>', 'waiting')
    .orderBy('id')
    .limit(BACKLOG)
    .execute();
  let last = after;
  for (const { id, storage_key } of rows) {
    const why = await scanOne(services, ports, scanner, storage_key).catch((error: unknown) => {
      services.log.warn({ err: error, storage_key }, 'a file from before could not be scanned');
      return 'fault' as const;
    });
    // it is tried again, and given up, by itself
    if (why === 'fault') await command(services, storage_key, (tx) => tx.emit('file.scan_due', { storage_key }));
    if (why === 'away') {
      await command(services, 'older', (tx) =>
        tx.setTimer({ kind: 'files_scan_older', key: String(last), due_at: new Date(tx.now.getTime() + OLDER_MS) }),
      );
      return;
    }
    last = id;
  }
  if (rows.length === BACKLOG) await command(services, 'older', (tx) => tx.emit('files.scan_older', { after: last }));
}

/** What timers of files do: the scanner is asked again. */
export const scanTimers = {
  async file_scan(tx, { key }) {
    await tx.emit('file.scan_due', { storage_key: key });
  },
  async files_scan_older(tx, { key }) {
    await tx.emit('files.scan_older', { after: Number(key) });
  },
} satisfies FeatureServer['timers'];

/** What a start has to do: what is set says of files from before what they are, and has them looked through. */
export async function beginScans(services: Services): Promise<void> {
  const { CLAMD_ADDRESS, SCAN_REQUIRED } = services.env;
  await command(services, 'begin', async (tx) => {
    if (CLAMD_ADDRESS === undefined) {
      await sql`update files set scan_status = 'not_scanned', scan_fault = null
        where scan_status in ('pending', 'waiting')`.execute(tx.system);
      return;
    }
    if (SCAN_REQUIRED)
      await sql`update files set scan_status = 'pending' where scan_status = 'not_scanned' and deleted_at is null`.execute(
        tx.system,
      );
    await tx.emit('files.scan_older', { after: 0 });
  });
}
