import { describe, expect, test } from 'vitest';
import { npi } from './define.ts';
import { DEMO_MATTERS, demoMatter } from './index.ts';

const day = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
const luhn = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, char, at) => {
    const digit = Number(char) * (at % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
};

describe('the demo matters as a whole', () => {
  test('cover many specialties and states, with unique keys, captions, claim numbers and patients', () => {
    expect(DEMO_MATTERS.length).toBeGreaterThanOrEqual(34);
    expect(new Set(DEMO_MATTERS.map((m) => m.specialty)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(DEMO_MATTERS.map((m) => m.venue_state)).size).toBeGreaterThanOrEqual(30);
    for (const of of ['key', 'caption', 'claim_number'] as const) {
      expect(new Set(DEMO_MATTERS.map((m) => m[of])).size).toBe(DEMO_MATTERS.length);
    }
    expect(new Set(DEMO_MATTERS.map((m) => m.clinical.mrn)).size).toBe(DEMO_MATTERS.length);
    const numbers = DEMO_MATTERS.flatMap((m) => m.defendants.flatMap((d) => d.npi ?? []));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('hold the wanted amount of paper, four scans among it', () => {
    const records = DEMO_MATTERS.flatMap((m) => m.records);
    const pages = records.reduce((sum, r) => sum + r.pages, 0);
    expect(pages).toBeGreaterThan(4500);
    expect(pages).toBeLessThan(7000);
    expect(
      records
        .filter((r) => r.scan)
        .map((r) => r.pages)
        .every((n) => n >= 20 && n <= 40),
    ).toBe(true);
    expect(records.filter((r) => r.scan)).toHaveLength(4);
    expect(records.filter((r) => r.pages >= 300)).toHaveLength(3);
  });

  test('are found by key', () => {
    expect(demoMatter('ferrante').caption).toBe('Ferrante v. Brightwater Regional');
    expect(() => demoMatter('nobody')).toThrow(RangeError);
  });

  test('NPIs carry the published check digit', () => {
    expect(npi('123456789')).toBe('1234567893');
  });
});

describe.each(DEMO_MATTERS.map((matter) => [matter.key, matter] as const))('%s', (_key, matter) => {
  test('has sound claim data', () => {
    const incident = day(matter.date_of_incident);
    expect(day(matter.claimant.date_of_birth)).toBeLessThanOrEqual(incident);
    expect(incident).toBeGreaterThanOrEqual(day('2022-11-01'));
    expect(incident).toBeLessThanOrEqual(day('2025-11-30'));
    expect(day(matter.date_claim_reported)).toBeGreaterThan(incident);
    expect(day(matter.date_claim_reported)).toBeLessThan(day('2026-06-01'));
    expect(matter.summary.length).toBeGreaterThanOrEqual(150);
    expect(matter.summary.length).toBeLessThanOrEqual(500);
    expect(matter.questions.length).toBeGreaterThanOrEqual(2);
    expect(matter.questions.length).toBeLessThanOrEqual(5);
    expect(matter.questions.every((question) => question.endsWith('?'))).toBe(true);
    for (const { npi: number } of matter.defendants) {
      if (number !== undefined) expect(luhn(`80840${number}`) && number.length === 10).toBe(true);
    }
    expect(matter.parties.filter((party) => party.kind === 'firm')).toHaveLength(2);
    const surname = matter.claimant.last_name;
    expect(matter.caption).toContain(surname);
  });

  test('has records in order of time', () => {
    for (const record of matter.records) {
      expect(record.pages, record.name).toBeGreaterThanOrEqual(20);
      expect(record.pages).toBeLessThanOrEqual(400);
      expect(record.visible_to_expert).toBe(!['incident_report', 'prior_expert_report'].includes(record.category));
      expect(day(matter.claimant.date_of_birth)).toBeLessThanOrEqual(day(record.from));
      const phases = record.facts.phases.map((phase) => phase.at);
      expect(phases, record.name).toEqual(phases.toSorted());
      for (const at of phases)
        expect(at.slice(0, 10) >= record.from && at.slice(0, 10) <= record.to, `${record.name} ${at}`).toBe(true);
      const planted = record.facts.planted;
      expect(
        planted.map((entry) => entry.at),
        record.name,
      ).toEqual(planted.map((entry) => entry.at).toSorted());
      expect(planted.map((entry) => entry.page)).toEqual(planted.map((entry) => entry.page).toSorted((a, b) => a - b));
      for (const entry of planted) {
        expect(entry.page > 2 && entry.page < record.pages, `${record.name} page ${entry.page}`).toBe(true);
        expect(
          entry.at.slice(0, 10) >= record.from && entry.at.slice(0, 10) <= record.to,
          `${record.name} ${entry.at}`,
        ).toBe(true);
      }
    }
  });

  test('answers each question, with cites out of readable records', () => {
    expect(matter.conclusion.answers.map((answer) => answer.question)).toEqual(matter.questions.map((_, at) => at));
    for (const answer of matter.conclusion.answers) {
      expect(answer.cites.length).toBeGreaterThan(0);
      for (const cite of answer.cites) expect(matter.records[cite.record]?.scan).toBe(false);
    }
  });
});
