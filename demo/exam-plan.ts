/** How far each exam of the demo has come by now. */
export type ExamGoal =
  | 'draft'
  | 'in_intake'
  | 'needs_information'
  | 'on_hold'
  | 'expert_selection'
  | 'panel_filling'
  | 'proposed'
  | 'report_requested'
  | 'report_returned'
  | 'report_delivered'
  | 'transferred'
  | 'purged'
  | 'purpose_letter_pending'
  | 'matching'
  | 'invited'
  | 'scheduling'
  | 'appointment_offered'
  | 'appointment_confirmed'
  | 'notices_sent'
  | 'rescheduling'
  | 'exam_done'
  | 'awaiting_tests'
  | 'cancelled'
  | 'report_in_progress'
  | 'report_in_qa'
  | 'closeout_pending'
  | 'closed';

export interface ExamPlan {
  examinee: readonly [first: string, last: string];
  born: string;
  goal: ExamGoal;
  claim: string;
  coverage: 'workers_compensation' | 'auto' | 'disability';
  jurisdiction: 'MA' | 'NY' | 'CA' | 'OH' | 'WA' | 'OR' | 'FL';
  injured: string;
  part: string;
  language: 'en' | 'es' | 'pt' | 'vi';
  /** Days ago it was ordered; the others follow from it. */
  days_ago: number;
  attorney?: string;
  /** Where the board takes reports by e-mail. */
  board?: string;
  /** Who else gets the notice. */
  copy?: string;
  transport?: 'sedan' | 'wheelchair';
  /** What the examinee answered on their page. */
  answers?: 'comes' | 'asks_other_date';
  /** What came of the day where it was not held: no-show where nothing is said. */
  missed?: 'no_show' | 'late_cancelled' | 'left_early' | 'interpreter_missing';
  /** How its purpose letter came about; uploaded where nothing is said. */
  letter?: 'written' | 'proposed';
  type?: 'first' | 're_exam' | 'impairment_rating';
  /** Held by video, under a rule that was entered for the demo. */
  video?: true;
  /** Held in rooms that are rented. */
  rented?: true;
  /** The specialty of a second examiner: a panel was ordered. */
  panel?: string;
  /** A report on the records alone was ordered, without an exam. */
  records_only?: true;
  /** The examiner dictated beside the form of the report. */
  dictated?: true;
  /** Lived behind the first page. */
  behind?: true;
}

/** The status a review shows whose goal has another name. */
export const EXAM_STATUS: Partial<Record<ExamGoal, string>> = {
  proposed: 'scheduling',
  report_returned: 'report_in_progress',
};

/** Exams in seven jurisdictions, one in each state that lasts. All are held in Boston, where the examiner is. */
export const EVERY_EXAM: readonly ExamPlan[] = [
  {
    examinee: ['Marta', 'Solis'],
    born: '1979-05-02',
    goal: 'report_in_progress',
    claim: 'HL-WC-26-1180',
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-02-11',
    part: 'Lumbar spine, L4 to S1',
    language: 'es',
    days_ago: 27,
    dictated: true,
  },
  {
    examinee: ['Everett', 'Pruitt'],
    born: '1968-11-20',
    goal: 'rescheduling',
    claim: 'HL-AU-26-0342',
    coverage: 'auto',
    jurisdiction: 'NY',
    injured: '2026-01-30',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 24,
    attorney: 'Joan Whitaker',
    type: 're_exam',
  },
  {
    examinee: ['Linh', 'Tran'],
    born: '1985-03-14',
    goal: 'notices_sent',
    claim: 'HL-WC-26-1344',
    coverage: 'workers_compensation',
    jurisdiction: 'CA',
    injured: '2026-04-02',
    part: 'Lumbar spine',
    type: 'impairment_rating',
    language: 'vi',
    days_ago: 6,
    answers: 'comes',
  },
  {
    examinee: ['Lucía', 'Ferrer'],
    born: '1976-10-04',
    goal: 'notices_sent',
    claim: 'HL-WC-26-1390',
    coverage: 'workers_compensation',
    jurisdiction: 'NY',
    injured: '2026-04-21',
    part: 'Right shoulder',
    language: 'es',
    rented: true,
    days_ago: 5,
    copy: 'Dov Marsh, defense counsel',
    transport: 'wheelchair',
    answers: 'asks_other_date',
  },
  {
    examinee: ['Joana', 'Prado'],
    born: '1988-01-17',
    goal: 'notices_sent',
    claim: 'HL-DI-26-0095',
    coverage: 'disability',
    video: true,
    jurisdiction: 'FL',
    injured: '2026-04-27',
    part: 'Lumbar spine',
    language: 'pt',
    days_ago: 5,
    attorney: 'Noor Haddad',
    answers: 'comes',
  },
  {
    examinee: ['Walter', 'Quist'],
    born: '1964-07-09',
    goal: 'awaiting_tests',
    claim: 'HL-WC-26-1205',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'OR',
    injured: '2026-02-18',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 26,
  },
  {
    examinee: ['Ines', 'Marchetti'],
    born: '1981-12-12',
    goal: 'exam_done',
    claim: 'HL-AU-26-0391',
    coverage: 'auto',
    jurisdiction: 'OH',
    injured: '2026-03-01',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 25,
    type: 're_exam',
  },
  {
    examinee: ['Pham', 'Duc'],
    born: '1970-05-30',
    goal: 'rescheduling',
    claim: 'HL-WC-26-1222',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-03-03',
    part: 'Lumbar spine',
    language: 'vi',
    days_ago: 26,
    missed: 'interpreter_missing',
  },
  {
    examinee: ['Greta', 'Lund'],
    born: '1959-09-21',
    goal: 'cancelled',
    claim: 'HL-DI-26-0071',
    behind: true,
    coverage: 'disability',
    jurisdiction: 'FL',
    injured: '2025-09-15',
    part: 'Thoracic spine',
    language: 'en',
    days_ago: 24,
    missed: 'late_cancelled',
  },
  {
    examinee: ['Oscar', 'Tejada'],
    born: '1992-02-02',
    goal: 'matching',
    claim: 'HL-WC-26-1461',
    coverage: 'workers_compensation',
    jurisdiction: 'OR',
    injured: '2026-07-06',
    part: 'Cervical spine',
    language: 'es',
    days_ago: 1,
  },
  {
    examinee: ['Helen', 'Okafor'],
    born: '1974-04-08',
    goal: 'invited',
    claim: 'HL-AU-26-0402',
    coverage: 'auto',
    jurisdiction: 'CA',
    injured: '2026-05-05',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 1,
  },
  {
    examinee: ['Bruno', 'Salgado'],
    born: '1986-11-11',
    goal: 'in_intake',
    claim: 'HL-WC-26-1468',
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-07-20',
    part: 'Sacroiliac joint, right',
    language: 'pt',
    days_ago: 1,
  },
  {
    examinee: ['Desmond', 'Achebe'],
    born: '1972-08-08',
    goal: 'appointment_confirmed',
    claim: 'HL-WC-26-1402',
    coverage: 'workers_compensation',
    jurisdiction: 'WA',
    injured: '2026-05-19',
    part: 'Thoracic spine',
    panel: 'Psychiatry',
    language: 'en',
    days_ago: 2,
    attorney: 'Priya Raman',
  },
  {
    examinee: ['Carol', 'Hutchins'],
    born: '1961-12-01',
    goal: 'appointment_offered',
    claim: 'HL-DI-26-0088',
    coverage: 'disability',
    jurisdiction: 'OH',
    injured: '2025-10-07',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 2,
  },
  {
    examinee: ['Rosa', 'Benavides'],
    born: '1990-06-23',
    goal: 'scheduling',
    claim: 'HL-WC-26-1450',
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-06-30',
    part: 'Sacroiliac joint, left',
    letter: 'written',
    language: 'es',
    days_ago: 2,
  },
  {
    examinee: ['Gordon', 'Bell'],
    born: '1957-02-17',
    goal: 'purpose_letter_pending',
    claim: 'HL-WC-26-1466',
    coverage: 'workers_compensation',
    jurisdiction: 'NY',
    injured: '2026-07-12',
    letter: 'proposed',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 1,
  },
  {
    examinee: ['Alma', 'Reyes-Cole'],
    born: '1983-09-29',
    goal: 'draft',
    claim: 'HL-WC-26-1471',
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-08-05',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 1,
  },
  {
    examinee: ['Tobias', 'Lindqvist'],
    born: '1971-12-08',
    goal: 'closeout_pending',
    claim: 'HL-WC-26-1102',
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-01-19',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 33,
    attorney: 'Joan Whitaker',
    board: 'filings@industrial-accidents.example',
  },
  {
    examinee: ['Amparo', 'Vidal'],
    born: '1980-04-25',
    goal: 'report_in_qa',
    claim: 'HL-WC-26-1121',
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-02-03',
    part: 'Lumbar spine',
    language: 'es',
    days_ago: 34,
  },
  {
    examinee: ['Curtis', 'Ong'],
    born: '1966-09-11',
    goal: 'closed',
    claim: 'HL-WC-26-0987',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'OH',
    injured: '2025-12-02',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 62,
    type: 're_exam',
  },
  {
    examinee: ['Naomi', 'Fairbank'],
    born: '1984-10-19',
    goal: 'needs_information',
    claim: 'HL-WC-26-1463',
    coverage: 'workers_compensation',
    jurisdiction: 'CA',
    injured: '2026-07-02',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 2,
  },
  {
    examinee: ['Silas', 'Grove'],
    born: '1969-06-06',
    goal: 'on_hold',
    claim: 'HL-AU-26-0411',
    behind: true,
    coverage: 'auto',
    jurisdiction: 'FL',
    injured: '2026-05-24',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 6,
  },
  {
    examinee: ['Irena', 'Kostova'],
    born: '1977-02-27',
    goal: 'expert_selection',
    claim: 'HL-WC-26-1459',
    coverage: 'workers_compensation',
    jurisdiction: 'WA',
    injured: '2026-06-25',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 1.6,
  },
  {
    examinee: ['Luis', 'Madrigal'],
    born: '1982-08-13',
    goal: 'panel_filling',
    claim: 'HL-WC-26-1437',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'OH',
    injured: '2026-06-11',
    part: 'Thoracic spine',
    language: 'es',
    days_ago: 2,
    panel: 'Psychiatry',
  },
  {
    examinee: ['Wanda', 'Pell'],
    born: '1965-03-30',
    goal: 'proposed',
    claim: 'HL-DI-26-0092',
    behind: true,
    coverage: 'disability',
    jurisdiction: 'OR',
    injured: '2026-04-09',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 3,
    attorney: 'Noor Haddad',
  },
  {
    examinee: ['Harold', 'Beam'],
    born: '1958-05-15',
    goal: 'report_requested',
    claim: 'HL-DI-26-0084',
    behind: true,
    coverage: 'disability',
    jurisdiction: 'NY',
    injured: '2026-03-17',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 3,
    records_only: true,
  },
  {
    examinee: ['Teresa', 'Quill'],
    born: '1973-01-08',
    goal: 'report_returned',
    claim: 'HL-WC-26-1118',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'MA',
    injured: '2026-01-28',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 36,
  },
  {
    examinee: ['Milton', 'Abara'],
    born: '1967-11-25',
    goal: 'report_delivered',
    claim: 'HL-AU-26-0317',
    behind: true,
    coverage: 'auto',
    jurisdiction: 'OH',
    injured: '2026-01-12',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 40,
    type: 're_exam',
  },
  {
    examinee: ['Sunniva', 'Dahl'],
    born: '1987-07-21',
    goal: 'rescheduling',
    claim: 'HL-WC-26-1210',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'CA',
    injured: '2026-02-20',
    part: 'Sacroiliac joint, left',
    language: 'en',
    days_ago: 28,
    missed: 'left_early',
  },
  {
    examinee: ['Percy', 'Lomax'],
    born: '1962-04-02',
    goal: 'transferred',
    claim: 'HL-WC-26-1043',
    behind: true,
    coverage: 'workers_compensation',
    jurisdiction: 'OH',
    injured: '2025-12-14',
    part: 'Lumbar spine',
    language: 'en',
    days_ago: 50,
  },
  {
    examinee: ['Edith', 'Varga'],
    born: '1954-12-12',
    goal: 'purged',
    claim: 'HL-AU-26-0198',
    behind: true,
    coverage: 'auto',
    jurisdiction: 'FL',
    injured: '2025-11-03',
    part: 'Cervical spine',
    language: 'en',
    days_ago: 120,
  },
];

/** What is there with the first page. */
export const EXAM_PLAN: readonly ExamPlan[] = EVERY_EXAM.filter(({ behind }) => behind !== true);
/** What is lived behind it. */
export const EXAMS_BEHIND: readonly ExamPlan[] = EVERY_EXAM.filter(({ behind }) => behind === true);
