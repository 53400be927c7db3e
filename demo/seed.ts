import { type Kysely, sql } from 'kysely';
import { json } from '../src/platform/db/json.ts';
import type { DB } from '../src/platform/db/types.ts';
import { keepFilling } from '../src/platform/demo-world.ts';
import { filesFolder } from '../src/platform/storage-disk.ts';
import { DAY } from '../src/core/time.ts';
import { DemoApplicant } from './applicant.ts';
import { DemoApplications } from './applications.ts';
import { seedCvs } from './cvs.ts';
import { DemoDisclosures } from './disclosures.ts';
import { DemoDesk } from './desk.ts';
import { DemoExams } from './exams.ts';
import { DemoHistory } from './history.ts';
import { DemoBudgets } from './budgets.ts';
import { DemoInvoices } from './invoices.ts';
import { DemoPayouts } from './payouts.ts';
import { DemoLegalCases } from './legal-cases.ts';
import { PeerHistory } from './peer-history.ts';
import { PEER_PLAN } from './peer-plan.ts';
import { PEER_PAST } from './peer-past.ts';
import { demoMatter } from './matters/index.ts';
import { EXAM_PLAN } from './exam-plan.ts';
import { DEMO_ORGANIZATIONS, DEMO_PASSWORD } from './people.ts';
import { PLAN, PLAN_APPROVED } from './plan.ts';
import { DemoProgramme } from './programme.ts';
import { DemoSupport } from './support.ts';
import { openWorld, sinceOf, type WorldOptions } from './world.ts';
import { RECORDS_FIRST } from './records-first.ts';
import { DemoApprovals } from './approvals.ts';
import { DemoPrices } from './prices.ts';
import { renderRecords, takeOver } from './records/render-all.ts';

/** How many reviews the demo world has once it is filled up (`rest/fill.ts`). */
const DEMO_REVIEWS = 600;

export interface SeedOptions extends Omit<WorldOptions, 'storage'> {
  say: (line: string) => void;
}

async function markBegun(db: Kysely<DB>, now: Date): Promise<void> {
  await db
    .insertInto('instance_settings')
    .values({ key: 'demo_begun', value: json(true), updated_at: now })
    .execute();
}

/** The last thing that is written, and the first that waits for the disk: all before it is safe then, too. */
async function markDone(db: Kysely<DB>, now: Date, made: Record<string, unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx);
    // sessions of the demo's making are nobody's
    await trx.deleteFrom('sessions').execute();
    await trx
      .insertInto('instance_settings')
      .values({ key: 'demo', value: json(made), updated_at: now })
      .execute();
    const { first, last } = await trx
      .selectFrom('reviews')
      .select((eb) => [eb.fn.countAll<number>().as('first'), eb.fn.max('id').as('last')])
      .executeTakeFirstOrThrow();
    const present = now.toISOString();
    await keepFilling(trx, { first, last, present, of: DEMO_REVIEWS, made: first, next: 0 }, now);
  });
}

/**
 * Fills an empty database with the demo world. People and experts are written; everything a review went through is
 * done by the product's own commands under a clock of the past, so that histories, mails, conversations and reports are
 * as real as if people had made them. The records are rendered meanwhile in a thread, and CVs written.
 */
export async function seedDemo({ env, database, log, now, say }: SeedOptions): Promise<void> {
  await markBegun(database.systemDb, now);
  const rendering = renderRecords(filesFolder(env), RECORDS_FIRST);
  rendering.catch(() => undefined); // looked at below, when its turn comes
  const setup = await openWorld({ env, database, log, now });
  const { app, clock, people } = setup;
  try {
    const cvs = seedCvs(database.systemDb, filesFolder(env), sinceOf(now), rendering);
    cvs.catch(() => undefined); // looked at below, when its turn comes
    const history = new DemoHistory(setup);
    const peers = new PeerHistory(setup);
    const programme = new DemoProgramme(setup);
    await new DemoApplicant(setup).begin();
    await new DemoApplications(setup).live();
    await new DemoPrices(setup).live();
    for (const [i, plan] of PLAN.entries()) {
      await history.live(demoMatter(plan.matter), plan, i);
      if ((i + 1) % 10 === 0) say(`  ${i + 1} of ${PLAN.length} reviews`);
    }
    for (const [i, plan] of PEER_PAST.entries()) await peers.live(demoMatter(plan.matter), plan, i);
    peers.seats = await programme.begin();
    for (const [i, plan] of PEER_PLAN.entries()) await peers.live(demoMatter(plan.matter), plan, i);
    await new DemoSupport(setup).live();
    await new DemoDesk(setup).live();
    const exams = new DemoExams(setup);
    await exams.prepare();
    for (const plan of EXAM_PLAN) await exams.live(plan);
    const legal = new DemoLegalCases(setup);
    await legal.all();
    await new DemoApprovals(setup).begin();
    for (const [i, plan] of PLAN_APPROVED.entries()) await history.live(demoMatter(plan.matter), plan, i);
    await new DemoInvoices(setup).live();
    await new DemoPayouts(setup).live();
    await new DemoBudgets(setup).live();
    clock.at = now;
    await sql`insert into deadlines (kind, key, due_at, created_at)
      select 'credential_due', 'credential:' || c.id, ${now}, ${now} from credentials c
      where c.expires_on is not null and not exists (select from deadlines d where d.key = 'credential:' || c.id)`.execute(
      database.systemDb,
    );
    await app.drain();
    await settleNews(database.systemDb, now);
    await takeOver(database.systemDb, await rendering);
    await cvs;
    await new DemoDisclosures(setup).live(legal.engaged);
    const notes = DEMO_ORGANIZATIONS.filter((o) => !o.parent).map((o) => [
      String(people.organizations.get(o.key)),
      o.note,
    ]);
    await markDone(database.systemDb, now, { password: DEMO_PASSWORD, organization_notes: Object.fromEntries(notes) });
  } finally {
    await app.close();
  }
}

/** What happened more than two days ago has been read; staff announce something to everyone and to experts. */
async function settleNews(db: Kysely<DB>, now: Date): Promise<void> {
  const lately = new Date(now.getTime() - 2 * DAY);
  await sql`update notifications set read_at = created_at + interval '2 hours'
    where read_at is null and created_at < ${lately}`.execute(db);
  // whoever wrote has read what stood before it
  await sql`update channel_members m set last_read_seq = greatest(m.last_read_seq, coalesce(
      (select max(x.seq) from messages x
        where x.channel_id = m.channel_id and (x.created_at < ${lately} or x.sender_user_id = m.user_id)), 0))`.execute(
    db,
  );
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const announce = (text: string, audience: 'everyone' | 'requesters' | 'experts', days: number, from = -1) => ({
    text,
    audience,
    starts_at: new Date(now.getTime() + from * DAY),
    ends_at: new Date(now.getTime() + days * DAY),
    published_by: id,
    created_at: new Date(now.getTime() + Math.min(from, -1) * DAY),
  });
  await db
    .insertInto('announcements')
    .values([
      announce(
        'Our records desk is closed on Thanksgiving Day and the Friday after. Uploads and calls continue as usual.',
        'everyone',
        21,
      ),
      announce(
        'Renewing a license this winter? Send us the new date before the old one expires, and invitations continue without a gap.',
        'experts',
        60,
      ),
      announce(
        'The new intake checklist for peer reviews is ready. Open orders keep the one they began with.',
        'requesters',
        40,
        10,
      ),
      announce('Uploads paused for maintenance on Sunday from 6:00 to 7:00 a.m. Eastern.', 'everyone', -27, -30),
    ])
    .execute();
}
