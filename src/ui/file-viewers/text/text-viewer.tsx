import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { grouped } from '../../../core/phrases.ts';
import { encodingOf, TEXT_ENCODINGS, type TextEncodingName } from '../../../core/text-encoding.ts';
import { cx } from '../../parts/common.ts';
import frame from '../frame.module.css';
import { NotYet, Tool } from '../frame.tsx';
import { loadBytes, useLoaded } from '../load.ts';
import { type Span, useRested } from '../seen.ts';
import { foundIn, MOST_FOUND, partsOf, placesOfNumbers, rowAt, type Rows, rowsOf } from './rows.ts';
import styles from './text.module.css';

const say = {
  viewer: 'Text',
  content: 'Text of the file',
  written: 'Written in',
  find: 'Find in the text',
  next: 'Next',
  previous: 'Previous',
  found: (at: number, all: number) => `${grouped(at)} of ${grouped(all)}${all === MOST_FOUND ? ' or more' : ''}`,
  none: 'Not found',
  lines: (n: number) => `${grouped(n)} ${n === 1 ? 'line' : 'lines'}`,
  cut: 'Only its beginning is shown. Download it to read all of it.',
  empty: 'Nothing is written in this file.',
} as const;

/** More than this is read after it was downloaded. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Beyond those in view, so that nothing is bare while one scrolls. */
const ROWS_AROUND = 20;
const MEASURED = 50;

/** A plain text of any length: only the rows in view are drawn; how it is written can be chosen, and words are found. */
export function TextViewer({ url, size, onSeen }: { url: string; size: number; onSeen: (span: Span) => void }) {
  const { value, fault, again } = useLoaded((signal) => loadBytes(url, size, signal, MOST_BYTES), url);
  if (value === null) return <NotYet fault={fault} onRetry={again} />;
  return <Loaded bytes={value} isPart={size > value.length} onSeen={onSeen} />;
}

function Loaded({ bytes, isPart, onSeen }: { bytes: Uint8Array; isPart: boolean; onSeen: (span: Span) => void }) {
  const [encoding, setEncoding] = useState<TextEncodingName>(() => encodingOf(bytes));
  const text = useMemo(() => new TextDecoder(encoding).decode(bytes), [bytes, encoding]);
  const { box, ruler, places, height, row } = useSizes();
  // a number before each line, and room beside it
  const gutter = useMemo(() => placesOfNumbers(text) + 2, [text]);
  const rows = useMemo(() => rowsOf(text, places - gutter), [text, places, gutter]);
  const { top, onScroll, scrollTo } = usePlace(box, rows, row);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const sought = useDeferredValue(words);
  const found = useMemo(() => foundIn(text, sought.trim()), [text, sought]);
  const hint = useId();

  const first = Math.max(0, Math.floor(top / row) - ROWS_AROUND);
  const last = Math.min(rows.count, Math.ceil((top + height) / row) + ROWS_AROUND);
  useRested(
    height === 0 || rows.count === 0
      ? null
      : {
          from: Math.min(1, top / (rows.count * row)),
          to: isPart || rows.cut ? 0 : Math.min(1, (top + height) / (rows.count * row)),
        },
    onSeen,
  );

  const show = (at: number): void => {
    const place = found[at];
    if (!place) return;
    setCurrent(at);
    const to = rowAt(rows, place[0]) * row;
    if (to < top || to > top + height - 2 * row) scrollTo(Math.max(0, to - height / 3));
  };
  const step = (by: number): void => show((current + by + found.length) % Math.max(1, found.length));
  const isInView = (place: readonly [number, number] | undefined): boolean => {
    const at = place ? rowAt(rows, place[0]) * row : 0;
    return at >= top && at <= top + height;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // what was typed a moment ago is looked at first
    if (sought === words) step(event.shiftKey ? -1 : current === 0 && !isInView(found[0]) ? 0 : 1);
  };

  return (
    <section className={frame.viewer} aria-label={say.viewer}>
      <div className={frame.bar}>
        <label className={cx(frame.field, styles.find)}>
          <span>{say.find}</span>
          <input
            type="search"
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setCurrent(0);
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <div className={frame.group}>
          <Tool disabled={found.length === 0} onClick={() => step(-1)}>
            {say.previous}
          </Tool>
          <Tool disabled={found.length === 0} onClick={() => step(1)}>
            {say.next}
          </Tool>
          <span className={frame.said} role="status">
            {sought.trim() === '' ? null : found.length === 0 ? say.none : say.found(current + 1, found.length)}
          </span>
        </div>
        <label className={frame.field}>
          <span>{say.written}</span>
          <select value={encoding} onChange={(event) => setEncoding(event.target.value as TextEncodingName)}>
            {Object.entries(TEXT_ENCODINGS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div
        ref={box}
        className={cx(frame.content, styles.text)}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={say.content}
        aria-describedby={hint}
        onScroll={onScroll}
      >
        <span ref={ruler} className={styles.ruler} aria-hidden>
          {'0'.repeat(MEASURED)}
        </span>
        {rows.count === 0 ? <p className={styles.empty}>{say.empty}</p> : null}
        <div style={{ height: rows.count * row }}>
          <div style={{ transform: `translateY(${first * row}px)` }}>
            {Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n).map((at) => (
              <div key={at} className={styles.row}>
                <span className={styles.number} style={{ width: `${gutter}ch` }} aria-hidden>
                  {rows.lines[at] || ''}
                </span>
                <span className={styles.letters}>
                  {partsOf(rows, at, found, current).map((part, n) =>
                    part.found ? (
                      // parts of a row have no other name than their place
                      // oxlint-disable-next-line react/no-array-index-key
                      <mark key={n} className={cx(styles.found, part.current && styles.current)}>
                        {part.text}
                      </mark>
                    ) : (
                      part.text
                    ),
                  )}
                </span>
              </div>
            ))}
          </div>
        </div>
      </div>
      <p id={hint} className={frame.foot}>
        {[say.lines(rows.line_count), isPart || rows.cut ? say.cut : null].filter(Boolean).join(' · ')}
      </p>
    </section>
  );
}

/** Where one is in the text, which stays where it was when its rows are cut anew. */
function usePlace(box: RefObject<HTMLDivElement | null>, rows: Rows, row: number) {
  const [top, setTop] = useState(0);
  const place = useRef(0);
  const before = useRef(rows);
  useLayoutEffect(() => {
    const isSame = before.current.text.length === rows.text.length;
    if (before.current !== rows && isSame) box.current?.scrollTo({ top: rowAt(rows, place.current) * row });
    before.current = rows;
  }, [box, rows, row]);
  return {
    top,
    onScroll(event: UIEvent<HTMLDivElement>) {
      const { scrollTop } = event.currentTarget;
      place.current = rows.starts[Math.round(scrollTop / row)] ?? 0;
      setTop(scrollTop);
    },
    scrollTo: (to: number) => box.current?.scrollTo({ top: to }),
  };
}

/** How many letters stand side by side, and how high the rows and what is in view of them are. */
function useSizes() {
  const box = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const [sizes, setSizes] = useState({ places: 100, height: 0, row: 20 });
  useLayoutEffect(() => {
    const measure = (): void => {
      const { current: of } = box;
      const measured = ruler.current?.getBoundingClientRect();
      if (!of || !measured || measured.width === 0) return;
      const { paddingLeft, paddingRight } = getComputedStyle(of);
      const room = of.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const places = Math.floor((room * MEASURED) / measured.width);
      setSizes({ places, height: of.clientHeight, row: measured.height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, ruler, ...sizes };
}
