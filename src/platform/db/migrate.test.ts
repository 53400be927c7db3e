import { appendFileSync, copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { emptyDatabase } from '../../../tests/harness/cluster.ts';
import { BEFORE_FOLD, FOLDED, UnfoldedDatabaseError } from './before-fold.ts';
import { type Connection, connect } from './database.ts';
import { EditedMigrationError, migrate, NewerDatabaseError, shippedMigrations } from './migrate.ts';

const SHIPPED = join(import.meta.dirname, '../../../migrations');
let pool: pg.Pool;
let connection: Connection;
let drop: () => Promise<void>;

beforeEach(async () => {
  const made = await emptyDatabase(inject('cluster'));
  connection = made.connection;
  pool = new pg.Pool(made.connection);
  // `end` answers before its connections are closed, and dropping the database closes the last of them
  pool.on('error', () => undefined);
  drop = made.drop;
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const names = async () =>
  (await pool.query<{ name: string }>('select name from schema_migrations order by name')).rows.map((row) => row.name);

/** A database as it stood when the migrations were folded, under the names of before. */
async function madeBefore(applied: readonly string[] = BEFORE_FOLD): Promise<void> {
  const then = mkdtempSync(join(tmpdir(), 'peritus-migrations-'));
  for (const name of FOLDED) copyFileSync(join(SHIPPED, name), join(then, name));
  await migrate(pool, then);
  rmSync(then, { recursive: true, force: true });
  await pool.query('delete from schema_migrations');
  await pool.query('insert into schema_migrations (name) select unnest($1::text[])', [applied]);
}

/** Rows of every sort that a later migration carries into another table. */
const OLD_ROWS = `
  insert into organizations (id, name, created_at) values (7, 'Harborline', now());
  insert into users (id, organization_id, email, first_name, created_at) values (8, 7, 'dana@example.org', 'Dana', now());
  insert into reviews (id, kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at)
    values (20001, 'Case', 'needs_information', 'active', 'requester', 7, 8, now(), now());
  insert into profiles (id, user_id, type, created_at) values (5001, 8, 'MedicalExpert', now());
  insert into expert_profiles (profile_id, code, created_at) values (5001, 'XA-1', now());
  update reviews set expert_profile_id = 5001, transfer_request = '{"reason": "On leave", "requested_at": "2026-11-02T08:00:00Z", "requester_id": 8}',
    earlier_date = '{"needed_by": "2026-11-20", "reason": "The hearing", "asked_at": "2026-11-02T08:00:00.123Z", "lapses_at": "2026-11-12T05:00:00.000Z"}'
    where id = 20001;
  insert into specialties (id, name) values (1, 'Surgery');
  insert into sub_specialties (id, specialty_id, name, price_modifier) values (2, 1, 'Spine', 1);
  insert into subscriptions (id, organization_id, name, review_type, facility, service, period, reviews_per_seat, charts_per_review,
      carry_over_days, starts_on, contact_id, created_at, updated_at)
    values (7001, 7, 'Hospitalists', 'chart_audit', 'Saltmarsh', 'standard', 'quarter', 2, 2, 30, '2026-10-01', 8, now(), now());
  insert into subscription_seats (id, subscription_id, organization_id, provider_name, license_type, state, specialty_id, sub_specialty_id,
      starts_on, created_at, updated_at)
    values (8001, 7001, 7, 'Dr. Pike', 'MD', 'IL', 1, 2, '2026-10-01', now(), now());
  insert into reviews (id, kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at, seat_id, seat_period, seat_slot,
      force_one_off, seat_charge, pre_order_due, pre_order_lapses)
    values (20002, 'PeerReview', 'pre_ordered', 'draft', 'requester', 7, 8, now(), now(), 8001, '2026-10-01', 3, false, null, '2026-12-31', '2027-01-30'),
      (20003, 'PeerReview', 'draft', 'draft', 'requester', 7, 8, now(), now(), 8001, null, null, true, null, null, null),
      (20004, 'PeerReview', 'matching', 'active', 'staff', 7, 8, now(), now(), 8001, '2026-10-01', null, false, 'included', null, null);
  insert into calls (review_id, expert_profile_id, starts_at, duration_minutes, zone, status, dial_in, ics_uid, created_at) values
    (20001, 5001, '2026-11-03T15:00Z', 45, 'UTC', 'moved', '', 'a', now()),
    (20001, 5001, '2026-11-04T15:00Z', 45, 'UTC', 'scheduled', 'Dial 555', 'a', now());
  insert into bookings (review_id, expert_profile_id, kind, during, active) values
    (20001, 5001, 'call', '[2026-11-03T14:50Z,2026-11-03T15:55Z)', false), (20001, 5001, 'call', '[2026-11-04T14:50Z,2026-11-04T15:55Z)', true);
  insert into call_attendees (review_id, name, email) values (20001, 'Paula', 'paula@example.org');
  insert into file_requests (review_id, requested_by, items, created_at) values (20001, 8, '[
    {"id": 1, "label": "Films", "note": "", "file_ids": [31, 32], "not_available_because": null, "answered_at": "2026-11-02T08:00:00.123Z"},
    {"id": 2, "label": "ED log", "note": "all pages", "file_ids": [], "not_available_because": null, "answered_at": null}]', now());
`;

test('a new database is brought forward once, and one that knows more is refused', async () => {
  expect(await migrate(pool)).toEqual(shippedMigrations());
  expect(await migrate(pool)).toEqual([]);
  await pool.query(`insert into schema_migrations (name) values ('9999_later.sql')`);
  await expect(migrate(pool)).rejects.toThrow(NewerDatabaseError);
});

test('a migration that was edited after it was applied is refused by name with what to do, and nothing is done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-migrations-'));
  try {
    for (const name of FOLDED.slice(0, 2)) copyFileSync(join(SHIPPED, name), join(folder, name));
    await migrate(pool, folder);
    appendFileSync(join(folder, '0002_people.sql'), '\nselect 1;\n');
    writeFileSync(join(folder, '0003_later.sql'), 'create table later (id int);');
    await expect(migrate(pool, folder)).rejects.toThrow(EditedMigrationError);
    await expect(migrate(pool, folder)).rejects.toThrow(
      /file migrations\/0002_people\.sql was changed .+ Bring the file back/,
    );
    expect(await names()).toEqual(FOLDED.slice(0, 2));
    // other ends of lines are no other text
    const text = readFileSync(join(SHIPPED, '0002_people.sql'), 'utf8');
    writeFileSync(join(folder, '0002_people.sql'), text.replaceAll('\n', '\r\n'));
    expect(await migrate(pool, folder)).toEqual(['0003_later.sql']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a database from before checksums were kept takes the present ones over, and is held to them from then on', async () => {
  await migrate(pool);
  await pool.query('alter table schema_migrations drop column checksum');
  expect(await migrate(pool)).toEqual([]);
  const kept = await pool.query<{ checksum: string | null }>('select checksum from schema_migrations');
  expect(kept.rows.every((row) => /^[0-9a-f]{64}$/.test(row.checksum ?? ''))).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'peritus-migrations-'));
  try {
    cpSync(SHIPPED, folder, { recursive: true });
    for (const name of ['0005_reviews.sql', '0006_files.sql']) appendFileSync(join(folder, name), '-- more\n');
    await expect(migrate(pool, folder)).rejects.toThrow(
      /files migrations\/0005_reviews\.sql, migrations\/0006_files\.sql were/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a start that ends after migrating leaves no connection that keeps the process for its idle minute', async () => {
  const database = connect(connection);
  await migrate(database.pool);
  await database.close();
  expect([database.pool.ended, database.statements.ended]).toEqual([true, true]);
});

test('a database made before the fold opens, keeps its rows and goes on with what came later', async () => {
  await madeBefore();
  await pool.query(OLD_ROWS);
  expect(shippedMigrations().slice(0, FOLDED.length)).toEqual(FOLDED);
  expect(await migrate(pool)).toEqual(shippedMigrations().slice(FOLDED.length));
  expect(await names()).toEqual(shippedMigrations());
  const items = await pool.query(
    'select item, label, note, file_ids::int[], not_available_because, answered_at from file_request_items order by 1',
  );
  expect(items.rows).toEqual([
    {
      item: 1,
      label: 'Films',
      note: '',
      file_ids: [31, 32],
      not_available_because: null,
      answered_at: new Date('2026-11-02T08:00:00.123Z'),
    },
    { item: 2, label: 'ED log', note: 'all pages', file_ids: [], not_available_because: null, answered_at: null },
  ]);
  const experts = await pool.query('select review_id::int, expert_profile_id::int, part, until from review_experts');
  expect(experts.rows).toEqual([{ review_id: 20001, expert_profile_id: 5001, part: 'lead', until: null }]);
  const transfers = await pool.query('select reason, requester_id::int, requested_at from review_transfers');
  expect(transfers.rows).toEqual([
    { reason: 'On leave', requester_id: 8, requested_at: new Date('2026-11-02T08:00:00Z') },
  ]);
  const dates = await pool.query('select needed_by::text, reason, asked_at, lapses_at from review_earlier_dates');
  expect(dates.rows).toEqual([
    {
      needed_by: '2026-11-20',
      reason: 'The hearing',
      asked_at: new Date('2026-11-02T08:00:00.123Z'),
      lapses_at: new Date('2026-11-12T05:00:00Z'),
    },
  ]);
  const seats =
    await pool.query(`select review_id::int, seat_id::int, period::text, slot, force_one_off, charge, due_on::text,
    lapses_on::text from review_seats order by 1`);
  const seat = {
    seat_id: 8001,
    period: '2026-10-01',
    slot: null,
    force_one_off: false,
    charge: null,
    due_on: null,
    lapses_on: null,
  };
  expect(seats.rows).toEqual([
    { ...seat, review_id: 20002, slot: 3, due_on: '2026-12-31', lapses_on: '2027-01-30' },
    { ...seat, review_id: 20003, period: null, force_one_off: true },
    { ...seat, review_id: 20004, charge: 'included' },
  ]);
  const beside = pool.query('update reviews set expert_profile_id = null where id = 20001');
  await expect(beside).rejects.toThrow('follows review_experts');
  await pool.query('update review_experts set until = now()');
  expect((await pool.query('select expert_profile_id from reviews where id = 20001')).rows).toEqual([
    { expert_profile_id: null },
  ]);
  const appointments = await pool.query(
    `select sort, status, location, lower(busy) as from, upper(busy) as to from appointments order by id`,
  );
  const call = (day: string, status: string, location: string, from: string) => ({
    sort: 'call',
    status,
    location,
    from: new Date(`${day}T${from}Z`),
    to: new Date(`${day}T15:55Z`),
  });
  // what is yet to be held keeps time free after it only; what was moved stays as it was
  expect(appointments.rows).toEqual([
    call('2026-11-03', 'moved', '', '14:50'),
    call('2026-11-04', 'scheduled', 'Dial 555', '15:00'),
  ]);
  const attendees = await pool.query('select name from appointment_attendees');
  expect(attendees.rows).toEqual([{ name: 'Paula' }]);
  expect(await migrate(pool)).toEqual([]);
});

test('a database that stopped before the fold is refused with what to do, and stays as it is', async () => {
  const half = BEFORE_FOLD.slice(0, 4);
  await madeBefore(half);
  await expect(migrate(pool)).rejects.toThrow(UnfoldedDatabaseError);
  await expect(migrate(pool)).rejects.toThrow(/stopped at migration 0004_outside_links\.sql.+Start commit 570d4f0/);
  expect(await names()).toEqual(half);
});
