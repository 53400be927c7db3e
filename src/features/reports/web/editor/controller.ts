import type { Citation, Citations } from '../../rules.ts';
import { CHIP, cite, type Doc, docOf, EMPTY, plain, slice, type Span, splice, textOf } from './cited-doc.ts';
import { offsetOf, read, render, select, selectionIn } from './cited-dom.ts';
import { citationsOf, copyTo, readFrom } from './clipboard.ts';
import { History } from './history.ts';

export interface EditorEvents {
  onChange: (text: string, citations: Citations) => void;
  /** A chip was pressed. */
  onOpen: (id: string, citation: Citation) => void;
  /** Makes the element that stands for a citation; undefined where its passage is not known. */
  chipOf: (citation: Citation | undefined) => HTMLElement;
  /** Keeps to one line: line ends become blanks. */
  singleLine?: boolean;
}

const COMPOSING = new Set(['insertCompositionText', 'deleteCompositionText', 'insertFromComposition']);
const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/**
 * Edits cited text in a contenteditable element. The document is the truth: every edit goes through it and is shown
 * again; only while an input method composes does the browser write and is read afterwards.
 */
export class EditorController {
  readonly #root: HTMLElement;
  #events: EditorEvents;
  readonly #history = new History();
  readonly #stop = new AbortController();
  #doc: Doc = EMPTY;
  #span: Span = { anchor: 0, focus: 0 };
  /** Every passage seen here, so that undoing brings a removed chip back whole. */
  #known: Citations = {};
  #composing = false;
  #disabled = false;

  constructor(root: HTMLElement, events: EditorEvents) {
    this.#root = root;
    this.#events = events;
    const on = <K extends keyof HTMLElementEventMap>(type: K, run: (event: HTMLElementEventMap[K]) => void): void =>
      root.addEventListener(type, run, { signal: this.#stop.signal });
    on('beforeinput', (event) => this.#beforeInput(event));
    on('input', () => this.#sync());
    on('compositionstart', () => {
      this.#composing = true;
      this.#remember('compose', 0);
    });
    on('compositionend', () => {
      this.#composing = false;
      this.#sync();
    });
    on('keydown', (event) => this.#keyDown(event));
    on('copy', (event) => this.#copy(event, false));
    on('cut', (event) => this.#copy(event, true));
    on('paste', (event) => this.#paste(event));
    on('drop', (event) => this.#drop(event));
    on('dragstart', (event) => event.preventDefault());
    on('click', (event) => this.#click(event));
    root.ownerDocument.addEventListener('selectionchange', () => this.#follow(), { signal: this.#stop.signal });
  }

  /** Ends it: no event is heard any more. */
  dispose(): void {
    this.#stop.abort();
  }

  use(events: EditorEvents): void {
    this.#events = events;
  }

  /** Takes the value from outside; what was edited here and comes back changes nothing. */
  setValue(text: string, citations: Citations, disabled: boolean): void {
    this.#disabled = disabled;
    this.#known = { ...this.#known, ...citations };
    const started = this.#root.childNodes.length > 0;
    if (started && (this.#composing || textOf(this.#doc) === text)) return;
    this.#history.clear();
    this.#doc = docOf(text);
    const held = started && this.#root.ownerDocument.activeElement === this.#root;
    const end = started ? Math.min(this.#span.focus, this.#doc.flat.length) : this.#doc.flat.length;
    this.#span = { anchor: end, focus: end };
    this.#show(held);
  }

  /** Cites a passage where the caret stands or last stood, and takes the caret behind the chip. */
  cite(citation: Citation): void {
    if (this.#disabled || this.#composing) return;
    const [from, to] = this.#range();
    // the same passage keeps its id within one text
    const same = Object.entries(citationsOf(textOf(this.#doc), this.#known)).find(
      ([, one]) => JSON.stringify(one) === JSON.stringify(citation),
    );
    const id = same?.[0] ?? newId();
    this.#known = { ...this.#known, [id]: citation };
    const { doc, caret } = cite(this.#doc, from, to, id);
    this.#remember('cite', 0, true);
    this.#put(doc, caret);
    this.#root.focus({ preventScroll: true });
    select(this.#root, this.#span);
  }

  #range(): [from: number, to: number] {
    const { anchor, focus } = this.#span;
    return [Math.min(anchor, focus), Math.max(anchor, focus)];
  }

  #remember(kind: string, at: number, pause = false): void {
    this.#history.keep({ doc: this.#doc, span: this.#span }, kind, at, pause);
  }

  #show(place: boolean): void {
    render(this.#root, this.#doc, (id) => this.#events.chipOf(this.#known[id]));
    if (place) select(this.#root, this.#span);
  }

  #put(doc: Doc, caret: number): void {
    this.#doc = doc;
    this.#span = { anchor: caret, focus: caret };
    this.#show(true);
    this.#tell();
  }

  #tell(): void {
    const text = textOf(this.#doc);
    this.#events.onChange(text, citationsOf(text, this.#known));
  }

  /** Reads what the browser wrote itself: an input method at work, or an edit that could not be held back. */
  #sync(): void {
    const seen = read(this.#root);
    const changed = seen.flat !== this.#doc.flat || seen.ids.join() !== this.#doc.ids.join();
    const span = selectionIn(this.#root);
    this.#doc = seen;
    if (span) this.#span = span;
    if (!this.#composing) this.#show(span !== null);
    if (changed) this.#tell();
  }

  #follow(): void {
    if (this.#composing) return;
    const span = selectionIn(this.#root);
    if (span) this.#span = span;
  }

  /** What an edit is about, as the browser sees it, in our offsets. */
  #target(event: InputEvent): [from: number, to: number] {
    const [range] = event.getTargetRanges();
    if (!range) return this.#range();
    const from = offsetOf(this.#root, range.startContainer, range.startOffset);
    const to = offsetOf(this.#root, range.endContainer, range.endOffset);
    return [Math.min(from, to), Math.max(from, to)];
  }

  #beforeInput(event: InputEvent): void {
    if (event.isComposing || COMPOSING.has(event.inputType) || !event.cancelable) return;
    event.preventDefault();
    if (this.#disabled) return;
    this.#span = selectionIn(this.#root) ?? this.#span;
    const kind = event.inputType;
    if (kind === 'historyUndo' || kind === 'historyRedo') this.#travel(kind === 'historyUndo');
    else if (kind === 'insertParagraph' || kind === 'insertLineBreak') this.#insert('\n', event);
    else if (kind.startsWith('delete')) this.#delete(event);
    else if (kind.startsWith('insert')) {
      this.#insert(event.data ?? event.dataTransfer?.getData('text/plain') ?? '', event);
    }
  }

  #lines(piece: Doc): Doc {
    return this.#events.singleLine ? { ...piece, flat: piece.flat.replaceAll('\n', ' ') } : piece;
  }

  #insert(text: string, event: InputEvent): void {
    if (this.#events.singleLine && text === '\n') return;
    const piece = this.#lines(plain(text));
    if (piece.flat === '') return;
    const [from, to] = this.#target(event);
    this.#remember('type', event.timeStamp, /\s$/.test(piece.flat) || from !== to);
    this.#put(splice(this.#doc, from, to, piece), from + piece.flat.length);
  }

  #delete(event: InputEvent): void {
    let [from, to] = this.#target(event);
    const [start, end] = this.#range();
    if (start !== end) [from, to] = [start, end];
    else {
      const backward = !event.inputType.endsWith('Forward');
      const beside = this.#doc.flat[backward ? start - 1 : start];
      // a chip goes as one, and alone; beside it the browser may only see the caret's placeholder
      if (from === to || beside === CHIP) {
        [from, to] = backward ? [start - 1, start] : [start, start + 1];
      }
    }
    from = Math.max(0, from);
    to = Math.min(this.#doc.flat.length, to);
    if (from >= to) return;
    // a chip that goes is a step of its own: undoing brings it back, not more
    const chip = slice(this.#doc, from, to).ids.length > 0;
    this.#remember(chip ? 'delete chip' : 'delete', event.timeStamp, chip);
    this.#put(splice(this.#doc, from, to, EMPTY), from);
  }

  #travel(back: boolean): void {
    const present = { doc: this.#doc, span: this.#span };
    const moment = back ? this.#history.undo(present) : this.#history.redo(present);
    if (!moment) return;
    this.#doc = moment.doc;
    this.#span = moment.span;
    this.#show(true);
    this.#tell();
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && !event.altKey && (key === 'z' || key === 'y')) {
      event.preventDefault();
      if (!this.#disabled) this.#travel(key === 'z' && !event.shiftKey);
    } else if (!command && !event.altKey && (key === 'arrowleft' || key === 'arrowright')) {
      this.#passChip(event, key === 'arrowleft' ? -1 : 1);
    }
  }

  /** One press takes the caret over a chip, whatever stands beside it. */
  #passChip(event: KeyboardEvent, step: -1 | 1): void {
    const span = selectionIn(this.#root);
    if (!span || (!event.shiftKey && span.anchor !== span.focus)) return;
    if (this.#doc.flat[step < 0 ? span.focus - 1 : span.focus] !== CHIP) return;
    event.preventDefault();
    const focus = span.focus + step;
    this.#span = { anchor: event.shiftKey ? span.anchor : focus, focus };
    select(this.#root, this.#span);
  }

  #copy(event: ClipboardEvent, cut: boolean): void {
    const span = selectionIn(this.#root);
    if (!span || span.anchor === span.focus || !event.clipboardData) return;
    event.preventDefault();
    this.#span = span;
    const [from, to] = this.#range();
    const text = textOf(slice(this.#doc, from, to));
    copyTo(event.clipboardData, { text, citations: citationsOf(text, this.#known) });
    if (!cut || this.#disabled) return;
    this.#remember('cut', event.timeStamp, true);
    this.#put(splice(this.#doc, from, to, EMPTY), from);
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    if (this.#disabled || !event.clipboardData) return;
    this.#span = selectionIn(this.#root) ?? this.#span;
    this.#take(event.clipboardData, event.timeStamp);
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    if (this.#disabled || !event.dataTransfer) return;
    const place = this.#root.ownerDocument.caretPositionFromPoint?.(event.clientX, event.clientY);
    if (place && this.#root.contains(place.offsetNode)) {
      const at = offsetOf(this.#root, place.offsetNode, place.offset);
      this.#span = { anchor: at, focus: at };
    }
    this.#take(event.dataTransfer, event.timeStamp);
    this.#root.focus({ preventScroll: true });
  }

  #take(data: DataTransfer, at: number): void {
    const own = readFrom(data);
    const piece = this.#lines(own ? docOf(own.text) : plain(data.getData('text/plain')));
    if (piece.flat === '') return;
    if (own) this.#known = { ...this.#known, ...own.citations };
    const [from, to] = this.#range();
    this.#remember('paste', at, true);
    this.#put(splice(this.#doc, from, to, piece), from + piece.flat.length);
  }

  #click(event: MouseEvent): void {
    const chip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cite]') : null;
    const id = chip?.dataset.cite;
    const citation = id === undefined ? undefined : this.#known[id];
    if (id !== undefined && citation) this.#events.onOpen(id, citation);
  }
}
