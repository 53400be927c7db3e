import { dateText } from '../../../../core/dates.ts';
import { formatCents } from '../../../../core/money.ts';
import { capital, plural } from '../../../../core/phrases.ts';
import { Canvas, COLUMN, INK, PAGE } from '../../../../platform/pdf/canvas.ts';
import { Flow } from '../../../../platform/pdf/flow.ts';
import type { FontStyle } from '../../../../platform/pdf/fonts.ts';
import type { Run } from '../../../../platform/pdf/inline.ts';
import { ELEMENTS, type ElementName, type NumberedPart, rangeOf, RULE_WORDS } from '../../rules.ts';
import type { PacketInput } from './types.ts';

const BODY = 10.5;
const LEADING = 15.75;
const run = (text: string, style: FontStyle, size: number, color: string): Run => ({ text, style, size, color });
const body = (text: string, style: FontStyle = 'serif'): Run => run(text, style, BODY, INK.main);
const note = (text: string): Run => run(text, 'sans', 8.75, INK.soft);

/** A stretch of our own pages. */
export interface Section {
  key: string;
  title: string;
  pages: number;
}

/** Our own pages of a packet: cover, index, a sheet before each part, lists and statements, the signature. */
export class PacketSheets {
  readonly #input: PacketInput;
  readonly #canvas: Canvas;
  readonly #flow: Flow;
  readonly #sections: Section[] = [];
  #begun = false;

  constructor(input: PacketInput) {
    this.#input = input;
    const { content, signature } = input;
    this.#canvas = new Canvas({
      title: titleOf(input),
      author: content.expert.name,
      subject: content.caption,
      keywords: input.content_sha256,
      lang: 'en-US',
      at: new Date(signature.signed_at),
    });
    this.#flow = new Flow(this.#canvas);
  }

  /** All of them, with the numbers the index tells. Answers the file, and which pages are whose. */
  async render(parts: readonly NumberedPart[]): Promise<{ bytes: Uint8Array<ArrayBuffer>; sections: Section[] }> {
    this.#section('cover', 'Cover', () => this.#cover());
    this.#section('index', 'Index', () => this.#index(parts));
    this.#element('opinions', () => this.#report());
    this.#element('facts', () => this.#facts());
    this.#element('exhibits', () => this.#exhibits());
    for (const { label, name, apart, bates, pdf } of this.#input.content.exhibits)
      this.#section(`exhibit:${label}`, `Exhibit ${label}`, () => {
        this.#title(`Exhibit ${label}`);
        this.#say(name, 'serif-bold');
        if (bates) this.#small(`${bates} among the records of the matter`);
        const why = this.#input.unreadable.includes(label) ? 'Its pages could not be read.' : apart;
        this.#small(
          why === null
            ? `Its ${plural(pdf?.pages ?? 0, 'page')} ${pdf?.pages === 1 ? 'follows' : 'follow'}.`
            : `Its pages are not in this packet. ${why} It is produced as it is, apart.`,
        );
      });
    this.#element('qualifications', () => this.#qualifications());
    this.#element('testimony', () => this.#testimony());
    this.#element('compensation', () => this.#compensation());
    this.#section('signature', 'Signature', () => this.#signature());
    this.#feet();
    return { bytes: await this.#canvas.finish(), sections: this.#sections };
  }

  #section(key: string, title: string, draw: () => void): void {
    // the first page is there already
    if (this.#begun) this.#flow.newPage();
    this.#begun = true;
    const before = this.#canvas.doc.bufferedPageRange().count - 1;
    this.#canvas.doc.outline.addItem(title);
    draw();
    this.#sections.push({ key, title, pages: this.#canvas.doc.bufferedPageRange().count - before });
  }

  #element(name: ElementName, draw: () => void): void {
    const { cite, title } = ELEMENTS[name];
    this.#section(name, title, () => {
      this.#title(title);
      this.#small(
        `Fed. R. Civ. P. 26(a)(2)(B)${cite}: ${RULE_WORDS[name].charAt(0).toLowerCase()}${RULE_WORDS[name].slice(1)}.`,
      );
      draw();
    });
  }

  #title(text: string): void {
    this.#flow.paragraph([run(text, 'serif-bold', 19, INK.main)], { tag: 'H1', leading: 25, after: 4, keep: 40 });
  }
  #head(text: string): void {
    this.#flow.paragraph([run(text, 'serif-bold', 12.5, INK.main)], {
      tag: 'H2',
      leading: 17,
      before: 16,
      after: 4,
      keep: 40,
    });
  }
  #say(text: string, style: FontStyle = 'serif'): void {
    this.#flow.paragraph([body(text, style)], { leading: LEADING, before: 8 });
  }
  #small(text: string): void {
    this.#flow.paragraph([note(text)], { leading: 13.5, before: 4, after: 2 });
  }
  #list(lines: readonly string[]): void {
    const list = this.#canvas.child(this.#canvas.root, 'L');
    for (const [at, line] of lines.entries()) {
      const item = this.#canvas.child(list, 'LI');
      this.#flow.space(5);
      this.#flow.ensure(LEADING * 2);
      const top = this.#flow.y;
      this.#flow.paragraph([body(`${at + 1}.`)], {
        parent: item,
        tag: 'Lbl',
        x: PAGE.left,
        width: 28,
        leading: LEADING,
      });
      this.#flow.y = top;
      this.#flow.paragraph([body(line)], {
        parent: item,
        tag: 'LBody',
        x: PAGE.left + 28,
        width: COLUMN - 28,
        leading: LEADING,
      });
      item.end();
    }
    list.end();
  }

  #cover(): void {
    const { content } = this.#input;
    const flow = this.#flow;
    if (content.court)
      flow.paragraph([run(content.court, 'serif-bold', 12.5, INK.main)], { leading: 18, before: 0, after: 22 });
    flow.paragraph([run(content.caption, 'serif', 13, INK.main)], { leading: 19, after: 6 });
    flow.paragraph([body(content.docket ? `No. ${content.docket}` : 'Docket number to be assigned')], {
      leading: LEADING,
      after: 26,
    });
    flow.paragraph([run(titleOf(this.#input), 'serif-bold', 21, INK.main)], { tag: 'H1', leading: 27, after: 4 });
    flow.paragraph([note('Fed. R. Civ. P. 26(a)(2)(B)')], { leading: 14, after: 16 });
    flow.facts([
      { label: 'Witness', value: [body([content.expert.name, ...content.expert.credentials].join('\n'))] },
      ...(content.side ? [{ label: 'Named for', value: [body(capital(content.side))] }] : []),
      { label: 'By', value: [body(content.firm)] },
      { label: 'Signed', value: [body(dateText(content.as_of, 'long'))] },
      { label: 'Pages', value: [body(`Numbered from ${this.#input.first_page} to ${this.#input.last_page}`)] },
    ]);
    if (!content.supplement) return;
    this.#head('Supplement under Fed. R. Civ. P. 26(e)');
    this.#say(
      content.supplement.changes.length === 0
        ? `This packet says what version ${content.supplement.of_version} says.`
        : `What this packet says otherwise than version ${content.supplement.of_version}:`,
    );
    this.#list(content.supplement.changes);
  }

  #index(parts: readonly NumberedPart[]): void {
    const { prefix } = this.#input.content;
    this.#title('Index');
    this.#flow.space(8);
    this.#flow.grid(
      ['Part', 'Pages numbered', 'Pages'],
      parts.map((part) => [part.title, rangeOf(prefix, part), String(part.to - part.from + 1)]),
      [COLUMN - 220, 170, 50],
      [2],
    );
  }

  #report(): void {
    const { report } = this.#input.content;
    this.#say(
      `The statement is the witness’s report, version ${report.version}, signed by ${report.signed_by} on ${dateText(report.signed_on, 'long')}. Its ${plural(report.pdf.pages ?? 0, 'page')} ${report.pdf.pages === 1 ? 'follows' : 'follow'} as it was signed.`,
    );
    this.#small(`SHA-256 of the report’s file: ${report.pdf.sha256}`);
  }

  #facts(): void {
    const { files, others } = this.#input.content.facts;
    if (files.length > 0) {
      this.#head('Records');
      const bates = files.some((file) => file.bates);
      this.#flow.grid(
        ['File', 'Sort', 'Pages', ...(bates ? ['Numbered'] : [])],
        files.map((file) => [
          file.removed ? `${file.name} (taken out of the records since)` : file.name,
          file.category ?? '',
          file.pages === null ? '' : String(file.pages),
          ...(bates ? [file.bates ?? ''] : []),
        ]),
        bates ? [COLUMN - 262, 96, 46, 120] : [COLUMN - 160, 110, 50],
        [2],
      );
    }
    if (others.length > 0) {
      this.#head('Other facts and data');
      this.#list(others);
    }
  }

  #exhibits(): void {
    const { exhibits } = this.#input.content;
    if (exhibits.length === 0) {
      this.#say('The witness uses no exhibits to summarize or support the opinions.');
      return;
    }
    this.#flow.space(8);
    this.#flow.grid(
      ['Exhibit', 'File', 'Pages'],
      exhibits.map((one) => [one.label, one.name, one.pdf ? String(one.pdf.pages ?? '') : 'apart']),
      [60, COLUMN - 110, 50],
      [2],
    );
  }

  #qualifications(): void {
    const { cv, publications, from_year } = this.#input.content.qualifications;
    this.#say(`The witness’s curriculum vitae follows the list, in ${plural(cv.pages ?? 0, 'page')}.`);
    this.#head(`Publications since ${from_year}`);
    if (publications.length === 0) this.#say('The witness authored no publications in the previous ten years.');
    else this.#list(publications);
  }

  #testimony(): void {
    const { lines, from } = this.#input.content.testimony;
    this.#small(`From ${dateText(from, 'long')} to ${dateText(this.#input.content.as_of, 'long')}, newest first`);
    if (lines.length === 0)
      this.#say('The witness has not testified as an expert at trial or by deposition in the previous four years.');
    else this.#list(lines);
  }

  #compensation(): void {
    const { rates, rows, total, note: words } = this.#input.content.compensation;
    this.#head('Rates');
    this.#flow.facts(
      rates.map(({ what, says }) => ({ label: what, value: [body(says)] })),
      176,
    );
    this.#head(`Recorded up to ${dateText(this.#input.content.as_of, 'long')}`);
    if (rows.length === 0) this.#say('No time is recorded yet.');
    else
      this.#flow.grid(
        ['Work', 'Time', 'Amount'],
        [
          ...rows.map(({ what, hours, cents }) => [what, hours, formatCents(cents)]),
          ['In all', total.hours, formatCents(total.cents)],
        ],
        [COLUMN - 210, 100, 110],
        [1, 2],
      );
    this.#say(words);
  }

  #signature(): void {
    const { content, signature, content_sha256 } = this.#input;
    this.#title('Signature');
    this.#say(signature.statement);
    this.#flow.paragraph([run(signature.name, 'serif-italic', 20, INK.petrol)], { leading: 26, before: 26, after: 3 });
    this.#canvas.rule(PAGE.left, this.#flow.y, 236, INK.main, 0.7);
    this.#flow.y += 5;
    this.#flow.paragraph([body(content.expert.name, 'serif-bold')], { leading: 15 });
    const at = new Date(signature.signed_at);
    this.#small(
      `Signed electronically through Peritus on ${INSTANT.format(at)}, by the name typed as the account has it, after signing in again.`,
    );
    this.#small(`SHA-256 of what was signed: ${content_sha256}`);
  }

  #feet(): void {
    const { doc } = this.#canvas;
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page);
      this.#canvas.artifact(
        () =>
          this.#flow.stray(
            `${this.#input.content.number}, disclosure, version ${this.#input.content.version}`,
            'sans',
            8.25,
            INK.faint,
            PAGE.left,
            PAGE.height - 40,
            'left',
            COLUMN * 0.6,
          ),
        'Pagination',
        'Bottom',
      );
    }
  }
}

/** "November 21, 2026 at 10:28:05 PM UTC": the same wherever it is read. */
const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });

/** What the packet is called. */
export const titleOf = ({ content }: Pick<PacketInput, 'content'>): string =>
  content.supplement ? 'Supplemental expert disclosure' : 'Expert disclosure';
