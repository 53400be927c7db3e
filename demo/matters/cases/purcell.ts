import { defineMatter, phase } from '../define.ts';

export const purcell = defineMatter({
  key: 'purcell',
  caption: 'Estate of Purcell v. Tallgrass Cardiac',
  claim_number: 'HM-88-40801',
  claimant: ['Leonard', 'Purcell', '1954-03-03', 'male'],
  defendants: [
    ['Vivek Rao, MD', 'Anesthesiology, cardiac', '204178896'],
    ['Dale Crandall, MD', 'Cardiothoracic surgery', '204178904'],
  ],
  facility: 'Tallgrass Cardiac Hospital',
  venue_state: 'OK',
  date_of_incident: '2024-09-25',
  date_claim_reported: '2025-03-31',
  claim_stage: 'discovery',
  specialty: 'Anesthesiology',
  sub_specialty: 'Cardiac',
  summary:
    'Aortic valve replacement on September 25, 2024. Four minutes after protamine the arterial pressure fell to 42/20 with high pulmonary pressure. The anesthesia record shows no epinephrine for nine minutes and return to bypass at 23 minutes. Anoxic brain injury was diagnosed on day three. The patient died on October 9, 2024.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Was the protamine reaction recognized and treated in time?',
    'Should prior NPH insulin use and fish allergy have changed the plan?',
    'Did the delay before return to bypass more likely than not cause the brain injury?',
    'Is the handwritten timing consistent with the monitor download?',
  ],
  severity: 9,
  firms: ['Redbud Law', 'Sooner Defense Counsel'],
  clinical: {
    mrn: 'TC-221975',
    allergies: 'Fish (throat swelling)',
    history: ['Severe aortic stenosis', 'Type 2 diabetes on NPH insulin', 'Stage 3 kidney disease'],
    home_meds: ['NPH insulin 22 units twice daily', 'Carvedilol 6.25 mg twice daily', 'Rosuvastatin 20 mg nightly'],
    meds: [
      'Norepinephrine infusion',
      'Insulin infusion',
      'Levetiracetam 1 g IV every 12 h',
      'Cefazolin 2 g IV every 8 h',
      'Propofol infusion',
    ],
    problems: [
      'Aortic stenosis',
      'Type 2 diabetes',
      '2024-09-25 Aortic valve replacement',
      '2024-09-26 Shock after protamine',
      '2024-09-28 Anoxic brain injury',
    ],
    attending: 'Dale Crandall, MD',
    city: 'Elm Prairie, OK',
  },
  records: [
    {
      name: 'Tallgrass admission September 24-October 9.pdf',
      category: 'hospital_chart',
      pages: 318,
      from: '2024-09-24',
      to: '2024-10-09',
      phases: [
        phase(
          '2024-09-24T10:00',
          'floor',
          'steady',
          ['Short of breath on stairs.', 'Preoperative teaching done.', 'Skin preparation completed.'],
          {
            meds: [
              'Carvedilol 6.25 mg PO twice daily',
              'Rosuvastatin 20 mg PO nightly',
              'Insulin NPH 22 units SC twice daily',
              'Chlorhexidine rinse',
            ],
          },
        ),
        phase(
          '2024-09-25T07:10',
          'or',
          'steady',
          ['Arterial and central lines in place.', 'Echo probe in place.', 'On bypass per perfusion record.'],
          {
            meds: ['Propofol infusion', 'Fentanyl IV', 'Rocuronium IV', 'Heparin IV per perfusion', 'Cefazolin 2 g IV'],
          },
        ),
        phase('2024-09-25T13:30', 'icu', 'ventilated', [
          'No response to voice off sedation.',
          'Pupils reactive, sluggish.',
          'Chest tubes with expected output.',
          'Family meeting held with the team.',
        ]),
      ],
      planted: [
        [
          6,
          '2024-09-24T14:10',
          'history_physical',
          'Preanesthesia Evaluation',
          'Vivek Rao, MD',
          [
            'Risk: {{1|Fish allergy with throat swelling. NPH insulin for eleven years.}}',
            'Plan: General anesthesia, standard heparin reversal with protamine.',
          ],
        ],
        [
          30,
          '2024-09-25T11:42',
          'anesthesia',
          'Anesthesia Record, Separation from Bypass',
          'Vivek Rao, MD',
          [
            '11:38 Protamine 250 mg over three minutes.',
            '11:42 {{2|Arterial 42/20, pulmonary artery 68/34. Phenylephrine 200 mcg.}}',
            '11:46 Phenylephrine repeated. Surgeon told.',
            '11:51 {{3|Epinephrine 100 mcg. Heparin requested.}}',
            '12:05 {{4|Back on bypass.}}',
          ],
        ],
        [
          33,
          '2024-09-25T12:50',
          'operative',
          'Operative Report',
          'Dale Crandall, MD',
          [
            'Procedure: Aortic valve replacement, 23 mm bioprosthesis.',
            'Event: Vasoplegia after protamine with right heart dilation; massage and return to bypass.',
          ],
        ],
        [
          110,
          '2024-09-28T09:00',
          'consult',
          'Neurology Consultation',
          'Beatrix Lowell, MD',
          [
            'Exam: No motor response, corneal reflexes present.',
            'Imaging: {{5|MRI with diffuse cortical and basal ganglia restricted diffusion.}}',
            'Impression: Severe anoxic injury.',
          ],
        ],
      ],
    },
    {
      name: 'Perfusion and monitor download.pdf',
      category: 'operative',
      pages: 22,
      from: '2024-09-25',
      to: '2024-09-25',
      phases: [
        phase('2024-09-25T07:00', 'or', 'steady', [
          'Circuit primed and checked.',
          'Activated clotting time recorded.',
          'Pump off per surgeon.',
        ]),
      ],
      planted: [
        [
          14,
          '2024-09-25T11:41',
          'anesthesia',
          'Monitor Download',
          'System export',
          [
            '11:41 {{6|Mean arterial 27 mmHg}}',
            '11:45 Mean arterial 24 mmHg',
            '11:50 Mean arterial 22 mmHg',
            '12:04 Mean arterial 58 mmHg, pump flow 4.6 L/min',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      [
        'No. The hemodynamics at 11:42 called for epinephrine and heparin at once; the first dose came nine minutes later.',
        2,
        3,
      ],
      [
        'They should at least have led to a slow test dose and epinephrine drawn up. Full dose in three minutes was fast.',
        1,
        2,
      ],
      [
        'More likely than not. Mean pressure stayed under 30 for over twenty minutes, with diffuse injury on imaging.',
        4,
        5,
        6,
      ],
      ['Within one minute. The download supports the handwritten times.', 2, 6],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text:
      'More than twenty minutes of very low pressure explains the diffuse injury; prompt treatment would more likely than not have shortened it to minutes.',
    overall_summary: 'A known risk was recorded, protamine was given fast, and effective treatment came late.',
  },
});
