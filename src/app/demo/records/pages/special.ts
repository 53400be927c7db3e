import { clock, stamp, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import { PAGE } from '../sheet.ts';
import type { Sheet } from '../sheet.ts';
import { reading } from '../vitals.ts';
import { times } from './flow.ts';
import { chartFrame, letterheadOf, serviceLine, signed } from './frame.ts';
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
    [
      ...(c.phase.meds ?? []).map((drug) => [drug, 'see totals page']),
      ['Crystalloid', `${c.random.int(2, 9) * 100} mL`],
    ],
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

export function officeVisit(c: PageContext, s: Sheet): void {
  const { clinical } = c.matter;
  chartFrame(c, s, 'Office Visit');
  serviceLine(c, s, c.attending);
  s.heading('History');
  s.paragraph(c.random.sample(c.phase.notes, 3).join(' '));
  s.paragraph(`Past history: ${clinical.history.join('; ')}`);
  s.paragraph(`Medications: ${clinical.home_meds.join('; ')}`);
  s.heading('Examination');
  s.paragraph(vitalLine(c));
  s.paragraph(c.random.pick(c.phase.notes));
  s.heading('Assessment and plan');
  clinical.problems.forEach((problem, at) =>
    s.paragraph(
      `${at + 1}. ${problem}. ${c.random.pick(['Reviewed with patient.', 'Continue present plan.', 'Follow up as scheduled.', 'Patient to call with change.'])}`,
    ),
  );
  s.heading('Intake by clinic staff');
  s.pairs([
    ['Roomed by', c.staff.technician],
    ['Weight', 'Measured, see growth or weight chart'],
    ['Tobacco', 'Reviewed'],
    ['Pharmacy', 'Confirmed'],
    ['Fall screen', 'Done'],
    ['Interpreter', 'Not needed'],
  ]);
  s.paragraph(`Time: ${c.random.int(15, 40)} minutes on the day of the visit, including review and documentation.`);
  signed(c, s, c.attending, c.from + 35);
}

export function telephone(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Telephone and Message Log');
  s.table(
    [
      { title: 'Received', width: 88 },
      { title: 'Contact', width: 90 },
      { title: 'Message', width: 210 },
      { title: 'Handled by', width: 100 },
    ],
    times(c, 9, 1440).map((at) => [
      stamp(at + c.random.int(500, 900)),
      c.random.pick(['Patient or family', 'Pharmacy', 'Health plan', 'Scheduling', 'Records request']),
      c.random.pick([
        'Refill request, sent.',
        'Appointment time confirmed.',
        'Prior authorization form received and faxed.',
        'Copy of the last note sent.',
        'Asked about clinic hours, informed.',
        'Insurance card updated.',
        'Form for employer completed.',
        'Directions to the office given.',
      ]),
      c.random.pick([c.staff.technician, c.staff.clerk]),
    ]),
  );
  s.heading('Chart notes in the period');
  for (const note of c.random.sample(c.phase.notes, 3)) s.paragraph(`${usDate(c.from)}  ${note}`);
  s.heading('Appointments');
  s.table(
    [
      { title: 'Date', width: 90 },
      { title: 'Type', width: 200 },
      { title: 'Status', width: 120 },
    ],
    times(c, 4, 2880).map((at) => [
      usDate(at),
      c.random.pick(['Follow-up', 'Nurse visit', 'Established patient', 'Forms']),
      c.random.pick(['Completed', 'Completed', 'Rescheduled by office']),
    ]),
  );
}

export function ledger(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Itemized Statement');
  s.base = 'mono';
  s.size = 7.6;
  let balance = 0;
  const items =
    c.phase.place === 'dental'
      ? ['Examination, limited', 'Radiograph, single', 'Anesthetic, local', 'Restoration', 'Supplies', 'Consultation']
      : c.phase.place === 'clinic' || c.phase.place === 'rehab'
        ? ['Office visit', 'Therapeutic exercise', 'Supplies', 'Laboratory draw', 'Administrative form']
        : [
            'Room and board',
            'Pharmacy',
            'Medical supplies',
            'Laboratory, chemistry',
            'Laboratory, hematology',
            'Respiratory services',
            'Intravenous therapy',
            'Nursing services',
          ];
  const rows = times(c, 1, 1).flatMap((at) =>
    Array.from({ length: 30 }, (_, n) => {
      const charge = c.random.int(1800, 148000);
      balance += charge;
      return [
        usDate(at + Math.floor((n / 30) * Math.max(0, c.to - c.from - 1))),
        c.random.pick(items),
        String(c.random.int(1, 4)),
        (charge / 100).toFixed(2),
        (balance / 100).toFixed(2),
      ];
    }),
  );
  s.table(
    [
      { title: 'Service date', width: 80 },
      { title: 'Description', width: 220 },
      { title: 'Qty', width: 36 },
      { title: 'Charge', width: 80 },
      { title: 'Page total', width: 90 },
    ],
    rows,
  );
  s.paragraph('Amounts in US dollars before plan adjustments.', { gray: 0.3 });
}

export function afterVisit(c: PageContext, s: Sheet): void {
  const head = letterheadOf(c);
  chartFrame(c, s, 'After-Visit Summary');
  serviceLine(c, s, c.attending);
  s.size = 10;
  s.paragraph('Thank you for coming in. This summary is yours to keep.', { gap: 10 });
  s.heading('What we talked about');
  for (const problem of c.matter.clinical.problems) s.paragraph(problem);
  s.heading('Your medications');
  s.table(
    [
      { title: 'Medication', width: 300 },
      { title: 'Change today', width: 120 },
    ],
    c.matter.clinical.home_meds.map((drug) => [drug, 'No change']),
    { size: 9 },
  );
  s.heading('How to reach us');
  s.paragraph(
    `Call ${head.phone} during office hours. After hours the same number reaches the answering service, who will page the clinician on call. For an emergency call 911.`,
  );
  s.paragraph('Bring this sheet and all medicine containers to your next visit.');
  s.heading('Measured today');
  s.paragraph(vitalLine(c));
  s.heading('Notes');
  for (const note of c.random.sample(c.phase.notes, 2)) s.paragraph(note);
}

const TEETH = Array.from({ length: 16 }, (_, at) => at + 1);

export function dentalChart(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Periodontal Chart');
  serviceLine(c, s, c.staff.technician);
  for (const [title, first] of [
    ['Maxillary, facial', 1],
    ['Maxillary, lingual', 1],
    ['Mandibular, lingual', 17],
    ['Mandibular, facial', 17],
  ] as const) {
    s.heading(title);
    const probing = TEETH.map(() => `${c.random.int(2, 3)}${c.random.int(1, 3)}${c.random.int(2, 4)}`);
    s.table(
      [
        { title: 'Tooth', width: 60 },
        ...TEETH.map((tooth) => ({ title: String(first === 1 ? tooth : 33 - tooth), width: 29 })),
      ],
      [
        ['Probing', ...probing],
        ['Bleeding', ...TEETH.map(() => (c.random.chance(0.15) ? '+' : ''))],
        ['Mobility', ...TEETH.map(() => '0')],
      ],
      { size: 6.8 },
    );
  }
  s.heading('Notes');
  for (const note of c.random.sample(c.phase.notes, 2)) s.paragraph(note);
  s.pairs([
    ['Hygiene', c.random.pick(['Good', 'Fair'])],
    ['Blood pressure', reading('steady', c.random).bp],
    ['Health history', 'Reviewed, no change'],
    ['Recall', '6 months'],
  ]);
}

export function treatmentNotes(c: PageContext, s: Sheet): void {
  chartFrame(c, s, c.phase.place === 'dental' ? 'Dental Progress Notes' : 'Treatment Notes');
  s.table(
    [
      { title: 'Date', width: 70 },
      { title: 'Entry', width: 360 },
      { title: 'Initials', width: 50 },
    ],
    times(c, 11, 1440).map((at, n) => [
      usDate(at),
      n % 2 === 0
        ? c.random.pick(c.phase.notes)
        : c.random.pick([
            'Health history reviewed and signed.',
            'Appointment confirmed by telephone.',
            'Account reviewed with patient.',
            'Insurance estimate given.',
            'Reminder card sent.',
            'Records copied on request.',
          ]),
      c.random.pick(['AB', 'TK', 'ML']),
    ]),
  );
  s.heading('Reviewed with patient');
  s.paragraph(`${c.random.pick(c.phase.notes)} Questions answered.`);
  signed(c, s, c.attending, c.from + 30);
}

export function dailyCare(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Resident Daily Care Record');
  const days = Array.from({ length: 7 }, (_, at) =>
    usDate(Math.min(c.from + at * 1440, Math.max(c.from, c.to))).slice(0, 5),
  );
  s.table(
    [{ title: 'Care', width: 130 }, ...days.map((title) => ({ title, width: 50 }))],
    [
      'Bathing',
      'Dressing upper body',
      'Dressing lower body',
      'Oral care',
      'Toileting',
      'Transfers',
      'Meals, percent',
      'Fluids offered',
      'Activities',
      'Bed linen',
    ].map((care) => [
      care,
      ...days.map(() =>
        care === 'Meals, percent' ? c.random.pick(['50', '50', '75', '25']) : c.random.pick(['2A', '1A', '2A', 'Tot']),
      ),
    ]),
  );
  s.paragraph('1A one assistant, 2A two assistants, Tot total assistance.', { size: s.size - 1.2, gray: 0.3 });
  s.heading('Nurse notes of the week');
  for (const at of times(c, 6, 720))
    s.paragraph(`${stamp(at)}  ${c.random.pick(c.phase.notes)} ${c.random.pick(c.staff.nurses)}`);
  s.heading('Weekly vital signs');
  s.paragraph(vitalLine(c));
  signed(c, s, c.random.pick(c.staff.nurses), c.from + 45);
}
