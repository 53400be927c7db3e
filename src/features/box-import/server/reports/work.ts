import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { MINUTE } from '../../../../core/time.ts';
import { systemCommand } from '../../../../platform/command.ts';
import { isOf } from '../../../../platform/db/organization.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { readStored } from '../../../../platform/stored-content.ts';
import { isOpened, MOST_TRIES, REPORT_FAULTS, type ReportFault, reportFileName, waitFor } from '../../rules.ts';
import { accessFor } from '../access.ts';
import { readFolder } from '../box.ts';
import { refusedOf } from './load.ts';
import { putFile } from './upload.ts';

type Using = Pick<Ports, 'connectedAccounts'>;

/** So long an upload is this process's own; after it another takes it up, as of a process that died. */
const OWN_MS = 5 * MINUTE;

interface Due {
  id: number;
  review_id: number;
  report_id: number;
  wish_id: number;
  held_until: Date;
}

type Outcome = { file_id: string; sha1: string } | { fault: string } | { later: number | null };

/**
 * Puts the next version that is due into Box; answers whether there was one. Where one before it is on its way already, in
 * whichever process, it waits until that has arrived, so that it comes on top.
 */
export async function putNext(services: Services, ports: Using): Promise<boolean> {
  const now = services.clock.now();
  const { rows } = await sql<Due>`
    update box_report_uploads u set held_until = ${new Date(now.getTime() + OWN_MS)}
    where u.id = (select w.id from box_report_uploads w
      where w.state = 'waiting' and w.next_at <= ${now} and (w.held_until is null or w.held_until <= ${now})
        and not exists (select from box_report_uploads o
          where o.review_id = w.review_id and o.id <> w.id and o.held_until > ${now})
      order by w.next_at, w.id limit 1 for update skip locked)
    returning u.id, u.review_id, u.report_id, u.wish_id, u.held_until`.execute(services.database.systemDb);
  const [due] = rows;
  if (!due) return false;
  let outcome: Outcome;
  try {
    outcome = await put(services, ports, due);
  } catch (error) {
    // ours to mend: it waits as what Box does not take
    services.log.warn({ err: error, box_report_upload: due.id }, 'box reports: a report was not put into Box');
    outcome = { later: null };
  }
  await settle(services, due, outcome);
  return true;
}

const fault = (which: ReportFault): Outcome => ({ fault: REPORT_FAULTS[which] });

/** With the rights of the moment: flag, folders, connection, who ordered, and whether reports may leave at all. */
async function put(services: Services, ports: Using, due: Due): Promise<Outcome> {
  const { clock, database } = services;
  const db = database.systemDb;
  const now = clock.now();
  const { rows } = await sql<{
    user_id: number;
    folder_id: string;
    kind: Kind;
    own: boolean;
    organization_id: number;
    pdf_storage_key: string | null;
    pdf_sha256: string | null;
    there: boolean;
  }>`select w.user_id, w.folder_id, r.kind, p.pdf_storage_key, p.pdf_sha256,
      p.left_at is null and p.delivered_at is not null as there,
      r.requester_id = w.user_id and ${isOf(sql`w.user_id`, sql`r.organization_id`)} as own, r.organization_id
    from box_report_wishes w join reviews r on r.id = w.review_id
      join reports p on p.id = ${due.report_id}
    where w.id = ${due.wish_id}`.execute(db);
  const [row] = rows;
  if (!row?.own || !row.there) return fault('not_shared');
  const why = await refusedOf(db, due.review_id, row.kind);
  if (why !== null) return { fault: why };
  const access = await accessFor(db, ports, row.user_id, row.organization_id);
  if (!access.is_on) return fault('off');
  if (access.connection_id === null) return fault('gone');
  // its PDF is being made
  if (row.pdf_storage_key === null) return { later: null };
  const folder = await readFolder(ports, access.connection_id, row.folder_id, now);
  if ('fault' in folder) return fault(folder.fault === 'broken' || folder.fault === 'gone' ? folder.fault : 'missing');
  if ('later' in folder) return folder;
  const parents = folder.is.path_collection.entries.map(({ id }) => id);
  if (folder.is.trashed_at || !isOpened({ id: folder.is.id, parents }, access.opened)) return fault('missing');
  const bytes = await buffer(await readStored(services, { storage_key: row.pdf_storage_key, sha256: row.pdf_sha256 }));
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  const name = reportFileName(reviewNumber(row.kind, due.review_id));
  const done = await putFile(ports, access.connection_id, { folder_id: folder.is.id, name, bytes, sha1 }, now);
  if ('fault' in done) return fault(done.fault);
  return 'later' in done ? done : { file_id: done.file_id, sha1 };
}

async function settle(services: Services, due: Due, outcome: Outcome): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `box-report-${due.id}` }, async (tx) => {
    const row = await tx.system
      .selectFrom('box_report_uploads')
      .select(['state', 'tries', 'held_until'])
      .where('id', '=', due.id)
      .forUpdate()
      .executeTakeFirst();
    const subject = `box_report_upload:${due.id}`;
    const data = { report_id: due.report_id };
    const putThere = () => tx.audit({ action: 'box_report.put', review_id: due.review_id, subject, data });
    // purged with its review while it went: that it did is on record all the same
    if (!row) {
      if ('file_id' in outcome) await putThere();
      return;
    }
    // in other hands since: who has it finds it there
    if (row.held_until?.getTime() !== due.held_until.getTime()) return;
    const set = (values: object) =>
      tx.system
        .updateTable('box_report_uploads')
        .set({ ...values, held_until: null })
        .where('id', '=', due.id)
        .execute();
    if ('file_id' in outcome) {
      // it is there, also where it was ended meanwhile
      await set({ state: 'done', fault: null, box_file_id: outcome.file_id, sha1: outcome.sha1, done_at: tx.now });
      await putThere();
      return;
    }
    // a later version took its place, or it was ended
    if (row.state !== 'waiting') {
      await set({});
      return;
    }
    const tries = row.tries + 1;
    const said = 'fault' in outcome ? outcome.fault : tries >= MOST_TRIES ? REPORT_FAULTS.away : null;
    if (said === null) {
      const wait = 'later' in outcome ? outcome.later : null;
      await set({ tries, next_at: new Date(tx.now.getTime() + waitFor(tries, wait)) });
      return;
    }
    await set({ state: 'failed', fault: said });
    await tx.audit({ action: 'box_report.failed', review_id: due.review_id, subject, data });
  });
}
