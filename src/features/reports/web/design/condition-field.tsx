import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { FieldError } from '../../../../ui/form/field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button, IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { type Condition, type FormDefinition, questionsOf, type Scalar, valuesOf } from '../../rules.ts';
import { choiceLabel } from '../../rules/present.ts';
import { type ConditionLine, conditionOf, conditionWords, linesOf, ORDER_FACTS } from '../../rules/design.ts';
import styles from './design.module.css';

const TESTS = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'given', label: 'is answered' },
  { value: 'not_given', label: 'is not answered' },
];

interface Subject {
  value: string;
  label: string;
  of: ConditionLine['of'];
  /** The answers it is compared with; none: only whether it is answered. */
  values: { value: Scalar; label: string }[];
  isNumber: boolean;
}

/** What a condition may look at: the questions before, and what the order says. */
function subjectsOf(definition: FormDefinition, before: string | null): Subject[] {
  const all = questionsOf(definition).map(({ question }) => question);
  const end = before === null ? all.length : all.findIndex(({ key }) => key === before);
  const questions = all
    .slice(0, end === -1 ? all.length : end)
    .filter(({ type }) => type !== 'signature' && type !== 'score_summary')
    .map((question): Subject => ({
      value: `q ${question.key}`,
      label: question.label,
      of: { question: question.key },
      values:
        question.type === 'matrix'
          ? []
          : (valuesOf(question) ?? []).map((value) => ({ value, label: choiceLabel(question, value) })),
      isNumber: question.type === 'number',
    }));
  const facts = ORDER_FACTS.map(({ fact, label, values }): Subject => ({
    value: `f ${fact}`,
    label,
    of: { fact },
    values: [...values],
    isNumber: false,
  }));
  return [...questions, ...facts];
}

/** When something is asked, or must be answered: always, or when earlier answers say so, in words. */
export function ConditionField({
  label,
  always,
  sometimes,
  definition,
  before,
  value,
  error,
  onChange,
}: {
  label: string;
  always: string;
  sometimes: string;
  definition: FormDefinition;
  /** The question it stands before or at: only earlier ones are looked at. Null: any. */
  before: string | null;
  value: Condition | undefined;
  error: string | undefined;
  onChange: (condition: Condition | undefined) => void;
}) {
  const id = useId();
  const subjects = subjectsOf(definition, before);
  const lines = linesOf(value);
  const [first] = subjects;
  const begin = (subject: Subject): ConditionLine => ({
    of: subject.of,
    test: subject.values.length > 0 ? 'is' : 'given',
    value: subject.values[0]?.value ?? null,
  });
  const set = (next: ConditionLine[], match = lines?.match ?? 'all') =>
    onChange(conditionOf(definition, { match, lines: next }));
  return (
    <div role="group" aria-labelledby={id} className={styles.condition}>
      <span id={id} className={styles.legend}>
        {label}
      </span>
      {lines === null && value ? (
        <div className={styles.words}>
          <p>
            {sometimes} {conditionWords(definition, value)}.
          </p>
          <TextButton onClick={() => onChange(undefined)}>Clear this condition</TextButton>
        </div>
      ) : lines && lines.lines.length === 0 ? (
        <p className={styles.words}>{always}.</p>
      ) : (
        <p className={styles.words}>{sometimes}:</p>
      )}
      {(lines?.lines ?? []).map((line, at) => (
        <Line
          key={`${at} ${JSON.stringify(line.of)}`}
          number={at + 1}
          line={line}
          subjects={subjects}
          begin={begin}
          onChange={(next) => set((lines?.lines ?? []).map((one, i) => (i === at ? next : one)))}
          onRemove={() => set((lines?.lines ?? []).filter((_, i) => i !== at))}
        />
      ))}
      {lines && lines.lines.length > 1 ? (
        <SelectField
          path="match"
          label="Which of them"
          value={lines.match}
          options={[
            { value: 'all', label: 'All of these hold' },
            { value: 'any', label: 'Any of these holds' },
          ]}
          onChange={(match) => set(lines.lines, match === 'any' ? 'any' : 'all')}
        />
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
      {lines && first && lines.lines.length < 20 ? (
        <div>
          <Button
            size="sm"
            kind="quiet"
            icon={<IconPlus stroke={2} />}
            onClick={() => set([...lines.lines, begin(subjects.findLast((one) => 'question' in one.of) ?? first)])}
          >
            {lines.lines.length === 0 ? 'Only under a condition' : 'Another condition'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Line({
  number,
  line,
  subjects,
  begin,
  onChange,
  onRemove,
}: {
  number: number;
  line: ConditionLine;
  subjects: Subject[];
  begin: (subject: Subject) => ConditionLine;
  onChange: (next: ConditionLine) => void;
  onRemove: () => void;
}) {
  const at = 'question' in line.of ? `q ${line.of.question}` : `f ${line.of.fact}`;
  const subject = subjects.find((one) => one.value === at);
  const compares = line.test === 'is' || line.test === 'is_not';
  const mayCompare = subject !== undefined && (subject.values.length > 0 || subject.isNumber);
  return (
    <div className={styles.conditionLine} role="group" aria-label={`Condition ${number}`}>
      <SelectField
        path={`condition.${number}.of`}
        label="What is looked at"
        hideLabel
        searchable={subjects.length > 12}
        value={at}
        options={[
          ...(subject ? [] : [{ value: at, label: at.slice(2) }]),
          ...subjects.map(({ value, label }) => ({ value, label })),
        ]}
        onChange={(chosen) => {
          const next = subjects.find((one) => one.value === chosen);
          if (next) onChange(begin(next));
        }}
      />
      <SelectField
        path={`condition.${number}.test`}
        label="How"
        hideLabel
        value={line.test}
        options={mayCompare ? TESTS : TESTS.slice(2)}
        onChange={(chosen) => {
          const test = TESTS.find((one) => one.value === chosen)?.value as ConditionLine['test'] | undefined;
          if (!test) return;
          const wants = test === 'is' || test === 'is_not';
          onChange({ ...line, test, value: wants ? (line.value ?? subject?.values[0]?.value ?? 0) : null });
        }}
      />
      {compares && subject?.isNumber ? (
        <NumberField
          path={`condition.${number}.value`}
          label="Number"
          hideLabel
          decimals={4}
          value={typeof line.value === 'number' ? line.value : null}
          onChange={(value) => onChange({ ...line, value: value ?? 0 })}
        />
      ) : compares ? (
        <SelectField
          path={`condition.${number}.value`}
          label="Answer"
          hideLabel
          value={String(line.value)}
          options={(subject?.values ?? []).map(({ value, label }) => ({ value: String(value), label }))}
          onChange={(chosen) => {
            const value = subject?.values.find((one) => String(one.value) === chosen)?.value;
            if (value !== undefined) onChange({ ...line, value });
          }}
        />
      ) : null}
      <IconButton label={`Remove condition ${number}`} onClick={onRemove}>
        <IconX stroke={1.75} />
      </IconButton>
    </div>
  );
}
