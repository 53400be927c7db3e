import { ledBy } from '../../../../tests/harness/experts.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '../../../core/business-days.ts';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { earliestNeededBy } from '../kinds/form.ts';
import {
  dateBeside,
  EARLIER_DATE_ACTIONS,
  earlierDateAbilities,
  earlierDateForbidden,
  earlierDateNotNow,
  isWorkAhead,
  lapsesOn,
  standsAfter,
} from './earlier-date.ts';
import type { ActorFacts, ReviewFacts } from './facts.ts';
import { formOf } from './forms.ts';
import { holidaysIn } from './holidays.ts';
import { rulesOf, stateRow } from './kinds.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const ASKED = {
  needed_by: '2026-12-03',
  reason: 'The hearing was moved.',
  asked_at: '2026-11-18T14:00:00.000Z',
  lapses_at: '2026-12-01T06:00:00.000Z',
};
const base: ReviewFacts = {
  id: 7,
  kind: 'Case',
  status: 'report_in_progress',
  return_status: null,
  lock_version: 1,
  organization: {
    id: 3,
    name: 'Harborline',
    platform_type: 'managed',
    time_zone: 'America/Chicago',
    billing_hold: false,
    legal_hold: false,
    kind_enabled: true,
    accepts: true,
    flags: {},
    closeout_delay_hours: 72,
  },
  legal_hold: false,
  requester_id: 1,
  ...ledBy(70),
  service: 'call_and_report',
  report_included: true,
  expedited: false,
  state: 'IL',
  pages: 100,
  base_cents: 0,
  report_cents: 0,
  former_report_cents: 0,
  requote_pending: false,
  approval: null,
  missing_fields: 0,
  records: 1,
  charts: { count: 0, missing: 0 },
  record_categories: [],
  appointment: null,
  appointments_open: 0,
  appointments_proposed: 0,
  panel_open: 0,
  agreement: { open: false, signed: false },
  retainer_due_cents: 0,
  pre_order: null,
  candidates: 0,
  invitation: null,
  offers: [],
  call: null,
  report: null,
  open_file_requests: 0,
  open_file_items: 0,
  file_request_due_on: null,
  attention: false,
  attention_waits: false,
  transfer_requested: false,
  transfer_to: null,
  transfer_continues: null,
  interviews: { times_until: null, set_from: null },
  session_declined: false,
  earlier_date: ASKED,
  rated_by_requester: false,
  due_at: null,
  due_from: null,
  clock_paused_at: null,
  pauses: [],
  report_due_at: null,
  appointment_at: null,
  closeout_at: null,
};
const delivered = { id: 1, version: 1, status: 'delivered' as const, signed_at: NOW, delivered_at: NOW };

const person = (kind: Exclude<ActorFacts['kind'], 'system'>, user_id = 9, expert_profile_ids: number[] = []) =>
  ({ kind, user_id, expert_profile_ids }) satisfies ActorFacts;

/** Where an earlier date can be asked for, once an expert has accepted and nothing was delivered. */
const AHEAD: Readonly<Record<string, string>> = {
  Case:
    'submitted in_intake matching expert_selection invited awaiting_times awaiting_time_choice call_scheduled ' +
    'report_requested report_in_progress report_in_qa needs_information',
  IME:
    'submitted in_intake purpose_letter_pending matching expert_selection invited panel_filling scheduling appointment_offered ' +
    'appointment_confirmed notices_sent rescheduling exam_done report_requested awaiting_tests report_in_progress ' +
    'report_in_qa needs_information',
  Generic:
    'submitted conflict_check matching expert_selection interviewing invited agreement_pending agreement_proposed agreement_countered ' +
    'retainer_pending conflicted expert_withdrawn retained awaiting_times awaiting_time_choice call_scheduled ' +
    'report_requested report_in_progress report_in_qa needs_information',
  PeerReview: 'submitted in_intake matching invited in_review report_submitted in_qa returned needs_information',
};

describe.each(KIND_NAMES)('an earlier date for a %s', (kind) => {
  const { lifecycle } = rulesOf(kind);
  const of = (more: Partial<ReviewFacts>): ReviewFacts => ({
    ...base,
    kind,
    service: 'standard',
    report_included: false,
    ...more,
  });

  test.each(lifecycle.states)('at %s', (status) => {
    const ahead = (AHEAD[kind] ?? '').split(' ').includes(status);
    expect(isWorkAhead(of({ status }), NOW)).toBe(ahead);
    // before acceptance the date is simply changed; after delivery there is nothing to be earlier
    expect(isWorkAhead(of({ status, ...ledBy(null) }), NOW)).toBe(false);
    expect(isWorkAhead(of({ status, report: delivered }), NOW)).toBe(false);
    expect(isWorkAhead(of({ status, report: { ...delivered, version: 2, delivered_at: null } }), NOW)).toBe(false);
    expect(earlierDateNotNow(of({ status }), 'ask_earlier_date', NOW) === null).toBe(ahead);
    expect(earlierDateNotNow(of({ status }), 'answer_earlier_date', NOW) === null).toBe(ahead);
    expect(earlierDateNotNow(of({ status, earlier_date: null }), 'answer_earlier_date', NOW)).not.toBeNull();
    expect(standsAfter(of({}), { status, expert_profile_id: 71 }, NOW)).toBe(false);
    expect(standsAfter(of({}), { status, expert_profile_id: 70 }, NOW)).toBe(ahead);
  });

  test('never where it rests, has ended, or is not ordered; always while the report is awaited', () => {
    const where = (holds: (row: ReturnType<typeof stateRow>) => boolean): boolean[] =>
      lifecycle.states
        .filter((status) => holds(stateRow(kind, status)))
        .map((status) => isWorkAhead(of({ status }), NOW));
    expect(new Set(where(({ bucket, ball }) => bucket !== 'active' || ball === 'nobody'))).toEqual(new Set([false]));
    expect(new Set(where(({ report }) => ['asked', 'writing', 'returned'].includes(report ?? '')))).toEqual(
      new Set([true]),
    );
  });

  test('a date lapses on the first day on which it could not be asked for', () => {
    const days = formOf(kind).needed_by_days;
    const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.boolean(), fc.constantFrom('IL', 'CA', null), (at, expedited, state) => {
        const asked = at.toISOString().slice(0, 10);
        const earliestOn = (today: string) => earliestNeededBy(days, today, expedited, holidaysIn(state, []));
        const lapse = lapsesOn(asked, earliestOn);
        const last = new Date(Date.parse(lapse) - 86_400_000).toISOString().slice(0, 10);
        expect(earliestOn(lapse) > asked).toBe(true);
        expect(earliestOn(last) <= asked).toBe(true);
        expect(lapse <= asked).toBe(true);
      }),
    );
  });
});

test('what is asked of a call with its report outlives the call, and that of a call alone ends with it', () => {
  const called = { status: 'call_completed' as const, expert_profile_id: 70 };
  expect(standsAfter({ ...base, status: 'call_scheduled' }, called, NOW)).toBe(true);
  expect(
    standsAfter({ ...base, status: 'call_scheduled', service: 'call_45', report_included: false }, called, NOW),
  ).toBe(false);
});

test('asked by the requester’s side, answered by the expert who accepted and nobody else', () => {
  const may = (actor: ActorFacts, facts = base) =>
    EARLIER_DATE_ACTIONS.filter((action) => earlierDateForbidden(actor, facts, action) === null);
  const asks = ['ask_earlier_date', 'take_back_earlier_date'];
  expect(may(person('claim_consultant', 1))).toEqual(asks);
  for (const kind of [
    'review_manager',
    'org_admin',
    'customer_admin',
    'support_agent',
    'admin',
    'super_admin',
  ] as const)
    expect(may(person(kind))).toEqual(asks);
  expect(may(person('medical_expert', 2, [70]))).toEqual(['answer_earlier_date']);
  expect(may(person('external_medical_expert', 2, [70]))).toEqual(['answer_earlier_date']);
  for (const kind of ['claim_consultant', 'matching_admin', 'clin_ops', 'attendee', 'nobody'] as const)
    expect(may(person(kind))).toEqual([]);
  // another expert, also one who is invited; and whoever works for the one who accepted
  expect(may(person('medical_expert', 2, [71]))).toEqual([]);
  const invited = {
    id: 1,
    expert_profile_id: 71,
    panel_place: 1,
    status: 'pending' as const,
    created_at: new Date(0),
    expires_at: NOW,
    attested: true,
  };
  expect(may(person('medical_expert', 2, [71]), { ...base, invitation: invited })).toEqual([]);
  expect(may(person('expert_assistant', 3, [70]))).toEqual([]);
});

test('what has come too close can neither be agreed to nor taken back, and is no ability', () => {
  const late = new Date(ASKED.lapses_at);
  const before = new Date(late.getTime() - 1);
  expect(earlierDateNotNow(base, 'answer_earlier_date', before)).toBeNull();
  expect(earlierDateNotNow(base, 'answer_earlier_date', late)).toContain('too close');
  expect(earlierDateNotNow(base, 'take_back_earlier_date', late)).toContain('too close');
  // it can be asked anew, for another date
  expect(earlierDateNotNow(base, 'ask_earlier_date', late)).toBeNull();
  const expert = person('medical_expert', 2, [70]);
  expect(Object.keys(earlierDateAbilities(expert, base, before, true))).toEqual(['answer_earlier_date']);
  expect(earlierDateAbilities(expert, base, late, true)).toEqual({});
  expect(earlierDateAbilities(expert, base, late)['answer_earlier_date']?.allowed).toBe(false);
});

test('a date is said with its year only where the other one has another', () => {
  expect(dateBeside('2026-12-03', '2026-12-10')).toBe('December 3');
  expect(dateBeside('2026-12-30', '2027-01-04')).toBe('December 30, 2026');
  expect(dateBeside('2026-12-30', null)).toBe('December 30');
  expect(lapsesOn('2026-12-04', (today) => addBusinessDays(today, 3, () => false))).toBe('2026-12-02');
});
