import { clock, stamp, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import type { Sheet } from '../sheet.ts';
import { prng } from '../prng.ts';
import { cumulative, marks, medsOf, readingAt } from '../timeline.ts';
import { PANELS } from '../vitals.ts';
import { chartFrame, serviceLine, signed } from './frame.ts';

/** Times spread over the page's minutes, at most `most`, at least `step` minutes apart; one when the span is short. */
export function times(c: PageContext, most: number, step: number): number[] {
  const span = Math.max(0, c.to - c.from);
  const count = Math.max(1, Math.min(most, Math.floor(span / step)));
  const gap = Math.max(1, Math.min(span / count, step * 4));
  return Array.from({ length: count }, (_, at) => {
    const exact = c.from + at * gap;
    return gap >= 30 ? Math.round(exact / 5) * 5 : Math.round(exact);
  }).filter((at) => at < c.to || at === c.from);
}

const initials = (name: string): string =>
  name
    .split(/[ ,]+/)
    .slice(0, 2)
    .map((part) => part[0])
    .join('');

const ROUNDING = [
  'Call light within reach.',
  'Bed low and locked, rails up x2.',
  'Identification band checked.',
  'Hourly round done.',
  'Room tidied, path clear.',
  'Position changed with assistance.',
  'Alarm limits reviewed.',
  'Family updated at bedside.',
  'IV site without redness or swelling.',
  'Plan for the shift reviewed with patient or family.',
  'White board updated.',
  'Linen changed.',
] as const;

/** Rows of the vital-sign table for the hours up to this page. */
export function vitalRows(c: PageContext, most: number, step: number): string[][] {
  return marks(c, most, step).map((at) => {
    const v = readingAt(c, at);
    const nurse = c.staff.nurses[Math.floor(at / 720) % c.staff.nurses.length] ?? '';
    return [usDate(at).slice(0, 5), clock(at), v.bp, v.map, v.hr, v.rr, v.temp, v.spo2, v.pain, initials(nurse)];
  });
}

export const VITAL_COLUMNS = ['Date', 'Time', 'BP', 'MAP', 'HR', 'RR', 'Temp C', 'SpO2', 'Pain', 'RN'].map(
  (title, at) => ({
    title,
    width: [40, 40, 54, 38, 36, 36, 46, 44, 44, 30][at] ?? 40,
  }),
);

export function nursingFlow(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Nursing Flow Sheet');
  serviceLine(c, s, c.random.pick(c.staff.nurses));
  s.heading('Vital signs');
  s.table(VITAL_COLUMNS, vitalRows(c, c.random.int(12, 16), 60));
  s.heading('Rounding and observations');
  const rows = marks(c, 9, 60).map((at, n) => [
    clock(at),
    n % 3 === 0 ? c.random.pick(c.phase.notes) : c.random.pick(ROUNDING),
    initials(c.random.pick(c.staff.nurses)),
  ]);
  s.table(
    [
      { title: 'Time', width: 40 },
      { title: 'Entry', width: 400 },
      { title: 'RN', width: 30 },
    ],
    rows,
  );
  s.heading('Lines and safety');
  s.table(
    [
      { title: 'Item', width: 180 },
      { title: 'Day', width: 110 },
      { title: 'Evening', width: 110 },
      { title: 'Night', width: 110 },
    ],
    c.random
      .sample(
        [
          'Peripheral IV, forearm: patent',
          'Fall risk reviewed',
          'Skin bundle reviewed',
          'Side rails',
          'Identification band',
          'Hand-off tool completed',
          'Environment check',
          'Suction and oxygen set up at bedside',
        ],
        6,
      )
      .map((item) => [
        item,
        'done',
        c.random.pick(['done', 'done', 'see note']),
        c.random.pick(['done', 'done', 'done', 'deferred']),
      ]),
  );
}

export function icuFlow(c: PageContext, s: Sheet): void {
  chartFrame(c, s, c.phase.place === 'nicu' ? 'NICU Flow Sheet' : 'Critical Care Flow Sheet');
  serviceLine(c, s, c.random.pick(c.staff.nurses));
  s.heading('Hemodynamics');
  s.table(VITAL_COLUMNS, vitalRows(c, c.random.int(17, 21), 30));
  s.heading('Intake and output (mL)');
  let total = 0;
  const small = c.phase.place === 'nicu';
  const rows = marks(c, 8, 60).map((at) => {
    const iv = small ? c.random.int(6, 11) : c.random.int(60, 150);
    const out = small ? c.random.int(3, 9) : c.random.int(20, 110);
    total += iv - out;
    return [clock(at), String(iv), String(out), `${total > 0 ? '+' : ''}${total}`];
  });
  s.table(
    [
      { title: 'Hour', width: 60 },
      { title: 'IV and infusions', width: 140 },
      { title: 'Output', width: 120 },
      { title: 'Running balance', width: 130 },
    ],
    rows,
  );
  s.heading('Bedside notes');
  for (const note of c.random.sample(c.phase.notes, 3))
    s.paragraph(`${clock(c.from + c.random.int(0, Math.max(0, c.to - c.from - 1)))}  ${note}`);
  s.paragraph(c.random.pick(ROUNDING));
}

export function nursingNarrative(c: PageContext, s: Sheet): void {
  const nurse = c.random.pick(c.staff.nurses);
  chartFrame(c, s, 'Nursing Notes');
  serviceLine(c, s, nurse);
  for (const at of marks(
    c,
    c.random.int(9, 12),
    c.phase.place === 'nursing_home' || c.phase.place === 'rehab' ? 240 : 45,
  )) {
    const lines = [c.random.pick(c.phase.notes), ...c.random.sample(ROUNDING, c.random.int(1, 3))];
    if (!s.paragraph(`${stamp(at)}  ${lines.join(' ')} ${nurse}`, { gap: 7 })) break;
  }
  signed(c, s, nurse, c.from + 20);
}

const ROUTES: [RegExp, string][] = [
  [/\bIV\b|infusion|drip/i, 'IV'],
  [/subcut|SC\b/i, 'SC'],
  [/topical|patch|cream/i, 'TOP'],
  [/inhal|neb/i, 'INH'],
];

function routeOf(drug: string): string {
  return ROUTES.find(([pattern]) => pattern.test(drug))?.[1] ?? 'PO';
}

export function medicationRecord(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Medication Administration Record');
  serviceLine(c, s, `Verified: ${c.staff.pharmacist}`);
  s.heading('Scheduled and as-needed medications');
  const meds = medsOf(c);
  const rows = meds
    .flatMap((drug, n) =>
      marks(c, 4, 360).map((at) => {
        const random = prng(`${c.matter.key}/${c.record.source}/${drug}/${at}`);
        const due = at + (n % 4) * 30;
        if (due > c.from || random.chance(0.3)) return [];
        const action = random.pick(['Given', 'Given', 'Given', 'Given', 'Given', 'Given late']);
        return [stamp(due), drug, routeOf(drug), action, initials(random.pick(c.staff.nurses))];
      }),
    )
    .filter((row) => row.length > 0);
  s.table(
    [
      { title: 'Due', width: 86 },
      { title: 'Medication, dose, frequency', width: 260 },
      { title: 'Route', width: 40 },
      { title: 'Action', width: 76 },
      { title: 'RN', width: 30 },
    ],
    rows.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)),
  );
  s.heading('Intravenous access');
  s.pairs([
    [
      'Site',
      c.random.pick(['Left forearm 20 G', 'Right hand 20 G', 'Right antecubital 18 G', 'Left antecubital 18 G']),
    ],
    ['Dressing', 'Dry and intact'],
    ['Flush', 'Saline lock flushed each shift'],
    ['Pump check', `Two nurses, ${clock(c.from)}`],
  ]);
  s.heading('Initials');
  s.table(
    [
      { title: 'Initials', width: 60 },
      { title: 'Name', width: 200 },
      { title: 'Initials', width: 60 },
      { title: 'Name', width: 200 },
    ],
    [0, 2, 4].map((at) => [
      initials(c.staff.nurses[at] ?? ''),
      c.staff.nurses[at] ?? '',
      initials(c.staff.nurses[at + 1] ?? ''),
      c.staff.nurses[at + 1] ?? '',
    ]),
  );
}

export function laboratory(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Laboratory Report');
  const number = `${c.random.int(10, 99)}-${c.random.int(100000, 999999)}`;
  s.pairs([
    ['Accession', number],
    ['Collected', stamp(c.from)],
    ['Received', stamp(c.from + c.random.int(8, 26))],
    ['Reported', stamp(c.from + c.random.int(38, 75))],
    ['Specimen', 'Venous blood'],
    ['Ordered by', c.attending],
  ]);
  for (const panel of c.random.sample(Object.keys(PANELS), 3)) {
    const { draws, rows } = cumulative(c, panel);
    if (s.room() < 60) break;
    s.heading(panel);
    s.table(
      [
        { title: 'Test', width: 140 },
        ...draws.map((title) => ({ title, width: 74 })),
        { title: 'Reference', width: 100 },
      ],
      rows,
    );
  }
  s.paragraph('H above reference, L below reference. Results released to the ordering provider through the chart.', {
    size: s.size - 1.2,
    gray: 0.3,
  });
}

export function intakeOutput(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Intake and Output Record');
  serviceLine(c, s, c.random.pick(c.staff.nurses));
  const shifts = ['07-15', '15-23', '23-07'];
  const days = [0, 1, 2].map((day) => Math.min(c.from + day * 1440, Math.max(c.from, c.to)));
  const rows = [...new Set(days.map(usDate))].flatMap((day) =>
    shifts.map((shift) => [
      day,
      shift,
      String(c.random.int(300, 900)),
      String(c.random.int(80, 520)),
      String(c.random.int(50, 200)),
      String(c.random.int(380, 1050)),
      c.random.pick(['0', '0', '1']),
    ]),
  );
  s.table(
    [
      { title: 'Date', width: 70 },
      { title: 'Shift', width: 50 },
      { title: 'IV', width: 60 },
      { title: 'Oral', width: 60 },
      { title: 'IV meds', width: 60 },
      { title: 'Output', width: 70 },
      { title: 'Stool', width: 50 },
    ],
    rows,
  );
  s.paragraph('Oral intake includes ice chips and sips with medication. Insensible losses are not counted.', {
    size: s.size - 1,
  });
  s.heading('Vital signs in the period');
  s.table(VITAL_COLUMNS, vitalRows(c, 16, 120));
}

export function respiratory(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Respiratory Therapy Record');
  serviceLine(c, s, c.staff.respiratory);
  const ventilated = c.phase.condition === 'ventilated';
  const rows = marks(c, 14, 120).map((at) => {
    const v = readingAt(c, at);
    return ventilated
      ? [
          clock(at),
          'AC/VC',
          String(c.random.int(420, 480)),
          v.rr,
          String(c.random.int(5, 10)),
          `0.${c.random.int(40, 60)}`,
          String(c.random.int(22, 28)),
          v.spo2,
        ]
      : [
          clock(at),
          c.random.pick(['Room air', 'Nasal cannula 2 L', 'Nasal cannula 2 L']),
          '-',
          v.rr,
          '-',
          '-',
          '-',
          v.spo2,
        ];
  });
  s.table(
    ['Time', 'Mode', 'Vt', 'RR', 'PEEP', 'FiO2', 'Plateau', 'SpO2'].map((title, at) => ({
      title,
      width: at === 1 ? 110 : 52,
    })),
    rows,
  );
  s.heading('Assessment');
  s.paragraph(c.random.pick(c.phase.notes));
  s.paragraph(
    ventilated
      ? 'Tube secured, position unchanged at the lip. Cuff pressure 26 cm H2O. Oral care every 4 hours. In-line suction with scant clear secretions.'
      : 'Device and humidification checked. Incentive spirometry reviewed. Equipment at bedside.',
  );
  s.heading('Equipment');
  s.pairs([
    ['Manual bag', 'At bedside'],
    ['Suction', 'Working'],
    ['Oxygen source', 'Checked'],
    ['Alarm limits', 'Reviewed with RN'],
  ]);
  signed(c, s, c.staff.respiratory, c.from + 30);
}
