import type { OrganizationFlag } from '../../organizations/rules.ts';
import { type ReturnPath, type ReviewStatus, statesOfPath } from './statuses.ts';
import { ledBy } from '../../../../tests/harness/experts.ts';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRequesterOf } from '../../../core/actor.ts';
import { lifecycleFaults, transitionFor } from '../../../core/machine.ts';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { CASE_LIFECYCLE } from '../kinds/case/lifecycle.ts';
import { CASE_STAGES, CASE_STATE_TABLE } from '../kinds/case/states.ts';
import { abilities, ability, editable, possibleNow, refusedByGuards, rowFor, wrongState } from './abilities.ts';
import { cancellationFee } from './cancellation.ts';
import { clocksAfter, closeoutWarningAt, dueVerb, nextLapse, stillSince } from './clocks.ts';
import type { ReviewAction } from './actions.ts';
import type { ActorFacts, ReviewFacts } from './facts.ts';
import { GUARDS } from './guards.ts';
import { holidaysIn } from './holidays.ts';
import { rulesOf, stateRow } from './kinds.ts';
import { officesOf, refusedByPermission, viewOf } from './permission.ts';
import { printLifecycles } from './print.ts';
import { actOf, ballOf, stagesOf, statusView } from './status.ts';
import { timelineSays } from './timeline.ts';
import { nextStatus, neighbors } from './next-status.ts';
import { whatNow } from './what-now.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const hours = (n: number): Date => new Date(NOW.getTime() + n * 3_600_000);

const base: ReviewFacts = {
  id: 20_001,
  kind: 'Case',
  status: 'in_intake',
  return_status: null,
  lock_version: 3,
  organization: {
    id: 101,
    name: 'Harborline Mutual',
    platform_type: 'managed',
    time_zone: 'America/Chicago',
    billing_hold: false,
    legal_hold: false,
    kind_enabled: true,
    accepts: true,
    flags: {
      enable_automated_case_closeouts: true,
      enable_case_closeout_transfer_requests: true,
      allow_copy_cases: true,
    },
    closeout_delay_hours: 72,
  },
  legal_hold: false,
  requester_id: 1,
  ...ledBy(null),
  service: 'call_45',
  report_included: false,
  expedited: false,
  state: 'IL',
  pages: 100,
  base_cents: 62_500,
  report_cents: 0,
  former_report_cents: 0,
  requote_pending: false,
  approval: null,
  missing_fields: 0,
  records: 2,
  charts: { count: 2, missing: 0 },
  record_categories: [],
  appointment: null,
  appointments_open: 0,
  appointments_proposed: 0,
  panel_open: 0,
  agreement: { open: false, signed: false },
  retainer_due_cents: 0,
  pre_order: null,
  candidates: 3,
  invitation: null,
  offers: [hours(48), hours(72), hours(96)],
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
  earlier_date: null,
  rated_by_requester: false,
  due_at: hours(10),
  due_from: hours(-10),
  clock_paused_at: null,
  pauses: [],
  report_due_at: null,
  appointment_at: null,
  closeout_at: null,
};
const SYSTEM: ActorFacts = { kind: 'system' };
const person = (
  kind: Exclude<ActorFacts['kind'], 'system'>,
  user_id = 9,
  expert_profile_ids: number[] = [],
): ActorFacts => ({ kind, user_id, expert_profile_ids });
const requester = person('claim_consultant', 1);
const expert = person('medical_expert', 2, [70]);
const everyone: ActorFacts[] = [
  SYSTEM,
  requester,
  expert,
  ...(
    [
      'claim_consultant',
      'review_manager',
      'org_admin',
      'customer_admin',
      'medical_expert',
      'external_medical_expert',
      'expert_assistant',
      'applicant_expert',
      'attendee',
      'matching_admin',
      'clin_ops',
      'support_agent',
      'admin',
      'super_admin',
      'nobody',
    ] as const
  ).map((k) => person(k)),
];

const anyFacts: fc.Arbitrary<ReviewFacts> = fc
  .record({
    status: fc.constantFrom(...CASE_LIFECYCLE.states),
    expert: fc.option(fc.constantFrom(70, 71), { nil: null }),
    invited: fc.boolean(),
    tentative: fc.boolean(),
    called: fc.constantFrom<'none' | 'future' | 'past'>('none', 'future', 'past'),
    transfer: fc.boolean(),
    hold: fc.boolean(),
    service: fc.constantFrom('call_45', 'call_and_report', 'report_only'),
    back: fc.constantFrom('matching', 'call_completed', 'report_in_progress'),
  })
  .map((v) => ({
    ...base,
    status: v.status,
    return_status: ['needs_information', 'on_hold', 'closeout_pending'].includes(v.status) ? v.back : null,
    ...ledBy(v.expert),
    service: v.service,
    report_included: v.service !== 'call_45',
    organization: { ...base.organization, billing_hold: v.hold },
    invitation: v.invited
      ? {
          id: 1,
          expert_profile_id: 70,
          panel_place: 1,
          status: 'pending',
          created_at: new Date(0),
          expires_at: hours(20),
          attested: true,
        }
      : null,
    call:
      v.called === 'none'
        ? null
        : {
            id: 1,
            status: v.tentative ? 'tentative' : 'scheduled',
            starts_at: hours(v.called === 'past' ? -1 : 30),
            duration_minutes: 45,
            prep_minutes: null,
            charged_cents: 0,
            contested_cents: 0,
            cost_cents: 0,
            missed_by: null,
          },
    transfer_requested: v.transfer,
  }));

describe.each(KIND_NAMES)('the lifecycle of %s', (kind) => {
  const { lifecycle, actions, action_labels, states, stages, ended } = rulesOf(kind);

  test('has no faults: every state is entered and left, nothing is answered twice', () => {
    expect(lifecycleFaults(lifecycle)).toEqual([]);
  });

  test('names every state and action, and every guard has a rule', () => {
    expect(Object.keys(states).toSorted()).toEqual([...lifecycle.states].toSorted());
    expect(Object.keys(action_labels).toSorted()).toEqual([...actions].toSorted());
    for (const t of lifecycle.transitions) for (const g of t.guards ?? []) expect(GUARDS[g]).toBeTypeOf('function');
    const known = new Set(stages.map((stage) => stage.key));
    for (const row of Object.values(states)) if (row.stage) expect(known).toContain(row.stage[0]);
  });

  test('what runs beside the table names its states and actions only', () => {
    const { step_days, automatic_steps: follow, facets, reopens_to } = rulesOf(kind).process;
    expect(lifecycle.states).toEqual(expect.arrayContaining([...Object.keys(step_days), reopens_to]));
    expect(actions).toEqual(expect.arrayContaining([...Object.keys(facets), ...follow.map((f) => f.action)]));
    expect(lifecycle.states).toEqual(expect.arrayContaining(follow.map((f) => f.to)));
    for (const { closing } of Object.values(states)) if (closing) expect(actions).toContain(closing.action);
    expect(transitionFor(lifecycle, 'closed', 'reopen')?.to).toBe(reopens_to);
    expect(ended).toContain('closed');
  });

  test('can be finished from every state', () => {
    const reaches = new Set<string>(['closed', 'cancelled']);
    for (let grew = true; grew;) {
      grew = false;
      for (const t of lifecycle.transitions) {
        if (t.to === 'return' || !reaches.has(t.to)) continue;
        for (const from of t.from) if (!reaches.has(from)) grew = Boolean(reaches.add(from));
      }
    }
    const stuck = lifecycle.states.filter(
      (state) => !reaches.has(state) && state !== 'purged' && state !== 'transferred',
    );
    expect(stuck).toEqual([]);
  });

  test('a random walk never reaches a state that does not exist, and side states always lead back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
        let at: { status: ReviewStatus; return_status: ReturnPath | null } = { status: 'draft', return_status: null };
        for (const choice of choices) {
          const possible = lifecycle.transitions.filter((t) => t.from.includes(at.status));
          const t = possible[choice % Math.max(1, possible.length)];
          if (!t) break;
          const before = at;
          at = nextStatus(kind, at, t.to);
          expect(lifecycle.states).toContain(at.status);
          for (const back of statesOfPath(at.return_status)) expect(lifecycle.states).toContain(back);
          // what remembers can go back; what does not remember keeps nothing
          if (rulesOf(kind).remembering.has(at.status)) expect(at.return_status).not.toBeNull();
          if (t.to === 'return') expect(before.return_status?.startsWith(at.status)).toBe(true);
        }
        expect(stateRow(kind, at.status)).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  test('every pair of state and action outside the table is refused for everyone, with a sentence', () => {
    for (const status of lifecycle.states) {
      for (const action of actions) {
        if (transitionFor(lifecycle, status, action)) continue;
        for (const actor of everyone) {
          const facts = { ...base, kind, status, ...ledBy(70) };
          const result = ability(actor, facts, action, NOW);
          expect(result.allowed).toBe(false);
          expect(result.reason).toMatch(/\.$/);
          expect(rowFor(actor, facts, action)).toBeUndefined();
        }
      }
    }
  });

  test('nobody acts without an office the table names', () => {
    const of = fc
      .tuple(anyFacts, fc.constantFrom(...lifecycle.states))
      .map(([facts, status]) => ({ ...facts, kind, status }));
    fc.assert(
      fc.property(of, fc.constantFrom(...everyone), fc.constantFrom(...actions), (facts, actor, action) => {
        if (!ability(actor, facts, action, NOW).allowed) return;
        const row = transitionFor(lifecycle, facts.status, action);
        const offices = officesOf(actor, facts);
        expect(row?.who.some((o) => offices.has(o))).toBe(true);
      }),
    );
  });

  test('says what happens next in every state, to everyone', () => {
    for (const status of lifecycle.states)
      for (const seat of ['requester', 'staff', 'expert', null] as const) {
        const told = whatNow({ ...base, kind, status, ...ledBy(70) }, { seat, expert: 'the expert', now: NOW });
        expect(told.headline).not.toBe('');
        expect(told.text).toMatch(/\.$/);
      }
  });
});

const OURS =
  /usually the same day|\b(?:we|our) (?:check|look|make sure|quality|find|clin)|Peritus (?:checks|opens|looks)/i;

test('nobody of ours is promised where records and reports pass automatically', () => {
  const saas = { ...base.organization, platform_type: 'saas' };
  let managed = 0;
  for (const kind of KIND_NAMES)
    for (const status of rulesOf(kind).lifecycle.states)
      for (const seat of ['requester', 'expert'] as const) {
        const says = (organization: typeof base.organization): string => {
          const facts = { ...base, kind, status, organization, ...ledBy(70) };
          const { headline, text, consequence } = whatNow(facts, { seat, expert: 'the expert', now: NOW });
          return [headline, text, consequence].join(' ');
        };
        expect(says(saas), `${kind} ${status} ${seat}`).not.toMatch(OURS);
        if (OURS.test(says(base.organization))) managed += 1;
      }
  expect(managed).toBeGreaterThan(10);
});

test('docs/lifecycles.md is what the tables say', () => {
  expect(readFileSync('docs/lifecycles.md', 'utf8')).toBe(printLifecycles());
});

describe('side states', () => {
  test('a hold while records are missing remembers both', () => {
    const waiting = nextStatus('Case', { status: 'matching', return_status: null }, 'needs_information');
    const held = nextStatus('Case', waiting, 'on_hold');
    expect(held).toEqual({ status: 'on_hold', return_status: 'needs_information/matching' });
    const lifted = nextStatus('Case', held, 'return');
    expect(lifted).toEqual(waiting);
    expect(nextStatus('Case', lifted, 'return')).toEqual({ status: 'matching', return_status: null });
    expect(nextStatus('Case', held, 'cancelled').return_status).toBeNull();
    expect(() => nextStatus('Case', { status: 'on_hold', return_status: null }, 'return')).toThrow('does not know');
  });
});

describe('permission and state', () => {
  test('attendees, applicants and nobody can do nothing at all', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        for (const kind of ['attendee', 'applicant_expert', 'nobody'] as const)
          expect(possibleNow(person(kind), facts, NOW)).toEqual([]);
      }),
    );
  });

  test('offices', () => {
    const offices = (actor: ActorFacts, facts: Partial<ReviewFacts> = {}) => [
      ...officesOf(actor, { ...base, ...facts }),
    ];
    expect(offices(requester)).toEqual(['requester']);
    expect(offices(person('claim_consultant', 5))).toEqual([]);
    expect(offices(person('review_manager'))).toContain('requester');
    expect(offices(expert)).toEqual([]);
    expect(offices(expert, { ...ledBy(70) })).toEqual(['expert']);
    expect(offices(expert, { ...ledBy(71) })).toEqual([]);
    // who is on it beside the lead is of the panel, and does not act for the lead
    const panel = ledBy(71, 70);
    expect(offices(expert, panel)).toEqual(['panelist']);
    expect(offices(person('expert_assistant', 3, [70]), panel)).toEqual([]);
    expect(offices(person('medical_expert', 9, [71]), panel)).toEqual(['expert']);
    expect(
      offices(expert, {
        invitation: {
          id: 1,
          expert_profile_id: 70,
          panel_place: 1,
          status: 'pending',
          created_at: new Date(0),
          expires_at: hours(1),
          attested: false,
        },
      }),
    ).toEqual(['expert']);
    expect(
      offices(person('expert_assistant', 3, [70]), {
        invitation: {
          id: 1,
          expert_profile_id: 70,
          panel_place: 1,
          status: 'pending',
          created_at: new Date(0),
          expires_at: hours(1),
          attested: false,
        },
      }),
    ).toEqual([]);
    expect(offices(person('admin'))).not.toContain('super_admin');
    expect(offices(SYSTEM)).toEqual(['system']);
  });

  test('whoever acts for the requester holds the requester’s office, and nobody else', () => {
    for (const actor of everyone) {
      if (actor.kind === 'system') continue;
      expect(isRequesterOf({ kind: actor.kind, user_id: actor.user_id }, base)).toBe(
        officesOf(actor, base).has('requester'),
      );
    }
  });

  test('only the expert signs, only the super admin purges, support agrees to no price', () => {
    expect(refusedByPermission(person('admin'), base, 'sign_report')).toBe('Only the expert can sign the report.');
    expect(refusedByPermission(person('expert_assistant', 3, [70]), { ...base, ...ledBy(70) }, 'sign_report')).toBe(
      'Only the expert can sign the report.',
    );
    expect(refusedByPermission(person('admin'), base, 'purge')).toMatch(/Only a super admin/);
    expect(refusedByPermission(person('support_agent'), base, 'request_report')).toMatch(/price/);
    expect(refusedByPermission(requester, base, 'complete_automatically')).toBe('There is no such action.');
  });

  test('views', () => {
    expect(viewOf(requester, base)).toBe('full');
    expect(viewOf(expert, base)).toBe('blind');
    expect(viewOf(expert, { ...base, ...ledBy(70) })).toBe('full');
    expect(viewOf(expert, { ...base, ...ledBy(71, 70) })).toBe('full');
    expect(viewOf(expert, { ...base, ...ledBy(71, 72) })).toBe('blind');
    expect(viewOf(person('matching_admin'), base)).toBe('no_contents');
    expect(viewOf(person('attendee'), base)).toBe('call_only');
  });

  test('a refusal says where it stands and what can be done', () => {
    expect(wrongState(requester, { ...base, status: 'awaiting_time_choice' }, NOW)).toBe(
      'This review is at “Times offered”. You can choose a call time, say that no time fits or cancel it.',
    );
    expect(wrongState(person('clin_ops'), { ...base, status: 'purged' }, NOW)).toContain('nothing for you to do');
  });

  test('abilities name every action of people, each with a reason where it is refused', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...everyone), (facts, actor) => {
        const all = abilities(actor, facts, NOW);
        expect(Object.keys(all)).toEqual(
          expect.arrayContaining(['submit', 'cancel', 'edit', 'add_files', 'override', 'rate', 'see_prices']),
        );
        for (const { allowed, reason } of Object.values(all)) expect(reason === null).toBe(allowed);
      }),
    );
  });

  test('what may be edited narrows with acceptance and ends with the review', () => {
    expect(editable({ kind: 'Case', status: 'draft', expert_profile_id: null })).toBe('all');
    expect(editable({ kind: 'Case', status: 'call_scheduled', expert_profile_id: 70 })).toBe('accepted');
    expect(editable({ kind: 'Case', status: 'closed', expert_profile_id: 70 })).toBe('none');
  });
});

describe('a peer review', () => {
  const peer: ReviewFacts = {
    ...base,
    kind: 'PeerReview',
    status: 'in_review',
    service: 'standard',
    base_cents: 40_000,
  };
  const with_expert = { ...peer, ...ledBy(70) };

  test.each([
    ['before anyone accepted', peer, 0],
    ['while the reviewer writes', with_expert, 20_000],
    ['while records are missing', { ...with_expert, status: 'needs_information', return_status: 'in_review' }, 20_000],
    ['returned', { ...with_expert, status: 'returned' }, 20_000],
    ['signed', { ...with_expert, status: 'report_submitted' }, 40_000],
    ['held in the check', { ...with_expert, status: 'on_hold', return_status: 'in_qa' }, 40_000],
    ['delivered', { ...with_expert, status: 'delivered' }, 40_000],
  ] as [string, ReviewFacts, number][])('cancelled %s', (_, facts, fee) => {
    expect(cancellationFee(facts, NOW).fee_cents).toBe(fee);
  });

  test('its clocks: ten business days to write, three expedited; fourteen days to acknowledge, ninety to close', () => {
    const after = (action: ReviewAction, from: ReviewStatus, to: ReviewStatus, more: Partial<ReviewFacts> = {}) =>
      clocksAfter({ ...with_expert, status: from, ...more }, { action, from, to }, NOW, holidaysIn('IL', []));
    const days = (at: Date | null) => Math.round(((at?.getTime() ?? 0) - NOW.getTime()) / 86_400_000);
    expect(days(after('accept', 'invited', 'in_review').report_due_at)).toBe(15);
    expect(days(after('accept', 'invited', 'in_review', { expedited: true }).report_due_at)).toBe(5);
    const due = hours(100);
    expect(after('start_report', 'returned', 'in_review', { report_due_at: due }).due_at).toEqual(due);
    expect(days(after('return_report', 'in_qa', 'returned', { report_due_at: due }).due_at)).toBe(2);
    expect(days(after('approve_report', 'in_qa', 'delivered').closeout_at)).toBe(14);
    const acknowledged = after('acknowledge', 'delivered', 'completed', { closeout_at: hours(24) });
    expect(days(acknowledged.closeout_at)).toBe(90);
    expect(dueVerb('PeerReview', 'delivered')).toBe('due');
    expect(dueVerb('PeerReview', 'completed')).toBe('closes');
  });

  test('a limited one comes without clarifications, an outcome is one of the list', () => {
    const report = { id: 1, version: 1, status: 'delivered' as const, signed_at: NOW, delivered_at: NOW };
    const at = (service: string): ReviewFacts => ({ ...with_expert, status: 'delivered', service, report });
    expect(ability(requester, at('standard'), 'ask_clarification', NOW).allowed).toBe(true);
    expect(ability(requester, at('limited'), 'ask_clarification', NOW).reason).toMatch(/without clarifications/);
    expect(GUARDS.outcome_named(peer, NOW, { outcome: 'education' })).toBeNull();
    expect(GUARDS.outcome_named(peer, NOW, { outcome: 'firing' })).toMatch(/committee/);
  });
});

describe('guards', () => {
  const open = {
    id: 1,
    expert_profile_id: 70,
    panel_place: 1,
    status: 'pending',
    created_at: new Date(0),
    expires_at: hours(1),
    attested: true,
  };
  const call = {
    id: 1,
    status: 'scheduled' as const,
    starts_at: hours(-1),
    duration_minutes: 45,
    prep_minutes: null,
    charged_cents: 0,
    contested_cents: 0,
    cost_cents: 0,
    missed_by: null,
  };
  const flags = (...on: OrganizationFlag[]) => ({
    organization: { ...base.organization, flags: Object.fromEntries(on.map((f) => [f, true])) },
  });
  const report = { id: 1, version: 1, status: 'submitted', signed_at: NOW, delivered_at: null };
  const delivered = { ...report, status: 'delivered', delivered_at: hours(-29 * 24) };
  const approval = { id: 1, sort: 'order', state: 'approved', total_cents: 1, approver_ids: [], asked_by: 1 };
  test.each([
    ['sections_valid', {}, { missing_fields: 2 }],
    ['no_billing_hold', {}, { organization: { ...base.organization, billing_hold: true } }],
    ['no_legal_hold', {}, { organization: { ...base.organization, legal_hold: true } }],
    ['no_legal_hold', {}, { legal_hold: true }],
    ['accepting', {}, { organization: { ...base.organization, accepts: false } }],
    ['price_agreed', {}, { requote_pending: true }],
    ['price_agreed', {}, { approval: { ...approval, state: 'waiting' } }],
    ['approvers_agreed', { requote_pending: true }, { approval: { ...approval, state: 'waiting' } }],
    ['approvers_agreed', { approval }, { approval: { ...approval, state: 'declined' } }],
    ['records_present', {}, { records: 0 }],
    [
      'records_present',
      { records: 0, ...flags('allow_case_matching_without_files') },
      { records: 0, ...flags('allow_expert_selection_without_files') },
    ],
    ['records_for_selection', { records: 0, ...flags('allow_expert_selection_without_files') }, { records: 0 }],
    ['candidates_presented', {}, { candidates: 0 }],
    ['invitation_open', { invitation: open }, { invitation: { ...open, expires_at: NOW } }],
    ['attested', { invitation: open }, { invitation: { ...open, attested: false } }],
    ['service_has_call', {}, { service: 'report_only' }],
    ['service_is_report_only', { service: 'report_only' }, {}],
    ['service_includes_report', { report_included: true }, {}],
    ['three_offers', {}, { offers: [hours(23), hours(48), hours(72)] }],
    ['offers_open', { offers: [hours(24)] }, { offers: [hours(23)] }],
    ['no_offers_open', { offers: [hours(23)] }, {}],
    ['call_set', { call }, { call: { ...call, status: 'moved' } }],
    ['call_confirmed', { call }, { call: { ...call, status: 'tentative' } }],
    ['call_included', { service: 'standard' }, { service: 'limited' }],
    ['may_propose', flags('allow_case_review_scheduling_with_no_expert_times'), {}],
    ['call_started', { call }, { call: { ...call, starts_at: hours(1) } }],
    ['report_complete', { report }, {}],
    ['report_signed', { report }, { report: { ...report, signed_at: null } }],
    ['clarification_open', { report: delivered }, { report: { ...delivered, delivered_at: hours(-31 * 24) } }],
    ['clarification_open', { report: { ...delivered, version: 2 } }, { report: { ...delivered, version: 3 } }],
    ['clarification_open', { report: delivered }, { report }],
    ['file_request_open', { open_file_requests: 1 }, {}],
    ['file_requests_answered', {}, { open_file_requests: 1 }],
    ['closeout_enabled', {}, flags()],
    ['before_closeout', { closeout_at: hours(1) }, { closeout_at: NOW }],
    ['closeout_due', { closeout_at: NOW }, { closeout_at: hours(1) }],
    ['nothing_open', {}, { attention: true }],
    ['nothing_open', { report: { ...report, status: 'delivered' } }, { report }],
    ['nothing_open', {}, { open_file_requests: 1 }],
    ['transfers_enabled', {}, flags()],
    ['transfer_requested', { transfer_requested: true }, {}],
    ['no_transfer_requested', {}, { transfer_requested: true }],
    ['transfer_to_colleague', { transfer_requested: true, transfer_to: 5 }, { transfer_requested: true }],
    ['transfer_to_colleague', { transfer_requested: true, transfer_to: 5 }, {}],
    ['transfer_elsewhere', { transfer_requested: true }, { transfer_requested: true, transfer_to: 5 }],
    ['transfer_elsewhere', { transfer_requested: true }, { transfer_requested: true, transfer_continues: 'agreed' }],
    ['transfer_elsewhere', { transfer_requested: true }, {}],
  ] as [keyof typeof GUARDS, Partial<ReviewFacts>, Partial<ReviewFacts>][])('%s', (guard, holds, breaks) => {
    expect(GUARDS[guard]({ ...base, ...holds }, NOW, {})).toBeNull();
    expect(GUARDS[guard]({ ...base, ...breaks }, NOW, {})).toMatch(/\.$/);
  });

  test('a price and a fee must be the ones shown', () => {
    const asked = { report_price_cents: 120_000 };
    expect(GUARDS.price_approved(base, NOW, { ...asked, approved_total_cents: 120_000 })).toBeNull();
    expect(GUARDS.price_approved(base, NOW, { ...asked, approved_total_cents: 119_999 })).toContain('$1,200.00');
    expect(GUARDS.price_approved(base, NOW, asked)).not.toBeNull();
    const soon = { ...base, ...ledBy(70), call: { ...call, starts_at: hours(30) } };
    expect(GUARDS.fee_confirmed(soon, NOW, { confirmed_fee_cents: 31_250 })).toBeNull();
    expect(GUARDS.fee_confirmed(soon, NOW, { confirmed_fee_cents: 0 })).toContain('$312.50');
  });
});

describe('the cancellation fee', () => {
  const call = {
    id: 1,
    status: 'scheduled' as const,
    starts_at: hours(48),
    duration_minutes: 45,
    prep_minutes: null,
    charged_cents: 0,
    contested_cents: 0,
    cost_cents: 0,
    missed_by: null,
  };
  test.each([
    ['before acceptance', { ...ledBy(null), call: { ...call, starts_at: hours(1) } }, 0],
    ['no call set', { call: null }, 0],
    ['48 hours away', { call }, 0],
    ['less than 48', { call: { ...call, starts_at: hours(47.99) } }, 31_250],
    ['24 hours away', { call: { ...call, starts_at: hours(24) } }, 31_250],
    ['less than 24', { call: { ...call, starts_at: hours(23.99) } }, 62_500],
    ['missed', { call: { ...call, status: 'missed', starts_at: hours(-2) } }, 62_500],
    ['half an hour of preparation', { call: { ...call, prep_minutes: 30 } }, 22_500],
    ['report only', { call: null, base_cents: 0 }, 0],
  ] as [string, Partial<ReviewFacts>, number][])('%s', (_name, facts, fee) => {
    expect(cancellationFee({ ...base, ...ledBy(70), ...facts }, NOW).fee_cents).toBe(fee);
  });

  test('names both parts of a sum', () => {
    const held = { ...call, status: 'held', prep_minutes: 70 } as const;
    const { fee_cents, how } = cancellationFee({ ...base, ...ledBy(70), call: held }, NOW);
    expect(fee_cents).toBe(62_500 + 52_500);
    expect(how).toBe('The call was held and is charged in full. That is $625.00. 70 minutes of preparation: $525.00.');
  });
});

describe('timeline of following', () => {
  const says = (action: string, self: boolean) =>
    timelineSays(
      'Case',
      { action, from_state: null, to_state: null, override: false, data: { self } },
      { prices: true },
    );
  test.each([
    ['review.watcher_added', true, 'began to follow it'],
    ['review.watcher_removed', true, 'stopped following it'],
    ['review.watcher_added', false, 'added someone who follows it'],
    ['review.watcher_removed', false, 'ended someone’s following'],
  ] as const)('%s by oneself: %s', (action, self, words) => {
    expect(says(action, self)).toBe(words);
  });
});

describe('what people see', () => {
  test('every state has a label, a ball, a bucket, an act and a place on the bar', () => {
    for (const status of CASE_LIFECYCLE.states) {
      const row = CASE_STATE_TABLE[status];
      expect(row.label).not.toBe('');
      expect(row.act).not.toBe('');
      expect(row.pie).toBeGreaterThanOrEqual(0);
      expect(row.pie).toBeLessThanOrEqual(1);
      expect(statusView('Case', status).key).toBe(status);
      if (row.bucket === 'completed' || row.bucket === 'cancelled') expect(row.ball).toBe('nobody');
      if (row.stage) expect(CASE_STAGES.map((s) => s.key)).toContain(row.stage[0]);
    }
    expect(() => stateRow('Case', 'completed')).toThrow('no state completed');
  });

  test('what now is told to every seat in every state, and only the one with the ball is told to act', () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom<'requester' | 'staff' | 'expert' | null>('requester', 'staff', 'expert', null),
        (facts, seat) => {
          const told = whatNow(facts, { seat, expert: 'Dr. Falkenrath', now: NOW });
          const ball = ballOf({ ...facts });
          expect(told.headline).not.toBe('');
          expect(told.text).toMatch(/\.$/);
          expect(told.seat).toBe(ball);
          expect(told.voice === 'yours').toBe(seat !== null && seat === ball);
          if (told.action) expect(told.voice).toBe('yours');
          if (told.voice === 'yours') expect(told.action).not.toBeNull();
          expect(`${told.headline} ${told.text} ${actOf(facts)}`).not.toMatch(/undefined|null|[!_]|please/i);
        },
      ),
    );
  });

  test('the bar stands still in side states and leaves out what was not ordered', () => {
    const keys = (service: string) =>
      stagesOf({
        kind: 'Case',
        status: 'in_intake',
        return_status: null,
        service,
        report_included: service === 'report_only',
      }).map((s) => s.label);
    expect(keys('call_45')).toEqual(['Ordered', 'Expert found', 'Call time', 'Call', 'Report, optional', 'Closed']);
    expect(keys('report_only')).toEqual(['Ordered', 'Expert found', 'Report', 'Closed']);
    const exam = (service: string) =>
      stagesOf({ kind: 'IME', status: 'invited', return_status: null, service, report_included: true }).map(
        (s) => s.label,
      );
    expect(exam('exam')).toEqual(['Ordered', 'Examiner found', 'Appointment', 'Exam', 'Report', 'Closed']);
    expect(exam('records_review')).toEqual(['Ordered', 'Examiner found', 'Report', 'Closed']);
    const side = stagesOf({
      kind: 'Case',
      status: 'on_hold',
      return_status: 'needs_information/call_scheduled',
      service: 'call_45',
      report_included: false,
    });
    expect(side.find((s) => s.current)?.key).toBe('call');
    // it was canceled or closed: of what is deleted the bar says neither
    for (const kind of KIND_NAMES) {
      const deleted = stagesOf({ kind, status: 'purged', return_status: null, service: null, report_included: true });
      expect(deleted.map(({ progress, current }) => [progress, current])).toEqual(deleted.map(() => [0, false]));
    }
    for (const status of CASE_LIFECYCLE.states) {
      for (const stage of stagesOf({
        kind: 'Case',
        status,
        return_status: 'matching',
        service: 'call_45',
        report_included: false,
      })) {
        expect(stage.progress).toBeGreaterThanOrEqual(0);
        expect(stage.progress).toBeLessThanOrEqual(1);
      }
    }
  });

  test('a report whose price is not approved is the requester’s to have approved, in every kind that has reports', () => {
    const open = {
      id: 1,
      sort: 'order',
      state: 'waiting',
      total_cents: 1,
      approver_ids: [],
      asked_by: 1,
      reason: '',
    } as const;
    for (const kind of KIND_NAMES)
      for (const status of rulesOf(kind).lifecycle.states) {
        const facts = { ...base, kind, status };
        const asked = stateRow(kind, status).report === 'asked';
        for (const approval of [open, { ...open, state: 'declined' } as const]) {
          expect(ballOf({ kind, status, approval }), status).toBe(asked ? 'requester' : ballOf({ kind, status }));
          if (!asked) continue;
          const say = (seat: 'requester' | 'expert') =>
            whatNow({ ...facts, approval }, { seat, expert: 'the expert', now: NOW });
          expect([say('requester').voice, say('expert').voice, say('expert').action]).toEqual([
            'yours',
            'theirs',
            null,
          ]);
          expect(say('requester').action?.path).toMatch(/#price$/);
        }
        // what was declined as a changed price goes on at the price that was fixed
        const changed = { ...open, sort: 'price', state: 'declined' } as const;
        expect(ballOf({ kind, status, approval: changed })).toBe(ballOf({ kind, status }));
      }
  });

  test('acts count what there is to do', () => {
    expect(actOf({ kind: 'Case', status: 'expert_selection', candidates: 3 })).toBe('Compare 3 experts');
    expect(actOf({ kind: 'Case', status: 'needs_information', open_file_items: 1 })).toBe('Send 1 record asked for');
    expect(actOf({ kind: 'Case', status: 'call_scheduled', call_minutes: 45 })).toBe('Call, 45 minutes');
    expect(actOf({ kind: 'Case', status: 'call_scheduled', call_minutes: 45, call_over: true })).toBe(
      'Record the call',
    );
    expect(actOf({ kind: 'Case', status: 'closed', transfer_requested: true })).toBe('Decide on the transfer');
    const continuing = { kind: 'Case', status: 'closed', transfer_requested: true } as const;
    expect([ballOf(continuing), ballOf({ ...continuing, transfer_continues: 'agreed' })]).toEqual(['staff', 'staff']);
    expect(ballOf({ ...continuing, transfer_continues: 'asked' })).toBe('expert');
    expect(actOf({ ...continuing, transfer_continues: 'asked' })).toBe('Answer about a legal case');
    expect(actOf({ ...continuing, transfer_continues: 'agreed' })).toBe('Open the legal case');
    expect(actOf({ kind: 'Case', status: 'closeout_pending', ratings_enabled: false })).toBe(
      'Let it close, or stop it',
    );
  });

  test('timeline sentences', () => {
    const says = (action: string, data: Record<string, unknown> = {}, prices = true) =>
      timelineSays(
        'Case',
        { action: `review.${action}`, from_state: null, to_state: null, override: false, data },
        { prices },
      );
    expect(says('submit', { total_cents: 132_200 })).toBe('ordered this review. Quote $1,322.00');
    expect(says('submit', { total_cents: 132_200 }, false)).toBe('ordered this review');
    expect(says('select_expert', { expert_code: 'F-207', count: 3 })).toBe('chose Expert F-207 from three');
    expect(says('offer_times', { count: 5 })).toBe('offered five call times');
    expect(
      timelineSays(
        'Case',
        { action: 'review.override', from_state: 'in_intake', to_state: 'matching', override: true, data: {} },
        { prices: true },
      ),
    ).toBe('moved it from “Records check” to “Matching”');
    for (const action of rulesOf('Case').actions) expect(says(action)).not.toMatch(/_|undefined|\.$/);
  });
});

describe('clocks', () => {
  const after = (facts: Partial<ReviewFacts>, action: ReviewAction, to: ReviewStatus) =>
    clocksAfter({ ...base, ...facts }, { action, from: facts.status ?? base.status, to }, NOW, holidaysIn('IL', []));

  test('steps are due in business days of the venue state', () => {
    // Wednesday morning; Thanksgiving week has fewer days
    expect(after({}, 'open_intake', 'in_intake').due_at?.toISOString()).toBe('2026-11-19T15:00:00.000Z');
    expect(after({}, 'release_to_matching', 'matching').due_at?.toISOString()).toBe('2026-11-20T15:00:00.000Z');
    expect(after({ expedited: true }, 'release_to_matching', 'matching').due_at?.toISOString()).toBe(
      '2026-11-19T15:00:00.000Z',
    );
    // Thanksgiving and, in Illinois, the Friday after are no business days
    const report = after({}, 'request_report', 'report_requested');
    expect(report.due_at).toEqual(report.report_due_at);
    expect(report.due_at && report.due_at > new Date('2026-12-02T15:00:00Z')).toBe(true);
  });

  test('a closeout waits while a transfer is decided, through a hold as well, and has then what was left', () => {
    const began = { due_from: hours(-10), due_at: hours(62), closeout_at: hours(62), report_due_at: hours(-90) };
    let facts: ReviewFacts = { ...base, status: 'closeout_pending', clock_paused_at: null, ...began };
    const step = (hour: number, action: ReviewAction, to: ReviewStatus, transfer_requested: boolean) => {
      const move = { action, from: facts.status, to, transfer_requested };
      facts = {
        ...facts,
        ...clocksAfter(facts, move, hours(hour), holidaysIn('IL', [])),
        ...nextStatus('Case', facts, action === 'resume' ? 'return' : to),
        transfer_requested,
      };
      return stillSince(facts);
    };
    expect(step(0, 'request_transfer', 'closeout_pending', true)).toEqual(hours(0));
    expect(facts).toMatchObject(began);
    expect(step(5, 'hold', 'on_hold', true)).toEqual(hours(5));
    expect(facts).toMatchObject({ due_at: hours(67), return_status: 'closeout_pending' });
    expect(step(25, 'resume', 'closeout_pending', true)).toEqual(hours(25));
    expect(whatNow(facts, { seat: 'requester', expert: 'the expert', now: hours(25) }).due).toMatchObject({
      at: hours(87),
      paused_at: hours(25),
    });
    expect(GUARDS.before_closeout(facts, hours(200), {})).toBeNull();
    expect(step(30, 'decline_transfer', 'closeout_pending', false)).toBeNull();
    // 62 hours were left when it was asked for, and are left when it is decided 30 hours later
    expect(facts).toMatchObject({ due_at: hours(92), closeout_at: hours(92), due_from: hours(20) });
    expect(GUARDS.before_closeout(facts, hours(93), {})).toMatch(/too late/);
  });

  test('an invitation, an offer, a call and a closeout bring their own due date', () => {
    const expires = hours(48);
    expect(
      after(
        {
          invitation: {
            id: 1,
            expert_profile_id: 7,
            panel_place: 1,
            status: 'pending',
            created_at: new Date(0),
            expires_at: expires,
            attested: false,
          },
        },
        'select_expert',
        'invited',
      ).due_at,
    ).toEqual(expires);
    expect(after({}, 'offer_times', 'awaiting_time_choice').due_at).toEqual(hours(24));
    const call = {
      id: 1,
      status: 'scheduled' as const,
      starts_at: hours(50),
      duration_minutes: 45,
      prep_minutes: null,
      charged_cents: 0,
      contested_cents: 0,
      cost_cents: 0,
      missed_by: null,
    };
    expect(after({ call }, 'choose_time', 'call_scheduled').due_at).toEqual(hours(50));
    expect(after({ call: { ...call, status: 'tentative' } }, 'propose_time', 'call_scheduled').due_at).toEqual(
      hours(26),
    );
    expect(after({}, 'start_closeout', 'closeout_pending')).toMatchObject({
      due_at: hours(72),
      closeout_at: hours(72),
    });
    expect(
      after({ file_request_due_on: '2026-11-20' }, 'request_files', 'needs_information').due_at?.toISOString(),
    ).toBe('2026-11-20T23:00:00.000Z');
    expect(dueVerb('Case', 'closeout_pending')).toBe('closes');
  });

  test('clocks stop in side states and go on with what was left', () => {
    const held = after({ status: 'matching' }, 'hold', 'on_hold');
    expect(held).toMatchObject({ due_at: base.due_at, clock_paused_at: NOW });
    const closing = after(
      { status: 'on_hold', return_status: 'closeout_pending', clock_paused_at: hours(-24), closeout_at: hours(10) },
      'resume',
      'closeout_pending',
    );
    expect(closing.closeout_at).toEqual(hours(34));
  });

  test('a shortened closeout is still warned of before it happens', () => {
    expect(closeoutWarningAt(NOW, hours(72))).toEqual(hours(48));
    expect(closeoutWarningAt(NOW, hours(10))).toEqual(hours(5));
    expect(nextLapse([hours(12), hours(30)], NOW)).toEqual(hours(6));
    expect(nextLapse([hours(12)], NOW)).toBeNull();
  });
});

describe('overrides', () => {
  test('go to neighbors only, never to a draft or an end', () => {
    for (const status of CASE_LIFECYCLE.states) {
      const near = neighbors('Case', { status, return_status: null });
      for (const never of ['draft', 'purged', 'cancelled', 'transferred', status]) expect(near).not.toContain(never);
      for (const to of near) expect(CASE_LIFECYCLE.states).toContain(to);
    }
    expect(neighbors('Case', { status: 'in_intake', return_status: null })).toEqual(
      expect.arrayContaining(['matching', 'submitted']),
    );
    expect(neighbors('Case', { status: 'on_hold', return_status: 'invited' })).toContain('invited');
  });
});

test('guards are asked in the order of the table, and brought-along ones can be left out', () => {
  const row = rowFor(requester, { ...base, status: 'expert_selection' }, 'select_expert');
  if (!row) throw new Error('the requester selects');
  const facts: ReviewFacts = { ...base, status: 'expert_selection', records: 0 };
  expect(refusedByGuards(row, facts, NOW, {})).toContain('no record');
  expect(refusedByGuards(row, { ...facts, records: 1 }, NOW, {})).toContain('invitation');
  expect(refusedByGuards(row, { ...facts, records: 1 }, NOW, {}, ['invitation_open'])).toBeNull();
});

describe('the expert’s one act around a call', () => {
  const CALL = {
    id: 1,
    status: 'scheduled' as const,
    prep_minutes: null,
    charged_cents: 0,
    contested_cents: 0,
    cost_cents: 0,
    missed_by: null,
  };
  const told = (starts: number, read: { seen: number; pages: number; path: string | null } | null) => {
    const call = { ...CALL, starts_at: hours(starts), duration_minutes: 45 };
    const facts: ReviewFacts = { ...base, kind: 'Case', status: 'call_scheduled', ...ledBy(70), call };
    return whatNow(facts, { seat: 'expert', expert: 'Dr. Falkenrath', now: NOW, read });
  };
  test('is to read the records until then, with how far that is', () => {
    expect(told(20, { seen: 0, pages: 342, path: '/preview-file/1' })).toMatchObject({
      headline: 'Read the records',
      text: expect.stringContaining('0 of 342 pages seen') as string,
      action: { label: 'Read the records', path: '/preview-file/1' },
    });
    expect(told(20, { seen: 1118, pages: 2342, path: '/preview-file/2?page=5' })).toMatchObject({
      text: expect.stringContaining('1,118 of 2,342 pages seen') as string,
      action: { label: 'Keep reading' },
    });
    expect(told(20, { seen: 342, pages: 342, path: null }).headline).toBe('You are ready for the call');
    expect(told(20, null)).toMatchObject({ headline: 'The call is set', action: { label: 'See how to join' } });
  });
  test('is to join while it lasts, and to record it only once its time is over', () => {
    expect(told(-0.5, null).headline).toBe('The call is on');
    expect(told(-1, null)).toMatchObject({ headline: 'Record the call', action: { label: 'Record the call' } });
  });
});

test.each(['call_completed', 'report_delivered'] as const)(
  '%s has no date: where nothing closes it, both sides read so',
  (status) => {
    const told = (on: boolean, seat: 'requester' | 'expert') => {
      const organization = { ...base.organization, flags: { enable_automated_case_closeouts: on } };
      const facts: ReviewFacts = { ...base, organization, kind: 'Case', status, ...ledBy(70), due_at: null };
      return whatNow(facts, { seat, expert: 'Dr. Falkenrath', now: NOW }).text;
    };
    expect(told(false, 'requester')).toMatch(/It does not close automatically: it stays open until you close it\.$/);
    expect(told(false, 'expert')).toMatch(/It does not close automatically\.$/);
    for (const seat of ['requester', 'expert'] as const) expect(told(true, seat)).not.toContain('by itself');
  },
);
