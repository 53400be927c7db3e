import { plural } from '../../../core/phrases.ts';
import { SegmentedField, SwitchField } from '../../../ui/form/choice.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { FieldPair } from '../../../ui/form/inline-form.tsx';
import { LEGAL_SERVICES } from '../../reviews/kinds/legal-case/options.ts';
import { BILLING_STEPS, type EngagementTerms, FURTHER_MOST, TERMS } from '../rules.ts';
import styles from './engagements.module.css';

type Amount = {
  [N in keyof EngagementTerms]: EngagementTerms[N] extends number ? N : never;
}[keyof EngagementTerms];

const isRole = (value: string | null): value is EngagementTerms['role'] =>
  LEGAL_SERVICES.some((one) => one.value === value);

/** The terms of an agreement, to be filled in. Errors by the term's name. */
export function TermsForm({
  terms,
  errors,
  onChange,
}: {
  terms: EngagementTerms;
  errors: Readonly<Record<string, string>>;
  onChange: (terms: EngagementTerms) => void;
}) {
  const set = (part: Partial<EngagementTerms>) => onChange({ ...terms, ...part });
  const money = (name: Amount, help: string, label: string = TERMS[name].label) => (
    <MoneyField
      path={name}
      label={label}
      help={help}
      value={terms[name]}
      onChange={(value) => set({ [name]: value ?? 0 })}
      error={errors[name]}
    />
  );
  const number = (name: Amount, unit: string, help: string, label: string = TERMS[name].label) => (
    <NumberField
      path={name}
      label={label}
      help={help}
      unit={unit}
      value={terms[name]}
      onChange={(value) => set({ [name]: value ?? 0 })}
      error={errors[name]}
    />
  );
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Role and rates</legend>
        <SelectField
          path="role"
          label="Role"
          help="What a testifying expert writes and reads may have to be disclosed."
          value={terms.role}
          options={LEGAL_SERVICES.map(({ value, label }) => ({ value, label }))}
          onChange={(role) => (isRole(role) ? set({ role }) : undefined)}
        />
        <FieldPair>
          {money('hourly_cents', 'For an hour of reading, writing or talking.', 'An hour of work')}
          {money('deposition_hourly_cents', 'For an hour of testimony.', 'An hour of deposition')}
          {number('deposition_minimum_hours', 'hours', 'Charged even where it is over sooner; 0 for none.')}
          {money('trial_day_cents', 'For each day at trial.', 'A day of trial')}
          {money('travel_hourly_cents', 'For an hour of travel; 0 where it is not charged.', 'An hour of travel')}
          <SegmentedField
            path="step_minutes"
            label="Time is counted in steps of"
            value={String(terms.step_minutes)}
            options={BILLING_STEPS.map((minutes) => ({ value: String(minutes), label: plural(minutes, 'minute') }))}
            onChange={(value) =>
              set({ step_minutes: BILLING_STEPS.find((minutes) => String(minutes) === value) ?? terms.step_minutes })
            }
          />
        </FieldPair>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Retainer, budget and statements</legend>
        <FieldPair>
          {money('retainer_cents', 'Paid before work begins; 0 for none.')}
          {money('replenish_below_cents', 'Below this it is replenished; 0 where it is paid once.')}
          <MoneyField
            path="budget_cents"
            label="Budget in all"
            help="What the work may cost without asking again. Leave it empty for none."
            value={terms.budget_cents}
            onChange={(budget_cents) => set({ budget_cents })}
            error={errors['budget_cents']}
          />
          {number('statement_days', 'days', 'From the day a monthly statement is sent.')}
        </FieldPair>
        <SwitchField
          path="holds_when_used_up"
          label="Work is suspended while the retainer is used up"
          help="Otherwise work continues by monthly statement."
          value={terms.holds_when_used_up}
          onChange={(holds_when_used_up) => set({ holds_when_used_up })}
          error={errors['holds_when_used_up']}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Testimony called off, drafts, and the rest</legend>
        <FieldPair>
          {number(
            'cancel_days',
            'days',
            'Before a deposition or a day of trial; 0 where it is never charged.',
            'Charged from',
          )}
          {number('cancel_percent', '%', 'Of the minimum, or of the day.', 'The share charged')}
        </FieldPair>
        <SwitchField
          path="no_drafts"
          label="No drafts are kept"
          help="What is signed replaces its draft, and one that is never signed is deleted a day after the matter is canceled. Rules on drafts differ between courts. A legal hold always keeps them."
          value={terms.no_drafts}
          onChange={(no_drafts) => set({ no_drafts })}
        />
        <TextArea
          path="further"
          label="Further terms"
          help="What else you agree on, in your own words."
          rows={3}
          max={FURTHER_MOST}
          value={terms.further}
          onChange={(further) => set({ further })}
          error={errors['further']}
        />
      </fieldset>
    </>
  );
}
