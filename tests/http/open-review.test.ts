import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReview } from '../../src/features/reviews/server/index.ts';
import { command } from '../../src/platform/command.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { peerSections } from '../harness/peer-driver.ts';

describe('a review opened by another feature', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const open = (organization_id: number, requester_id: number, sections: Record<string, Record<string, unknown>>) =>
    command(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
      openReview(tx, { kind: 'PeerReview', organization_id, requester_id, sections, data: { from: 'a test' } }),
    );

  it('is the draft an order by hand makes: steps, list columns, parties, search and audit row', async () => {
    const organization = await t.world.organization();
    const requester = await t.world.consultant(organization);
    const { review_id } = await open(organization, requester.user_id, peerSections(await t.world.specialty()));

    const read = await t.request<{ subject: string; status: { key: string } }>(
      requester,
      'GET',
      `/api/v1/peer_reviews/${review_id}`,
    );
    expect(read.status).toBe(200);
    const row = await t.world.db
      .selectFrom('reviews')
      .selectAll()
      .where('id', '=', review_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      status: 'draft',
      bucket: 'draft',
      ball: 'requester',
      requester_id: requester.user_id,
      subject: 'Dr. Lowell Pike, Saltmarsh General',
      review_type: 'chart_audit',
      state: 'IL',
    });
    const parties = await t.world.db
      .selectFrom('review_parties')
      .select('name')
      .where('review_id', '=', review_id)
      .execute();
    expect(parties.map((p) => p.name)).toContain('Saltmarsh General');
    const audit = await t.world.db.selectFrom('audit_rows').selectAll().where('review_id', '=', review_id).execute();
    expect(audit.filter((a) => a.action === 'review.created')).toMatchObject([
      { to_state: 'draft', data: { from: 'a test' } },
    ]);
  });

  it('is refused where the kind is off, not offered or not accepted, and with fields of a wrong shape', async () => {
    const person = async (flags: Record<string, boolean>) => {
      const organization = await t.world.organization({ flags });
      return [organization, (await t.world.consultant(organization)).user_id] as const;
    };
    await expect(open(...(await person({ peer_reviews_enabled: false })), {})).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(open(...(await person({ for_peer_reviews: false })), {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(open(...(await person({ accepts_new_peer_review_submissions: false })), {})).rejects.toMatchObject({
      code: 'not_accepting',
    });
    await expect(open(...(await person({})), { step_two: { npi: 7 } })).rejects.toMatchObject({ code: 'malformed' });
  });
});
