import { mergeLines, toFractions } from './rects.ts';
import { piecesOf, tidyQuote } from './text-match.ts';
import type { Match } from './text-match.ts';
import type { PageTextLayer } from './engine/pdf.ts';
import type { PageRect } from './types.ts';

/** Where the page number of a page's element is kept. */
export const PAGE_ATTRIBUTE = 'data-page';
/** Set on the element that holds a page's text. */
export const TEXT_ATTRIBUTE = 'data-page-text';

export const pageElementOf = (node: Node | null): HTMLElement | null =>
  (node instanceof Element ? node : (node?.parentElement ?? null))?.closest<HTMLElement>(`[${PAGE_ATTRIBUTE}]`) ?? null;

const textElementOf = (page: HTMLElement): HTMLElement | null => page.querySelector<HTMLElement>(`[${TEXT_ATTRIBUTE}]`);

/** The part of the browser's selection that lies on the page where it begins; null without any text there. */
export function readSelection(range: Range): { page: number; quote: string; rects: PageRect[] } | null {
  const page = pageElementOf(range.startContainer);
  const layer = page && textElementOf(page);
  if (!page || !layer) return null;
  const pageBox = page.getBoundingClientRect();
  const boxes: DOMRect[] = [];
  let quote = '';
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    if (node instanceof HTMLBRElement) quote += '\n';
    if (!(node instanceof Text)) continue;
    const part = document.createRange();
    part.setStart(node, node === range.startContainer ? range.startOffset : 0);
    part.setEnd(node, node === range.endContainer ? range.endOffset : node.length);
    const text = part.toString();
    if (text === '') continue;
    quote += text;
    boxes.push(...part.getClientRects());
  }
  const rects = mergeLines(boxes).map((box) => toFractions(box, pageBox));
  const tidy = tidyQuote(quote);
  if (tidy === '' || rects.length === 0) return null;
  return { page: Number(page.getAttribute(PAGE_ATTRIBUTE)), quote: tidy, rects };
}

/** The text a match covers as a range of the page; null where the page does not hold it. */
export function rangeOf(layer: PageTextLayer, match: Match): Range | null {
  const parts = piecesOf(layer.text, layer.text.pieces, match);
  const first = parts[0];
  const last = parts.at(-1);
  const from = first && layer.nodes[first.index]?.firstChild;
  const to = last && layer.nodes[last.index]?.firstChild;
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from, first.start);
  range.setEnd(to, last.end);
  return range;
}

/** Boxes of a match on its page, line by line. */
export function rectsOf(layer: PageTextLayer, page: HTMLElement, match: Match): PageRect[] {
  const pageBox = page.getBoundingClientRect();
  const boxes: DOMRect[] = [];
  for (const part of piecesOf(layer.text, layer.text.pieces, match)) {
    const node = layer.nodes[part.index]?.firstChild;
    if (!node) continue;
    const range = document.createRange();
    range.setStart(node, part.start);
    range.setEnd(node, part.end);
    boxes.push(...range.getClientRects());
  }
  return mergeLines(boxes).map((box) => toFractions(box, pageBox));
}

/** Puts the cursor before the first text of a page, so that Shift with the arrow keys can select from there. */
export function startSelectionOn(page: HTMLElement): boolean {
  const layer = textElementOf(page);
  const text = layer && document.createTreeWalker(layer, NodeFilter.SHOW_TEXT).nextNode();
  const selection = document.getSelection();
  if (!text || !selection) return false;
  selection.collapse(text, 0);
  return true;
}
