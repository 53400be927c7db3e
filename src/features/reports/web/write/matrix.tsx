import { useId, useState } from 'react';
import { TextButton } from '../../../../ui/parts/button.tsx';
import { type FormAnswer, type FormContext, type QuestionOf, recordOf, wordsOf } from '../../rules.ts';
import { CitedEditor } from '../editor/cited-editor.tsx';
import { optionsOf } from './choice.tsx';
import { Meta } from './meta.tsx';
import styles from './write.module.css';

type Rows = Record<string, Record<string, string>>;

/** What the button under a rating says of its comment. */
function commentWords(lacks: boolean, comment: string): string {
  if (lacks) return 'Comment required';
  return wordsOf(comment) === '' ? 'Add a comment' : 'Comment';
}

/** Rows rated per column, a comment under a row where a rating asks for one. On narrow screens each row stands by itself. */
export function MatrixAnswer({
  question,
  path,
  answer,
  context,
  onChange,
  required,
  passed,
}: {
  question: QuestionOf<'matrix'>;
  path: string;
  answer: FormAnswer | undefined;
  context: FormContext;
  onChange: (change: Partial<FormAnswer>) => void;
  required: boolean;
  passed: boolean;
}) {
  const base = useId();
  const [opened, setOpened] = useState<string | null>(null);
  const columns = question.columns === 'charts' ? context.charts : question.columns;
  const options = optionsOf(question) ?? [];
  const rows = recordOf(answer?.value) as Rows;
  const rule = question.comment_rule;
  if (columns.length === 0) return <p className={styles.help}>The order names no charts to rate.</p>;

  const rate = (row: string, column: string, value: string): void => {
    const { [column]: _, ...others } = rows[row] ?? {};
    const next = value === '' ? others : { ...others, [column]: value };
    onChange({ value: { ...rows, [row]: next } });
    if (isAsked(value)) setOpened(`${row}.${column}`);
  };
  const isAsked = (value: string | undefined): boolean =>
    value !== undefined &&
    value !== '' &&
    rule !== undefined &&
    [rule.required_when, rule.citation_required_when].some((when) => when === 'always' || when?.includes(value));

  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          {columns.map((column) => (
            <th key={column.key} scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {question.rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" id={`${base}${row.key}`}>
              {row.label}
            </th>
            {columns.map((column) => {
              const cell = `${row.key}.${column.key}`;
              const value = rows[row.key]?.[column.key] ?? '';
              const comment = answer?.comments?.[cell] ?? '';
              const name = `${row.label}, ${column.label}`;
              const lacks = isAsked(value) && wordsOf(comment) === '';
              return (
                <td key={column.key} data-label={column.label}>
                  <select
                    aria-label={name}
                    aria-required={required || undefined}
                    aria-invalid={(passed && required && value === '') || undefined}
                    data-path={`${path}.value.${cell}`}
                    className={styles.select}
                    value={value}
                    onChange={(event) => rate(row.key, column.key, event.currentTarget.value)}
                  >
                    <option value="">Choose</option>
                    {options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                  {rule && value !== '' ? (
                    <Meta bad={passed && lacks}>
                      <TextButton
                        className={styles.toggle}
                        aria-expanded={opened === cell}
                        aria-label={`${commentWords(lacks, comment)} on ${name}`}
                        onClick={() => setOpened(opened === cell ? null : cell)}
                      >
                        {commentWords(lacks, comment)}
                      </TextButton>
                    </Meta>
                  ) : null}
                  {opened === cell ? (
                    <div className={styles.cellComment}>
                      <CitedEditor
                        path={`${path}.comments.${cell}`}
                        label={`Comment on ${name}`}
                        value={comment}
                        citations={answer?.citations ?? {}}
                        minLength={rule?.min_length}
                        rows={2}
                        onChange={(text, citations) =>
                          onChange({ comments: { ...answer?.comments, [cell]: text }, citations })
                        }
                      />
                    </div>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
