import { defineMatter, phase } from '../define.ts';

export const castleHume = defineMatter({
  key: 'castle-hume',
  caption: 'Castle-Hume v. Clearwater Eye',
  claim_number: 'HM-88-40344',
  claimant: ['Rosalind', 'Castle-Hume', '1953-09-09', 'female'],
  defendants: [['Gary Nettles, MD', 'Ophthalmology', '204179175']],
  facility: 'Clearwater Eye Institute',
  venue_state: 'UT',
  date_of_incident: '2024-04-05',
  date_claim_reported: '2025-03-18',
  claim_stage: 'pre_suit',
  specialty: 'Ophthalmology',
  sub_specialty: 'Retina',
  summary:
    'Intravitreal injection of the right eye on April 2, 2024. On April 5 she called with pain and falling vision; an appointment was given for April 8. Hypopyon and light perception vision were found. Vitrectomy grew streptococcus. Final vision is no light perception.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Did the April 5 call require same-day examination?',
    'Would treatment on April 5 more likely than not have kept useful vision?',
    'Was injection technique adequate?',
  ],
  severity: 7,
  firms: ['Wasatch Advocates', 'Deseret Lane PC'],
  clinical: {
    mrn: 'CE-41190',
    allergies: 'Sulfa (rash)',
    history: ['Macular degeneration, right eye', 'Hypertension'],
    home_meds: ['Amlodipine 5 mg daily', 'Eye vitamin twice daily'],
    meds: ['Moxifloxacin drops every 2 h', 'Prednisolone drops every 2 h', 'Atropine drops twice daily'],
    problems: ['Macular degeneration, right eye', '2024-04-08 Endophthalmitis, right eye'],
    attending: 'Gary Nettles, MD',
    city: 'Clearwater, UT',
  },
  records: [
    {
      name: 'Clearwater Eye chart.pdf',
      category: 'outpatient',
      pages: 56,
      from: '2023-02-07',
      to: '2024-12-11',
      phases: [
        phase('2023-02-07T09:00', 'clinic', 'steady', [
          'Wavy lines on the right.',
          'Left eye stable.',
          'Injection tolerated.',
        ]),
        phase('2024-04-08T09:00', 'clinic', 'pain', ['Right eye red and painful.', 'Lid swollen.', 'Left eye 20/30.']),
      ],
      planted: [
        [
          26,
          '2024-04-02T10:30',
          'clinic',
          'Injection Visit',
          'Gary Nettles, MD',
          [
            'Vision: Right 20/60.',
            'Technique: {{1|Povidone-iodine 5 percent, lid speculum, 30-gauge needle.}} Uneventful.',
          ],
        ],
        [
          30,
          '2024-04-05T14:10',
          'telephone',
          'Telephone Encounter',
          'Call center',
          ['{{2|Day 3 after injection. Pain since morning, vision like fog. First open visit Monday April 8 given.}}'],
        ],
        [
          32,
          '2024-04-08T08:30',
          'clinic',
          'Urgent Visit',
          'Gary Nettles, MD',
          [
            'Exam: {{3|Light perception. Hypopyon 2 mm, no view of fundus.}}',
            'Plan: Tap and inject, vitrectomy today.',
          ],
        ],
        [
          36,
          '2024-04-10T10:00',
          'lab',
          'Vitreous Culture',
          'Laboratory',
          ['{{4|Streptococcus viridans group, heavy growth.}}'],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Pain and lost vision within a week of injection is endophthalmitis until seen.', 2],
      ['Uncertain. Streptococcal disease does poorly even with early care.', 3, 4],
      ['Yes, the technique recorded was adequate.', 1],
    ],
    standard_of_care: 'not_met',
    causation: 'cannot_determine',
    causation_text: 'Three days mattered, but the organism often destroys vision despite early treatment.',
    overall_summary: 'The call center gave an emergency the next open visit; the effect on final vision is uncertain.',
  },
});
