import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { Tabs } from './tabs.tsx';
import { useMedia } from './use-media.ts';
import styles from './split-view.module.css';

export { useMedia };

function remembered(key: string, fallback: number): number {
  try {
    const share = Number(localStorage.getItem(key));
    return share >= 20 && share <= 80 ? share : fallback;
  } catch {
    return fallback;
  }
}

/**
 * Two halves side by side, each scrolling by itself. The line between can be dragged or moved with the arrow keys, and
 * is remembered on this device. Below 1024 px the halves are two tabs.
 */
export function SplitView({
  storageKey,
  left,
  right,
  initial = 49,
  first = 'left',
  shown,
  onShow,
}: {
  storageKey: string;
  left: { label: string; content: ReactNode };
  right: { label: string; content: ReactNode };
  /** Share of the left half in percent. */
  initial?: number;
  /** Which tab stands first in view on small screens. */
  first?: 'left' | 'right';
  /** The tab in view on small screens, where the page decides it; `onShow` hears the reader's choice. */
  shown?: 'left' | 'right';
  onShow?: (half: 'left' | 'right') => void;
}) {
  const wide = useMedia('(min-width: 64em)');
  const box = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => remembered(storageKey, initial));
  const [own, setOwn] = useState<'left' | 'right'>(first);
  const tab = shown ?? own;

  useEffect(() => {
    try {
      localStorage.setItem(storageKey, String(share));
    } catch {
      // Only a comfort: without storage the next visit starts at the middle again.
    }
  }, [storageKey, share]);

  const clamp = (value: number) => Math.round(Math.min(75, Math.max(25, value)));
  const pull = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
    const { left: from, width } = box.current.getBoundingClientRect();
    setShare(clamp(((event.clientX - from) / width) * 100));
  };
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowLeft: share - 2, ArrowRight: share + 2, Home: 25, End: 75, Enter: initial }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setShare(clamp(to));
  };

  // One tree at every width: turning a tablet keeps a place in the records, a caret, a dialog.
  const half = (side: 'left' | 'right', { label, content }: { label: string; content: ReactNode }) => (
    <section
      key={side}
      className={wide ? styles.half : styles.layer}
      aria-label={wide ? label : undefined}
      data-away={wide || tab === side ? undefined : true}
    >
      {content}
    </section>
  );
  return (
    <Tabs
      label={`${left.label} and ${right.label}`}
      fill
      flush
      bare={wide}
      tabs={[
        { value: 'left', label: left.label },
        { value: 'right', label: right.label },
      ]}
      value={tab}
      onChange={(next) => {
        const chosen = next === 'left' ? 'left' : 'right';
        setOwn(chosen);
        onShow?.(chosen);
      }}
    >
      <div
        ref={box}
        className={wide ? styles.split : styles.stack}
        style={wide ? { gridTemplateColumns: `minmax(0, ${share}fr) 1px minmax(0, ${100 - share}fr)` } : undefined}
      >
        {half('left', left)}
        {wide ? (
          // A focusable separator is a widget: the arrow keys and the pointer move it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role
          <div
            key="line"
            className={styles.line}
            role="separator"
            aria-orientation="vertical"
            aria-label={`Width of ${left.label}`}
            aria-valuenow={share}
            aria-valuemin={25}
            aria-valuemax={75}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            onKeyDown={keys}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={pull}
            onDoubleClick={() => setShare(initial)}
          />
        ) : null}
        {half('right', right)}
      </div>
    </Tabs>
  );
}
