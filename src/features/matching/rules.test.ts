import { ATTESTATION_LINES, attestationState } from '../reviews/rules.ts';
import { holidaysIn } from '../reviews/rules/holidays.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExpertFacts,
  FILTERS,
  fitOf,
  invitationExpiry,
  type Need,
  rank,
  reminderAt,
  SCORE_PARTS,
  drawnScores,
  scoreOf,
  topThree,
  WEIGHTS,
} from './rules.ts';
import { recordSentences } from './rules/record.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const PRICE = { per: 'review', of_cents: 100_000, cap_cents: 80_000 } as const;
const need: Need = {
  kind: 'Case',
  specialty: 'Neurosurgery',
  neighbors: ['Orthopedics'],
  sub_specialty: 'Spine',
  license_keys: ['MD', 'DO'],
  preferred_states: [],
  licensed_in: [],
  excluded_states: [],
  setting: null,
  board_certified: true,
  active_within_years: 2,
  expedited: false,
  needed_by: new Date('2026-12-02T23:59:59Z'),
  excluded_experts: [],
  preferred_experts: [],
  needs_redacted_cv: true,
  near: null,
  price: PRICE,
};
const expert = (over: Partial<ExpertFacts> = {}): ExpertFacts => ({
  profile_id: 1,
  code: 'N-001',
  status: 'active',
  accepts_kinds: ['Case'],
  accepts_expedited: true,
  credentials: [
    {
      specialty: 'Neurosurgery',
      sub_specialty: 'Spine',
      license_key: 'MD',
      license_state: 'MA',
      expires_on: '2028-01-01',
      availability: 'accepting',
    },
  ],
  state: 'MA',
  setting: 'Academic center',
  years_in_practice: 15,
  board_certified: true,
  covered: true,
  time_zone: 'America/New_York',
  last_clinical_on: '2026-10-01',
  has_redacted_cv: true,
  open_reviews: 1,
  max_open_reviews: 5,
  earliest: '2026-11-20T14:00:00Z',
  finished: 10,
  late: 0,
  missed: 0,
  rating_mean: 4.7,
  rating_n: 11,
  answer_hours: 6,
  used_by_organization: 0,
  conflict: false,
  earns_cents: 50_000,
  ...over,
});
const dropped = (over: Partial<ExpertFacts>, asked: Partial<Need> = {}) =>
  rank([expert(over)], { ...need, ...asked }, NOW, 's').candidates.length === 0;

describe('hard filters', () => {
  it('keep an expert who fits', () => expect(dropped({})).toBe(false));

  it.each<[string, Partial<ExpertFacts>, Partial<Need>]>([
    ['is paused', { status: 'paused' }, {}],
    ['does not take this kind', { accepts_kinds: ['IME'] }, {}],
    ['does not take expedited ones', { accepts_expedited: false }, { expedited: true }],
    ['was excluded by the requester', {}, { excluded_experts: [1] }],
    ['has another specialty', { credentials: [{ ...expert().credentials[0]!, specialty: 'Dentistry' }] }, {}],
    ['has a lapsed license', { credentials: [{ ...expert().credentials[0]!, expires_on: '2026-11-17' }] }, {}],
    ['has another license level', { credentials: [{ ...expert().credentials[0]!, license_key: 'RN' }] }, {}],
    ['is not licensed where asked', {}, { licensed_in: ['TX'] }],
    ['takes no work in the specialty', { credentials: [{ ...expert().credentials[0]!, availability: 'none' }] }, {}],
    ['has no malpractice cover any more', { covered: false }, {}],
    ['is not board certified', { board_certified: false }, {}],
    ['has not practiced lately', { last_clinical_on: '2023-01-01' }, {}],
    ['has no redacted CV', { has_redacted_cv: false }, {}],
    ['practices in an excluded state', {}, { excluded_states: ['MA'] }],
    ['has a conflict', { conflict: true }, {}],
    ['is at capacity', { open_reviews: 5 }, {}],
    ['is free only after the date', { earliest: '2026-12-03T10:00:00Z' }, {}],
    ['is never free', { earliest: null }, {}],
    ['would earn more than the order allows', { earns_cents: 80_001 }, {}],
  ])('drop one who %s', (_name, over, asked) => expect(dropped(over, asked)).toBe(true));

  it.each<[string, Partial<ExpertFacts>, Partial<Need>]>([
    ['would earn just what it allows', { earns_cents: 80_000 }, {}],
    ['of whom no amount is known', { earns_cents: null }, {}],
    ['where the order names no limit', { earns_cents: 900_000 }, { price: { ...PRICE, cap_cents: null } }],
    ['where nothing is priced yet', { earns_cents: null }, { price: null }],
  ])('keep one who %s', (_name, over, asked) => expect(dropped(over, asked)).toBe(false));

  it('count down, never up', () => {
    const { funnel, total } = rank(
      [expert(), expert({ profile_id: 2, conflict: true }), expert({ profile_id: 3, status: 'paused' })],
      need,
      NOW,
      's',
    );
    expect(total).toBe(3);
    expect(funnel.map((f) => f.left)).toEqual([2, 2, 2, 1, 1, 1, 1]);
    expect(funnel.map((f) => f.key)).toEqual(FILTERS.map((f) => f.key));
  });
});

describe('the price', () => {
  const points = (earns_cents: number | null | undefined, asked: Partial<Need> = {}) =>
    scoreOf(expert(earns_cents === undefined ? {} : { earns_cents }), { ...need, ...asked }, NOW).parts.price;

  it.each([
    [0, 5],
    [50_000, 5],
    [70_000, 3],
    [85_000, 1.5],
    [100_000, 0],
    [400_000, 0],
  ])('earns fewer points the more of it the expert would get: %i', (cents, earned) =>
    expect(points(cents)).toBe(earned),
  );

  it('earns as the usual share where an amount is not known', () => {
    expect(points(null)).toBe(3);
    expect(points(50_000, { price: null })).toBe(3);
    expect(points(50_000, { price: { ...PRICE, of_cents: 0 } })).toBe(3);
  });

  it('earns all of its points in a ranking of before amounts were looked at', () => {
    const { earns_cents: _earns, ...before } = expert();
    const { price: _price, ...asked } = need;
    expect(scoreOf(before, asked, NOW).parts.price).toBe(WEIGHTS.parts.price);
  });

  it('stands in no reason, which who orders reads', () => {
    const said = (cents: number) => scoreOf(expert({ earns_cents: cents }), need, NOW).reasons;
    expect(said(1)).toEqual(said(500_000));
  });
});

describe('fit', () => {
  it.each([
    [{ specialty: 'Neurosurgery', sub_specialty: 'Spine' }, 'exact'],
    [{ specialty: 'Neurosurgery', sub_specialty: 'Vascular' }, 'other_focus'],
    [{ specialty: 'Neurosurgery', sub_specialty: null }, 'general'],
    [{ specialty: 'Orthopedics', sub_specialty: 'Spine' }, 'adjacent'],
    [{ specialty: 'Dermatology', sub_specialty: 'Mohs' }, null],
  ])('%o is %s', (credential, expected) => {
    expect(fitOf(expert({ credentials: [{ ...expert().credentials[0]!, ...credential }] }), need, NOW)).toBe(expected);
  });
});

const anyExpert = fc
  .record({
    profile_id: fc.integer({ min: 1, max: 10_000 }),
    open_reviews: fc.integer({ min: 0, max: 10 }),
    max_open_reviews: fc.integer({ min: 1, max: 10 }),
    earliest: fc.option(
      fc.date({ min: NOW, max: new Date('2027-01-01'), noInvalidDate: true }).map((d) => d.toISOString()),
    ),
    finished: fc.integer({ min: 0, max: 50 }),
    rating_mean: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
    rating_n: fc.integer({ min: 0, max: 50 }),
    answer_hours: fc.option(fc.double({ min: 0, max: 200, noNaN: true })),
    used_by_organization: fc.integer({ min: 0, max: 20 }),
    state: fc.constantFrom('MA', 'TX', null),
    setting: fc.constantFrom('Academic center', 'Rural hospital', null),
  })
  .map((over) => expert({ ...over, late: Math.floor(over.finished / 3) }));

describe('score', () => {
  it('weighs one hundred points', () => expect(SCORE_PARTS.reduce((sum, p) => sum + WEIGHTS.parts[p], 0)).toBe(100));

  it('stays within what each part can earn, whatever the facts', () => {
    fc.assert(
      fc.property(
        anyExpert,
        fc.constantFrom(null, 'Academic center'),
        fc.constantFrom([], ['TX']),
        (e, setting, preferred_states) => {
          const c = scoreOf(e, { ...need, setting, preferred_states }, NOW);
          for (const part of SCORE_PARTS) {
            expect(c.parts[part], part).toBeGreaterThanOrEqual(0);
            expect(c.parts[part], part).toBeLessThanOrEqual(WEIGHTS.parts[part]);
          }
          expect(c.score).toBeGreaterThanOrEqual(0);
          expect(c.score).toBeLessThanOrEqual(100);
          expect(c.reasons.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('rises, or stays, when only one thing gets better', () => {
    const at = (over: Partial<ExpertFacts>) => scoreOf(expert(over), need, NOW).score;
    expect(at({ earliest: '2026-11-20T14:00:00Z' })).toBeGreaterThan(at({ earliest: '2026-12-01T14:00:00Z' }));
    expect(at({ late: 0 })).toBeGreaterThan(at({ late: 4 }));
    expect(at({ rating_mean: 4.9 })).toBeGreaterThanOrEqual(at({ rating_mean: 2 }));
    expect(at({ open_reviews: 0 })).toBeGreaterThan(at({ open_reviews: 4 }));
    expect(at({ used_by_organization: 0 })).toBeGreaterThan(at({ used_by_organization: 6 }));
  });

  it('is the same for the same facts and seed, in whatever order they come', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyExpert, { selector: (e) => e.profile_id, maxLength: 30 }),
        fc.string(),
        (experts, seed) => {
          const a = rank(experts, need, NOW, seed);
          const b = rank(experts.toReversed(), need, NOW, seed);
          expect(a).toEqual(b);
          const scores = a.candidates.map((c) => c.score);
          expect(scores).toEqual(scores.toSorted((x, y) => y - x));
          expect(a.candidates).toHaveLength(a.funnel.at(-1)?.left ?? -1);
        },
      ),
    );
  });
});

describe('what stands beside a score', () => {
  const of = (over: Partial<ExpertFacts>) => scoreOf(expert(over), need, NOW);
  const focused = (sub_specialty: string | null) =>
    of({ credentials: [{ ...expert().credentials[0]!, sub_specialty }] });
  const says = (found: ReturnType<typeof of>) => found.reasons.map((reason) => reason.text);

  it('tells a vascular surgeon from one of the spine, in points and in words', () => {
    const [spine, general, vascular] = [focused('Spine'), focused(null), focused('Vascular')];
    expect(spine.score).toBeGreaterThan(general.score);
    expect(general.score).toBeGreaterThan(vascular.score);
    expect(says(vascular)).toContain('Neurosurgery: vascular, not spine');
    expect(says(general)).toContain('Neurosurgery, without a focus on spine');
  });

  it('says who turned this review down and why, and takes no time of theirs for granted', () => {
    const declined = of({ turned_down: { on: '2026-11-16', reason: 'too_soon' } });
    expect(says(declined)).toContain('Declined this review on November 16: no time, or due too soon');
    expect(declined.score).toBeLessThan(of({}).score);
    expect(declined.parts.availability).toBe(0);
    expect(says(of({ turned_down: { on: '2026-11-16', reason: null } }))).toContain(
      'Did not answer for this review by November 16',
    );
    expect(of({ turned_down: { on: '2026-11-16', reason: 'side' } }).parts.availability).toBeGreaterThan(0);
  });

  it('names a state in full', () => {
    const nearby = scoreOf(expert({ state: 'ND' }), { ...need, preferred_states: ['ND'] }, NOW);
    expect(says(nearby)).toContain('Practices in North Dakota');
  });

  it('equal scores are known as such', () => {
    expect([...drawnScores([{ score: 80 }, { score: 71 }, { score: 80 }, { score: 60 }])]).toEqual([80]);
  });

  it('two true sentences from the record, whoever it is of', () => {
    fc.assert(
      fc.property(anyExpert, (facts) => {
        const said = recordSentences(facts);
        expect(said).toHaveLength(2);
        if (facts.finished > 0) expect(said[0]).toContain(String(facts.finished));
        else expect(said.join(' ')).not.toContain('Finished');
      }),
    );
    expect(recordSentences(expert({ late: 1 }))).toEqual([
      'Finished 10 reviews here, 9 of them on time.',
      'Answers an invitation within 6 hours on average.',
    ]);
  });

  it('of several to choose from, what differs comes first', () => {
    const [new1, new2] = [expert({ finished: 0, open_reviews: 0 }), expert({ finished: 0, open_reviews: 2 })];
    const all = [new1, new2];
    expect(all.map((one) => recordSentences(one, all)[0])).toEqual([
      'Has no other review open now.',
      'Has 2 reviews open now.',
    ]);
    const same = expert({
      finished: 0,
      open_reviews: 0,
      board_certified: true,
      answer_hours: null,
      used_by_organization: 0,
    });
    expect(recordSentences(same, [same, { ...same }])).toEqual([
      'Has no other review open now.',
      'Is board certified.',
    ]);
  });
});

describe('topThree', () => {
  it('leaves out who turned the review down, as long as there are others', () => {
    const of = (profile_id: number, turned_down: boolean) => ({
      profile_id,
      score: 100 - profile_id,
      is_new: false,
      turned_down,
    });
    const ids = (list: { profile_id: number }[]) => list.map((one) => one.profile_id);
    const ranked = [of(1, true), of(2, false), of(3, false), of(4, false)];
    expect(ids(topThree(ranked, need))).toEqual([2, 3, 4]);
    expect(ids(topThree(ranked.slice(0, 2), need))).toEqual([1, 2]);
  });

  const ranked = (list: [id: number, score: number, isNew: boolean][]) =>
    list.map(([profile_id, score, is_new]) => ({ ...scoreOf(expert({ profile_id }), need, NOW), score, is_new }));

  it('gives the third place to a new expert who is close', () => {
    expect(
      topThree(
        ranked([
          [1, 93, false],
          [2, 90, false],
          [3, 88, false],
          [4, 80, true],
        ]),
        need,
      ).map((c) => c.profile_id),
    ).toEqual([1, 2, 4]);
  });
  it('but not to one who is far behind, and not when one is there already', () => {
    expect(
      topThree(
        ranked([
          [1, 93, false],
          [2, 90, false],
          [3, 88, false],
          [4, 60, true],
        ]),
        need,
      ).map((c) => c.profile_id),
    ).toEqual([1, 2, 3]);
    expect(
      topThree(
        ranked([
          [1, 93, true],
          [2, 90, false],
          [3, 88, false],
          [4, 87, true],
        ]),
        need,
      ).map((c) => c.profile_id),
    ).toEqual([1, 2, 3]);
  });
  it('takes in who was asked for and gives none of their places away, in the order of their rank', () => {
    const five = ranked([
      [1, 93, false],
      [2, 90, false],
      [3, 88, false],
      [4, 87, true],
      [5, 40, false],
    ]);
    const three = (...preferred_experts: number[]) => topThree(five, { preferred_experts }).map((c) => c.profile_id);
    expect(three(5)).toEqual([1, 4, 5]);
    expect(three(5, 3, 2)).toEqual([2, 3, 5]);
    // nobody who was not ranked
    expect(three(9)).toEqual([1, 2, 4]);
  });
});

describe('invitations', () => {
  it('last 48 hours, expedited eight business hours of the expert', () => {
    expect(invitationExpiry(NOW, false, 'America/New_York', holidaysIn(null, [])).toISOString()).toBe(
      '2026-11-20T15:00:00.000Z',
    );
    // Wednesday 10:00 in New York: seven hours are left until five, one more on Thursday from eight
    expect(invitationExpiry(NOW, true, 'America/New_York', holidaysIn(null, [])).toISOString()).toBe(
      '2026-11-19T14:00:00.000Z',
    );
    // Wednesday before Thanksgiving, noon: five hours, then nothing on the holiday, three more on Friday from eight
    const eve = new Date('2026-11-25T17:00:00Z');
    expect(invitationExpiry(eve, true, 'America/New_York', holidaysIn(null, [])).toISOString()).toBe(
      '2026-11-27T16:00:00.000Z',
    );
  });
  it('remind halfway', () =>
    expect(reminderAt(NOW, new Date(NOW.getTime() + 10_000)).getTime()).toBe(NOW.getTime() + 5000));
});

describe('attestation', () => {
  const clean = Object.fromEntries(ATTESTATION_LINES.map((l) => [l.key, l.good]));
  it('is clean only when every line is answered the good way', () => {
    expect(attestationState(clean)).toEqual({ missing: [], disclosed: [] });
    for (const line of ATTESTATION_LINES) {
      expect(attestationState({ ...clean, [line.key]: !line.good }).disclosed).toEqual([line.key]);
      const { [line.key]: _, ...rest } = clean;
      expect(attestationState(rest).missing).toEqual([line.key]);
    }
  });
});
