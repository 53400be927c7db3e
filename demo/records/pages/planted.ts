import type { Place, PlantedEntry, PlantedKind } from '../../matters/types.ts';
import { clock, longDate, minutes, stamp, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import { historyOf, homeMedsOf, medsOf, problemsOf } from '../timeline.ts';
import { PAGE } from '../sheet.ts';
import type { Sheet } from '../sheet.ts';
import { chartFrame, serviceLine, signed } from './frame.ts';
import { VITAL_COLUMNS, vitalRows } from './flow.ts';
import { vitalLine } from './notes.ts';

const WITH_VITALS: ReadonlySet<PlantedKind> = new Set([
  'triage',
  'ed_note',
  'history_physical',
  'progress',
  'consult',
  'clinic',
  'therapy',
]);
const WITH_PROBLEMS: ReadonlySet<PlantedKind> = new Set([
  'progress',
  'history_physical',
  'clinic',
  'ed_note',
  'consult',
  'discharge',
]);
const WITH_TABLE: ReadonlySet<PlantedKind> = new Set(['nursing', 'progress', 'ed_note', 'consult', 'history_physical']);
const WARDS: ReadonlySet<Place> = new Set(['ed', 'floor', 'icu', 'labor', 'nicu']);
const WITH_HISTORY: ReadonlySet<PlantedKind> = new Set([
  'history_physical',
  'consult',
  'ed_note',
  'clinic',
  'discharge',
  'triage',
]);

function timed(s: Sheet, entries: readonly string[], fallback: string): void {
  const rows = entries.map((entry) => {
    const found = /^(\d\d:\d\d) (.*)$/s.exec(entry);
    return found === null ? [fallback, entry] : [found[1] ?? fallback, found[2] ?? ''];
  });
  const written = s.table(
    [
      { title: 'Time', width: 46 },
      { title: 'Entry', width: 430 },
    ],
    rows,
    { size: s.size },
  );
  if (written !== rows.length) throw new Error('A planted table does not fit on its page');
}

/** Writes a decisive entry so that all of it stands on this page; throws when it does not fit. */
export function plantedPage(c: PageContext, s: Sheet, entry: PlantedEntry): void {
  const at = minutes(entry.at);
  chartFrame(c, s, entry.title);
  serviceLine(c, s, entry.author, at);
  if (entry.kind === 'radiology' || entry.kind === 'pathology' || entry.kind === 'lab') {
    s.pairs([
      ['Ordered by', c.attending],
      [entry.kind === 'radiology' ? 'Exam time' : 'Collected', stamp(at)],
      ['Accession', `${entry.kind.slice(0, 1).toUpperCase()}${c.random.int(1000000, 9999999)}`],
      ['Status', 'Final'],
    ]);
  }
  if (WITH_HISTORY.has(entry.kind)) s.paragraph(`Background: ${historyOf(c).join('; ')}.`);
  // An entry that gives its own readings must not stand beside others.
  const ownVitals =
    /\b(BP|HR|SpO2|blood pressure|heart rate|pulse|saturation|temperature|febrile|fever|afebrile|hypotens)/i.test(
      entry.text.join(' '),
    );
  if (WITH_VITALS.has(entry.kind) && !ownVitals) s.paragraph(vitalLine(c));
  if (entry.kind === 'nursing' || entry.text.every((line) => /^\d\d:\d\d /.test(line))) timed(s, entry.text, clock(at));
  else if (entry.kind === 'lab') labTable(s, entry.text);
  else
    for (const line of entry.text)
      if (!s.paragraph(line, { gap: 7 })) throw new Error(`Does not fit on its page: ${entry.title}`);
  if (entry.kind === 'history_physical' || entry.kind === 'discharge' || entry.kind === 'consult') {
    s.heading('Medications');
    s.paragraph(`Home: ${homeMedsOf(c).join('; ')}`);
    s.paragraph(`Present: ${medsOf(c).join('; ')}`);
  }
  if (WITH_PROBLEMS.has(entry.kind)) {
    s.heading('Problem list');
    problemsOf(c).forEach((problem, n) => s.paragraph(`${n + 1}. ${problem}`, { gap: 1 }));
  }
  if (entry.kind === 'operative') {
    s.heading('Counts and specimens');
    s.paragraph(
      'Sponge, sharp and instrument counts are in the perioperative nursing record. Specimens, where taken, are listed in the pathology log.',
    );
  }
  signed(c, s, entry.author, at + c.random.int(6, 48));
  if (!ownVitals && s.room() > 240 && WITH_TABLE.has(entry.kind) && WARDS.has(c.phase.place)) {
    s.heading('Vital signs, last readings');
    s.table(VITAL_COLUMNS, vitalRows(c, 10, 60));
  }
  if (entry.kind === 'nursing' && s.room() > 90) {
    s.heading('Shift hand-off');
    s.paragraph(`Hand-off given to ${c.random.pick(c.staff.nurses)} in the standard format. Chart check done.`);
  }
  if (entry.kind === 'radiology' || entry.kind === 'pathology')
    s.paragraph('This report was dictated with voice recognition and reviewed by the signing physician.', {
      size: s.size - 1.4,
      gray: 0.35,
    });
}

function labTable(s: Sheet, lines: readonly string[]): void {
  const rows = lines.filter((line) => line.includes(' | ')).map((line) => line.split(' | '));
  if (rows.length > 0)
    s.table(
      [
        { title: 'Test', width: 170 },
        { title: 'Result', width: 100 },
        { title: 'Unit', width: 80 },
        { title: 'Reference', width: 120 },
      ],
      rows,
    );
  for (const line of lines) if (!line.includes(' | ')) s.paragraph(line);
}

/** A letter, statement or expert's section without the patient banner. */
export function plainPlanted(c: PageContext, s: Sheet, entry: PlantedEntry): void {
  s.base = 'serif';
  s.size = 12;
  s.at(PAGE.left, 34, c.record.source, { face: 'serif-bold', size: 13 });
  s.y = 60;
  s.rule(0.4);
  s.y += 10;
  s.paragraph(longDate(minutes(entry.at)), { gap: 10 });
  s.paragraph(`Re: ${c.matter.caption}, claim ${c.matter.claim_number}`, { face: 'serif-bold', gap: 2 });
  s.paragraph(entry.title, { face: 'serif-bold', gap: 12 });
  for (const line of entry.text)
    if (!s.paragraph(line, { gap: 9 })) throw new Error(`Does not fit on its page: ${entry.title}`);
  s.y += 26;
  if (s.room() < 30) return;
  s.signature(PAGE.left + 10, s.y, c.random.next);
  s.y += 14;
  s.paragraph(`${entry.author}, ${usDate(minutes(entry.at))}`);
}
