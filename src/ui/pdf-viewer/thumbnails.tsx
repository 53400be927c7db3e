import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { batesOf } from './layout.ts';
import { ThumbnailStore } from './thumbnail-store.ts';
import type { RecordsFile, RecordsMark } from './types.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './thumbnails.module.css';

/** Height of one place in the rail, its number included; the style sheet says the same. */
const PITCH = 91;
const MARGIN = 12;

function Thumbnail({ store, page }: { store: ThumbnailStore; page: number }) {
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const show = (): void => {
      const canvas = store.get(page);
      if (canvas && host.current) host.current.replaceChildren(canvas);
    };
    if (store.get(page)) {
      show();
      return undefined;
    }
    // Waits a moment: rows that fly past while scrolling are not worth drawing.
    let withdraw = (): void => undefined;
    const timer = setTimeout(() => {
      withdraw = store.want(page, show);
    }, 120);
    return () => {
      clearTimeout(timer);
      withdraw();
    };
  }, [store, page]);
  return <span ref={host} className={styles.picture} />;
}

interface ThumbnailsProps {
  store: ThumbnailStore;
  file: RecordsFile;
  pages: number;
  current: number;
  marks: readonly RecordsMark[];
  onGo: (page: number) => void;
  /** After a page was chosen with the pointer. */
  onPicked: () => void;
}

/** The rail of small pages: a list box with one tab stop, arrows move the page. */
export function Thumbnails({ store, file, pages, current, marks, onGo, onPicked }: ThumbnailsProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<readonly [number, number]>([1, 0]);
  const counts = useMemo(() => {
    const map = new Map<number, number>();
    for (const mark of marks) map.set(mark.page, (map.get(mark.page) ?? 0) + 1);
    return map;
  }, [marks]);

  const look = (): void => {
    const element = rail.current;
    if (!element) return undefined;
    const first = Math.max(1, Math.floor((element.scrollTop - MARGIN) / PITCH) - 1);
    const last = Math.min(pages, Math.ceil((element.scrollTop + element.clientHeight) / PITCH) + 2);
    setShown((old) => (old[0] === first && old[1] === last ? old : [first, last]));
  };
  const lookNow = useRef(look);
  useLayoutEffect(() => {
    lookNow.current = look;
  });
  useEffect(() => {
    const element = rail.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => lookNow.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = rail.current;
    if (!element) return;
    const top = MARGIN + (current - 1) * PITCH;
    const above = top < element.scrollTop + PITCH / 2;
    const below = top + PITCH > element.scrollTop + element.clientHeight;
    if (above || below) element.scrollTop = top - (element.clientHeight - PITCH) / 2;
    lookNow.current();
  }, [current]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const jumps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowRight: current + 1,
      ArrowUp: current - 1,
      ArrowLeft: current - 1,
      PageDown: current + 5,
      PageUp: current - 5,
      Home: 1,
      End: pages,
    };
    const to = jumps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onGo(Math.min(pages, Math.max(1, to)));
  };

  const drawn: number[] = [];
  for (let page = shown[0]; page <= Math.min(pages, shown[1]); page++) drawn.push(page);
  // The chosen option must exist for assistive technology even when it is scrolled away.
  if (!drawn.includes(current)) drawn.push(current);
  const idOf = (page: number): string => `thumb-${file.id}-${page}`;

  return (
    <div
      ref={rail}
      className={styles.rail}
      // A native list shows no pictures.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label={viewerTexts.rail}
      aria-activedescendant={idOf(current)}
      tabIndex={0}
      onScroll={look}
      onKeyDown={onKeyDown}
    >
      <div className={styles.track} role="presentation" style={{ height: 2 * MARGIN + pages * PITCH }}>
        {drawn.map((page) => (
          // Keys reach the list box, which holds the focus for all its options.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={page}
            id={idOf(page)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            aria-selected={page === current}
            aria-label={viewerTexts.thumbnail(page, batesOf(file.bates_from, page), counts.get(page) ?? 0)}
            aria-posinset={page}
            aria-setsize={pages}
            className={styles.thumb}
            data-marked={counts.has(page) || undefined}
            style={{ top: MARGIN + (page - 1) * PITCH }}
            onClick={() => {
              onGo(page);
              onPicked();
            }}
          >
            <span className={styles.frame}>
              <Thumbnail store={store} page={page} />
            </span>
            <span className={styles.number}>{page}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
