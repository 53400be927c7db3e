import { clock } from '../context.ts';
import type { PageContext } from '../context.ts';
import { medsOf } from '../timeline.ts';
import { PAGE } from '../sheet.ts';
import type { Sheet } from '../sheet.ts';
import { reading } from '../vitals.ts';
import { times } from './flow.ts';
import { chartFrame, serviceLine, signed } from './frame.ts';
import { vitalLine } from './notes.ts';

export function anesthesiaRecord(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Anesthesia Record');
  serviceLine(c, s, 'Department of Anesthesiology');
  s.table(
    [
      { title: 'Time', width: 44 },
      ...['BP', 'HR', 'SpO2', 'EtCO2', 'Temp C', 'Agent %', 'FiO2'].map((title) => ({ title, width: 60 })),
    ],
    times(c, 16, 5).map((at) => {
      const v = reading(c.phase.condition, c.random);
      return [
        clock(at),
        v.bp,
        v.hr,
        v.spo2,
        String(c.random.int(32, 38)),
        v.temp,
        (c.random.int(9, 22) / 10).toFixed(1),
        `0.${c.random.int(40, 60)}`,
      ];
    }),
  );
  s.heading('Trend');
  const left = PAGE.left + 30;
  const top = s.y;
  const width = PAGE.right - left - 10;
  for (let at = 0; at <= 6; at += 1) {
    s.line(left, top + at * 18, left + width, top + at * 18, 0.85);
    s.at(PAGE.left, top + at * 18 - 4, String(200 - at * 30), { size: 6.5, gray: 0.4 });
  }
  for (let at = 0; at <= 24; at += 1) s.line(left + (at * width) / 24, top, left + (at * width) / 24, top + 108, 0.9);
  for (let at = 0; at < 24; at += 1) {
    const v = reading(c.phase.condition, c.random);
    const [sys = 120, dia = 70] = v.bp.split('/').map(Number);
    const x = left + ((at + 0.5) * width) / 24;
    for (const [value, mark] of [
      [sys, 'v'],
      [dia, '^'],
      [Number(v.hr), '•'],
    ] as const)
      s.at(x - 2, top + ((200 - value) / 30) * 18 - 5, mark, { size: 8, face: 'sans' });
  }
  s.y = top + 120;
  s.heading('Events and drugs');
  for (const note of c.random.sample(c.phase.notes, 3)) s.paragraph(note);
  s.table(
    [
      { title: 'Drug or fluid', width: 260 },
      { title: 'Total on page', width: 160 },
    ],
    [...medsOf(c).map((drug) => [drug, 'see totals page']), ['Crystalloid', `${c.random.int(2, 9) * 100} mL`]],
  );
}

export function perioperative(c: PageContext, s: Sheet): void {
  const nurse = c.random.pick(c.staff.nurses);
  chartFrame(c, s, 'Perioperative Nursing Record');
  serviceLine(c, s, nurse);
  s.heading('Safety checklist');
  s.table(
    [
      { title: 'Step', width: 260 },
      { title: 'Done', width: 60 },
      { title: 'Time', width: 60 },
      { title: 'By', width: 120 },
    ],
    [
      'Identity, procedure and consent confirmed',
      'Site marking checked where it applies',
      'Allergies reviewed',
      'Equipment and implants in room',
      'Antibiotic timing reviewed',
      'Images displayed',
      'Time out with all team members',
      'Concerns invited from each member',
      'Specimens labeled where taken',
      'Debrief',
    ].map((step, at) => [step, 'Yes', clock(c.from + at), nurse]),
  );
  s.heading('Counts');
  s.table(
    [
      { title: 'Item', width: 140 },
      { title: 'Initial', width: 80 },
      { title: 'Added', width: 80 },
      { title: 'First close', width: 90 },
      { title: 'Final', width: 80 },
    ],
    ['Sponges', 'Sharps', 'Instruments', 'Small items'].map((item) => {
      const first = c.random.int(8, 40);
      const added = c.random.int(0, 10);
      return [item, String(first), String(added), String(first + added), 'correct'];
    }),
  );
  s.heading('Positioning and equipment');
  s.pairs([
    ['Position', 'Per surgeon, pressure points padded'],
    ['Warming', 'Forced air'],
    ['Grounding pad', `Lot ${c.random.int(10000, 99999)}, skin intact`],
    ['Skin prep', 'Chlorhexidine and alcohol'],
    ['Room', `OR ${c.random.int(2, 14)}`],
    ['Compression', 'Sequential devices on'],
  ]);
  s.heading('Notes');
  for (const note of c.random.sample(c.phase.notes, 2)) s.paragraph(note);
  signed(c, s, nurse, c.from + 25);
}

export function laborFlow(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Labor Flow Sheet');
  serviceLine(c, s, c.random.pick(c.staff.nurses));
  const rows = times(c, 16, 15).map((at) => {
    const v = reading(c.phase.condition, c.random);
    return [
      clock(at),
      v.bp,
      v.hr,
      v.temp,
      v.spo2,
      c.random.pick(['external', 'external']),
      v.pain,
      c.random.pick(['left tilt', 'right tilt', 'semi-Fowler', 'left lateral']),
    ];
  });
  s.table(
    ['Time', 'BP', 'HR', 'Temp C', 'SpO2', 'Monitor', 'Pain', 'Position'].map((title) => ({ title, width: 60 })),
    rows,
  );
  s.paragraph('Fetal heart rate and contraction entries are charted in the strip annotations.', {
    size: s.size - 1,
    gray: 0.3,
  });
  s.heading('Notes');
  for (const at of times(c, 5, 30)) s.paragraph(`${clock(at)}  ${c.random.pick(c.phase.notes)}`);
}

export function therapy(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Therapy Daily Note');
  serviceLine(c, s, c.staff.therapist);
  s.paragraph(`Subjective: ${c.random.pick(c.phase.notes)}`);
  s.paragraph(vitalLine(c));
  s.heading('Interventions');
  s.table(
    [
      { title: 'Activity', width: 210 },
      { title: 'Sets or time', width: 90 },
      { title: 'Assistance', width: 110 },
      { title: 'Response', width: 120 },
    ],
    c.random
      .sample(
        [
          'Bed mobility',
          'Sit to stand',
          'Transfer training',
          'Gait training, level surface',
          'Standing balance, parallel bars',
          'Range of motion',
          'Seated strengthening',
          'Stair training, one rail',
          'Home program review',
          'Neuromuscular re-education',
          'Stationary cycle',
          'Functional reaching',
        ],
        6,
      )
      .map((activity) => [
        activity,
        c.random.pick(['2 x 10', '3 x 10', '8 min', '10 min', '12 min']),
        c.random.pick(['Standby', 'Minimal', 'Contact guard', 'Moderate']),
        c.random.pick(['Tolerated', 'Tolerated with rests', 'Fatigue at end', 'Cueing for technique']),
      ]),
  );
  s.paragraph(`Objective: ${c.random.sample(c.phase.notes, 2).join(' ')}`);
  s.paragraph('Assessment: Skilled therapy remains necessary to progress safely toward the stated goals.');
  s.heading('Goals');
  s.table(
    [
      { title: 'Goal', width: 270 },
      { title: 'Target', width: 80 },
      { title: 'Progress', width: 120 },
    ],
    c.random
      .sample(
        [
          'Transfers with supervision',
          'Home program independently',
          'Walk household distances with device',
          'Dress lower body with equipment',
          'Negotiate one step safely',
          'Stand ten minutes for a task',
        ],
        4,
      )
      .map((goal) => [
        goal,
        c.random.pick(['2 weeks', '4 weeks', '6 weeks']),
        c.random.pick(['Progressing', 'Slow progress', 'Unchanged']),
      ]),
  );
  s.paragraph(`Treatment time: ${c.random.int(38, 60)} minutes. Plan: continue as scheduled.`);
  signed(c, s, c.staff.therapist, c.from + 70);
}
