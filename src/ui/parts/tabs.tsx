import { startTransition, useEffect, useId, useOptimistic, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { UnreadBadge } from './chips.tsx';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import styles from './tabs.module.css';

/** `count` null: it is still on its way, and its place is kept. */
type Tab = { value: string; label: string; count?: number | null | undefined; unread?: number | undefined };

function Words({ tab, active }: { tab: Tab; active: boolean }) {
  return (
    <>
      {tab.label}
      {tab.count === undefined ? null : (
        <span className={styles.place}>
          {tab.count === null ? null : <span className={cx(styles.count, active && styles.hot)}>{tab.count}</span>}
        </span>
      )}
      <UnreadBadge count={tab.unread ?? 0} />
    </>
  );
}

/**
 * Brings a tab of a row that slides into sight, with the one before it where there is room for both: then no words are
 * cut at the left, and it is seen that there are others on that side.
 */
function showTab(line: HTMLElement, at: number): void {
  const [before, here] = [line.children[at - 1], line.children[at]];
  if (!(here instanceof HTMLElement)) return;
  const end = here.offsetLeft + here.offsetWidth;
  const first = before instanceof HTMLElement && end - before.offsetLeft <= line.clientWidth ? before : here;
  line.scrollTo(first.offsetLeft - line.offsetLeft, 0);
}

/** Tabs that are places: each is a link, the choice is in the address. */
export function LinkTabs({
  label,
  tabs,
  end,
  flush = false,
}: {
  label: string;
  /** `awaited`: whether it stays is not known yet; its place is kept, undrawn. */
  tabs: (Tab & { href: string; active: boolean; awaited?: boolean })[];
  /** Saved views, at the right end of the line. */
  end?: ReactNode;
  flush?: boolean;
}) {
  const row = useRef<HTMLElement>(null);
  const active = tabs.findIndex((tab) => tab.active);
  // tabs that come or go late must not make the row higher or lower
  const stays = tabs.some((tab) => tab.awaited !== undefined);
  useEffect(() => {
    const line = row.current;
    if (line) showTab(line, active);
  }, [active]);
  return (
    <div className={cx(styles.line, flush && styles.flush)}>
      <nav ref={row} aria-label={label} className={cx(styles.tabs, !stays && styles.wraps)} data-slides>
        {tabs.map((tab) => (
          <RouteLink
            key={tab.value}
            href={tab.href}
            className={cx(styles.tab, tab.active && styles.active, tab.awaited && styles.awaited)}
            aria-current={tab.active ? 'page' : undefined}
          >
            <Words tab={tab} active={tab.active} />
          </RouteLink>
        ))}
      </nav>
      {end ? <div className={styles.end}>{end}</div> : null}
    </div>
  );
}

/**
 * Tabs within a page. Arrow keys move, one tab stop; only the chosen panel is in the document. The tab shows at once that
 * it was pressed; its panel, which may be much to draw, follows without holding anything up.
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  end,
  flush = false,
  fill = false,
  bare = false,
  children,
}: {
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  end?: ReactNode;
  flush?: boolean;
  /** Lets the panel take the height that is left. */
  fill?: boolean;
  /** Only what it holds, without tabs: where the page shows all of it at once, and holds it when it no longer does. */
  bare?: boolean;
  children: ReactNode;
}) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [pressed, press] = useOptimistic(value);
  const choose = (next: string) =>
    startTransition(() => {
      press(next);
      onChange(next);
    });
  const keys = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === pressed);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div className={cx(fill && styles.fill)}>
      {bare ? null : (
        <div className={cx(styles.line, flush && styles.flush)}>
          <div
            ref={list}
            role="tablist"
            tabIndex={-1}
            aria-label={label}
            className={cx(styles.tabs, styles.wraps)}
            data-slides
            onKeyDown={keys}
          >
            {tabs.map((tab) => (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${base}${tab.value}`}
                data-tab={tab.value}
                aria-selected={tab.value === pressed}
                aria-controls={`${base}panel`}
                tabIndex={tab.value === pressed ? 0 : -1}
                className={cx(styles.tab, tab.value === pressed && styles.active)}
                onClick={() => choose(tab.value)}
              >
                <Words tab={tab} active={tab.value === pressed} />
              </button>
            ))}
          </div>
          {end ? <div className={styles.end}>{end}</div> : null}
        </div>
      )}
      <div
        role={bare ? undefined : 'tabpanel'}
        id={`${base}panel`}
        aria-labelledby={bare ? undefined : base + value}
        className={cx(fill && styles.panel)}
      >
        {children}
      </div>
    </div>
  );
}
