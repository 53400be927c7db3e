import { IconCopy, IconGripVertical, IconListSearch, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Field, useField } from '../../../../ui/form/field.tsx';
import { Button, IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import type { Errors } from './types.ts';
import styles from './form.module.css';

export interface BankGroup {
  title: string;
  questions: string[];
}

/** A list with the item at `from` moved to `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const at = Math.max(0, Math.min(items.length - 1, to));
  const rest = items.filter((_, i) => i !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, at), item, ...rest.slice(at)];
}

/**
 * Numbered texts in the order they will be asked: written in place, moved by dragging the handle or with the arrow
 * keys on it, copied, removed, or taken from a bank.
 */
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
  disabled?: boolean;
}) {
  const { ids } = useField({ path, label, error, required });
  const [bankOpen, setBankOpen] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focusAt = (index: number, part: 'textarea' | '[data-handle]' = 'textarea') =>
    requestAnimationFrame(() => {
      const row = list.current?.children[index];
      (row?.querySelector<HTMLElement>(part) ?? document.getElementById(`${ids.control}-add`))?.focus();
    });
  const move = (from: number, to: number, thenFocus = true) => {
    if (to < 0 || to >= items.length || from === to) return;
    onChange(moved(items, from, to));
    setSaid(`Moved to place ${to + 1} of ${items.length}.`);
    if (thenFocus) focusAt(to, '[data-handle]');
  };
  const full = items.length >= max;
  return (
    <Field
      path={path}
      label={label}
      error={error}
      required={required}
      ids={ids}
      group="group"
      aside={
        bank.length > 0 ? (
          <TextButton aria-expanded={bankOpen} className={styles.bankToggle} onClick={() => setBankOpen(!bankOpen)}>
            <IconListSearch size={16} stroke={1.75} aria-hidden /> Take from question bank
          </TextButton>
        ) : undefined
      }
    >
      <p className={styles.lead}>
        {items.length} of {max}
        {lead ? `. ${lead}` : ''}
      </p>
      {bankOpen ? (
        <Bank
          bank={bank}
          taken={items}
          full={full}
          onTake={(text) => {
            const blank = items.findIndex((one) => one.trim() === '');
            onChange(blank === -1 ? [...items, text] : items.map((one, i) => (i === blank ? text : one)));
            setSaid('Added to your questions.');
          }}
          onClose={() => setBankOpen(false)}
        />
      ) : null}
      {items.length > 0 ? (
        <ol ref={list} className={styles.questions}>
          {items.map((text, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- a question's place is its identity
              key={index}
              className={cx(styles.question, dragged === index && styles.dragged)}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== index) {
                  move(dragged, index, false);
                  setDragged(index);
                }
              }}
              onDrop={(event) => {
                event.preventDefault();
                setDragged(null);
              }}
            >
              <button
                type="button"
                data-handle
                className={styles.handle}
                draggable={!disabled}
                disabled={disabled}
                aria-label={`Move ${noun} ${index + 1}. Arrow keys move it up and down.`}
                title="Drag, or use the arrow keys"
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', String(index));
                  setDragged(index);
                }}
                onDragEnd={() => setDragged(null)}
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                  if (step === 0) return;
                  event.preventDefault();
                  move(index, index + step);
                }}
              >
                <IconGripVertical size={16} stroke={1.75} aria-hidden />
              </button>
              <span className={styles.number} aria-hidden>
                {index + 1}
              </span>
              <GrowingText
                path={`${path}.${index}`}
                label={`${capital(noun)} ${index + 1}`}
                value={text}
                error={errors[`${fieldKey}.${index}`]}
                disabled={disabled}
                onChange={(value) => onChange(items.map((one, i) => (i === index ? value : one)))}
                onEnter={() => {
                  if (full) return;
                  onChange([...items.slice(0, index + 1), '', ...items.slice(index + 1)]);
                  focusAt(index + 1);
                }}
              />
              <span className={styles.questionActs}>
                <IconButton
                  label={`Copy ${noun} ${index + 1}`}
                  disabled={disabled || full}
                  onClick={() => {
                    onChange([...items.slice(0, index + 1), text, ...items.slice(index + 1)]);
                    focusAt(index + 1);
                  }}
                >
                  <IconCopy stroke={1.75} />
                </IconButton>
                <IconButton
                  label={`Remove ${noun} ${index + 1}`}
                  disabled={disabled}
                  onClick={() => {
                    onChange(items.filter((_, i) => i !== index));
                    focusAt(Math.min(index, items.length - 2));
                  }}
                >
                  <IconTrash stroke={1.75} />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      <div>
        <Button
          id={`${ids.control}-add`}
          kind="quiet"
          size="sm"
          icon={<IconPlus stroke={1.75} />}
          disabled={disabled || full}
          onClick={() => {
            onChange([...items, '']);
            focusAt(items.length);
          }}
        >
          {full ? `At most ${max}` : `Add ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`}
        </Button>
      </div>
      <span className={styles.srOnly} aria-live="polite">
        {said}
      </span>
    </Field>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A text that is as high as what stands in it. Enter begins the next one, Shift+Enter a new line. */
function GrowingText({
  path,
  label,
  value,
  error,
  disabled,
  onChange,
  onEnter,
}: {
  path: string;
  label: string;
  value: string;
  error: string | undefined;
  disabled: boolean | undefined;
  onChange: (value: string) => void;
  onEnter: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    node.style.height = '0';
    node.style.height = `${node.scrollHeight}px`;
  }, [value]);
  return (
    <span className={styles.questionText}>
      <textarea
        ref={area}
        rows={1}
        data-path={path}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        value={value}
        disabled={disabled}
        maxLength={2000}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
      {error ? (
        <span className={styles.questionError} role="alert">
          {error}
        </span>
      ) : null}
    </span>
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
          <h3>{group.title}</h3>
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
