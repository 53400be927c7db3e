import { defineMatter, phase } from '../define.ts';

export const ames = defineMatter({
  key: 'ames',
  caption: 'Ames v. Overlook Spine Center',
  claim_number: 'HM-88-40120',
  claimant: ['Delphine', 'Ames', '1957-11-30', 'female'],
  defendants: [['Curtis Boland, MD', 'Anesthesiology, pain medicine', '204178862']],
  facility: 'Overlook Spine Center',
  venue_state: 'TN',
  date_of_incident: '2024-10-08',
  date_claim_reported: '2025-04-15',
  claim_stage: 'suit_filed',
  specialty: 'Anesthesiology',
  sub_specialty: 'Pain medicine',
  summary:
    'Cervical interlaminar epidural steroid injection at C7-T1 on October 8, 2024 while the patient took apixaban for atrial fibrillation; the intake sheet lists the last dose that morning. Arm weakness began five hours later. MRI showed a C6-T2 epidural hematoma, evacuated the same night. Residual left hand weakness is claimed.',
  issue_scope: ['standard_of_care', 'causation', 'damages'],
  questions: [
    'Should the injection have been deferred on the intake information?',
    'Did the telephone advice at 16:20 meet the standard of care?',
    'Is the hand weakness explained by the hematoma or by prior cervical disease?',
  ],
  severity: 5,
  firms: ['Hatcher Bell PLLC', 'Cumberland Defense Group'],
  clinical: {
    mrn: 'OS-30277',
    allergies: 'Shellfish (hives)',
    history: ['Atrial fibrillation', 'Cervical spondylosis', 'Hypothyroidism'],
    home_meds: ['Apixaban 5 mg twice daily', 'Metoprolol succinate 50 mg daily', 'Levothyroxine 75 mcg daily'],
    meds: ['Metoprolol succinate 50 mg PO daily', 'Levothyroxine 75 mcg PO daily', 'Acetaminophen 650 mg PO as needed'],
    problems: [
      'Cervical radiculopathy',
      'Atrial fibrillation on anticoagulant',
      '2024-10-09 Cervical epidural hematoma',
    ],
    attending: 'Curtis Boland, MD',
    city: 'Overlook, TN',
  },
  records: [
    {
      name: 'Overlook procedure chart.pdf',
      category: 'outpatient',
      pages: 46,
      from: '2024-08-12',
      to: '2024-10-08',
      phases: [
        phase('2024-08-12T09:00', 'clinic', 'steady', [
          'Neck pain to the left shoulder and arm.',
          'Grip equal on both sides.',
          'Therapy completed without relief.',
          'Injection discussed.',
        ]),
      ],
      planted: [
        [
          30,
          '2024-10-08T10:35',
          'nursing',
          'Preprocedure Intake',
          'Wanda Pike, RN',
          [
            '10:35 {{1|Blood thinner: apixaban, last taken today 07:00.}} Form placed in chart.',
            '10:50 Blood pressure 138/78. Consent signed.',
          ],
        ],
        [
          33,
          '2024-10-08T11:25',
          'operative',
          'Procedure Note',
          'Curtis Boland, MD',
          [
            'Procedure: C7-T1 interlaminar epidural injection, dexamethasone 10 mg.',
            'Anticoagulants: {{2|Held per protocol.}}',
            'Course: Loss of resistance on second pass. Contrast spread epidural. Tolerated.',
          ],
        ],
        [
          40,
          '2024-10-08T16:20',
          'telephone',
          'Telephone Encounter',
          'Wanda Pike, RN',
          [
            'Caller: Patient. {{3|Left arm heavy and neck pressure since 16:00. Told by Dr. Boland this is local anesthetic effect and to call tomorrow if it persists.}}',
          ],
        ],
      ],
    },
    {
      name: 'Cumberland University Hospital admission.pdf',
      category: 'hospital_chart',
      pages: 118,
      source: 'Cumberland University Hospital',
      from: '2024-10-08',
      to: '2024-10-15',
      phases: [
        phase('2024-10-08T19:10', 'ed', 'hypertensive', [
          'Weak left arm and hand.',
          'Severe neck pressure.',
          'Family gives medication list.',
        ]),
        phase('2024-10-09T03:00', 'icu', 'steady', [
          'Extubated, follows commands.',
          'Left grip weak, improving slowly.',
          'Cervical drain in place.',
          'Anticoagulant on hold.',
        ]),
        phase('2024-10-11T08:00', 'floor', 'steady', [
          'Walks in the hall with therapy.',
          'Left hand clumsy.',
          'Incision clean.',
        ]),
      ],
      planted: [
        [
          12,
          '2024-10-08T20:40',
          'radiology',
          'MRI Cervical Spine',
          'Elias Nwosu, MD',
          [
            'Findings: {{4|Dorsal epidural hematoma C6 to T2 with left cord flattening and cord signal change at C7.}}',
            'Comparison: {{5|Prior MRI shows foraminal narrowing only; cord signal then normal.}}',
          ],
        ],
        [
          20,
          '2024-10-08T23:15',
          'operative',
          'Operative Report',
          'Sabine Arce, MD',
          [
            'Procedure: C6-T2 laminectomy, evacuation of epidural hematoma after reversal of apixaban.',
            'Findings: Clot under pressure, left more than right.',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      [
        'Yes. An interlaminar cervical injection four hours after a dose of apixaban should not be done. The procedure note contradicts the intake sheet.',
        1,
        2,
      ],
      ['No. New arm heaviness after a cervical epidural in an anticoagulated patient needs immediate examination.', 3],
      ['By the hematoma. Cord signal was normal before and changed at C7 after.', 4, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text:
      'The hematoma followed the injection under full anticoagulation and explains the cord change and the hand weakness.',
    overall_summary:
      'The intake sheet recorded the reason to defer. It was not acted on, and the first call for help was misread.',
  },
});
