import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Platform, platformServices, someActor } from '../../tests/harness/platform.ts';
import { chainHead, sealAudit, verifyAudit } from './audit-seal.ts';
import { writeAudit } from './audit.ts';
import { command } from './command.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await platformServices();
});
afterAll(() => platform.close());

const now = new Date('2026-11-18T15:00:00Z');
const db = () => platform.services.database.systemDb;
const verify = (more: Partial<Parameters<typeof verifyAudit>[2]> = {}) =>
  verifyAudit(db(), platform.services.keys, { now, ...more });
const kinds = async () => (await verify()).faults.map((fault) => fault.kind);
const write = (action: string, detail?: { old: unknown; new: unknown }) =>
  writeAudit(db(), someActor(), now, {
    action: `test.${action}`,
    data: { n: 1, b: [true, null] },
    ...(detail ? { detail } : {}),
  });

/** Three seals of two rows each; answers the rows' ids. */
async function sixRows(): Promise<number[]> {
  const ids: number[] = [];
  for (const step of [1, 2, 3]) {
    ids.push(await write(`step.${step}`));
    ids.push(await write(`detail.${step}`, { old: { b: 1, aa: 'x', c: { z: 1, y: 2 } }, new: ['Marla', { k: step }] }));
    expect(await sealAudit(platform.services)).toBe(2);
  }
  return ids;
}

beforeEach(async () => {
  await sql`truncate audit_details, audit_rows, audit_seals, audit_unsealed`.execute(db());
});

test('an untouched chain is in order, also under repeated sealing', async () => {
  await sixRows();
  expect(await sealAudit(platform.services)).toBe(0);
  expect(await verify()).toMatchObject({ ok: true, rows: 6, seals: 3, faults: [] });
});

describe('a fault is found', () => {
  test.each([
    ['action', sql`update audit_rows set action = 'other' where id = `],
    ['the instant by a microsecond', sql`update audit_rows set at = at + interval '1 microsecond' where id = `],
    ['who', sql`update audit_rows set actor_user_id = 2 where id = `],
    ['data', sql`update audit_rows set data = '{"n": 2}' where id = `],
    ['the hash of details', sql`update audit_rows set detail_hash = '\\x00' where id = `],
    ['the timeline mark', sql`update audit_rows set timeline = true where id = `],
  ])('%s changed', async (_what, statement) => {
    const ids = await sixRows();
    await sql`${statement} ${ids[2]}`.execute(db());
    const { ok, faults } = await verify();
    expect(ok).toBe(false);
    expect(faults[0]).toMatchObject({ kind: 'seal_broken', audit_ids: [ids[2], ids[3]] });
  });

  test('a row deleted', async () => {
    const ids = await sixRows();
    await sql`delete from audit_rows where id = ${ids[0]}`.execute(db());
    expect((await verify()).faults).toMatchObject([{ kind: 'row_missing', audit_ids: [ids[0]] }]);
  });

  test('a row put in beside the sealer', async () => {
    await sixRows();
    const foreign = await write('foreign');
    await sql`delete from audit_unsealed`.execute(db());
    expect((await verify()).faults).toEqual([{ kind: 'row_foreign', audit_ids: [foreign] }]);
  });

  test('seals in another order, a removed seal, a forged seal', async () => {
    await sixRows();
    const seals = await db().selectFrom('audit_seals').select('id').orderBy('id').execute();
    const [first = 0, second = 0] = seals.map((seal) => seal.id);
    const pair = sql`(${first}, ${second})`;
    await sql`update audit_seals set id = ${first + second + 1000} - id where id in ${pair}`.execute(db());
    expect(await kinds()).toContain('chain_broken');
    await sql`delete from audit_seals where id > 1000`.execute(db());
    expect(await kinds()).toEqual(expect.arrayContaining(['chain_broken', 'row_foreign']));
    await sql`truncate audit_seals`.execute(db());
    await sql`insert into audit_seals (row_count, row_ids, previous_mac, mac, sealed_at)
      select count(*), jsonb_agg(id order by id), ${Buffer.alloc(32)}, ${Buffer.alloc(32, 1)}, now() from audit_rows`.execute(
      db(),
    );
    expect(await kinds()).toEqual(['seal_broken']);
  });

  test('a changed detail; a purged one is in order', async () => {
    const ids = await sixRows();
    await sql`delete from audit_details where audit_id = ${ids[1]}`.execute(db());
    expect(await kinds()).toEqual([]);
    await sql`update audit_details set new_value = '"other"' where audit_id = ${ids[3]}`.execute(db());
    expect((await verify()).faults).toMatchObject([{ kind: 'detail_changed', audit_ids: [ids[3]] }]);
  });

  test('the end cut off, when a head was kept outside', async () => {
    const ids = await sixRows();
    const head = await chainHead(db());
    if (!head) throw new Error('There is a head.');
    expect((await verify({ heads: [head] })).ok).toBe(true);
    await sql`delete from audit_seals where id = ${head.seal_id}`.execute(db());
    await sql`delete from audit_details where audit_id = ${ids[5]}`.execute(db());
    await sql`delete from audit_rows where id = any(${ids.slice(4)}::bigint[])`.execute(db());
    expect((await verify()).ok).toBe(true);
    expect((await verify({ heads: [head] })).faults).toMatchObject([{ kind: 'head_missing' }]);
  });

  test('a row that waits for its seal too long', async () => {
    const id = await write('waiting');
    expect((await verify()).ok).toBe(true);
    expect((await verify({ now: new Date(now.getTime() + 31_000) })).faults).toEqual([
      { kind: 'unsealed_too_long', audit_ids: [id] },
    ]);
  });
});

test('a hundred commands at once and several sealers: no commit waits for another, each row is sealed once', async () => {
  const { services } = platform;
  // an open command holds its audit row uncommitted the whole time: neither the others nor the sealer wait for it
  const held = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const slow = command(services, someActor(), async (tx) => {
    await tx.audit({ action: 'test.slow' });
    started.resolve();
    await held.promise;
  });
  await started.promise;
  const commands = Array.from({ length: 100 }, (_, n) =>
    command(services, someActor(), async (tx) => tx.audit({ action: `test.parallel.${n}` })),
  );
  const sealers = Array.from({ length: 3 }, () => sealAudit(services));
  await Promise.all([...commands, ...sealers]);
  await sealAudit(services);
  expect(await verify()).toMatchObject({ ok: true, rows: 100 });
  held.resolve();
  await slow;
  expect(await sealAudit(services)).toBe(1);
  expect(await verify()).toMatchObject({ ok: true, rows: 101, faults: [] });
});
