import type { FieldError } from '../../../../core/errors.ts';
import { CheckboxField } from '../../../../ui/form/choice.tsx';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { type FormDefinition, type FormQuestion, type QuestionType, valuesOf } from '../../rules.ts';
import { asType, TYPE_WORDS } from '../../rules/design.ts';
import { CommentRuleFields, ValueTicks } from './comment-rule.tsx';
import { ConditionField } from './condition-field.tsx';
import styles from './design.module.css';
import { AnswersList, ColumnsList, RowsList, StatementsList } from './lists.tsx';

const TYPES = (Object.keys(TYPE_WORDS) as QuestionType[]).map((value) => ({ value, label: TYPE_WORDS[value].name }));

/** The question with something set; what is undefined or empty is left out altogether. */
function withChange(question: FormQuestion, change: Record<string, unknown>): FormQuestion {
  const next = { ...question, ...change };
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => value !== undefined && value !== false && (value !== '' || name === 'label'),
    ),
  ) as FormQuestion;
}

/** Everything about one question: its words, how it is asked, when, what it needs and how it scores. */
export function QuestionEditor({
  question,
  definition,
  path,
  faults,
  readOnly,
  onChange,
}: {
  question: FormQuestion;
  definition: FormDefinition;
  path: string;
  faults: readonly FieldError[];
  readOnly: boolean;
  onChange: (next: FormQuestion) => void;
}) {
  const at = (name: string) => faults.find((fault) => fault.path === `${path}.${name}`)?.message;
  const own = faults.filter((fault) => fault.path === path);
  const set = (change: Record<string, unknown>) => onChange(withChange(question, change));
  const isAnswered = question.type !== 'score_summary';
  return (
    <fieldset className={styles.fields} disabled={readOnly}>
      <legend className={styles.hidden}>{question.label}</legend>
      {own.map(({ message }) => (
        <InlineNotice key={message} kind="bad" title={message} />
      ))}
      <TextArea
        path={`${path}.label`}
        label="Question"
        required
        max={500}
        counted={false}
        rows={1}
        value={question.label}
        error={at('label')}
        onChange={(label) => set({ label })}
      />
      <SelectField
        path={`${path}.type`}
        label="How it is asked"
        help={TYPE_WORDS[question.type].about}
        value={question.type}
        options={TYPES}
        onChange={(value) => {
          const type = TYPES.find((one) => one.value === value)?.value;
          if (type) onChange(asType(question, type));
        }}
      />
      <TextArea
        path={`${path}.help`}
        label="Help under the question"
        optional
        max={2000}
        counted={false}
        rows={1}
        value={question.help ?? ''}
        error={at('help')}
        onChange={(help) => set({ help })}
      />
      <TypeFields question={question} path={path} faults={faults} set={set} onChange={onChange} />
      {isAnswered ? (
        <CheckboxField
          path={`${path}.required`}
          label="Must be answered before signing"
          value={question.required ?? false}
          onChange={(required) => set({ required })}
        />
      ) : null}
      {isAnswered && !question.required ? (
        <ConditionField
          label="Must be answered"
          always="Never"
          sometimes="When"
          definition={definition}
          before={question.key}
          value={question.required_if}
          error={at('required_if')}
          onChange={(required_if) => set({ required_if })}
        />
      ) : null}
      <ConditionField
        label="Asked"
        always="Always"
        sometimes="Only when"
        definition={definition}
        before={question.key}
        value={question.visible_if}
        error={at('visible_if')}
        onChange={(visible_if) => set({ visible_if })}
      />
    </fieldset>
  );
}

type Part<Q extends FormQuestion = FormQuestion> = {
  question: Q;
  path: string;
  faults: readonly FieldError[];
  set: (change: Record<string, unknown>) => void;
  onChange: (next: FormQuestion) => void;
};

/** What only such a question has. */
function TypeFields({ question, path, faults, set, onChange }: Part) {
  const at = (name: string) => faults.find((fault) => fault.path === `${path}.${name}`)?.message;
  const number = (name: string, label: string, value: number | undefined, decimals?: number) => (
    <NumberField
      path={`${path}.${name}`}
      label={label}
      optional
      {...(decimals === undefined ? {} : { decimals })}
      value={value ?? null}
      error={at(name)}
      onChange={(next) => set({ [name]: next ?? undefined })}
    />
  );
  switch (question.type) {
    case 'yes_no_na':
      return <Scoring question={question} path={path} faults={faults} set={set} onChange={onChange} />;
    case 'scale':
      return (
        <>
          <AnswersList
            noun="Level"
            path={`${path}.levels`}
            faults={faults}
            items={question.levels}
            least={2}
            most={20}
            scored
            onChange={(levels) => set({ levels })}
          />
          <Scoring question={question} path={path} faults={faults} set={set} onChange={onChange} />
        </>
      );
    case 'single':
    case 'multi':
      return (
        <>
          <AnswersList
            noun="Answer"
            path={`${path}.options`}
            faults={faults}
            items={question.options}
            least={1}
            most={100}
            onChange={(options) => set({ options })}
          />
          {question.type === 'multi' ? (
            <FieldRow>
              {number('min', 'At least so many', question.min)}
              {number('max', 'At most so many', question.max)}
            </FieldRow>
          ) : null}
          <Scoring question={question} path={path} faults={faults} set={set} onChange={onChange} />
        </>
      );
    case 'text':
      return (
        <>
          <FieldRow>
            {number('min_length', 'At least so many characters', question.min_length)}
            {number('max_length', 'At most so many characters', question.max_length)}
          </FieldRow>
          <CheckboxField
            path={`${path}.citation_required`}
            label="A page of the records must be cited"
            value={question.citation_required ?? false}
            onChange={(citation_required) => set({ citation_required })}
          />
          <CheckboxField
            path={`${path}.single_line`}
            label="One line is enough"
            value={question.single_line ?? false}
            onChange={(single_line) => set({ single_line })}
          />
        </>
      );
    case 'number':
      return (
        <>
          <FieldRow>
            {number('min', 'At least', question.min, 4)}
            {number('max', 'At most', question.max, 4)}
            <TextField
              path={`${path}.unit`}
              label="Unit"
              optional
              maxLength={40}
              value={question.unit ?? ''}
              onChange={(unit) => set({ unit })}
            />
          </FieldRow>
          <CheckboxField
            path={`${path}.integer`}
            label="Whole numbers only"
            value={question.integer ?? false}
            onChange={(integer) => set({ integer })}
          />
        </>
      );
    case 'date':
      return (
        <FieldRow>
          <DateField
            path={`${path}.min`}
            label="Not before"
            optional
            value={question.min ?? null}
            error={at('min')}
            onChange={(min) => set({ min: min ?? undefined })}
          />
          <DateField
            path={`${path}.max`}
            label="Not after"
            optional
            value={question.max ?? null}
            error={at('max')}
            onChange={(max) => set({ max: max ?? undefined })}
          />
        </FieldRow>
      );
    case 'matrix':
      return (
        <>
          <RowsList question={question} path={path} faults={faults} onChange={onChange} />
          <CheckboxField
            path={`${path}.columns`}
            label="One column for each chart of the order"
            value={question.columns === 'charts'}
            onChange={(charts) => set({ columns: charts ? 'charts' : [{ key: 'column', label: 'Column' }] })}
          />
          {question.columns === 'charts' ? null : (
            <ColumnsList
              path={path}
              faults={faults}
              items={question.columns}
              onChange={(columns) => set({ columns })}
            />
          )}
          <CheckboxField
            path={`${path}.levels`}
            label="Answered by levels instead of yes, no, not applicable"
            value={question.levels !== undefined}
            onChange={(on) =>
              set({
                levels: on
                  ? [
                      { value: 'met', label: 'Met', score: 1 },
                      { value: 'not_met', label: 'Not met', score: 0 },
                    ]
                  : undefined,
              })
            }
          />
          {question.levels ? (
            <AnswersList
              noun="Level"
              path={`${path}.levels`}
              faults={faults}
              items={question.levels}
              least={2}
              most={10}
              scored
              onChange={(levels) => set({ levels })}
            />
          ) : null}
          <CommentRuleFields question={question} onChange={(comment_rule) => set({ comment_rule })} />
        </>
      );
    case 'attestation':
      return (
        <StatementsList
          path={path}
          faults={faults}
          items={question.statements}
          onChange={(statements) => set({ statements })}
        />
      );
    case 'question_answers':
      return (
        <>
          {number('min_length', 'At least so many characters each', question.min_length)}
          <CheckboxField
            path={`${path}.citation_required`}
            label="A page of the records must be cited"
            value={question.citation_required ?? false}
            onChange={(citation_required) => set({ citation_required })}
          />
        </>
      );
    case 'score_summary':
    case 'signature':
      return null;
    default:
      return question satisfies never;
  }
}

/** What an answer weighs, which ones count as a deficiency, and when it is explained. */
function Scoring({
  question,
  path,
  faults,
  set,
}: Part<Extract<FormQuestion, { deficiency_if?: string[] | undefined }>>) {
  const at = (name: string) => faults.find((fault) => fault.path === `${path}.${name}`)?.message;
  const values = valuesOf(question) ?? [];
  const counts = question.type === 'yes_no_na' || question.type === 'scale';
  return (
    <>
      {counts ? (
        <FieldRow>
          <NumberField
            path={`${path}.weight`}
            label="Weight in the score"
            help="1 where it is left out; 0 counts nothing."
            optional
            decimals={2}
            value={question.weight ?? null}
            error={at('weight')}
            onChange={(weight) => set({ weight: weight ?? undefined })}
          />
          <TextField
            path={`${path}.category`}
            label="Category in the score"
            help="The section’s title where it is left out."
            optional
            maxLength={120}
            value={question.category ?? ''}
            onChange={(category) => set({ category })}
          />
        </FieldRow>
      ) : null}
      <ValueTicks
        label="Counts as a deficiency"
        question={question}
        values={values}
        chosen={question.deficiency_if ?? []}
        onChange={(list) => set({ deficiency_if: list.length > 0 ? list : undefined })}
      />
      <ValueTicks
        label="Is critical"
        question={question}
        values={values}
        chosen={question.critical_if ?? []}
        onChange={(list) => set({ critical_if: list.length > 0 ? list : undefined })}
      />
      <CommentRuleFields question={question} onChange={(comment_rule) => set({ comment_rule })} />
    </>
  );
}
