import type { ReactNode } from 'react';
import { cx } from './common.ts';
import { type PanelButton, type PanelSide, usePanel } from './use-panel.ts';
import styles from './panel.module.css';

const STOPS = 'input, button, select, textarea, a[href]';

/** A panel with controls that a button opens beside itself; `renderButton` draws the button with what it has to carry. */
export function Flyout({
  label,
  renderButton,
  className,
  children,
  ...side
}: PanelSide & {
  label: string;
  renderButton: (button: PanelButton) => ReactNode;
  className?: string | undefined;
  /** Drawn only while open. `close` takes the panel away and gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
}) {
  const { open, anchor, button, close, panel } = usePanel('dialog', STOPS, side);
  return (
    <span ref={anchor} className={styles.anchor}>
      {renderButton(button)}
      <div {...panel} aria-label={label} className={cx(styles.panel, className)}>
        {open ? children(close) : null}
      </div>
    </span>
  );
}
