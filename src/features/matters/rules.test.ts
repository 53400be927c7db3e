import { describe, expect, it } from 'vitest';
import { stepsForAnother } from './rules.ts';

describe('an order for another expert on the matter', () => {
  const steps = {
    step_one: { caption: 'Ferrante v. Brightwater', trial_on: '2027-05-01', side: 'defense' },
    step_two: { conflict_parties: [{ name: 'Ana Ferrante', role: 'plaintiff', kind: 'person' }] },
    step_three: { specialty_id: 3, service: 'testifying', summary: 'A fall.', questions: ['Was it late?'] },
    step_four: { needed_by: '2027-03-01', retainer: 'replenished', budget_cap: 500_000, terms_accepted: true },
  };

  it('begins with the matter’s names, dates and summary', () => {
    const { step_one, step_two, step_three } = stepsForAnother(steps);
    expect([step_one, step_two]).toEqual([steps.step_one, steps.step_two]);
    expect(step_three).toMatchObject({ service: 'testifying', summary: 'A fall.' });
  });

  it('and with nothing that hangs on which expert it is, nor with terms somebody accepted', () => {
    const { step_three, step_four } = stepsForAnother(steps);
    expect(Object.keys({ ...step_three, ...step_four }).sort()).toEqual(['service', 'summary']);
  });

  it('leaves the steps that were given as they were', () => {
    const before = structuredClone(steps);
    stepsForAnother(steps);
    expect(steps).toEqual(before);
  });
});
