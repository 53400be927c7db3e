import { defineMatter, phase } from '../define.ts';

export const brandvold = defineMatter({
  key: 'brandvold',
  caption: 'Brandvold v. Prairie Surgical',
  claim_number: 'HM-88-39912',
  claimant: ['Kirsten', 'Brandvold', '1988-11-03', 'female'],
  defendants: [['Todd Ellery, MD', 'General surgery', '204178987']],
  facility: 'Prairie Surgical Center',
  venue_state: 'MN',
  date_of_incident: '2024-02-20',
  date_claim_reported: '2024-11-14',
  claim_stage: 'discovery',
  specialty: 'General surgery',
  sub_specialty: 'Minimally invasive',
  summary:
    'Laparoscopic cholecystectomy on February 20, 2024 for acute cholecystitis. The operative note describes dense inflammation and a short cystic duct. Bile drained on day three; cholangiography showed transection of the common hepatic duct. Hepaticojejunostomy followed on March 1. Two episodes of cholangitis have occurred.',
  issue_scope: ['standard_of_care', 'causation', 'prognosis'],
  questions: [
    'Was the critical view of safety achieved and documented?',
    'Did the standard of care require cholangiography, subtotal technique or conversion?',
    'What is the long-term outlook for stricture?',
  ],
  severity: 6,
  firms: ['North Star Injury', 'Lindahl Voss PA'],
  clinical: {
    mrn: 'PS-66219',
    allergies: 'None known',
    history: ['Gallstones', 'One cesarean birth'],
    home_meds: ['Prenatal vitamin daily'],
    meds: [
      'Piperacillin-tazobactam 4.5 g IV every 6 h',
      'Acetaminophen 1 g IV every 8 h',
      'Oxycodone 5 mg PO as needed',
    ],
    problems: ['Acute cholecystitis', '2024-02-24 Bile duct injury'],
    attending: 'Todd Ellery, MD',
    city: 'Halden, MN',
  },
  records: [
    {
      name: 'Prairie chart February 19-24.pdf',
      category: 'hospital_chart',
      pages: 92,
      from: '2024-02-19',
      to: '2024-02-24',
      phases: [
        phase('2024-02-19T18:00', 'ed', 'pain', [
          'Right upper belly pain for three days.',
          'Tender under the right ribs.',
          'Vomited once.',
        ]),
        phase(
          '2024-02-20T08:30',
          'or',
          'steady',
          ['Dense adhesions to the gallbladder.', 'Ports placed without event.', 'Irrigation used.'],
          { meds: ['Propofol infusion', 'Fentanyl IV', 'Piperacillin-tazobactam 4.5 g IV'] },
        ),
        phase('2024-02-20T15:00', 'floor', 'febrile', [
          'Right-sided pain more than expected.',
          'Poor appetite.',
          'Port sites dry.',
        ]),
      ],
      planted: [
        [
          20,
          '2024-02-20T09:05',
          'operative',
          'Operative Report',
          'Todd Ellery, MD',
          [
            'Findings: Thick, inflamed gallbladder. {{1|Cystic duct short and wide; hepatocystic triangle obscured by inflammation.}}',
            'Technique: {{2|Infundibular dissection. Duct clipped and divided. Cholangiogram not done.}}',
          ],
        ],
        [
          66,
          '2024-02-23T11:40',
          'nursing',
          'Nursing Notes',
          'Anja Ruud, RN',
          ['11:40 {{3|Green drainage 180 mL from umbilical port. Surgeon notified.}}'],
        ],
        [
          74,
          '2024-02-23T17:25',
          'radiology',
          'Endoscopic Cholangiogram',
          'Bo Hartman, MD',
          [
            'Findings: {{4|Abrupt cutoff of the common hepatic duct at clips, 1 cm below the confluence. No proximal filling.}}',
          ],
        ],
      ],
    },
    {
      name: 'Metro University repair and follow-up.pdf',
      category: 'hospital_chart',
      pages: 86,
      source: 'Metro University Hospital',
      from: '2024-02-24',
      to: '2024-10-11',
      phases: [
        phase('2024-02-24T18:00', 'floor', 'pain', [
          'External biliary drain to bag.',
          'Jaundice fading.',
          'Walks in the hall.',
        ]),
        phase('2024-03-12T09:00', 'clinic', 'steady', [
          'Incision healed.',
          'No fever this month.',
          'Alkaline phosphatase followed.',
        ]),
      ],
      planted: [
        [
          22,
          '2024-03-01T08:10',
          'operative',
          'Operative Report',
          'Judith Amara, MD',
          [
            'Procedure: Roux-en-Y hepaticojejunostomy.',
            'Classification: {{5|Strasberg E2 injury, right hepatic artery intact.}}',
          ],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['No. The triangle was obscured and an infundibular technique was used.', 1, 2],
      ['Yes. One of those steps is expected when the anatomy is hidden.', 1, 2],
      [
        'Good for most after specialist repair of an E2 injury; stricture risk is about one in ten to one in five and calls for long follow-up.',
        4,
        5,
      ],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'The hepatic duct was divided because it was taken for the cystic duct.',
    overall_summary: 'The surgeon went on without the view that prevents this injury.',
  },
});
