import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import { freeCanvas } from './free-canvas.ts';
import type { LoadedPdf, PageTextLayer } from './engine/pdf.ts';
import { MarkAction } from './mark-action.tsx';
import { drawnRect } from './rects.ts';
import { findMatches } from './text-match.ts';
import { PAGE_ATTRIBUTE, TEXT_ATTRIBUTE, rectsOf } from './text-selection.ts';
import type { PageRect, PageSize, RecordsMark, RecordsSelection } from './types.ts';
import type { Hit } from './use-search.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './pages.module.css';

/** Lets pages that only fly past stay undrawn. */
const SETTLE = 60;
const NONE: readonly never[] = [];

export interface PageViewProps {
  pdf: LoadedPdf;
  number: number;
  label: string;
  top: number;
  left: number;
  width: number;
  height: number;
  /** Zoom factor of the text over the page. */
  scale: number;
  marks: readonly RecordsMark[];
  hits: readonly Hit[];
  activeHit: Hit | null;
  selection: RecordsSelection | null;
  /** The passage as text for the action, null where marking is not offered. */
  onMark: (() => void) | null;
  flashId: string | null;
  drawing: boolean;
  bates: string | null;
  onSize: (page: number, size: PageSize) => void;
  onDrawn: (page: number, canvas: HTMLCanvasElement) => void;
  onText: (page: number, layer: PageTextLayer | null) => void;
  onArea: (page: number, rect: PageRect) => void;
  onRetry: () => void;
}

/** Where the pointer is, as fractions of the page. */
function placeOf(event: PointerEvent): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

function Boxes({ rects, kind, flash }: { rects: readonly PageRect[]; kind: string | undefined; flash?: boolean }) {
  return rects.map((rect) => (
    <div
      key={`${rect.x} ${rect.y} ${rect.width}`}
      className={kind}
      data-flash={flash || undefined}
      style={{
        left: `${rect.x * 100}%`,
        top: `${rect.y * 100}%`,
        width: `${rect.width * 100}%`,
        height: `${rect.height * 100}%`,
      }}
    />
  ));
}

/** One sheet: the picture of the page, what is marked on it, and its text to select. */
export const PageView = memo(function PageView(props: PageViewProps) {
  const { pdf, number, width, height, scale, marks, hits, activeHit, selection, onSize, onDrawn, onText } = props;
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const picture = useRef<HTMLDivElement>(null);
  const textHost = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  const [failed, setFailed] = useState(false);
  const [layer, setLayer] = useState<PageTextLayer | null>(null);

  useEffect(() => {
    const host = picture.current;
    let stopped = false;
    let cancel: (() => void) | null = null;
    const draw = async (): Promise<void> => {
      try {
        const size = await pdf.size(number);
        if (stopped) return;
        onSize(number, size);
        // The sheet still has a guessed shape: it is about to change, and this runs again then.
        if (Math.abs((size.height / size.width) * width - height) > 3) return;
        const drawing = await pdf.draw(number, { width, height }, window.devicePixelRatio);
        if (stopped) {
          drawing.cancel();
          await drawing.done;
          freeCanvas(drawing.canvas);
          return;
        }
        cancel = () => drawing.cancel();
        if (!(await drawing.done)) return;
        if (stopped || !host) {
          freeCanvas(drawing.canvas);
          return;
        }
        for (const old of host.querySelectorAll('canvas')) freeCanvas(old);
        host.replaceChildren(drawing.canvas);
        setShown(true);
        setFailed(false);
        onDrawn(number, drawing.canvas);
      } catch {
        if (!stopped) setFailed(true);
      }
    };
    const timer = setTimeout(() => void draw(), SETTLE);
    return () => {
      stopped = true;
      clearTimeout(timer);
      cancel?.();
    };
  }, [pdf, number, width, height, onSize, onDrawn]);

  useEffect(() => {
    const host = picture.current;
    return () => {
      for (const canvas of host?.querySelectorAll('canvas') ?? []) freeCanvas(canvas);
      host?.replaceChildren();
      pdf.release(number);
    };
  }, [pdf, number]);

  useEffect(() => {
    const host = textHost.current;
    if (!host) return undefined;
    const stop = new AbortController();
    const lay = async (): Promise<void> => {
      try {
        const laid = await pdf.layText(number, host, stop.signal);
        if (stop.signal.aborted) return;
        const end = document.createElement('div');
        end.className = styles.endOfText ?? '';
        host.append(end);
        setLayer(laid);
        onText(number, laid);
      } catch {
        // The picture is still readable; without its text the page can neither be searched nor marked.
      }
    };
    const timer = setTimeout(() => void lay(), SETTLE);
    return () => {
      clearTimeout(timer);
      stop.abort();
      host.replaceChildren();
      setLayer(null);
      onText(number, null);
    };
  }, [pdf, number, onText]);

  // Fractions of the page: they hold at every zoom, so they are measured once per layer.
  const located = useMemo(() => {
    return marks.map((mark) => {
      if (mark.rects && mark.rects.length > 0) return { mark, rects: mark.rects };
      const match = layer && mark.quote ? findMatches(layer.text.text, mark.quote)[0] : undefined;
      return { mark, rects: match && layer && sheet ? rectsOf(layer, sheet, match) : NONE };
    });
  }, [marks, layer, sheet]);
  const found = useMemo(() => {
    if (!layer || !sheet) return NONE;
    return hits.map((hit) => ({ hit, rects: rectsOf(layer, sheet, hit) }));
  }, [hits, layer, sheet]);

  const [area, setArea] = useState<{ from: { x: number; y: number }; rect: PageRect | null } | null>(null);
  const areaEvents = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setArea({ from: placeOf(event), rect: null });
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (area) setArea({ from: area.from, rect: drawnRect(area.from, placeOf(event)) });
    },
    onPointerUp: () => {
      if (area?.rect) props.onArea(number, area.rect);
      setArea(null);
    },
    onPointerCancel: () => setArea(null),
    // The click that ends the drawing must not drop what was drawn.
    onClick: (event: MouseEvent) => event.stopPropagation(),
  };

  return (
    <article
      ref={setSheet}
      aria-label={props.label}
      className={styles.sheet}
      style={{ top: props.top, left: props.left, width, height, ['--total-scale-factor' as string]: (scale * 96) / 72 }}
      {...{ [PAGE_ATTRIBUTE]: number }}
    >
      <div ref={picture} className={styles.picture} aria-hidden="true" />
      {shown || failed ? null : <div className={styles.lines} aria-hidden="true" />}
      <div className={styles.overlay} aria-hidden="true">
        {located.map(({ mark, rects }) => (
          <Boxes key={mark.id} rects={rects} kind={styles.mark} flash={mark.id === props.flashId} />
        ))}
        {found.map(({ hit, rects }) => (
          <Boxes key={hit.start} rects={rects} kind={hit === activeHit ? styles.hitActive : styles.hit} />
        ))}
        {selection ? <Boxes rects={selection.rects} kind={styles.selection} /> : null}
        {area?.rect ? <Boxes rects={[area.rect]} kind={styles.area} /> : null}
      </div>
      <div ref={textHost} className={styles.text} {...{ [TEXT_ATTRIBUTE]: '' }} />
      {props.drawing ? <div className={styles.areaCatcher} {...areaEvents} /> : null}
      {failed ? (
        <div className={styles.pageFailed} role="alert">
          <span>{viewerTexts.pageFailed(number)}</span>
          <button type="button" className={styles.quiet} onClick={props.onRetry}>
            {viewerTexts.tryAgain}
          </button>
        </div>
      ) : null}
      {selection && props.onMark ? (
        <MarkAction selection={selection} bates={props.bates} sheetWidth={width} onMark={props.onMark} />
      ) : null}
    </article>
  );
});
