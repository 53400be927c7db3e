import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './common.ts';
import type { PanelButton } from './use-panel.ts';
import styles from './chips.module.css';

/** A code a person may copy: 'H-311', 'CR-20418'. */
export function CodeChip({ children, icon }: { children: ReactNode; icon?: ReactNode }) {
  return (
    <span className={styles.code}>
      {icon}
      {children}
    </span>
  );
}

/** A cited passage: 'p. 214'. With `onOpen` it jumps there. */
export function MarkChip({ children, onOpen, label }: { children: ReactNode; onOpen?: () => void; label?: string }) {
  return onOpen ? (
    <button type="button" className={cx(styles.mark, styles.jump)} onClick={onOpen} aria-label={label}>
      {children}
    </button>
  ) : (
    <span className={styles.mark}>{children}</span>
  );
}

/** Unread conversations in pink, '9+' from ten on. Nothing at zero. */
export function UnreadBadge({ count, plain = false }: { count: number; plain?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={styles.unread}>
      <span aria-hidden>{count > 9 ? '9+' : count}</span>
      {plain ? null : (
        <span className={styles.hidden}>{` ${count} unread ${count === 1 ? 'conversation' : 'conversations'}`}</span>
      )}
    </span>
  );
}

/** A key on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** Words for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/**
 * A filter: dashed and quiet while off, filled with its value while on. Pressing it switches it (`onClick`) or opens
 * its choice (`opens`: what a `Flyout` gives its button); `onClear` adds a cross that takes the filter away.
 */
export function FilterChip({
  label,
  value,
  icon,
  onClick,
  opens,
  onClear,
}: {
  label: string;
  value?: string | null;
  icon?: ReactNode;
  onClick?: () => void;
  opens?: PanelButton;
  onClear?: () => void;
}) {
  const on = value !== undefined && value !== null && value !== '';
  return (
    <span className={cx(styles.filter, on && styles.on)}>
      {onClick || opens ? (
        <button type="button" className={styles.filterWords} onClick={onClick} {...opens}>
          {on ? null : icon}
          {on ? `${label}: ${value}` : label}
        </button>
      ) : (
        <span className={styles.filterWords}>{on ? `${label}: ${value}` : label}</span>
      )}
      {on && onClear ? (
        <button type="button" className={styles.clear} onClick={onClear} aria-label={`Clear ${label}: ${value}`}>
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}

/** One of several views side by side, as 'All', 'Differs from default 17'. */
export function ToggleChip({
  pressed,
  onClick,
  icon,
  children,
}: {
  pressed: boolean;
  onClick: () => void;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <button type="button" className={cx(styles.toggle, pressed && styles.on)} aria-pressed={pressed} onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
