import { US_STATES } from '../../../core/us-states.ts';

export const PARTS = ['you', 'credentials', 'practice', 'cv', 'attestations'] as const;
export type Part = (typeof PARTS)[number];

interface Choice {
  value: string;
  label: string;
}

/** A column of a list of rows. */
export interface Column {
  key: string;
  label: string;
  type: 'text' | 'date' | 'year' | 'select' | 'specialty' | 'sub_specialty';
  required?: boolean;
  /** What is said while it is missing. */
  ask?: string;
  options?: readonly Choice[];
}

interface Base {
  key: string;
  label: string;
  required?: boolean;
  help?: string;
  /** What is said while it is missing. */
  ask?: string;
  /** Stands beside its neighbor where there is room. */
  half?: true;
  /** Asked for only when another answer is this. */
  when?: { key: string; is: unknown };
}

/** One question of the application; form, checks and what is kept all follow it. */
export type ApplicationField = Base &
  (
    | { type: 'text' | 'phone' | 'npi'; max?: number }
    | { type: 'long'; max: number }
    | { type: 'date'; past?: boolean }
    | { type: 'number'; min: number; max: number; unit?: string }
    | { type: 'money'; max_cents: number; unit?: string }
    | { type: 'select'; options: readonly Choice[] }
    | { type: 'yes_no' }
    | { type: 'license' }
    | { type: 'check' }
    | { type: 'multi'; options: readonly Choice[] }
    | { type: 'rows'; columns: readonly Column[]; max: number; row: string; add: string; ordered?: true }
  );

export interface PartSpec {
  key: Part;
  title: string;
  short: string;
  lead: string;
  fields: readonly ApplicationField[];
}

const choices = (...labels: string[]): Choice[] => labels.map((label) => ({ value: label, label }));
const STATES: readonly Choice[] = US_STATES.map(([value, label]) => ({ value, label }));

const disclosure = (key: string, about: string, label: string): ApplicationField[] => [
  { key, ask: `Answer yes or no: ${about}.`, label, type: 'yes_no', required: true },
  {
    key: `${key}_explained`,
    ask: `Say in a few sentences what happened: ${about}.`,
    label: 'What happened, when, and how it ended',
    type: 'long',
    max: 2000,
    required: true,
    when: { key, is: true },
  },
];

/** The application in its five parts. */
export const APPLICATION: readonly PartSpec[] = [
  {
    key: 'you',
    title: 'Who you are',
    short: 'You',
    lead: 'How we address you and reach you.',
    fields: [
      {
        key: 'legal_name',
        ask: 'Enter your full name.',
        label: 'Full name',
        type: 'text',
        required: true,
        max: 200,
        help: 'As it stands on your license.',
      },
      {
        key: 'license_key',
        ask: 'Choose your profession.',
        half: true,
        label: 'Profession',
        type: 'license',
        required: true,
      },
      { key: 'phone_number', half: true, label: 'Telephone', type: 'phone', required: true },
      {
        key: 'city',
        ask: 'Enter the city you practice in.',
        half: true,
        label: 'City',
        type: 'text',
        required: true,
        max: 100,
      },
      {
        key: 'state',
        ask: 'Choose the state you practice in.',
        half: true,
        label: 'State',
        type: 'select',
        required: true,
        options: STATES,
      },
      {
        key: 'languages',
        ask: 'Choose at least one language.',
        label: 'Languages you can review in',
        type: 'multi',
        options: choices('English', 'Spanish', 'French', 'German', 'Mandarin', 'Vietnamese', 'Tagalog', 'Arabic'),
        required: true,
      },
    ],
  },
  {
    key: 'credentials',
    title: 'Credentials and licenses',
    short: 'Credentials',
    lead: 'We check each of them with its source before your first review.',
    fields: [
      {
        key: 'npi',
        label: 'National Provider Identifier (NPI)',
        type: 'npi',
        required: true,
        help: 'Ten digits. The last one checks the others.',
      },
      {
        key: 'licenses',
        ask: 'Add at least one state license.',
        label: 'State licenses',
        type: 'rows',
        required: true,
        max: 20,
        row: 'license',
        add: 'Add a license',
        columns: [
          {
            key: 'state',
            ask: 'Choose the state of this license.',
            label: 'State',
            type: 'select',
            required: true,
            options: STATES,
          },
          { key: 'number', ask: 'Enter the license number.', label: 'License number', type: 'text', required: true },
          {
            key: 'expires_on',
            ask: 'Enter the day this license expires.',
            label: 'Valid until',
            type: 'date',
            required: true,
          },
        ],
      },
      {
        key: 'board_certifications',
        label: 'Board certifications',
        type: 'rows',
        max: 10,
        row: 'certification',
        add: 'Add a certification',
        help: 'Leave it empty where your profession has none.',
        columns: [
          { key: 'board', ask: 'Enter the board.', label: 'Board', type: 'text', required: true },
          { key: 'field', ask: 'Enter the specialty it is in.', label: 'Specialty', type: 'text', required: true },
          { key: 'since', ask: 'Enter the year it is from.', label: 'Since', type: 'year', required: true },
        ],
      },
      {
        key: 'training',
        ask: 'Add at least one degree.',
        label: 'Degrees and training',
        type: 'rows',
        required: true,
        max: 15,
        row: 'degree',
        add: 'Add a degree',
        columns: [
          {
            key: 'what',
            ask: 'Enter the degree or training.',
            label: 'Degree, residency or fellowship',
            type: 'text',
            required: true,
          },
          { key: 'where', ask: 'Enter where it was.', label: 'Where', type: 'text', required: true },
          { key: 'year', ask: 'Enter the year it was completed.', label: 'Completed', type: 'year', required: true },
        ],
      },
    ],
  },
  {
    key: 'practice',
    title: 'Practice, availability and rates',
    short: 'Practice',
    lead: 'What you see every day, how much you can take on, and what you ask for it.',
    fields: [
      {
        key: 'specialties',
        ask: 'Add at least one specialty.',
        label: 'Specialties',
        type: 'rows',
        required: true,
        max: 5,
        row: 'specialty',
        add: 'Add a specialty',
        ordered: true,
        help: 'The first is your main one.',
        columns: [
          { key: 'specialty_id', ask: 'Choose the specialty.', label: 'Specialty', type: 'specialty', required: true },
          {
            key: 'sub_specialty_id',
            ask: 'Choose the sub-specialty.',
            label: 'Sub-specialty',
            type: 'sub_specialty',
            required: true,
          },
        ],
      },
      {
        key: 'setting',
        ask: 'Choose where you practice.',
        label: 'Where you practice',
        type: 'select',
        required: true,
        options: choices(
          'Academic center',
          'Community hospital',
          'Private practice',
          'Group practice',
          'Ambulatory center',
          'Long-term care',
          'Government',
        ),
      },
      {
        key: 'years_in_practice',
        ask: 'Enter your years of direct care.',
        half: true,
        label: 'Years of full-time direct care',
        type: 'number',
        min: 0,
        max: 60,
        unit: 'years',
        required: true,
        help: 'At least five are needed to review.',
      },
      {
        key: 'clinical_percent',
        ask: 'Enter the share of your time with patients.',
        half: true,
        label: 'Share of your time with patients today',
        type: 'number',
        min: 0,
        max: 100,
        unit: '%',
        required: true,
      },
      {
        key: 'last_clinical_on',
        ask: 'Enter your last day with patients.',
        label: 'Last day with patients',
        type: 'date',
        past: true,
        required: true,
      },
      {
        key: 'affiliations',
        label: 'Hospitals, groups and universities of the last five years',
        type: 'rows',
        max: 30,
        row: 'place',
        add: 'Add a place',
        help: 'They are compared with every matter, so that you are never asked about your own institution.',
        columns: [
          { key: 'name', ask: 'Enter the name of the place.', label: 'Name', type: 'text', required: true },
          { key: 'from', ask: 'Enter the year you began there.', label: 'From', type: 'year', required: true },
          { key: 'until', label: 'Until', type: 'year' },
        ],
      },
      {
        key: 'accepts',
        ask: 'Choose what you would take.',
        label: 'You would take',
        type: 'multi',
        required: true,
        options: [
          { value: 'calls', label: 'Calls' },
          { value: 'reports', label: 'Written reports' },
          { value: 'expedited', label: 'Expedited reviews' },
          { value: 'testimony', label: 'Testimony' },
        ],
      },
      {
        key: 'max_open_reviews',
        ask: 'Enter how many reviews you can have open.',
        half: true,
        label: 'Reviews open at the same time, at most',
        type: 'number',
        min: 1,
        max: 40,
        required: true,
      },
      {
        key: 'hourly_rate_cents',
        ask: 'Enter your usual rate.',
        half: true,
        label: 'Your usual rate',
        type: 'money',
        max_cents: 500_000,
        unit: 'an hour',
        required: true,
      },
    ],
  },
  {
    key: 'cv',
    title: 'CV and disclosures',
    short: 'CV',
    lead: 'A yes does not rule you out. What counts is that we hear it from you.',
    fields: [
      ...disclosure(
        'malpractice',
        'malpractice claims',
        'In the last ten years, was a malpractice claim against you settled or decided?',
      ),
      ...disclosure(
        'discipline',
        'licenses',
        'Was a license of yours ever restricted, suspended or given up under inquiry?',
      ),
      ...disclosure(
        'privileges',
        'hospital privileges',
        'Were hospital privileges of yours ever reduced, suspended or not renewed?',
      ),
      ...disclosure(
        'excluded',
        'federal programs',
        'Were you ever excluded from Medicare, Medicaid or another federal program?',
      ),
      ...disclosure(
        'criminal',
        'convictions',
        'Were you ever convicted of a felony, or of anything concerning your profession?',
      ),
    ],
  },
  {
    key: 'attestations',
    title: 'Attestations',
    short: 'Attest',
    lead: 'Read them as if under oath. Your name under them is your signature.',
    fields: [
      {
        key: 'is_true',
        ask: 'Confirm that everything is true and complete.',
        label: 'Everything in this application is true and complete.',
        type: 'check',
        required: true,
      },
      {
        key: 'may_verify',
        ask: 'Allow us to check what you told us.',
        label: 'Peritus may check it with boards, licensing authorities and the sources I named.',
        type: 'check',
        required: true,
      },
      {
        key: 'keeps_confidential',
        ask: 'Confirm that you keep records confidential.',
        label: 'I keep records confidential, use them for the review alone, and return or destroy them after it.',
        type: 'check',
        required: true,
      },
      {
        key: 'tells_conflicts',
        ask: 'Confirm that you tell us of conflicts first.',
        label: 'I say so before I read records when I know anybody in a matter or have a stake in it.',
        type: 'check',
        required: true,
      },
      {
        key: 'tells_changes',
        ask: 'Confirm that you tell us of changes.',
        label: 'I tell Peritus of any change to my license, certification or standing within three business days.',
        type: 'check',
        required: true,
      },
      {
        key: 'signature',
        ask: 'Sign with your full name.',
        label: 'Your full name',
        type: 'text',
        max: 200,
        required: true,
        help: 'As in part one.',
      },
    ],
  },
];
