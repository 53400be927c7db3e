import type { FieldRule, Section } from '../form.ts';
import {
  emailHolds,
  inRange,
  neededByPossible,
  partiesNamed,
  questionsWritten,
  specialtyFits,
} from '../shared-rules.ts';
import { type LegalFields, QUESTIONS_MAX, SCHEDULED } from './fields.ts';

/** Business days from today until which a first opinion cannot be needed: standard and expedited. */
export const NEEDED_BY_DAYS = { standard: 10, expedited: 5 } as const;
const YEARS_MAX = 50;
const RATE_MAX = 5_000;
const BUDGET_MAX = 10_000_000;

/** What each scheduled date is called in a sentence. */
const CALLED: Record<(typeof SCHEDULED)[number], string> = {
  disclosure_deadline: 'the disclosure of experts',
  deposition_on: 'the deposition',
  discovery_cutoff: 'the discovery cut-off',
  trial_on: 'the trial',
};

/** All rules of an order by step. Each is named; a fault says which one and where. */
export const LEGAL_RULES: Record<Section, FieldRule<LegalFields>[]> = {
  step_one: [
    (f, facts, add) => {
      if (f.no_schedule === true) return;
      if (SCHEDULED.every((key) => !f[key]))
        add(
          'disclosure_deadline',
          'schedule_known',
          'Enter at least one date, or check that there is no scheduling order yet.',
        );
      for (const key of SCHEDULED) {
        const day = f[key];
        if (day && day < facts.today) add(key, 'scheduled_ahead', 'This date has passed.');
        // nothing of the schedule comes after the trial
        if (day && f.trial_on && day > f.trial_on)
          add(key, 'before_trial', `This is after the trial. Check both dates.`);
      }
      if (f.disclosure_deadline && f.deposition_on && f.deposition_on < f.disclosure_deadline)
        add(
          'deposition_on',
          'deposition_after_disclosure',
          `This is before ${CALLED.disclosure_deadline}. Check both dates.`,
        );
    },
  ],
  step_two: [
    partiesNamed,
    (f, _facts, add) => {
      const parties = f.conflict_parties ?? [];
      if (parties.length === 0) return;
      // an expert cleared against one side alone is not cleared
      for (const [role, who] of [
        ['plaintiff', 'plaintiff'],
        ['defendant', 'defendant'],
      ] as const)
        if (!parties.some((one) => one.role === role))
          add(
            'conflict_parties',
            'both_sides_named',
            `Name at least one ${who}: experts are cleared against both sides.`,
          );
    },
  ],
  step_three: [
    specialtyFits,
    (f, facts, add) => {
      if (f.second_specialty_id && !facts.specialties.has(f.second_specialty_id))
        add('second_specialty_id', 'specialty_active', 'This specialty is no longer offered. Choose another.');
      if (f.second_specialty_id && f.second_specialty_id === f.specialty_id)
        add('second_specialty_id', 'specialties_differ', 'This is the first specialty again.');
      if (f.service && !facts.services.includes(f.service))
        add('service', 'service_known', 'This is no longer offered. Choose another role.');
      inRange(
        f.active_within_years,
        [0, YEARS_MAX],
        { path: 'active_within_years', rule: 'years_range', says: `Enter between 0 and ${YEARS_MAX} years.` },
        add,
      );
      inRange(
        f.max_rate,
        [1, RATE_MAX],
        { path: 'max_rate', rule: 'rate_range', says: 'Enter whole dollars an hour, up to 5,000.' },
        add,
      );
      inRange(
        f.budget_cap,
        [1, BUDGET_MAX],
        { path: 'budget_cap', rule: 'budget_range', says: 'Enter whole dollars, up to 10,000,000.' },
        add,
      );
      const both = (f.licensed_states ?? []).find((s) => (f.excluded_states ?? []).includes(s));
      if (both) add('licensed_states', 'states_agree', `${both} is excluded below. Remove it from one of the two.`);
    },
    (f, _facts, add) => questionsWritten(f, QUESTIONS_MAX, add),
    (f, facts, add) => {
      if (f.records_follow_by && !f.records_complete && f.records_follow_by < facts.today)
        add('records_follow_by', 'records_follow', 'This date has passed. When will the rest follow?');
    },
  ],
  step_four: [
    neededByPossible(NEEDED_BY_DAYS),
    (f, _facts, add) => {
      const first = SCHEDULED.find((key) => f.no_schedule !== true && f[key] && f.needed_by && f[key] < f.needed_by);
      if (first) add('needed_by', 'needed_in_time', `This is after ${CALLED[first]}. Check both dates.`);
      emailHolds(f.billing_contact_email, 'billing_contact_email', add);
    },
  ],
};
