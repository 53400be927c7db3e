import { defineMatter, phase } from '../define.ts';

export const okaforDale = defineMatter({
  key: 'okafor-dale',
  caption: 'Okafor-Dale v. Lindenwood Birth Center',
  claim_number: 'HM-88-40499',
  claimant: ['Ezra', 'Okafor-Dale', '2024-09-03', 'male'],
  defendants: [
    ['Joanna Pelt, RN', 'Nursing, RN L&D'],
    ['Arthur Venn, MD', 'OB/GYN', '204179050'],
  ],
  facility: 'Lindenwood Birth Center',
  venue_state: 'NJ',
  date_of_incident: '2024-09-03',
  date_claim_reported: '2025-06-27',
  claim_stage: 'pre_suit',
  specialty: 'Nursing',
  sub_specialty: 'RN L&D',
  summary:
    'Birth on September 3, 2024 after induction with oxytocin. From 14:10 more than five contractions in ten minutes with late decelerations are annotated; oxytocin was raised at 14:40 and 15:10. Cesarean decision at 16:02, birth 16:31. Apgar scores 1, 3 and 5, cord pH 6.92. The newborn was cooled; MRI showed basal ganglia injury.',
  issue_scope: ['standard_of_care', 'causation', 'prognosis'],
  questions: [
    'Did nursing management of oxytocin meet the standard from 14:10?',
    'When should the chain of command have been used?',
    'Does the pattern of injury fit the last two hours of labor?',
  ],
  severity: 8,
  firms: ['Raritan Child Advocates', 'Passaic Thorne LLP'],
  clinical: {
    mrn: 'LB-902210',
    allergies: 'None known',
    history: ['Term newborn, 39 weeks', 'Mother: first birth, induction for dates'],
    home_meds: ['None'],
    meds: [
      'Phenobarbital 20 mg/kg IV once',
      'Ampicillin 100 mg/kg IV every 12 h',
      'Gentamicin 4 mg/kg IV daily',
      'Dextrose 10 percent infusion',
    ],
    problems: ['Hypoxic-ischemic encephalopathy', 'Therapeutic cooling'],
    attending: 'Arthur Venn, MD',
    city: 'Lindenwood, NJ',
  },
  records: [
    {
      name: 'Lindenwood birth and nursery chart.pdf',
      category: 'hospital_chart',
      pages: 136,
      from: '2024-09-03',
      to: '2024-09-17',
      phases: [
        phase('2024-09-03T16:31', 'nicu', 'newborn_ill', [
          'Limp, little spontaneous movement.',
          'Cooling blanket at target.',
          'Suck absent.',
          'Parents at bedside.',
        ]),
        phase('2024-09-07T09:00', 'nicu', 'newborn', ['Rewarmed, tone low.', 'Feeds by tube.', 'Held by parents.'], {
          meds: ['Phenobarbital 4 mg/kg IV daily', 'Dextrose 10 percent infusion'],
        }),
      ],
      planted: [
        [
          4,
          '2024-09-03T16:45',
          'nursing',
          'Birth Record with Labor Annotations',
          'Joanna Pelt, RN',
          [
            '14:10 {{1|Six contractions in ten minutes. Late decelerations. Repositioned.}}',
            '14:40 {{2|Oxytocin to 14 mU/min per protocol. Decelerations continue.}}',
            '15:10 {{3|Oxytocin to 16 mU/min. Variability minimal. Dr. Venn in clinic, not called.}}',
            '15:48 Bradycardia 80. Dr. Venn called. Oxytocin off.',
            '16:02 Decision for cesarean. 16:31 birth. Apgar 1, 3, 5.',
          ],
        ],
        [
          7,
          '2024-09-03T16:50',
          'lab',
          'Cord Gas',
          'Laboratory',
          [
            'Cord artery pH | CRIT 6.92 | | 7.20 - 7.34',
            'Base excess | L -17 | mmol/L | -6 - 2',
            '{{4|Arterial sample confirmed by venous pair, venous pH 7.04.}}',
          ],
        ],
        [
          90,
          '2024-09-08T11:00',
          'radiology',
          'MRI Brain',
          'Coral Jensen, MD',
          [
            'Findings: {{5|Restricted diffusion in putamina and ventrolateral thalami, both sides. Cortex relatively spared.}}',
          ],
        ],
      ],
    },
    {
      name: 'Deposition of Joanna Pelt.pdf',
      category: 'deposition',
      pages: 36,
      source: 'Garden State Reporting',
      from: '2026-03-18',
      to: '2026-03-18',
      planted: [
        [
          19,
          '2026-03-18T10:00',
          'testimony',
          'Testimony',
          'Joanna Pelt, RN',
          [
            'Q. Why was the oxytocin increased at 15:10?',
            'A. {{6|The order set said advance every thirty minutes. I was following the order set.}}',
            'Q. Does it say when to stop?',
            'A. It says to stop for tachysystole with changes in the tracing.',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['No. Oxytocin should have been reduced or stopped at 14:10; it was raised twice.', 1, 2, 3, 6],
      ['No later than 14:40, when decelerations went on after repositioning.', 2, 3],
      ['Yes. Deep gray injury with cord pH 6.92 fits near-total deprivation near birth.', 4, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Excess contractions under rising oxytocin more likely than not led to the acidosis and injury.',
    overall_summary: 'The order set was followed where it said advance and not where it said stop.',
  },
});
