import { defineMatter, phase } from '../define.ts';

export const eklund = defineMatter({
  key: 'eklund',
  caption: 'Eklund v. Northgate Joint Center',
  claim_number: 'GP-2025-0881',
  insurer: 'Granite Plains Indemnity',
  claimant: ['Astrid', 'Eklund', '1957-03-23', 'female'],
  defendants: [['Wade Torkelson, MD', 'Orthopedics', '204179191']],
  facility: 'Northgate Joint Center',
  venue_state: 'ND',
  date_of_incident: '2024-10-15',
  date_claim_reported: '2025-08-06',
  claim_stage: 'pre_suit',
  specialty: 'Orthopedics',
  sub_specialty: 'Hip/Knee',
  summary:
    'Left total hip replacement for dysplasia on October 15, 2024 with leg lengthening of 4.5 cm. Complete left sciatic palsy was present in recovery. Nerve exploration was not done. At nine months there is foot drop and neuropathic pain. The operative note does not mention shortening osteotomy or nerve monitoring.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Was lengthening of 4.5 cm without monitoring within the standard?',
    'Should the hip have been revised on the first day?',
    'Was informed consent for nerve injury adequate?',
  ],
  severity: 6,
  firms: ['Red River Law', 'Pembina Ross'],
  clinical: {
    mrn: 'NJ-26655',
    allergies: 'None known',
    history: ['Hip dysplasia, Crowe III', 'Hypothyroidism'],
    home_meds: ['Levothyroxine 88 mcg daily', 'Naproxen 500 mg as needed'],
    meds: [
      'Aspirin 81 mg PO twice daily',
      'Oxycodone 5 mg PO as needed',
      'Gabapentin 300 mg PO three times daily',
      'Levothyroxine 88 mcg PO daily',
    ],
    problems: ['Hip dysplasia, left', '2024-10-15 Left total hip replacement', '2024-10-16 Left sciatic palsy'],
    attending: 'Wade Torkelson, MD',
    city: 'Northgate, ND',
  },
  records: [
    {
      name: 'Northgate admission October 15-22.pdf',
      category: 'hospital_chart',
      pages: 94,
      from: '2024-10-15',
      to: '2024-10-22',
      phases: [
        phase(
          '2024-10-15T06:30',
          'or',
          'steady',
          ['Lateral position, padded.', 'Trial components placed.', 'Blood loss recorded by anesthesia.'],
          { meds: ['Bupivacaine spinal', 'Propofol infusion', 'Tranexamic acid 1 g IV', 'Cefazolin 2 g IV'] },
        ),
        phase('2024-10-15T12:00', 'floor', 'pain', [
          'Left foot does not move.',
          'Burning in the sole.',
          'Hip dressing dry.',
          'Brace fitted.',
        ]),
      ],
      planted: [
        [
          10,
          '2024-10-15T07:40',
          'operative',
          'Operative Report',
          'Wade Torkelson, MD',
          [
            'Procedure: Left total hip replacement, cup at true acetabulum.',
            'Length: {{1|Leg lengthened 4.5 cm by intraoperative measure. Nerve palpated, tight.}}',
            'Note: Spinal anesthesia with sedation.',
          ],
        ],
        [
          24,
          '2024-10-15T14:20',
          'nursing',
          'Recovery Room Record',
          'Kari Stolt, RN',
          [
            '14:20 {{2|Spinal worn off on right. Left: no ankle or toe movement, no feeling below knee. Surgeon told.}}',
          ],
        ],
        [
          30,
          '2024-10-15T18:05',
          'progress',
          'Postoperative Note',
          'Wade Torkelson, MD',
          ['Assessment: {{3|Sciatic palsy, likely stretch. Knee flexed, brace, observe.}}'],
        ],
      ],
    },
    {
      name: 'Consent and preoperative file.pdf',
      category: 'outpatient',
      pages: 30,
      from: '2024-07-16',
      to: '2024-10-08',
      phases: [
        phase('2024-07-16T10:00', 'clinic', 'steady', [
          'Left leg short since childhood.',
          'Walks with a cane.',
          'Groin pain at night.',
        ]),
      ],
      planted: [
        [
          22,
          '2024-10-08T10:10',
          'clinic',
          'Preoperative Visit',
          'Wade Torkelson, MD',
          [
            'Discussion: {{4|Risks reviewed: infection, clot, dislocation, leg length. Planned lengthening 2 to 3 cm.}}',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['No. Beyond 4 cm, with a tight nerve felt, shortening or a smaller correction is expected.', 1, 4],
      ['Strongly to be considered; shortening on day one was the one chance to relieve tension.', 2, 3],
      ['The note does not name nerve injury, the main risk of this operation.', 4],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Stretch of the nerve by 4.5 cm explains the palsy.',
    overall_summary: 'More length was gained than planned, against a nerve felt to be tight.',
  },
});
