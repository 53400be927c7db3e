import { stamp, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import { historyOf, homeMedsOf, problemsOf } from '../timeline.ts';
import type { Sheet } from '../sheet.ts';
import { reading } from '../vitals.ts';
import { times } from './flow.ts';
import { chartFrame, letterheadOf, serviceLine, signed } from './frame.ts';
import { vitalLine } from './notes.ts';

export function officeVisit(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Office Visit');
  serviceLine(c, s, c.attending);
  s.heading('History');
  s.paragraph(c.random.sample(c.phase.notes, 3).join(' '));
  s.paragraph(`Past history: ${historyOf(c).join('; ')}`);
  s.paragraph(`Medications: ${homeMedsOf(c).join('; ')}`);
  s.heading('Examination');
  s.paragraph(vitalLine(c));
  s.paragraph(c.random.pick(c.phase.notes));
  s.heading('Assessment and plan');
  problemsOf(c).forEach((problem, at) =>
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
        ? [
            c.phase.place === 'rehab' ? 'Therapeutic exercise' : 'Office visit',
            'Supplies',
            'Laboratory draw',
            'Administrative form',
          ]
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
  for (const problem of problemsOf(c)) s.paragraph(problem);
  s.heading('Your medications');
  s.table(
    [
      { title: 'Medication', width: 300 },
      { title: 'Change today', width: 120 },
    ],
    homeMedsOf(c).map((drug) => [drug, 'No change']),
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
    times(c, 9, 5760).map((at, n) => [
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
