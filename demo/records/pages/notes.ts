import { ageText, clock, minutes, stamp, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import { PAGE } from '../sheet.ts';
import type { Sheet } from '../sheet.ts';
import { historyOf, homeMedsOf, medsOf, problemsOf, readingAt } from '../timeline.ts';
import { chartFrame, chartName, serviceLine, signed } from './frame.ts';
import { VITAL_COLUMNS, times, vitalRows } from './flow.ts';

const SYSTEMS = [
  'Chart, nursing record and results since the last note reviewed.',
  'Discussed on rounds with nursing and pharmacy.',
  'Questions answered.',
  'Findings and plan reviewed with the attending.',
  'Interval events reviewed with the bedside nurse.',
  'Imaging and laboratory data reviewed in the system.',
] as const;
const PLANS = [
  'Continue current orders.',
  'Medications reconciled, no change.',
  'Trend laboratory values as ordered.',
  'Nursing to call with any change.',
  'Fall precautions.',
  'Case management aware.',
  'Code status reviewed: full code.',
  'Follow pending results.',
  'Reassess at next round.',
] as const;

/** A line of vital signs for the moment of a note. */
export function vitalLine(c: PageContext): string {
  const v = readingAt(c, c.from);
  return `Vital signs: BP ${v.bp}, HR ${v.hr}, RR ${v.rr}, T ${v.temp} C, SpO2 ${v.spo2}${v.pain === '-' ? '' : `, pain ${v.pain}`}`;
}

export function progressNote(c: PageContext, s: Sheet): void {
  const author = c.random.chance(0.5) ? c.attending : c.random.pick(c.staff.residents);
  chartFrame(c, s, c.random.pick(['Progress Note', 'Daily Progress Note', 'Physician Progress Note']));
  serviceLine(c, s, author);
  s.heading('Interval history');
  const notes = c.random.sample(c.phase.notes, 4);
  s.paragraph(`${notes.slice(0, 2).join(' ')} ${c.random.pick(SYSTEMS)}`);
  s.heading('Objective');
  s.paragraph(vitalLine(c));
  s.paragraph(`Exam: ${notes.slice(2).join(' ') || 'As charted at the last full examination.'}`);
  s.heading('Current medications');
  s.paragraph(medsOf(c).join('; '));
  s.heading('Assessment and plan');
  problemsOf(c).forEach((problem, at) =>
    s.paragraph(`${at + 1}. ${problem}. ${c.random.sample(PLANS, c.random.int(1, 3)).join(' ')}`),
  );
  if (c.random.chance(0.6)) {
    s.heading('Past history');
    s.paragraph(historyOf(c).join('; '));
    s.paragraph(`Home medications: ${homeMedsOf(c).join('; ')}`);
  }
  signed(c, s, author, c.from + c.random.int(9, 55));
  if (s.room() > 150 && c.random.chance(0.7)) {
    s.heading('Vital signs, last readings');
    s.table(VITAL_COLUMNS, vitalRows(c, 8, 120));
  }
}

export function faceSheet(c: PageContext, s: Sheet): void {
  const { claimant, clinical, venue_state } = c.matter;
  chartFrame(c, s, 'Registration Face Sheet');
  s.heading('Patient');
  s.pairs([
    ['Name', chartName(c)],
    ['Medical record no.', clinical.mrn],
    ['Date of birth', usDate(minutes(claimant.date_of_birth))],
    ['Age at service', ageText(claimant.date_of_birth, c.from)],
    ['Sex', claimant.sex === 'female' ? 'Female' : 'Male'],
    ['State', venue_state],
    ['Account', String(c.random.int(40000000, 49999999))],
    ['Registered', stamp(c.from)],
    ['Language', 'English'],
    ['Interpreter', 'Not needed'],
  ]);
  s.heading('Encounter');
  s.pairs([
    ['Location', c.record.source],
    ['Attending', c.attending],
    ['Arrival', c.phase.place === 'ed' ? 'Emergency department' : 'Scheduled or direct'],
    ['Financial class', c.random.pick(['Commercial', 'Commercial', 'Medicare', 'Medicaid managed care'])],
    ['Advance directive', c.random.pick(['None on file', 'Offered, declined'])],
    ['Privacy notice', 'Given and signed'],
  ]);
  s.heading('Emergency contact');
  s.pairs([
    ['Relationship', c.random.pick(['Spouse', 'Parent', 'Sibling'])],
    ['Telephone', `(${c.random.int(201, 989)}) 555-01${c.random.int(10, 99)}`],
  ]);
  s.heading('Guarantor and coverage');
  s.table(
    [
      { title: 'Order', width: 50 },
      { title: 'Plan', width: 180 },
      { title: 'Member no.', width: 130 },
      { title: 'Verified', width: 110 },
    ],
    [
      [
        'Primary',
        c.random.pick(['Northern Lakes Health Plan', 'Covenant Choice PPO', 'Union Fund Select']),
        `NL${c.random.int(10000000, 99999999)}`,
        stamp(c.from + 22),
      ],
    ],
  );
  s.heading('History on file');
  for (const item of historyOf(c)) s.paragraph(item);
  s.heading('Home medications on file');
  for (const item of homeMedsOf(c)) s.paragraph(item, { gap: 1 });
  s.y += 8;
  s.paragraph(`Registered by ${c.staff.clerk}, ${stamp(c.from + 4)}`, { size: s.size - 1, gray: 0.3 });
}

export function ordersPage(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Order Summary');
  serviceLine(c, s, c.attending);
  const pool = [
    ...medsOf(c).map((drug) => `Medication: ${drug}`),
    'Vital signs per unit routine',
    'Intake and output',
    'Fall precautions',
    'Basic metabolic panel, morning',
    'Complete blood count, morning',
    'Saline lock, flush each shift',
    'Notify provider for vital signs outside parameters',
    'Case management evaluation',
    'Patient education, unit standard',
  ];
  const rows = times(c, 10, 30).flatMap((at) => [
    [
      stamp(at),
      c.random.pick(pool),
      c.random.pick(['Active', 'Active', 'Completed', 'Acknowledged']),
      c.random.pick([c.attending, ...c.staff.residents]),
    ],
  ]);
  const rest = c.random.sample(pool, 9).map((order) => [stamp(c.from), order, 'Active', c.attending]);
  s.table(
    [
      { title: 'Entered', width: 92 },
      { title: 'Order', width: 240 },
      { title: 'Status', width: 70 },
      { title: 'Provider', width: 120 },
    ],
    [...rows, ...rest],
  );
  s.paragraph(`Orders acknowledged by ${c.random.pick(c.staff.nurses)} at ${clock(c.from + 12)}.`, {
    size: s.size - 0.8,
  });
}

export function carePlan(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Interdisciplinary Plan of Care');
  serviceLine(c, s, c.random.pick(c.staff.nurses));
  s.table(
    [
      { title: 'Problem', width: 130 },
      { title: 'Goal', width: 150 },
      { title: 'Interventions', width: 190 },
      { title: 'Status', width: 60 },
    ],
    [...problemsOf(c), 'Knowledge of condition', 'Risk for falls', 'Discharge planning'].map((problem) => [
      problem,
      c.random.pick([
        'Stable or improving by next review',
        'States plan in own words or family does',
        'No injury during stay',
        'Symptoms controlled to stated goal',
      ]),
      c.random
        .sample(
          [
            'Assess each shift',
            'Teach with teach-back',
            'Report change to provider',
            'Medicate as ordered',
            'Involve family',
            'Review with team daily',
            'Safety round hourly',
          ],
          3,
        )
        .join('; '),
      c.random.pick(['Ongoing', 'Ongoing', 'Reviewed']),
    ]),
  );
  s.heading('Review');
  for (const note of c.random.sample(c.phase.notes, 2)) s.paragraph(note);
  s.heading('Education');
  s.table(
    [
      { title: 'Topic', width: 200 },
      { title: 'Method', width: 120 },
      { title: 'Response', width: 150 },
    ],
    c.random
      .sample(
        [
          'Call before getting up',
          'Pain scale',
          'Hand hygiene',
          'Medication purpose',
          'Visiting and quiet hours',
          'Who is on the care team',
        ],
        4,
      )
      .map((topic) => [
        topic,
        c.random.pick(['Verbal', 'Verbal and handout']),
        c.random.pick(['Verbalizes understanding', 'Family verbalizes understanding', 'Reinforce']),
      ]),
  );
  signed(c, s, c.random.pick(c.staff.nurses), c.from + 25);
}

export function caseManagement(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Case Management Note');
  serviceLine(c, s, c.staff.manager);
  s.paragraph('Reason for contact: Discharge planning and coverage review.');
  s.paragraph(
    `Living situation: ${c.random.pick(['Lives with spouse in a two-story house.', 'Lives with family in a single-level home.', 'Lives with family; three steps at the entrance.'])}`,
  );
  s.paragraph(`Clinical summary: ${c.random.sample(c.phase.notes, 2).join(' ')}`);
  s.paragraph(
    `Supports: ${c.random.pick(['Family present daily and able to help.', 'Family nearby; transportation available.', 'Family able to help on evenings and weekends.'])}`,
  );
  s.paragraph(
    `Coverage: Continued-stay review sent to the plan at ${clock(c.from + 40)}; ${c.random.pick(['approved through the next review date.', 'pending, clinical sent.', 'approved, next review in two days.'])}`,
  );
  s.paragraph('Plan: Will follow with the team. Contact number left at the bedside.');
  s.heading('Contacts');
  s.table(
    [
      { title: 'Time', width: 90 },
      { title: 'With', width: 150 },
      { title: 'About', width: 260 },
    ],
    times(c, 4, 60).map((at) => [
      stamp(at),
      c.random.pick(['Family', 'Health plan', 'Bedside nurse', 'Rehabilitation liaison', 'Social work']),
      c.random.pick([
        'Plan of care and expected course',
        'Benefit check',
        'Equipment needs, to be decided',
        'Follow-up appointments',
        'Paperwork for employer',
      ]),
    ]),
  );
  signed(c, s, c.staff.manager, c.from + 60);
}

export function consent(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Consent for Treatment and Procedures');
  s.base = 'serif';
  s.size = 10;
  const paragraphs = [
    `1. I agree to examination, tests and treatment at ${c.record.source} by the physicians and staff who care for me. I understand that medicine is not exact and that no one has promised me a result.`,
    '2. I have been told that my physicians may be independent practitioners and not employees of the facility, and I have had the chance to ask who they are.',
    '3. I agree that medicines may be given and blood may be drawn for my care. If a member of the staff is exposed to my blood, I agree to testing allowed by law.',
    '4. I understand that residents and students may take part in my care under supervision. I may ask who is present and may refuse.',
    '5. Any planned procedure, its usual benefits, its material risks and its alternatives, including no treatment, will be explained to me by the person doing it before I sign a separate consent.',
    '6. I agree that my records may be used for treatment, payment and operations as the notice of privacy practices describes. I have received that notice.',
    '7. I may withdraw this agreement in writing at any time. It will not change what has been done before.',
  ];
  for (const paragraph of paragraphs) s.paragraph(paragraph, { gap: 8 });
  s.y += 30;
  for (const label of ['Patient or legal representative', 'Witness']) {
    s.signature(PAGE.left + 20, s.y - 6, c.random.next);
    s.line(PAGE.left, s.y, PAGE.left + 230, s.y, 0.2);
    s.line(PAGE.left + 270, s.y, PAGE.right, s.y, 0.2);
    s.at(PAGE.left + 276, s.y - 12, stamp(c.from + 6), { face: 'serif-italic', size: 10 });
    s.at(PAGE.left, s.y + 3, label, { size: 8, gray: 0.3 });
    s.at(PAGE.left + 270, s.y + 3, 'Date and time', { size: 8, gray: 0.3 });
    s.y += 48;
  }
}

export function reconciliation(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Medication Reconciliation');
  serviceLine(c, s, c.staff.pharmacist);
  s.heading('Before this encounter');
  s.table(
    [
      { title: 'Medication', width: 260 },
      { title: 'Source', width: 120 },
      { title: 'Reviewed', width: 110 },
    ],
    homeMedsOf(c).map((drug) => [
      drug,
      c.random.pick(['Patient or family', 'Pharmacy fill history', 'Clinic list']),
      stamp(c.from + 10),
    ]),
  );
  s.heading('Ordered in this encounter');
  s.table(
    [
      { title: 'Medication', width: 260 },
      { title: 'Ordered by', width: 150 },
      { title: 'Pharmacy check', width: 100 },
    ],
    medsOf(c).map((drug) => [drug, c.attending, c.random.pick(['Verified', 'Verified', 'Verified, dose in range'])]),
  );
  s.paragraph(`Allergies reviewed: ${c.matter.clinical.allergies}`);
  s.paragraph(
    `Pharmacy: ${c.random.pick(['Riverbend Pharmacy', 'Oak Hill Drug', 'Main Street Apothecary'])}, telephone on file. Interaction screen run; alerts reviewed by the pharmacist.`,
  );
  signed(c, s, c.staff.pharmacist, c.from + 35);
}

export function custodian(c: PageContext, s: Sheet): void {
  chartFrame(c, s, 'Certification of Records Custodian');
  s.base = 'serif';
  s.size = 11;
  s.y += 20;
  for (const text of [
    `I am a custodian of medical records for ${c.record.source}. I make this certification from the regular records of the facility.`,
    `The ${c.record.pages} pages produced with this certification are true copies of records kept for ${c.matter.claimant.first_name} ${c.matter.claimant.last_name}, medical record number ${c.matter.clinical.mrn}, for dates of service ${usDate(minutes(c.record.from))} through ${usDate(minutes(c.record.to))}.`,
    'The records were made at or near the time of the events by persons with knowledge of them, were kept in the course of regularly conducted activity, and it is the regular practice of the facility to make and keep them.',
    'Images, fetal monitor tracings and billing records are produced separately upon request.',
  ])
    s.paragraph(text, { gap: 14 });
  s.y += 40;
  s.signature(PAGE.left + 20, s.y - 6, c.random.next);
  s.line(PAGE.left, s.y, PAGE.left + 240, s.y, 0.2);
  s.at(PAGE.left, s.y + 4, `${c.staff.clerk}, Health Information Management`, { size: 9 });
}
