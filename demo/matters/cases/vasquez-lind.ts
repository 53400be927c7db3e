import { defineMatter, phase } from '../define.ts';

export const vasquezLind = defineMatter({
  key: 'vasquez-lind',
  caption: 'Vasquez-Lind v. Brightwater',
  claim_number: 'HM-88-40977',
  claimant: ['Teresa', 'Vasquez-Lind', '1979-08-02', 'female'],
  defendants: [
    ['Miles Quill, MD', 'Neurosurgery', '204178839'],
    ['Renata Holub, MD', 'Emergency medicine', '204178847'],
  ],
  facility: 'Brightwater Regional Medical Center',
  venue_state: 'IL',
  date_of_incident: '2025-03-09',
  date_claim_reported: '2025-11-20',
  claim_stage: 'incident',
  specialty: 'Neurosurgery',
  sub_specialty: 'Spine',
  summary:
    'Fall from a ladder on March 9, 2025. Presented to the Brightwater emergency department with low back pain; triage noted urinary retention at 23:20. MRI obtained about 14 hours later showed a large L4-L5 herniation with cauda equina compression. Decompression on March 11. Permanent bladder dysfunction is claimed.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'On the findings at 23:20, did the standard of care require an emergency MRI?',
    'If the MRI had been done within four hours, would the bladder outcome more likely than not be different?',
    'Which chart entries support or contradict the claimed time of onset?',
  ],
  severity: 6,
  firms: ['Palmgren & Okoye', 'Whitmore Dane LLP'],
  clinical: {
    mrn: 'BW-7688310',
    allergies: 'None known',
    history: ['Chronic low back pain', 'Two cesarean births'],
    home_meds: ['Ibuprofen 600 mg as needed'],
    meds: [
      'Ketorolac 15 mg IV every 6 h',
      'Acetaminophen 1 g PO every 8 h',
      'Morphine 2 mg IV as needed',
      'Ondansetron 4 mg IV as needed',
    ],
    problems: ['Acute low back pain after fall', 'Urinary retention', 'Bilateral leg numbness'],
    attending: 'Miles Quill, MD',
    city: 'Marlow Falls, IL',
  },
  records: [
    {
      name: 'Brightwater ED chart March 9-11.pdf',
      category: 'hospital_chart',
      pages: 168,
      from: '2025-03-09',
      to: '2025-03-11',
      phases: [
        phase('2025-03-09T22:55', 'ed', 'pain', [
          'Lying on the left side for comfort.',
          'Says both legs tingle.',
          'Has not passed urine since the afternoon.',
          'Partner at bedside.',
        ]),
        phase('2025-03-10T16:00', 'floor', 'pain', [
          'Indwelling catheter in place.',
          'Perineal numbness unchanged.',
          'Log rolls with two assist.',
          'Awaiting operating room time.',
        ]),
      ],
      planted: [
        [
          3,
          '2025-03-09T23:20',
          'triage',
          'ED Triage Note',
          'Imani Cole, RN',
          [
            'Chief complaint: Low back pain after fall from ladder, about six feet.',
            'Triage: {{1|Unable to void since 15:00, feels full. Numb between legs when wiping.}}',
            'Acuity: Level 3.',
          ],
        ],
        [
          9,
          '2025-03-10T00:35',
          'ed_note',
          'ED Physician Note',
          'Renata Holub, MD',
          [
            'History: Back pain with bilateral leg tingling after fall.',
            'Exam: Strength 5/5 both legs. {{2|Rectal exam deferred.}} Bladder scan ordered.',
            'Plan: Lumbar CT, analgesia, reassess in the morning.',
          ],
        ],
        [
          14,
          '2025-03-10T02:10',
          'nursing',
          'Nursing Notes',
          'Imani Cole, RN',
          [
            '02:10 {{3|Bladder scan 810 mL. Dr. Holub told. Catheter placed, 850 mL out.}}',
            '03:00 CT done. Returned to room 9.',
          ],
        ],
        [
          62,
          '2025-03-10T13:25',
          'radiology',
          'MRI Lumbar Spine',
          'Howard Pell, MD',
          [
            'Findings: {{4|Large central L4-L5 extrusion occupying over 75 percent of the canal with compression of the cauda equina}}.',
            'Impression: Severe central stenosis. Called to Dr. Quill 13:50.',
          ],
        ],
        [
          120,
          '2025-03-11T08:05',
          'operative',
          'Operative Report',
          'Miles Quill, MD',
          [
            'Procedure: L4-L5 laminectomy and discectomy.',
            'Findings: Large free fragment removed in pieces; sac decompressed. No dural injury.',
          ],
        ],
      ],
    },
    {
      name: 'Urology follow-up.pdf',
      category: 'outpatient',
      pages: 26,
      source: 'Marlow Falls Urology Group',
      from: '2025-04-02',
      to: '2025-10-14',
      phases: [
        phase('2025-04-02T13:00', 'clinic', 'steady', [
          'Self-catheterization three times daily.',
          'No infection since last visit.',
          'Sensation partly returned.',
          'Urodynamic study discussed.',
        ]),
      ],
    },
  ],
  conclusion: {
    answers: [
      [
        'Yes. Retention with saddle numbness after trauma is an emergency presentation whatever the leg strength. A rectal examination and MRI that night were required.',
        1,
        2,
        3,
      ],
      [
        'It cannot be said with confidence. Retention was already complete at arrival, and the literature on timing in complete retention is divided.',
        3,
        4,
      ],
      ['Triage dates the last void to 15:00, and the 850 mL drained at 02:10 supports onset before arrival.', 1, 3],
    ],
    standard_of_care: 'not_met',
    causation: 'cannot_determine',
    causation_text:
      'Complete retention was present on arrival, so benefit from MRI within four hours is possible but not shown.',
    overall_summary:
      'The failure to image overnight departed from the standard of care. The effect on bladder outcome is open.',
  },
});
