import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../src/core/actor.ts';
import { DAY } from '../../src/core/durations.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { AUDIENCES, DETAIL_FIELDS, HIDDEN } from '../../src/features/reviews/server/page/detail-fields.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { flagWorld } from '../harness/flags.ts';
import type { Step } from '../harness/review-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/* The table of the detail page, walked for every actor over a case's life and held against what the endpoint answers. */

type Field = keyof ReviewDetail;
const FIELDS = Object.keys(DETAIL_FIELDS) as Field[];
/** Filled for some who see the field and not for others: what a report's readers, a call or an ability decide further. */
const DECIDED_FURTHER: ReadonlySet<Field> = new Set([
  'report',
  'cancellation',
  'moving',
  'on_records',
  'claim_number',
  'attention',
  'expert',
]);

interface Reading {
  who: string;
  at: Step;
  kind: Actor['kind'];
  page: ReviewDetail;
}
const readings: Reading[] = [];
let t: TestApp;

/** Reads a new case as everybody at each step of its life. */
async function walk(steps: readonly Step[], fields: Record<string, unknown> = {}): Promise<void> {
  const d = await flagWorld(t, PASSWORD_HASH).aCase();
  const { cast } = d;
  const { organization_id } = cast;
  const follower = await t.world.consultant(organization_id);
  const [other] = cast.others;
  if (!other) throw new Error('There are others.');
  const actors: [who: string, kind: Actor['kind'], person: Person][] = [
    ['requester', 'claim_consultant', cast.requester],
    ['follower', 'claim_consultant', follower],
    ['review manager', 'review_manager', await t.world.manager(organization_id)],
    ['org admin', 'org_admin', await t.world.person({ role: 'org_admin', organization_id })],
    ['expert', 'medical_expert', cast.expert],
    ['other expert', 'medical_expert', other],
    ['assistant', 'expert_assistant', await t.world.assistantOf(cast.expert.profile_id)],
    ['attendee', 'attendee', await t.world.person({ profile: 'Attendee', organization_id })],
    ['clin ops', 'clin_ops', cast.clinOps],
    ['matching admin', 'matching_admin', cast.matching],
    ['support agent', 'support_agent', await t.world.staff('support_agent')],
    ['admin', 'admin', cast.admin],
    ['super admin', 'super_admin', await t.world.staff('super_admin')],
  ];
  for (const at of steps) {
    await d.to(at, fields);
    if (at === steps[0]) await d.must(cast.requester, 'PUT', d.url(`/watchers/${follower.user_id}`), {});
    for (const [who, kind, person] of actors) {
      const { status, body } = await t.request<ReviewDetail>(person, 'GET', d.url());
      if (status === 200) readings.push({ who, at, kind, page: body });
      else expect(status).toBe(404);
    }
  }
}

beforeAll(async () => {
  t = await testApp();
  await walk(['submitted', 'selected', 'offered', 'timeChosen']);
  const needed_by = new Date(t.clock.now().getTime() + 21 * DAY).toISOString().slice(0, 10);
  await walk(['accepted', 'signed', 'delivered'], { service: 'report_only', needed_by });
});
afterAll(() => t.close());

const sees = ({ kind, page }: Reading, field: Field): boolean =>
  AUDIENCES[DETAIL_FIELDS[field]]({ actor: { kind } as Actor, view: page.view, leads: page.view === 'full' });
const hidden = (field: Field): unknown => HIDDEN[field] ?? null;
const isHidden = ({ page }: Reading, field: Field): boolean =>
  JSON.stringify(page[field]) === JSON.stringify(hidden(field));

describe('the fields of the detail page', () => {
  test('are those of the contract, for each reader, and every view of a case was read', () => {
    for (const { page } of readings) expect(Object.keys(page).toSorted()).toEqual(FIELDS.toSorted());
    expect(new Set(readings.map(({ page }) => page.view))).toEqual(new Set(['full', 'no_contents', 'blind']));
    expect(new Set(readings.map(({ who }) => who)).size).toBeGreaterThanOrEqual(11);
  });

  test.each(FIELDS)('%s is told to those the table names, and to no one else', (field) => {
    const others = readings.filter((one) => !sees(one, field));
    expect(others.filter((one) => !isHidden(one, field)).map(({ who, at }) => `${who}, ${at}`)).toEqual([]);
    if (DECIDED_FURTHER.has(field)) return;
    // at a moment at which one who sees it is told something, all who see it are
    for (const at of new Set(readings.map((one) => one.at))) {
      const readers = readings.filter((one) => one.at === at && sees(one, field));
      const told = readers.filter((one) => !isHidden(one, field));
      if (told.length > 0) expect(told.map(({ who }) => who)).toEqual(readers.map(({ who }) => who));
    }
  });
});
