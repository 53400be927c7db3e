import type { PdfLetter } from '../../ports.ts';
import { INK } from '../../../../platform/pdf/canvas.ts';
import { Sheet, type SheetInput } from './sheet.ts';
import { body, LEADING, linesOf, note, run } from './text.ts';

/** What somebody wrote and signed, on our paper: their words as they typed them, and the name. */
class LetterSheet extends Sheet<SheetInput> {
  readonly #letter: PdfLetter;

  constructor(letter: PdfLetter) {
    super({
      title: letter.title,
      review: letter.review,
      version: 1,
      status: 'final',
      document_id: letter.document_id,
      organization: { name: letter.organization },
      service_provider: { name: 'Peritus' },
      issued_at: letter.made_at,
      signature: null,
      ...(letter.confidentiality === null ? {} : { confidentiality: letter.confidentiality }),
    });
    this.#letter = letter;
  }

  render(): Promise<Uint8Array<ArrayBuffer>> {
    const { title, lead, signed_by, signed_how, confidentiality, text } = this.#letter;
    const { flow } = this;
    this.head();
    flow.paragraph([run(title, 'serif-bold', 21, INK.main)], { tag: 'H1', leading: 26, before: 8, after: 4 });
    flow.paragraph([note(lead ?? `Sent by ${signed_by}`)], { leading: 14, after: 14 });
    if (confidentiality)
      flow.paragraph([run(confidentiality, 'sans-medium', 8.75, INK.soft)], { leading: 13, after: 12 });
    const headings = new Set(this.#letter.headings);
    for (const { runs, gap } of linesOf([body(text)])) {
      const line = runs.map((one) => one.text).join('');
      if (gap && headings.has(line))
        flow.paragraph([run(line, 'serif-bold', 12.5, INK.main)], { tag: 'H2', leading: 17, before: 10, keep: 34 });
      else flow.paragraph(runs, { leading: LEADING, before: gap ? 8 : 0 });
    }
    // what nobody signs says how it was made
    if (signed_by) flow.paragraph([body(signed_by, 'serif-bold')], { leading: LEADING, before: 24, keep: 20 });
    flow.paragraph([note(signed_how)], { leading: 13, before: signed_by ? 0 : 24 });
    this.chrome();
    return this.canvas.finish();
  }
}

/** Renders a letter as a tagged PDF. The same letter gives the same bytes. */
export const renderLetterPdf = (letter: PdfLetter): Promise<Uint8Array<ArrayBuffer>> =>
  new LetterSheet(letter).render();
