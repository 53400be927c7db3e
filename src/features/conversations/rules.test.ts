import { ledBy } from '../../../tests/harness/experts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActorKind } from '../../core/actor.ts';
import { KIND_NAMES } from '../../core/kinds.ts';
import {
  AUDIENCES,
  audiencesOf,
  byUnreadThenNewest,
  cannotChange,
  cannotWriteNow,
  CHANNEL_ID,
  type ChannelFacts,
  channelId,
  EDIT_WINDOW_MS,
  excerpt,
  type Inline,
  mayConverse,
  mayNotWrite,
  mayRead,
  mergeMessages,
  nameOf,
  parseChannelId,
  parseMessage,
  sideIn,
  unbrokenUpTo,
} from './rules.ts';

const aKind = fc.constantFrom(...KIND_NAMES);
const anAudience = fc.constantFrom(...AUDIENCES);

describe('channel ids', () => {
  test('say kind, review and audience, in the letters a channel id may have', () => {
    fc.assert(
      fc.property(aKind, fc.integer({ min: 1, max: 1e12 }), anAudience, (kind, id, audience) => {
        const made = channelId(kind, id, audience);
        expect(made).toMatch(CHANNEL_ID);
        expect(parseChannelId(made)).toMatchObject({ kind, review_id: id, audience });
      }),
    );
    expect(channelId('Case', 20418, 'requester_expert')).toBe('hoot-case-20418-requester_expert');
  });

  test.each([
    '',
    'messaging:hoot-case-1-requester_expert',
    'hoot-case-0-requester_expert',
    'hoot-case-1-everyone',
    'other-1-expert_staff',
    'hoot-case-1-expert_staff ',
    `hoot-case-${'9'.repeat(130)}-expert_staff`,
  ])('%j is none of ours', (text) => {
    expect(parseChannelId(text)).toBeNull();
  });
});

describe('which conversations a review has', () => {
  const review = {
    kind: 'Case' as const,
    bucket: 'active',
    status: 'matching' as const,
    submitted_at: '2026-11-17T15:00:00Z',
    expert_profile_id: null,
    attended: false,
  };
  test('none as a draft, the platform once ordered, the expert once accepted', () => {
    expect(audiencesOf({ ...review, bucket: 'draft', submitted_at: null })).toEqual([]);
    expect(audiencesOf(review)).toEqual(['requester_staff']);
    expect([...audiencesOf({ ...review, expert_profile_id: 5 }), 'call'].toSorted()).toEqual([...AUDIENCES].toSorted());
    // and the call's while others are invited, where the expert is known
    const attended = { ...review, attended: true };
    expect(audiencesOf(attended)).toEqual(['requester_staff']);
    expect(audiencesOf({ ...attended, expert_profile_id: 5 })).toContain('call');
    expect(audiencesOf({ ...attended, kind: 'PeerReview', expert_profile_id: 5 })).not.toContain('call');
    expect(audiencesOf({ ...review, kind: 'PeerReview', expert_profile_id: 5 })).toEqual([
      'requester_staff',
      'expert_staff',
    ]);
  });
});

const actor = (kind: ActorKind, more: Partial<{ user_id: number; expert_profile_ids: number[] }> = {}) => ({
  kind,
  user_id: 1,
  expert_profile_ids: [] as number[],
  ...more,
});
const facts = (more: Partial<ChannelFacts> = {}): ChannelFacts => ({
  audience: 'requester_expert',
  requester_id: 1,
  experts: ledBy(50).experts,
  closed: false,
  ended: false,
  member_seat: null,
  ...more,
});

describe('who reads and writes', () => {
  test.each<[ActorKind, (typeof AUDIENCES)[number], boolean, boolean]>([
    ['claim_consultant', 'requester_expert', true, true],
    ['claim_consultant', 'requester_staff', true, true],
    ['claim_consultant', 'expert_staff', false, false],
    ['review_manager', 'requester_expert', true, true],
    ['org_admin', 'requester_staff', true, true],
    ['customer_admin', 'expert_staff', false, false],
    ['medical_expert', 'requester_expert', true, true],
    ['medical_expert', 'expert_staff', true, true],
    ['medical_expert', 'requester_staff', false, false],
    ['expert_assistant', 'requester_expert', true, true],
    ['matching_admin', 'requester_expert', false, false],
    ['matching_admin', 'requester_staff', true, true],
    ['matching_admin', 'expert_staff', true, true],
    ['clin_ops', 'requester_expert', true, false],
    ['support_agent', 'requester_expert', true, false],
    ['super_admin', 'expert_staff', true, true],
    ['attendee', 'requester_expert', false, false],
    ['attendee', 'requester_staff', false, false],
    ['attendee', 'call', true, true],
    ['claim_consultant', 'call', true, true],
    ['medical_expert', 'call', true, true],
    ['clin_ops', 'call', true, false],
    ['matching_admin', 'call', false, false],
    ['applicant_expert', 'call', false, false],
    ['applicant_expert', 'expert_staff', false, false],
    ['nobody', 'requester_staff', false, false],
  ])('%s in %s: reads %s, writes %s', (kind, audience, reads, writes) => {
    const who = actor(kind, { expert_profile_ids: [50] });
    expect(mayRead(who, facts({ audience }))).toBe(reads);
    expect(mayNotWrite(who, facts({ audience })) === null).toBe(writes);
    if (reads) expect(mayConverse(who)).toBe(true);
  });

  test('a colleague who only watches reads only', () => {
    const watcher = actor('claim_consultant', { user_id: 2 });
    expect(mayRead(watcher, facts())).toBe(true);
    expect(mayNotWrite(watcher, facts())).toMatch(/You can read this conversation/);
  });

  test('another expert, and one no longer assigned, have no seat', () => {
    for (const expert_profile_id of [51, null]) {
      const who = actor('medical_expert', { expert_profile_ids: [50] });
      expect(sideIn(who, facts(ledBy(expert_profile_id)))).toBeNull();
      expect(mayRead(who, facts(ledBy(expert_profile_id)))).toBe(false);
    }
  });

  test('nobody writes after the end, and the reason says which end', () => {
    expect(cannotWriteNow(facts())).toBeNull();
    expect(cannotWriteNow(facts({ closed: true, ended: true }))).toMatch(/ended/);
    expect(cannotWriteNow(facts({ closed: true }))).toMatch(/expert has left/);
  });
});

test('a message can be changed for 15 minutes and not a moment longer', () => {
  const sent = new Date('2026-11-18T15:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 * EDIT_WINDOW_MS }), (ms) => {
      const late = cannotChange({ created_at: sent, deleted_at: null }, new Date(sent.getTime() + ms));
      expect(late === null).toBe(ms <= EDIT_WINDOW_MS);
    }),
  );
  expect(cannotChange({ created_at: sent, deleted_at: sent }, sent)).toMatch(/taken back/);
});

describe('formatting', () => {
  const text = (nodes: Inline[]): string => nodes.map((n) => (n.type === 'bold' ? `**${n.text}**` : n.text)).join('');

  test('loses and adds nothing: the nodes of a line spell the line', () => {
    const piece = fc.constantFrom(
      '**',
      '*',
      'a',
      ' ',
      'http://',
      'https://x.test/a(b)',
      '@Dana Whitlock',
      '.',
      '<b>',
      '-',
      ')',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const line = pieces.join('');
        const blocks = parseMessage(line, ['Dana Whitlock']);
        const spelled = blocks.flatMap((b) => (b.type === 'list' ? b.items : b.lines)).map(text);
        if (blocks[0]?.type === 'paragraph') expect(spelled.join('\n')).toBe(line);
        else expect(line.endsWith(spelled.join('\n'))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('links are http or https and nothing else', () => {
    expect(parseMessage('javascript:alert(1)')[0]).toMatchObject({ lines: [[{ type: 'text' }]] });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.constantFrom('javascript:', 'data:', 'https://', 'http://', 'file:'),
        (tail, head) => {
          for (const block of parseMessage(head + tail))
            for (const node of (block.type === 'list' ? block.items : block.lines).flat())
              if (node.type === 'link') expect(node.href).toMatch(/^https?:\/\//);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('what ends a sentence does not belong to the address', () => {
    const [block] = parseMessage('See https://x.test/a_(b), and (https://y.test/c).');
    const links = block?.type === 'paragraph' ? block.lines.flat().filter((n) => n.type === 'link') : [];
    expect(links.map((n) => n.text)).toEqual(['https://x.test/a_(b)', 'https://y.test/c']);
  });

  test('lists, paragraphs, bold and mentions', () => {
    expect(parseMessage('**Two** things\n- one\n- two for @Dana Whitlock\n\nend', ['Dana', 'Dana Whitlock'])).toEqual([
      {
        type: 'paragraph',
        lines: [
          [
            { type: 'bold', text: 'Two' },
            { type: 'text', text: ' things' },
          ],
        ],
      },
      {
        type: 'list',
        items: [
          [{ type: 'text', text: 'one' }],
          [
            { type: 'text', text: 'two for ' },
            { type: 'mention', text: '@Dana Whitlock' },
          ],
        ],
      },
      { type: 'paragraph', lines: [[{ type: 'text', text: 'end' }]] },
    ]);
  });

  test('an excerpt is one line of at most so many letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 2, max: 80 }), (body, most) => {
        const short = excerpt(body, most);
        expect([...short].length).toBeLessThanOrEqual(most);
        expect(short).not.toMatch(/[\n\r]/);
      }),
    );
  });
});

describe('order', () => {
  const channel = fc.record({
    unread: fc.integer({ min: 0, max: 3 }),
    created_at: fc.integer({ min: 0, max: 5 }).map((d) => new Date(1.7e12 + d * 1000).toISOString()),
    channel_id: fc.integer({ min: 0, max: 9 }).map(String),
  });
  test('unread first, then newest created, and a total order', () => {
    fc.assert(
      fc.property(fc.array(channel), (list) => {
        const sorted = [...list].sort(byUnreadThenNewest);
        for (const [i, b] of sorted.entries()) {
          const a = sorted[i - 1];
          if (!a) continue;
          expect(byUnreadThenNewest(a, b)).toBeLessThanOrEqual(0);
          expect(a.unread > 0 || b.unread === 0).toBe(true);
          if (a.unread > 0 === b.unread > 0) expect(a.created_at >= b.created_at).toBe(true);
        }
      }),
    );
  });

  test('merging keeps each number once, the latest version, in order', () => {
    const list = fc.array(fc.record({ seq: fc.integer({ min: 1, max: 20 }), v: fc.nat() }));
    fc.assert(
      fc.property(list, list, (a, b) => {
        const merged = mergeMessages(a, b);
        expect(merged.map((m) => m.seq)).toEqual([...new Set([...a, ...b].map((m) => m.seq))].sort((x, y) => x - y));
        for (const m of merged) expect(m).toBe([...a, ...b].findLast((x) => x.seq === m.seq));
      }),
    );
  });

  test('unbroken ends before the first gap', () => {
    expect(unbrokenUpTo([])).toBe(0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), fc.nat(10), (from, n, gap) => {
        const seqs = Array.from({ length: n }, (_, i) => ({ seq: from + i }));
        expect(unbrokenUpTo([...seqs, { seq: from + n + gap + 1 }])).toBe(from + n - 1);
      }),
    );
  });
});

test.each([
  [
    { first_name: 'Ines', last_name: 'Falkenrath', credentials_suffix: 'MD, FAANS' },
    'Dr. Ines Falkenrath',
    'Dr. Falkenrath',
  ],
  [{ first_name: 'Noa', last_name: 'Brandt', credentials_suffix: 'RN' }, 'Noa Brandt', 'Noa Brandt'],
  [{ first_name: 'Dana', last_name: 'Whitlock', credentials_suffix: null }, 'Dana Whitlock', 'Dana Whitlock'],
])('%j is %s', (person, name, short_name) => {
  expect(nameOf(person)).toEqual({ name, short_name });
});
