import { defineMatter, phase } from '../define.ts';

export const tremblay = defineMatter({
  key: 'tremblay',
  caption: 'Tremblay v. Eastgate Pediatrics',
  claim_number: 'HM-88-39730',
  claimant: ['Lucas', 'Tremblay', '2023-06-01', 'male'],
  defendants: [['Meredith Oakes, MD', 'Pediatrics', '204179068']],
  facility: 'Eastgate Pediatrics',
  venue_state: 'NH',
  date_of_incident: '2023-12-18',
  date_claim_reported: '2025-02-20',
  claim_stage: 'pre_suit',
  specialty: 'Pediatrics',
  sub_specialty: 'Neurology',
  summary:
    'At six months, on December 18, 2023, the parents showed a video of clusters of sudden flexion on waking. Reflux was diagnosed. Development stalled by February. EEG on March 12, 2024 showed hypsarrhythmia and treatment began. Spasms stopped after two weeks. Global developmental delay is claimed.',
  issue_scope: ['standard_of_care', 'causation', 'prognosis'],
  questions: [
    'Did the December history and video require urgent EEG or referral?',
    'Did twelve weeks of delay more likely than not worsen development?',
    'What part is due to the underlying cause?',
  ],
  severity: 7,
  firms: ['Granite Family Law', 'Merrimack Poole PLLC'],
  clinical: {
    mrn: 'EP-50318',
    allergies: 'None known',
    history: ['Term birth', 'Normal newborn screen'],
    home_meds: ['2023-12-18 Famotidine suspension', 'Vitamin D drops'],
    meds: ['Prednisolone 10 mg PO four times daily', 'Vigabatrin 50 mg/kg PO divided', 'Famotidine suspension PO'],
    problems: [
      'Well-child care',
      '2023-12-18 Reflux as charted',
      '2024-03-12 Infantile spasms',
      '2024-03-12 Developmental delay',
    ],
    attending: 'Meredith Oakes, MD',
    city: 'Eastgate, NH',
  },
  records: [
    {
      name: 'Eastgate Pediatrics chart.pdf',
      category: 'outpatient',
      pages: 58,
      from: '2023-06-05',
      to: '2024-10-02',
      phases: [
        phase('2023-06-05T09:00', 'clinic', 'newborn', [
          'Feeding well.',
          'Growth along the curve.',
          'Smiles and follows.',
        ]),
        phase('2023-12-18T09:00', 'clinic', 'child', [
          'Parents describe episodes on waking.',
          'Spits up after feeds.',
          'Less babble than before.',
        ]),
      ],
      planted: [
        [
          22,
          '2023-12-18T10:20',
          'clinic',
          'Six-Month Visit',
          'Meredith Oakes, MD',
          [
            'History: {{1|Clusters of ten to fifteen sudden bends with arms out, on waking, three times daily for a week. Video viewed.}}',
            'Impression: {{2|Reflux with Sandifer posturing. Famotidine. Recheck two months.}}',
          ],
        ],
        [
          30,
          '2024-02-20T09:30',
          'clinic',
          'Recheck',
          'Meredith Oakes, MD',
          ['Development: {{3|No longer reaches or rolls. Head lag.}}', 'Plan: Refer to neurology, routine.'],
        ],
      ],
    },
    {
      name: 'White River Childrens admission and clinic.pdf',
      category: 'hospital_chart',
      pages: 84,
      source: 'White River Children’s Hospital',
      from: '2024-03-12',
      to: '2025-01-22',
      phases: [
        phase('2024-03-12T08:00', 'floor', 'child', [
          'Clusters on waking seen by nurse.',
          'Mother learns to give medicine.',
          'Irritable on steroid.',
        ]),
        phase('2024-04-16T09:00', 'clinic', 'child', [
          'No spasms since late March.',
          'Sits with support.',
          'Early intervention twice weekly.',
        ]),
      ],
      planted: [
        [
          8,
          '2024-03-12T13:40',
          'consult',
          'Neurology Consultation and EEG',
          'Silvia Brandt, MD',
          [
            'EEG: {{4|Hypsarrhythmia with electrodecrements during a cluster.}}',
            'MRI: {{5|Normal. Genetic panel without a cause found.}}',
            'Plan: High-dose prednisolone, vigabatrin.',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Flexor clusters on waking at this age are spasms until an EEG says otherwise.', 1, 2],
      [
        'More likely than not. Delay beyond a month is linked to worse development, above all without a known cause.',
        3,
        4,
        5,
      ],
      ['None was found on imaging or genetic testing.', 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Lead time of twelve weeks with regression more likely than not worsened the outcome.',
    overall_summary: 'The video showed a neurological emergency; it was called reflux.',
  },
});
