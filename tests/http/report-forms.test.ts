import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHIPPED_FORMS } from '../../src/features/reports/rules.ts';
import { PEER_REVIEW_TYPES } from '../../src/features/reviews/rules.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

interface Form {
  id: number;
  kind: string;
  key: string;
  version: number;
  is_default: boolean;
  type: { id: number; label: string } | null;
  kinds: string[];
  types: { id: number }[];
}
let t: TestApp;
let organization: number;
let requester: Person;
let expert: Person;

beforeAll(async () => {
  t = await testApp();
  organization = await t.world.organization({});
  requester = await t.world.consultant(organization);
  expert = await t.world.expert({});
});
afterAll(() => t.close());

const form = (query: string, who = requester) => t.request<Form>(who, 'GET', `/api/v1/report_forms?${query}`);

describe('a report form', () => {
  test.each(['Case', 'PeerReview'])('the default of a kind: %s', async (kind) => {
    const shipped = SHIPPED_FORMS.find((one) => one.kind === kind);
    const { status, body } = await form(`kind=${kind}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind, key: shipped?.key, is_default: true, type: null, definition: shipped });
    expect((await form('')).body.kind).toBe('Case');
  });

  test.each(PEER_REVIEW_TYPES.map((type) => [type.label, type] as const))('of the type %s', async (_, type) => {
    const { body } = await form(`peer_review_type_id=${type.id}`, expert);
    expect(body).toMatchObject({ kind: 'PeerReview', key: type.form, type: { id: type.id, label: type.label } });
    expect(body.types).toHaveLength(PEER_REVIEW_TYPES.length);
  });

  test('by its key the newest version, by its number that one; a type beside it names it', async () => {
    const first = (await form('report_form_id=peer_oppe')).body;
    const definition = SHIPPED_FORMS.find((one) => one.key === 'peer_oppe');
    if (!definition) throw new Error('No OPPE form is shipped.');
    const later = await t.world.db
      .insertInto('report_forms')
      .values({
        kind: 'PeerReview',
        key: 'peer_oppe',
        version: first.version + 1,
        name: 'OPPE summary, newer',
        definition: json({ ...definition, version: first.version + 1 }),
        created_at: t.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await form('report_form_id=peer_oppe')).body.id).toBe(later.id);
    expect((await form(`report_form_id=${first.id}`)).body).toMatchObject({ id: first.id, version: first.version });
    expect((await form(`report_form_id=${first.id}&peer_review_type_id=1`)).body).toMatchObject({
      id: first.id,
      type: { id: 1 },
    });
  });

  test.each([
    ['an unknown type', 'peer_review_type_id=999'],
    ['an unknown number', 'report_form_id=999999'],
    ['an unknown key', 'report_form_id=nothing'],
    ['an unknown kind', 'kind=Nothing'],
    ['a case’s form under a type of peer review', 'peer_review_type_id=1&report_form_id=case_report'],
  ])('%s is not there', async (_, query) => {
    expect((await form(query)).status).toBe(404);
  });

  test('of a kind the organization does not use is not there for its people, but for experts', async () => {
    const own = await t.world.organization({ flags: { peer_reviews_enabled: false } });
    const person = await t.world.consultant(own);
    for (const query of ['kind=PeerReview', 'peer_review_type_id=1', 'report_form_id=peer_oppe'])
      expect((await form(query, person)).status).toBe(404);
    expect((await form('', person)).body).toMatchObject({ kinds: ['Case', 'IME', 'Generic'], types: [] });
    expect((await form('kind=PeerReview', expert)).status).toBe(200);
  });

  test('is for those who order, write or check reports', async () => {
    const attendee = await t.world.person({ profile: 'Attendee', organization_id: organization });
    expect((await form('', attendee)).status).toBe(403);
    expect((await t.request(null, 'GET', '/api/v1/report_forms')).status).toBe(401);
    expect((await form('peer_review_type_id=none')).status).toBe(400);
  });
});
