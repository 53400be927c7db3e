import { GlobalWorkerOptions, TextLayer, getDocument } from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default
import rendererUrl from 'pdfjs-dist/build/pdf.renderer.min.mjs?url';
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { freeCanvas } from '../free-canvas.ts';
import { joinPieces } from '../text-match.ts';
import type { JoinedText, TextPiece } from '../text-match.ts';
import type { PageSize } from '../types.ts';

/*
 * The only file that knows pdf.js. Parsing and drawing run in two module workers of our own origin; this version
 * evaluates no strings as code (the old `isEvalSupported` switch is gone with the code it guarded), runs no script of
 * a PDF, and needs `wasm-unsafe-eval` only for JPEG 2000 and JBIG2 images.
 */
GlobalWorkerOptions.workerSrc = workerUrl;
GlobalWorkerOptions.rendererSrc = rendererUrl;

/** PDF points to CSS pixels. */
const CSS_UNITS = 96 / 72;
/** Larger canvases are drawn coarser: beyond this a phone's browser gives up on the page. */
const MAX_PIXELS = 16_000_000;
/**
 * Grain of the byte ranges. Neighboring pieces travel in one request anyway; a bigger grain only wastes: where a file
 * lists hundreds of pages in one flat tree, one piece per page is fetched to find the last. (84 MB, 420 pages, opened at
 * page 300: 17 MB with this, all of it with 256 KiB.)
 */
const CHUNK = 2 ** 15;

/** The engine's own files are asked for by name, wherever the build has put them. */
class BinaryDataFactory {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const { fetchAsset } = await import('./assets.ts');
    return fetchAsset(filename);
  }
}

export type FailureKind = 'gone' | 'signed_out' | 'broken' | 'network';

/** Why a file cannot be shown, in the viewer's own terms. */
class PdfFailure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind) {
    super(kind);
    this.kind = kind;
  }
}

interface PageText extends JoinedText {
  pieces: readonly TextPiece[];
  /** False for a scanned page. */
  hasText: boolean;
}

/** The invisible, selectable text over a page; `pieces[i]` stands in `nodes[i]`. */
export interface PageTextLayer {
  text: PageText;
  nodes: readonly HTMLElement[];
}

interface Drawing {
  canvas: HTMLCanvasElement;
  /** Settles when drawn; false when it was canceled. Rejects when the page cannot be drawn. */
  done: Promise<boolean>;
  cancel(): void;
}

export interface LoadedPdf {
  pages: number;
  /** Size of the first page, the guess for all that are not open yet. */
  firstSize: PageSize;
  size(page: number): Promise<PageSize>;
  /** Draws on a fresh canvas of this size in CSS pixels, at most `pixelRatio` times as fine. */
  draw(page: number, size: PageSize, pixelRatio: number): Promise<Drawing>;
  /** Text of a page, kept for as long as the file is open. */
  text(page: number): Promise<PageText>;
  /** Fills `container` with the page's text. */
  layText(page: number, container: HTMLElement, signal: AbortSignal): Promise<PageTextLayer>;
  /** Frees what drawing the page took; the page can be drawn again. */
  release(page: number): void;
  /** Settles when no page is being drawn. */
  idle(): Promise<void>;
}

export interface PdfLoading {
  loaded: Promise<LoadedPdf>;
  close(): void;
}

function failureOf(error: unknown): PdfFailure {
  if (error instanceof PdfFailure) return error;
  const name = error instanceof Error ? error.name : '';
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (status === 401) return new PdfFailure('signed_out');
  if (status === 403 || status === 404 || status === 410) return new PdfFailure('gone');
  if (name === 'InvalidPDFException' || name === 'FormatError') return new PdfFailure('broken');
  return new PdfFailure('network');
}

const sizeOf = (page: PDFPageProxy): PageSize => {
  const view = page.getViewport({ scale: CSS_UNITS });
  return { width: view.width, height: view.height };
};

/**
 * Opens a PDF piece by piece: only the bytes the shown pages need are fetched, with the session's cookie.
 * `onPassword` is called when the file asks for one (`wrong` after a failed try). `loaded` rejects with PdfFailure.
 */
export function loadPdf(
  url: string,
  onPassword: (answer: (password: string) => void, wrong: boolean) => void,
): PdfLoading {
  const task = getDocument({
    url,
    rangeChunkSize: CHUNK,
    disableStream: true,
    disableAutoFetch: true,
    useWorkerFetch: false,
    BinaryDataFactory,
    // The same fallback letters on every machine: what one reader cites another must find in the same place.
    useSystemFonts: false,
    enableXfa: false,
    verbosity: 0,
  });
  let closed = false;
  let asked = 0;
  task.onPassword = (answer: (password: string) => void) => onPassword(answer, asked++ > 0);

  const open = async (): Promise<LoadedPdf> => {
    const doc = await task.promise;
    const first = await doc.getPage(1);
    const texts = new Map<number, Promise<PageText>>();
    let drawing = 0;
    let waiting: (() => void)[] = [];

    const readText = async (number: number): Promise<PageText> => {
      const page = await doc.getPage(number);
      const content = await page.getTextContent({ disableNormalization: true });
      const pieces: TextPiece[] = [];
      for (const item of content.items) if ('str' in item) pieces.push({ str: item.str, hasEOL: item.hasEOL });
      return { ...joinPieces(pieces), pieces, hasText: pieces.some((piece) => piece.str.trim() !== '') };
    };
    const text = (number: number): Promise<PageText> => {
      const known = texts.get(number);
      if (known) return known;
      const reading = readText(number);
      texts.set(number, reading);
      reading.catch(() => texts.delete(number));
      return reading;
    };

    return {
      pages: doc.numPages,
      firstSize: sizeOf(first),
      size: async (number) => sizeOf(await doc.getPage(number)),
      text,
      async draw(number, { width, height }, pixelRatio) {
        const page = await doc.getPage(number);
        const natural = sizeOf(page);
        const scale = width / natural.width;
        const ratio = Math.min(pixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
        const viewport = page.getViewport({ scale: CSS_UNITS * scale * ratio });
        const canvas = document.createElement('canvas');
        canvas.width = Math.max(1, Math.round(width * ratio));
        canvas.height = Math.max(1, Math.round(height * ratio));
        const task = page.render({ canvas, viewport });
        drawing++;
        const done = task.promise
          .then(
            () => true,
            (error: unknown) => {
              freeCanvas(canvas);
              if (closed || (error instanceof Error && error.name === 'RenderingCancelledException')) return false;
              throw failureOf(error);
            },
          )
          .finally(() => {
            drawing--;
            if (drawing > 0) return;
            const woken = waiting;
            waiting = [];
            for (const wake of woken) wake();
          });
        return { canvas, done, cancel: () => task.cancel() };
      },
      async layText(number, container, signal) {
        const page = await doc.getPage(number);
        const content = await page.getTextContent({ disableNormalization: true });
        const known = await text(number);
        signal.throwIfAborted();
        const layer = new TextLayer({
          textContentSource: content,
          container,
          viewport: page.getViewport({ scale: CSS_UNITS }),
        });
        signal.addEventListener('abort', () => layer.cancel(), { once: true });
        await layer.render();
        return { text: known, nodes: layer.textDivs };
      },
      release(number) {
        if (closed) return;
        doc.getPage(number).then(
          (page) => page.cleanup(),
          () => undefined,
        );
      },
      idle: () => (drawing === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    };
  };

  return {
    loaded: open().catch((error: unknown) => {
      throw failureOf(error);
    }),
    close() {
      closed = true;
      task.destroy().catch(() => undefined);
    },
  };
}
