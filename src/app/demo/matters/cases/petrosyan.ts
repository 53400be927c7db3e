import { defineMatter, phase } from '../define.ts';

export const petrosyan = defineMatter({
  key: 'petrosyan',
  caption: 'Petrosyan v. Charlesgate Medical',
  claim_number: 'HM-88-40602',
  claimant: ['Aram', 'Petrosyan', '1972-12-08', 'male'],
  defendants: [
    ['Eleanor Whitby, MD', 'Internal medicine', '204179100'],
    ['Samuel Groff, MD', 'Infectious disease', '204179118'],
  ],
  facility: 'Charlesgate Medical Center',
  venue_state: 'MA',
  date_of_incident: '2024-11-08',
  date_claim_reported: '2025-06-11',
  claim_stage: 'pre_suit',
  specialty: 'Infectious disease',
  sub_specialty: null,
  summary:
    'Admitted November 5, 2024 with fever and mid-back pain after a dental abscess. Blood cultures grew Staphylococcus aureus on November 6. MRI of the lumbar spine was normal; the thoracic spine was not imaged. Paraplegia developed on November 10 from a T5-T8 epidural abscess. No motor recovery at six months.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Did the back pain with bacteremia require imaging of the whole spine?',
    'Was follow-up of the November 8 leg symptoms adequate?',
    'Was the paraplegia more likely than not avoidable?',
  ],
  severity: 8,
  firms: ['Beacon Injury Counsel', 'Storrow Hale LLP'],
  clinical: {
    mrn: 'CM-284471',
    allergies: 'None known',
    history: ['Type 2 diabetes', 'Dental abscess in October'],
    home_meds: ['Metformin 1 g twice daily', 'Glipizide 5 mg daily'],
    meds: [
      'Cefazolin 2 g IV every 8 h',
      'Insulin sliding scale SC',
      'Acetaminophen 1 g PO every 8 h',
      'Oxycodone 5 mg PO as needed',
    ],
    problems: ['Staphylococcus aureus bacteremia', 'Back pain', 'Type 2 diabetes'],
    attending: 'Eleanor Whitby, MD',
    city: 'Charlesgate, MA',
  },
  records: [
    {
      name: 'Charlesgate admission November 5-29.pdf',
      category: 'hospital_chart',
      pages: 192,
      from: '2024-11-05',
      to: '2024-11-29',
      phases: [
        phase('2024-11-05T16:00', 'floor', 'febrile', [
          'Points between the shoulder blades.',
          'Pain worse lying flat.',
          'Chills in the evening.',
        ]),
        phase('2024-11-10T07:00', 'icu', 'febrile', [
          'Does not move the legs.',
          'No feeling below the chest line.',
          'Urinary catheter in place.',
        ]),
        phase('2024-11-16T08:00', 'floor', 'steady', [
          'Legs without movement.',
          'Turns with two assist.',
          'Long intravenous line for antibiotic.',
        ]),
      ],
      planted: [
        [
          6,
          '2024-11-05T17:20',
          'history_physical',
          'History and Physical',
          'Eleanor Whitby, MD',
          ['Back: {{1|Midline tenderness at T6 on percussion. Strength 5/5.}}', 'Plan: Cultures, MRI lumbar spine.'],
        ],
        [
          26,
          '2024-11-06T12:40',
          'radiology',
          'MRI Lumbar Spine',
          'Otis Freel, MD',
          [
            'Findings: No epidural collection L1 to S1.',
            'Comment: {{2|Thoracic spine not included. If pain is thoracic, dedicated imaging is suggested.}}',
          ],
        ],
        [
          48,
          '2024-11-08T09:40',
          'progress',
          'Infectious Disease Progress Note',
          'Samuel Groff, MD',
          [
            'Subjective: {{3|Legs feel heavy since last night. Back pain persists at mid-thorax.}}',
            'Plan: {{4|Continue cefazolin. Echocardiogram. Physical therapy for deconditioning.}}',
          ],
        ],
        [
          66,
          '2024-11-10T08:30',
          'radiology',
          'MRI Thoracic Spine',
          'Otis Freel, MD',
          ['Findings: {{5|Dorsal epidural abscess T5 to T8 with cord compression and edema.}}'],
        ],
      ],
    },
    {
      name: 'Rehabilitation hospital summary.pdf',
      category: 'medical_records',
      pages: 48,
      source: 'Mystic River Rehabilitation Hospital',
      from: '2024-11-30',
      to: '2025-01-24',
      phases: [
        phase('2024-11-30T11:00', 'rehab', 'steady', [
          'Wheelchair skills practiced.',
          'Catheterizes with setup.',
          'No leg movement.',
        ]),
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Percussion tenderness at T6 with fever requires imaging at that level; the report said so.', 1, 2],
      ['No. Heavy legs in this patient called for examination and emergency MRI.', 3, 4],
      ['More likely than not. He could walk until November 9.', 3, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Drainage while the legs were only heavy would more likely than not have kept walking ability.',
    overall_summary: 'The wrong level was imaged and the advice to image the right one was not followed.',
  },
});
