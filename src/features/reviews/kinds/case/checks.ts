import { addBusinessDays, type IsHoliday } from '../../../../core/time.ts';
import { CASE_FIELD_SECTIONS, type CaseFields, type CaseSection, type FieldSpec } from './fields.ts';
import { CASE_SERVICES } from './options.ts';

/** Facts beside the fields that ordering a case looks at. */
export interface CaseCheckFacts {
  /** Today in the organization's zone, YYYY-MM-DD. */
  today: string;
  isHoliday: IsHoliday;
  flags: Readonly<Partial<Record<string, boolean>>>;
  case_types: readonly string[];
  /** Active specialties with the ids of their active sub-specialties. */
  specialties: ReadonlyMap<number, ReadonlySet<number>>;
  /** Domains e-mail addresses may have; null: any. */
  email_domains: readonly string[] | null;
}

export interface Fault {
  section: CaseSection;
  /** Path below the section: "attendees.2.email". */
  path: string;
  rule: string;
  message: string;
}

/** Business days from today until which a case cannot be needed: standard and expedited. */
export const NEEDED_BY_DAYS = { standard: 3, expedited: 1 } as const;
export const SUMMARY_MIN = 100;
export const QUESTIONS_MAX = 20;
export const ATTENDEES_MAX = 10;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The earliest date a case can be needed by. */
export function earliestNeededBy(today: string, expedited: boolean, isHoliday: IsHoliday): string {
  return addBusinessDays(today, expedited ? NEEDED_BY_DAYS.expedited : NEEDED_BY_DAYS.standard, isHoliday);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** A field exists for an organization unless its flag is off. */
export const fieldExists = (spec: FieldSpec, flags: Readonly<Partial<Record<string, boolean>>>): boolean =>
  spec.flag === undefined || flags[spec.flag] === true;

const MISSING: Partial<Record<keyof CaseFields, string>> = {
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

type Add = (path: string, rule: string, message: string) => void;
type Rule = (fields: Partial<CaseFields>, facts: CaseCheckFacts, add: Add) => void;

/** All rules of an order by step. Each is named; a fault says which one and where. */
const RULES: Record<CaseSection, Rule[]> = {
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
      for (const [i, d] of (f.defendants ?? []).entries())
        if (d.name === '')
          add(`defendants.${i}.name`, 'defendant_named', 'Enter the provider’s name, or remove the line.');
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
    (f, facts, add) => {
      const subs = !f.specialty_id ? undefined : facts.specialties.get(f.specialty_id);
      if (f.specialty_id && !subs)
        add('specialty_id', 'specialty_active', 'This specialty is not offered any more. Choose another.');
      if (subs && f.sub_specialty_id && !subs.has(f.sub_specialty_id))
        add('sub_specialty_id', 'sub_specialty_fits', 'This does not belong to the specialty. Choose again.');
      if (f.second_specialty_id && !facts.specialties.has(f.second_specialty_id))
        add('second_specialty_id', 'specialty_active', 'This specialty is not offered any more. Choose another.');
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
    (f, _facts, add) => {
      const questions = f.questions ?? [];
      for (const [i, q] of questions.entries())
        if (q.trim() === '') add(`questions.${i}`, 'question_written', 'Write the question, or remove it.');
      if (questions.length > QUESTIONS_MAX)
        add('questions', 'questions_count', `At most ${QUESTIONS_MAX} questions. Put related ones together.`);
    },
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
      const earliest = earliestNeededBy(facts.today, f.expedited === true, facts.isHoliday);
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
    (f, _facts, add) => {
      for (const [i, p] of (f.conflict_parties ?? []).entries())
        if (p.name === '') add(`conflict_parties.${i}.name`, 'party_named', 'Enter a name, or remove the line.');
    },
  ],
};

function notInFuture(value: string | null | undefined, path: string, facts: CaseCheckFacts, add: Add): void {
  if (!value || value <= facts.today) return;
  const thisYear = facts.today.slice(0, 4);
  const sameYear = `${thisYear}${value.slice(4)}`;
  const meant = sameYear <= facts.today ? thisYear : String(Number(thisYear) - 1);
  const hint = value.slice(0, 4) > meant ? ` Did you mean ${meant}?` : '';
  add(path, `${path}_past`, `This date is in the future.${hint}`);
}

/** Everything that stands in the way of ordering, in the order of the form. */
export function checkCase(fields: Partial<CaseFields>, facts: CaseCheckFacts): Fault[] {
  const faults: Fault[] = [];
  for (const section of CASE_FIELD_SECTIONS) {
    const add: Add = (path, rule, message) => {
      faults.push({ section: section.key, path, rule, message });
    };
    for (const spec of section.fields) {
      if (!spec.required || !fieldExists(spec, facts.flags) || !isEmpty(fields[spec.key])) continue;
      if (spec.key === 'sub_specialty_id' && !needsSubSpecialty(fields, facts)) continue;
      add(spec.key, 'required', MISSING[spec.key] ?? 'Required');
    }
    for (const rule of RULES[section.key]) rule(fields, facts, add);
  }
  return faults;
}

/** A sub-specialty is asked for only where the specialty has some. */
function needsSubSpecialty(fields: Partial<CaseFields>, facts: CaseCheckFacts): boolean {
  if (!fields.specialty_id) return true;
  return (facts.specialties.get(fields.specialty_id)?.size ?? 0) > 0;
}

/** Fields that no longer change once an expert has accepted: the expert's basis and who was checked for conflicts. */
export const FIXED_AFTER_ACCEPTANCE: ReadonlySet<keyof CaseFields> = new Set([
  'specialty_id',
  'sub_specialty_id',
  'second_specialty_id',
  'license_level',
  'conflict_parties',
  'claimant_first_name',
  'claimant_last_name',
  'defendants',
  'service',
  'expedited',
]);

/** Why a change of the ordered fields is refused after acceptance; empty when it is not. */
export function checkEditAfterAcceptance(
  before: Partial<CaseFields>,
  after: Partial<CaseFields>,
): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  for (const key of FIXED_AFTER_ACCEPTANCE) {
    if (JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
      faults.push({ path: key, message: 'The expert accepted on this basis. Ask Peritus to change it.' });
  }
  if (before.needed_by && after.needed_by && after.needed_by < before.needed_by)
    faults.push({ path: 'needed_by', message: 'After acceptance this can only move later.' });
  return faults;
}
