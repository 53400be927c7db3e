import type { FieldRule, Section } from '../form.ts';
import {
  emailHolds,
  inRange,
  neededByPossible,
  notInFuture,
  partiesNamed,
  questionsWritten,
  specialtyFits,
} from '../shared-rules.ts';
import { type ImeFields, QUESTIONS_MAX } from './fields.ts';

/** Business days from today until which an exam's report cannot be needed: standard and expedited. */
export const NEEDED_BY_DAYS = { standard: 20, expedited: 10 } as const;
/** Specialties of a panel beside that of the first examiner. */
const PANEL = ['second_specialty_id', 'third_specialty_id'] as const;
const MILES_MAX = 3_000;
const POUNDS_MAX = 1500;
const SERVED_PAGES_MAX = 100_000;
const ZIP = /^\d{5}(-\d{4})?$/;

/** All rules of an order by step. Each is named; a fault says which one and where. */
export const IME_RULES: Record<Section, FieldRule<ImeFields>[]> = {
  step_one: [
    (f, facts, add) => {
      notInFuture(f.date_of_injury, 'date_of_injury', facts, add);
      notInFuture(f.examinee_dob, 'examinee_dob', facts, add);
      if (f.examinee_dob && f.date_of_injury && f.examinee_dob > f.date_of_injury)
        add('examinee_dob', 'born_before_injury', 'This is after the injury. Check both dates.');
      for (const [i, claim] of (f.more_claims ?? []).entries())
        notInFuture(claim.date_of_injury, `more_claims.${i}.date_of_injury`, facts, add, 'date_of_injury_past');
      for (const [i, exam] of (f.prior_exams ?? []).entries())
        notInFuture(exam.held_on, `prior_exams.${i}.held_on`, facts, add, 'held_on_past');
    },
    (f, _facts, add) => {
      const unnamed = (rows: readonly { name: string }[], key: string, column: string, says: string): void => {
        for (const [i, row] of rows.entries()) if (row.name === '') add(`${key}.${i}.${column}`, 'line_filled', says);
      };
      const named = <R>(rows: readonly R[] | null | undefined, of: (row: R) => string) =>
        (rows ?? []).map((row) => ({ name: of(row) }));
      unnamed(
        named(f.more_claims, (r) => r.number),
        'more_claims',
        'number',
        'Enter the number, or remove the line.',
      );
      unnamed(
        named(f.body_parts, (r) => r.part),
        'body_parts',
        'part',
        'Name the body part, or remove the line.',
      );
      for (const [i, { standing }] of (f.body_parts ?? []).entries())
        if (!standing) add(`body_parts.${i}.standing`, 'line_filled', 'Choose how it stands in the claim.');
      unnamed(
        named(f.treaters, (r) => r.name),
        'treaters',
        'name',
        'Enter the name, or remove the line.',
      );
      unnamed(
        named(f.prior_exams, (r) => r.examiner),
        'prior_exams',
        'examiner',
        'Enter the name, or remove the line.',
      );
    },
    (f, _facts, add) => {
      const names = new Set<string>();
      for (const [i, { name, address }] of (f.notice_copies ?? []).entries()) {
        const at = `notice_copies.${i}`;
        if (name === '') add(`${at}.name`, 'line_filled', 'Enter the name, or remove the line.');
        else if (names.has(name)) add(`${at}.name`, 'named_once', 'This name is there twice.');
        names.add(name);
        if (address === '') add(`${at}.address`, 'line_filled', 'Enter where the copy goes.');
      }
      inRange(
        f.weight_pounds,
        [1, POUNDS_MAX],
        { path: 'weight_pounds', rule: 'pounds_range', says: `Enter between 1 and ${POUNDS_MAX} pounds.` },
        add,
      );
    },
    (f, facts, add) => {
      if (f.ime_type && facts.flags['ime_type_enabled'] && !facts.exam_types.includes(f.ime_type))
        add('ime_type', 'ime_type_known', 'This type of exam is no longer used. Choose another.');
      if (f.examiner_again === 'same' && (f.prior_exams ?? []).length === 0)
        add('prior_exams', 'examiner_known', 'Name the earlier exam, so that its examiner can be asked again.');
      if (f.examinee_zip && !ZIP.test(f.examinee_zip))
        add('examinee_zip', 'zip_holds', 'A ZIP code has five digits, or nine with a hyphen.');
      for (const key of ['examinee_email', 'attorney_email'] as const) emailHolds(f[key], key, add);
    },
    (f, _facts, add) => {
      if ((f.treaters ?? []).length === 0 && f.treaters_unknown !== true)
        add('treaters', 'treaters_known', 'Name who treats the examinee, or check that nobody is known.');
    },
    (f, _facts, add) => {
      if (f.represented !== true) return;
      if (!f.attorney_name) add('attorney_name', 'required', 'Enter the attorney’s name.');
      if (!f.attorney_address) add('attorney_address', 'required', 'Enter the attorney’s address.');
      if (!f.attorney_email) add('attorney_email', 'required', 'Enter the attorney’s e-mail.');
    },
  ],
  step_two: [
    specialtyFits,
    (f, facts, add) => {
      if (f.panel !== true) return;
      if (!f.second_specialty_id) add('second_specialty_id', 'required', 'Choose the second examiner’s specialty.');
      for (const key of PANEL)
        if (f[key] && !facts.specialties.has(f[key]))
          add(key, 'specialty_active', 'This specialty is no longer offered. Choose another.');
    },
    (f, facts, add) => {
      if (
        f.service !== 'records_review' &&
        !f.exam_state &&
        !facts.flags['allow_ime_location_assignment_during_scheduling']
      )
        add('exam_state', 'required', 'Choose the state the exam is held in.');
      inRange(
        f.radius_miles,
        [1, MILES_MAX],
        { path: 'radius_miles', rule: 'miles_range', says: `Enter between 1 and ${MILES_MAX} miles.` },
        add,
      );
      if (f.exam_by && f.exam_by < facts.today) add('exam_by', 'exam_by_ahead', 'This date has passed.');
      if (f.exam_state && (f.excluded_states ?? []).includes(f.exam_state))
        add('excluded_states', 'states_agree', 'The exam is held there. Remove it from one of the two.');
    },
  ],
  step_three: [
    (f, _facts, add) => questionsWritten(f, QUESTIONS_MAX, add),
    (f, facts, add) => {
      if (f.records_follow_by && !f.records_complete && f.records_follow_by < facts.today)
        add('records_follow_by', 'records_follow', 'This date has passed. When will the rest follow?');
    },
    (f, facts, add) => {
      if (f.records_served !== true) return;
      if (!f.records_served_on) add('records_served_on', 'required', 'Enter the day the records were served.');
      notInFuture(f.records_served_on, 'records_served_on', facts, add);
      inRange(
        f.records_served_pages,
        [1, SERVED_PAGES_MAX],
        { path: 'records_served_pages', rule: 'pages_range', says: 'Enter how many pages the declaration counts.' },
        add,
      );
    },
  ],
  step_four: [
    (f, facts, add) => {
      if (f.service && !facts.services.includes(f.service))
        add('service', 'service_known', 'This is no longer offered. Choose one of the services.');
      if (f.service === 'exam' && f.missed_terms_accepted !== true)
        add('missed_terms_accepted', 'required', 'Accept what a missed or late canceled exam costs.');
      if (f.needed_by && f.exam_by && f.exam_by > f.needed_by)
        add('needed_by', 'needed_after_exam', 'The exam may be held after this. Check both dates.');
    },
    (f, _facts, add) => {
      for (const [i, { name, role, manner, address }] of (f.outside_recipients ?? []).entries()) {
        const at = `outside_recipients.${i}`;
        if (!role) add(`${at}.role`, 'line_filled', 'Choose who this is.');
        if (!manner) add(`${at}.manner`, 'line_filled', 'Choose how it goes there.');
        if (name === '') add(`${at}.name`, 'line_filled', 'Enter the name, or remove the line.');
        if (address === '')
          add(`${at}.address`, 'line_filled', manner === 'email' ? 'Enter the e-mail address.' : 'Enter the address.');
        else if (manner === 'email') emailHolds(address, `${at}.address`, add);
      }
    },
    neededByPossible(NEEDED_BY_DAYS),
    partiesNamed,
  ],
};
