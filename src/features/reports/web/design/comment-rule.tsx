import { CheckboxField } from '../../../../ui/form/choice.tsx';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { type CommentRule, type FormQuestion, valuesOf } from '../../rules.ts';
import { choiceLabel } from '../../rules/present.ts';
import styles from './design.module.css';

/** Some of a question's answers, each to tick. */
export function ValueTicks({
  label,
  question,
  values,
  chosen,
  onChange,
}: {
  label: string;
  question: FormQuestion;
  values: readonly string[];
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}) {
  return (
    <fieldset className={styles.ticks}>
      <legend className={styles.legend}>{label}</legend>
      {values.map((value) => (
        <CheckboxField
          key={value}
          path={`${label}.${value}`}
          label={choiceLabel(question, value)}
          value={chosen.includes(value)}
          onChange={(on) => onChange(values.filter((one) => (one === value ? on : chosen.includes(one))))}
        />
      ))}
    </fieldset>
  );
}

type Commented = Extract<FormQuestion, { comment_rule?: CommentRule | undefined }>;

/** Whether an answer can be commented, at which answers it must be, and whether pages are cited then. */
export function CommentRuleFields({
  question,
  onChange,
}: {
  question: Commented;
  onChange: (rule: CommentRule | undefined) => void;
}) {
  const rule = question.comment_rule;
  const values = valuesOf(question) ?? [];
  const listed = (when: CommentRule['required_when']): readonly string[] => (when === 'always' ? values : (when ?? []));
  const set = (change: Partial<Record<keyof CommentRule, unknown>>) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...rule, ...change }).filter(([, value]) => value !== undefined && value !== ''),
      ) as CommentRule,
    );
  const when = (list: string[]) => (list.length > 0 ? list : undefined);
  return (
    <div className={styles.comment}>
      <CheckboxField
        path="comment_rule"
        label="The answer can be explained in a comment"
        value={rule !== undefined}
        onChange={(on) => onChange(on ? {} : undefined)}
      />
      {rule ? (
        <>
          <ValueTicks
            label="A comment is required at"
            question={question}
            values={values}
            chosen={listed(rule.required_when)}
            onChange={(list) => set({ required_when: when(list) })}
          />
          <ValueTicks
            label="A page of the records is cited at"
            question={question}
            values={values}
            chosen={listed(rule.citation_required_when)}
            onChange={(list) => set({ citation_required_when: when(list) })}
          />
          <FieldRow>
            <NumberField
              path="comment_rule.min_length"
              label="At least so many characters"
              optional
              value={rule.min_length ?? null}
              onChange={(min_length) => set({ min_length: min_length ?? undefined })}
            />
            <TextField
              path="comment_rule.label"
              label="Words above the comment"
              optional
              maxLength={500}
              value={rule.label ?? ''}
              onChange={(label) => set({ label })}
            />
          </FieldRow>
        </>
      ) : null}
    </div>
  );
}
