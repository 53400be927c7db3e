import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_ROUTES } from '../../src/app/routes.ts';
import { FLAG_ROWS } from '../../src/features/organizations/rules.ts';
import { systemClock } from '../../src/core/time.ts';
import { sealAudit } from '../../src/platform/audit-seal.ts';
import { openKeyring } from '../../src/platform/crypto.ts';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';

const CLI = join(import.meta.dirname, '../../src/app/cli.ts');
let folder: string;
let server: EmbeddedPostgres;
let database: Database;

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function cli(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', LOG_LEVEL: 'warn' };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

// the database of a running product, as commands beside it meet it
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'peritus-cli-')));
  chmodSync(folder, 0o711);
  server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    durability: 'none',
    log: () => undefined,
  });
  database = connect(server.connection);
  await migrate(database.pool);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('create-admin makes a super admin beside a running product, once, and prints a password that is theirs', async () => {
  const made = await cli('create-admin', 'head@example.org');
  expect(made).toMatchObject({ code: 0, err: '' });
  const password = /once: (\S{16})\n$/.exec(made.out)?.[1] ?? '';
  const { rows } = await database.pool.query<{ role: string; password_hash: string }>(
    `select role, password_hash from users where email = 'head@example.org'`,
  );
  expect(rows.map((row) => row.role)).toEqual(['super_admin']);
  expect(await verify(rows[0]?.password_hash ?? '', password)).toBe(true);

  const again = await cli('create-admin', 'Head@Example.org');
  expect(again).toMatchObject({
    code: 1,
    out: '',
    err: 'There is an account for head@example.org already. Nothing was changed.\n',
  });
  const after = await database.pool.query<{ password_hash: string }>('select password_hash from users');
  expect(after.rows).toEqual([{ password_hash: rows[0]?.password_hash }]);
});

test.each([[], ['nobody'], ['a@b@c.example'], ['head@example-.org'], ['h\u00e9ad@example.org']])(
  'create-admin without an address (%j) says what to write',
  async (...args) => {
    const answer = await cli('create-admin', ...args);
    expect(answer.code).toBe(1);
    expect(answer.err).toContain('npm run create-admin -- you@example.org');
  },
);

test('break-glass prints a link for an account there is, with a reason, and leaves it on the record', async () => {
  await database.pool.query(
    `insert into users (email, first_name, last_name, role, created_at) values ('locked@example.org', 'Ann', 'Lee', 'admin', now())`,
  );
  for (const [args, said] of [
    [[], '--reason'],
    [['--email', 'locked@example.org'], '--reason'],
    [['--who', 'locked@example.org'], '--reason'],
    [['--email', 'locked@example.org', '--reason', 'why'], 'Say why in ten characters'],
    [['--email', 'nobody@example.org', '--reason', 'Lost the phone'], 'There is no account for nobody@example.org'],
  ] as const) {
    const answer = await cli('break-glass', ...args);
    expect([answer.code, answer.out]).toEqual([1, '']);
    expect(answer.err).toContain(said);
  }
  const made = await cli('break-glass', '--email', 'Locked@example.org', '--reason', 'Lost the phone');
  expect(made).toMatchObject({ code: 0, err: '' });
  const token = /^\S+\/break-glass\?token=([\w-]{43})$/m.exec(made.out)?.[1] ?? '';
  const { rows } = await database.pool.query<{ row: unknown }>(
    `select json_build_object('reason', l.reason, 'by', l.run_by like '%@%', 'minutes', extract(epoch from l.expires_at - l.created_at) / 60,
        'audit', (select action from audit_rows where subject = 'user:' || l.user_id),
        'event', (select payload ->> 'what' from outbox where topic = 'account.break_glass' and payload ->> 'link_id' = l.id::text)) as row
      from break_glass_links l where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  expect(rows.map(({ row }) => row)).toEqual([
    { reason: 'Lost the phone', by: true, minutes: 15, audit: 'session.break_glass_opened', event: 'opened' },
  ]);
});

test('audit-verify answers beside a running product, and fails when a row came in beside the trail', async () => {
  // as a running product does all along: what waits for its seal for half a minute is told, however slow this machine is
  const env = { data_dir: join(folder, 'data'), ENCRYPTION_KEY: undefined };
  const keys = await openKeyring(env, database.systemDb, systemClock.now());
  expect(await sealAudit({ database, keys, clock: systemClock })).toBeGreaterThan(0);
  expect(await cli('audit-verify')).toMatchObject({ code: 0, out: expect.stringContaining('unchanged') });
  await database.pool.query(
    `insert into audit_rows (at, action, actor_kind, request_id) values (now(), 'x', 'system', 'x')`,
  );
  const answer = await cli('audit-verify');
  expect(answer.code).toBe(1);
  expect(answer.out).toContain('row_foreign');
});

test('ledger prints the balances beside a running product, and fails where an entry is out of balance', async () => {
  const sound = await cli('ledger');
  expect(sound).toMatchObject({ code: 0, err: '' });
  expect(sound.out).toMatch(/^Debits less credits +\$0\.00$/m);
  expect(sound.out).toContain('all as due, to the cent.');
  // as only somebody leaves it who goes past the database's own rules
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into organizations (name, created_at) values ('Harborline', now()) returning id`,
  );
  await database.pool.query(`alter table ledger_lines disable trigger user;
    with entry as (
      insert into ledger_entries (cause, cause_id, part, rule, organization_id, happened_at, posted_at)
        values ('invoice', 1, 0, 'issued', ${rows[0]?.id}, now(), now()) returning id)
    insert into ledger_lines (entry_id, account, organization_id, line_key, label, cents)
      select id, 'receivable', ${rows[0]?.id}, 'service', 'Call', 5 from entry;
    alter table ledger_lines enable trigger user`);
  const off = await cli('ledger');
  expect(off.code).toBe(1);
  expect(off.out).toMatch(/^Debits less credits +\$0\.05$/m);
  expect(off.out).toContain('1 entry out of balance');
  expect(off.out).toContain('1 organization that owe something else than their invoices say');
  expect(off.out).toContain('not all as due.');
  expect(await cli('ledger', '--mend')).toMatchObject({ code: 1, out: '' });
});

test('a second product on the same data folder is refused with what to do', async () => {
  const answer = await cli('start');
  expect(answer.code).toBe(75);
  expect(answer.err).toContain(`is already in use by process ${process.pid} on `);
});

test('routes and flags print one line each', async () => {
  const routes = await cli('routes');
  expect(routes.out.trimEnd().split('\n')).toEqual(PAGE_ROUTES.map((route) => route.path));
  const later = await cli('routes', '--status');
  expect(later.out).toBe('');
  const flags = await cli('flags');
  const lines = flags.out.trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual(FLAG_ROWS.map((flag) => flag.name));
  for (const line of lines) expect(line).toMatch(/^[a-z0-9_]+\t(organization|user|expert_profile)\t(on|off)\t.+\.$/);
});

test('a command there is not names those there are', async () => {
  const answer = await cli('frobnicate');
  expect(answer.code).toBe(2);
  expect(answer.err).toContain('create-admin');
});

test('deadlines lists what waits for a word, and confirm lets it go on the word of an admin alone', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `with o as (insert into organizations (name, created_at) values ('Organization', now()) returning id),
      u as (insert into users (organization_id, email, first_name, created_at)
        select id, 'asks@example.org', 'Person', now() from o returning id, organization_id),
      a as (insert into users (email, first_name, role, created_at) values ('word@example.org', 'Admin', 'admin', now())),
      r as (insert into reviews (kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at)
        select 'Case', 'draft', 'draft', 'requester', organization_id, id, now(), now() from u returning id),
      h as (insert into deadline_holds (cause, seen_at, clock_at, due) values ('ahead', now() - interval '1 year', now(), 0))
      insert into deadlines (review_id, kind, due_at, created_at) select id, 'purge', now(), now() from r returning review_id as id`,
  );
  const waits = `purge  CR-${rows[0]?.id}  Permanently deletes the records`;
  const listed = await cli('deadlines', 'list');
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toContain(waits);
  expect(listed.out).toContain('Paused since the clock jumped ahead: from ');
  for (const [args, said] of [
    [['deadlines'], 'npm run deadlines -- list'],
    [['deadlines', 'confirm'], 'Say who confirms'],
    [['deadlines', 'confirm', 'asks@example.org'], 'There is no admin with the address asks@example.org'],
  ] as const) {
    const answer = await cli(...args);
    expect(answer.code).toBe(1);
    expect(answer.err).toContain(said);
  }
  expect((await cli('deadlines', 'list')).out).toContain(waits);
  const confirmed = await cli('deadlines', 'confirm', 'word@example.org');
  expect(confirmed).toMatchObject({ code: 0, err: '' });
  expect(confirmed.out).toMatch(/^Confirmed at .*: 1 will run now\.\n$/);
  const { rows: on } = await database.pool.query<{ data: { how: string; released: number } }>(
    `select data from audit_rows where action = 'deadlines.confirmed'`,
  );
  expect(on).toMatchObject([{ data: { how: 'command', released: 1 } }]);
  expect((await cli('deadlines', 'list')).out).toContain('Nothing is waiting.');
  expect(await cli('deadlines', 'confirm', 'word@example.org')).toMatchObject({
    code: 1,
    err: 'Nothing is waiting.\n',
  });
});
