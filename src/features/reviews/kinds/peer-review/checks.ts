import { sameName } from '../../../experts/rules/same-name.ts';
import type { Add, CheckFacts, FieldRule, Section } from '../form.ts';
import {
  inRange,
  neededByPossible,
  notInFuture,
  npiHolds,
  partiesNamed,
  questionsWritten,
  recipientsKnown,
  specialtyFits,
} from '../shared-rules.ts';
import { type Chart, encountersOf, type PeerReviewFields, QUESTIONS_MAX } from './fields.ts';
import { ANY_CHARTS, isShippedForm, LIMITED, LIMITED_FORM, PEER_REVIEW_TYPES } from './options.ts';

/** Business days from today until which a peer review cannot be needed: standard and expedited. */
export const PEER_NEEDED_BY_DAYS = { standard: 10, expedited: 3 } as const;
const MILES_MAX = 500;
const AGE_MAX = 130;

type Rule = FieldRule<PeerReviewFields>;

/** The type an order names, of those its organization offers. */
const typeOf = (f: Partial<PeerReviewFields>, facts: CheckFacts) =>
  facts.review_types.find((type) => type.value === f.review_type);

const chartsRule: Rule = (f, facts, add) => {
  const charts = f.charts ?? [];
  if (charts.length === 0) return;
  const { min, max } = typeOf(f, facts)?.charts ?? ANY_CHARTS;
  if (charts.length < min || charts.length > max)
    add(
      'charts',
      'charts_count',
      min === max
        ? `This type of review takes ${min === 1 ? 'one chart' : `${min} charts`}. There are ${charts.length}.`
        : `This type of review takes ${min} to ${max} charts. There are ${charts.length}.`,
    );
  const labels = new Set<string>();
  for (const [i, one] of charts.entries()) {
    const label = one.label.toLowerCase();
    if (label === '') add(`charts.${i}.label`, 'chart_labeled', 'Give the chart a label.');
    else if (labels.has(label)) add(`charts.${i}.label`, 'charts_distinct', 'Another chart has this label.');
    labels.add(label);
    chartDates(one, `charts.${i}`, facts, add);
  }
};

function chartDates(one: Chart, path: string, facts: CheckFacts, add: Add): void {
  const encounters = one.encounters ?? [];
  if (encounters.length === 0)
    add(`${path}.encounters`, 'encounter_dated', 'Enter the date of service of at least one encounter.');
  notInFuture(one.dob, `${path}.dob`, facts, add, 'dob_past');
  inRange(
    one.age,
    [0, AGE_MAX],
    { path: `${path}.age`, rule: 'age_range', says: `Enter an age between 0 and ${AGE_MAX} years.` },
    add,
  );
  for (const [j, e] of encounters.entries()) {
    const at = `${path}.encounters.${j}`;
    if (!e.from) add(`${at}.from`, 'encounter_dated', 'Enter the date of service.');
    notInFuture(e.from, `${at}.from`, facts, add, 'date_of_service_past');
    notInFuture(e.to, `${at}.to`, facts, add, 'date_of_service_past');
    if (e.from && e.to && e.to < e.from) add(`${at}.to`, 'encounter_order', 'This is before the encounter began.');
    if (one.dob && e.from && e.from < one.dob)
      add(`${at}.from`, 'born_before_service', 'This is before the patient was born. Check both dates.');
  }
}

/** All rules of an order by step. Each is named; a fault says which one and where. */
export const PEER_REVIEW_RULES: Record<Section, Rule[]> = {
  step_one: [
    (f, facts, add) => {
      if (f.review_type && facts.flags['peer_review_type_enabled'] && !typeOf(f, facts))
        add('review_type', 'review_type_known', 'This type is no longer used. Choose another.');
      if (f.service === 'limited' && !facts.flags['allow_limited_peer_review_pricing'])
        add('service', 'limited_allowed', 'Your organization orders standard reviews.');
      if (f.expedited && !facts.flags['enable_expedited_peer_reviews'])
        add('expedited', 'expedited_allowed', 'Your organization does not order expedited reviews.');
    },
  ],
  step_two: [
    specialtyFits,
    partiesNamed,
    (f, facts, add) => {
      if (f.license_type && !facts.license_types.includes(f.license_type))
        add('license_type', 'license_offered', 'This license is no longer offered. Choose another.');
      npiHolds(f.npi, 'npi', add);
      if (f.provider_name && sameName(f.provider_name, facts.requester_name))
        add('provider_name', 'provider_not_requester', 'You cannot order a review of your own care.');
      inRange(
        f.excluded_miles,
        [0, MILES_MAX],
        {
          path: 'excluded_miles',
          rule: 'miles_range',
          says: `At most ${MILES_MAX} miles. Exclude whole states instead.`,
        },
        add,
      );
      const home = f.state && (f.excluded_states ?? []).length >= 50;
      if (home) add('excluded_states', 'states_left', 'Leave at least one state reviewers can come from.');
    },
  ],
  step_three: [
    chartsRule,
    (f, facts, add) => {
      if (f.service !== 'limited') return;
      const encounters = encountersOf(f);
      if (encounters > LIMITED.encounters && facts.pages > LIMITED.pages)
        add(
          'charts',
          'limited_size',
          `A limited review takes up to ${LIMITED.encounters} encounters or ${LIMITED.pages} pages. These are ${encounters} and ${facts.pages}.`,
        );
    },
    (f, _facts, add) => questionsWritten(f, QUESTIONS_MAX, add),
  ],
  step_four: [
    (f, facts, add) => {
      const type = facts.flags['peer_review_type_enabled'] ? typeOf(f, facts) : undefined;
      if (!f.report_form) return;
      const isKnown = isShippedForm(f.report_form) || facts.review_types.some((one) => one.form === f.report_form);
      if (!isKnown) add('report_form', 'report_form_known', 'This form is no longer used. Choose another.');
      else if (f.service === 'limited' && isShippedForm(type?.form ?? f.report_form) && f.report_form !== LIMITED_FORM)
        add('report_form', 'report_form_limited', 'A limited review is reported on the chart audit form.');
      else if (type && (f.service !== 'limited' || !isShippedForm(type.form)) && f.report_form !== type.form)
        add('report_form', 'report_form_fits', `“${type.label}” is reported on its own form. Choose that one.`);
    },
    neededByPossible(PEER_NEEDED_BY_DAYS),
    (f, facts, add) =>
      recipientsKnown(f, facts, add, (name) =>
        f.provider_name && sameName(name, f.provider_name)
          ? ['recipient_not_provider', `${name} is under review and cannot receive the report.`]
          : null,
      ),
    (f, _facts, add) => {
      if (f.expedited === true && f.expedited_consent !== true)
        add('expedited_consent', 'expedited_consent', 'Agree to the surcharge, or turn “Expedited” off.');
    },
  ],
};

/** The form a review of this shipped type is written on, to begin with; null for any other. */
const formOfType = (type: unknown): string | null => PEER_REVIEW_TYPES.find((t) => t.value === type)?.form ?? null;

/** The form an order is reported on: the one it names, else its type's; a limited review of a shipped one has its own. */
export function reportFormOf(f: {
  report_form?: string | null | undefined;
  review_type?: string | null | undefined;
  service?: string | null | undefined;
}): string | null {
  const form = f.report_form ?? formOfType(f.review_type);
  return f.service === 'limited' && (form === null || isShippedForm(form)) ? LIMITED_FORM : form;
}
