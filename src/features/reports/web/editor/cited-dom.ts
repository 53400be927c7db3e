import { CHIP, difference, type Doc, type Span } from './cited-doc.ts';

/** Gives the caret a place beside a chip where no words are; never part of the text. */
const ZW = '\u200B';
const CHIP_ATTRIBUTE = 'data-cite';
const END_ATTRIBUTE = 'data-end';

/** Makes the element that stands for a citation. */
export type ChipOf = (id: string) => HTMLElement;

const bare = (data: string): string => data.replaceAll(ZW, '');
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isElement = (node: Node): node is HTMLElement => node.nodeType === Node.ELEMENT_NODE;
const chipId = (node: Node): string | null => (isElement(node) ? node.getAttribute(CHIP_ATTRIBUTE) : null);

/** The words between chips as they stand in the page, with a place for the caret wherever there are none. */
function shown(words: string, afterChip: boolean, beforeChip: boolean): string {
  if (words === '') return afterChip || beforeChip ? ZW : '';
  return (afterChip && words.startsWith('\n') ? ZW : '') + words + (beforeChip && words.endsWith('\n') ? ZW : '');
}

/**
 * Shows a document: text and chips in turn, always beginning and ending with a text node. Where the same chips stand
 * already only the words that differ are touched, so that spell checking and input methods are not disturbed.
 */
export function render(root: HTMLElement, doc: Doc, chipOf: ChipOf): void {
  const pieces = doc.flat.split(CHIP);
  const texts = pieces.map((words, at) => shown(words, at > 0, at < doc.ids.length));
  // a last line that is still empty needs something to stand on
  const needsEnd = doc.flat === '' || doc.flat.endsWith('\n');
  if (!patch(root, doc, texts, needsEnd)) {
    const nodes: Node[] = [];
    for (const [at, words] of texts.entries()) {
      nodes.push(document.createTextNode(words));
      const id = doc.ids[at];
      if (id === undefined) continue;
      const chip = chipOf(id);
      chip.setAttribute(CHIP_ATTRIBUTE, id);
      chip.contentEditable = 'false';
      nodes.push(chip);
    }
    if (needsEnd) nodes.push(endNode());
    root.replaceChildren(...nodes);
  }
  root.toggleAttribute('data-empty', doc.flat === '');
}

function endNode(): HTMLElement {
  const end = document.createElement('br');
  end.setAttribute(END_ATTRIBUTE, '');
  return end;
}

function patch(root: HTMLElement, doc: Doc, texts: string[], needsEnd: boolean): boolean {
  const nodes = [...root.childNodes];
  const last = nodes.at(-1);
  const hasEnd = last !== undefined && isElement(last) && last.hasAttribute(END_ATTRIBUTE);
  const body = hasEnd ? nodes.slice(0, -1) : nodes;
  const fits =
    body.length === texts.length + doc.ids.length &&
    body.every((node, at) => (at % 2 === 0 ? isText(node) : chipId(node) === doc.ids[(at - 1) / 2]));
  if (!fits) return false;
  for (const [at, words] of texts.entries()) {
    const node = body[at * 2] as Text;
    if (node.data === words) continue;
    const { from, to, insert } = difference(node.data, words);
    node.replaceData(from, to - from, insert);
  }
  if (needsEnd && !hasEnd) root.append(endNode());
  if (!needsEnd && hasEnd) last.remove();
  return true;
}

/** The document as it stands in the page, also after the browser changed it in its own way. */
export function read(root: HTMLElement): Doc {
  let flat = '';
  const ids: string[] = [];
  const walk = (node: Node): void => {
    const id = chipId(node);
    if (isText(node)) flat += bare(node.data).replaceAll('\u00A0', ' ').replaceAll(CHIP, '');
    else if (id !== null) {
      flat += CHIP;
      ids.push(id);
    } else if (node.nodeName === 'BR') {
      if (!(node as HTMLElement).hasAttribute(END_ATTRIBUTE)) flat += '\n';
    } else {
      if (/^(DIV|P|LI)$/.test(node.nodeName) && flat !== '' && !flat.endsWith('\n')) flat += '\n';
      for (const child of node.childNodes) walk(child);
    }
  };
  for (const child of root.childNodes) walk(child);
  return { flat, ids };
}

const length = (node: Node): number => {
  if (isText(node)) return bare(node.data).length;
  if (chipId(node) !== null) return 1;
  if (node.nodeName === 'BR') return (node as HTMLElement).hasAttribute(END_ATTRIBUTE) ? 0 : 1;
  return [...node.childNodes].reduce((sum, child) => sum + length(child), 0);
};

/** The offset in the document of a place in the page. */
export function offsetOf(root: HTMLElement, node: Node, at: number): number {
  if (!root.contains(node)) return 0;
  let current = node;
  let offset: number;
  const chip = (isElement(node) ? node : node.parentElement)?.closest(`[${CHIP_ATTRIBUTE}]`);
  if (chip && root.contains(chip)) {
    current = chip;
    offset = at > 0 ? 1 : 0;
  } else if (isText(node)) offset = bare(node.data.slice(0, at)).length;
  else offset = [...node.childNodes].slice(0, at).reduce((sum, child) => sum + length(child), 0);
  while (current !== root) {
    for (let before = current.previousSibling; before; before = before.previousSibling) offset += length(before);
    if (!current.parentNode) break;
    current = current.parentNode;
  }
  return offset;
}

/** The place in the page of an offset in the document, which `render` has just shown. */
function placeOf(root: HTMLElement, offset: number): [node: Node, at: number] {
  let left = Math.max(0, offset);
  let last: [Node, number] = [root, 0];
  for (const node of root.childNodes) {
    if (isText(node)) {
      const size = bare(node.data).length;
      let at = Math.min(left, size);
      // behind the placeholder, so that what is typed stands after the chip
      if (node.data.startsWith(ZW)) at += 1;
      last = [node, Math.min(at, node.data.length)];
      if (left <= size) return last;
      left -= size;
    } else left -= length(node);
    if (left < 0) return last;
  }
  return last;
}

/** The selection inside `root` as offsets; null while it is elsewhere. */
export function selectionIn(root: HTMLElement): Span | null {
  const chosen = root.ownerDocument.getSelection();
  if (!chosen?.anchorNode || !chosen.focusNode) return null;
  if (!root.contains(chosen.anchorNode) || !root.contains(chosen.focusNode)) return null;
  return {
    anchor: offsetOf(root, chosen.anchorNode, chosen.anchorOffset),
    focus: offsetOf(root, chosen.focusNode, chosen.focusOffset),
  };
}

/** Puts the selection into `root`. */
export function select(root: HTMLElement, { anchor, focus }: Span): void {
  const from = placeOf(root, anchor);
  const to = anchor === focus ? from : placeOf(root, focus);
  root.ownerDocument.getSelection()?.setBaseAndExtent(...from, ...to);
}
