import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CASE_REPORT_FORM, plainCited, presentReport, visibleQuestions, withoutEmpty } from '../../rules.ts';
import { PAGE } from '../../../../platform/pdf/canvas.ts';
import { unsupportedCharacters } from '../../../../platform/pdf/fonts.ts';
import { longReport, sampleReport } from './fixture.ts';
import { renderReportPdf } from './report.ts';
import type { ReportPdfInput } from './types.ts';

type Node = { role?: string; children?: Node[]; type?: string };
type Read = {
  /** Everything on each page, heads and feet too. */
  pages: string[];
  /** The report's own text in order, without spaces: page furniture is marked as such and left out. */
  text: string;
  roles: string[];
  links: number;
  marked: boolean | undefined;
  title: unknown;
  outline: string[];
  lang: unknown;
  /** Of each page: the heights of its foot's lines, and of the deepest line of its text, in points from below. */
  feet: number[][];
  deepest: number[];
};

const squeeze = (text: string): string => text.replace(/\s+/g, '');
const rolesIn = (node: Node | null): string[] =>
  node ? [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesIn)] : [];

async function read(bytes: Uint8Array): Promise<Read> {
  const task = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 });
  const doc = await task.promise;
  const pages: string[] = [];
  const roles: string[] = [];
  let links = 0;
  const feet: number[][] = [];
  const deepest: number[] = [];
  let body = '';
  for (let at = 1; at <= doc.numPages; at++) {
    const page = await doc.getPage(at);
    const content = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const open: string[] = [];
    let whole = '';
    const foot = new Set<number>();
    let low = PAGE.height;
    for (const item of content.items) {
      if (!('str' in item)) {
        const { type, tag = '' } = item as { type: string; tag?: string };
        if (type === 'endMarkedContent') open.pop();
        else open.push(tag);
        continue;
      }
      const words = item.str + (item.hasEOL ? '\n' : '');
      whole += words;
      const height = Number(item.transform[5]);
      if (open.includes('Artifact')) {
        if (height < PAGE.bottom + 60 && item.str.trim()) foot.add(Math.round(height));
      } else {
        body += words;
        if (item.str.trim()) low = Math.min(low, height);
      }
    }
    feet.push([...foot]);
    deepest.push(low);
    pages.push(whole);
    roles.push(...rolesIn((await page.getStructTree()) as Node | null));
    links += (await page.getAnnotations()).length;
  }
  const { info } = await doc.getMetadata();
  // pdf.js answers with a map, whatever its types say.
  const marked = ((await doc.getMarkInfo()) as unknown as Map<string, boolean> | null)?.get('Marked');
  const outline = ((await doc.getOutline()) ?? []).map((item) => item.title);
  const facts = info as Record<string, unknown>;
  await task.destroy();
  return {
    pages,
    text: squeeze(body),
    roles,
    links,
    marked,
    title: facts.Title,
    lang: facts.Language,
    outline,
    feet,
    deepest,
  };
}

const rendered = async (change: (input: ReportPdfInput) => void = () => undefined): Promise<Read> => {
  const input = sampleReport();
  change(input);
  return read(await renderReportPdf(input));
};

describe('a report as PDF', () => {
  const input = sampleReport();
  let report: Read;
  beforeAll(async () => {
    report = await rendered();
  });
  // Not toContain: a failure would print the whole report.
  const has = (text: string): void => expect(report.text.includes(squeeze(text)) || text).toBe(true);

  it('holds every question that applies, with its answer and the pages it cites', () => {
    const shown = visibleQuestions(CASE_REPORT_FORM, input.answers, input.context);
    expect(shown.length).toBeGreaterThan(20);
    for (const { section, question } of shown) {
      has(section.title);
      const answer = input.answers[question.key];
      // left empty, a signed report does not print it
      if (question.type === 'text' && typeof answer?.value !== 'string') {
        expect(report.text).not.toContain(squeeze(question.label));
        continue;
      }
      if (question.type !== 'signature') has(question.label);
      // Numbers of passages and list marks stand between the words, so words are compared piece by piece.
      const texts = [
        answer?.comment ?? '',
        ...(question.type === 'text' ? [typeof answer?.value === 'string' ? answer.value : '?'] : []),
      ];
      for (const text of texts)
        for (const piece of plainCited(text, answer?.citations ?? {}).split(/\n|(?<=p\. \d+\))|^- |^\d\. /m))
          has(piece);
      if (question.type === 'single')
        has(question.options.find((option) => option.value === answer?.value)?.label ?? '?');
      if (question.type === 'attestation') for (const { text } of question.statements) has(text);
    }
    for (const question of input.context.questions) has(question.text);
    for (const text of Object.values(input.answers.requester_answers?.value ?? {}))
      has(String(text).split('[[')[0] ?? '');
  });

  it('quotes every cited passage once, numbered', () => {
    for (const citation of Object.values(input.answers.case_summary?.citations ?? {})) {
      has(`“${citation.quote}”`);
      if (citation.bates) has(`Bates ${citation.bates}`);
      expect(report.text.split(squeeze(citation.quote ?? '?'))).toHaveLength(2);
    }
    expect(report.links).toBeGreaterThan(10);
  });

  it('carries letterhead, matter, records, signature, page numbers and the way to verify it', () => {
    for (const { label, value } of input.matter) has(label + value);
    for (const record of input.records) has(record.name);
    has('Case review CR-20418');
    has('For Harborline Mutual Insurance Company');
    has('Signed electronically Wednesday, November 18, 2026, 2:14 PM EST');
    for (const line of input.signature?.credentials ?? []) has(line);
    has(input.document_id);
    has(input.verify_url);
    report.pages.forEach((page, at) => {
      expect(squeeze(page)).toContain(squeeze(`Page ${at + 1} of ${report.pages.length}`));
      expect(squeeze(page)).toContain(squeeze('CR-20418, version 2'));
    });
  });

  it('draws names of other scripts as letters that can be searched and copied', () => {
    for (const name of [
      'Małgorzata Świątek',
      'Nguyễn Thị Hiền',
      'Żaneta Łukasik',
      'Олександр Щербаченко',
      '≥ 600',
      'α = 0.05',
    ])
      has(name);
    expect(report.text).not.toContain('\ufffd');
  });

  it('is tagged: a tree of headings, paragraphs, lists, tables and links', () => {
    expect(report.marked).toBe(true);
    expect(report.lang).toBe('en-US');
    expect(report.title).toBe('Report on standard of care and causation, CR-20418');
    const count = (role: string): number => report.roles.filter((one) => one === role).length;
    expect(count('H1')).toBe(1);
    expect(count('H2')).toBe(report.outline.length);
    for (const role of ['Document', 'H3', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD', 'Link'])
      expect(count(role)).toBeGreaterThan(0);
    expect(report.outline).toContain('Verification');
  });

  it('has the same bytes for the same input, whatever was rendered in between', async () => {
    const first = await renderReportPdf(sampleReport());
    await renderReportPdf(longReport(12));
    expect(Buffer.from(await renderReportPdf(sampleReport())).equals(Buffer.from(first))).toBe(true);
    const other = await renderReportPdf({ ...sampleReport(), version: 3 });
    expect(Buffer.from(other).equals(Buffer.from(first))).toBe(false);
  });
});

describe('a report that is not usual', () => {
  it('says on every page that it is a draft, and shows no signature', async () => {
    const draft = await rendered((input) => {
      input.status = 'draft';
      input.answers = {};
      input.matter = [];
      input.records = [];
    });
    for (const page of draft.pages) expect(page).toContain('Draft, not signed');
    expect(draft.text).toContain(squeeze('Not answered yet'));
    expect(draft.text).not.toContain(squeeze('Signed electronically'));
  });

  it('tells its times as its reader does, the signature’s as the signer', async () => {
    const { text } = await rendered((input) => {
      input.time_zone = 'America/Los_Angeles';
      input.issued_at = '2026-11-19T04:30:00Z';
      if (input.signature) input.signature.signed_at = '2026-11-19T04:30:00Z';
    });
    expect(text).toContain(squeeze('Signed electronically Wednesday, November 18, 2026, 11:30 PM EST'));
    expect(text).toContain(squeeze('signed Wednesday, November 18, 2026, 8:30 PM PST by'));
  });

  it.each([
    ['a short statement', 'Confidential.', 1],
    [
      'the longest statute that is kept',
      'Confidential peer review document. Requested by and for the Peer Review Committee of St. Brendan under N.Y. Educ. Law § 6527(3); N.Y. Pub. Health Law § 2805-m. Do not copy or disclose.',
      2,
    ],
    [
      'one somebody wrote over several lines',
      `Privileged.\n\n${'Not to be copied or disclosed to anybody outside. '.repeat(12)}The end`,
      5,
    ],
  ])('prints %s whole on every page, clear of the text above it', async (_, confidentiality, lines) => {
    const input = { ...longReport(6), confidentiality };
    const { pages, feet, deepest } = await read(await renderReportPdf(input));
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) expect(squeeze(page)).toContain(squeeze(confidentiality));
    for (const at of pages.keys()) {
      if (at === 0) continue;
      // the lines of the statement, and the page's number
      expect(feet[at]?.length).toBe(lines + 1);
      expect(Math.max(...(feet[at] ?? []))).toBeLessThan((deepest[at] ?? 0) - 8);
    }
  });

  it('keeps text of any length and without any break on the paper', async () => {
    const endless = 'W'.repeat(4000);
    const long = await rendered((input) => {
      input.answers = { ...input.answers, limits: { value: `${endless}\n\n${'word '.repeat(9000)}` } };
      input.matter.push({ label: 'Note', value: 'long value '.repeat(900) });
      input.addressee.lines = Array.from({ length: 60 }, (_, at) => `Line ${at}`);
    });
    expect(long.text.includes(endless)).toBe(true);
    expect(long.text.split('word').length).toBeGreaterThan(9000);
    expect(long.pages.length).toBeGreaterThan(20);
  });

  it('prints a matrix over its charts, with comments and the computed score', async () => {
    const audit = await rendered((input) => {
      input.context = {
        ...input.context,
        charts: Array.from({ length: 7 }, (_, at) => ({ key: `c${at}`, label: `Chart ${at + 1}` })),
      };
      input.form = {
        key: 'audit',
        kind: 'PeerReview',
        name: 'Chart audit',
        version: 1,
        scoring: { green_at: 90, amber_at: 80 },
        sections: [
          {
            key: 'audit',
            title: 'Audit',
            questions: [
              {
                key: 'core',
                type: 'matrix',
                label: 'Core set',
                columns: 'charts',
                rows: Array.from({ length: 40 }, (_, at) => ({
                  key: `r${at}`,
                  label: `Criterion number ${at + 1} documented`,
                })),
              },
              { key: 'sum', type: 'score_summary', label: 'Result' },
            ],
          },
        ],
      };
      input.answers = {
        core: { value: { r0: { c0: 'yes', c1: 'no' }, r39: { c6: 'na' } }, comments: { 'r0.c1': 'Not in the note.' } },
      };
    });
    for (const text of [
      'Chart 7',
      'Criterion number 40 documented',
      'Not applicable',
      'Criterion number 1 documented, Chart 2',
      'Not in the note.',
      'Overall50%',
    ])
      expect(audit.text.includes(squeeze(text)) || text).toBe(true);
  });

  it('puts what is not at issue together in one table, in its place', async () => {
    const aside = withoutEmpty(presentReport(sampleReport().form, sampleReport().answers, sampleReport().context))
      .sections.flatMap((section) => section.items)
      .filter((item) => item.table?.rows.some((row) => row.cells.includes('Not at issue')));
    expect(aside).toHaveLength(1);
    expect(aside[0]?.table?.rows.length).toBeGreaterThan(1);
    // once as the heading, once for each
    const { text } = await read(await renderReportPdf(sampleReport()));
    expect(text.split('Notatissue')).toHaveLength(2 + (aside[0]?.table?.rows.length ?? 0));
  });

  it('gives back every character as it went in, whatever was drawn before', async () => {
    // parts of the letters of the first are letters of the second
    const texts = [
      '“Quoted” ŉ ö Å',
      'St. Mary’s Children’s Hospital, ‘so’ – and — dashes… “O’Neill’s”',
      'naïve café Ångström Łódź Škoda İstanbul straße office flow ffi',
      'ΔΕλτα α β γ Ω µg and μg, 10⁻³, H₂O, SpO₂, ½, 37 °C, ±2, ≥ 5, non‑breaking',
      '王小明, 张伟, 陳大文, 劉德華, 山田太郎, さくら, カナコ, 김철수, 한글 “이름”',
      'e\u0301 composed',
    ];
    for (const first of [texts, texts.toReversed()]) {
      const matter = first.map((value, at) => ({ label: `Line ${at}`, value }));
      const { text } = await read(await renderReportPdf({ ...sampleReport(), matter, title: 'Children’s “report”' }));
      for (const written of [...first, 'Children’s “report”'])
        expect(text).toContain(squeeze(written.normalize('NFC')));
      expect(unsupportedCharacters(first.join(''))).toEqual([]);
    }
  });

  it('tells a letter it does not have by its number, where nobody who signs wrote it', async () => {
    const matter = [{ label: 'Matter', value: 'scan 🙂 של.pdf' }];
    const { text } = await read(await renderReportPdf({ ...sampleReport(), matter }));
    expect(text).toContain('scan[U+1F642][U+05E9][U+05DC].pdf');
  });

  it('names the characters it has no letters for', () => {
    expect(unsupportedCharacters('Żółć ≥ 5 ×10⁹/L, SpO₂, Щ, ễ')).toEqual([]);
    expect(unsupportedCharacters('田中 and שלום')).toEqual(['ש', 'ל', 'ו', 'ם']);
  });
});
