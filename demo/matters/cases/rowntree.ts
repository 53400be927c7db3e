import { defineMatter, phase } from '../define.ts';

export const rowntree = defineMatter({
  key: 'rowntree',
  caption: 'Rowntree v. Kestrel Digestive',
  claim_number: 'HM-88-40190',
  claimant: ['Edith', 'Rowntree', '1965-10-25', 'female'],
  defendants: [['Frederick Amory, MD', 'Gastroenterology', '204179092']],
  facility: 'Kestrel Digestive Hospital',
  venue_state: 'VA',
  date_of_incident: '2024-05-29',
  date_claim_reported: '2025-02-27',
  claim_stage: 'suit_filed',
  specialty: 'Gastroenterology',
  sub_specialty: 'Advanced endoscopy',
  summary:
    'ERCP with sphincterotomy on May 29, 2024 for suspected duct stone; preprocedure MRCP showed no stone. Severe pain followed within two hours. A film was read as normal; CT at 26 hours showed retroperitoneal air. Necrotizing retroperitoneal infection required three operations and 58 hospital days.',
  issue_scope: ['standard_of_care', 'causation', 'damages'],
  questions: [
    'Was ERCP indicated on the preprocedure findings?',
    'Was evaluation of the pain timely?',
    'Would recognition at four hours more likely than not have avoided surgery?',
  ],
  severity: 6,
  firms: ['Blue Ridge Trial Law', 'Tazewell Crane PLC'],
  clinical: {
    mrn: 'KD-733009',
    allergies: 'None known',
    history: ['Gallbladder removed in 2019', 'Irritable bowel'],
    home_meds: ['Dicyclomine 20 mg as needed'],
    meds: [
      'Piperacillin-tazobactam 4.5 g IV every 6 h',
      'Hydromorphone 0.5 mg IV as needed',
      'Pantoprazole 40 mg IV twice daily',
      'Parenteral nutrition infusion',
    ],
    problems: ['Abdominal pain', '2024-05-30 Duodenal perforation', '2024-05-31 Retroperitoneal infection'],
    attending: 'Frederick Amory, MD',
    city: 'Kestrel, VA',
  },
  records: [
    {
      name: 'Kestrel admission May 29-July 26.pdf',
      category: 'hospital_chart',
      pages: 206,
      from: '2024-05-29',
      to: '2024-07-26',
      phases: [
        phase(
          '2024-05-29T08:00',
          'floor',
          'pain',
          ['Upper abdominal pain into the back.', 'Belly tender on the right.', 'Nothing by mouth.'],
          { meds: ['Hydromorphone 0.5 mg IV as needed', 'Lactated Ringer infusion', 'Ondansetron 4 mg IV as needed'] },
        ),
        phase('2024-05-30T14:00', 'icu', 'septic', [
          'Right flank full and tender.',
          'Nasogastric tube to suction.',
          'Pressor in use.',
        ]),
        phase('2024-06-20T09:00', 'floor', 'anemic', [
          'Drains flushed each shift.',
          'Parenteral nutrition at night.',
          'Sits in chair.',
        ]),
      ],
      planted: [
        [
          8,
          '2024-05-29T09:50',
          'history_physical',
          'Preprocedure Assessment',
          'Frederick Amory, MD',
          [
            'Indication: Intermittent pain. {{1|Liver tests normal. MRCP: common duct 6 mm, no stone.}}',
            'Plan: ERCP with sphincterotomy.',
          ],
        ],
        [
          12,
          '2024-05-29T11:20',
          'operative',
          'ERCP Report',
          'Frederick Amory, MD',
          [
            'Technique: Precut access after eight attempts. Sphincterotomy 10 mm. No stone found.',
            'Complications: None seen.',
          ],
        ],
        [
          16,
          '2024-05-29T15:30',
          'nursing',
          'Nursing Notes',
          'Opal Sims, RN',
          [
            '13:20 Pain 9 of 10, given hydromorphone.',
            '15:30 {{2|HR 118, belly rigid on the right. Dr. Amory: post-ERCP pancreatitis, lipase in the morning.}}',
          ],
        ],
        [
          30,
          '2024-05-30T13:25',
          'radiology',
          'CT Abdomen',
          'Ravi Stone, MD',
          ['Findings: {{3|Extensive right retroperitoneal air and fluid tracking to the pelvis. Pancreas normal.}}'],
        ],
        [
          33,
          '2024-05-30T16:10',
          'operative',
          'Operative Report',
          'Greta Moss, MD',
          [
            'Procedure: Exploration, duodenal repair and drainage.',
            'Findings: {{4|Posterior perforation at the papilla, bile-stained necrosis of the right retroperitoneum.}}',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['No. Normal tests and a clear MRCP leave a low likelihood of stone.', 1],
      ['No. A rigid abdomen with tachycardia called for CT that afternoon.', 2, 3],
      ['More likely than not. Early contained perforations often settle with drainage and antibiotics.', 3, 4],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'The procedure was avoidable and the day of delay allowed the spread.',
    overall_summary: 'A low-yield procedure was followed by late recognition of its complication.',
  },
});
