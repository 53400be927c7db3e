import { Canvas, COLUMN, INK, PAGE, type Struct } from '../../../../platform/pdf/canvas.ts';
import { Flow } from '../../../../platform/pdf/flow.ts';
import { breakLines, type Line, type Run } from '../../../../platform/pdf/inline.ts';
import { BODY, LEADING, body, note, run } from './text.ts';
import type { ReportPdfInput } from './types.ts';

/** What the paper itself shows. */
export type SheetInput = Pick<
  ReportPdfInput,
  | 'title'
  | 'review'
  | 'version'
  | 'status'
  | 'document_id'
  | 'organization'
  | 'service_provider'
  | 'issued_at'
  | 'lang'
  | 'signature'
  | 'confidentiality'
>;

/** How many lines of confidentiality stand in the usual foot of a page, and how far apart; more raise the foot. */
const FOOT_HOLDS = 2;
const FOOT_LEADING = 10;

const oneLine = (text = ''): string => text.trim().replaceAll(/\s+/g, ' ');

/** The paper itself: the mark, headings, lists, page heads and feet. What stands on it is the report's, or a letter's. */
export class Sheet<Input extends SheetInput = ReportPdfInput> {
  readonly input: Input;
  readonly flow: Flow;
  readonly canvas: Canvas;
  /** The privilege or confidentiality statement as it stands at the foot of each page but the first: whole. */
  readonly #confidentiality: readonly Line[];

  constructor(input: Input) {
    this.input = input;
    const { review, version, signature } = input;
    this.canvas = new Canvas({
      title: `${input.title}, ${review.number}`,
      author: signature?.name ?? input.service_provider.name,
      subject: `${review.kind_label} ${review.number}, version ${version}`,
      keywords: input.document_id,
      lang: input.lang ?? 'en-US',
      at: new Date(signature?.signed_at ?? input.issued_at),
    });
    const set = breakLines([run(oneLine(input.confidentiality), 'sans', 7.5, INK.faint)], COLUMN);
    this.#confidentiality = set;
    this.flow = new Flow(this.canvas, Math.max(0, set.length - FOOT_HOLDS) * FOOT_LEADING);
  }

  mark(x: number, y: number): void {
    const c = 0.55;
    const r = 6.2;
    const k = r * c;
    const path = [
      `${x} ${y + 2.4 * r} m ${x} ${y + r} l`,
      `${x} ${y + r - k} ${x + r - k} ${y} ${x + r} ${y} c`,
      `${x + r + k} ${y} ${x + 2 * r} ${y + r - k} ${x + 2 * r} ${y + r} c`,
      `${x + 2 * r} ${y + r + k} ${x + r + k} ${y + 2 * r} ${x + r} ${y + 2 * r} c`,
    ].join(' ');
    const d = 1.7;
    const e = d * c;
    const cx = x + r;
    const cy = y + r;
    const dot = `${cx - d} ${cy} m ${cx - d} ${cy - e} ${cx - e} ${cy - d} ${cx} ${cy - d} c ${cx + e} ${cy - d} ${cx + d} ${cy - e} ${cx + d} ${cy} c ${cx + d} ${cy + e} ${cx + e} ${cy + d} ${cx} ${cy + d} c ${cx - e} ${cy + d} ${cx - d} ${cy + e} ${cx - d} ${cy} c f`;
    this.canvas.artifact(() =>
      this.canvas.doc.addContent(`q 0.059 0.298 0.361 RG 0.059 0.298 0.361 rg 2.6 w 1 J 1 j ${path} S ${dot} Q`),
    );
  }

  /** Mark, number and organization over a line; what follows begins under it. */
  head(): void {
    const half = COLUMN / 2;
    const { review, organization } = this.input;
    this.mark(PAGE.left + 1.3, 50);
    this.flow.y = 47;
    this.flow.paragraph([run('Peritus', 'sans-bold', 15, INK.main)], {
      x: PAGE.left + 22,
      width: half - 22,
      leading: 21,
    });
    this.flow.y = 49;
    this.right([run(`${review.kind_label} ${review.number}`, 'sans-medium', 8.75, INK.main)], 12.5);
    this.right([note(`For ${organization.name}`)], 12.5);
    this.canvas.rule(PAGE.left, 84, COLUMN, INK.line);
    this.flow.y = 108;
  }

  /** Right-aligned lines of the letterhead; each stays one line where it can. */
  right(runs: Run[], leading: number): void {
    const x = PAGE.left + COLUMN / 2 + 10;
    const width = COLUMN / 2 - 10;
    this.flow.paragraph(runs, { x, width, leading, align: 'right' });
  }

  heading(title: string, number?: number): void {
    this.flow.space(26);
    this.flow.ensure(92);
    if (!this.flow.fresh) this.canvas.rule(PAGE.left, this.flow.y - 8, COLUMN, INK.hair);
    this.canvas.doc.outline.addItem(number ? `${number}  ${title}` : title);
    this.flow.paragraph(
      [
        ...(number ? [run(`${number}\u00a0\u00a0`, 'serif-bold', 14.5, INK.petrol)] : []),
        run(title, 'serif-bold', 14.5, INK.main),
      ],
      { tag: 'H2', leading: 20, before: 4, after: 4, keep: 50 },
    );
  }

  label(text: string, number: string): void {
    this.flow.paragraph(
      [
        ...(number ? [run(`${number}\u00a0\u00a0`, 'sans-medium', 9.5, INK.faint)] : []),
        run(text, 'sans-bold', 9.5, INK.main),
      ],
      { tag: 'H3', leading: 14, before: 10, after: 2, keep: 32 },
    );
  }

  listItem(list: Struct, label: string, runs: Run[]): void {
    const item = this.canvas.child(list, 'LI');
    const flow = this.flow;
    flow.space(1.5);
    flow.ensure(LEADING * 2);
    const top = flow.y;
    const mark = /^\d/.test(label) ? body(label) : run(label, 'serif', BODY, INK.petrol);
    flow.paragraph([mark], { parent: item, tag: 'Lbl', x: PAGE.left + 2, width: 24, leading: LEADING });
    flow.y = top;
    flow.paragraph(runs, { parent: item, tag: 'LBody', x: PAGE.left + 20, width: COLUMN - 20, leading: LEADING });
    item.end();
  }

  /** Heads and feet of all pages, once their number is known. */
  chrome(): void {
    const { doc } = this.canvas;
    const { review, version, status, organization } = this.input;
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      if (page > 0) {
        this.canvas.artifact(
          () => {
            this.flow.stray(
              `${this.input.title}, ${review.number}`,
              'sans',
              8.25,
              INK.faint,
              PAGE.left,
              53,
              'left',
              COLUMN * 0.62,
            );
            this.flow.stray(
              status === 'draft' ? 'Draft, not signed' : organization.name,
              status === 'draft' ? 'sans-bold' : 'sans',
              8.25,
              status === 'draft' ? INK.bad : INK.faint,
              PAGE.left + COLUMN * 0.64,
              53,
              'right',
              COLUMN * 0.36,
            );
          },
          'Pagination',
          'Top',
        );
        this.canvas.rule(PAGE.left, 61, COLUMN, INK.hair);
      }
      this.canvas.artifact(
        () => {
          const y = PAGE.height - 40;
          // the first page has it above its text, in full size
          const lines = page > 0 ? this.#confidentiality : [];
          for (const [at, line] of lines.entries())
            this.flow.strayLine(line, PAGE.left, y - 13 - (lines.length - 1 - at) * FOOT_LEADING, 'center');
          this.flow.stray(`${review.number}, version ${version}`, 'sans', 8.25, INK.faint, PAGE.left, y);
          this.flow.stray(`Page ${page + 1} of ${count}`, 'sans', 8.25, INK.faint, PAGE.left, y, 'right');
        },
        'Pagination',
        'Bottom',
      );
    }
  }
}
