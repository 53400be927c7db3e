import type { OrganizationFlag } from '../../organizations/rules.ts';
import { byKind, type Kind, KINDS } from '../../../core/kinds.ts';

interface CategoryRow {
  label: string;
  /** Whether the expert sees such a file unless somebody decides otherwise. */
  visible: boolean;
  /** Said beside a file that is hidden for its category alone. */
  why_hidden?: string;
  /** Organization flag without which no file can be given this category. */
  flag?: OrganizationFlag;
}

/** What a record can be, in the order people are offered it. */
const FILE_CATEGORIES = {
  medical_records: { label: 'Medical records', visible: true },
  hospital_chart: { label: 'Hospital chart', visible: true },
  operative: { label: 'Operative', visible: true },
  imaging_report: { label: 'Imaging report', visible: true },
  imaging: { label: 'Imaging', visible: true },
  outpatient: { label: 'Outpatient', visible: true },
  demand_letter: { label: 'Demand letter', visible: true, flag: 'allow_demand_letter_upload' },
  complaint: { label: 'Complaint', visible: true },
  deposition: { label: 'Deposition', visible: true },
  purpose_letter: { label: 'Purpose letter', visible: true, flag: 'allow_ime_purpose_letter_upload' },
  legal_purpose_letter: { label: 'Purpose letter', visible: true, flag: 'allow_generic_purpose_letter_upload' },
  fee_schedule: { label: 'Fee schedule', visible: true, flag: 'allow_fee_schedule_upload' },
  scheduling_order: { label: 'Scheduling order', visible: true },
  discovery: { label: 'Discovery responses', visible: true },
  job_description: { label: 'Job description', visible: true },
  surveillance: { label: 'Surveillance', visible: true },
  provider_statement: { label: 'Provider’s statement', visible: true },
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

/** What only the records of an exam are. */
const OF_EXAMS: ReadonlySet<FileCategory> = new Set(['purpose_letter', 'job_description', 'surveillance']);
/** What the records of an exam never are. */
const NOT_OF_EXAMS: ReadonlySet<FileCategory> = new Set([
  'demand_letter',
  'complaint',
  'provider_statement',
  'policy',
  'incident_report',
]);
/** What only the records of a legal case are. */
const OF_LEGAL_CASES: ReadonlySet<FileCategory> = new Set([
  'legal_purpose_letter',
  'fee_schedule',
  'scheduling_order',
  'discovery',
]);
/** What the records of a legal case never are. */
const NOT_OF_LEGAL_CASES: ReadonlySet<FileCategory> = new Set(['provider_statement', 'purpose_letter']);
const OF_OTHERS = FILE_CATEGORY_NAMES.filter((name) => !OF_EXAMS.has(name) && !OF_LEGAL_CASES.has(name));

/** What the records of each kind can be, in the order people are offered it. */
export const KIND_CATEGORIES = /* @__PURE__ */ byKind<readonly FileCategory[]>(
  'list of file categories',
  {
    Case: OF_OTHERS,
    PeerReview: OF_OTHERS,
    IME: FILE_CATEGORY_NAMES.filter((name) => !NOT_OF_EXAMS.has(name) && !OF_LEGAL_CASES.has(name)),
    Generic: FILE_CATEGORY_NAMES.filter((name) => !NOT_OF_LEGAL_CASES.has(name)),
  },
  (names) => names,
);

export const isFileCategory = (value: string): value is FileCategory => Object.hasOwn(FILE_CATEGORIES, value);

export const categoryLabel = (category: FileCategory): string => FILE_CATEGORIES[category].label;

/** What an organization lets a kind's records be: the categories offered, and whether any can be kept from the expert. */
export interface RecordRules {
  categories: readonly FileCategory[];
  hides: boolean;
}

/** For those who choose nothing. */
export const NO_RULES: RecordRules = { categories: [], hides: false };

/** The organization flags the record rules of a kind depend on. */
export const recordFlags = (kind: Kind): OrganizationFlag[] =>
  [KINDS[kind].hides_records_flag, ...KIND_CATEGORIES.of(kind).map(flagOf)].filter((flag) => flag !== null);

const flagOf = (category: FileCategory): OrganizationFlag | null => {
  const row: CategoryRow = FILE_CATEGORIES[category];
  return row.flag ?? null;
};

/** The record rules of a kind under an organization's flags. */
export function recordRules(kind: Kind, isOn: (flag: OrganizationFlag) => boolean): RecordRules {
  const { hides_records_flag } = KINDS[kind];
  return {
    categories: KIND_CATEGORIES.of(kind).filter((name) => {
      const flag = flagOf(name);
      return flag === null || isOn(flag);
    }),
    hides: hides_records_flag !== null && isOn(hides_records_flag),
  };
}

/** Why a file cannot be given this category or be kept from the expert here, or null. */
export function whyNotSo(
  rules: RecordRules,
  change: { category?: FileCategory | null | undefined; visible_to_expert?: boolean | undefined },
): string | null {
  if (change.category && !rules.categories.includes(change.category))
    return `The category “${categoryLabel(change.category)}” is not used here. Choose another.`;
  if (change.visible_to_expert === false && !rules.hides)
    return 'The expert sees every record here. Remove what they must not see.';
  return null;
}

/** Why a file of this category starts hidden, or null when it starts visible. */
export function whyHidden(category: FileCategory | null): string | null {
  const row: CategoryRow | null = category === null ? null : FILE_CATEGORIES[category];
  return row?.why_hidden ?? null;
}

/**
 * Whether the expert sees a new file of this category: what was asked for, else the category's own rule. Where nothing
 * is kept from the expert, always.
 */
export function startsVisible(
  category: FileCategory | null,
  asked: boolean | undefined,
  { hides }: Pick<RecordRules, 'hides'>,
): boolean {
  return !hides || (asked ?? (category === null || FILE_CATEGORIES[category].visible));
}

/**
 * Visibility after a change. Moving a file into a category that is hidden by default hides it unless the same change
 * says otherwise; nothing is ever shown to the expert without somebody saying so.
 */
export function visibilityAfter(
  before: { category: FileCategory | null; visible_to_expert: boolean },
  change: { category?: FileCategory | null | undefined; visible_to_expert?: boolean | undefined },
  { hides }: Pick<RecordRules, 'hides'>,
): boolean {
  if (change.visible_to_expert !== undefined) return change.visible_to_expert;
  const moved = change.category !== undefined && change.category !== null && change.category !== before.category;
  if (hides && moved && change.category && !FILE_CATEGORIES[change.category].visible) return false;
  return before.visible_to_expert;
}

const HINTS: readonly (readonly [RegExp, FileCategory])[] = [
  [/\b(purpose|cover) letter\b/, 'purpose_letter'],
  [/\b(purpose|cover|assignment) letter\b/, 'legal_purpose_letter'],
  [/\bfee schedule\b/, 'fee_schedule'],
  [/\bscheduling order\b/, 'scheduling_order'],
  [/\b(interrogator(y|ies)|discovery|admissions)\b/, 'discovery'],
  [/\bjob (description|analysis)\b/, 'job_description'],
  [/\bsurveillance\b/, 'surveillance'],
  [/\bincident\b/, 'incident_report'],
  [/\b(prior|previous|opposing) expert\b|\bexpert report\b/, 'prior_expert_report'],
  [/\bdepo(sition)?s?\b/, 'deposition'],
  [/\bdemand\b|\bnotice of intent\b/, 'demand_letter'],
  [/\bcomplaint\b|\bpetition\b/, 'complaint'],
  [/\b(provider|physician|doctor)s? (own )?statement\b/, 'provider_statement'],
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
export function guessCategory(
  name: string,
  { categories }: Pick<RecordRules, 'categories'> = { categories: FILE_CATEGORY_NAMES },
): FileCategory | null {
  const words = name
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const hit = HINTS.find(([pattern, category]) => categories.includes(category) && pattern.test(words));
  if (hit) return hit[1];
  const ext = name.toLowerCase().split('.').at(-1) ?? '';
  if (ext === 'dcm' || (ext === 'zip' && /\b(mri|ct|x ?ray|dicom|scan|series)\b/.test(words))) return 'imaging';
  return null;
}
