import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import type { LoadedPdf, PageTextLayer } from './engine/pdf.ts';
import { batesOf, clampScale } from './layout.ts';
import { PageView } from './page-view.tsx';
import styles from './pages.module.css';
import { PAGE_ATTRIBUTE, pageElementOf, rangeOf, rectsOf, startSelectionOn } from './text-selection.ts';
import type { PageRect, RecordsFile, RecordsMark, RecordsSelection, Zoom } from './types.ts';
import { useViewport } from './use-viewport.ts';
import { usePinch } from './use-pinch.ts';
import type { Hit } from './use-search.ts';
import { viewerTexts } from './viewer-texts.ts';

const NO_MARKS: readonly RecordsMark[] = [];
const NO_HITS: readonly Hit[] = [];

export interface PageListHandle {
  goTo: (page: number, rect?: PageRect) => void;
  /** Shows a hit, and with `select` makes it the browser's selection. */
  showHit: (hit: Hit, select: boolean) => void;
  focus: () => void;
  pageNow: () => number;
}

interface PageListProps {
  ref: Ref<PageListHandle>;
  pdf: LoadedPdf;
  file: RecordsFile;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** Reports the factor a fitting zoom comes to. */
  onScale: (scale: number) => void;
  firstPage: number;
  onCurrent: (page: number) => void;
  marks: readonly RecordsMark[];
  hits: readonly Hit[];
  activeHit: Hit | null;
  selection: RecordsSelection | null;
  onSelect: (selection: RecordsSelection | null) => void;
  onMark: ((selection: RecordsSelection) => void) | undefined;
  flashId: string | null;
  drawing: boolean;
  onDrawn: (page: number, canvas: HTMLCanvasElement) => void;
  onRetry: () => void;
}

/** The desk: all pages one below the other, of which only those near the window exist. */
export function PageList(props: PageListProps) {
  const { ref, pdf, file, zoom, onZoom, onScale, onCurrent, marks, hits, selection, onSelect, onMark } = props;
  const scroller = useRef<HTMLElement>(null);
  const viewport = useViewport(scroller, pdf, zoom, Math.min(props.firstPage, pdf.pages));
  const { layout, scale, drawn, current, goTo, pageNow, setFocal } = viewport;
  usePinch(scroller, scale, (next, focal) => {
    setFocal(focal);
    onZoom({ mode: 'custom', scale: clampScale(next) });
  });

  useEffect(() => onCurrent(current), [current, onCurrent]);
  useEffect(() => {
    if (layout) onScale(scale);
  }, [layout, scale, onScale]);

  const layers = useRef(new Map<number, PageTextLayer>());
  const pending = useRef<{ hit: Hit; select: boolean } | null>(null);
  const applyHit = useCallback(() => {
    const wish = pending.current;
    const layer = wish && layers.current.get(wish.hit.page);
    const page = wish && scroller.current?.querySelector<HTMLElement>(`[${PAGE_ATTRIBUTE}="${wish.hit.page}"]`);
    if (!wish || !layer || !page) return;
    pending.current = null;
    const rect = rectsOf(layer, page, wish.hit)[0];
    goTo(wish.hit.page, rect);
    const range = wish.select ? rangeOf(layer, wish.hit) : null;
    if (!range) return;
    scroller.current?.focus({ preventScroll: true });
    document
      .getSelection()
      ?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  }, [goTo]);
  const onText = useCallback(
    (page: number, layer: PageTextLayer | null) => {
      if (layer) layers.current.set(page, layer);
      else layers.current.delete(page);
      applyHit();
    },
    [applyHit],
  );

  useImperativeHandle(
    ref,
    () => ({
      goTo,
      pageNow,
      focus: () => scroller.current?.focus({ preventScroll: true }),
      showHit(hit, select) {
        pending.current = { hit, select };
        const loaded = layers.current.has(hit.page);
        if (!loaded) goTo(hit.page);
        else applyHit();
      },
    }),
    [goTo, pageNow, applyHit],
  );

  const turn = (delta: number): void => goTo(Math.min(pdf.pages, Math.max(1, current + delta)));
  const mark = useMemo(() => (onMark && selection ? () => onMark(selection) : null), [onMark, selection]);

  /** Shift with the arrows selects text word by word and line by line, beginning at the top of the page. */
  const extend = (event: KeyboardEvent): boolean => {
    const chosen = document.getSelection();
    const inside = chosen?.anchorNode && scroller.current?.contains(pageElementOf(chosen.anchorNode));
    if (!inside) {
      const page = scroller.current?.querySelector<HTMLElement>(`[${PAGE_ATTRIBUTE}="${current}"]`);
      if (!page || !startSelectionOn(page)) return false;
    }
    const forward = event.key === 'ArrowRight' || event.key === 'ArrowDown';
    const sideways = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
    document.getSelection()?.modify('extend', forward ? 'forward' : 'backward', sideways ? 'word' : 'line');
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return undefined;
    const element = event.currentTarget;
    const wide = element.scrollWidth > element.clientWidth + 1;
    const tall = (layout?.heights[current - 1] ?? 0) > element.clientHeight;
    if (event.shiftKey) {
      if (event.key.startsWith('Arrow') && extend(event)) event.preventDefault();
      return;
    }
    if (event.key === 'Home') goTo(1);
    else if (event.key === 'End') goTo(pdf.pages);
    else if (event.key === 'PageDown' && !tall) turn(1);
    else if (event.key === 'PageUp' && !tall) turn(-1);
    else if (event.key === 'ArrowRight' && !wide) turn(1);
    else if (event.key === 'ArrowLeft' && !wide) turn(-1);
    else return;
    event.preventDefault();
  };

  const marksByPage = useMemo(() => Map.groupBy(marks, (item) => item.page), [marks]);
  const hitsByPage = useMemo(() => Map.groupBy(hits, (item) => item.page), [hits]);
  const onArea = useCallback(
    (page: number, rect: PageRect) => onSelect({ file_id: file.id, page, quote: '', rects: [rect] }),
    [file.id, onSelect],
  );
  /** A click that selects nothing drops a drawn area. */
  const onClick = (): void => {
    if (selection && (document.getSelection()?.isCollapsed ?? true)) onSelect(null);
  };

  const [window, setWindow] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWindow(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const sheets = [];
  if (layout) {
    const deskWidth = Math.max(layout.width, window);
    for (let page = drawn[0]; page <= drawn[1]; page++) {
      const width = layout.widths[page - 1] ?? 0;
      const bates = batesOf(file.bates_from, page);
      const own = selection?.page === page && selection.file_id === file.id ? selection : null;
      sheets.push(
        <PageView
          key={page}
          pdf={pdf}
          number={page}
          label={viewerTexts.page(page, pdf.pages, bates)}
          bates={bates}
          top={layout.tops[page - 1] ?? 0}
          left={Math.round((deskWidth - width) / 2)}
          width={width}
          height={layout.heights[page - 1] ?? 0}
          scale={layout.scales[page - 1] ?? scale}
          marks={marksByPage.get(page) ?? NO_MARKS}
          hits={hitsByPage.get(page) ?? NO_HITS}
          activeHit={props.activeHit?.page === page ? props.activeHit : null}
          selection={own}
          onMark={own ? mark : null}
          flashId={props.flashId}
          drawing={props.drawing}
          onSize={viewport.onSize}
          onDrawn={props.onDrawn}
          onText={onText}
          onArea={onArea}
          onRetry={props.onRetry}
        />,
      );
    }
  }

  return (
    // The pages themselves take the keyboard and the click that drops a selection: scrolling, turning and selecting
    // need no pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <section
      ref={scroller}
      className={styles.scroller}
      aria-label={viewerTexts.pagesRegion(file.name)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={viewport.onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      data-drawing={props.drawing || undefined}
    >
      <div
        className={styles.desk}
        style={{ height: layout?.total ?? 0, width: layout && layout.width > window ? layout.width : '100%' }}
      >
        {sheets}
      </div>
    </section>
  );
}
