import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS, isStaff } from '../../core/actor.ts';
import type { SuppressedBy } from '../../core/stored-mail.ts';
import { MAILS } from '../../app/mails.ts';
import { MAILS as ACCOUNT_MAILS } from '../accounts/server/mails.ts';
import {
  type Audience,
  AUDIENCE_NAMES,
  audiencesOf,
  type Category,
  CATEGORY_NAMES,
  type Channels,
  decide,
  mayPublish,
  parseClosed,
  periodFaults,
} from './rules.ts';
import { keptData, noticeLink, NOTICES, noticeOf, noticeText } from './server/notices.ts';

const facts = (more: Partial<Channels>): Channels => ({
  category: 'calls',
  side: 'requester',
  is_user: true,
  disable_expert_emails: false,
  disable_requester_emails: false,
  enable_admin_alert_emails: false,
  by_mail: null,
  ...more,
});

describe('where a notice goes', () => {
  test.each<[string, Partial<Channels>, in_app: boolean, by: SuppressedBy | null]>([
    ['an event of a user', {}, true, null],
    ['somebody without an account', { is_user: false }, false, null],
    ['its kind chosen', { by_mail: true }, true, null],
    ['its kind switched off', { by_mail: false }, true, 'person'],
    ['the requester side switched off', { disable_requester_emails: true }, true, 'organization'],
    ['… whatever was chosen', { disable_requester_emails: true, by_mail: true }, true, 'organization'],
    ['… for somebody without an account', { disable_requester_emails: true, is_user: false }, false, 'organization'],
    ['the other side switched off', { disable_expert_emails: true }, true, null],
    ['the expert side switched off', { side: 'expert', disable_expert_emails: true }, true, 'organization'],
    [
      'staff where both are off',
      { side: 'staff', disable_expert_emails: true, disable_requester_emails: true },
      true,
      null,
    ],
    ['an alert', { category: null, side: 'staff' }, true, 'alerts_off'],
    ['an alert for one who takes them', { category: null, side: 'staff', enable_admin_alert_emails: true }, true, null],
    [
      'an alert, kinds switched off',
      { category: null, side: 'staff', enable_admin_alert_emails: true, by_mail: false },
      true,
      null,
    ],
    ['a code somebody asked for', { category: undefined, side: 'none', by_mail: false }, false, null],
    [
      'a code where both sides are off',
      { category: undefined, side: 'none', disable_requester_emails: true, disable_expert_emails: true },
      false,
      null,
    ],
  ])('%s', (_of, more, in_app, suppressed_by) => {
    expect(decide(facts(more))).toEqual({ in_app, suppressed_by });
  });

  test('a switch never sends what another one holds back, and the bell never depends on them', () => {
    const channels = fc.record({
      category: fc.constantFrom<Category | null | undefined>(...CATEGORY_NAMES, null, undefined),
      side: fc.constantFrom('requester', 'expert', 'staff', 'none'),
      is_user: fc.boolean(),
      disable_expert_emails: fc.boolean(),
      disable_requester_emails: fc.boolean(),
      enable_admin_alert_emails: fc.boolean(),
      by_mail: fc.constantFrom(true, false, null),
    });
    fc.assert(
      fc.property(channels, (one) => {
        const now = decide(one);
        expect(now.in_app).toBe(one.is_user && one.category !== undefined);
        for (const off of ['disable_expert_emails', 'disable_requester_emails'] as const)
          if (now.suppressed_by !== null) expect(decide({ ...one, [off]: true }).suppressed_by).not.toBeNull();
      }),
    );
  });
});

describe('what a notice says', () => {
  // notices of a subscription and of reminders are about several reviews, those of a CV, of applications, of credentials, of an organization's billing and of what is held about none
  const ofNoReview = [
    'pre_orders_opened',
    'pre_orders_lapse',
    'subscription_price_changed',
    'invoice_to_pay',
    'invoices_to_pay',
    'invoice_late',
    'invoice_settled',
    'credit_note_given',
    'billing_hold',
    'payout_details_needed',
    'payout_made',
    'payout_returned',
    'reminders',
    'cv_damaged',
    'break_glass',
    'acted_as',
    'export_made',
    'hl7_dead',
    'hl7_ambiguous',
    'webhook_off',
    'api_key_ends',
    'calendar_failing',
    'connection_broken',
    'deadlines_held',
    'delivery_failed',
    'work_stuck',
    'audit_broken',
    'application_submitted',
    'application_status',
    'application_moved',
    'credential_ending',
    'expert_standing',
    'expert_change_decided',
    'expert_credential_ending',
    'billing_orders_waiting',
    'budget_reached',
  ];
  test.each(Object.keys(NOTICES).filter((name) => !ofNoReview.includes(name)))(
    '%s names the review, for all it is given',
    (event) => {
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
          const text = noticeText(event, 'CR-20418', data);
          expect(text?.title).toContain('CR-20418');
          expect(text?.title).not.toMatch(/undefined|NaN|\[object/);
          if (text?.at) expect(new Date(text.at).toISOString()).toBe(text.at);
        }),
      );
    },
  );

  test.each([
    ['call_set', { starts_at: '2026-11-19T13:30:00Z' }, 'CR-1: the call is set', '2026-11-19T13:30:00.000Z'],
    ['chat_digest', { count: 1 }, 'CR-1: 1 unread message', null],
    ['chat_digest', { count: 3 }, 'CR-1: 3 unread messages', null],
    ['files_requested', { count: 2, due_on: '2026-11-20' }, 'CR-1: 2 records asked for', null],
    ['invitation_declined_or_expired', { outcome: 'expired' }, 'CR-1: the invitation ended without an answer', null],
    ['matching_alarm', { failed_invitations: 3 }, 'CR-1: 3 invitations failed', null],
    ['purge_warning', { purge_on: '2026-12-20' }, 'CR-1: its records are deleted on Dec 20, 2026', null],
    ['call_set', { starts_at: 'soon' }, 'CR-1: the call is set', null],
    [
      'reminders',
      { count: 3, first: 'CR-7', first_due_at: '2026-11-20T17:00:00Z' },
      'CR-7 and 2 more reviews need you',
      '2026-11-20T17:00:00.000Z',
    ],
    ['reminders', { count: 2 }, '2 reviews need you', null],
    ['pre_orders_opened', { count: 4, due_on: '2026-12-31' }, '4 pre-ordered reviews to fill by Dec 31, 2026', null],
    [
      'pre_orders_lapse',
      { count: 1, lapses_on: '2027-01-30' },
      'To confirm by Jan 30, 2027: 1 pre-ordered review',
      null,
    ],
  ])('%s with %o', (event, data, title, at) => expect(noticeText(event, 'CR-1', data)).toMatchObject({ title, at }));

  test('a date is told with what it is, and what is asked for with its button', () => {
    const starts_at = '2026-11-19T13:30:00Z';
    expect(noticeText('call_set', 'CR-1', { starts_at })).toMatchObject({ at_label: 'Call', act: null });
    expect(noticeText('call_set', 'CR-1', {})).toMatchObject({ at: null, at_label: null });
    expect(noticeText('invitation', 'CR-1', { expires_at: starts_at })).toMatchObject({
      at_label: 'Answer by',
      act: 'See the invitation',
    });
    expect(noticeText('times_offered', 'CR-1', { due_at: starts_at })).toMatchObject({ act: 'Choose a time' });
  });

  test('every mail about a review is also noted; what is left is asked for or about an account', () => {
    const only = Object.keys(MAILS).filter((name) => noticeOf(name) === null);
    // links for people outside, and what whoever referred a review hears, go to nobody with a bell
    const outside = [
      'referrer_status',
      'examinee_link',
      'report_delivery',
      'examinee_reminder',
      'outside_records',
      'outside_statement',
      'outside_response',
      'outside_reminder',
      // invoices go to an address of the organization's terms
      'invoice_issued',
      'invoice_overdue',
      'invoice_receipt',
      'credit_note_issued',
    ];
    expect(only.toSorted()).toEqual(
      [
        // who comes into somebody's account stands on their bell as well
        ...Object.keys(ACCOUNT_MAILS).filter((name) => name !== 'break_glass' && name !== 'acted_as'),
        'application_arrived',
        'contact_message',
        'contact_answer',
        ...outside,
      ].toSorted(),
    );
    expect(Object.keys(NOTICES).filter((name) => !Object.hasOwn(MAILS, name))).toEqual([]);
  });

  test('there is none for what is a mail only, nor for names of the prototype', () => {
    for (const name of ['reset_password', 'contact_message', 'toString', '__proto__']) {
      expect(noticeOf(name)).toBeNull();
      expect(noticeText(name, 'CR-1', {})).toBeNull();
    }
  });

  test('nothing a person wrote is kept', () => {
    expect(
      keptData({
        reason: 'Mrs. Ferrante called',
        note: 'x',
        name: 'Ana',
        count: 2,
        outcome: 'declined',
        what: 'the deposition',
        starts_at: new Date(0),
        due_on: '2026-11-20',
        has_call: true,
      }),
    ).toEqual({
      count: 2,
      outcome: 'declined',
      what: 'the deposition',
      starts_at: '1970-01-01T00:00:00.000Z',
      due_on: '2026-11-20',
      has_call: true,
    });
  });

  test.each([
    ['/case/20418/report', true],
    ['/chat/case-20418!requester', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['https://evil.example', false],
    ['/case/1 onclick', false],
    [7, false],
  ])('%s as a link', (link, kept) => expect(noticeLink(link)).toBe(kept ? link : null));
});

describe('announcements', () => {
  test.each(ACTOR_KINDS)('%s sees what is for everyone and for them', (kind) => {
    const mine = audiencesOf(kind);
    expect(mine[0]).toBe('everyone');
    expect(mine.includes('staff')).toBe(isStaff(kind));
    expect(mayPublish(kind)).toBe(isStaff(kind));
    expect(mine.every((audience) => AUDIENCE_NAMES.includes(audience))).toBe(true);
    expect(mine.length).toBeLessThanOrEqual(2);
  });
  test.each<[Parameters<typeof audiencesOf>[0], Audience[]]>([
    ['claim_consultant', ['everyone', 'requesters']],
    ['customer_admin', ['everyone', 'requesters']],
    ['expert_assistant', ['everyone', 'experts']],
    ['applicant_expert', ['everyone', 'experts']],
    ['attendee', ['everyone']],
    ['nobody', ['everyone']],
  ])('%s', (kind, audiences) => expect(audiencesOf(kind)).toEqual(audiences));

  const now = new Date('2026-11-18T15:00:00Z');
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  test.each([
    [at(0), at(1), true],
    [at(-3), at(1), true],
    [at(2), at(2), false],
    [at(3), at(2), false],
    [at(-3), at(-1), false],
    [at(-1), at(0), false],
    [at(0), at(365), true],
    [at(0), at(366), false],
  ])('from %s to %s', (from, to, right) => expect(periodFaults(from, to, now).length === 0).toBe(right));

  test.each([
    [null, []],
    ['[3,5]', [3, 5]],
    ['[3,"5",null,1.5]', [3]],
    ['{"3":true}', []],
    ['[', []],
  ])('closed: %s', (stored, ids) => expect(parseClosed(stored)).toEqual(ids));
});
