import { IconChevronRight, IconX } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { IconButton, TextButton } from '../parts/button.tsx';
import { cx } from '../parts/common.ts';
import styles from './note-line.module.css';

/** Something to know that is not about the page it stands on, and that its reader puts away. */
export interface Note {
  id: string;
  text: ReactNode;
  icon?: ReactNode;
  /** Said by somebody now, and tinted; else small and quiet. */
  told?: boolean;
  closeLabel: string;
  onClose: () => void;
}

/**
 * The one line under the header: one note at a time, the others behind it. It is as high without a note as with one,
 * so that a note which comes after the page pushes nothing.
 */
export function NoteLine({ notes }: { notes: readonly Note[] }) {
  const box = useRef<HTMLElement>(null);
  const [at, setAt] = useState(0);
  // the one that was read may have been closed, or its time may be over
  const shown = Math.min(at, Math.max(0, notes.length - 1));
  const note = notes[shown];

  // what fills the window learns how much of it is left: a panel beside the page ends where the window does
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const root = document.documentElement.style;
    const tell = () => root.setProperty('--h-banner', `${node.offsetHeight}px`);
    tell();
    const watch = new ResizeObserver(tell);
    watch.observe(node);
    return () => {
      watch.disconnect();
      root.removeProperty('--h-banner');
    };
  }, []);

  return (
    <section ref={box} className={cx(styles.line, note?.told && styles.told)} aria-label="Notes">
      {note ? (
        <>
          {note.icon}
          <NoteText key={note.id}>{note.text}</NoteText>
          {notes.length > 1 ? (
            <span className={styles.turn}>
              <span className={styles.count}>
                {shown + 1} of {notes.length}
              </span>
              <IconButton label="Next note" onClick={() => setAt((shown + 1) % notes.length)}>
                <IconChevronRight stroke={1.75} />
              </IconButton>
            </span>
          ) : null}
          <IconButton
            label={note.closeLabel}
            onClick={() => {
              note.onClose();
              // the line goes with its last note: the page is what comes next
              if (notes.length === 1) document.getElementById('main')?.focus({ preventScroll: true });
            }}
          >
            <IconX stroke={1.75} />
          </IconButton>
        </>
      ) : null}
    </section>
  );
}

/** Two lines at most, until more is asked for. */
function NoteText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);

  useLayoutEffect(() => {
    const node = text.current;
    if (!node || open) return undefined;
    const look = (): void => setCut(node.scrollHeight > node.clientHeight + 1);
    // at once: its first frame is drawn as it stays
    look();
    const watch = new ResizeObserver(look);
    watch.observe(node);
    // letters that came late may need a line more, which the cut text hides without changing its size
    document.fonts.addEventListener('loadingdone', look);
    return () => {
      watch.disconnect();
      document.fonts.removeEventListener('loadingdone', look);
    };
  }, [open]);

  return (
    <>
      <p className={cx(styles.text, !open && styles.twoLines)} aria-live="polite">
        <span ref={text} className={cx(!open && styles.clamped)}>
          {children}
        </span>
      </p>
      {cut || open ? (
        <TextButton aria-expanded={open} className={styles.more} onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'All of it'}
        </TextButton>
      ) : null}
    </>
  );
}

/** A note as its readers will see it, while it is written: nothing to close, and no room taken under the header. */
export function NotePreview({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={cx(styles.line, styles.told)}>
      {icon}
      <p className={styles.text}>{children}</p>
      {/* where its buttons are, so that the words stand where they will */}
      <span />
    </div>
  );
}

/** The same notes below each other, where there is no line for them. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <section aria-label="Notes">
      <ul className={styles.list}>
        {notes.map((note) => (
          <li key={note.id} className={cx(styles.item, note.told && styles.told)}>
            {note.icon}
            <p className={styles.text}>{note.text}</p>
            <IconButton label={note.closeLabel} onClick={note.onClose}>
              <IconX stroke={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
