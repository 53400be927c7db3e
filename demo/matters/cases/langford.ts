import { defineMatter, phase } from '../define.ts';

export const langford = defineMatter({
  key: 'langford',
  caption: 'Estate of Langford v. Cedar Hollow Oncology',
  claim_number: 'HM-88-40077',
  claimant: ['Patricia', 'Langford', '1962-07-30', 'female'],
  defendants: [['Ian Delgrosso, MD', 'Hematology/Oncology', '204179126']],
  facility: 'Cedar Hollow Oncology',
  venue_state: 'OH',
  date_of_incident: '2024-02-10',
  date_claim_reported: '2024-12-02',
  claim_stage: 'discovery',
  specialty: 'Hematology/Oncology',
  sub_specialty: null,
  summary:
    'First cycle of dose-dense chemotherapy on January 31, 2024 without growth factor. On February 10 the husband called the line at 09:10 and 14:30 reporting a temperature of 38.6; rest and acetaminophen were advised. Arrived at hospital at 23:55 in septic shock with neutrophils of 0.1. Died February 13, 2024.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Was growth factor required with this regimen?',
    'Did the telephone advice meet the standard?',
    'Would antibiotics by 11:00 more likely than not have prevented death?',
  ],
  severity: 9,
  firms: ['Cuyahoga Justice', 'Ravenna Burke LLP'],
  clinical: {
    mrn: 'CO-90144',
    allergies: 'Vancomycin (flushing)',
    history: ['Stage II breast cancer', 'Implanted port'],
    home_meds: ['Ondansetron 8 mg as needed', 'Levothyroxine 50 mcg daily'],
    meds: [
      'Cefepime 2 g IV every 8 h',
      'Norepinephrine infusion',
      'Filgrastim 480 mcg SC daily',
      'Hydrocortisone 50 mg IV every 6 h',
    ],
    problems: ['Breast cancer', '2024-02-11 Neutropenic sepsis'],
    attending: 'Ian Delgrosso, MD',
    city: 'Cedar Hollow, OH',
  },
  records: [
    {
      name: 'Cedar Hollow office chart.pdf',
      category: 'outpatient',
      pages: 42,
      from: '2023-12-18',
      to: '2024-02-12',
      phases: [
        phase('2023-12-18T09:00', 'clinic', 'steady', [
          'Incision from surgery healed.',
          'Treatment plan reviewed with husband.',
          'Port works.',
        ]),
      ],
      planted: [
        [
          24,
          '2024-01-31T09:10',
          'order',
          'Chemotherapy Order',
          'Ian Delgrosso, MD',
          [
            'Regimen: Dose-dense doxorubicin and cyclophosphamide, cycle 1.',
            'Growth factor: {{1|Not ordered. Authorization pending.}}',
          ],
        ],
        [
          33,
          '2024-02-10T09:10',
          'telephone',
          'Telephone Triage',
          'Call nurse',
          ['{{2|Day 11. Temperature 38.6. Told acetaminophen, fluids, call if above 39.}}'],
        ],
        [
          34,
          '2024-02-10T14:30',
          'telephone',
          'Telephone Triage',
          'Call nurse',
          ['{{3|Shaking chills, temperature 38.9. Told rest, appointment Monday.}}'],
        ],
      ],
    },
    {
      name: 'Ravenna General admission February 10-13.pdf',
      category: 'hospital_chart',
      pages: 78,
      source: 'Ravenna General Hospital',
      from: '2024-02-10',
      to: '2024-02-13',
      phases: [
        phase('2024-02-10T23:55', 'ed', 'shock', ['Mottled knees.', 'Answers in single words.', 'Port accessed.'], {
          labs: { 'White blood cell count': [0.2, 0.4] },
        }),
        phase('2024-02-11T03:00', 'icu', 'shock', ['Pressors rising.', 'Urine scant.', 'Family at bedside.'], {
          labs: { 'White blood cell count': [0.2, 0.4] },
        }),
      ],
      planted: [
        [
          8,
          '2024-02-11T00:25',
          'lab',
          'Laboratory Report',
          'Laboratory',
          [
            'White cells | CRIT 0.3 | K/uL | 4.0 - 11.0',
            'Neutrophils, absolute | CRIT 0.1 | K/uL | 1.8 - 7.7',
            'Lactate | CRIT 7.4 | mmol/L | 0.5 - 2.0',
            '{{4|Blood culture later: Pseudomonas aeruginosa, 2 of 2 sets.}}',
          ],
        ],
        [
          70,
          '2024-02-13T06:20',
          'discharge',
          'Death Summary',
          'Alma Reiss, MD',
          ['Cause: {{5|Septic shock due to Pseudomonas bacteremia in neutropenia.}}'],
        ],
      ],
    },
    {
      name: 'Deposition of Ian Delgrosso.pdf',
      category: 'deposition',
      pages: 32,
      source: 'Erie Shore Reporting',
      from: '2025-08-05',
      to: '2025-08-05',
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Dose-dense treatment is given with growth factor; treatment should wait for it.', 1],
      ['No. Fever in the second week of chemotherapy is an emergency at 38.3.', 2, 3],
      ['More likely than not. She was stable at 09:10 and arrived in shock fifteen hours later.', 2, 4, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Antibiotics in the morning would more likely than not have prevented shock and death.',
    overall_summary: 'Prevention was left out and two calls with fever were kept at home.',
  },
});
