import { earliestNeededBy, type FieldRule, type Section } from '../form.ts';
import { inRange, notInFuture, npiHolds, partiesNamed, questionsWritten, specialtyFits } from '../shared-rules.ts';
import type { CaseFields } from './fields.ts';
import { CASE_SERVICES } from './options.ts';

/** Business days from today until which a case cannot be needed: standard and expedited. */
export const NEEDED_BY_DAYS = { standard: 3, expedited: 1 } as const;
export const SUMMARY_MIN = 100;
export const QUESTIONS_MAX = 20;
export const ATTENDEES_MAX = 10;
const YEARS_MAX = 50;
const EXPERTS_MAX = 3;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is said of a starred field left empty. */
export const CASE_MISSING: Partial<Record<keyof CaseFields, string>> = {
  claim_number: 'Enter the claim or matter number.',
  claimant_first_name: 'Enter the claimant’s first name.',
  claimant_last_name: 'Enter the claimant’s last name.',
  defendants: 'Name at least one insured or defendant provider.',
  venue_state: 'Choose the state the matter belongs to.',
  date_of_incident: 'Enter the date of the incident.',
  claim_stage: 'Choose how far the claim is.',
  case_type: 'Choose the case type.',
  specialty_id: 'Choose the specialty the expert should have.',
  sub_specialty_id: 'Choose the sub-specialty.',
  summary: 'Describe what happened.',
  issue_scope: 'Choose at least one issue the expert should address.',
  questions: 'Ask at least one question.',
  service: 'Choose what you need: a call, a report, or both.',
  needed_by: 'Choose the date you need it by.',
  conflict_parties: 'Name everyone in the matter, so that experts can be checked for conflicts.',
  terms_accepted: 'Accept the terms to order.',
};

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
      for (const key of ['contact_email', 'referrer_email'] as const) {
        const value = f[key];
        if (value && !EMAIL.test(value)) add(key, 'email_valid', `“${value}” is not an e-mail address.`);
      }
    },
  ],
  step_two: [
    specialtyFits,
    (f, facts, add) => {
      if (f.second_specialty_id && !facts.specialties.has(f.second_specialty_id))
        add('second_specialty_id', 'specialty_active', 'This specialty is not offered any more. Choose another.');
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
    (f, _facts, add) => {
      const length = f.summary?.trim().length ?? 0;
      if (length > 0 && length < SUMMARY_MIN)
        add('summary', 'summary_long_enough', `${length} characters so far, at least ${SUMMARY_MIN} are needed.`);
    },
    (f, _facts, add) => questionsWritten(f, QUESTIONS_MAX, add),
    (f, facts, add) => {
      if (f.records_follow_by && !f.records_complete && f.records_follow_by < facts.today)
        add('records_follow_by', 'records_follow', 'This date has passed. By when will the rest follow?');
    },
  ],
  step_four: [
    (f, facts, add) => {
      if (f.service && !CASE_SERVICES.some((s) => s.value === f.service))
        add('service', 'service_known', 'Choose one of the services.');
      if (!f.needed_by) return;
      const earliest = earliestNeededBy(NEEDED_BY_DAYS, facts.today, f.expedited === true, facts.isHoliday);
      if (f.needed_by < earliest)
        add(
          'needed_by',
          'needed_by_possible',
          f.expedited
            ? `The earliest is ${earliest}, one business day from now.`
            : `The earliest is ${earliest}, three business days from now. Expedited it can be sooner.`,
        );
      if (f.decision_deadline && f.decision_deadline < f.needed_by)
        add(
          'decision_deadline',
          'deadline_after_needed',
          'The decision is before you need the review. Check both dates.',
        );
    },
    (f, facts, add) => {
      const attendees = f.attendees ?? [];
      if (attendees.length > 0 && !facts.flags['allow_case_review_call_subscribers'])
        add('attendees', 'attendees_allowed', 'Your organization does not invite others to calls.');
      if (attendees.length > ATTENDEES_MAX)
        add('attendees', 'attendees_count', `At most ${ATTENDEES_MAX} people can join.`);
      const seen = new Set<string>();
      for (const [i, a] of attendees.entries()) {
        const email = a.email.toLowerCase();
        if (a.name === '') add(`attendees.${i}.name`, 'attendee_named', 'Enter a name.');
        if (!EMAIL.test(a.email)) add(`attendees.${i}.email`, 'email_valid', `“${a.email}” is not an e-mail address.`);
        else if (seen.has(email))
          add(`attendees.${i}.email`, 'attendees_distinct', 'This person is already on the list.');
        else if (facts.email_domains && !facts.email_domains.includes(email.split('@')[1] ?? ''))
          add(
            `attendees.${i}.email`,
            'attendee_domain',
            'Your organization only invites addresses of its own domains.',
          );
        seen.add(email);
      }
    },
    partiesNamed,
  ],
};

/** Fields that no longer change once an expert has accepted: the expert's basis and who was checked for conflicts. */
export const CASE_FIXED_AFTER_ACCEPTANCE: ReadonlySet<keyof CaseFields> = new Set([
  'specialty_id',
  'sub_specialty_id',
  'second_specialty_id',
  'license_level',
  'conflict_parties',
  'claimant_first_name',
  'claimant_last_name',
  'defendants',
  'facility',
  'insurer',
  'service',
  'expedited',
]);
