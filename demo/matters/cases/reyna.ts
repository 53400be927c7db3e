import { defineMatter, phase } from '../define.ts';

export const reyna = defineMatter({
  key: 'reyna',
  caption: 'Reyna v. Keystone Neuro',
  claim_number: 'HM-88-41007',
  claimant: ['Anita', 'Reyna', '1974-02-09', 'female'],
  defendants: [['Stuart Amsel, MD', 'Neurology', '204178870']],
  facility: 'Keystone Neuroscience Hospital',
  venue_state: 'PA',
  date_of_incident: '2024-11-19',
  date_claim_reported: '2025-07-08',
  claim_stage: 'pre_suit',
  specialty: 'Neurology',
  sub_specialty: 'Stroke',
  summary:
    'Sudden vertigo, vomiting and gait imbalance on November 19, 2024. Noncontrast head CT was read as normal and peripheral vertigo was diagnosed by telephone neurology consult. Returned 31 hours later with drowsiness; MRI showed a left cerebellar infarct with brainstem compression. Suboccipital decompression followed. Ataxia remains.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Did the recorded examination support a peripheral cause of vertigo?',
    'Was vascular imaging or admission required on November 19?',
    'Would earlier recognition more likely than not have avoided decompression?',
  ],
  severity: 6,
  firms: ['Schuylkill Trial Group', 'Penrose Hart LLP'],
  clinical: {
    mrn: 'KN-556120',
    allergies: 'None known',
    history: ['Migraine with aura', 'Tobacco use, 12 pack-years'],
    home_meds: ['Sumatriptan 50 mg as needed', 'Norethindrone 0.35 mg daily'],
    meds: [
      'Meclizine 25 mg PO every 8 h',
      'Ondansetron 4 mg IV every 6 h as needed',
      'Aspirin 81 mg PO daily',
      'Heparin 5000 units SC every 8 h',
    ],
    problems: ['Acute vertigo', 'Nausea', '2024-11-20 Cerebellar infarction'],
    attending: 'Stuart Amsel, MD',
    city: 'Conover, PA',
  },
  records: [
    {
      name: 'Keystone ED visit and admission.pdf',
      category: 'hospital_chart',
      pages: 156,
      from: '2024-11-19',
      to: '2024-12-03',
      phases: [
        phase(
          '2024-11-19T08:20',
          'ed',
          'hypertensive',
          ['Keeps eyes closed, room spins.', 'Vomited twice.', 'Holds the rail when sitting up.'],
          { meds: ['Meclizine 25 mg PO once', 'Ondansetron 4 mg IV'] },
        ),
        phase(
          '2024-11-20T13:50',
          'ed',
          'hypertensive',
          ['Opens eyes to voice, slow to answer.', 'Left-sided clumsiness.', 'Head of bed raised.'],
          { meds: ['Ondansetron 4 mg IV', 'Mannitol 25 g IV'] },
        ),
        phase(
          '2024-11-20T19:40',
          'icu',
          'ventilated',
          [
            'Pupils equal and reactive.',
            'Suboccipital dressing dry.',
            'External ventricular drain open at 15 cm.',
            'Moves all limbs to command when lightened.',
          ],
          {
            meds: [
              'Mannitol 25 g IV',
              'Propofol infusion',
              'Levetiracetam 500 mg IV every 12 h',
              'Pantoprazole 40 mg IV daily',
            ],
          },
        ),
        phase(
          '2024-11-26T08:00',
          'floor',
          'steady',
          [
            'Left arm overshoots target.',
            'Wide-based gait with walker.',
            'Speech slurred, understood.',
            'Swallow evaluation passed for soft diet.',
          ],
          {
            meds: [
              'Aspirin 81 mg PO daily',
              'Heparin 5000 units SC every 8 h',
              'Atorvastatin 80 mg PO nightly',
              'Senna 8.6 mg PO nightly',
            ],
          },
        ),
      ],
      planted: [
        [
          5,
          '2024-11-19T09:10',
          'ed_note',
          'ED Physician Note',
          'Cora Lathem, MD',
          [
            'History: Abrupt vertigo at 06:45 with vomiting. Neck ache for two days after a chiropractic visit.',
            'Exam: {{1|Nystagmus changes direction with gaze. Cannot walk without support.}} Strength full.',
            'Plan: Head CT, call neurology.',
          ],
        ],
        [
          8,
          '2024-11-19T11:15',
          'consult',
          'Telephone Neurology Consult',
          'Stuart Amsel, MD',
          [
            'By telephone: {{2|CT negative. Impression peripheral vestibulopathy. Discharge with meclizine; no MRI needed.}}',
            'Examination: Not performed by me. Gait described as unsteady.',
          ],
        ],
        [
          9,
          '2024-11-19T12:10',
          'nursing',
          'Discharge Note',
          'Zoe Farrell, RN',
          ['12:10 Discharged in a wheelchair with husband. Meclizine prescription given. Still unsteady.'],
        ],
        [
          10,
          '2024-11-20T13:50',
          'triage',
          'ED Triage Note',
          'Zoe Farrell, RN',
          ['Complaint: Returned by ambulance, hard to wake since noon. Vomiting overnight.', 'Acuity: Level 2.'],
        ],
        [
          17,
          '2024-11-20T16:30',
          'radiology',
          'MRI and MR Angiogram, Head and Neck',
          'Owen Bristow, MD',
          [
            'Findings: {{3|Acute left cerebellar infarct in the posterior inferior territory with fourth ventricle effacement. Left vertebral artery dissection at V3.}}',
            'Impression: Called to the emergency physician at 16:48.',
          ],
        ],
        [
          21,
          '2024-11-20T18:05',
          'operative',
          'Operative Report',
          'Philippa Dunne, MD',
          [
            'Procedure: Suboccipital craniectomy and ventriculostomy.',
            'Findings: {{4|Swollen, soft left cerebellar hemisphere under pressure.}}',
          ],
        ],
      ],
    },
    {
      name: 'Deposition of Stuart Amsel.pdf',
      category: 'deposition',
      pages: 34,
      source: 'Liberty Reporting',
      from: '2026-02-10',
      to: '2026-02-10',
      planted: [
        [
          15,
          '2026-02-10T10:00',
          'testimony',
          'Testimony',
          'Stuart Amsel, MD',
          [
            'Q. Did anyone tell you about the nystagmus?',
            'A. {{5|I was told there was nystagmus. I did not ask about direction.}}',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      [
        'No. Direction-changing nystagmus and inability to walk point to a central cause, and CT does not exclude it.',
        1,
        2,
        5,
      ],
      ['Yes. Neck pain after manipulation added the need for vessel imaging that day.', 1, 2, 3],
      [
        'Likely in part. Antithrombotic treatment and observation would have been in place before swelling; the final infarct size cannot be fixed.',
        3,
        4,
      ],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Observation with treatment would more likely than not have avoided the crisis on November 20.',
    overall_summary:
      'A central vertigo was called peripheral without examination and on a test that could not decide the question.',
  },
});
