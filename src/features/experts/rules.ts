import { lower } from '../../core/phrases.ts';

/**
 * The specialties an expert can be sought in, with their sub-specialties. An own list after the boards' usual naming;
 * the code sets of others are licensed and not shipped. `group` decides the price modifier of a new sub-specialty and
 * which specialties count as adjacent.
 */
export type SpecialtyGroup =
  | 'primary'
  | 'medical'
  | 'surgical'
  | 'neurosurgical'
  | 'diagnostic'
  | 'behavioral'
  | 'allied';

export interface TaxonomyRow {
  name: string;
  group: SpecialtyGroup;
  sub_specialties: readonly string[];
}

/** Modifier on the base price by group: 1.0 for primary care, 1.25 surgical, 1.5 neurosurgery. */
export const GROUP_MODIFIER: Record<SpecialtyGroup, number> = {
  primary: 1,
  medical: 1.1,
  surgical: 1.25,
  neurosurgical: 1.5,
  diagnostic: 1.1,
  behavioral: 1,
  allied: 1,
};

const row = (name: string, group: SpecialtyGroup, subs = ''): TaxonomyRow => ({
  name,
  group,
  // everybody can be sought as a generalist of the specialty
  sub_specialties: [
    'General',
    ...subs
      .split(',')
      .map((s) => s.trim())
      .filter((s) => s !== '' && s !== 'General'),
  ],
});

export const TAXONOMY: readonly TaxonomyRow[] = [
  row('Allergy & Immunology', 'medical'),
  row('Anesthesiology', 'surgical', 'Cardiac, Critical care, Obstetric, Pain medicine, Pediatric, Regional'),
  row('Cardiology', 'medical', 'Electrophysiology, Interventional, Heart failure, Structural'),
  row('Cardiothoracic surgery', 'surgical', 'Adult cardiac, Congenital, Thoracic'),
  row('Colorectal surgery', 'surgical'),
  row('Critical care', 'medical'),
  row('Dentistry', 'allied', 'Endodontics, Oral surgery, Orthodontics, Periodontics, Prosthodontics, Pediatric'),
  row('Dermatology', 'medical', 'Mohs, Dermatopathology'),
  row('Emergency medicine', 'medical', 'EMS, Pediatric, Toxicology, Ultrasound'),
  row('Endocrinology', 'medical'),
  row('Family medicine', 'primary', 'Obstetrics, Sports, Geriatrics, Hospice'),
  row('Gastroenterology', 'medical', 'Advanced endoscopy, Hepatology'),
  row('General surgery', 'surgical', 'Bariatric, Breast, Minimally invasive, Trauma and acute care, Endocrine'),
  row('Genetics', 'medical'),
  row('Geriatrics', 'primary'),
  row('Hematology/Oncology', 'medical', 'Transplant, Gynecologic oncology'),
  row('Hospital medicine', 'primary'),
  row('Infectious disease', 'medical'),
  row('Internal medicine', 'primary'),
  row('Interventional radiology', 'diagnostic'),
  row('Neonatology', 'medical'),
  row('Nephrology', 'medical', 'Transplant'),
  row('Neurology', 'medical', 'Stroke, Epilepsy, Movement, Neuromuscular, Headache'),
  row('Neurosurgery', 'neurosurgical', 'Spine, Vascular, Tumor, Pediatric'),
  row('Nuclear medicine', 'diagnostic'),
  row(
    'Nursing',
    'allied',
    'NP family, NP acute, NP psychiatric, CRNA, CNM, RN labor and delivery, RN ICU, RN ED, Long-term care',
  ),
  row('OB/GYN', 'surgical', 'Maternal-fetal, Reproductive endocrinology, Urogynecology, Gynecologic oncology'),
  row('Occupational medicine', 'primary'),
  row('Ophthalmology', 'surgical', 'Retina, Cornea, Glaucoma, Oculoplastics'),
  row(
    'Orthopedics',
    'surgical',
    'Spine, Hand, Hip and knee, Shoulder, Foot and ankle, Sports, Trauma, Pediatric, Oncology',
  ),
  row('Otolaryngology', 'surgical', 'Otology, Rhinology, Head and neck, Laryngology'),
  row('Pathology', 'diagnostic', 'Anatomic, Clinical, Forensic, Cytology, Hematology'),
  row('Pediatrics', 'primary', 'Cardiology, Gastroenterology, Hematology/Oncology, Neurology, Critical care, Surgery'),
  row('Pharmacy', 'allied'),
  row('PM&R', 'medical', 'Pain, Spinal cord injury, Brain injury, Sports, EMG'),
  row('Plastic surgery', 'surgical', 'Hand, Cosmetic, Burn'),
  row('Podiatry', 'allied'),
  row('Psychiatry', 'behavioral', 'Child, Forensic, Addiction, Geriatric'),
  row('Psychology', 'behavioral', 'Clinical, Neuropsychology, Forensic'),
  row('Physical/occupational therapy', 'allied'),
  row('Chiropractic', 'allied'),
  row('Pulmonology', 'medical', 'Sleep, Critical care'),
  row('Radiation oncology', 'medical'),
  row('Radiology', 'diagnostic', 'Neuro, Musculoskeletal, Body, Breast, Chest, Pediatric'),
  row('Rheumatology', 'medical'),
  row('Social work/counseling', 'behavioral'),
  row('Sleep medicine', 'medical'),
  row('Transplant surgery', 'surgical'),
  row('Urology', 'surgical', 'Oncology, Pediatric, Female'),
  row('Vascular surgery', 'surgical'),
  row('Wound care', 'medical'),
  row('Hospital administration', 'allied'),
  row('Life care planning', 'allied'),
  row('Billing/coding', 'allied'),
];

/** Specialties whose experts may stand in for one another when no exact match is free, by the names they are shipped with; symmetric. */
const ADJACENT_PAIRS: readonly (readonly [string, string])[] = [
  ['Hospital medicine', 'Internal medicine'],
  ['Internal medicine', 'Family medicine'],
  ['Geriatrics', 'Internal medicine'],
  ['Geriatrics', 'Family medicine'],
  ['Critical care', 'Pulmonology'],
  ['Critical care', 'Anesthesiology'],
  ['Colorectal surgery', 'General surgery'],
  ['Transplant surgery', 'General surgery'],
  ['Vascular surgery', 'General surgery'],
  ['Neurosurgery', 'Orthopedics'],
  ['Neonatology', 'Pediatrics'],
  ['Interventional radiology', 'Radiology'],
  ['Nuclear medicine', 'Radiology'],
  ['Pulmonology', 'Sleep medicine'],
  ['Neurology', 'Sleep medicine'],
  ['PM&R', 'Occupational medicine'],
  ['PM&R', 'Physical/occupational therapy'],
  ['Psychiatry', 'Psychology'],
  ['Podiatry', 'Orthopedics'],
  ['Wound care', 'Vascular surgery'],
  ['Cardiology', 'Internal medicine'],
  ['Emergency medicine', 'Family medicine'],
  ['Plastic surgery', 'Otolaryngology'],
];

const ADJACENT: ReadonlyMap<string, readonly string[]> = new Map(
  ADJACENT_PAIRS.flat().map((one) => [
    one,
    ADJACENT_PAIRS.flatMap(([x, y]) => (x === one ? [y] : y === one ? [x] : [])),
  ]),
);

/** The shipped specialties whose experts may stand in for those of this shipped one, whatever both are called now. */
export const adjacentTo = (specialty: string): readonly string[] => ADJACENT.get(specialty) ?? [];

/**
 * A specialty with its focus as a line says it: "Neurosurgery, spine". A focus called General adds nothing; names and
 * abbreviations keep their capitals ("Dermatology, Mohs", "Nursing, RN labor and delivery").
 */
export function specialtyWords(specialty: string | null | undefined, focus: string | null | undefined): string {
  const kept = focus && focus !== 'General' ? focus : null;
  const low = kept && !/^(Mohs\b|[A-Z]{2})/.test(kept) ? lower(kept) : kept;
  return [specialty, low].filter(Boolean).join(', ');
}
