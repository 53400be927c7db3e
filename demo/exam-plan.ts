/** How far each exam of the demo has come by now. */
type ExamGoal =
  | 'draft'
  | 'purpose_letter_pending'
  | 'scheduling'
  | 'appointment_offered'
  | 'appointment_confirmed'
  | 'notices_sent'
  | 'rescheduling'
  | 'report_in_progress';

export interface ExamPlan {
  examinee: readonly [first: string, last: string];
  born: string;
  goal: ExamGoal;
  claim: string;
  coverage: 'workers_compensation' | 'auto' | 'disability';
  jurisdiction: 'MA' | 'NY' | 'CA' | 'OH' | 'WA';
  injured: string;
  part: string;
  language: 'en' | 'es' | 'vi';
  /** Days ago it was ordered; the others follow from it. */
  days_ago: number;
  attorney?: string;
  /** How its purpose letter came about; uploaded where nothing is said. */
  letter?: 'written' | 'proposed';
  type?: 'first' | 're_exam' | 'impairment_rating';
  /** The specialty of a second examiner: a panel was ordered. */
  panel?: string;
}

/** Exams in five jurisdictions, one in each state a page can look. All are held in Boston, where the examiner is. */
export const EXAM_PLAN: readonly ExamPlan[] = [
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
];
