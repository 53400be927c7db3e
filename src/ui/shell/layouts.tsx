import { IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../parts/common.ts';
import { useMedia } from '../parts/split-view.tsx';
import styles from './layouts.module.css';

/** One sheet of content up to a width: 'form' 760, 'wide' 1180, 'full'. */
export function Page({ width = 'wide', children }: { width?: 'form' | 'wide' | 'full'; children: ReactNode }) {
  return <div className={cx(styles.page, styles[width])}>{children}</div>;
}

/** Whether the side panel is open: remembered while it is docked, closed at first where it is a drawer. */
export function useSidePanel(storageKey: string) {
  const docked = useMedia('(min-width: 80em)');
  const [dockedOpen, setDockedOpen] = useState(() => {
    try {
      return localStorage.getItem(storageKey) !== 'closed';
    } catch {
      return true;
    }
  });
  const [drawerOpen, setDrawerOpen] = useState(false);
  const set = (open: boolean) => {
    if (!docked) return setDrawerOpen(open);
    setDockedOpen(open);
    try {
      localStorage.setItem(storageKey, open ? 'open' : 'closed');
    } catch {
      // A comfort only.
    }
  };
  return { docked, open: docked ? dockedOpen : drawerOpen, show: () => set(true), close: () => set(false) };
}

/**
 * A detail page: `head` over main and facts rail, the side panel beside both, sticky to the window. Below 1280 px the
 * side becomes a drawer, below 1024 px the rail goes under the main column.
 */
export function DetailGrid({
  head,
  rail,
  side,
  sideLabel = 'Conversation',
  onCloseSide,
  children,
}: {
  head: ReactNode;
  rail?: ReactNode;
  /** Absent while closed. */
  side?: ReactNode;
  sideLabel?: string;
  onCloseSide?: () => void;
  children: ReactNode;
}) {
  const docked = useMedia('(min-width: 80em)');
  const grid = useRef<HTMLDivElement>(null);
  const arriving = useArriving(grid);
  return (
    <div ref={grid} className={cx(styles.detail, side ? styles.withSide : null)} data-arriving={arriving || undefined}>
      <div className={styles.sheet}>
        <div className={styles.detailHead}>{head}</div>
        <div className={cx(styles.columns, rail ? styles.withRail : null)}>
          <div className={styles.column}>{children}</div>
          {rail ? <aside aria-label="Facts">{rail}</aside> : null}
        </div>
      </div>
      {side ? (
        docked ? (
          <aside className={styles.side} aria-label={sideLabel}>
            <div className={styles.sideBody}>{side}</div>
          </aside>
        ) : (
          <Drawer label={sideLabel} onClose={onCloseSide}>
            {side}
          </Drawer>
        )
      ) : null}
    </div>
  );
}

/** The head of a detail page before the rest of it is there, as wide as it will be where the side panel is docked. */
export function DetailPicture({ children }: { children: ReactNode }) {
  return (
    <div className={cx(styles.detail, styles.withSide, styles.picture)}>
      <div className={styles.sheet}>
        <div className={styles.detailHead}>{children}</div>
      </div>
    </div>
  );
}

/** Whether parts the page began with are still on their way; what is opened later does not count. */
function useArriving(box: RefObject<HTMLElement | null>): boolean {
  const [arriving, setArriving] = useState(true);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new MutationObserver(() => look());
    const look = () => {
      if (node.querySelector('[data-skeleton]')) return;
      watch.disconnect();
      setArriving(false);
    };
    watch.observe(node, { childList: true, subtree: true });
    look();
    return () => watch.disconnect();
  }, [box]);
  return arriving;
}

/** A panel over the page from the right. Escape and a press on the scrim close it. */
function Drawer({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose?: (() => void) | undefined;
  children: ReactNode;
}) {
  const node = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = node.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it by the keyboard
    <dialog
      ref={node}
      className={styles.drawer}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className={styles.drawerBody}>{children}</div>
    </dialog>
  );
}

/** A wizard: steps 232, form up to 760, aside 312, the action bar last. Below 1024 px the aside is a bar that opens. */
export function WizardGrid({
  steps,
  aside,
  asideSummary,
  bar,
  children,
}: {
  steps: ReactNode;
  aside?: ReactNode;
  /** What the closed bar says on small screens: 'Estimate $1,322.00'. */
  asideSummary?: ReactNode;
  bar?: ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const wide = useMedia('(min-width: 64em)');
  return (
    <div className={styles.wizard}>
      <div className={cx(styles.wizardColumns, aside && wide ? styles.three : null)}>
        <div className={styles.steps}>{steps}</div>
        <div className={styles.form}>
          <div className={styles.formInner}>{children}</div>
        </div>
        {aside && wide ? (
          <aside className={styles.wizardAside} aria-label="Quote and what happens next">
            <div className={styles.asideBody}>{aside}</div>
          </aside>
        ) : null}
      </div>
      {wide || !aside ? (
        bar
      ) : (
        <div className={styles.dock}>
          <aside aria-label="Quote and what happens next">
            <button type="button" className={styles.opener} aria-expanded={open} onClick={() => setOpen(!open)}>
              <span>{asideSummary ?? 'Quote and what happens next'}</span>
              <IconChevronUp size={18} stroke={1.75} aria-hidden />
            </button>
            {open ? <div className={styles.dockBody}>{aside}</div> : null}
          </aside>
          {bar}
        </div>
      )}
    </div>
  );
}

/** Administration: navigation 232, content up to 1180, an index 196 of the page's groups. */
export function AdminGrid({ nav, index, children }: { nav: ReactNode; index?: ReactNode; children: ReactNode }) {
  return (
    <div className={cx(styles.admin, index ? styles.withIndex : null)}>
      <div className={styles.adminNav}>{nav}</div>
      <div className={styles.adminMain}>{children}</div>
      {index ? <div className={styles.adminIndex}>{index}</div> : null}
    </div>
  );
}
