import { plural } from '../../../../core/phrases.ts';
import { IconQuote } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from '../../../../ui/parts/common.ts';
import { type Citation, type Citations, wordsOf } from '../../rules.ts';
import { useCiting } from '../records/citing.tsx';
import { citesWords, pageWords } from '../records/passage.ts';
import { EditorController, type EditorEvents } from './controller.ts';
import styles from './editor.module.css';

/** The element that stands for a citation inside the text: its page, and in words for those who hear it. */
function chipOf(citation: Citation | undefined): HTMLElement {
  const chip = document.createElement('span');
  chip.className = styles.chip ?? '';
  if (!citation) {
    chip.textContent = 'p. ?';
    return chip;
  }
  chip.textContent = pageWords(citation);
  chip.setAttribute('role', 'img');
  chip.setAttribute('aria-label', citesWords(citation));
  const quote = citation.quote ? `“${citation.quote.slice(0, 160)}${citation.quote.length > 160 ? '…' : ''}”` : '';
  chip.title = [citation.file_name, pageWords(citation), quote].filter(Boolean).join(' · ');
  return chip;
}

/**
 * Writes cited text: paragraphs in the report's serif with a chip wherever a page is cited. The button below puts the
 * passage marked in the records in at the caret; pressing a chip shows its page; Backspace takes a chip away.
 */
export function CitedEditor({
  path,
  label,
  labelledBy,
  describedBy,
  value,
  citations,
  onChange,
  required = false,
  invalid = false,
  disabled: fixed = false,
  minLength,
  maxLength,
  rows = 4,
  line = false,
  autoFocus = false,
  foot,
}: {
  path: string;
  /** Its accessible name, where `labelledBy` names no element. */
  label?: string;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  value: string;
  citations: Citations;
  onChange: (text: string, citations: Citations) => void;
  required?: boolean | undefined;
  invalid?: boolean;
  disabled?: boolean;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  rows?: number;
  line?: boolean;
  autoFocus?: boolean;
  foot?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const controller = useRef<EditorController | null>(null);
  const { passage, onCited, find, open, readOnly = false } = useCiting();
  const disabled = fixed || readOnly;
  const events: EditorEvents = { onChange, onOpen: (_, citation) => open?.(citation), chipOf, singleLine: line };
  const newest = useRef(events);
  useLayoutEffect(() => {
    newest.current = events;
    controller.current?.use(events);
  });
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const made = new EditorController(box.current, newest.current);
    controller.current = made;
    return () => made.dispose();
  }, []);
  useLayoutEffect(() => controller.current?.setValue(value, citations, disabled), [value, citations, disabled]);
  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);

  const length = wordsOf(value).length;
  const short = minLength !== undefined && length > 0 && length < minLength;
  const citeIt = () => {
    if (!passage || !controller.current) return;
    controller.current.cite(passage);
    onCited();
  };
  return (
    <div className={cx(styles.frame, invalid && styles.invalid, disabled && styles.disabled)}>
      {/* React never looks inside: the controller writes the words and chips. */}
      <div
        ref={box}
        className={cx(styles.text, line && styles.line)}
        style={{ '--rows': line ? 1 : rows } as Record<string, number>}
        role="textbox"
        tabIndex={disabled ? -1 : 0}
        contentEditable={!disabled}
        suppressContentEditableWarning
        spellCheck
        aria-multiline={!line}
        aria-label={labelledBy ? undefined : label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-disabled={disabled || undefined}
        data-path={path}
      />
      {disabled ? null : (
        <div className={styles.foot}>
          <button
            type="button"
            className={styles.cite}
            aria-disabled={passage || find ? undefined : true}
            title={passage ? passage.file_name : find ? 'Or select a passage in the records' : undefined}
            // the caret stays where it is
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => (passage ? citeIt() : find?.(event.currentTarget))}
          >
            <IconQuote size={16} stroke={1.75} aria-hidden />
            {passage
              ? `Cite the marked passage, ${pageWords(passage)}`
              : find
                ? 'Find a passage to cite'
                : 'Mark a passage to cite it'}
          </button>
          {foot}
          <span className={cx(styles.count, short && styles.short)}>
            {maxLength !== undefined && length > maxLength
              ? `${length} characters, ${length - maxLength} too many`
              : short || (minLength !== undefined && length === 0)
                ? `${length} characters, at least ${minLength}`
                : plural(length, 'character')}
          </span>
        </div>
      )}
    </div>
  );
}
