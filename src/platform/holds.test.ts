import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAILS } from '../app/mails.ts';
import { type Platform, platformServices } from '../../tests/harness/platform.ts';
import { housekeeping } from './deadlines.ts';
import { lookAtClock } from './holds.ts';
import { createMailer } from './mail/mailer.ts';
import { createWorkers } from './worker-set.ts';
import type { FeatureServer } from './workers.ts';

let platform: Platform;
beforeEach(async () => {
  platform = await platformServices({ HOLD_AFTER_STEP_HOURS: '72', HOLD_ABOVE_DUE: '20' });
});
afterEach(() => platform.close());

const make = (features: readonly FeatureServer[]) =>
  createWorkers(
    platform.services,
    features,
    { 'test.k': { irreversible: 'Ends it' } },
    createMailer(platform.services, MAILS),
  );

test('the time is kept at the end, and compared at the next start before anything is done', async () => {
  const done: string[] = [];
  const features: FeatureServer[] = [{ deadlines: { 'test.k': async (_tx, { key }) => void done.push(key) } }];
  const { review_id } = await platform.review();
  await platform.services.database.systemDb
    .insertInto('deadlines')
    .values({ review_id, kind: 'test.k', due_at: new Date('2026-11-20T15:00:00Z'), created_at: new Date() })
    .execute();
  const before = make(features);
  await before.idle();
  platform.setTime('2026-11-18T15:00:30Z');
  await before.stop();
  const { rows } = await platform.services.database.pool.query<{ seen_at: Date }>('select seen_at from clock_seen');
  expect(rows.map((row) => row.seen_at.toISOString())).toEqual(['2026-11-18T15:00:30.000Z']);
  platform.setTime('2027-11-18T15:00:00Z');
  const after = make(features);
  await after.idle();
  await after.stop();
  expect(done).toEqual([]);
  expect(platform.lines.filter((line) => line.cause === 'ahead')).toHaveLength(1);
});

test('a kind of which nothing says whether it can be undone is refused', () => {
  const unsaid: FeatureServer = { deadlines: { 'test.unheard_of': async () => undefined } };
  expect(() => make([unsaid])).toThrow(/Nothing says whether a deadline of the kind test.unheard_of can be undone/);
});

test('housekeeping takes nothing away by a clock that leapt, also when it looks first', async () => {
  const { user_id } = await platform.review();
  const { pool } = platform.services.database;
  await lookAtClock(platform.services);
  await pool.query(
    `insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at) values ($1, '\\x01', $2, $2, $2)`,
    [user_id, new Date('2026-11-18T14:00:00Z')],
  );
  platform.setTime('2027-11-18T15:00:00Z');
  await housekeeping(platform.services);
  expect((await pool.query('select 1 from sessions')).rowCount).toBe(1);
});
