import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { DemoGoal } from '../../src/app/demo/plan.ts';
import { PLAN } from '../../src/app/demo/plan.ts';
import { isEmpty, isHalfMade, seedDemo } from '../../src/app/demo/seed.ts';
import { connect } from '../../src/platform/db/database.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { cloneDatabase } from '../harness/cluster.ts';

/** The status a review shows whose goal has another name. */
const STATUS: Partial<Record<DemoGoal, string>> = {
  declined: 'matching',
  report_returned: 'report_in_progress',
  report_delivered: 'closeout_pending',
};

it.each(['2026-11-21T04:00:00Z', '2027-03-15T17:30:00Z'])(
  'the demo world made at %s has a review in every state it plans',
  async (now) => {
    const copy = await cloneDatabase(inject('cluster'));
    const folder = mkdtempSync(join(tmpdir(), 'peritus-demo-'));
    const database = connect(copy.connection, { max: 8 });
    try {
      const env = readEnv({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
      expect(await isEmpty(database.systemDb)).toBe(true);
      await seedDemo({ env, database, log: createLogger('silent'), now: new Date(now), say: () => undefined });
      expect(await isHalfMade(database.systemDb)).toBe(false);
      const reviews = await database.systemDb
        .selectFrom('reviews')
        .select(['status', 'updated_at'])
        .orderBy('id')
        .execute();
      expect(reviews.map((r) => r.status)).toEqual(PLAN.map((p) => STATUS[p.goal] ?? p.goal));
      expect(reviews.every((r) => r.updated_at <= new Date(now))).toBe(true);
      // whoever the directory says has a CV has one to read
      const { missing } = await database.systemDb
        .selectFrom('expert_profiles as e')
        .leftJoin('cvs as f', (on) => on.onRef('f.profile_id', '=', 'e.profile_id').on('f.version', '=', 'full'))
        .leftJoin('cvs as r', (on) => on.onRef('r.profile_id', '=', 'e.profile_id').on('r.version', '=', 'redacted'))
        .select((e) => e.fn.countAll<number>().as('missing'))
        .where((e) =>
          e.or([
            e(e('e.has_cv', '=', true), '<>', e('f.id', 'is not', null)),
            e(e('e.has_redacted_cv', '=', true), '<>', e('r.id', 'is not', null)),
          ]),
        )
        .executeTakeFirstOrThrow();
      expect(Number(missing)).toBe(0);
      const records = await database.systemDb.selectFrom('files').select(['sha256', 'pages', 'has_text']).execute();
      expect(new Set(records.map((r) => r.sha256)).size).toBe(records.length);
      expect(records.length).toBeGreaterThanOrEqual(30);
      expect(records.filter((r) => r.has_text === false).length).toBeGreaterThanOrEqual(3);
      expect(records.every((r) => (r.pages ?? 0) >= 20 && (r.pages ?? 0) <= 400)).toBe(true);
    } finally {
      await database.close();
      await copy.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
