import type { ReactNode, Ref } from 'react';
import type { ApiError } from '../api/client.ts';
import { Failure } from '../api/failure.tsx';
import { Button } from '../parts/button.tsx';
import styles from './inline-form.module.css';

/** Two fields beside each other where there is room, below each other on telephones. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;

/** Buttons of a row or a section, and the form that opens among them. `data-acts`: by what a page sets them apart from what is above. */
export const Acts = ({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={styles.acts} data-acts="">
    {children}
  </div>
);

/** A line that says something beside what matters. */
export const Quiet = ({ children }: { children: ReactNode }) => <p className={styles.quiet}>{children}</p>;

/** Files to tick, under what they are ticked for. */
export const FileTicks = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={styles.files}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** How a form that stands in a page ends: what went wrong, the button that sends it, and the way out. */
export function InlineEnds({
  error,
  placed = false,
  what,
  busy,
  primary = false,
  size = 'md',
  children,
  also,
  leave = 'Leave it as it is',
  about,
  onLeave,
}: {
  error: ApiError | null;
  /** Whether the form says at its fields what is wrong with them; else the first of it is said here. */
  placed?: boolean;
  /** The sentence for a failure nobody meant: "It could not be saved." */
  what: string;
  busy: boolean;
  primary?: boolean;
  size?: 'md' | 'lg';
  /** The words of the button that sends it. */
  children: string;
  /** Another act, before the way out. */
  also?: ReactNode;
  leave?: string;
  /** What it is of, for the names of its buttons, where several stand beside each other. */
  about?: string | undefined;
  /** Left out where there is nothing to go back to. */
  onLeave?: (() => void) | undefined;
}) {
  const named = (words: string) => (about === undefined ? {} : { 'aria-label': `${words}: ${about}` });
  return (
    <>
      {placed && error && error.errors.length > 0 ? null : <Failure error={error} what={what} />}
      <div className={styles.ends}>
        <Button kind={primary ? 'primary' : 'default'} type="submit" size={size} busy={busy} {...named(children)}>
          {children}
        </Button>
        {also}
        {onLeave ? (
          <Button kind="quiet" size={size} onClick={onLeave} {...named(leave)}>
            {leave}
          </Button>
        ) : null}
      </div>
    </>
  );
}
