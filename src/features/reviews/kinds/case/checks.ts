import type { FieldRule, Section } from '../form.ts';
import {
  attendeesFit,
  emailHolds,
  inRange,
  neededByPossible,
  notInFuture,
  npiHolds,
  partiesNamed,
  questionsWritten,
  specialtyFits,
} from '../shared-rules.ts';
import { type CaseFields, QUESTIONS_MAX } from './fields.ts';

/** Business days from today until which a case cannot be needed: standard and expedited. */
export const NEEDED_BY_DAYS = { standard: 3, expedited: 1 } as const;
const YEARS_MAX = 50;
const EXPERTS_MAX = 3;

/** All rules of an order by step. Each is named; a fault says which one and where. */
export const CASE_RULES: Record<Section, FieldRule<CaseFields>[]> = {
  step_one: [
    (f, facts, add) => {
      notInFuture(f.date_of_incident, 'date_of_incident', facts, add);
      notInFuture(f.date_claim_reported, 'date_claim_reported', facts, add);
      notInFuture(f.claimant_dob, 'claimant_dob', facts, add);
    },
    (f, _facts, add) => {
      if (f.claimant_dob && f.date_of_incident && f.claimant_dob > f.date_of_incident)
        add('claimant_dob', 'born_before_incident', 'This is after the incident. Check both dates.');
      if (f.date_claim_reported && f.date_of_incident && f.date_claim_reported < f.date_of_incident)
        add('date_claim_reported', 'reported_after_incident', 'This is before the incident. Check both dates.');
    },
    (f, _facts, add) => {
      for (const [i, d] of (f.defendants ?? []).entries()) {
        if (d.name === '')
          add(`defendants.${i}.name`, 'defendant_named', 'Enter the provider’s name, or remove the line.');
        npiHolds(d.npi, `defendants.${i}.npi`, add);
      }
    },
    (f, facts, add) => {
      if (f.case_type && facts.flags['case_type_enabled'] && !facts.case_types.includes(f.case_type))
        add('case_type', 'case_type_known', 'This case type is no longer used. Choose another.');
      for (const key of ['contact_email', 'referrer_email'] as const) emailHolds(f[key], key, add);
    },
  ],
  step_two: [
    specialtyFits,
    (f, facts, add) => {
      if (f.second_specialty_id && !facts.specialties.has(f.second_specialty_id))
        add('second_specialty_id', 'specialty_active', 'This specialty is no longer offered. Choose another.');
      inRange(
        f.active_within_years,
        [0, YEARS_MAX],
        { path: 'active_within_years', rule: 'years_range', says: `Enter between 0 and ${YEARS_MAX} years.` },
        add,
      );
      inRange(
        f.number_of_experts,
        [1, EXPERTS_MAX],
        { path: 'number_of_experts', rule: 'experts_range', says: `One to ${EXPERTS_MAX} experts can be asked for.` },
        add,
      );
      if (f.second_specialty_id && f.second_specialty_id === f.specialty_id)
        add('second_specialty_id', 'specialties_differ', 'This is the first specialty again.');
    },
    (f, _facts, add) => {
      const excluded = new Set(f.excluded_states);
      for (const key of ['licensed_states', 'preferred_states'] as const) {
        const both = (f[key] ?? []).find((s) => excluded.has(s));
        if (both) add(key, 'states_agree', `${both} is excluded below. Remove it from one of the two.`);
      }
    },
  ],
  step_three: [
    (f, _facts, add) => questionsWritten(f, QUESTIONS_MAX, add),
    (f, facts, add) => {
      if (f.records_follow_by && !f.records_complete && f.records_follow_by < facts.today)
        add('records_follow_by', 'records_follow', 'This date has passed. When will the rest follow?');
    },
  ],
  step_four: [
    (f, facts, add) => {
      if (f.service && !facts.services.includes(f.service))
        add('service', 'service_known', 'This is no longer offered. Choose one of the services.');
    },
    neededByPossible(NEEDED_BY_DAYS),
    (f, _facts, add) => {
      if (f.needed_by && f.decision_deadline && f.decision_deadline < f.needed_by)
        add(
          'decision_deadline',
          'deadline_after_needed',
          'The decision is before you need the review. Check both dates.',
        );
    },
    attendeesFit('allow_case_review_call_subscribers'),
    partiesNamed,
  ],
};
