import { defineMatter, phase } from '../define.ts';

export const sorensenBright = defineMatter({
  key: 'sorensen-bright',
  caption: 'Sorensen-Bright v. Avalon Aesthetic',
  claim_number: 'HM-88-41120',
  claimant: ['Marguerite', 'Sorensen-Bright', '1976-01-12', 'female'],
  defendants: [['Julian Prentiss, MD', 'Plastic surgery', '204179019']],
  facility: 'Avalon Aesthetic Surgery Center',
  venue_state: 'CA',
  date_of_incident: '2025-01-16',
  date_claim_reported: '2025-10-21',
  claim_stage: 'incident',
  specialty: 'Plastic surgery',
  sub_specialty: 'Cosmetic',
  summary:
    'Abdominoplasty with flank liposuction on January 16, 2025, six hours under general anesthesia, in a patient who smoked until two weeks before. Skin necrosis of 14 by 9 cm below the navel was recorded from day five. Debridement and skin graft followed. Scarring and loss of sensation are claimed.',
  issue_scope: ['standard_of_care', 'causation', 'damages'],
  questions: [
    'Was surgery two weeks after stopping nicotine within the standard?',
    'Was the extent of undermining with liposuction appropriate?',
    'Did consent cover necrosis in smokers?',
  ],
  severity: 5,
  firms: ['Pacific Rose Law', 'Avila Stern LLP'],
  clinical: {
    mrn: 'AA-15520',
    allergies: 'Adhesive tape (rash)',
    history: ['Three pregnancies', 'Smoker'],
    home_meds: ['Multivitamin daily'],
    meds: [
      'Cephalexin 500 mg PO every 6 h',
      'Hydrocodone-acetaminophen 5/325 mg PO as needed',
      'Silver sulfadiazine cream topical daily',
    ],
    problems: ['Abdominal wall laxity', '2025-01-21 Abdominal skin necrosis'],
    attending: 'Julian Prentiss, MD',
    city: 'Avalon Heights, CA',
  },
  records: [
    {
      name: 'Avalon office and surgery chart.pdf',
      category: 'medical_records',
      pages: 74,
      from: '2024-11-06',
      to: '2025-07-10',
      phases: [
        phase('2024-11-06T10:00', 'clinic', 'steady', [
          'Wishes flatter abdomen.',
          'Healthy skin, striae.',
          'Understands scar position.',
        ]),
        phase('2025-01-21T10:00', 'clinic', 'pain', [
          'Dark area below the navel.',
          'Edges firm.',
          'Daily dressing by patient.',
        ]),
        phase('2025-03-20T10:00', 'clinic', 'steady', [
          'Graft healed with contour step.',
          'Numb lower abdomen.',
          'Scar treatment discussed.',
        ]),
      ],
      planted: [
        [
          10,
          '2025-01-02T11:00',
          'clinic',
          'Preoperative Visit',
          'Julian Prentiss, MD',
          [
            'Tobacco: {{1|Last cigarette today by history. Told to stop four weeks before surgery. Date kept at patient request. Cotinine not tested.}}',
            'Consent: {{2|Wound healing problems discussed; smoking risk box not initialed.}}',
          ],
        ],
        [
          16,
          '2025-01-16T08:00',
          'operative',
          'Operative Report',
          'Julian Prentiss, MD',
          [
            'Procedure: Abdominoplasty with liposuction of flanks and central flap.',
            'Technique: {{3|Wide undermining to costal margins; 1,400 mL aspirated including central flap.}}',
            'Closure: Under moderate tension.',
          ],
        ],
        [
          24,
          '2025-01-21T10:20',
          'clinic',
          'Postoperative Visit',
          'Julian Prentiss, MD',
          [
            'Exam: {{4|Infraumbilical flap dusky, 14 x 9 cm, no capillary refill.}}',
            'Plan: Topical care, review in one week.',
          ],
        ],
      ],
    },
    {
      name: 'Demand and exhibits.pdf',
      category: 'demand_letter',
      pages: 21,
      source: 'Pacific Rose Law',
      from: '2025-02-01',
      to: '2025-10-10',
    },
  ],
  conclusion: {
    answers: [
      ['No. Four weeks is the usual minimum; elective surgery should have moved or cotinine been tested.', 1],
      ['No. Liposuction of a widely undermined central flap adds risk in a recent smoker.', 3],
      ['Not in the form recorded; the box that mattered was left blank.', 2],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Nicotine, wide undermining and tension together explain the necrosis.',
    overall_summary: 'An elective operation was kept on schedule against the surgeon’s own instruction.',
  },
});
