import type { ReviewStatus } from '../reviews/rules.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '../../core/time.ts';
import type { RequestedItem } from '../files/rules.ts';
import { PEER_REVIEW_LIFECYCLE } from '../reviews/kinds/peer-review/lifecycle.ts';
import { findingsOf } from './rules/findings.ts';
import {
  custodianAnswers,
  custodianFaults,
  dueDay,
  endAfter,
  linkState,
  mayReadResponse,
  reminderAt,
  responseNeeded,
  statementFaults,
  statementNeeded,
  whyNoRelease,
  whyNoStatement,
} from './rules.ts';

const now = new Date('2026-11-18T15:00:00Z');
const maybe = fc.option(fc.constant(now), { nil: null });

describe('a link', () => {
  test('opens only while nothing ended it, it is needed, and its time is not over', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), maybe, maybe, fc.boolean(), (days, finished, revoked, needed) => {
        const link = { expires_at: endAfter(days, now), finished_at: finished, revoked_at: revoked };
        const opens = finished === null && revoked === null && needed && days > 0;
        expect(linkState(link, needed, now) === 'open').toBe(opens);
      }),
    );
  });

  test('reminds before its end and after its beginning, or not at all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (days) => {
        const end = endAfter(days, now);
        const at = reminderAt(now, end);
        expect(at === null).toBe(days <= 4);
        if (at) expect(end.getTime() - at.getTime()).toBe(2 * DAY);
      }),
    );
  });

  test('names a day that is not over and not after its end', () => {
    const end = new Date('2026-11-25T15:00:00Z');
    expect(dueDay('2026-11-20', end, now, 'America/Chicago')).toBe('2026-11-20');
    expect(dueDay('2026-11-17', end, now, 'America/Chicago')).toBe('2026-11-25');
    expect(dueDay('2027-01-01', end, now, 'America/Chicago')).toBe('2026-11-25');
    expect(dueDay(null, end, now, 'America/Chicago')).toBe('2026-11-25');
  });
});

const item = (id: number, answered = false): RequestedItem => ({
  id,
  label: `Record ${id}`,
  note: '',
  file_ids: [],
  not_available_because: null,
  answered_at: answered ? now.toISOString() : null,
});

describe('a custodian', () => {
  test('is asked only for what is asked for, open, named, and once', () => {
    const ask = (items: { item: number; label: string }[]) =>
      custodianFaults({ name: 'Desk', email: 'desk@mercy.example', items }, [item(1), item(2, true)]).map(
        (f) => f.path,
      );
    expect(ask([{ item: 1, label: 'x' }])).toEqual([]);
    expect(ask([{ item: 1, label: ' ' }])).toEqual(['items.0.label']);
    expect(ask([{ item: 2, label: 'x' }])).toEqual(['items.0']);
    expect(ask([{ item: 3, label: 'x' }])).toEqual(['items.0']);
    expect(
      ask([
        { item: 1, label: 'x' },
        { item: 1, label: 'x' },
      ]),
    ).toEqual(['items.1']);
  });

  test('is done when each item has files or a reason, never both; answers then name each item once', () => {
    const part = fc.record({ files: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }), reason: fc.string() });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const items = parts.map((_, at) => ({ item: at + 1, label: 'x' }));
        const files = new Map(parts.map(({ files: ids }, at) => [at + 1, ids]));
        const reasons = parts.map(({ reason }, at) => ({ item: at + 1, not_available_because: reason }));
        const { answers, faults } = custodianAnswers(items, files, reasons);
        const right = parts.map((one) => one.files.length > 0 !== (one.reason.trim() !== ''));
        expect(faults.map((f) => f.path)).toEqual(right.flatMap((ok, at) => (ok ? [] : [`items.${at + 1}`])));
        expect(answers.map((a) => a.item)).toEqual(right.flatMap((ok, at) => (ok ? [at + 1] : [])));
      }),
    );
  });
});

describe('a provider under review', () => {
  const facts = (status: ReviewStatus, more = {}) => ({
    kind: 'PeerReview' as const,
    status,
    requester_id: 1,
    signed: false,
    delivered: false,
    ...more,
  });

  test('is heard before from the order until the signature, and after from delivery until the end', () => {
    const before = PEER_REVIEW_LIFECYCLE.states.filter((s) => whyNoStatement(facts(s), []) === null);
    expect(before).toEqual(['submitted', 'in_intake', 'matching', 'invited', 'in_review']);
    const given = PEER_REVIEW_LIFECYCLE.states.filter((s) => statementNeeded(facts(s)));
    expect(given).toEqual([...before, 'needs_information', 'on_hold']);
    const signed = { signed: true, delivered: true };
    expect(PEER_REVIEW_LIFECYCLE.states.filter((s) => statementNeeded(facts(s, signed)))).toEqual([]);
    expect(PEER_REVIEW_LIFECYCLE.states.filter((s) => whyNoRelease(facts(s, signed), []) === null)).toEqual([
      'delivered',
      'completed',
    ]);
    for (const over of ['closed', 'cancelled', 'purged'] as const)
      expect(responseNeeded(facts(over, signed))).toBe(false);
    expect(statementNeeded({ ...facts('submitted'), kind: 'Case' })).toBe(false);
    // until everyone who judges the case has signed
    const another = PEER_REVIEW_LIFECYCLE.states.filter((s) =>
      statementNeeded({ ...facts(s, signed), another_judges: true }),
    );
    expect(another).toEqual(PEER_REVIEW_LIFECYCLE.states.filter((s) => s !== 'cancelled' && s !== 'purged'));
    expect(statementNeeded({ ...facts('submitted'), kind: 'Case', another_judges: true })).toBe(false);
  });

  test('is asked once at a time', () => {
    expect(whyNoStatement(facts('in_review'), ['open'])).toMatch(/open/);
    expect(whyNoStatement(facts('in_review'), ['finished'])).toMatch(/has given/);
    expect(whyNoStatement(facts('in_review'), ['expired', 'revoked'])).toBeNull();
  });

  test('has from a day to thirty', () => {
    const on = (due_on: string) => statementFaults({ name: 'A', email: 'a@b.co', due_on }, '2026-11-18').length;
    expect([on('2026-11-18'), on('2026-11-19'), on('2026-12-18'), on('2026-12-19')]).toEqual([1, 0, 0, 1]);
  });

  test('is answered by readers of the report; the reviewer reads it only once a clarification was asked', () => {
    for (const recipient of [true, false])
      for (const clarified of [true, false]) {
        expect(mayReadResponse({ expert_side: true, recipient, clarified })).toBe(clarified);
        expect(mayReadResponse({ expert_side: false, recipient, clarified })).toBe(recipient);
      }
  });

  test('reads findings without signature, attestation and passages', () => {
    const question = (key: string, type: string, more = {}) => ({
      key,
      type,
      label: key,
      required: false,
      category: '',
      ...more,
    });
    const form = {
      key: 'f',
      version: 1,
      name: 'f',
      kind: 'PeerReview',
      sections: [
        {
          key: 's',
          title: 'Findings',
          questions: [
            question('care', 'text'),
            question('attest', 'attestation', { statements: [{ key: 'a', text: 'I know nobody here' }] }),
            question('sign', 'signature'),
          ],
        },
      ],
    };
    const answers = {
      care: {
        value: 'The culture was late [[cite:c1]].',
        citations: { c1: { file_id: 7, file_name: 'Chart of Rosa.pdf', page: 3, quote: 'Late by a day' } },
      },
      attest: { value: ['a'] },
      sign: { value: { name: 'Dr. Ines Falkenrath' } },
    };
    const found = findingsOf(form as never, answers as never, { facts: {}, questions: [], charts: [] } as never);
    expect(found.sections).toEqual([
      { title: 'Findings', items: [{ label: 'care', lines: ['The culture was late.'] }] },
    ]);
  });
});
