import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { grouped } from '../../core/phrases.ts';
import { Button } from '../parts/button.tsx';
import { cx } from '../parts/common.ts';
import { InlineError, InlineNotice } from '../parts/notice.tsx';
import { lengthOf, placed, type Point, type View, WHOLE, zoomedAt } from './geometry.ts';
import type { DicomImage, Window } from './image.ts';
import type { Ready } from './library.ts';
import { type Measure, MeasureLines, measureWords } from './measures.tsx';
import { CT_WINDOWS, drawn, firstWindow } from './pixels.ts';
import type { Entry } from './sources.ts';
import { dicomTexts as say } from './texts.ts';
import { useLibrary, useReady } from './use-library.ts';
import styles from './dicom.module.css';

const TOOLS = ['window', 'move', 'length', 'angle'] as const;
type Tool = (typeof TOOLS)[number];
const POINTS = { length: 2, angle: 3 } as const;
const STEP = 1.25;
/** By so many pixels of the screen a key moves a picture. */
const MOVED = 32;
/** Shorter is a slip of the hand. */
const LEAST_PIXELS = 1;

/**
 * DICOM pictures by series: of an archive, or a file with others beside it. One looks through them, sets the window, zooms, moves and measures, by mouse, finger or keys.
 * Drawn on a plain canvas, so that it works wherever pages do.
 */
export function DicomViewer({
  load,
  isArchive,
  onShown,
}: {
  load: () => Promise<readonly Entry[]>;
  isArchive: boolean;
  /** The first of these files is in view. */
  onShown: () => void;
}) {
  const { library, series, looking, fault, left_out, again } = useLibrary(load);
  const [chosen, setChosen] = useState<string | null>(null);
  const [place, setPlace] = useState<{ entry: Entry | null; frame: number }>({ entry: null, frame: 0 });
  const current = series.find(({ id }) => id === chosen) ?? series[0];
  const slices = current?.slices ?? [];
  // the picture that was opened stays in view while others are found before it
  const opened = library?.opened ?? null;
  const looked = place.entry ?? opened;
  const found = slices.findIndex(({ entry, frame }) => entry === looked && frame === place.frame);
  const index = Math.max(0, found);
  const go = (to: number): void => {
    const slice = slices[Math.min(slices.length - 1, Math.max(0, to))];
    if (slice) setPlace({ entry: slice.entry, frame: slice.frame });
  };
  const { ready, isShown, fault: pictureFault, again: pictureAgain } = useReady(library, slices, index);

  const isOpenedShown = isShown && opened !== null && slices[index]?.entry === opened;
  const tellShown = useEffectEvent(onShown);
  useEffect(() => {
    if (isOpenedShown) tellShown();
  }, [isOpenedShown]);
  // in an archive anything may stand first
  const missed = isArchive || opened === null ? undefined : library?.left_out.get(opened);

  if (fault !== null || (!looking && series.length === 0))
    return (
      <div className={styles.notice}>
        {fault === null ? (
          (missed ?? say.none)
        ) : (
          <InlineError title={say.failed} onRetry={again}>
            {fault}
          </InlineError>
        )}
      </div>
    );
  return (
    <section className={styles.viewer} aria-label={say.viewer}>
      {missed === undefined || opened === null ? null : (
        <div className={styles.missed}>
          <InlineNotice kind="warn" title={say.notOpened(opened.name)}>
            {missed} {series.length > 0 ? say.others : null}
          </InlineNotice>
        </div>
      )}
      {ready && current ? (
        <Desk
          key={current.id}
          ready={ready}
          busy={!isShown && pictureFault === null}
          fault={pictureFault}
          onAgain={pictureAgain}
          slice={`${slices[index]?.entry.name} ${slices[index]?.frame}`}
          index={index}
          count={slices.length}
          onGo={go}
          picker={
            series.length > 1 ? (
              <label className={styles.choice}>
                <span>{say.series}</span>
                <select
                  aria-label={say.series}
                  value={current.id}
                  onChange={(event) => {
                    const next = series.find(({ id }) => id === event.target.value);
                    setChosen(next?.id ?? null);
                    const [first] = next?.slices ?? [];
                    if (first) setPlace({ entry: first.entry, frame: first.frame });
                  }}
                >
                  {series.map(({ id, label, modality, slices: own }) => (
                    <option key={id} value={id}>
                      {[modality, label].filter(Boolean).join(' ')} ({grouped(own.length)})
                    </option>
                  ))}
                </select>
              </label>
            ) : null
          }
        />
      ) : pictureFault === null ? (
        <div className={styles.notice} role="status">
          {series.length > 0 ? say.loading : say.looking}
        </div>
      ) : (
        <div className={styles.notice}>
          <InlineError title={say.failed} onRetry={pictureAgain}>
            {pictureFault}
          </InlineError>
        </div>
      )}
      <p className={styles.foot}>
        {[
          looking ? say.looking : null,
          !looking && left_out > 0 ? say.leftOut(left_out) : null,
          ready?.image.burned_in ? say.burnedIn : null,
          say.purpose,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

interface DeskProps {
  ready: Ready;
  busy: boolean;
  fault: string | null;
  onAgain: () => void;
  /** Which picture it is: what is measured belongs to it. */
  slice: string;
  index: number;
  count: number;
  onGo: (index: number) => void;
  picker: React.ReactNode;
}

function Desk({ ready, busy, fault, onAgain, slice, index, count, onGo, picker }: DeskProps) {
  const { image, facts } = ready;
  const [tool, setTool] = useState<Tool>('window');
  const [view, setView] = useState<View>(WHOLE);
  const [set, setSet] = useState<Window | null>(null);
  const [inverted, setInverted] = useState(false);
  const [measures, setMeasures] = useState<Readonly<Record<string, readonly Measure[]>>>({});
  const [draft, setDraft] = useState<readonly Point[]>([]);
  const [cross, setCross] = useState<Point | null>(null);
  const hint = useId();
  const own = useMemo(() => firstWindow(image, facts, ready.decoded), [image, facts, ready]);
  const window = set ?? own;
  const { frame, size } = useSize();
  const picture = {
    columns: image.format.columns,
    rows: image.format.rows,
    aspect: facts.spacing ? facts.spacing.row / facts.spacing.column : image.aspect,
  };
  const here = placed(picture, size, view);
  const mine = measures[slice] ?? [];
  const isMeasuring = tool === 'length' || tool === 'angle';

  const pointAt = (x: number, y: number): Point => ({
    x: (x - here.left) / here.across,
    y: (y - here.top) / here.down,
  });
  const keep = (points: readonly Point[]): void => {
    const [a, b] = points;
    if (points.length === 2 && a && b && lengthOf(a, b, null) < LEAST_PIXELS) return;
    setMeasures((all) => {
      const before = all[slice] ?? [];
      return { ...all, [slice]: [...before, { id: Math.max(0, ...before.map(({ id }) => id)) + 1, points }] };
    });
  };
  /** Sets a point; the last one ends the measure. */
  const put = (point: Point): void => {
    if (!isMeasuring) return;
    const points = [...draft, point];
    if (points.length < POINTS[tool]) setDraft(points);
    else {
      setDraft([]);
      keep(points);
    }
  };
  const choose = (next: Tool): void => {
    setTool(next);
    setDraft([]);
    setCross(null);
  };
  const reset = (): void => {
    setView(WHOLE);
    setSet(null);
    setInverted(false);
    setDraft([]);
    setCross(null);
  };
  const zoom = (factor: number): void =>
    setView((now) => zoomedAt(now, factor, { x: size.width / 2, y: size.height / 2 }, size));
  const shift = (center: number, width: number): void =>
    setSet({ center: window.center + center, width: Math.max(1, window.width + width), label: null });

  const pointers = usePointers({
    tool,
    size,
    view,
    setView,
    onWindow: (dx, dy) => {
      // a hand's breadth goes through the window once
      const step = Math.max(1, window.width) / 250;
      shift(dy * step, dx * step);
    },
    onLength: (from, to, done) => {
      const points = [pointAt(from.x, from.y), pointAt(to.x, to.y)];
      if (!done) setDraft(points);
      else {
        setDraft([]);
        keep(points);
      }
    },
    onPoint: (at) => put(pointAt(at.x, at.y)),
  });

  useWheel(frame, (event) => {
    if (event.ctrlKey || event.metaKey) {
      const box = frame.current?.getBoundingClientRect();
      if (box)
        setView((now) =>
          zoomedAt(
            now,
            event.deltaY < 0 ? STEP : 1 / STEP,
            { x: event.clientX - box.x, y: event.clientY - box.y },
            size,
          ),
        );
    } else onGo(index + Math.sign(event.deltaY));
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const arrow = arrows[event.key];
    const step = window.width / 20;
    const acts: Readonly<Record<string, () => void>> = {
      PageUp: () => onGo(index - 1),
      PageDown: () => onGo(index + 1),
      Home: () => onGo(0),
      End: () => onGo(count - 1),
      '+': () => zoom(STEP),
      '=': () => zoom(STEP),
      '-': () => zoom(1 / STEP),
      '0': reset,
      i: () => setInverted(!inverted),
      Escape: () => {
        setDraft([]);
        setCross(null);
      },
      Enter: () => {
        if (isMeasuring) put(cross ?? { x: picture.columns / 2, y: picture.rows / 2 });
      },
    };
    if (arrow && event.shiftKey) shift(-arrow[1] * step, arrow[0] * step);
    else if (arrow && isMeasuring) {
      const from = cross ?? { x: picture.columns / 2, y: picture.rows / 2 };
      setCross({
        x: Math.min(picture.columns, Math.max(0, from.x + arrow[0])),
        y: Math.min(picture.rows, Math.max(0, from.y + arrow[1])),
      });
    } else if (arrow && tool === 'move')
      setView((now) => ({ ...now, x: now.x + arrow[0] * MOVED, y: now.y + arrow[1] * MOVED }));
    else if (arrow) onGo(index + (arrow[0] || arrow[1]));
    else if (acts[event.key]) acts[event.key]?.();
    else return;
    event.preventDefault();
  };

  const offered =
    image.modality === 'CT'
      ? CT_WINDOWS
      : facts.windows.slice(1).map((one, i) => ({ ...one, label: one.label ?? String(i + 2) }));
  const isOffered = offered.some(({ label }) => label === set?.label);
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.group} role="group" aria-label={say.tools}>
          {TOOLS.map((one) => (
            <button
              key={one}
              type="button"
              className={cx(styles.tool, tool === one && styles.chosen)}
              aria-pressed={tool === one}
              onClick={() => choose(one)}
            >
              {say.tool[one]}
            </button>
          ))}
        </div>
        <div className={styles.group}>
          <button type="button" className={styles.tool} onClick={() => zoom(1 / STEP)}>
            {say.smaller}
          </button>
          <button type="button" className={styles.tool} onClick={() => zoom(STEP)}>
            {say.larger}
          </button>
          <button
            type="button"
            className={cx(styles.tool, inverted && styles.chosen)}
            aria-pressed={inverted}
            onClick={() => setInverted(!inverted)}
          >
            {say.invert}
          </button>
          <button type="button" className={styles.tool} onClick={reset}>
            {say.reset}
          </button>
        </div>
        {offered.length > 0 ? (
          <label className={styles.choice}>
            <span>{say.windows}</span>
            <select
              aria-label={say.windows}
              value={set === null ? '' : isOffered ? (set.label ?? '') : 'hand'}
              onChange={(event) => setSet(offered.find(({ label }) => label === event.target.value) ?? null)}
            >
              <option value="">{say.asStored}</option>
              {offered.map(({ label }) => (
                <option key={label} value={label}>
                  {label}
                </option>
              ))}
              {set !== null && !isOffered ? <option value="hand">{say.custom}</option> : null}
            </select>
          </label>
        ) : null}
        {picker}
      </div>
      {/* a picture one works in, by pointer and by keys: a group is the nearest there is */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        className={cx(styles.frame, styles[tool])}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={say.picture}
        aria-describedby={hint}
        aria-busy={busy}
        onKeyDown={onKeyDown}
        {...pointers}
      >
        <Canvas ready={ready} window={window} inverted={inverted} isOwn={set === null} size={size} place={here} />
        <MeasureLines
          measures={draft.length > 0 ? [...mine, { id: 0, points: draft }] : mine}
          place={here}
          spacing={facts.spacing}
          cross={cross}
        />
        <Corners image={image}>
          <span>{say.windowWords(window.center, window.width)}</span>
          <span>{say.zoom(Math.round(view.zoom * 100))}</span>
        </Corners>
        {fault === null ? null : (
          <div className={styles.over}>
            <InlineError title={say.failed} onRetry={onAgain}>
              {fault}
            </InlineError>
          </div>
        )}
        <span id={hint} hidden>
          {say.keys}
        </span>
      </div>
      {count > 1 ? (
        <label className={styles.slider}>
          <span className={styles.count}>{say.of(index + 1, count)}</span>
          <input
            type="range"
            min={1}
            max={count}
            value={index + 1}
            aria-label={say.slice}
            aria-valuetext={say.of(index + 1, count)}
            onChange={(event) => onGo(Number(event.target.value) - 1)}
          />
        </label>
      ) : null}
      {mine.length > 0 ? (
        <ul className={styles.measures} aria-label={say.measured}>
          {mine.map((measure) => (
            <li key={measure.id}>
              {measure.points.length === 2 ? say.length : say.angle} {measureWords(measure, facts.spacing)}
              <Button
                size="sm"
                kind="quiet"
                onClick={() => setMeasures((all) => ({ ...all, [slice]: mine.filter((one) => one !== measure) }))}
              >
                {say.remove}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What the file says of whom and what it shows, in the corners of the picture. */
function Corners({ image, children }: { image: DicomImage; children: React.ReactNode }) {
  const { identity, series_label, modality } = image;
  return (
    <>
      <div className={cx(styles.corner, styles.patient)}>
        <b>{identity.patient ?? say.noPatient}</b>
        <span>
          {[identity.patient_id, identity.birth && say.born(identity.birth), identity.sex].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={cx(styles.corner, styles.study)}>
        <span>
          {identity.study?.includes(modality ?? '')
            ? identity.study
            : [modality, identity.study].filter(Boolean).join(' ')}
        </span>
        <span>{[series_label, identity.study_date].filter(Boolean).join(' · ')}</span>
        <span>{identity.institution}</span>
      </div>
      <div className={cx(styles.corner, styles.state)}>{children}</div>
    </>
  );
}

interface Size {
  width: number;
  height: number;
}

/** The picture in its window, as large as it stands. */
function Canvas({
  ready,
  window,
  inverted,
  isOwn,
  size,
  place,
}: {
  ready: Ready;
  window: Window;
  inverted: boolean;
  isOwn: boolean;
  size: Size;
  place: ReturnType<typeof placed>;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { image, facts, decoded } = ready;
  const { center, width } = window;
  const shaded = useMemo(() => {
    const { columns, rows } = image.format;
    const made = document.createElement('canvas');
    made.width = columns;
    made.height = rows;
    const pixels = drawn(image, facts, decoded, { window: { center, width, label: null }, inverted, own: isOwn });
    made.getContext('2d')?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
    return made;
  }, [image, facts, decoded, center, width, inverted, isOwn]);
  useLayoutEffect(() => {
    const to = canvas.current;
    const context = to?.getContext('2d');
    if (!to || !context || size.width === 0) return;
    const fine = globalThis.devicePixelRatio || 1;
    to.width = Math.round(size.width * fine);
    to.height = Math.round(size.height * fine);
    context.setTransform(fine, 0, 0, fine, 0, 0);
    // enlarged much, pixels are to be seen as they are
    context.imageSmoothingEnabled = place.across * fine < 3;
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      shaded,
      place.left,
      place.top,
      image.format.columns * place.across,
      image.format.rows * place.down,
    );
  });
  return <canvas ref={canvas} className={styles.canvas} />;
}

/** A frame and how large it is now. */
function useSize() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const of = frame.current;
    if (!of) return;
    const measure = (): void => setSize({ width: of.clientWidth, height: of.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(of);
    return () => observer.disconnect();
  }, []);
  return { frame, size };
}

/** A wheel over the frame; the page does not move with it. */
function useWheel(frame: React.RefObject<HTMLDivElement | null>, act: (event: WheelEvent) => void): void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const of = frame.current;
    const turned = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.deltaY !== 0) latest.current(event);
    };
    of?.addEventListener('wheel', turned, { passive: false });
    return () => of?.removeEventListener('wheel', turned);
  }, [frame]);
}

/** Dragging with a mouse or a finger by the chosen tool; with two fingers zooming and moving, whatever it is. */
function usePointers(how: {
  tool: Tool;
  size: Size;
  view: View;
  setView: (change: (now: View) => View) => void;
  onWindow: (dx: number, dy: number) => void;
  onLength: (from: Point, to: Point, done: boolean) => void;
  onPoint: (at: Point) => void;
}) {
  const held = useRef(new Map<number, Point>());
  const begun = useRef<Point | null>(null);
  const at = useCallback((event: PointerEvent<HTMLElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  }, []);
  const end = (event: PointerEvent<HTMLElement>, done: boolean): void => {
    const from = begun.current;
    if (from && held.current.size === 1 && how.tool === 'length') how.onLength(from, done ? at(event) : from, true);
    held.current.delete(event.pointerId);
    begun.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const point = at(event);
      held.current.set(event.pointerId, point);
      begun.current = held.current.size === 1 ? point : null;
      if (held.current.size === 1 && how.tool === 'angle') how.onPoint(point);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = held.current.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
      held.current.set(event.pointerId, now);
      if (other) {
        const factor = lengthOf(now, other, null) / Math.max(1, lengthOf(before, other, null));
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        how.setView((view) => {
          const zoomed = zoomedAt(view, factor, middle, how.size);
          return { ...zoomed, x: zoomed.x + (now.x - before.x) / 2, y: zoomed.y + (now.y - before.y) / 2 };
        });
      } else if (how.tool === 'window') how.onWindow(now.x - before.x, now.y - before.y);
      else if (how.tool === 'move')
        how.setView((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
      else if (how.tool === 'length' && begun.current) how.onLength(begun.current, now, false);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
