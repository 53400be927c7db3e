import { defineMatter, phase } from '../define.ts';

export const lindgren = defineMatter({
  key: 'lindgren',
  caption: 'Lindgren v. Halcyon Dermatology',
  claim_number: 'HM-88-39774',
  claimant: ['Carol', 'Lindgren', '1955-05-11', 'female'],
  defendants: [['Bernard Lusk, MD', 'Dermatology', '204179159']],
  facility: 'Halcyon Dermatology',
  venue_state: 'WI',
  date_of_incident: '2023-09-20',
  date_claim_reported: '2025-01-15',
  claim_stage: 'suit_filed',
  specialty: 'Dermatology',
  sub_specialty: 'Mohs',
  summary:
    'Mohs surgery on September 20, 2023 for infiltrative basal cell carcinoma of the left lower eyelid. The stage II map marks a positive deep margin; closure followed without stage III. Recurrence in the orbit in August 2024 required exenteration in October. Loss of the left eye is claimed.',
  issue_scope: ['standard_of_care', 'causation', 'damages'],
  questions: [
    'Was closure with a positive deep margin within the standard?',
    'Would a further stage more likely than not have prevented orbital recurrence?',
  ],
  severity: 7,
  firms: ['Badger Injury Law', 'Mendota Cole SC'],
  clinical: {
    mrn: 'HD-7714',
    allergies: 'Neomycin (rash)',
    history: ['Basal cell carcinoma of nose, 2017', 'Cataract surgery'],
    home_meds: ['Latanoprost drops nightly', 'Atorvastatin 10 mg nightly'],
    meds: ['Erythromycin ointment topical', 'Acetaminophen 650 mg as needed'],
    problems: ['History of skin cancer', '2023-08-14 Basal cell carcinoma, left lower eyelid'],
    attending: 'Bernard Lusk, MD',
    city: 'Halcyon, WI',
  },
  records: [
    {
      name: 'Halcyon Mohs and follow-up chart.pdf',
      category: 'outpatient',
      pages: 46,
      from: '2023-08-14',
      to: '2024-09-30',
      phases: [
        phase('2023-08-14T09:00', 'clinic', 'steady', [
          'Pearly plaque of the left lower lid.',
          'Lashes missing at the site.',
          'Eye comfortable.',
        ]),
        phase('2024-08-12T09:00', 'clinic', 'steady', [
          'Firm lump under the lid scar.',
          'Double vision on looking down.',
        ]),
      ],
      planted: [
        [
          14,
          '2023-09-20T10:45',
          'operative',
          'Mohs Operative Record',
          'Bernard Lusk, MD',
          [
            'Stage I: Positive medial and deep.',
            'Stage II: {{1|Map: residual tumor deep margin, block 2, marked red.}}',
            'Result: {{2|Clear after two stages. Closed with advancement flap.}}',
          ],
        ],
        [
          36,
          '2024-08-20T11:00',
          'pathology',
          'Orbital Biopsy',
          'Janet Poe, MD',
          ['Diagnosis: {{3|Infiltrative basal cell carcinoma in orbital fat with perineural growth.}}'],
        ],
      ],
    },
    {
      name: 'Scan prior office chart.pdf',
      category: 'medical_records',
      pages: 28,
      scan: true,
      source: 'Lake Street Skin Clinic',
      from: '2018-03-05',
      to: '2023-08-02',
      phases: [
        phase('2018-03-05T09:00', 'clinic', 'steady', [
          'Full skin check done.',
          'Sun protection reviewed.',
          'Nose scar soft, no recurrence.',
          'Eyelid spot observed, patient to report growth.',
        ]),
      ],
    },
    {
      name: 'Prior consultant report.pdf',
      category: 'prior_expert_report',
      pages: 20,
      source: 'Northwoods Medical Review',
      from: '2025-03-02',
      to: '2025-03-20',
    },
  ],
  conclusion: {
    answers: [
      ['No. The map and the result contradict each other; a third stage was required.', 1, 2],
      ['More likely than not. The recurrence grew from the deep margin.', 1, 3],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Tumor left at the deep margin is the source of the orbital recurrence.',
    overall_summary: 'Mohs surgery was stopped while its own map showed tumor.',
  },
});
