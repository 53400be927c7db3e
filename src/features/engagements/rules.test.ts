import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEGAL_STATE_TABLE } from '../reviews/kinds/legal-case/states.ts';
import {
  agreementText,
  amendmentFaults,
  discoverability,
  drawnFrom,
  type EngagementTerms,
  firstTerms,
  isAmendable,
  isTheirName,
  MOST_CENTS,
  restsFor,
  retainerChange,
  roleChange,
  settledBy,
  type RetainerMovement,
  standing,
  termChanges,
  termFaults,
  termLines,
  toReplenish,
} from './rules.ts';

const LEGAL = Object.keys(LEGAL_STATE_TABLE) as (keyof typeof LEGAL_STATE_TABLE)[];
const order = { service: 'testifying', retainer: 'replenished', retainer_terms: '', budget_cap: 12_000 };
const usual = firstTerms(order, [], { hourly_cents: 50_000, step_minutes: 6 });
const facts = {
  number: 'LC-1',
  caption: 'Ferrante v. Brightwater',
  court: 'Circuit Court of Cook County, IL',
  firm: 'Calder & Rowe',
  expert: 'Ines Falkenrath, MD',
};

describe('what a first proposal begins with', () => {
  it('is the usual of the field where the expert keeps no rates', () => {
    expect(usual).toMatchObject({
      role: 'testifying',
      hourly_cents: 50_000,
      deposition_hourly_cents: 50_000,
      deposition_minimum_hours: 2,
      trial_day_cents: 400_000,
      travel_hourly_cents: 25_000,
      retainer_cents: 500_000,
      replenish_below_cents: 100_000,
      holds_when_used_up: true,
      budget_cents: 1_200_000,
    });
    expect(termFaults(usual)).toEqual([]);
  });

  it('takes the expert’s own rates, each for what it is kept for', () => {
    const terms = firstTerms(
      { ...order, retainer: 'once', budget_cap: 100 },
      [
        { service: '', amount_cents: 60_000, unit: 'hour' },
        { service: 'Deposition', amount_cents: 90_000, unit: 'hour' },
        { service: 'Trial', amount_cents: 700_000, unit: 'day' },
        { service: 'Travel', amount_cents: 20_000, unit: 'hour' },
        { service: '', amount_cents: 45_000, unit: 'review' },
      ],
      { hourly_cents: 50_000, step_minutes: 6 },
    );
    expect(terms).toMatchObject({
      hourly_cents: 60_000,
      deposition_hourly_cents: 90_000,
      trial_day_cents: 700_000,
      travel_hourly_cents: 20_000,
      retainer_cents: 600_000,
      replenish_below_cents: 0,
      holds_when_used_up: false,
      // less than the retainer alone is no budget one can agree on
      budget_cents: null,
    });
    expect(termFaults(terms)).toEqual([]);
  });

  it.each<[Partial<EngagementTerms>, string]>([
    [{ hourly_cents: 0 }, 'hourly_cents'],
    [{ replenish_below_cents: 500_000 }, 'replenish_below_cents'],
    [{ retainer_cents: 0, replenish_below_cents: 0 }, 'holds_when_used_up'],
    [{ budget_cents: 499_999 }, 'budget_cents'],
    [{ cancel_percent: 0 }, 'cancel_percent'],
  ])('%o is not proposed', (change, path) => {
    expect(termFaults({ ...usual, ...change }).map((fault) => fault.path)).toEqual([path]);
  });
});

describe('what changed between two proposals', () => {
  it('names each term that differs, as both read, and nothing else', () => {
    expect(termChanges(usual, usual)).toEqual([]);
    expect(
      termChanges(usual, { ...usual, hourly_cents: 55_000, no_drafts: true, further: 'By video where possible.' }),
    ).toEqual([
      { label: 'Work', was: '$500.00 an hour', now: '$550.00 an hour' },
      { label: 'Drafts', was: 'They are kept', now: 'None are kept' },
      { label: 'Further terms', was: 'None', now: 'By video where possible.' },
    ]);
  });

  it('reads every term', () => {
    expect(
      termLines(usual)
        .map(({ says }) => says)
        .every((says) => says.length > 1),
    ).toBe(true);
    expect(termLines(usual)).toHaveLength(Object.keys(usual).length);
  });
});

describe('the document', () => {
  it('says every amount that was agreed, and its headings are lines of it', () => {
    const terms = { ...usual, deposition_hourly_cents: 70_000, further: 'No Fridays.' };
    const { text, headings } = agreementText(terms, facts);
    for (const said of [
      '$500.00 an hour',
      '$700.00 an hour, for 2 hours',
      '$4,000.00 a day',
      '$250.00 an hour',
      'a retainer of $5,000.00',
      'less than $1,000.00',
      '$12,000.00 in all',
      '14 days before',
      '50 percent',
      'within 30 days',
      'Ferrante v. Brightwater',
      'Ines Falkenrath, MD',
      'No Fridays.',
    ])
      expect(text).toContain(said);
    const lines = text.split('\n\n');
    for (const heading of headings) expect(lines).toContain(heading);
  });

  it('says of drafts that are not kept what becomes of one that is never signed; what was signed before keeps its words', () => {
    const none = { ...usual, no_drafts: true };
    const { text } = agreementText(none, facts);
    expect(text).toContain('A draft that is never signed is deleted a day after the matter is canceled.');
    expect(text).toContain('A legal hold on the matter or on the firm keeps it');
    // the first template, as agreements were signed by it: nothing but that paragraph is another
    const first = agreementText(none, facts, 1).text;
    expect(first).toContain(
      'Drafts of a report are not kept once it is signed, unless a court or a legal hold asks for them.',
    );
    const [lines, before] = [text.split('\n\n'), first.split('\n\n')];
    expect(lines.filter((line) => !before.includes(line))).toHaveLength(1);
    expect(agreementText(usual, facts, 1)).toEqual(agreementText(usual, facts));
  });

  it('is another text whenever a term is another', () => {
    const texts = (Object.keys(usual) as (keyof EngagementTerms)[])
      // a share of nothing is not said; here the days stand
      .map((name) => {
        const value = usual[name];
        const other =
          name === 'role'
            ? 'consulting'
            : name === 'further'
              ? 'x'
              : name === 'step_minutes'
                ? 15
                : typeof value === 'boolean'
                  ? !value
                  : Number(value) + 1;
        return agreementText({ ...usual, [name]: other }, facts).text;
      });
    expect(new Set([...texts, agreementText(usual, facts).text]).size).toBe(texts.length + 1);
  });

  it.each([
    ['Ines Falkenrath', 'Ines Falkenrath', true],
    ['  ines   FALKENRATH ', 'Ines Falkenrath', true],
    ['Jose Nunez', 'José Núñez', true],
    ['Ines F.', 'Ines Falkenrath', false],
    ['', 'Ines Falkenrath', false],
    ['.', '-', false],
  ])('“%s” for %s: %s', (typed, name, is) => {
    expect(isTheirName(typed, name)).toBe(is);
  });
});

describe('a retainer', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 });
  /** Steps as people take them; what is not possible then is left out, as the commands refuse it. */
  const acts = fc.array(fc.tuple(fc.constantFrom('ask', 'receive', 'use', 'correct', 'refund', 'waive'), amount), {
    maxLength: 40,
  });

  it('is never negative and exact to the cent, whatever is done to it', () => {
    fc.assert(
      fc.property(acts, (steps) => {
        const movements: RetainerMovement[] = [];
        let paid = 0;
        let charged = 0;
        let back = 0;
        const add = (event: RetainerMovement['event'], cents: number): void => {
          movements.push({ event, cents, settles_cents: settledBy(standing(movements), event, cents) });
        };
        for (const [act, cents] of steps) {
          const now = standing(movements);
          if (act === 'ask') add('asked', cents);
          if (act === 'receive') {
            add('received', cents);
            paid += cents;
          }
          if (act === 'use') {
            const drawn = drawnFrom(now, cents);
            add('used', drawn);
            charged += drawn;
          }
          if (act === 'correct' && cents <= now.used) {
            add('unused', cents);
            charged -= cents;
          }
          if (act === 'refund' && cents <= now.balance) {
            add('refunded', cents);
            back += cents;
          }
          if (act === 'waive') add('waived', now.due);
          const then = standing(movements);
          for (const value of Object.values(then)) expect(value).toBeGreaterThanOrEqual(0);
          expect(then.balance).toBe(paid - charged - back);
          // what is asked for is due whole, whatever was paid ahead
          if (act === 'ask') expect(then.due).toBe(now.due + cents);
          if (act === 'waive') expect(then.due).toBe(0);
        }
      }),
    );
  });

  it('is asked for again once, to be whole, below the mark that was agreed', () => {
    const terms = { retainer_cents: 500_000, replenish_below_cents: 100_000 };
    expect(toReplenish({ balance: 100_000, due: 0 }, terms)).toBe(0);
    expect(toReplenish({ balance: 99_999, due: 0 }, terms)).toBe(400_001);
    expect(toReplenish({ balance: 99_999, due: 1 }, terms)).toBe(0);
    expect(toReplenish({ balance: 0, due: 0 }, { ...terms, replenish_below_cents: 0 })).toBe(0);
  });

  it('lets work rest only where it was agreed, and at nothing left', () => {
    const terms = { retainer_cents: 500_000, holds_when_used_up: true };
    expect(restsFor({ balance: 0 }, terms)).toBe(true);
    expect(restsFor({ balance: 1 }, terms)).toBe(false);
    expect(restsFor({ balance: 0 }, { ...terms, holds_when_used_up: false })).toBe(false);
    expect(restsFor({ balance: 0 }, { ...terms, retainer_cents: 0 })).toBe(false);
  });
});

describe('a change of the agreement', () => {
  const held = firstTerms({ service: 'consulting' }, [], { hourly_cents: 50_000, step_minutes: 6 });

  it('names a change of role only where somebody becomes a witness, or is one no longer', () => {
    const change = (was: EngagementTerms['role'], now: EngagementTerms['role']) =>
      roleChange({ role: was }, { role: now });
    expect(change('consulting', 'testifying')).toBe('becomes_testifying');
    expect(change('consulting_first', 'testifying')).toBe('becomes_testifying');
    expect(change('testifying', 'consulting')).toBe('becomes_consulting');
    expect(change('testifying', 'consulting_first')).toBe('becomes_consulting');
    expect(change('consulting', 'consulting_first')).toBeNull();
    for (const role of ['consulting', 'testifying', 'consulting_first'] as const) expect(change(role, role)).toBeNull();
  });

  it('has to differ, and to hold together', () => {
    expect(amendmentFaults(held, held).map(({ path }) => path)).toEqual(['role']);
    expect(amendmentFaults(held, { ...held, role: 'testifying' })).toEqual([]);
    expect(amendmentFaults(held, { ...held, hourly_cents: 0 }).map(({ path }) => path)).toEqual(['hourly_cents']);
  });

  it('asks for no more than makes the retainer whole, and waives no more than is due', () => {
    const amount = fc.nat(MOST_CENTS);
    fc.assert(
      fc.property(amount, amount, amount, amount, (was, now, balance, due) => {
        const { asked, waived } = retainerChange({ retainer_cents: was }, { retainer_cents: now }, { balance, due });
        for (const cents of [asked, waived]) expect(cents).toBeGreaterThanOrEqual(0);
        expect(asked).toBeLessThanOrEqual(Math.max(0, now - was));
        if (asked > 0) expect(balance + due + asked).toBeLessThanOrEqual(now);
        expect(waived).toBeLessThanOrEqual(due);
        if (waived > 0) expect(balance + due - waived).toBeGreaterThanOrEqual(now);
        if (was === now) expect([asked, waived]).toEqual([0, 0]);
      }),
    );
    const change = (was: number, now: number, balance: number, due: number) =>
      retainerChange({ retainer_cents: was }, { retainer_cents: now }, { balance, due });
    expect(change(500_000, 800_000, 500_000, 0)).toEqual({ asked: 300_000, waived: 0 });
    expect(change(800_000, 100_000, 500_000, 300_000)).toEqual({ asked: 0, waived: 300_000 });
    // lowered and raised again, what was paid is not asked for twice
    expect(change(500_000, 1_000_000, 1_000_000, 0)).toEqual({ asked: 0, waived: 0 });
    // what was used is not asked for by a change
    expect(change(500_000, 800_000, 200_000, 0)).toEqual({ asked: 300_000, waived: 0 });
  });

  it('is open while the expert works, and in no other state', () => {
    const states = LEGAL.filter((status) => isAmendable({ kind: 'Generic', status }));
    expect(states).toContain('retained');
    expect(states).toContain('report_delivered');
    for (const status of ['draft', 'agreement_proposed', 'retainer_pending', 'on_hold', 'concluded', 'closed'] as const)
      expect(states).not.toContain(status);
    expect(isAmendable({ kind: 'Case', status: 'report_in_progress' })).toBe(false);
  });

  it('tells who writes what the other side may read, by the role', () => {
    for (const of of ['conversation', 'draft'] as const) {
      expect(discoverability('testifying', of).why).toContain('The expert testifies');
      expect(discoverability('consulting', of)).toEqual(discoverability('consulting_first', of));
      expect(discoverability('consulting', of).why).toContain('Should they testify later');
    }
  });
});
