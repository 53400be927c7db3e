import { capital, spelledPlural } from '../../core/phrases.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { focusPath } from './field.tsx';
import styles from './error-summary.module.css';

/** What is wrong, at the top of a form, each line a jump to its field. Takes focus when a new list arrives. */
export function ErrorSummary({
  errors,
  labels = {},
  focus = true,
}: {
  errors: readonly { path: string; message: string }[];
  /** Field names for messages that do not name their field. */
  labels?: Record<string, string>;
  /** False where the page itself moves the focus, and the list follows what is typed. */
  focus?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const seen = errors.map(({ path, message }) => `${path} ${message}`).join('\n');
  useEffect(() => {
    if (seen && focus) box.current?.focus();
  }, [seen, focus]);
  if (errors.length === 0) return null;
  return (
    <div ref={box} className={styles.box} role="alert" tabIndex={-1}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div>
        <p className={styles.title}>{capital(spelledPlural(errors.length, 'thing'))} to correct</p>
        <ul className={styles.list}>
          {errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <a
                href={`#${path}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusPath(path);
                }}
              >
                {labels[path] ? `${labels[path]}: ${message}` : message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The message for one path, for a field's `error`. */
export function errorAt(errors: readonly { path: string; message: string }[], path: string): string | null {
  return errors.find((error) => error.path === path)?.message ?? null;
}
