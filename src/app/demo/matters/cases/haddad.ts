import { defineMatter, phase } from '../define.ts';

export const haddad = defineMatter({
  key: 'haddad',
  caption: 'Haddad v. Fairmont Children’s ED',
  claim_number: 'HM-88-40845',
  claimant: ['Sami', 'Haddad', '2011-02-14', 'male'],
  defendants: [['Bruce Kettle, MD', 'Emergency medicine, pediatric', '204179084']],
  facility: 'Fairmont Children’s Hospital',
  venue_state: 'MI',
  date_of_incident: '2024-10-13',
  date_claim_reported: '2025-07-21',
  claim_stage: 'incident',
  specialty: 'Emergency medicine',
  sub_specialty: 'Pediatric EM',
  summary:
    'Age 13, seen October 13, 2024 at 01:30 with three hours of lower abdominal pain and vomiting. Genital examination is not recorded. Discharged as gastroenteritis. Returned at 19:00 with a swollen testis; ultrasound showed no flow. The left testis was removed that evening.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Did the standard of care require genital examination at the first visit?',
    'Would exploration before 06:00 more likely than not have saved the testis?',
  ],
  severity: 5,
  firms: ['Great Lakes Youth Law', 'Huron Vance PC'],
  clinical: {
    mrn: 'FC-318802',
    allergies: 'Amoxicillin (hives)',
    history: ['Asthma, mild'],
    home_meds: ['Albuterol inhaler as needed'],
    meds: ['Ondansetron 4 mg PO once', 'Acetaminophen 650 mg PO every 6 h', 'Ketorolac 15 mg IV once'],
    problems: ['Abdominal pain', 'Testicular torsion'],
    attending: 'Bruce Kettle, MD',
    city: 'Fairmont, MI',
  },
  records: [
    {
      name: 'Fairmont ED visits and surgery.pdf',
      category: 'hospital_chart',
      pages: 62,
      from: '2024-10-13',
      to: '2024-10-14',
      phases: [
        phase('2024-10-13T01:30', 'ed', 'child', [
          'Curled on the stretcher.',
          'Vomited before arrival.',
          'Father at bedside.',
        ]),
        phase('2024-10-13T19:00', 'ed', 'child', [
          'Walks with legs apart.',
          'Says pain began last night.',
          'Nothing by mouth.',
        ]),
        phase('2024-10-13T22:00', 'floor', 'child', [
          'Scrotal dressing dry.',
          'Drinks clear fluids.',
          'Parents updated by surgeon.',
        ]),
      ],
      planted: [
        [
          5,
          '2024-10-13T02:05',
          'ed_note',
          'ED Physician Note',
          'Bruce Kettle, MD',
          [
            'History: Sudden lower left abdominal pain 22:30, vomiting twice.',
            'Exam: Abdomen soft, mild left lower tenderness. {{1|Genitourinary: deferred.}}',
            'Impression: {{2|Viral gastroenteritis. Discharge 03:10.}}',
          ],
        ],
        [
          26,
          '2024-10-13T19:50',
          'radiology',
          'Scrotal Ultrasound',
          'Ada Winters, MD',
          ['Findings: {{3|No arterial flow in the left testis; heterogeneous. Right normal.}}'],
        ],
        [
          32,
          '2024-10-13T20:45',
          'operative',
          'Operative Report',
          'Colm Reyes, MD',
          [
            'Findings: {{4|Left cord twisted 720 degrees; testis black after 20 minutes of warming.}}',
            'Procedure: Left orchiectomy, right fixation.',
          ],
        ],
      ],
    },
    { name: 'Incident review file.pdf', category: 'incident_report', pages: 20, from: '2024-10-14', to: '2024-11-20' },
  ],
  conclusion: {
    answers: [
      ['Yes. A boy of thirteen with sudden lower abdominal pain and vomiting needs a genital examination.', 1, 2],
      ['More likely than not. Within six to eight hours of onset most testes are saved.', 1, 3, 4],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Onset at 22:30 left hours to act at the first visit.',
    overall_summary: 'The examination that makes the diagnosis was deferred.',
  },
});
