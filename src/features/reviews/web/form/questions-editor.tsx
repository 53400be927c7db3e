import { IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TextRows } from '../../../../ui/form/repeatable-rows.tsx';
import { Button, TextButton } from '../../../../ui/parts/button.tsx';
import type { Errors } from './types.ts';
import { keyOf, useRows } from './use-rows.ts';
import styles from './form.module.css';

export interface BankGroup {
  title: string;
  questions: string[];
}

/** A list of texts in the order they will be asked; questions can also be taken from a bank. */
export function QuestionsEditor({
  path,
  fieldKey,
  label,
  lead,
  required,
  error,
  errors,
  items,
  onChange,
  bank,
  noun,
  max,
  disabled,
}: {
  path: string;
  fieldKey: string;
  label: string;
  /** A line under the label: what the organization asks for. */
  lead?: string | undefined;
  required?: boolean;
  error?: string | undefined;
  errors: Errors;
  items: readonly string[];
  onChange: (items: string[]) => void;
  bank: readonly BankGroup[];
  noun: string;
  max: number;
  disabled: boolean;
}) {
  const [rows, setRows] = useRows(items, onChange);
  const [bankOpen, setBankOpen] = useState(false);
  const [said, setSaid] = useState('');
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  return (
    <div className={styles.questions}>
      <TextRows
        path={path}
        label={label}
        required={required}
        error={error}
        disabled={disabled}
        rowName={noun}
        addLabel={`Add ${article} ${noun}`}
        max={max}
        rows={rows.map(({ id, value }) => ({ id, text: value }))}
        onChange={(next) => setRows(next.map(({ id, text }) => ({ id, value: text })))}
        errorAt={(index) => errors[`${fieldKey}.${index}`] ?? null}
        help={lead ?? undefined}
        aside={
          bank.length > 0 && !disabled ? (
            <TextButton aria-expanded={bankOpen} className={styles.bankToggle} onClick={() => setBankOpen(!bankOpen)}>
              <IconListSearch size={16} stroke={1.75} aria-hidden /> Take from question bank
            </TextButton>
          ) : undefined
        }
      />
      {bankOpen ? (
        <Bank
          bank={bank}
          taken={items}
          full={items.length >= max}
          onTake={(text) => {
            const blank = rows.findIndex((row) => row.value.trim() === '');
            setRows(
              blank === -1
                ? [...rows, keyOf(text)]
                : rows.map((row, i) => (i === blank ? { ...row, value: text } : row)),
            );
            setSaid('Added to your questions.');
          }}
          onClose={() => setBankOpen(false)}
        />
      ) : null}
      <output className={styles.srOnly}>{said}</output>
    </div>
  );
}

function Bank({
  bank,
  taken,
  full,
  onTake,
  onClose,
}: {
  bank: readonly BankGroup[];
  taken: readonly string[];
  full: boolean;
  onTake: (text: string) => void;
  onClose: () => void;
}) {
  return (
    <section className={styles.bank} aria-label="Question bank">
      {bank.map((group) => (
        <div key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.questions.map((text) => {
              const has = taken.includes(text);
              return (
                <li key={text}>
                  <span>{text}</span>
                  <Button size="sm" disabled={has || full} aria-label={`Add: ${text}`} onClick={() => onTake(text)}>
                    {has ? 'Added' : 'Add'}
                  </Button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <div className={styles.bankEnd}>
        <Button kind="quiet" size="sm" onClick={onClose}>
          Close the question bank
        </Button>
      </div>
    </section>
  );
}
