import { defineMatter, phase } from '../define.ts';

export const iwan = defineMatter({
  key: 'iwan',
  caption: 'Iwan v. Grove Street Dental',
  claim_number: 'HM-88-41088',
  claimant: ['Marek', 'Iwan', '1985-08-23', 'male'],
  defendants: [['Sheila Trask, DDS', 'Dentistry', '204179167']],
  facility: 'Grove Street Dental',
  venue_state: 'RI',
  date_of_incident: '2025-03-26',
  date_claim_reported: '2025-11-03',
  claim_stage: 'incident',
  specialty: 'Dentistry',
  sub_specialty: 'Endodontics',
  summary:
    'Root canal treatment of tooth 19 on March 26, 2025. Sodium hypochlorite passed the apex; immediate pain and cheek swelling were recorded and the patient went home with ibuprofen. Numbness of the left lower lip was present the next day. Film shows sealer 4 mm beyond the apex at the nerve canal. Numbness continues at six months.',
  issue_scope: ['standard_of_care', 'causation', 'prognosis'],
  questions: [
    'Was working length established and confirmed?',
    'Was management of the irrigant accident within the standard?',
    'Is the nerve injury likely to be permanent?',
  ],
  severity: 5,
  firms: ['Narragansett Claims Law', 'Benefit Street Counsel'],
  clinical: {
    mrn: 'GD-3308',
    allergies: 'None known',
    history: ['No illness reported', '2025-02-18 Tooth 19 with deep decay'],
    home_meds: ['None'],
    meds: ['Ibuprofen 600 mg as needed', 'Amoxicillin 500 mg three times daily'],
    problems: ['Routine dental care', '2025-02-18 Tooth 19 endodontic treatment', '2025-03-27 Left lower lip numbness'],
    attending: 'Sheila Trask, DDS',
    city: 'Grove Point, RI',
  },
  records: [
    {
      name: 'Scan Grove Street paper chart.pdf',
      category: 'medical_records',
      pages: 24,
      scan: true,
      from: '2019-05-02',
      to: '2025-04-30',
      phases: [
        phase('2019-05-02T09:00', 'dental', 'steady', [
          'Recall examination and cleaning.',
          'Tooth 19 filling noted.',
          'No swelling.',
          'Brushing technique reviewed.',
        ]),
      ],
    },
    {
      name: 'Grove Street treatment record.pdf',
      category: 'medical_records',
      pages: 26,
      from: '2025-02-18',
      to: '2025-04-30',
      phases: [
        phase('2025-02-18T09:00', 'dental', 'steady', [
          'Tooth 19 tender to cold.',
          'Other teeth without complaint.',
          'Treatment plan explained.',
        ]),
      ],
      planted: [
        [
          12,
          '2025-03-26T10:00',
          'clinic',
          'Endodontic Treatment Note',
          'Sheila Trask, DDS',
          [
            'Working length: {{1|Estimated 22 mm from preoperative film. Apex locator not used today.}}',
            'Irrigation: {{2|5.25 percent hypochlorite. Sudden severe pain, cheek swollen. Flushed with saline.}}',
            'Completion: {{3|Obturated same visit. Home with ibuprofen.}}',
          ],
        ],
        [
          18,
          '2025-03-27T09:10',
          'telephone',
          'Telephone Encounter',
          'Front desk',
          ['{{4|Lip and chin numb on left. Told this may last some days.}}'],
        ],
      ],
    },
    {
      name: 'Oral surgery consult.pdf',
      category: 'outpatient',
      pages: 22,
      source: 'Providence Bay Oral Surgery',
      from: '2025-05-14',
      to: '2025-10-08',
      phases: [
        phase('2025-05-14T10:00', 'clinic', 'steady', [
          'Left lip burns with touch.',
          'Bites lip when eating.',
          'No swelling.',
        ]),
      ],
      planted: [
        [
          8,
          '2025-05-14T10:40',
          'radiology',
          'Cone-Beam CT',
          'Yusuf Arden, DMD',
          ['Findings: {{5|Dense material 4 mm beyond the distal apex of tooth 19, at the roof of the nerve canal.}}'],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['No. Length was estimated from one film with no locator or working film.', 1],
      ['No. Treatment should have stopped, with referral the same day.', 2, 3, 4],
      ['Likely. Dense numbness at six months with material at the canal rarely clears.', 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Irrigant and sealer beyond the apex explain the nerve injury.',
    overall_summary: 'Length was guessed, an accident followed, and the canal was filled on top of it.',
  },
});
