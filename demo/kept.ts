/* What experts of the demo say of themselves on their account pages, and what staff made of it. Dates are days from the demo's present. */

type RecordDraft = [part: string, data: Record<string, unknown>];

interface Said {
  /** Days ago. */
  days: number;
  record: RecordDraft;
  /** Where it was looked up, or why it came back; left out: nobody has looked yet. */
  verified?: string;
  returned?: string;
}

const weekdays = (from: string, until: string, days: readonly number[]) => days.map((day) => ({ day, from, until }));

/** By the person's key. `at` gives a date so many days from the demo's present. */
export const keptBy = (at: (days: number) => string): Readonly<Record<string, readonly Said[]>> => ({
  ines: [
    {
      days: 60,
      verified: 'American Board of Neurological Surgery, diplomate search',
      record: [
        'certification',
        {
          sort: 'board',
          issuer: 'American Board of Neurological Surgery',
          field: 'Neurosurgery',
          expires_on: at(1460),
        },
      ],
    },
    {
      days: 58,
      verified: 'Certificate of the insurer, read to us by phone',
      record: ['certification', { sort: 'malpractice', issuer: 'Pilgrim Mutual', field: '', expires_on: at(240) }],
    },
    {
      days: 57,
      verified: '',
      record: [
        'site',
        {
          name: 'Lakeview Spine Center',
          address_line1: '88 Fenmoor Street',
          address_line2: 'Floor 4',
          city: 'Boston',
          state: 'MA',
          postal_code: '02115',
          time_zone: 'America/New_York',
          phone: '(617) 555-0142',
          rooms: 3,
          access: ['step_free', 'elevator', 'restroom', 'transit'],
          access_note: 'Use the entrance on the courtyard; the front door has two steps.',
          hours: weekdays('09:00', '16:00', [2, 4]),
        },
      ],
    },
    {
      days: 55,
      verified: '',
      record: [
        'rate',
        { kind: 'Case', service: '', amount_cents: 65_000, unit: 'hour', from_on: at(-55), until_on: null },
      ],
    },
    {
      days: 55,
      verified: '',
      record: [
        'rate',
        { kind: null, service: 'Deposition', amount_cents: 320_000, unit: 'day', from_on: at(-55), until_on: null },
      ],
    },
    {
      days: 40,
      verified: '',
      record: [
        'affiliation',
        { name: 'Fenmoor School of Medicine', kind: 'university', from_on: '2014-09-01', until_on: null },
      ],
    },
    {
      days: 38,
      verified: '',
      record: [
        'testimony',
        {
          case_name: 'Okafor v. Tidewater Orthopedic Group',
          court: 'Suffolk Superior Court',
          docket: '2284CV01173',
          testified_on: at(-410),
          form: 'deposition',
          side: 'defense',
          retaining_firm: 'Marrow & Pike',
          exclusion: 'none',
        },
      ],
    },
    {
      days: 37,
      verified: '',
      record: [
        'testimony',
        {
          case_name: 'Abernethy v. Coldbrook Spine Institute',
          court: 'U.S. District Court, District of Massachusetts',
          docket: '1:23-cv-10884',
          testified_on: at(-640),
          form: 'trial',
          side: 'plaintiff',
          retaining_firm: 'Lowell & Strand',
          exclusion: 'part',
          exclusion_note: 'One opinion on future earnings was left out as outside the field; all others were heard.',
        },
      ],
    },
    {
      days: 36,
      verified: '',
      record: [
        'publication',
        {
          title: 'Timing of decompression in cauda equina syndrome: a review of 214 cases',
          venue: 'Annals of Spinal Surgery 18(2), 101–112',
          year: Number(at(-1460).slice(0, 4)),
        },
      ],
    },
    {
      days: 4,
      record: [
        'publication',
        {
          title: 'What a bladder scan can and cannot tell',
          venue: 'Emergency Neurology Letters 7(4), 33–38',
          year: Number(at(-300).slice(0, 4)),
        },
      ],
    },
    {
      days: 9,
      returned: 'The docket number is of another matter. Please look at it again.',
      record: [
        'testimony',
        {
          case_name: 'Estate of Lindgren v. Bayside Surgical',
          court: 'Norfolk Superior Court',
          docket: '2182CV00417',
          testified_on: at(-820),
          form: 'trial',
          side: 'plaintiff',
        },
      ],
    },
    {
      days: 2,
      record: [
        'affiliation',
        { name: 'Wrenfield Community Hospital', kind: 'facility', from_on: at(-30), until_on: null },
      ],
    },
  ],
  leah: [
    {
      days: 33,
      verified: '',
      record: [
        'rate',
        { kind: null, service: '', amount_cents: 48_000, unit: 'hour', from_on: at(-33), until_on: null },
      ],
    },
    {
      days: 3,
      record: [
        'site',
        {
          name: 'Harborside Behavioral Health',
          address_line1: '410 Wharf Street',
          address_line2: '',
          city: 'Boston',
          state: 'MA',
          postal_code: '02110',
          time_zone: 'America/New_York',
          phone: '',
          rooms: 1,
          access: ['step_free', 'transit'],
          access_note: '',
          hours: weekdays('10:00', '15:00', [1, 3, 5]),
        },
      ],
    },
  ],
  walter: [
    {
      days: 1,
      record: [
        'license',
        { license_key: 'MD', state: 'NM', number: 'NM440217', expires_on: at(620), specialty_id: null },
      ],
    },
  ],
});
