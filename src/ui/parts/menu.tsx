import { createContext, type KeyboardEvent, type ReactNode, use } from 'react';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import { type PanelButton, type PanelSide, usePanel } from './use-panel.ts';
import styles from './panel.module.css';

const ITEMS = '[role="menuitem"]:not([aria-disabled="true"])';
const Close = createContext<() => void>(() => undefined);

/** A list of acts that a button opens; `renderButton` draws the button with what it has to carry. */
export function Menu({
  label,
  renderButton,
  children,
  end = true,
  above,
}: PanelSide & { label: string; renderButton: (button: PanelButton) => ReactNode; children: ReactNode }) {
  const { open, anchor, button, close, panel } = usePanel('menu', ITEMS, { above, end });
  return (
    <span ref={anchor} className={styles.anchor}>
      {renderButton(button)}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a menu by the role in `panel`; its items have the focus */}
      <div {...panel} aria-label={label} className={cx(styles.panel, styles.menu)} onKeyDown={walk}>
        {open ? <Close value={close}>{children}</Close> : null}
      </div>
    </span>
  );
}

/** One act; with `href` a link. The menu is closed, and the focus back, before `onClick` runs. */
export function MenuItem({
  icon,
  onClick,
  href,
  download,
  className,
  children,
}: {
  icon?: ReactNode;
  onClick?: () => void;
  href?: string;
  download?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const close = use(Close);
  const press = () => {
    close();
    onClick?.();
  };
  const face = { role: 'menuitem', tabIndex: -1, className: cx(styles.item, className), onClick: press };
  const words = (
    <>
      {icon}
      <span>{children}</span>
    </>
  );
  if (href === undefined)
    return (
      <button type="button" {...face}>
        {words}
      </button>
    );
  return download ? (
    <a {...face} href={href} download>
      {words}
    </a>
  ) : (
    <RouteLink {...face} href={href}>
      {words}
    </RouteLink>
  );
}

/** A line between kinds of acts. */
export function MenuDivider() {
  return <hr className={styles.divider} />;
}

/** Arrows, Home, End and first letters move through the items; Tab leaves the menu. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  if (event.key === 'Tab') {
    event.preventDefault();
    event.currentTarget.hidePopover();
    return;
  }
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  const typed =
    event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      ? [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
          item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
        )
      : undefined;
  const to = next ?? typed;
  if (!to) return;
  event.preventDefault();
  to.focus();
}
