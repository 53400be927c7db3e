import { defineMatter, phase } from '../define.ts';

export const osgood = defineMatter({
  key: 'osgood',
  caption: 'Osgood v. Ridgeline Imaging',
  claim_number: 'HM-88-40655',
  claimant: ['Warren', 'Osgood', '1966-09-14', 'male'],
  defendants: [['Priscilla Yoon, MD', 'Radiology', '204178888']],
  facility: 'Ridgeline Imaging Center',
  venue_state: 'CO',
  date_of_incident: '2024-05-02',
  date_claim_reported: '2025-01-22',
  claim_stage: 'suit_filed',
  specialty: 'Radiology',
  sub_specialty: 'Neuro',
  summary:
    'CT angiogram of the head on May 2, 2024 for sudden headache was reported as negative for aneurysm. On May 27 the patient had a subarachnoid hemorrhage; catheter angiography showed a 7 mm anterior communicating artery aneurysm. A second reading of the May 2 study describes a 6 mm outpouching. Executive dysfunction is claimed.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Is the aneurysm visible on the May 2 study to a reasonably careful neuroradiologist?',
    'Was the study technically adequate to report as negative?',
    'Would treatment before May 27 more likely than not have prevented the hemorrhage?',
  ],
  severity: 7,
  firms: ['Front Range Advocates', 'Hale Ostrander LLP'],
  clinical: {
    mrn: 'RI-090331',
    allergies: 'Penicillin (rash)',
    history: ['Hypertension', 'Migraine in youth'],
    home_meds: ['Amlodipine 5 mg daily'],
    meds: [
      'Nimodipine 60 mg PO every 4 h',
      'Levetiracetam 500 mg IV every 12 h',
      'Acetaminophen 650 mg PO every 6 h',
      'Nicardipine infusion',
    ],
    problems: ['Headache', 'Hypertension', '2024-05-27 Subarachnoid hemorrhage'],
    attending: 'Priscilla Yoon, MD',
    city: 'Larkspur Junction, CO',
  },
  records: [
    {
      name: 'Ridgeline imaging file.pdf',
      category: 'imaging_report',
      pages: 28,
      from: '2024-05-02',
      to: '2024-06-20',
      phases: [
        phase('2024-05-02T14:30', 'clinic', 'steady', [
          'Sudden headache two days before, now mild.',
          'No weakness or speech change reported.',
          'Contrast screening done, creatinine normal.',
        ]),
      ],
      planted: [
        [
          6,
          '2024-05-02T15:10',
          'radiology',
          'CT Angiogram, Head',
          'Priscilla Yoon, MD',
          [
            'Technique: {{2|Bolus timing satisfactory. 0.6 mm sections, maximum intensity reformats. Three-dimensional reformats not obtained.}}',
            'Findings: No hemorrhage. Circle of Willis patent.',
            'Impression: {{1|No aneurysm or vascular malformation.}}',
          ],
        ],
        [
          20,
          '2024-06-14T10:00',
          'radiology',
          'Second Reading, CT Angiogram of May 2',
          'Matthias Oduya, MD',
          [
            'Findings: {{3|On axial images 142 to 149 there is a 6 mm rounded outpouching at the anterior communicating artery directed inferiorly.}}',
            'Comment: Present also on sagittal reformats.',
          ],
        ],
      ],
    },
    {
      name: 'Larkspur University Hospital admission.pdf',
      category: 'hospital_chart',
      pages: 148,
      source: 'Larkspur University Hospital',
      from: '2024-05-27',
      to: '2024-06-13',
      phases: [
        phase('2024-05-27T06:15', 'ed', 'hypertensive', [
          'Severe headache, vomiting.',
          'Confused, follows simple commands.',
          'Neck stiff.',
        ]),
        phase('2024-05-27T12:00', 'icu', 'hypertensive', [
          'Drain at 15 cm, clear pink output.',
          'Opens eyes to voice.',
          'Daily transcranial Doppler.',
          'Moves all limbs.',
        ]),
        phase('2024-06-07T09:00', 'floor', 'steady', [
          'Slow to answer, oriented to place.',
          'Needs cueing for sequence.',
          'Walks with supervision.',
        ]),
      ],
      planted: [
        [
          9,
          '2024-05-27T07:05',
          'radiology',
          'CT Head',
          'Nadia Fenn, MD',
          [
            'Findings: {{4|Thick interhemispheric and basal subarachnoid blood.}}',
            'Impression: Subarachnoid hemorrhage.',
          ],
        ],
        [
          16,
          '2024-05-27T10:20',
          'operative',
          'Cerebral Angiogram and Coil Embolization',
          'Tomas Lindqvist, MD',
          [
            'Findings: {{5|7 mm anterior communicating artery aneurysm with a bleb, source of hemorrhage.}}',
            'Treatment: Coils placed, complete occlusion.',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      [
        'Yes. A 6 mm outpouching on eight consecutive sections, seen in two planes, is within what a careful neuroradiologist reports.',
        1,
        3,
      ],
      ['Yes, the source images were adequate; three-dimensional views would have helped but were not needed.', 2],
      [
        'More likely than not. The aneurysm was of treatable size and place, and twenty-five days allowed referral and treatment.',
        3,
        5,
      ],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text:
      'The aneurysm seen on the second reading is the one that bled; elective repair would more likely than not have come first.',
    overall_summary: 'A visible aneurysm was not reported in a patient whose history raised the question.',
  },
});
