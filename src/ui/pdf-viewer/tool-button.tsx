import { Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import styles from './viewer.module.css';

interface ToolButtonProps {
  label: string;
  children: ReactNode;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
  disabled?: boolean;
  /** For a button that stays pressed. */
  pressed?: boolean;
  shortcut?: string;
}

/** Icon-only button of the viewer: always with a name and a tooltip. */
export function ToolButton({ label, children, onClick, ref, disabled = false, pressed, shortcut }: ToolButtonProps) {
  return (
    // Inside the viewer, not in a portal: in full screen nothing outside of it is shown.
    <Tooltip label={label} withinPortal={false} position="bottom" events={{ hover: true, focus: true, touch: false }}>
      <button
        ref={ref}
        type="button"
        className={styles.tool}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={shortcut}
        // Stays reachable at the ends, so that focus is not lost when the first or last page is reached.
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : onClick}
      >
        {children}
      </button>
    </Tooltip>
  );
}
