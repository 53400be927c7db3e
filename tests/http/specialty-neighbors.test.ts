import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Taxonomy } from '../../src/features/experts/contract/taxonomy-desk.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';

let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
});
afterAll(() => t.close());

const kept = async (name: string) => {
  const { specialties } = (await t.request<Taxonomy>(cast.admin, 'GET', '/api/v1/taxonomy')).body;
  const found = specialties.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const rename = async (from: string, name: string) => {
  const { id, lock_version } = await kept(from);
  const done = await t.request(cast.admin, 'PATCH', `/api/v1/taxonomy/specialties/${id}`, { lock_version, name });
  expect(done.status).toBe(200);
};

it('a specialty keeps its neighbors whatever it is called, and whatever it is merged into', async () => {
  const orthopedist = await t.world.expert({ specialty: 'Orthopedics' });
  const dermatologist = await t.world.expert({ specialty: 'Dermatology', sub_specialty: 'Mohs' });
  const d = await new CaseDriver(inApp(t, cast)).to('released');
  const offered = async () => {
    const { ranking } = await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'));
    const of = (id: number) => ranking.candidates.find((one) => one.profile_id === id);
    expect(of(dermatologist.profile_id)).toBeUndefined();
    expect(of(cast.expert.profile_id ?? 0)).toBeDefined();
    return of(orthopedist.profile_id)?.reasons.map(({ text }) => text);
  };
  expect(await offered()).toContain('Adjacent specialty, orthopedics');

  // the neighbor is renamed, then the one that was ordered
  await rename('Orthopedics', 'Bone and joint surgery');
  expect(await offered()).toContain('Adjacent specialty, bone and joint surgery');
  await rename('Neurosurgery', 'Brain and spine surgery');
  expect(await offered()).toContain('Adjacent specialty, bone and joint surgery');

  // another that takes a shipped name has none of its neighbors
  const body = { name: 'Neurosurgery', availability: 'accepting', nucc_code: null };
  const made = await t.request<{ id: number }>(cast.admin, 'POST', '/api/v1/taxonomy/specialties', body);
  expect(made.status).toBe(201);
  expect(await offered()).toContain('Adjacent specialty, bone and joint surgery');

  // merged into it, the neighbors go along
  const { id, lock_version } = await kept('Brain and spine surgery');
  const merged = await t.request(cast.admin, 'POST', `/api/v1/taxonomy/specialties/${id}/merge`, {
    lock_version,
    into: made.body.id,
  });
  expect(merged.status).toBe(200);
  expect(await offered()).toContain('Adjacent specialty, bone and joint surgery');
});

it('one that was renamed before it was kept which shipped one it is, finds its neighbors again', async () => {
  const body = { name: 'Cardiology and vessels', availability: 'accepting', nucc_code: null };
  expect((await t.request(cast.admin, 'POST', '/api/v1/taxonomy/specialties', body)).status).toBe(201);
  await rename('Cardiology', 'Heart medicine');
  await rename('Heart medicine', 'Medicine of the heart');
  // what staff added takes the name that is free
  await rename('Cardiology and vessels', 'Cardiology');
  const keys = async () =>
    Object.fromEntries(
      (await t.world.db.selectFrom('specialties').select(['name', 'shipped_key']).execute()).map((row) => [
        row.name,
        row.shipped_key,
      ]),
    );
  const right = await keys();
  expect(right).toMatchObject({ 'Medicine of the heart': 'Cardiology', Cardiology: null });
  // as migration 0112 left it
  await sql`update specialties set shipped_key = null`.execute(t.world.db);
  await sql`update specialties set shipped_key = name`.execute(t.world.db);
  expect(await keys()).toMatchObject({ 'Medicine of the heart': 'Medicine of the heart', Cardiology: 'Cardiology' });
  const repair = readFileSync(
    join(import.meta.dirname, '../../migrations/0121_shipped_specialties_renamed.sql'),
    'utf8',
  );
  await t.world.db.transaction().execute((trx) => sql.raw(repair).execute(trx));
  expect(await keys()).toEqual(right);
});
