import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { grouped } from '../../../core/phrases.ts';
import { cx } from '../../parts/common.ts';
import frame from '../frame.module.css';
import { NotYet, Tool } from '../frame.tsx';
import { loadBytes, useLoaded } from '../load.ts';
import { ShowError } from '../show-error.ts';
import { fineness, scaleOf, standing, type Zoom } from './layout.ts';
import type { TiffPage } from './pages.ts';
import { TiffReader } from './reader.ts';
import styles from './tiff.module.css';

const say = {
  viewer: 'Scanned pages',
  content: 'Page',
  keys: 'Page Up and Page Down turn the pages, plus and minus change the size, 0 shows the whole page, R turns it to the right.',
  previous: 'Previous',
  next: 'Next',
  page: 'Page',
  of: (all: number) => `of ${grouped(all)}`,
  smaller: 'Smaller',
  larger: 'Larger',
  width: 'Full width',
  whole: 'Whole page',
  turn: 'Turn right',
  shown: (page: number, all: number) => `Page ${grouped(page)} of ${grouped(all)}`,
  zoom: (scale: number) => `${Math.round(scale * 100)}%`,
  notShown: 'This page could not be shown.',
  tooLarge: 'This file is too large to be shown here. Download it.',
} as const;

const MOST_BYTES = 512 * 1024 * 1024;
const STEP = 1.25;
/** Around a page. */
const MARGIN = 16;

async function open(url: string, size: number, signal: AbortSignal): Promise<{ reader: TiffReader; count: number }> {
  if (size > MOST_BYTES) throw new ShowError(say.tooLarge);
  const bytes = await loadBytes(url, size, signal);
  const reader = new TiffReader();
  signal.addEventListener('abort', () => reader.close());
  return { reader, count: await reader.open(bytes) };
}

interface Shown {
  url: string;
  size: number;
  /** The page it opens at. */
  at: number;
  onSeen: (page: number) => void;
}

/** Pages as a scanner or a fax wrote them: turned over, made larger, and turned upright. */
export function TiffViewer({ url, size, at, onSeen }: Shown) {
  const { value, fault, again } = useLoaded((signal) => open(url, size, signal), url);
  if (value === null) return <NotYet fault={fault} onRetry={again} />;
  return <Pages {...value} at={Math.min(Math.max(1, at), value.count)} onSeen={onSeen} />;
}

function Pages({ reader, count, at, onSeen }: { reader: TiffReader; count: number } & Pick<Shown, 'at' | 'onSeen'>) {
  const [number, setNumber] = useState(at);
  const [zoom, setZoom] = useState<Zoom>('width');
  const [turns, setTurns] = useState<Readonly<Record<number, number>>>({});
  const { value: page, fault, again } = useLoaded(() => reader.page(number), String(number));
  const { box, room, toTop } = useRoom();
  const hint = useId();
  useEffect(() => {
    if (page) onSeen(number);
  }, [page, number, onSeen]);

  const turn = ((page?.turn ?? 0) + (turns[number] ?? 0)) % 360;
  const whole = page ? standing(page, turn) : null;
  const scale = whole ? scaleOf(zoom, whole, room) : 1;
  const go = (to: number): void => {
    const next = Math.min(count, Math.max(1, to));
    if (next === number) return;
    setNumber(next);
    toTop();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Readonly<Record<string, () => void>> = {
      PageUp: () => go(number - 1),
      PageDown: () => go(number + 1),
      '+': () => setZoom(scale * STEP),
      '=': () => setZoom(scale * STEP),
      '-': () => setZoom(scale / STEP),
      '0': () => setZoom('page'),
      r: turnRight,
      R: turnRight,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const turnRight = (): void => setTurns((all) => ({ ...all, [number]: ((all[number] ?? 0) + 90) % 360 }));

  return (
    <section className={frame.viewer} aria-label={say.viewer}>
      <div className={frame.bar}>
        <div className={frame.group}>
          <Tool disabled={number === 1} onClick={() => go(number - 1)}>
            {say.previous}
          </Tool>
          <label className={frame.field}>
            <span className={styles.word}>{say.page}</span>
            <input
              type="number"
              min={1}
              max={count}
              value={number}
              onChange={(event) => {
                if (Number.isInteger(event.target.valueAsNumber)) go(event.target.valueAsNumber);
              }}
            />
            {say.of(count)}
          </label>
          <Tool disabled={number === count} onClick={() => go(number + 1)}>
            {say.next}
          </Tool>
        </div>
        <div className={frame.group}>
          <Tool onClick={() => setZoom(scale / STEP)}>{say.smaller}</Tool>
          <Tool onClick={() => setZoom(scale * STEP)}>{say.larger}</Tool>
          <Tool onClick={() => setZoom('width')}>{say.width}</Tool>
          <Tool onClick={() => setZoom('page')}>{say.whole}</Tool>
          <Tool onClick={turnRight}>{say.turn}</Tool>
        </div>
        <span className={frame.said}>{page ? say.zoom(scale) : null}</span>
      </div>
      {/* a page one works in, by keys: a region is the nearest there is */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={cx(frame.content, styles.desk)}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={say.content}
        aria-describedby={hint}
        aria-busy={page === null && fault === null}
        onKeyDown={onKeyDown}
      >
        {page && whole ? (
          <Paper
            page={page}
            turn={turn}
            shown={{ width: whole.width * scale, height: whole.height * scale }}
            label={say.shown(number, count)}
          />
        ) : (
          <NotYet fault={fault} title={say.notShown} onRetry={again} />
        )}
        <span id={hint} hidden>
          {say.keys}
        </span>
      </div>
    </section>
  );
}

/** A page drawn as large as it is shown, as fine as the screen is. */
function Paper({
  page,
  turn,
  shown,
  label,
}: {
  page: TiffPage;
  turn: number;
  shown: { width: number; height: number };
  label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [stored, setStored] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let made: ImageBitmap | null = null;
    let ended = false;
    void createImageBitmap(new ImageData(page.pixels, page.width, page.height)).then((bitmap) => {
      if (ended) return bitmap.close();
      made = bitmap;
      setStored(bitmap);
      return undefined;
    });
    return () => {
      ended = true;
      made?.close();
    };
  }, [page]);
  const { width, height } = shown;
  useLayoutEffect(() => {
    const to = canvas.current;
    const context = to?.getContext('2d');
    if (!to || !context || !stored) return;
    const fine = fineness({ width, height }, globalThis.devicePixelRatio || 1);
    to.width = Math.max(1, Math.round(width * fine));
    to.height = Math.max(1, Math.round(height * fine));
    context.fillStyle = '#fff';
    context.fillRect(0, 0, to.width, to.height);
    const [across, down] = turn % 180 === 0 ? [to.width, to.height] : [to.height, to.width];
    context.translate(to.width / 2, to.height / 2);
    context.rotate((turn * Math.PI) / 180);
    if (page.mirrored) context.scale(-1, 1);
    context.imageSmoothingQuality = 'high';
    context.drawImage(stored, -across / 2, -down / 2, across, down);
  }, [stored, width, height, turn, page.mirrored]);
  return (
    <canvas
      ref={canvas}
      className={styles.paper}
      role="img"
      aria-label={label}
      data-drawn={stored !== null}
      style={{ width, height }}
    />
  );
}

/** What there is for a page. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 800, height: 600 });
  useLayoutEffect(() => {
    const of = box.current;
    if (!of) return undefined;
    const measure = (): void =>
      setRoom({
        width: Math.max(100, of.clientWidth - 2 * MARGIN),
        height: Math.max(100, of.clientHeight - 2 * MARGIN),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(of);
    return () => observer.disconnect();
  }, []);
  return { box, room, toTop: () => box.current?.scrollTo({ top: 0 }) };
}
