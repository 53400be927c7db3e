import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { priceBook, quote } from '../../billing/rules.ts';
import { formOf } from './forms.ts';
import {
  keptMeeting,
  type MeetingFields,
  meetingFaults,
  MEETINGS_MOST,
  meetingLength,
  whyNoFurtherMeeting,
  type MeetingRow,
  meetingsOf,
  servicesOffered,
  orderedService,
  pricesWith,
  servicesFor,
  shippedMeetings,
} from './meeting-types.ts';
import { mayReadMeetings, whyNotKeepMeetings } from './meeting-place.ts';

const CASE = formOf('Case');
const fields: MeetingFields = {
  name: 'Call, 20 minutes',
  gets: 'One question by phone.',
  minutes: 20,
  buffer_before: 5,
  buffer_after: 15,
  price_cents: 30_000,
  report: false,
  retired: false,
};
const key = fc.constantFrom('call_30', 'call_45', 'call_and_report', 'meeting_1001', 'meeting_1002');
const row: fc.Arbitrary<MeetingRow> = fc.record({
  organization_id: fc.constantFrom(null, 1, 2),
  key,
  name: fc.string({ minLength: 1, maxLength: 40 }),
  gets: fc.constant('A call.'),
  minutes: fc.integer({ min: 2, max: 48 }).map((n) => n * 5),
  buffer_before: fc.integer({ min: 0, max: 24 }).map((n) => n * 5),
  buffer_after: fc.integer({ min: 0, max: 24 }).map((n) => n * 5),
  price_cents: fc.integer({ min: 0, max: 10_000_000 }),
  report: fc.boolean(),
  retired: fc.boolean(),
});
/** As the database has them: one for each level and type, nearest first. */
const rows = fc
  .uniqueArray(row, { selector: (one) => `${one.organization_id} ${one.key}`, maxLength: 12 })
  .map((all) => all.toSorted((a, b) => (b.organization_id ?? 0) - (a.organization_id ?? 0)));

describe('which types hold', () => {
  it('is what the nearest says, each once, and what comes with the kind where nobody says anything', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const now = meetingsOf(CASE, all);
        expect(new Set(now.map((one) => one.key)).size).toBe(now.length);
        for (const one of now) {
          const nearest = all.find((said) => said.key === one.key);
          const { organization_id: of, ...said } = nearest ?? { organization_id: 'shipped' };
          if (nearest) expect(one).toEqual({ ...said, of });
          else expect(one).toMatchObject(shippedMeetings(CASE).find((s) => s.key === one.key) ?? {});
        }
        for (const said of all) expect(now.some((one) => one.key === said.key)).toBe(true);
      }),
    );
  });

  it('offers what is not retired, and always what needs no call', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const offered = servicesOffered(CASE, servicesFor(CASE, all), {}).map(({ value }) => value);
        expect(offered).toContain('report_only');
        for (const one of meetingsOf(CASE, all)) expect(offered.includes(one.key)).toBe(!one.retired);
      }),
    );
  });

  it('prices an order at its row, to the cent, and leaves the kind’s own prices alone', () => {
    fc.assert(
      fc.property(rows, key, (all, service) => {
        const services = servicesFor(CASE, all);
        const chosen = services.find(({ value }) => value === service);
        if (!chosen) return;
        const prices = pricesWith(CASE.prices, chosen);
        const price = quote(CASE.prices, {
          service,
          modifier: { name: 'General', factor: 1 },
          report_cost_cents: 120_000,
          report_overage_cost_cents: 200,
          pages: 0,
          pages_pending: false,
          expedited: false,
          book: priceBook(prices, service, { limited_peer_review_price: 0 }),
          ...(chosen.priced_as ? { priced_as: chosen.priced_as } : {}),
        });
        const meeting = meetingsOf(CASE, all).find((one) => one.key === service);
        expect(price.base_cents).toBe(meeting?.price_cents);
        expect(price.total_cents).toBe((meeting?.price_cents ?? 0) + (meeting?.report ? 120_000 : 0));
      }),
    );
  });

  it('what was ordered stays, whatever is said afterwards', () => {
    fc.assert(
      fc.property(rows, rows, key, (before, after, service) => {
        const meeting = keptMeeting(CASE, service, before);
        if (meeting === null) return;
        const { minutes, buffer_before, buffer_after, name, report } = meeting;
        expect(meetingLength(CASE, { service, meeting }, after)).toEqual({ minutes, buffer_before, buffer_after });
        expect(orderedService({ services: servicesFor(CASE, after) }, service, meeting)).toEqual({
          value: service,
          label: name,
          minutes,
          report,
        });
      }),
    );
  });
});

test('a kind whose calls are not ordered has one length for all of them', () => {
  const form = formOf('PeerReview');
  const said = { ...fields, key: 'reviewer_call', organization_id: 1, price_cents: 0 };
  const of = { service: 'standard', meeting: null };
  expect(meetingLength(form, of, [])).toEqual({ minutes: 30, buffer_before: 0, buffer_after: 10 });
  expect(meetingLength(form, of, [said])).toEqual({ minutes: 20, buffer_before: 5, buffer_after: 15 });
  expect(keptMeeting(form, 'reviewer_call', [said])).toBeNull();
  expect(servicesFor(form, [said]).map(({ value }) => value)).toEqual(['standard', 'limited']);
});

test('every call that comes with a kind can be saved as it is', () => {
  for (const kind of KIND_NAMES) {
    const form = formOf(kind);
    for (const one of shippedMeetings(form))
      expect(meetingFaults(one, { others: [], is_later_call: form.later_call?.value === one.key })).toEqual([]);
  }
});

test.each<[Partial<MeetingFields>, string[]]>([
  [{}, []],
  [{ name: ' ' }, ['name']],
  [{ name: 'x'.repeat(81) }, ['name']],
  [{ name: 'CALL, 45 MINUTES' }, ['name']],
  [{ gets: '' }, ['gets']],
  [{ minutes: 0 }, ['minutes']],
  [{ minutes: 23 }, ['minutes']],
  [{ minutes: 245 }, ['minutes']],
  [{ buffer_before: -5 }, ['buffer_before']],
  [{ buffer_after: 125 }, ['buffer_after']],
  [{ buffer_after: 7 }, ['buffer_after']],
  [{ price_cents: -1 }, ['price_cents']],
  [{ price_cents: 10_000_001 }, ['price_cents']],
])('%o is refused at %o', (change, paths) => {
  const faults = meetingFaults({ ...fields, ...change }, { others: ['Call, 45 minutes'], is_later_call: false });
  expect(faults.map(({ path }) => path)).toEqual(paths);
});

test('a level takes types until people could no longer choose among them', () => {
  expect(whyNoFurtherMeeting(MEETINGS_MOST - 1)).toBeNull();
  expect(whyNoFurtherMeeting(MEETINGS_MOST)).toContain('as many as can be');
});

test('the call about a report is never priced, followed by a report, or retired', () => {
  const faults = meetingFaults({ ...fields, report: true, retired: true }, { others: [], is_later_call: true });
  expect(faults.map(({ path }) => path)).toEqual(['price_cents', 'report', 'retired']);
});

describe('who keeps them', () => {
  const of = (kind: 'admin' | 'clin_ops' | 'org_admin' | 'claim_consultant') => ({ kind, organization_ids: [7] });
  it.each([
    ['admin', null, true, true],
    ['admin', 7, true, true],
    ['admin', null, false, false],
    ['clin_ops', null, true, false],
    ['org_admin', 7, true, true],
    ['org_admin', 7, false, false],
    ['org_admin', null, true, false],
    ['claim_consultant', 7, true, false],
  ] as const)('%s at %s with the flag %s: %s', (kind, organization, flag, keeps) =>
    expect(whyNotKeepMeetings(of(kind), organization, flag) === null).toBe(keeps),
  );
  it('and reads them: staff all, organizations their tree and the platform’s', () => {
    expect(mayReadMeetings(of('clin_ops'), 8)).toBe(true);
    expect(mayReadMeetings(of('org_admin'), 7)).toBe(true);
    expect(mayReadMeetings(of('org_admin'), null)).toBe(true);
    expect(mayReadMeetings(of('org_admin'), 8)).toBe(false);
    expect(mayReadMeetings(of('claim_consultant'), null)).toBe(false);
  });
});
