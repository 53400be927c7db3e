import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTOR_KINDS } from '../../core/actor.ts';
import {
  addressRange,
  afterRight,
  afterTry,
  allowsSharing,
  dayFault,
  isGuessedAt,
  type LinkFacts,
  linkState,
  needsPermit,
  passcodeFault,
  PASSCODE_TRIES,
  seesLinks,
  sharesReports,
  sharingRefused,
  type Tries,
} from './rules.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const at = (ms: number): Date => new Date(NOW.getTime() + ms);
const MINUTE = 60_000;

describe('who may', () => {
  const who = (may: (actor: { kind: (typeof ACTOR_KINDS)[number]; user_id: number }) => boolean) =>
    ACTOR_KINDS.filter((kind) => may({ kind, user_id: 1 }));
  it('shares: who acts for the requester, and no colleague who only follows the review', () => {
    const sharers = ['review_manager', 'org_admin', 'customer_admin', 'support_agent', 'admin', 'super_admin'];
    expect(who((actor) => sharesReports(actor, { requester_id: 1 }))).toEqual(['claim_consultant', ...sharers]);
    expect(who((actor) => sharesReports(actor, { requester_id: 2 }))).toEqual(sharers);
    expect(who((actor) => seesLinks(actor, { requester_id: 2 })).toSorted()).toEqual(
      [...sharers, 'clin_ops'].toSorted(),
    );
  });
  it('allows it where a kind is confidential: admins of the organization, and ours', () => {
    expect(who(allowsSharing)).toEqual(['org_admin', 'customer_admin', 'admin', 'super_admin']);
  });
});

describe('whether a report is shared', () => {
  it.each([
    ['Case', 2, false, 2, null],
    ['Case', null, false, 1, 'There is no delivered report to share.'],
    ['Case', 3, false, 2, 'Version 3 was delivered meanwhile. Look at it before you share it.'],
    ['PeerReview', 1, true, 1, null],
    [
      'PeerReview',
      1,
      false,
      1,
      'The report of a peer review is protected and is not shared by link. An admin of your organization, or of Peritus, can allow it for this review.',
    ],
  ] as const)('%s, version %s, allowed: %s, looked at %s', (kind, version, permitted, asked, refused) => {
    expect(sharingRefused({ kind, version, permitted, elsewhere: false }, asked)).toBe(refused);
  });
  it('is refused where results go to a record system and nowhere else', () => {
    const facts = { kind: 'Case', version: 1, permitted: true, elsewhere: true } as const;
    expect(sharingRefused(facts, 1)).toMatch(/record system/);
  });
  it('needs a permission for peer reviews alone', () => {
    expect((['Case', 'PeerReview', 'IME', 'Generic'] as const).filter(needsPermit)).toEqual(['PeerReview']);
  });
});

describe('how a link stands', () => {
  const open: LinkFacts = { expires_at: at(MINUTE), ended_why: null, locked_until: null, there: true };
  it.each([
    [{}, 'open'],
    [{ locked_until: at(1) }, 'locked'],
    [{ locked_until: NOW }, 'open'],
    [{ expires_at: NOW }, 'expired'],
    [{ expires_at: NOW, ended_why: 'revoked' }, 'revoked'],
    [{ ended_why: 'disallowed' }, 'disallowed'],
    [{ ended_why: 'guessed' }, 'guessed'],
    [{ ended_why: 'deleted' }, 'gone'],
    [{ there: false }, 'gone'],
    [{ there: false, ended_why: 'revoked' }, 'gone'],
  ] as const)('%j: %s', (more, state) => {
    expect(linkState({ ...open, ...more }, NOW)).toBe(state);
  });
});

describe('wrong passcodes', () => {
  const fresh: Tries = { wrong_tries: 0, locks: 0, locked_until: null };
  it('five lock it for an hour, then five more can be tried; the fifth lock is one too many', () => {
    let link = fresh;
    let now = NOW;
    for (let lock = 1; lock <= 5; lock += 1) {
      for (let tried = 1; tried <= PASSCODE_TRIES; tried += 1) {
        expect(isGuessedAt(link)).toBe(false);
        link = afterTry(link, now) ?? fresh;
        expect(link).toMatchObject({ wrong_tries: tried, locks: tried === 5 ? lock : lock - 1 });
      }
      expect(afterTry(link, new Date(now.getTime() + 60 * MINUTE - 1))).toBeNull();
      now = new Date(now.getTime() + 60 * MINUTE);
    }
    expect(isGuessedAt(link)).toBe(true);
  });
  it('a right one counts for nothing, also as the fifth; wrong ones before it still count', () => {
    const tried = { wrong_tries: 4, locks: 0, locked_until: null };
    const fifth = afterTry(tried, NOW);
    expect(fifth?.locked_until).toEqual(at(60 * MINUTE));
    expect(afterRight(fifth ?? fresh)).toEqual(tried);
  });
  it('however tries come, no more than five are judged in an hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }), (waits) => {
        let link = fresh;
        let now = NOW.getTime();
        const judged: number[] = [];
        for (const wait of waits) {
          now += wait * MINUTE;
          const next = afterTry(link, new Date(now));
          if (!next) continue;
          link = next;
          judged.push(now);
        }
        // from the lock on there is an hour before the next five
        for (let i = 5; i < judged.length; i += 5)
          expect((judged[i] ?? 0) - (judged[i - 1] ?? 0)).toBeGreaterThanOrEqual(60 * MINUTE);
      }),
    );
  });
});

it.each([
  ['2026-11-17', 'Choose today or a later day.'],
  ['2026-11-18', null],
  ['2027-11-18', null],
  ['2027-11-19', 'A link opens for a year at most.'],
])('a last day of %s: %s', (day, fault) => {
  expect(dayFault(day, '2026-11-18')).toBe(fault);
});

it.each([
  ['harbor-7', 'Use 8 letters and digits or more.'],
  ['harbor-72 ', null],
  ['aaaabbbb', 'Use more than three different letters and digits.'],
  ['a1b2'.repeat(11), 'Use 40 letters and digits at most.'],
])('a passcode of one’s own, %s: %s', (typed, fault) => {
  expect(passcodeFault(typed)).toBe(fault);
});

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['2001:db8:12:7', '2001:db8:12::'],
])('of the address %s the log keeps %s', (address, range) => {
  expect(addressRange(address)).toBe(range);
});
