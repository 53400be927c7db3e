import { defineMatter, phase } from '../define.ts';

export const ostrowski = defineMatter({
  key: 'ostrowski',
  caption: 'Ostrowski v. Lakeland Pathology',
  claim_number: 'HM-88-39601',
  claimant: ['Janina', 'Ostrowski', '1979-06-28', 'female'],
  defendants: [['Roland Keats, MD', 'Pathology', '204179183']],
  facility: 'Lakeland Pathology Group',
  venue_state: 'IN',
  date_of_incident: '2023-01-31',
  date_claim_reported: '2024-08-29',
  claim_stage: 'pre_trial',
  specialty: 'Pathology',
  sub_specialty: 'Anatomic',
  summary:
    'Shave biopsy of the left calf on January 31, 2023 was reported as Spitz nevus. A groin mass in May 2024 was metastatic melanoma. Review of the first slides by two institutions reads melanoma, 1.4 mm. Loss of early treatment is claimed.',
  issue_scope: ['standard_of_care', 'causation', 'prognosis'],
  questions: [
    'Was the 2023 diagnosis below the standard for a general surgical pathologist?',
    'Was expert consultation required?',
    'What treatment and outlook would a correct report have brought?',
  ],
  severity: 8,
  firms: ['Wabash Trial Team', 'Monon Field LLP'],
  clinical: {
    mrn: 'LP-50027',
    allergies: 'None known',
    history: ['Fair skin', 'Sunburns in childhood'],
    home_meds: ['Sertraline 50 mg daily'],
    meds: ['Nivolumab 480 mg IV every 4 weeks', 'Sertraline 50 mg PO daily'],
    problems: ['Skin lesion, left calf', '2024-05-24 Melanoma, metastatic to groin node'],
    attending: 'Roland Keats, MD',
    city: 'Lakeland, IN',
  },
  records: [
    {
      name: 'Dermatology and pathology file.pdf',
      category: 'medical_records',
      pages: 32,
      from: '2023-01-31',
      to: '2024-07-09',
      phases: [
        phase('2023-01-31T09:00', 'clinic', 'steady', [
          'Pink-brown papule of the left calf, growing.',
          'No other suspicious spots.',
          'Site healed.',
        ]),
      ],
      planted: [
        [
          8,
          '2023-02-03T13:00',
          'pathology',
          'Surgical Pathology Report',
          'Roland Keats, MD',
          [
            'Diagnosis: {{1|Spitz nevus, extends to the deep edge.}}',
            'Microscopic: {{2|Mitoses 4 per square mm, some deep. No maturation noted in lower third.}}',
            'Comment: Complete removal suggested if it recurs.',
          ],
        ],
        [
          24,
          '2024-06-12T10:00',
          'pathology',
          'Consultation on Prior Slides',
          'Bettina Rausch, MD',
          ['Diagnosis: {{3|Malignant melanoma, Breslow 1.4 mm at least, transected at base.}}'],
        ],
      ],
    },
    {
      name: 'Oncology admission and infusion record.pdf',
      category: 'hospital_chart',
      pages: 58,
      source: 'Indiana Lakes Cancer Hospital',
      from: '2024-05-20',
      to: '2024-10-30',
      phases: [
        phase('2024-05-20T09:00', 'clinic', 'steady', [
          'Firm left groin mass.',
          'Leg swelling by evening.',
          'Infusion without reaction.',
        ]),
      ],
      planted: [
        [
          10,
          '2024-05-24T10:00',
          'pathology',
          'Groin Node Biopsy',
          'Ezra Holt, MD',
          ['Diagnosis: {{4|Metastatic melanoma, BRAF V600E present.}}'],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      [
        'Yes. Deep mitoses and lack of maturation, both described in his own report, rule against the diagnosis.',
        1,
        2,
        3,
      ],
      ['Yes, for a Spitzoid lesion in an adult with these features.', 2],
      ['Wide excision and node staging; at 1.4 mm most patients are free of disease at five years.', 3, 4],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'A correct report would more likely than not have led to cure or to node-only disease found early.',
    overall_summary: 'The description in the report supports melanoma; the diagnosis line does not.',
  },
});
