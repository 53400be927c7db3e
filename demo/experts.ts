import { isNpi } from '../src/core/npi.ts';
import type { Kysely } from 'kysely';
import { DAY } from '../src/core/time.ts';
import type { DB } from '../src/platform/db/types.ts';
import { type SeededPeople, seedPerson } from './people.ts';

/** The 40 specialties of the directory, some by sub-specialty: three experts each but the last, and those with a name of their own. */
const FIELDS: readonly (readonly [specialty: string, sub: string])[] = [
  ['Neurosurgery', 'Spine'],
  ['Neurosurgery', 'Vascular'],
  ['Orthopedics', 'Spine'],
  ['Orthopedics', 'Hand'],
  ['Orthopedics', 'Hip and knee'],
  ['General surgery', 'Bariatric'],
  ['General surgery', 'Minimally invasive'],
  ['General surgery', 'Trauma and acute care'],
  ['Anesthesiology', 'Cardiac'],
  ['Anesthesiology', 'Pain medicine'],
  ['OB/GYN', 'Maternal-fetal'],
  ['Emergency medicine', 'General'],
  ['Emergency medicine', 'Pediatric'],
  ['Hospital medicine', 'General'],
  ['Internal medicine', 'General'],
  ['Family medicine', 'General'],
  ['Cardiology', 'Interventional'],
  ['Cardiology', 'Electrophysiology'],
  ['Cardiothoracic surgery', 'Adult cardiac'],
  ['Vascular surgery', 'General'],
  ['Nephrology', 'General'],
  ['Neurology', 'Stroke'],
  ['Radiology', 'Neuro'],
  ['Pathology', 'Anatomic'],
  ['Pediatrics', 'Neurology'],
  ['Neonatology', 'General'],
  ['Gastroenterology', 'Advanced endoscopy'],
  ['Infectious disease', 'General'],
  ['Hematology/Oncology', 'General'],
  ['Urology', 'Oncology'],
  ['Ophthalmology', 'Retina'],
  ['Otolaryngology', 'Rhinology'],
  ['Plastic surgery', 'Cosmetic'],
  ['Dermatology', 'Mohs'],
  ['Dentistry', 'Endodontics'],
  ['Psychiatry', 'General'],
  ['PM&R', 'General'],
  ['Critical care', 'General'],
  ['Pulmonology', 'General'],
  ['Endocrinology', 'General'],
  ['Rheumatology', 'General'],
  ['Colorectal surgery', 'General'],
  ['Podiatry', 'General'],
  ['Nursing', 'RN labor and delivery'],
  ['Nursing', 'Long-term care'],
  ['Radiation oncology', 'General'],
  ['Wound care', 'General'],
  ['Geriatrics', 'General'],
  ['Occupational medicine', 'General'],
];

const FIRST =
  'Gwen Pascal Thea Anselm Linnea Lena Caspar Mira Arlo Sienna Bertram Odalys Felix Imogen Ravi Helena Jonas Talia Victor Noor Edmund Yara Lucian Petra Hugo Amara Silas Freya Dorian Elif Magnus Ines Corwin Anya Tobias Leila Emil Rosalind Kofi Marisol'.split(
    ' ',
  );
const LAST =
  'Nakamura-Voss Dreyfuss Bannerman Roque Kostova Haverford Obermann Arkwright Teague Whitcombe Fairbank Lindell Okonjo Marchetti Vasari Holmgren Castillo Brandvold Achterberg Sorensen Delgado Pemberton Iyer Kowalczyk Ravenel Stroud Amundsen Baptiste Farrow Ellsworth Mbeki Tanaka Quill Zeller Draper Novak Winslow Hargrove Osei Lindqvist'.split(
    ' ',
  );
const PLACES: readonly (readonly [city: string, state: string, zone: string])[] = [
  ['Boston', 'MA', 'America/New_York'],
  ['Austin', 'TX', 'America/Chicago'],
  ['Tulsa', 'OK', 'America/Chicago'],
  ['Dallas', 'TX', 'America/Chicago'],
  ['Santa Fe', 'NM', 'America/Denver'],
  ['Reno', 'NV', 'America/Los_Angeles'],
  ['Chicago', 'IL', 'America/Chicago'],
  ['Columbus', 'OH', 'America/New_York'],
  ['Seattle', 'WA', 'America/Los_Angeles'],
  ['Atlanta', 'GA', 'America/New_York'],
  ['Denver', 'CO', 'America/Denver'],
  ['Phoenix', 'AZ', 'America/Phoenix'],
  ['Minneapolis', 'MN', 'America/Chicago'],
  ['Philadelphia', 'PA', 'America/New_York'],
  ['San Diego', 'CA', 'America/Los_Angeles'],
];
/** What experts say of themselves; facts that stand beside it are not repeated. */
const SUMMARIES = [
  'Full clinical schedule, with a day a week for reviews. Reviews for both sides.',
  'Teaches residents and chairs the department’s quality committee. Prefers to see the imaging itself.',
  'Sees patients four days a week. Answers in plain words, and says where the records do not carry an answer.',
  'Has reviewed for carriers and for patients’ counsel in equal parts. Comfortable with long records.',
  'Led the section for six years and still takes call. Writes to the question and cites every page.',
] as const;

const SETTINGS = ['Academic center', 'Community hospital', 'Private practice', 'Integrated system', 'Rural hospital'];
const HOSPITALS = [
  'Lakeview University Hospital',
  'Mercy Ridge Medical Center',
  'Cedar Hollow Clinic',
  'Summit Valley Health',
  'Prairie State Regional',
  'Harborside General',
  'Old Mill Surgical Center',
  'St. Brannock Hospital',
];

const NURSE_OR_OTHER: Record<string, [suffix: string, license: string]> = {
  Nursing: ['RN', 'RN'],
  Dentistry: ['DDS', 'DDS'],
  Podiatry: ['DPM', 'DPM'],
};

const week = (from: string, to: string) =>
  Object.fromEntries(
    ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [
      day,
      { active: day !== 'sunday' && day !== 'saturday', startTime: from, endTime: to },
    ]),
  );

/** What experts speak beside English. */
const LANGUAGES = [
  [],
  [],
  ['Spanish'],
  [],
  ['French'],
  [],
  ['Spanish', 'Portuguese'],
  [],
  ['Hindi'],
  [],
  ['Mandarin'],
  [],
  ['Vietnamese'],
  [],
];

/** A valid invented National Provider Identifier. */
function npi(n: number): string {
  const nine = String(104_729_318 + n * 7919).slice(0, 9);
  return [...'0123456789'].map((d) => nine + d).find(isNpi) ?? '';
}

/** Fills the experts' directory; every third expert of a field is new, so that matching has someone to give a first chance. */
export async function seedExperts(
  db: Kysely<DB>,
  people: SeededPeople & { password_hash: string },
  since: Date,
): Promise<void> {
  const dayAfter = (days: number): string => new Date(since.getTime() + days * DAY).toISOString().slice(0, 10);
  const specialties = await db
    .selectFrom('sub_specialties')
    .innerJoin('specialties', 'specialties.id', 'sub_specialties.specialty_id')
    .select([
      'specialties.id as specialty_id',
      'specialties.name as specialty',
      'sub_specialties.id',
      'sub_specialties.name',
    ])
    .execute();
  const named = (key: string): number => {
    const found = people.users.get(key)?.profile_id;
    if (!found) throw new Error('Seed people before experts.');
    return found;
  };
  const ines = named('ines');
  const own = new Set([ines, named('walter'), named('leah')]);
  const rates: ReturnType<typeof ratesOf> = [];
  await seedExpert(ines, 0, ['Neurosurgery', 'Spine'], ['Boston', 'MA', 'America/New_York'], 'F-207');
  // a spine surgeon of both boards
  const both = specialties.find((s) => s.specialty === 'Orthopedics' && s.name === 'Spine');
  if (both) {
    await db
      .insertInto('credentials')
      .values({
        expert_profile_id: ines,
        specialty_id: both.specialty_id,
        sub_specialty_id: both.id,
        license_key: 'MD',
        license_state: 'MA',
        license_number: 'MA271904',
        expires_on: dayAfter(900),
        verified_at: since,
        verified_source: 'MA medical board',
      })
      .execute();
  }
  const leah = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', people.users.get('leah')?.user_id ?? 0)
    .where('type', '=', 'MedicalExpertAssistant')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('assistant_links')
    .values([named('tomas'), leah.id].map((id) => ({ assistant_profile_id: id, expert_profile_id: ines })))
    .execute();
  let n = 1;
  for (const field of FIELDS) {
    const each = field === FIELDS.at(-1) || n % 5 === 0 ? 2 : 3;
    for (let i = 0; i < each; i += 1) {
      const place = PLACES[(n * 7 + i * 3) % PLACES.length] ?? PLACES[0];
      const first_name = FIRST[(n * 11) % FIRST.length] ?? '';
      const last_name = LAST[(n * 17 + Math.floor(n / LAST.length)) % LAST.length] ?? '';
      if (!place) throw new Error('No place.');
      const { profile_id } = await seedPerson(db, {
        first_name,
        last_name,
        email: `${first_name}.${last_name}.${n}@experts.example`.toLowerCase(),
        role: 'user',
        profile: 'MedicalExpert',
        organization_id: null,
        time_zone: place[2],
        note: null,
        password_hash: people.password_hash,
        since,
        working_hours: n % 2 === 0 ? week('08:00', '17:00') : week('07:00', '16:30'),
      });
      if (profile_id === null) throw new Error('An expert has a profile.');
      const code = `${(field[0][0] ?? 'X').toUpperCase()}-${String(100 + ((n * 37) % 800)).padStart(3, '0')}`;
      await seedExpert(profile_id, n, field, place, code);
      n += 1;
    }
  }
  await seedExpert(named('walter'), n, ['Vascular surgery', 'General'], ['Denver', 'CO', 'America/Denver'], 'V-515');
  await seedExpert(named('leah'), n + 1, ['Psychiatry', 'General'], ['Boston', 'MA', 'America/New_York'], 'P-622');
  await db.insertInto('expert_rates').values(rates).execute();

  /** What an expert asks for: an hour of a legal case, a day in court, for some a call. */
  function ratesOf(expert_profile_id: number, index: number) {
    const hour = 55_000 + ((index * 29) % 9) * 2_500;
    const rate = (
      kind: 'Generic' | 'Case' | null,
      service: string,
      unit: 'hour' | 'day' | 'review',
      amount_cents: number,
    ) => ({
      expert_profile_id,
      kind,
      service,
      unit,
      amount_cents,
      from_on: dayAfter(0),
      verified_at: since,
    });
    return [
      rate('Generic', '', 'hour', hour),
      rate(null, 'Trial testimony', 'day', hour * 8 + ((index * 5) % 6) * 25_000),
      // some have a schedule of their own for calls, which counts where an organization takes it
      ...(index % 4 === 0
        ? [
            rate('Case', 'Call, 30 minutes', 'review', 32_500 + (index % 3) * 2_500),
            rate('Case', 'Call, 45 minutes', 'review', 45_000 + (index % 3) * 5_000),
          ]
        : []),
    ];
  }

  async function seedExpert(
    profile_id: number,
    index: number,
    field: readonly [string, string],
    place: readonly [string, string, string],
    code: string,
  ): Promise<void> {
    const [suffix, license] = NURSE_OR_OTHER[field[0]] ?? (index % 9 === 4 ? ['DO', 'DO'] : ['MD', 'MD']);
    const years = 6 + ((index * 13) % 27);
    const found = specialties.find((s) => s.specialty === field[0] && s.name === field[1]);
    if (!found) throw new Error(`The taxonomy has no ${field.join(', ')}.`);
    await db
      .insertInto('expert_profiles')
      .values({
        profile_id,
        code,
        credentials_suffix: suffix,
        city: place[0],
        state: place[1],
        setting: SETTINGS[index % SETTINGS.length] ?? '',
        languages: ['English', ...(LANGUAGES[index % LANGUAGES.length] ?? [])],
        years_in_practice: index === 0 ? 19 : years,
        summary: SUMMARIES[index % SUMMARIES.length] ?? '',
        accepts_kinds: index % 3 === 0 ? ['Case', 'PeerReview', 'IME', 'Generic'] : ['Case', 'PeerReview', 'Generic'],
        accepts_expedited: index % 4 !== 3,
        open_to: [
          ...(index % 3 === 0 ? (['testifying'] as const) : []),
          ...(index % 4 === 1 ? (['teaching'] as const) : []),
          ...(index % 5 === 0 ? (['panel_work'] as const) : []),
        ],
        max_open_reviews: 4 + (index % 4),
        has_cv: true,
        has_redacted_cv: index % 23 !== 22,
        display_contact_information: index % 6 === 5,
        last_clinical_on: dayAfter(0),
        created_at: since,
      })
      .execute();
    await db
      .insertInto('credentials')
      .values({
        expert_profile_id: profile_id,
        specialty_id: found.specialty_id,
        sub_specialty_id: found.id,
        is_primary: true,
        availability: index % 11 === 10 ? 'limited' : 'accepting',
        license_key: license,
        license_state: place[1],
        license_number: `${place[1]}${npi(index).slice(2, 8)}`,
        // two of them ran out before anything was ordered: matching must not invite these experts, and no invitation of
        // the world's past may end between being sent and being accepted
        expires_on: index % 41 === 40 ? dayAfter(1) : dayAfter(500 + (index % 30) * 30),
        verified_at: since,
        verified_source: `${place[1]} medical board`,
      })
      .execute();
    // experts with a name of their own say theirs themselves (`kept.ts`)
    if (!own.has(profile_id)) rates.push(...ratesOf(profile_id, index));
    const hospital = HOSPITALS[index % HOSPITALS.length] ?? '';
    await db
      .insertInto('affiliations')
      .values({
        expert_profile_id: profile_id,
        name: hospital,
        from_on: `${2010 + (index % 12)}-07-01`,
      })
      .execute();
  }
}
