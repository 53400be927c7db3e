import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { CheckboxField, MultiToggle, RadioField, SegmentedField } from '../../../../ui/form/choice.tsx';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { Field, useField } from '../../../../ui/form/field.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { formatCents } from '../../../../core/money.ts';
import { dayOf } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { termsUrl } from '../../../../ui/session/site.ts';
import { useMedia } from '../../../../ui/parts/split-view.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dateHints, layoutOfChoice } from './hints.ts';
import { type Base, Lines } from './lines.tsx';
import { type BankGroup, QuestionsEditor } from './questions-editor.tsx';
import { type Catalogue, type Errors, type FieldSpec, type FormContext, textOf, textsOf } from './types.ts';
import { reviewTypeId } from '../../rules.ts';
import styles from './form.module.css';

/** Only a kind with charts has it. */
const ChartsEditor = lazyPart(async () => ({ default: (await import('./charts-editor.tsx')).ChartsEditor }));
const PeopleField = lazyPart(() => import('./people-fields.tsx'));
const StatesList = lazyPart(() => import('./states-list.tsx'));

export interface FieldViewProps {
  spec: FieldSpec;
  form: FormContext;
  errors: Errors;
  onChange: (key: string, value: unknown) => void;
  /** A line under the field that is no error: the claim number is in use elsewhere. */
  warning?: string | undefined;
}

/** One field of a form as its description says: the only place where field types meet controls. */
export function FieldView({ spec, form, errors, onChange, warning }: FieldViewProps) {
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const value = form.values[spec.key];
  const set = (next: unknown) => onChange(spec.key, next);
  const fixed = form.fixed.has(spec.key);
  const base = {
    path: `${form.section}.${spec.key}`,
    label: spec.label,
    help: fixed ? (
      'The expert accepted on this basis. Ask Peritus to change it.'
    ) : warning ? (
      <span className={styles.warning}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden /> {warning}
      </span>
    ) : (
      (formLink(spec, value) ?? spec.help ?? undefined)
    ),
    required: spec.required,
    error: errors[spec.key],
    disabled: fixed || form.given.has(spec.key),
  };
  const options = priced(spec, form);
  switch (spec.type) {
    case 'long_text':
      return (
        <TextArea
          {...base}
          value={textOf(value)}
          onChange={set}
          rows={4}
          {...(spec.min_length ? { min: spec.min_length } : {})}
          {...(spec.max_length && textOf(value).length > spec.max_length / 2 ? { max: spec.max_length } : {})}
        />
      );
    case 'date': {
      const { help, ...bounds } = dateHints(spec, form, today);
      return <DateField {...base} {...bounds} help={base.help ?? help} value={textOf(value) || null} onChange={set} />;
    }
    case 'number':
      return <NumberField {...base} value={typeof value === 'number' ? value : null} onChange={set} />;
    case 'checkbox':
      return <CheckboxField {...base} {...linked(spec)} value={value === true} onChange={set} />;
    case 'choice':
      return <Choice base={base} spec={spec} value={textOf(value) || null} set={set} options={options} />;
    case 'choices':
      return <MultiToggle {...base} value={textsOf(value)} onChange={set} options={options} />;
    case 'state':
      return (
        <SelectField {...base} value={textOf(value) || null} onChange={set} options={options} searchable clearable />
      );
    case 'states':
      return <States base={base} value={textsOf(value)} set={set} options={options} />;
    case 'specialty':
    case 'sub_specialty':
      return <SpecialtyChoice base={base} spec={spec} form={form} onChange={onChange} />;
    case 'requester':
    case 'recipients':
      return (
        <Suspense fallback={<div className={styles.peopleSpace} />}>
          <PeopleField
            base={base}
            people={form.people}
            value={spec.type === 'recipients' ? idsOf(value) : typeof value === 'number' ? value : null}
            set={set}
          />
        </Suspense>
      );
    case 'texts':
      return (
        <QuestionsEditor
          path={base.path}
          fieldKey={spec.key}
          label={spec.label}
          required={spec.required}
          error={base.error}
          errors={errors}
          disabled={fixed}
          items={textsOf(value)}
          onChange={set}
          max={spec.max_items ?? 20}
          {...(spec.layout.questions
            ? questionsOf(form.catalogue)
            : { noun: 'name', bank: [], lead: spec.help ?? undefined })}
        />
      );
    case 'charts':
      return (
        <Suspense fallback={<span className={styles.waiting} />}>
          <ChartsEditor spec={spec} form={form} errors={errors} base={base} onChange={set} />
        </Suspense>
      );
    case 'defendants':
    case 'attendees':
    case 'parties':
    case 'lines':
      return <Lines spec={spec} form={form} errors={errors} set={set} base={base} />;
    default:
      if (spec.layout.statute_of)
        return (
          <Statute
            base={base}
            of={form.catalogue.options['statutes']?.find(
              (one) => one.value === form.everything[spec.layout.statute_of ?? ''],
            )}
            committee={textOf(form.everything[spec.layout.statement_for ?? ''])}
            value={textOf(value)}
            set={set}
          />
        );
      return (
        <TextField
          {...base}
          value={textOf(value)}
          onChange={set}
          type={spec.type === 'email' ? 'email' : 'text'}
          autoComplete="off"
          {...(spec.max_length ? { maxLength: spec.max_length } : {})}
        />
      );
  }
}

/** The options of a field; a service with what it costs, once that is known. */
function priced(spec: FieldSpec, form: FormContext): Options {
  const options = (spec.options ? form.catalogue.options[spec.options] : undefined) ?? [];
  if (spec.options === 'license_types') return withKept(options, textOf(form.values[spec.key]));
  if (spec.options !== 'services') return options;
  return options.map((option) => {
    const cents = form.prices[option.value];
    return cents === undefined ? option : { ...option, aside: formatCents(cents) };
  });
}

/** A license that is no longer offered stays readable where it was chosen. */
const withKept = (options: Options, value: string): Options =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

/** Where a form is chosen, or what decides it: the way to see it, beside the order. */
function formLink(spec: FieldSpec, value: unknown): ReactNode {
  const chosen = textOf(value);
  const type = spec.options === 'peer_review_types' ? reviewTypeId(chosen) : null;
  const asked =
    type !== null
      ? `peerReviewTypeId=${type}`
      : spec.options === 'report_forms' && chosen !== ''
        ? `reportFormId=${encodeURIComponent(chosen)}`
        : null;
  return asked === null ? null : (
    <>
      {spec.help ? `${spec.help} ` : null}
      <a href={`/preview-form?${asked}`} target="_blank" rel="noreferrer" className={styles.formLink}>
        See the form the report is written on
      </a>
    </>
  );
}

/** Terms are linked in the sentence that accepts them. */
function linked(spec: FieldSpec): { words?: ReactNode } {
  if (!spec.layout.terms) return {};
  const [before, after] = spec.label.split(TERMS);
  return {
    words: (
      <>
        {before}
        <a href={termsUrl()} target="_blank" rel="noreferrer" className={styles.formLink}>
          {TERMS}
        </a>
        {after}
      </>
    ),
  };
}
const TERMS = 'terms';

type Options = { value: string; label: string; hint?: string | undefined; aside?: string }[];

const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

/** The statute, with the state's own to take over, and the statement it makes on every page of the report. */
function Statute({
  base,
  of,
  committee,
  value,
  set,
}: {
  base: Base;
  of: Options[number] | undefined;
  committee: string;
  value: string;
  set: (v: unknown) => void;
}) {
  const suggested = of?.label;
  const statement = of?.hint && value !== '' && committee !== '' ? of.hint : null;
  return (
    <div className={styles.suggested}>
      <TextField {...base} value={value} onChange={set} autoComplete="off" maxLength={300} />
      {suggested && suggested !== value && !base.disabled ? (
        <Button kind="quiet" size="sm" onClick={() => set(suggested)}>
          Take {suggested}
        </Button>
      ) : null}
      {statement === null ? null : (
        <p className={styles.statement}>
          Every page of the report says: “
          {statement.replaceAll('{committee}', () => committee).replaceAll('{statute}', () => value)}”
        </p>
      )}
    </div>
  );
}

function Choice({
  base,
  spec,
  value,
  set,
  options,
}: {
  base: Base;
  spec: FieldSpec;
  value: string | null;
  set: (v: unknown) => void;
  options: Options;
}) {
  const narrow = useMedia('(max-width: 44em)');
  const face = layoutOfChoice(spec);
  // A bar of many words does not fit a phone.
  switch (narrow && face === 'segments' && options.length > 3 ? 'cards' : face) {
    case 'cards':
      return <RadioField {...base} value={value} onChange={set} options={options} />;
    case 'segments':
      return <SegmentedField {...base} value={value} onChange={set} options={options} />;
    default:
      return <SelectField {...base} value={value} onChange={set} options={options} clearable={!spec.required} />;
  }
}

function States({
  base,
  value,
  set,
  options,
}: {
  base: Base;
  value: string[];
  set: (v: unknown) => void;
  options: Options;
}) {
  const { ids, aria } = useField(base);
  return (
    <Field {...base} ids={ids}>
      <Suspense fallback={<span className={styles.waiting} />}>
        <StatesList
          id={ids.control}
          aria={aria}
          value={value}
          onChange={set}
          options={options}
          disabled={base.disabled}
        />
      </Suspense>
    </Field>
  );
}

/** Specialty and, depending on it, sub-specialty. Another specialty empties the sub-specialty. */
function SpecialtyChoice({
  base,
  spec,
  form,
  onChange,
}: {
  base: Base;
  spec: FieldSpec;
  form: FormContext;
  onChange: FieldViewProps['onChange'];
}) {
  const value = form.values[spec.key];
  const chosen = typeof value === 'number' ? String(value) : null;
  if (spec.type === 'specialty') {
    return (
      <SelectField
        {...base}
        value={chosen}
        clearable={!spec.required}
        searchable
        options={form.specialties.map((s) => ({ value: String(s.id), label: s.name }))}
        onChange={(next) => {
          onChange(spec.key, next === null ? null : Number(next));
          if (next === chosen) return;
          const step = form.catalogue.sections.find(({ key }) => key === form.section);
          const subs = form.specialties.find(({ id }) => String(id) === next)?.sub_specialties ?? [];
          for (const { key, layout } of step?.fields ?? [])
            // the only one there is needs no choosing
            if (layout.of === spec.key) onChange(key, subs.length === 1 ? (subs[0]?.id ?? null) : null);
        }}
      />
    );
  }
  const of = spec.layout.of === undefined ? undefined : form.values[spec.layout.of];
  const subs = form.specialties.find((s) => s.id === of)?.sub_specialties ?? [];
  const waiting = !of;
  return (
    <SelectField
      {...base}
      disabled={base.disabled || waiting || subs.length === 0}
      required={base.required && (waiting || subs.length > 0)}
      placeholder={waiting ? 'Choose the specialty first' : subs.length === 0 ? 'None for this specialty' : 'Choose'}
      value={chosen}
      options={subs.map((s) => ({ value: String(s.id), label: s.name }))}
      onChange={(next) => onChange(spec.key, next === null ? null : Number(next))}
    />
  );
}

function questionsOf(catalogue: Catalogue): { noun: string; bank: BankGroup[]; lead: string | undefined } {
  const issues = catalogue.options[catalogue.question_groups] ?? [];
  const bank = issues
    .map((issue) => ({
      title: issue.label,
      questions: catalogue.question_bank.filter((q) => q.issue === issue.value).map((q) => q.text),
    }))
    .filter((group) => group.questions.length > 0);
  const prompt = catalogue.organization?.questions_prompt;
  return { noun: 'question', bank, lead: prompt ? `${catalogue.organization?.name ?? ''} asks: ${prompt}` : undefined };
}
