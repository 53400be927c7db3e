import type { DemoMatter, DemoRecord, Phase, Place, PlantedEntry, RecordCategory } from '../matters/types.ts';
import { minutes, staffOf } from './context.ts';
import type { PageContext } from './context.ts';
import {
  icuFlow,
  intakeOutput,
  laboratory,
  medicationRecord,
  nursingFlow,
  nursingNarrative,
  respiratory,
} from './pages/flow.ts';
import { depositionPage } from './pages/deposition.ts';
import { footer } from './pages/frame.ts';
import { complaintPage, demandPage, incidentPage, manualPage } from './pages/legal.ts';
import {
  carePlan,
  caseManagement,
  consent,
  custodian,
  faceSheet,
  ordersPage,
  progressNote,
  reconciliation,
} from './pages/notes.ts';
import { plantedPage } from './pages/planted.ts';
import { anesthesiaRecord, laborFlow, perioperative, therapy } from './pages/special.ts';
import { afterVisit, dailyCare, dentalChart, ledger, officeVisit, telephone, treatmentNotes } from './pages/office.ts';
import { prng } from './prng.ts';
import { Sheet } from './sheet.ts';

type Writer = (c: PageContext, s: Sheet) => void;

/** The kinds of pages of each place, in the order they repeat. */
const WRITERS: Record<Place, readonly Writer[]> = {
  ed: [nursingFlow, ordersPage, medicationRecord, nursingNarrative, laboratory, reconciliation],
  floor: [
    progressNote,
    nursingFlow,
    medicationRecord,
    laboratory,
    nursingNarrative,
    ordersPage,
    intakeOutput,
    progressNote,
    carePlan,
    nursingFlow,
    caseManagement,
    medicationRecord,
  ],
  icu: [
    icuFlow,
    progressNote,
    medicationRecord,
    laboratory,
    respiratory,
    icuFlow,
    nursingNarrative,
    ordersPage,
    intakeOutput,
    icuFlow,
    carePlan,
  ],
  or: [perioperative, anesthesiaRecord, medicationRecord, anesthesiaRecord, nursingNarrative],
  labor: [laborFlow, nursingNarrative, ordersPage, laborFlow, medicationRecord, progressNote, carePlan],
  nicu: [icuFlow, progressNote, nursingNarrative, ordersPage, icuFlow, medicationRecord, carePlan],
  clinic: [officeVisit, telephone, afterVisit, laboratory, ledger, officeVisit, reconciliation],
  rehab: [therapy, therapy, nursingNarrative, therapy, carePlan, telephone, ledger],
  dental: [treatmentNotes, dentalChart, ledger, treatmentNotes, telephone],
  nursing_home: [dailyCare, nursingNarrative, carePlan, medicationRecord, dailyCare, progressNote],
};

const PLAIN: Partial<Record<RecordCategory, (c: PageContext, s: Sheet, entry?: PlantedEntry) => void>> = {
  demand_letter: demandPage,
  complaint: complaintPage,
  deposition: depositionPage,
  incident_report: incidentPage,
  policy: manualPage,
  prior_expert_report: manualPage,
};

/** True when every page of the category carries the patient's banner. */
export function isChart(category: RecordCategory): boolean {
  return PLAIN[category] === undefined;
}

function phaseAt(phases: readonly Phase[], at: number, fallback: Phase): Phase {
  return phases.findLast((phase) => minutes(phase.at) <= at) ?? phases[0] ?? fallback;
}

const OFFICE: ReadonlySet<Place> = new Set(['clinic', 'rehab', 'dental']);

/** Moves a minute into the opening hours of its day (08:00 to 16:30), weekends to the end of Friday, keeping the order. */
function officeHour(at: number): number {
  const day = Math.floor(at / 1440);
  // Day 0 of the scale, 1 January 1970, was a Thursday.
  const weekday = (day + 4) % 7;
  if (weekday === 6 || weekday === 0) return (day - (weekday === 6 ? 1 : 2)) * 1440 + 990;
  return day * 1440 + 480 + Math.floor(((at % 1440) * 33) / 1440) * 15;
}

/** The chart minute at which each page starts: exact on planted pages, evenly spread between them, never running back. */
function starts(record: DemoRecord): number[] {
  const first = minutes(record.facts.phases[0]?.at ?? record.from);
  const office = record.facts.phases.length > 0 && record.facts.phases.every(({ place }) => OFFICE.has(place));
  const anchors = new Map<number, number>([[1, first]]);
  for (const entry of record.facts.planted) anchors.set(entry.page, minutes(entry.at));
  const end = Math.max(minutes(record.to) + 1380, ...anchors.values());
  const known = [...anchors.entries(), [record.pages + 1, end] as const].sort((a, b) => a[0] - b[0]);
  return Array.from({ length: record.pages + 1 }, (_, at) => {
    const page = at + 1;
    const before = known.findLast(([anchor]) => anchor <= page) ?? [1, first];
    const after = known.find(([anchor]) => anchor > page) ?? [record.pages + 1, end];
    const share = (page - before[0]) / Math.max(1, after[0] - before[0]);
    const exact = Math.round(before[1] + share * (after[1] - before[1]));
    return anchors.has(page) || !office ? exact : Math.max(before[1], Math.min(after[1], officeHour(exact)));
  });
}

/** How the pages of one record are laid out, and a way to write each of them. */
export type RecordPlan = {
  pages: number;
  /** The drawn page, 1-based. Throws RangeError outside the record. */
  page: (page: number) => Sheet;
};

/** Plans a record; the same matter and record always give the same pages. */
export function planRecord(matter: DemoMatter, record: DemoRecord): RecordPlan {
  const from = starts(record);
  const staff = staffOf(matter, record.source);
  const planted = new Map(record.facts.planted.map((entry) => [entry.page, entry]));
  const fallback: Phase = { at: record.from, place: 'clinic', condition: 'steady', notes: [matter.summary] };
  const rhythm = prng(`${matter.key}/${record.name}/rhythm`).int(0, 5);
  const page = (number: number): Sheet => {
    const begin = from[number - 1];
    if (begin === undefined || number > record.pages) throw new RangeError(`No page ${number} in ${record.name}`);
    const context: PageContext = {
      matter,
      record,
      page: number,
      phase: phaseAt(record.facts.phases, begin, fallback),
      from: begin,
      to: Math.max(begin, from[number] ?? begin),
      random: prng(`${matter.key}/${record.name}/${number}`),
      staff,
      attending: record.source === matter.facility ? matter.clinical.attending : (staff.residents[0] ?? ''),
    };
    const sheet = new Sheet();
    const entry = planted.get(number);
    const plain = PLAIN[record.category];
    if (plain !== undefined) plain(context, sheet, entry);
    else if (entry !== undefined) plantedPage(context, sheet, entry);
    else chartPage(context, sheet, number + rhythm);
    footer(context, sheet, plain === undefined);
    return sheet;
  };
  return { pages: record.pages, page };
}

function chartPage(c: PageContext, s: Sheet, turn: number): void {
  if (c.page === 1) return faceSheet(c, s);
  if (c.page === 2) return consent(c, s);
  if (c.page === c.record.pages) return custodian(c, s);
  const writers = WRITERS[c.phase.place];
  // Minutes-long stretches hold no room for tables of times: those pages take orders, reconciliation or consent.
  const writer = c.to - c.from < 4 ? [ordersPage, reconciliation, carePlan][turn % 3] : writers[turn % writers.length];
  (writer ?? progressNote)(c, s);
}
