import { grouped, plural } from '../../../../core/phrases.ts';
import { citationLabel, presentReport, withoutEmpty, type NumberedCitation, type PresentedItem } from '../../rules.ts';
import { COLUMN, INK, PAGE, type Struct } from '../../../../platform/pdf/canvas.ts';
import type { Run } from '../../../../platform/pdf/inline.ts';
import { Sheet } from './sheet.ts';
import { BODY, LEADING, body, bullet, cited, dateAnswer, dayText, instantText, linesOf, note, run } from './text.ts';
import type { ReportPdfInput } from './types.ts';

const percent = (value: number | null): string => (value === null ? 'Not scored' : `${value}%`);

class Report extends Sheet {
  async render(): Promise<Uint8Array<ArrayBuffer>> {
    const whole = presentReport(this.input.form, this.input.answers, this.input.context);
    const report = this.input.status === 'draft' ? whole : withoutEmpty(whole);
    this.#letterhead();
    report.sections.forEach((section, at) => {
      this.heading(section.title, at + 1);
      this.#closed(section.key);
      section.items.forEach((item, index) =>
        this.#item(item, section.items.length > 1 || item.type === 'question_answers' ? `${at + 1}.${index + 1}` : ''),
      );
    });
    if (!report.sections.some((section) => section.items.some((item) => item.type === 'signature'))) this.#signature();
    this.#passages(report.citations);
    this.#records();
    this.#verification();
    this.chrome();
    return this.canvas.finish();
  }

  #letterhead(): void {
    const input = this.input;
    const flow = this.flow;
    const half = COLUMN / 2;
    this.head();
    const top = flow.y;
    const pages = this.canvas.doc.bufferedPageRange().count;
    for (const [at, line] of [input.addressee.name, ...input.addressee.lines].entries())
      flow.paragraph([body(line, at === 0 ? 'serif-bold' : 'serif')], { width: half + 40, leading: 15 });
    const addressEnd = flow.y;
    if (this.canvas.doc.bufferedPageRange().count === pages) {
      flow.y = top;
      this.right([body(dayText(input.issued_at, input.time_zone))], 15);
      flow.y = Math.max(addressEnd, flow.y);
    }
    flow.paragraph([run(input.title, 'serif-bold', 21, INK.main)], { tag: 'H1', leading: 26, before: 28, after: 4 });
    flow.paragraph(this.#standing(), { leading: 14, after: 14 });
    if (input.status === 'draft')
      flow.paragraph([run('Draft, not signed. Not an opinion until it is signed.', 'sans-bold', 9.5, INK.bad)], {
        after: 10,
      });
    if (input.confidentiality)
      flow.paragraph([run(input.confidentiality, 'sans-medium', 8.75, INK.soft)], { leading: 13, after: 12 });
    for (const part of (input.cover ?? '').split(/\n\s*\n/))
      if (part.trim() !== '') flow.paragraph([run(part.trim(), 'sans', 8.75, INK.soft)], { leading: 13, after: 8 });
    if (input.matter.length > 0) {
      this.canvas.rule(PAGE.left, flow.y, COLUMN, INK.line);
      flow.facts(
        input.matter.map(({ label, value }) => ({ label, value: [run(value || 'Not stated', 'serif', 10, INK.main)] })),
      );
      this.canvas.rule(PAGE.left, flow.y, COLUMN, INK.line);
    }
    if (input.revision)
      flow.paragraph(
        [
          body(`This version replaces version ${input.revision.of_version}. `, 'serif-bold'),
          body(input.revision.reason),
        ],
        {
          leading: LEADING,
          before: 12,
        },
      );
  }

  #standing(): Run[] {
    const { signature, version, status } = this.input;
    if (status === 'draft' || !signature) return [note(`Version ${version}, not signed`)];
    return [
      note(`Version ${version}, signed ${instantText(signature.signed_at, this.input.time_zone)} by ${signature.name}`),
    ];
  }

  /** Of a judgment that stood before others were read: since when nobody changed it. */
  #closed(section: string): void {
    const closed = this.input.closed?.find((one) => one.section === section);
    if (!closed) return;
    const since = instantText(closed.at, this.input.time_zone);
    this.flow.paragraph(
      [note(`Written and closed before the other opinions were opened, ${since}. Not changed since.`)],
      {
        leading: 14,
        after: 6,
      },
    );
  }

  #item(item: PresentedItem, number: string): void {
    if (item.type === 'signature') {
      this.#signature();
      return;
    }
    this.label(item.label, number);
    if (item.questions) {
      item.questions.forEach((question, at) => {
        this.flow.paragraph(
          [run(`${at + 1}.\u00a0\u00a0`, 'serif-bold', BODY, INK.petrol), body(question.text, 'serif-bold')],
          {
            tag: 'H4',
            leading: LEADING,
            before: at === 0 ? 4 : 10,
            after: 3,
            keep: 32,
          },
        );
        this.#text(question.answered ? cited(question.answer) : [this.#none()]);
      });
      return;
    }
    if (item.statements) {
      const list = this.canvas.child(this.canvas.root, 'L');
      for (const statement of item.statements)
        this.listItem(list, statement.confirmed ? '✓' : '○', [
          body(statement.text),
          ...(statement.confirmed ? [] : [run(' (not confirmed)', 'serif-italic', BODY, INK.soft)]),
        ]);
      list.end();
      return;
    }
    if (item.table) this.#matrix(item.table);
    if (item.score) this.#score(item.score);
    if (item.choices.length > 0)
      this.flow.paragraph(
        [body(item.choices.map(item.type === 'date' ? dateAnswer : String).join('; '), 'serif-bold')],
        {
          leading: LEADING,
          after: 2,
        },
      );
    if (item.text.length > 0) this.#text(cited(item.text));
    if (!item.answered && item.text.length === 0 && !item.table) this.#text([this.#none()]);
  }

  #none(): Run {
    return run(this.input.status === 'draft' ? 'Not answered yet' : 'No entry', 'serif-italic', BODY, INK.faint);
  }

  /** Paragraphs, and lists where the expert wrote one item to a line. */
  #text(runs: readonly Run[]): void {
    let list: Struct | undefined;
    const endList = (): void => {
      list?.end();
      list = undefined;
    };
    const lines = linesOf(runs);
    for (const [at, line] of lines.entries()) {
      const first = line.runs[0];
      const found = first && bullet.exec(first.text);
      if (first && found) {
        list ??= this.canvas.child(this.canvas.root, 'L');
        this.listItem(list, found[1] ?? '•', [
          { ...first, text: first.text.slice(found[0].length) },
          ...line.runs.slice(1),
        ]);
        continue;
      }
      endList();
      this.flow.paragraph(line.runs, { leading: LEADING, before: at === 0 ? 0 : line.gap ? 6 : 2 });
    }
    endList();
  }

  #matrix(table: NonNullable<PresentedItem['table']>): void {
    const flow = this.flow;
    for (let from = 0; from < Math.max(1, table.columns.length); from += 5) {
      const columns = table.columns.slice(from, from + 5);
      const wide = Math.min(76, (COLUMN * 0.6) / Math.max(1, columns.length));
      flow.space(4);
      flow.grid(
        ['Criterion', ...columns],
        table.rows.map((row) => [row.label, ...row.cells.slice(from, from + 5)]),
        [COLUMN - wide * columns.length, ...columns.map(() => wide)],
      );
    }
    for (const comment of table.comments) {
      flow.paragraph([body(comment.label, 'serif-bold')], { leading: LEADING, before: 8, keep: 32 });
      this.#text(cited(comment.text));
    }
  }

  #score(score: NonNullable<PresentedItem['score']>): void {
    this.flow.grid(
      ['Category', 'Met'],
      [
        ...score.by_category.map((row) => [row.category, percent(row.percent)]),
        ...score.by_column.map((row) => [row.column, percent(row.percent)]),
        ['Overall', percent(score.overall.percent)],
      ],
      [COLUMN - 100, 100],
      [1],
    );
  }

  #signature(): void {
    const { signature, status } = this.input;
    const flow = this.flow;
    if (!signature || status === 'draft') {
      flow.paragraph([run('Not signed yet', 'serif-italic', BODY, INK.soft)], { leading: LEADING, before: 14 });
      return;
    }
    if (signature.statement) flow.paragraph([body(signature.statement)], { leading: LEADING, before: 12 });
    flow.space(22);
    flow.ensure(96 + signature.credentials.length * 14);
    flow.paragraph([run(signature.name.split(',')[0] ?? '', 'serif-italic', 20, INK.petrol)], {
      leading: 26,
      after: 3,
    });
    this.canvas.rule(PAGE.left, flow.y, 236, INK.main, 0.7);
    flow.y += 5;
    flow.paragraph([body(signature.name, 'serif-bold')], { leading: 15 });
    for (const line of signature.credentials) flow.paragraph([run(line, 'serif', 10, INK.main)], { leading: 14 });
    flow.paragraph([note(`Signed electronically ${instantText(signature.signed_at, signature.time_zone)}`)], {
      leading: 13,
      before: 4,
    });
    if (signature.method) flow.paragraph([note(`Identified by ${signature.method}`)], { leading: 13 });
  }

  #passages(citations: readonly NumberedCitation[]): void {
    if (citations.length === 0) return;
    const flow = this.flow;
    this.heading('Passages cited');
    const list = this.canvas.child(this.canvas.root, 'L');
    for (const citation of citations) {
      const item = this.canvas.child(list, 'LI');
      flow.space(5);
      flow.ensure(LEADING * 2 + 8);
      const top = flow.y;
      this.canvas.doc.addNamedDestination(`passage-${citation.number}`, 'XYZ', PAGE.left, Math.max(0, top - 12), 0);
      flow.paragraph([run(String(citation.number), 'sans-medium', 8.75, INK.petrol)], {
        parent: item,
        tag: 'Lbl',
        width: 24,
        leading: 14.5,
      });
      flow.y = top;
      flow.paragraph(
        [
          run(citationLabel(citation), 'serif-bold', 9.75, INK.main),
          ...(citation.bates ? [run(`  Bates ${citation.bates}`, 'sans', 8.5, INK.faint)] : []),
          ...(citation.quote
            ? [run(`\n“${citation.quote.trim().replace(/\s+/g, ' ')}”`, 'serif', 9.75, INK.soft)]
            : []),
        ],
        { parent: item, tag: 'LBody', x: PAGE.left + 24, width: COLUMN - 24, leading: 14.5 },
      );
      item.end();
    }
    list.end();
  }

  #records(): void {
    const { records } = this.input;
    if (records.length === 0) return;
    this.heading('Records provided for this review');
    const bates = records.some((file) => file.bates);
    const widths = bates ? [COLUMN - 262, 100, 46, 116] : [COLUMN - 160, 110, 50];
    this.flow.grid(
      ['File', 'Category', 'Pages', ...(bates ? ['Bates'] : [])],
      records.map((file) => [
        file.name,
        file.category ?? '',
        typeof file.pages === 'number' ? grouped(file.pages) : '',
        ...(bates ? [file.bates ?? ''] : []),
      ]),
      widths,
      [2],
    );
    const pages = records.reduce((sum, file) => sum + (file.pages ?? 0), 0);
    this.flow.paragraph([note(`${plural(records.length, 'file')}, ${plural(pages, 'page')}`)], { before: 5 });
  }

  #verification(): void {
    const input = this.input;
    const flow = this.flow;
    flow.space(12);
    flow.ensure(330);
    this.heading('Verification');
    const status = input.status === 'draft' ? 'draft' : 'signed';
    flow.paragraph(
      [
        body(
          status === 'signed'
            ? 'When this report was signed, a SHA-256 fingerprint of this file was stored. If the file you hold has the same fingerprint, not one character of it was changed since.'
            : 'A fingerprint is stored when the report is signed. This draft has none.',
        ),
      ],
      { leading: LEADING, after: 8 },
    );
    const link = { target: input.verify_url, contents: `Verify this report at ${input.verify_url}` };
    flow.facts([
      { label: 'Document', value: [run(input.document_id, 'sans', 9.5, INK.main)] },
      { label: 'Version', value: [run(`${input.version}, ${status}`, 'sans', 9.5, INK.main)] },
      ...(input.signature && status === 'signed'
        ? [
            {
              label: 'Signed',
              value: [run(instantText(input.signature.signed_at, input.time_zone), 'sans', 9.5, INK.main)],
            },
            {
              label: 'The same instant, UTC',
              value: [
                run(new Date(input.signature.signed_at).toISOString().replace(/\.000Z$/, 'Z'), 'sans', 9.5, INK.main),
              ],
            },
          ]
        : []),
      { label: 'Stored fingerprint', value: [{ ...run(input.verify_url, 'sans', 9.5, INK.petrol), link }] },
    ]);
    if (status !== 'signed') return;
    flow.paragraph([run('How to compare', 'sans-bold', 9.5, INK.main)], {
      tag: 'H3',
      leading: 14,
      before: 14,
      after: 2,
      keep: 60,
    });
    const steps = this.canvas.child(this.canvas.root, 'L');
    this.listItem(steps, '1.', [body('Open the address above. It shows the fingerprint stored for this version.')]);
    this.listItem(steps, '2.', [
      body('Compute the fingerprint of the file you hold: '),
      run('shasum -a 256 file.pdf', 'sans-medium', 9.5, INK.main),
      body(' on macOS and Linux, '),
      run('certutil -hashfile file.pdf SHA256', 'sans-medium', 9.5, INK.main),
      body(' on Windows.'),
    ]);
    this.listItem(steps, '3.', [body('The two match in every character, or the file was changed.')]);
    steps.end();
    const { name, address_lines = [] } = input.service_provider;
    flow.paragraph([note([`Issued through Peritus by ${name}`, ...address_lines].join(', '))], {
      leading: 13,
      before: 14,
    });
  }
}

/**
 * Renders a report as a tagged PDF: letterhead, matter, every visible question with its answer, signature, the cited
 * passages, the records provided and how to verify the file. The same input gives the same bytes. Reads fonts, nothing else.
 */
export const renderReportPdf = (input: ReportPdfInput): Promise<Uint8Array<ArrayBuffer>> => new Report(input).render();
