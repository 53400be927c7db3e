import { defineMatter, phase } from '../define.ts';

export const mbekiLund = defineMatter({
  key: 'mbeki-lund',
  caption: 'Mbeki-Lund v. Peachtree Sinus',
  claim_number: 'HM-88-40733',
  claimant: ['Thandi', 'Mbeki-Lund', '1983-09-27', 'female'],
  defendants: [['Harold Minton, MD', 'Otolaryngology', '204179027']],
  facility: 'Peachtree Sinus Center',
  venue_state: 'GA',
  date_of_incident: '2024-08-22',
  date_claim_reported: '2025-05-08',
  claim_stage: 'pre_suit',
  specialty: 'Otolaryngology',
  sub_specialty: 'Rhinology',
  summary:
    'Endoscopic sinus surgery on August 22, 2024 for polyps. Clear watery drainage was reported by telephone on days two and four and called expected. Readmitted on day nine with pneumococcal meningitis; CT showed a 5 mm defect of the left ethmoid roof. Endoscopic repair followed. Hearing loss in the left ear is claimed.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Is the skull base injury itself a departure?',
    'Did the telephone reports require examination and testing of the fluid?',
    'Would earlier repair more likely than not have prevented meningitis?',
  ],
  severity: 5,
  firms: ['Chattahoochee Law Group', 'Dunwoody Price LLC'],
  clinical: {
    mrn: 'PT-88410',
    allergies: 'Aspirin (asthma)',
    history: ['Nasal polyps', 'Asthma'],
    home_meds: ['Montelukast 10 mg nightly', 'Budesonide nasal rinse'],
    meds: [
      'Ceftriaxone 2 g IV every 12 h',
      'Vancomycin IV per pharmacy',
      'Dexamethasone 10 mg IV every 6 h',
      'Montelukast 10 mg PO nightly',
    ],
    problems: [
      'Chronic sinusitis with polyps',
      'Asthma',
      '2024-08-31 Cerebrospinal fluid leak',
      '2024-08-31 Meningitis',
    ],
    attending: 'Harold Minton, MD',
    city: 'Peachtree Grove, GA',
  },
  records: [
    {
      name: 'Peachtree Sinus chart.pdf',
      category: 'outpatient',
      pages: 44,
      from: '2024-06-03',
      to: '2024-08-30',
      phases: [
        phase('2024-06-03T09:00', 'clinic', 'steady', [
          'Nose blocked on both sides.',
          'No sense of smell.',
          'Polyps seen on endoscopy.',
        ]),
      ],
      planted: [
        [
          26,
          '2024-08-22T09:40',
          'operative',
          'Operative Report',
          'Harold Minton, MD',
          [
            'Procedure: Bilateral ethmoidectomy and polypectomy with microdebrider.',
            'Event: {{1|Bleeding obscured the left roof; packing placed. Image guidance unavailable today.}}',
          ],
        ],
        [
          34,
          '2024-08-24T10:15',
          'telephone',
          'Telephone Encounter',
          'Clinic nurse',
          ['{{2|Clear water drips from left side when bending. Told this is irrigation fluid.}}'],
        ],
        [
          37,
          '2024-08-26T15:50',
          'telephone',
          'Telephone Encounter',
          'Clinic nurse',
          [
            '{{3|Still dripping, salty taste, headache when upright. Message to Dr. Minton: expected, keep visit September 5.}}',
          ],
        ],
      ],
    },
    {
      name: 'Northlake University admission.pdf',
      category: 'hospital_chart',
      pages: 98,
      source: 'Northlake University Hospital',
      from: '2024-08-31',
      to: '2024-09-14',
      phases: [
        phase('2024-08-31T04:30', 'ed', 'febrile', ['Severe headache, light hurts.', 'Neck stiff.', 'Vomited twice.']),
        phase('2024-09-01T00:00', 'icu', 'febrile', ['Wakes to voice.', 'Head of bed up.', 'Nasal drip precautions.']),
        phase('2024-09-05T08:00', 'floor', 'steady', [
          'Headache mild.',
          'Hears poorly on the left.',
          'No drip since repair.',
        ]),
      ],
      planted: [
        [
          14,
          '2024-08-31T06:10',
          'lab',
          'Cerebrospinal Fluid',
          'Laboratory',
          [
            'White cells | H 2840 | /uL | 0 - 5',
            'Glucose, fluid | L 18 | mg/dL | 40 - 70',
            '{{4|Gram stain: gram-positive diplococci.}}',
          ],
        ],
        [
          20,
          '2024-08-31T12:00',
          'radiology',
          'CT Sinuses and Skull Base',
          'Pia Nordstrom, MD',
          ['Findings: {{5|5 mm defect of the left fovea ethmoidalis with adjacent air.}}'],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Not in itself; it is a known risk, though going on without view or guidance is open to criticism.', 1],
      ['Yes. One-sided clear, salty, positional drainage requires examination the same day.', 2, 3],
      ['More likely than not. The leak was reported a week before and repair is highly effective.', 3, 4, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'An open skull base for nine days explains pneumococcal meningitis and the hearing loss.',
    overall_summary: 'Two clear telephone descriptions of a leak were dismissed.',
  },
});
