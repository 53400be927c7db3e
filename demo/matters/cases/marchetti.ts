import { defineMatter, phase } from '../define.ts';

export const marchetti = defineMatter({
  key: 'marchetti',
  caption: 'Marchetti v. Stillwater Behavioral',
  claim_number: 'TR-25-12114',
  insurer: 'Tidewater Reciprocal',
  claimant: ['Nora', 'Marchetti', '1968-04-17', 'female'],
  defendants: [['Philip Reams, MD', 'Psychiatry', '204179142']],
  facility: 'Stillwater Behavioral Health',
  venue_state: 'CT',
  date_of_incident: '2024-09-16',
  date_claim_reported: '2025-05-30',
  claim_stage: 'pre_suit',
  specialty: 'Psychiatry',
  sub_specialty: null,
  summary:
    'On lithium for bipolar disorder. On August 12, 2024 her internist added lisinopril and hydrochlorothiazide, and the psychiatrist received the list on August 19. No level was drawn. Tremor and slurred speech were reported on September 9 and the dose was kept. Admitted September 16 with lithium 3.9 mmol/L; dialysis was needed. Persistent cerebellar signs are claimed.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Was a lithium level required after August 19?',
    'Did the September 9 contact require same-day evaluation?',
    'Are the cerebellar signs due to lithium toxicity?',
  ],
  severity: 6,
  firms: ['Nutmeg Patients Law', 'Quinnipiac Rowe LLP'],
  clinical: {
    mrn: 'SB-11762',
    allergies: 'None known',
    history: ['Bipolar disorder, stable nine years', 'Hypertension'],
    home_meds: [
      'Lithium carbonate 900 mg daily',
      '2024-08-19 Lisinopril 20 mg daily',
      '2024-08-19 Hydrochlorothiazide 25 mg daily',
    ],
    meds: ['Lorazepam 1 mg IV as needed', 'Quetiapine 50 mg PO nightly', 'Sodium chloride 0.9 percent infusion'],
    problems: ['Bipolar disorder', 'Hypertension', '2024-09-16 Lithium toxicity', '2024-09-16 Acute kidney injury'],
    attending: 'Philip Reams, MD',
    city: 'Stillwater, CT',
  },
  records: [
    {
      name: 'Stillwater outpatient chart.pdf',
      category: 'outpatient',
      pages: 40,
      from: '2024-01-09',
      to: '2024-09-13',
      phases: [
        phase('2024-01-09T10:00', 'clinic', 'steady', [
          'Mood even.',
          'Sleeps seven hours.',
          'Works part time at the library.',
        ]),
      ],
      planted: [
        [
          24,
          '2024-08-19T10:15',
          'clinic',
          'Medication Visit',
          'Philip Reams, MD',
          [
            'Medications: {{1|List from internist received: lisinopril and hydrochlorothiazide new.}}',
            'Plan: {{2|Continue lithium 900 mg. Level due in January.}}',
          ],
        ],
        [
          32,
          '2024-09-09T15:20',
          'telephone',
          'Telephone Encounter',
          'Office staff',
          [
            '{{3|Husband: hands shake, speech thick, unsteady. Message to Dr. Reams: anxiety, keep dose, visit in two weeks.}}',
          ],
        ],
      ],
    },
    {
      name: 'Housatonic Hospital admission.pdf',
      category: 'hospital_chart',
      pages: 88,
      source: 'Housatonic Hospital',
      from: '2024-09-16',
      to: '2024-10-01',
      phases: [
        phase(
          '2024-09-16T11:00',
          'icu',
          'renal',
          ['Coarse tremor of both hands.', 'Sleepy, mumbles.', 'Dialysis catheter in place.'],
          {
            meds: ['Sodium chloride 0.9 percent infusion', 'Lorazepam 1 mg IV as needed'],
            labs: { Creatinine: [2.4, 3.0] },
          },
        ),
        phase('2024-09-21T08:00', 'floor', 'steady', ['Wide-based gait.', 'Speech scanning.', 'Needs help with cup.']),
      ],
      planted: [
        [
          6,
          '2024-09-16T11:40',
          'lab',
          'Laboratory Report',
          'Laboratory',
          [
            'Lithium | CRIT 3.9 | mmol/L | 0.6 - 1.2',
            'Creatinine | H 2.9 | mg/dL | 0.6 - 1.3',
            '{{4|Repeat lithium 3.7 confirmed on second sample.}}',
          ],
        ],
        [
          72,
          '2024-09-28T10:00',
          'consult',
          'Neurology Consultation',
          'Ruth Okerlund, MD',
          [
            'Exam: {{5|Limb and gait ataxia, dysarthria, ten days after clearance of lithium.}}',
            'Imaging: MRI without stroke.',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Both new drugs raise lithium; a level within a week was required.', 1, 2],
      ['Yes. Tremor, thick speech and unsteadiness on lithium are toxicity until a level is known.', 3, 4],
      ['More likely than not; no other cause was found.', 4, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Monitoring in August would more likely than not have avoided toxic exposure.',
    overall_summary: 'A known interaction was on the list and the warning call was not acted on.',
  },
});
