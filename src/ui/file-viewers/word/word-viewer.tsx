import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import frame from '../frame.module.css';
import { NotYet } from '../frame.tsx';
import { loadBytes, useLoaded } from '../load.ts';
import { ShowError } from '../show-error.ts';
import { type Span, spanOf, useRested } from '../seen.ts';
import { cx } from '../../parts/common.ts';
import type { WordContent } from './content.ts';
import { type Drawn, drawnWord } from './drawn.ts';
import styles from './word.module.css';

const say = {
  viewer: 'Word document',
  content: 'Text of the document',
  tooLarge: 'This document is too large to be shown here. Download it.',
  damaged: 'This document is damaged and cannot be shown. Download it.',
  empty: 'Nothing is written in this document.',
  about:
    'Shown as text: without its layout, headers and footers, and what was deleted while changes were tracked. Download it to see it as Word prints it.',
} as const;

/** Packed; how much it may unpack to, its worker knows. */
const MOST_BYTES = 64 * 1024 * 1024;

async function load(url: string, size: number, signal: AbortSignal): Promise<Drawn> {
  if (size > MOST_BYTES) throw new ShowError(say.tooLarge);
  return drawnWord(await read(await loadBytes(url, size, signal), signal));
}

/** Reads it in a worker that ends with it. */
async function read(bytes: Uint8Array, signal: AbortSignal): Promise<WordContent> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<WordContent>();
  const fail = (fault: string | null): void => reject(new ShowError(fault ?? say.damaged));
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ content: WordContent } | { content: null; fault: string | null }>) =>
      data.content ? resolve(data.content) : fail(data.fault),
  );
  worker.addEventListener('error', () => fail(null));
  signal.addEventListener('abort', () => fail(null));
  const buffer = new Uint8Array(bytes).buffer;
  worker.postMessage(buffer, [buffer]);
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}

/** A Word document as text with its headings, lists, tables, notes, comments and pictures. */
export function WordViewer({ url, size, onSeen }: { url: string; size: number; onSeen: (span: Span) => void }) {
  const { value, fault, again } = useLoaded((signal) => load(url, size, signal), url);
  if (value === null) return <NotYet fault={fault} onRetry={again} />;
  return <Page drawn={value} onSeen={onSeen} />;
}

function Page({ drawn, onSeen }: { drawn: Drawn; onSeen: (span: Span) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState<Span | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  useLayoutEffect(() => {
    // a copy: the page may be drawn more than once
    paper.current?.replaceChildren(drawn.content.cloneNode(true));
    setEmpty(paper.current?.childNodes.length === 0);
    if (box.current) setSpan(spanOf(box.current));
  }, [drawn]);
  useEffect(() => drawn.end, [drawn]);
  useRested(span, onSeen);

  /** Within the document one goes where a link leads, and the page's address stays what it is. */
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link) return;
    event.preventDefault();
    const to = paper.current?.querySelector(`#${CSS.escape((link.getAttribute('href') ?? '').slice(1))}`);
    to?.scrollIntoView({ block: 'center' });
  };
  return (
    <section className={frame.viewer} aria-label={say.viewer}>
      <div
        ref={box}
        className={cx(frame.content, styles.desk)}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={say.content}
        onScroll={(event) => setSpan(spanOf(event.currentTarget))}
      >
        {isEmpty ? <p className={frame.notice}>{say.empty}</p> : null}
        {/* its links are pressed by keys as by a pointer */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
        <div ref={paper} className={styles.paper} hidden={isEmpty} onClick={follow} />
      </div>
      <p className={frame.foot}>{say.about}</p>
    </section>
  );
}
