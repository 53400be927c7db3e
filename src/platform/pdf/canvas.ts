import PdfDocument from 'pdfkit';
import type { Face, Piece } from './fonts.ts';

/** The parts of pdfkit's document that its public types leave out. The version is pinned. */
type EmbeddedFont = {
  id: string;
  font: unknown;
  subset: { includeGlyph(id: number): number; glyphs: number[] };
  widths: (number | undefined)[];
  unicode: (number[] | undefined)[];
  ref(): unknown;
};
type Internals = { _font: EmbeddedFont; page: { fonts: Record<string, unknown> } };
export type Struct = PDFKit.PDFStructureElement;

export const PAGE = { width: 612, height: 792, left: 84, right: 84, top: 84, bottom: 78 };
export const COLUMN = PAGE.width - PAGE.left - PAGE.right;
/** The deepest baseline of text on a page. */
export const FLOOR = PAGE.height - PAGE.bottom;

export const INK = {
  main: '#1c2429',
  soft: '#475861',
  faint: '#5f6f78',
  petrol: '#0f4c5c',
  bad: '#b3261e',
  line: '#cbd4d9',
  hair: '#e2e8eb',
};

const number = (value: number): string => String(Math.round(value * 100) / 100);
const rgb = (hex: string): string =>
  [1, 3, 5].map((at) => number(Math.round((parseInt(hex.slice(at, at + 2), 16) / 255) * 1000) / 1000)).join(' ');

/** A thin layer over pdfkit: shaped text at a place, hairlines, structure. Coordinates are points from the top left. */
export class Canvas {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Struct;
  #internals: Internals;
  #fonts = new Map<Face, { embedded: EmbeddedFont; codes: Map<string, string> }>();
  #colors = new Map<string, string>();

  constructor(options: { title: string; author: string; subject: string; keywords: string; lang: string; at: Date }) {
    this.doc = new PdfDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      font: '',
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: options.lang,
      subset: 'PDF/UA',
      info: {
        Title: options.title,
        Author: options.author,
        Subject: options.subject,
        Keywords: options.keywords,
        Creator: 'Peritus',
        Producer: 'Peritus',
        CreationDate: options.at,
        ModDate: options.at,
      },
      // why: pdfkit’s types leave out what it takes here
    } as unknown as PDFKit.PDFDocumentOptions);
    this.#internals = this.doc as unknown as Internals;
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  #embed(face: Face): { embedded: EmbeddedFont; codes: Map<string, string> } {
    const known = this.#fonts.get(face);
    if (known) return known;
    // why: pdfkit’s types leave out what it takes here
    this.doc.registerFont(face.id, face.font as unknown as string);
    this.doc.font(face.id);
    const embedded = this.#internals._font;
    if (embedded.font !== face.font) throw new Error(`pdfkit took another font for ${face.id}`);
    const entry = { embedded, codes: new Map<string, string>() };
    this.#fonts.set(face, entry);
    return entry;
  }

  #color(hex: string): string {
    const known = this.#colors.get(hex) ?? rgb(hex);
    this.#colors.set(hex, known);
    return known;
  }

  /** Draws shaped pieces with their baseline at `y`, starting at `x`. */
  text(pieces: readonly Piece[], x: number, y: number, size: number, color: string): void {
    let commands = `BT ${this.#color(color)} rg 1 0 0 -1 ${number(x)} ${number(y)} Tm`;
    let current: EmbeddedFont | undefined;
    let shift = 0;
    let show = '';
    let hex = '';
    const push = (kern: number): void => {
      if (hex) show += `<${hex}>`;
      if (Math.abs(kern) >= 0.01) show += number(-kern);
      hex = '';
    };
    for (const piece of pieces) {
      const { embedded, codes } = this.#embed(piece.face);
      if (embedded !== current) {
        push(shift);
        if (show) commands += ` [${show}] TJ`;
        show = '';
        shift = 0;
        current = embedded;
        this.#internals.page.fonts[embedded.id] ??= embedded.ref();
        commands += ` /${embedded.id} ${number(size)} Tf`;
      }
      for (const glyph of piece.glyphs) {
        if (shift + glyph.offset !== 0) push(shift + glyph.offset);
        shift = glyph.adjust - glyph.offset;
        const key = `${glyph.id} ${glyph.codePoints.join()}`;
        let code = codes.get(key);
        if (code === undefined) {
          let gid = embedded.subset.includeGlyph(glyph.id);
          // drawn for another letter before: it is put in once more, as a code is extracted as one thing
          if (embedded.unicode[gid] !== undefined) gid = embedded.subset.glyphs.push(glyph.id) - 1;
          embedded.widths[gid] = glyph.width;
          embedded.unicode[gid] = glyph.codePoints;
          code = gid.toString(16).padStart(4, '0');
          codes.set(key, code);
        }
        hex += code;
      }
    }
    push(0);
    this.doc.addContent(`${commands} [${show}] TJ ET`);
  }

  /** A JPEG, kept in the document once: draws it at a place, as often as it is called. */
  image(jpeg: Uint8Array): (x: number, y: number, width: number, height: number) => void {
    // why: pdfkit’s types leave out that an image is opened by itself
    const opened = (this.doc as unknown as { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc }).openImage(
      Buffer.from(jpeg),
    );
    return (x, y, width, height) => {
      this.doc.image(opened, x, y, { width, height });
    };
  }

  /** A hairline, drawn as an artifact. */
  rule(x: number, y: number, width: number, color: string, weight = 0.6): void {
    this.artifact(() =>
      this.doc.addContent(
        `${this.#color(color)} RG ${number(weight)} w ${number(x)} ${number(y)} m ${number(x + width)} ${number(y)} l S`,
      ),
    );
  }

  /** Draws decoration that assistive technology skips. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout', attached?: 'Top' | 'Bottom'): void {
    this.doc.markContent('Artifact', attached ? { type, attached: [attached] } : { type });
    draw();
    this.doc.endMarkedContent();
  }

  /** A structure element under `parent`; end it when its content is drawn. */
  child(parent: Struct, type: string, options: PDFKit.Mixins.StructureElementOptions = {}): Struct {
    const element = this.doc.struct(type, options);
    parent.add(element);
    return element;
  }

  /** Draws content on the current page that belongs to `element`. */
  marked(element: Struct, type: string, draw: () => void): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
  }

  /** Makes a rectangle of the page a link inside the Link element `element`: to a named place, or to a URL. */
  link(element: Struct, box: { x: number; y: number; w: number; h: number }, target: string, contents: string): void {
    const options = {
      structParent: element,
      Contents: new String(contents),
      // why: pdfkit’s types leave out what it takes here
    } as unknown as PDFKit.Mixins.AnnotationOption;
    const { x, y, w, h } = box;
    if (target.startsWith('#')) this.doc.goTo(x, y, w, h, target.slice(1), options);
    else this.doc.link(x, y, w, h, target, options);
  }

  /** Ends the document and gives its bytes. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.root.end();
    const chunks: Buffer[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', resolve);
      this.doc.on('error', reject);
    });
    this.doc.end();
    await ended;
    return Uint8Array.from(Buffer.concat(chunks));
  }
}
