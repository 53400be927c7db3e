import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '../../src/core/actor.ts';
import { createKeyring } from '../../src/platform/crypto.ts';
import { type Connection, connect } from '../../src/platform/db/database.ts';
import { createErrorReports } from '../../src/platform/error-reports.ts';
import { readEnv } from '../../src/platform/env.ts';
import type { LiveEvent } from '../../src/platform/live.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createPdfSignatures } from '../../src/platform/pdf/sign/signatures.ts';
import type { Services } from '../../src/platform/services.ts';
import { openDiskStorage } from '../../src/platform/storage-disk.ts';
import { cloneDatabase } from './cluster.ts';
import { givenCluster } from './provided.ts';

/** The platform's services on a database of their own, without an application, for tests of the platform itself. */
export async function platformServices(env: Record<string, string> = {}) {
  const copy = await cloneDatabase(givenCluster());
  const folder = mkdtempSync(join(tmpdir(), 'peritus-platform-'));
  const lines: Record<string, unknown>[] = [];
  const sent: LiveEvent[] = [];
  let now = new Date('2026-11-18T15:00:00Z');
  const database = connect(copy.connection, { max: 12 });
  const keys = createKeyring(randomBytes(32));
  const read = readEnv({
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: 'http://localhost:3000',
    // this clock leaps at a word; what tests a hold switches it on
    HOLD_AFTER_STEP_HOURS: '0',
    HOLD_ABOVE_DUE: '0',
    ...env,
  });
  const clock = { now: () => now };
  const services: Services = {
    env: read,
    clock,
    log: createLogger('trace', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
    database,
    storage: await openDiskStorage(join(folder, 'files'), database.systemDb, keys),
    live: { emit: (event) => void sent.push(event), disconnect: () => undefined },
    keys,
    signatures: createPdfSignatures({ env: read, clock, database, keys, own: null }),
    errors: createErrorReports(undefined, createLogger('silent'), () => now),
    wakeOutbox: () => undefined,
  };
  return {
    services,
    connection: copy.connection satisfies Connection,
    /** Everything logged so far. */
    lines,
    /** Live events sent so far. */
    sent,
    setTime(to: string | Date) {
      now = new Date(to);
    },
    /** An organization, a requester in it and a review of theirs. */
    async review(more: { time_zone?: string; flags?: Record<string, unknown>; parent_id?: number } = {}) {
      const { rows } = await database.pool.query<{ review_id: number; organization_id: number; user_id: number }>(
        `with o as (insert into organizations (name, flags, parent_id, created_at) values ('Organization', $2, $3, $1) returning id),
          u as (insert into users (organization_id, email, first_name, time_zone, created_at)
            select id, 'user' || id || '@peritus.example', 'Person', $4, $1 from o returning id, organization_id),
          r as (insert into reviews (kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at)
            select 'Case', 'draft', 'draft', 'requester', organization_id, id, $1, $1 from u returning id)
         select r.id as review_id, u.organization_id, u.id as user_id from r, u`,
        [now, JSON.stringify(more.flags ?? {}), more.parent_id ?? null, more.time_zone ?? 'America/Chicago'],
      );
      const row = rows[0];
      if (!row) throw new Error('The review was not made.');
      return row;
    },
    async close() {
      await database.close();
      await copy.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A signed-in claim consultant with the given ids, for tests that need no rows behind the actor. */
export function someActor(ids: Partial<Actor> = {}): Actor {
  return {
    user_id: 1,
    session_id: 1,
    first_name: 'Person',
    last_name: 'One',
    time_zone: 'America/Chicago',
    role: 'user',
    kind: 'claim_consultant',
    profile: null,
    organization_id: 101,
    organization_ids: [101],
    expert_profile_ids: [],
    ip: null,
    request_id: 'test',
    ...ids,
  };
}

export type Platform = Awaited<ReturnType<typeof platformServices>>;
