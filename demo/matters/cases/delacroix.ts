import { defineMatter, phase } from '../define.ts';

export const delacroix = defineMatter({
  key: 'delacroix',
  caption: 'Delacroix v. Pinehurst ED',
  claim_number: 'HM-88-40911',
  claimant: ['Emile', 'Delacroix', '1961-06-16', 'male'],
  defendants: [['Sandra Thibaut, MD', 'Emergency medicine', '204178953']],
  facility: 'Pinehurst Community Hospital',
  venue_state: 'LA',
  date_of_incident: '2024-12-12',
  date_claim_reported: '2025-08-25',
  claim_stage: 'pre_suit',
  specialty: 'Emergency medicine',
  sub_specialty: null,
  summary:
    'Tearing chest and back pain on December 12, 2024 with unequal arm pressures recorded at triage. Treated for acute coronary syndrome with heparin. CT at six hours showed a type A aortic dissection. Transferred and operated the next morning. Right hemispheric stroke was found after surgery.',
  issue_scope: ['standard_of_care', 'causation'],
  questions: [
    'Did the triage findings require aortic imaging before anticoagulation?',
    'Did heparin worsen the outcome?',
    'Is the stroke due to the dissection, the delay or the operation?',
  ],
  severity: 7,
  firms: ['Bayou Advocates', 'Fontenot Marsh LLC'],
  clinical: {
    mrn: 'PC-882140',
    allergies: 'Iodine (unverified)',
    history: ['Hypertension, poorly controlled', 'Smoker'],
    home_meds: ['Hydrochlorothiazide 25 mg daily'],
    meds: ['Esmolol infusion', 'Fentanyl IV as needed', 'Nicardipine infusion'],
    problems: ['Chest pain', 'Hypertension', '2024-12-13 Type A aortic dissection'],
    attending: 'Sandra Thibaut, MD',
    city: 'Pinehurst, LA',
  },
  records: [
    {
      name: 'Pinehurst ED chart December 12.pdf',
      category: 'hospital_chart',
      pages: 64,
      from: '2024-12-12',
      to: '2024-12-13',
      phases: [
        phase(
          '2024-12-12T17:30',
          'ed',
          'hypertensive',
          [
            'Pain moves from chest to between shoulder blades.',
            'Pale and sweating.',
            'Daughter at bedside.',
            'Asks to sit up.',
          ],
          { meds: ['Aspirin 324 mg PO once', 'Heparin infusion', 'Nitroglycerin infusion', 'Morphine 4 mg IV'] },
        ),
      ],
      planted: [
        [
          4,
          '2024-12-12T17:42',
          'triage',
          'Triage Note',
          'Rhea Guillory, RN',
          [
            'Complaint: Sudden tearing chest and back pain at 16:50.',
            '{{1|Right arm 178/96, left arm 132/80. Told to physician.}}',
            'Acuity: Level 2.',
          ],
        ],
        [
          8,
          '2024-12-12T18:20',
          'ed_note',
          'ED Physician Note',
          'Sandra Thibaut, MD',
          [
            'Impression: Acute coronary syndrome. ECG nonspecific. Troponin 0.02.',
            'Plan: {{2|Heparin bolus and infusion. Chest film portable: mediastinum prominent, rotated.}}',
          ],
        ],
        [
          40,
          '2024-12-12T23:50',
          'radiology',
          'CT Angiogram, Chest',
          'Noel Arceneaux, MD',
          [
            'Findings: {{3|Dissection flap from the aortic root through the arch into the right brachiocephalic artery; small hemopericardium.}}',
            'Impression: Type A dissection. Called 23:58.',
          ],
        ],
      ],
    },
    {
      name: 'Scan EMS and transfer papers.pdf',
      category: 'medical_records',
      pages: 30,
      scan: true,
      source: 'Parish Ambulance District',
      from: '2024-12-12',
      to: '2024-12-13',
      phases: [
        phase('2024-12-12T17:05', 'ed', 'hypertensive', [
          'Wife reports sudden onset while lifting.',
          'Pain ten of ten, tearing.',
          'Monitor sinus rhythm.',
          'Transfer accepted by the receiving center.',
        ]),
      ],
    },
    {
      name: 'Gulf Heart Center admission.pdf',
      category: 'hospital_chart',
      pages: 96,
      source: 'Gulf Heart Center',
      from: '2024-12-13',
      to: '2024-12-29',
      phases: [
        phase(
          '2024-12-13T03:40',
          'or',
          'shock',
          ['Emergency sternotomy.', 'Right axillary cannulation.', 'Circulatory arrest per perfusion record.'],
          { meds: ['Propofol infusion', 'Fentanyl IV', 'Heparin IV per perfusion', 'Protamine IV per surgeon'] },
        ),
        phase(
          '2024-12-13T12:30',
          'icu',
          'ventilated',
          ['Left arm and leg do not move.', 'Chest tubes functioning.', 'Sedation light.'],
          {
            meds: ['Propofol infusion', 'Nicardipine infusion', 'Cefazolin 2 g IV every 8 h', 'Fentanyl IV as needed'],
          },
        ),
        phase(
          '2024-12-19T08:00',
          'floor',
          'steady',
          ['Left neglect.', 'Sits at edge of bed with two assist.', 'Sternum stable.'],
          {
            meds: ['Metoprolol 25 mg PO twice daily', 'Amlodipine 10 mg PO daily', 'Acetaminophen 650 mg PO every 6 h'],
          },
        ),
      ],
      planted: [
        [
          8,
          '2024-12-13T04:20',
          'operative',
          'Operative Report',
          'Augustin Leroux, MD',
          [
            'Procedure: Ascending and hemiarch replacement.',
            'Findings: {{4|Heparin effect on arrival; 700 mL hemopericardium. Brachiocephalic true lumen compressed.}}',
          ],
        ],
        [
          30,
          '2024-12-14T09:30',
          'radiology',
          'CT Head',
          'Noor Beck, MD',
          ['Findings: {{5|Right middle cerebral artery territory infarct, subacute in appearance.}}'],
        ],
      ],
    },
  ],
  conclusion: {
    answers: [
      ['Yes. Tearing pain with a 46 mmHg arm difference requires aortic imaging before heparin.', 1, 2],
      ['It added to bleeding into the pericardium; an exact share cannot be given.', 2, 4],
      ['Most likely malperfusion through the brachiocephalic artery during the hours before repair.', 3, 4, 5],
    ],
    standard_of_care: 'not_met',
    causation: 'more_likely_than_not',
    causation_text: 'Imaging at 18:00 would more likely than not have brought repair before the stroke.',
    overall_summary: 'The finding that named the diagnosis was recorded at triage and not used.',
  },
});
