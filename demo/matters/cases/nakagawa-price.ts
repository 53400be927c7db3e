import { defineMatter, phase } from '../define.ts';

export const nakagawaPrice = defineMatter({
  key: 'nakagawa-price',
  caption: 'Nakagawa-Price v. Summit Colorectal',
  claim_number: 'GP-2025-0718',
  insurer: 'Granite Plains Indemnity',
  claimant: ['Helen', 'Nakagawa-Price', '1959-02-26', 'female'],
  defendants: [['Jerome Falk, MD', 'Colorectal surgery', '204178979']],
  facility: 'Willamette Summit Hospital',
  venue_state: 'OR',
  date_of_incident: '2024-07-13',
  date_claim_reported: '2025-04-28',
  claim_stage: 'pre_suit',
  specialty: 'Colorectal surgery',
  sub_specialty: null,
  summary:
    'Low anterior resection for rectal cancer on July 9, 2024 without diverting stoma after chemoradiation. C-reactive protein was 286 mg/L on day four. CT on day four was limited to the upper abdomen. Peritonitis on day seven required take-down and permanent colostomy.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Was omission of a diverting stoma acceptable after radiation?',
    'Did the day-four findings require pelvic imaging?',
    'Would earlier re-exploration more likely than not have saved the anastomosis?',
  ],
  severity: 6,
  firms: ['Cascade Patients Law', 'Marion Webb LLP'],
  clinical: {
    mrn: 'WS-119038',
    allergies: 'None known',
    history: ['Rectal adenocarcinoma, chemoradiation finished in April', 'Osteoporosis'],
    home_meds: ['Alendronate 70 mg weekly', 'Calcium 600 mg daily'],
    meds: [
      'Acetaminophen 1 g IV every 8 h',
      'Enoxaparin 40 mg SC daily',
      'Hydromorphone 0.2 mg IV as needed',
      'Pantoprazole 40 mg IV daily',
    ],
    problems: ['Rectal cancer', 'Low anterior resection', '2024-07-13 Ileus', '2024-07-16 Anastomotic leak'],
    attending: 'Jerome Falk, MD',
    city: 'Summit Falls, OR',
  },
  records: [
    {
      name: 'Summit admission July 9-August 6.pdf',
      category: 'hospital_chart',
      pages: 174,
      from: '2024-07-09',
      to: '2024-08-06',
      phases: [
        phase('2024-07-09T06:30', 'floor', 'pain', [
          'Abdomen soft, tender at incision.',
          'No flatus.',
          'Urinary catheter out, voids.',
        ]),
        phase('2024-07-12T20:00', 'floor', 'febrile', [
          'Abdomen distended.',
          'Nausea, small emesis.',
          'Pelvic pressure when sitting.',
          'No flatus.',
        ]),
        phase(
          '2024-07-16T11:00',
          'icu',
          'septic',
          ['Colostomy dusky then pink.', 'Pressor weaned over the day.', 'Open wound packed.'],
          {
            meds: [
              'Piperacillin-tazobactam 4.5 g IV every 6 h',
              'Norepinephrine infusion',
              'Pantoprazole 40 mg IV daily',
            ],
          },
        ),
        phase(
          '2024-07-23T08:00',
          'floor',
          'anemic',
          ['Colostomy teaching.', 'Wound vacuum in place.', 'Eats half of meals.'],
          { meds: ['Ertapenem 1 g IV daily', 'Enoxaparin 40 mg SC daily', 'Acetaminophen 1 g PO every 8 h'] },
        ),
      ],
      planted: [
        [
          7,
          '2024-07-09T13:40',
          'operative',
          'Operative Report',
          'Jerome Falk, MD',
          [
            'Procedure: Low anterior resection, stapled anastomosis at 5 cm.',
            'Diversion: {{1|Tissue healthy, air test negative. Stoma not made at patient preference after discussion of risk.}}',
          ],
        ],
        [
          46,
          '2024-07-13T06:20',
          'lab',
          'Laboratory Report',
          'Laboratory',
          [
            'C-reactive protein | H 286 | mg/L | < 5',
            'Lactate | 1.9 | mmol/L | 0.5 - 2.0',
            '{{2|C-reactive protein 286 called to surgical resident 06:55.}}',
          ],
        ],
        [
          50,
          '2024-07-13T15:00',
          'radiology',
          'CT Abdomen',
          'Thea Lund, MD',
          [
            'Technique: {{3|Abdomen only as ordered; pelvis not included. No rectal contrast.}}',
            'Impression: Ileus. No upper abdominal collection.',
          ],
        ],
        [
          84,
          '2024-07-16T08:30',
          'operative',
          'Operative Report',
          'Jerome Falk, MD',
          [
            'Procedure: Laparotomy, take-down, end colostomy.',
            'Findings: {{4|Posterior half of the anastomosis open, feculent pelvis, rectal stump friable.}}',
          ],
        ],
      ],
    },
    {
      name: 'Stoma and oncology follow-up.pdf',
      category: 'outpatient',
      pages: 32,
      source: 'Summit Falls Cancer Clinic',
      from: '2024-09-04',
      to: '2025-03-20',
      phases: [
        phase('2024-09-04T10:00', 'clinic', 'steady', [
          'Colostomy works daily.',
          'No sign of recurrence.',
          'Perineal ache when sitting.',
        ]),
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Acceptable but at the edge; the note records a discussion and her preference.', 1],
      [
        'Yes. A value of 286 on day four after a pelvic anastomosis requires imaging of the pelvis with rectal contrast.',
        2,
        3,
      ],
      [
        'Not shown. Half the ring was open in irradiated tissue; a stoma was likely either way, though perhaps not permanent.',
        4,
      ],
    ],
    standard_of_care: 'not_met',
    causation: 'cannot_determine',
    causation_text:
      'Three days of delay explain the sepsis; permanence of the stoma cannot be assigned with confidence.',
    overall_summary: 'The wrong field was scanned for the question asked.',
  },
});
