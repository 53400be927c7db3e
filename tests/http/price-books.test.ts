import { afterAll, beforeAll, expect, it } from 'vitest';
import { json } from '../../src/platform/db/json.ts';
import { termsAt } from '../../src/platform/db/price-books.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { castFor } from '../harness/review-driver.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('the terms of a day are those of the versions in effect then, the own before the platform’s', async () => {
  const db = t.world.db;
  const { organization_id } = await castFor(t.world, PASSWORD_HASH);
  const at = t.clock.now();
  const book = (organizationId: number | null, effective_from: string, base_cents: number, withdrawn = false) =>
    db
      .insertInto('price_books')
      .values({
        organization_id: organizationId,
        kind: 'Case',
        effective_from,
        terms: json({ services: { call_30: { base_cents } } }),
        expert_terms: json({ share_percent: 50 }),
        created_at: at,
        updated_at: at,
        withdrawn_at: withdrawn ? at : null,
      })
      .execute();
  await book(null, '2026-01-01', 40_000);
  await book(organization_id, '2026-02-01', 41_000);
  await book(organization_id, '2026-03-01', 1, true);
  await book(organization_id, '2026-03-01', 42_000);
  const base = async (day: string, kind: 'Case' | 'IME' = 'Case') => {
    const { terms, experts } = await termsAt(db, organization_id, kind, day);
    return [terms.services?.['call_30']?.base_cents, experts.share_percent];
  };
  expect(await base('2025-12-31')).toEqual([undefined, 70]);
  expect(await base('2026-01-01')).toEqual([40_000, 50]);
  expect(await base('2026-02-01')).toEqual([41_000, 50]);
  expect(await base('2026-02-28')).toEqual([41_000, 50]);
  expect(await base('2026-03-01')).toEqual([42_000, 50]);
  expect(await base('2026-03-01', 'IME')).toEqual([undefined, 70]);
  await db.deleteFrom('price_books').execute();
});
