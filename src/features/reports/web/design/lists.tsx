import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FieldError } from '../../../../core/errors.ts';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { moved } from '../../../../ui/form/reorder.ts';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button, IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { type FormQuestion, type QuestionOf, valuesOf } from '../../rules.ts';
import { freshKey } from '../../rules/design.ts';
import { ValueTicks } from './comment-rule.tsx';
import styles from './design.module.css';

/** Items of a question one under the other: to add, move and remove. */
function Items<T>({
  noun,
  items,
  idOf,
  least,
  most,
  make,
  onChange,
  children,
}: {
  noun: string;
  items: readonly T[];
  idOf: (item: T) => string;
  least: number;
  most: number;
  make: () => T;
  onChange: (items: T[]) => void;
  children: (item: T, at: number, set: (item: T) => void) => ReactNode;
}) {
  const lower = noun.toLowerCase();
  return (
    <fieldset className={styles.items}>
      <legend className={styles.legend}>{noun}s</legend>
      <ol>
        {items.map((item, at) => (
          <li key={idOf(item)} className={styles.item}>
            <div className={styles.itemFields}>
              {children(item, at, (next) => onChange(items.map((one, i) => (i === at ? next : one))))}
            </div>
            <span className={styles.itemActs}>
              <IconButton
                label={`Move ${lower} ${at + 1} up`}
                disabled={at === 0}
                onClick={() => onChange(moved(items, at, at - 1))}
              >
                <IconArrowUp stroke={1.75} />
              </IconButton>
              <IconButton
                label={`Move ${lower} ${at + 1} down`}
                disabled={at === items.length - 1}
                onClick={() => onChange(moved(items, at, at + 1))}
              >
                <IconArrowDown stroke={1.75} />
              </IconButton>
              <IconButton
                label={`Remove ${lower} ${at + 1}`}
                disabled={items.length <= least}
                onClick={() => onChange(items.filter((_, i) => i !== at))}
              >
                <IconX stroke={1.75} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {items.length < most ? (
        <Button size="sm" kind="quiet" icon={<IconPlus stroke={2} />} onClick={() => onChange([...items, make()])}>
          Add {/^[aeiou]/.test(lower) ? 'an' : 'a'} {lower}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface Answer {
  value: string;
  label: string;
  help?: string | undefined;
  score?: number | undefined;
}
const without = <T extends object>(of: T): T =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as T;

/** The answers or levels of a choice. */
export function AnswersList({
  noun,
  path,
  faults,
  items,
  least,
  most,
  scored = false,
  onChange,
}: {
  noun: 'Answer' | 'Level';
  path: string;
  faults: readonly FieldError[];
  items: readonly Answer[];
  least: number;
  most: number;
  scored?: boolean;
  onChange: (items: Answer[]) => void;
}) {
  const taken = items.map(({ value }) => value);
  const offersNotAtIssue = noun === 'Answer' && !taken.includes('not_at_issue') && items.length < most;
  return (
    <>
      <Items
        noun={noun}
        items={items}
        idOf={({ value }) => value}
        least={least}
        most={most}
        make={() => ({
          value: freshKey(noun, taken),
          label: `${noun} ${items.length + 1}`,
          ...(scored ? { score: 0 } : {}),
        })}
        onChange={onChange}
      >
        {(item, at, set) => (
          <>
            <TextField
              path={`${path}.${at}.label`}
              label={`${noun} ${at + 1}`}
              hideLabel
              maxLength={500}
              value={item.label}
              error={faults.find((fault) => fault.path === `${path}.${at}.label`)?.message}
              onChange={(label) => set({ ...item, label })}
            />
            {scored ? (
              <NumberField
                path={`${path}.${at}.score`}
                label={`Share of the score at level ${at + 1}, in percent`}
                hideLabel
                unit="%"
                placeholder="Not scored"
                value={item.score === undefined ? null : Math.round(item.score * 100)}
                error={faults.find((fault) => fault.path === `${path}.${at}.score`)?.message}
                onChange={(percent) =>
                  set(
                    without({
                      ...item,
                      score: percent === null ? undefined : Math.min(100, Math.max(0, percent)) / 100,
                    }),
                  )
                }
              />
            ) : null}
          </>
        )}
      </Items>
      {offersNotAtIssue ? (
        <TextButton onClick={() => onChange([...items, { value: 'not_at_issue', label: 'Not at issue' }])}>
          Let the expert put it aside as not at issue
        </TextButton>
      ) : null}
    </>
  );
}

/** The statements an expert confirms. */
export function StatementsList({
  path,
  faults,
  items,
  onChange,
}: {
  path: string;
  faults: readonly FieldError[];
  items: QuestionOf<'attestation'>['statements'];
  onChange: (items: QuestionOf<'attestation'>['statements']) => void;
}) {
  return (
    <Items
      noun="Statement"
      items={items}
      idOf={({ key }) => key}
      least={1}
      most={30}
      make={() => ({
        key: freshKey(
          'statement',
          items.map(({ key }) => key),
        ),
        text: 'I confirm what I wrote in this report.',
      })}
      onChange={onChange}
    >
      {(item, at, set) => (
        <TextArea
          path={`${path}.statements.${at}.text`}
          label={`Statement ${at + 1}`}
          hideLabel
          rows={2}
          max={2000}
          counted={false}
          value={item.text}
          error={faults.find((fault) => fault.path === `${path}.statements.${at}.text`)?.message}
          onChange={(text) => set({ ...item, text })}
        />
      )}
    </Items>
  );
}

/** The columns of a table that are not the charts. */
export function ColumnsList({
  path,
  faults,
  items,
  onChange,
}: {
  path: string;
  faults: readonly FieldError[];
  items: { key: string; label: string }[];
  onChange: (items: { key: string; label: string }[]) => void;
}) {
  return (
    <Items
      noun="Column"
      items={items}
      idOf={({ key }) => key}
      least={1}
      most={30}
      make={() => ({
        key: freshKey(
          'column',
          items.map(({ key }) => key),
        ),
        label: `Column ${items.length + 1}`,
      })}
      onChange={onChange}
    >
      {(item, at, set) => (
        <TextField
          path={`${path}.columns.${at}.label`}
          label={`Column ${at + 1}`}
          hideLabel
          maxLength={500}
          value={item.label}
          error={faults.find((fault) => fault.path === `${path}.columns.${at}.label`)?.message}
          onChange={(label) => set({ ...item, label })}
        />
      )}
    </Items>
  );
}

type MatrixRow = QuestionOf<'matrix'>['rows'][number];

/** The rows of a table: what is asked of each column, what it weighs, and what counts against it. */
export function RowsList({
  question,
  path,
  faults,
  onChange,
}: {
  question: QuestionOf<'matrix'>;
  path: string;
  faults: readonly FieldError[];
  onChange: (next: FormQuestion) => void;
}) {
  const { rows } = question;
  const values = valuesOf(question) ?? [];
  return (
    <Items<MatrixRow>
      noun="Row"
      items={rows}
      idOf={({ key }) => key}
      least={1}
      most={200}
      make={() => ({
        key: freshKey(
          'row',
          rows.map(({ key }) => key),
        ),
        label: `Row ${rows.length + 1}`,
      })}
      onChange={(next) => onChange({ ...question, rows: next })}
    >
      {(row, at, set) => (
        <>
          <TextField
            path={`${path}.rows.${at}.label`}
            label={`Row ${at + 1}`}
            hideLabel
            maxLength={500}
            value={row.label}
            error={faults.find((fault) => fault.path === `${path}.rows.${at}.label`)?.message}
            onChange={(label) => set({ ...row, label })}
          />
          <details className={styles.more}>
            <summary>Score of row {at + 1}</summary>
            <div className={styles.fields}>
              <NumberField
                path={`${path}.rows.${at}.weight`}
                label="Weight in the score"
                optional
                decimals={2}
                value={row.weight ?? null}
                error={faults.find((fault) => fault.path === `${path}.rows.${at}.weight`)?.message}
                onChange={(weight) => set(without({ ...row, weight: weight ?? undefined }))}
              />
              <TextField
                path={`${path}.rows.${at}.category`}
                label="Category in the score"
                optional
                maxLength={120}
                value={row.category ?? ''}
                onChange={(category) => set(without({ ...row, category: category === '' ? undefined : category }))}
              />
              <ValueTicks
                label="Counts as a deficiency"
                question={question}
                values={values}
                chosen={row.deficiency_if ?? []}
                onChange={(list) => set(without({ ...row, deficiency_if: list.length > 0 ? list : undefined }))}
              />
              <ValueTicks
                label="Is critical"
                question={question}
                values={values}
                chosen={row.critical_if ?? []}
                onChange={(list) => set(without({ ...row, critical_if: list.length > 0 ? list : undefined }))}
              />
            </div>
          </details>
        </>
      )}
    </Items>
  );
}
