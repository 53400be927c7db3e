import { type Canvas, COLUMN, INK, PAGE, type Struct } from '../../../../platform/pdf/canvas.ts';
import type { NoticeBlock, PdfNotice } from '../../ports.ts';
import { Sheet, type SheetInput } from './sheet.ts';
import { body, LEADING, note, run } from './text.ts';

/** Points a picture is high at most, so that a page has room for words beside it. */
const PICTURE_MAX = 300;
/** Where a page has so many left, it is drawn smaller rather than on the next. */
const PICTURE_LEAST = 170;
/** How far the lines of a reply slip to write on are apart. */
const WRITING = 26;

/** A notice as it is sent by post: a part for each language on pages of its own, tagged with it. */
class NoticeSheet extends Sheet<SheetInput> {
  readonly #notice: PdfNotice;
  #image: ReturnType<Canvas['image']> | undefined;

  constructor(notice: PdfNotice) {
    super({
      title: notice.title,
      review: { number: notice.number, kind_label: notice.kind_label },
      version: notice.version,
      status: 'final',
      document_id: notice.document_id,
      organization: { name: notice.organization },
      service_provider: { name: notice.sender },
      issued_at: notice.made_at,
      signature: null,
      lang: notice.parts[0]?.lang ?? 'en-US',
    });
    this.#notice = notice;
  }

  render(): Promise<Uint8Array<ArrayBuffer>> {
    const { parts, addressee, made_on } = this.#notice;
    for (const [at, part] of parts.entries()) {
      if (at > 0) this.flow.newPage();
      const sect = this.canvas.child(this.canvas.root, 'Sect', { lang: part.lang });
      if (at === 0) {
        this.head();
        this.#lines(sect, [addressee.name, ...addressee.lines]);
        this.flow.paragraph([note(made_on)], { parent: sect, leading: 13, before: 10 });
      }
      this.canvas.doc.outline.addItem(part.title);
      this.flow.paragraph([run(part.title, 'serif-bold', 21, INK.main)], {
        parent: sect,
        tag: 'H1',
        leading: 26,
        before: 12,
        after: 6,
      });
      if (part.mark !== null)
        this.flow.paragraph([run(part.mark, 'sans-medium', 9.5, INK.bad)], { parent: sect, leading: 14, after: 6 });
      for (const block of part.blocks) this.#block(sect, block);
      this.flow.paragraph([note(part.version)], { parent: sect, leading: 13, before: 16 });
      sect.end();
    }
    this.chrome();
    return this.canvas.finish();
  }

  #lines(parent: Struct, lines: readonly string[]): void {
    for (const line of lines) this.flow.paragraph([body(line)], { parent, leading: LEADING });
  }

  /** The picture as wide as the column, where it is not too high for that; in each part it is the same object. */
  #picture(parent: Struct, alt: string): void {
    const { flow, canvas } = this;
    const { picture } = this.#notice;
    if (!picture) return;
    flow.space(6);
    const left = flow.floor - flow.y;
    const most = left >= PICTURE_LEAST ? Math.min(left, PICTURE_MAX) : PICTURE_MAX;
    const scale = Math.min(COLUMN / picture.width, most / picture.height);
    const width = picture.width * scale;
    const height = picture.height * scale;
    flow.ensure(height);
    const top = flow.y;
    const figure = canvas.child(parent, 'Figure', {
      alt,
      bbox: [PAGE.left, top, PAGE.left + width, top + height],
      // why: pdfkit’s types leave out the box it takes here
    } as PDFKit.Mixins.StructureElementOptions);
    canvas.marked(figure, 'Figure', () => {
      this.#image ??= canvas.image(picture.jpeg);
      this.#image(PAGE.left, top, width, height);
    });
    figure.end();
    flow.y += height + 4;
  }

  #block(parent: Struct, block: NoticeBlock): void {
    const { flow, canvas } = this;
    switch (block.is) {
      case 'heading':
        flow.paragraph([run(block.text, 'serif-bold', 12.5, INK.main)], {
          parent,
          tag: 'H2',
          leading: 17,
          before: 10,
          after: 1,
          keep: 34,
        });
        return;
      case 'strong':
        flow.paragraph([body(block.text, 'serif-bold')], { parent, leading: LEADING });
        return;
      case 'text': {
        const said = block.lang === undefined ? parent : canvas.child(parent, 'Div', { lang: block.lang });
        flow.paragraph([body(block.text)], { parent: said, leading: LEADING, before: 2 });
        if (said !== parent) said.end();
        return;
      }
      case 'list': {
        const list = canvas.child(parent, 'L', block.lang === undefined ? {} : { lang: block.lang });
        for (const item of block.items) this.listItem(list, '•', [body(item)]);
        list.end();
        return;
      }
      case 'picture':
        this.#picture(parent, block.alt);
        return;
      case 'write':
        // its words and its lines stay on one page
        flow.paragraph([body(block.text)], {
          parent,
          leading: LEADING,
          before: 8,
          keep: WRITING * block.lines,
        });
        for (let line = 0; line < block.lines; line += 1) {
          flow.y += WRITING;
          canvas.rule(PAGE.left, flow.y, COLUMN, INK.line);
        }
    }
  }
}

/** Renders a notice as a tagged PDF. The same notice gives the same bytes. */
export const renderNoticePdf = (notice: PdfNotice): Promise<Uint8Array<ArrayBuffer>> =>
  new NoticeSheet(notice).render();
