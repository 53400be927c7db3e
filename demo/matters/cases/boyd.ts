import { defineMatter, phase } from '../define.ts';

export const boyd = defineMatter({
  key: 'boyd',
  caption: 'Boyd v. St. Orrin Women’s Center',
  claim_number: 'HM-88-39655',
  claimant: ['Kelsey', 'Boyd', '1991-03-19', 'female'],
  defendants: [
    ['Loren Fitch, MD', 'OB/GYN', '204179035'],
    ['Abigail Storm, MD', 'OB/GYN, maternal-fetal medicine', '204179043'],
  ],
  facility: 'St. Orrin Women’s Center',
  venue_state: 'MO',
  date_of_incident: '2024-06-11',
  date_claim_reported: '2025-01-09',
  claim_stage: 'discovery',
  specialty: 'OB/GYN',
  sub_specialty: 'MFM',
  summary:
    'At 34 weeks on June 9, 2024 pressures were 158/102 with headache and proteinuria; home rest was advised. On June 11 she was admitted with 186/118 and platelets of 61. Antihypertensive treatment began 74 minutes after the first severe reading. A left putamen hemorrhage was diagnosed after cesarean delivery. Right-sided weakness remains.',
  issue_scope: ['standard_of_care', 'causation', 'damages'],
  questions: [
    'Should the patient have been admitted on June 9?',
    'Did the time to treatment of severe pressure meet the standard?',
    'Did delay more likely than not cause the hemorrhage?',
  ],
  severity: 7,
  firms: ['Gateway Birth Injury Law', 'Ozark Lyle LLP'],
  clinical: {
    mrn: 'SO-445981',
    allergies: 'None known',
    history: ['First pregnancy', 'Body mass index 33'],
    home_meds: ['Prenatal vitamin daily', 'Aspirin 81 mg daily'],
    meds: [
      'Magnesium sulfate infusion',
      'Labetalol 20 mg IV as ordered',
      'Betamethasone 12 mg IM',
      'Nicardipine infusion',
    ],
    problems: [
      'Pregnancy',
      '2024-06-11 Preeclampsia with severe features',
      '2024-06-11 HELLP syndrome',
      '2024-06-12 Intracerebral hemorrhage',
    ],
    attending: 'Loren Fitch, MD',
    city: 'St. Orrin, MO',
  },
  records: [
    {
      name: 'Prenatal record.pdf',
      category: 'outpatient',
      pages: 38,
      from: '2023-12-04',
      to: '2024-06-09',
      phases: [
        phase('2023-12-04T10:00', 'clinic', 'steady', [
          'Feels well.',
          'Fetal heart heard.',
          'Fundal height matches dates.',
        ]),
      ],
      planted: [
        [
          34,
          '2024-06-09T15:30',
          'clinic',
          'Prenatal Visit, 34 Weeks',
          'Loren Fitch, MD',
          [
            'Data: {{1|BP 158/102, repeat 156/100. Protein 3+. Headache since morning.}}',
            'Plan: {{2|Rest at home, laboratory tests this week, return four days.}}',
          ],
        ],
      ],
    },
    {
      name: 'St. Orrin admission June 11-24.pdf',
      category: 'hospital_chart',
      pages: 152,
      from: '2024-06-11',
      to: '2024-06-24',
      phases: [
        phase(
          '2024-06-11T05:40',
          'labor',
          'hypertensive',
          ['Headache over the eyes.', 'Right upper belly pain.', 'Fetal movement felt.', 'Reflexes brisk.'],
          { labs: { 'Platelet count': [55, 64], ALT: [280, 340], AST: [300, 380] } },
        ),
        phase(
          '2024-06-11T11:00',
          'icu',
          'hypertensive',
          ['Right arm and leg weak.', 'Incision dry.', 'Speech slow.', 'Magnesium continues.'],
          {
            meds: ['Magnesium sulfate infusion', 'Nicardipine infusion', 'Levetiracetam 500 mg IV every 12 h'],
            labs: { 'Platelet count': [58, 82], ALT: [180, 260], AST: [160, 240] },
          },
        ),
        phase(
          '2024-06-16T08:00',
          'floor',
          'steady',
          ['Right grip weak.', 'Visits baby in nursery.', 'Therapy daily.'],
          {
            meds: [
              'Labetalol 200 mg PO twice daily',
              'Nifedipine XL 30 mg PO daily',
              'Acetaminophen 650 mg PO every 6 h',
            ],
          },
        ),
      ],
      planted: [
        [
          6,
          '2024-06-11T05:52',
          'nursing',
          'Labor and Delivery Triage',
          'Faye Odell, RN',
          [
            '05:52 {{3|BP 186/118. Provider paged.}}',
            '06:20 BP 184/116. Paged again.',
            '07:06 {{4|Labetalol 20 mg IV given, first dose.}}',
          ],
        ],
        [
          9,
          '2024-06-11T06:40',
          'lab',
          'Laboratory Report',
          'Laboratory',
          ['Platelets | CRIT 61 | K/uL | 150 - 400', 'AST | H 342 | U/L | 8 - 40', 'LDH | H 880 | U/L | 120 - 246'],
        ],
        [
          30,
          '2024-06-11T10:15',
          'radiology',
          'CT Head',
          'Saul Merritt, MD',
          ['Findings: {{5|Left putamen hemorrhage 3.6 cm with 4 mm shift.}}'],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Preeclampsia with headache is a reason for admission at 34 weeks.', 1, 2],
      [
        'No. Treatment is expected within thirty to sixty minutes of a confirmed severe reading; the first dose came at seventy-four.',
        3,
        4,
      ],
      [
        'More likely than not. Two days without treatment, then more than an hour of severe pressure with low platelets.',
        1,
        3,
        5,
      ],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Admission on June 9 would more likely than not have avoided severe uncontrolled pressure.',
    overall_summary: 'Severe disease was sent home and then treated late.',
  },
});
