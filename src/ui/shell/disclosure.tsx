import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../parts/common.ts';
import styles from './disclosure.module.css';

/** A button that opens a short list under it. Escape, a press outside, leaving it or choosing closes it. */
export function Disclosure({
  label,
  button,
  className,
  panelClassName,
  end = false,
  closesOn = 'a, button',
  children,
}: {
  /** Accessible name where the button's words do not suffice. */
  label?: string;
  button: ReactNode;
  className?: string | undefined;
  /** Opens toward the left, as at the right edge. */
  end?: boolean;
  panelClassName?: string | undefined;
  /** What inside closes it when it is pressed. */
  closesOn?: 'a' | 'a, button';
  /** A function learns whether it is open: what is costly is then drawn only when it is seen. */
  children: ReactNode | ((open: boolean) => ReactNode);
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const keys = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        setOpen(false);
        toggle.current?.focus();
        return;
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const stops = [...(box.current?.querySelectorAll<HTMLElement>('[data-panel] a, [data-panel] button') ?? [])];
      if (stops.length === 0 || !box.current?.contains(document.activeElement)) return;
      event.preventDefault();
      const at = stops.indexOf(document.activeElement as HTMLElement);
      const to = event.key === 'ArrowDown' ? at + 1 : at <= 0 ? stops.length - 1 : at - 1;
      stops[to % stops.length]?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', keys);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', keys);
    };
  }, [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- choosing inside closes; the choice itself is a link or button
    <div
      ref={box}
      className={styles.box}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={toggle}
        type="button"
        className={cx(styles.toggle, className)}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- choosing inside closes; the choice itself is a link or button */}
      <div
        id={id}
        data-panel
        hidden={!open}
        className={cx(styles.panel, end && styles.end, panelClassName)}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest(closesOn)) setOpen(false);
        }}
      >
        {typeof children === 'function' ? children(open) : children}
      </div>
    </div>
  );
}
