import type { OrganizationFlag, UserFlags } from '../../organizations/rules.ts';

/** What an account at a provider can be connected for. */
export const USES = ['meetings', 'busy', 'entries', 'files'] as const;
export type Use = (typeof USES)[number];

interface UseRow {
  /** The flag an organization needs for it; null: whoever can connect the provider can have it. */
  flag: OrganizationFlag | null;
  /** The flag its person needs besides. */
  person_flag?: keyof UserFlags;
  /** Only where its person chooses it: it asks for more than the others. */
  on_choice?: true;
  /** What the provider is asked for. Empty where it keeps that with the app itself. */
  scopes: string;
  label: string;
  says: string;
}

interface ProviderRow {
  /** As it is read in a sentence. */
  name: string;
  /** What becomes of what it is used for while it is not. */
  meanwhile: string;
  /** Where it brings people back. */
  callback: `/${string}`;
  /** What is asked for whatever it is connected for. */
  scopes: string;
  uses: Partial<Record<Use, UseRow>>;
}

/** Whose accounts can be connected: a row of data each. Where they are asked is in `server/addresses.ts`. */
export const PROVIDERS = {
  zoom: {
    name: 'Zoom',
    meanwhile: 'Calls that you host use the dial-in until then.',
    callback: '/zoom_auth',
    scopes: '',
    uses: {
      meetings: {
        flag: 'enable_zoom_oauth_integrations',
        scopes: '',
        label: 'Host calls',
        says: 'Calls that you host get a Zoom link, by the number of the review and without names.',
      },
    },
  },
  microsoft: {
    name: 'Microsoft 365',
    meanwhile:
      'No busy times are read until then, calls that you host use the dial-in, and what was written into your calendar stays as it is.',
    callback: '/ms_auth',
    scopes: 'offline_access User.Read',
    uses: {
      meetings: {
        flag: 'enable_teams_oauth_integrations',
        scopes: 'OnlineMeetings.ReadWrite',
        label: 'Host calls in Teams',
        says: 'Calls that you host get a Teams link, by the number of the review and without names.',
      },
      busy: {
        flag: null,
        scopes: 'Calendars.ReadBasic',
        label: 'Read when I am busy',
        says: 'Times at which you are busy are not offered. Only when is read: never what an entry is, where, or with whom.',
      },
      entries: {
        flag: null,
        on_choice: true,
        scopes: 'Calendars.ReadWrite',
        label: 'Write my calls and exams into my calendar',
        says: 'Your booked calls, interviews and exams are written into your calendar, by the number of the review and without names, and move with them.',
      },
    },
  },
  box: {
    name: 'Box',
    meanwhile: 'Nothing is imported from it and no report goes there until then; what was imported stays.',
    callback: '/box_auth',
    scopes: '',
    uses: {
      files: {
        flag: 'enable_box_api_integration',
        person_flag: 'box_folder_access',
        scopes: '',
        label: 'Import records, put reports there',
        says: 'Records are imported from the folders in Box that were opened to you here. Delivered reports go there where you ask for it.',
      },
    },
  },
} as const satisfies Record<string, ProviderRow>;

export type Provider = keyof typeof PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as Provider[];

/** What is known of a provider. */
export const providerRow = (provider: Provider): ProviderRow => PROVIDERS[provider];

/** What a provider can be connected for, in the table's order. */
export const usesOf = (provider: Provider): Use[] => USES.filter((use) => providerRow(provider).uses[use]);

/** What it is connected for of what somebody may use; the order is the table's. */
export const allowedUses = (provider: Provider, flags: ReadonlySet<string>): Use[] =>
  usesOf(provider).filter((use) => {
    const row = providerRow(provider).uses[use];
    if (!row || (row.person_flag !== undefined && !flags.has(row.person_flag))) return false;
    return row.flag === null || flags.has(row.flag);
  });

/** The flags any use of any provider needs. */
export const CONNECTION_FLAGS: readonly OrganizationFlag[] = PROVIDER_NAMES.flatMap((provider) =>
  usesOf(provider).flatMap((use) => providerRow(provider).uses[use]?.flag ?? []),
);

/** What a provider is asked for, for these uses: the least that does. */
export const scopesFor = (provider: Provider, uses: readonly Use[]): string =>
  [providerRow(provider).scopes, ...uses.map((use) => providerRow(provider).uses[use]?.scopes ?? '')]
    .filter((scopes) => scopes !== '')
    .join(' ');
