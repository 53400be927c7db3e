interface CategoryRow {
  label: string;
  /** Whether the expert sees such a file unless somebody decides otherwise. */
  visible: boolean;
  /** Said beside a file that is hidden for its category alone. */
  why_hidden?: string;
}

/** What a record is, in the order people are offered it. */
export const FILE_CATEGORIES = {
  medical_records: { label: 'Medical records', visible: true },
  hospital_chart: { label: 'Hospital chart', visible: true },
  operative: { label: 'Operative', visible: true },
  imaging_report: { label: 'Imaging report', visible: true },
  imaging: { label: 'Imaging', visible: true },
  outpatient: { label: 'Outpatient', visible: true },
  demand_letter: { label: 'Demand letter', visible: true },
  complaint: { label: 'Complaint', visible: true },
  deposition: { label: 'Deposition', visible: true },
  policy: { label: 'Policy', visible: true },
  incident_report: { label: 'Incident report', visible: false, why_hidden: 'hidden because it is privileged' },
  prior_expert_report: {
    label: 'Prior expert report',
    visible: false,
    why_hidden: 'hidden so that it does not color the expert’s own view',
  },
  photos: { label: 'Photos', visible: true },
  other: { label: 'Other', visible: true },
} as const satisfies Record<string, CategoryRow>;

export type FileCategory = keyof typeof FILE_CATEGORIES;
export const FILE_CATEGORY_NAMES = Object.keys(FILE_CATEGORIES) as [FileCategory, ...FileCategory[]];

export const isFileCategory = (value: string): value is FileCategory => Object.hasOwn(FILE_CATEGORIES, value);

export const categoryLabel = (category: FileCategory): string => FILE_CATEGORIES[category].label;

/** Why a file of this category starts hidden, or null when it starts visible. */
export function whyHidden(category: FileCategory | null): string | null {
  const row: CategoryRow | null = category === null ? null : FILE_CATEGORIES[category];
  return row?.why_hidden ?? null;
}

/** Whether the expert sees a new file of this category: what was asked for, else the category's own rule. */
export function startsVisible(category: FileCategory | null, asked: boolean | undefined): boolean {
  return asked ?? (category === null || FILE_CATEGORIES[category].visible);
}

/**
 * Visibility after a change. Moving a file into a category that is hidden by default hides it unless the same change
 * says otherwise; nothing is ever shown to the expert without somebody saying so.
 */
export function visibilityAfter(
  before: { category: FileCategory | null; visible_to_expert: boolean },
  change: { category?: FileCategory | null | undefined; visible_to_expert?: boolean | undefined },
): boolean {
  if (change.visible_to_expert !== undefined) return change.visible_to_expert;
  const moved = change.category !== undefined && change.category !== null && change.category !== before.category;
  if (moved && change.category && !FILE_CATEGORIES[change.category].visible) return false;
  return before.visible_to_expert;
}

const HINTS: readonly (readonly [RegExp, FileCategory])[] = [
  [/\bincident\b/, 'incident_report'],
  [/\b(prior|previous|opposing) expert\b|\bexpert report\b/, 'prior_expert_report'],
  [/\bdepo(sition)?s?\b/, 'deposition'],
  [/\bdemand\b|\bnotice of intent\b/, 'demand_letter'],
  [/\bcomplaint\b|\bpetition\b/, 'complaint'],
  [/\bpolic(y|ies)\b|\bprotocol\b/, 'policy'],
  [/\bphotos?\b|\bpictures?\b/, 'photos'],
  [/\b(imaging|radiology|mri|ct|x ?ray) (report|reading)\b|\b(report|reading) (mri|ct|x ?ray)\b/, 'imaging_report'],
  [/\b(operative|operation|surgical|anesthesia) (report|record|note)s?\b|\bop (report|note)\b/, 'operative'],
  [
    /\b(ed|er|hospital|admission|inpatient|nursing) (chart|record|admission)s?\b|\bchart\b|\badmission\b/,
    'hospital_chart',
  ],
  [/\b(outpatient|clinic|office|rehab(ilitation)?|therapy|visit)\b/, 'outpatient'],
  [/\b(medical|health) records?\b/, 'medical_records'],
];

/** A first guess at the category from the file's name, or null; people choose, this only saves a click. */
export function guessCategory(name: string): FileCategory | null {
  const words = name
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const hit = HINTS.find(([pattern]) => pattern.test(words));
  if (hit) return hit[1];
  const ext = name.toLowerCase().split('.').at(-1) ?? '';
  if (ext === 'dcm' || (ext === 'zip' && /\b(mri|ct|x ?ray|dicom|scan|series)\b/.test(words))) return 'imaging';
  return null;
}
