import { resolve } from 'node:path';
import { z } from 'zod';
import { KEY_FORM, readsAsKey } from './crypto.ts';
import {
  account,
  amount,
  baseAddress,
  databaseAddress,
  emailAddress,
  flag,
  folder,
  host,
  line,
  mailbox,
  networks,
  oneOf,
  siteAddress,
  smtpAddress,
  socketAddress,
  textSender,
  webAddress,
  whole,
} from './env-values.ts';
import { parseDsn } from './error-reports.ts';
import { Refusal } from './refusal.ts';

const TIB = 1024 ** 4;
const CENTURY_MS = 3_155_760_000_000;

/** Every setting, once: its schema, its default as written in the environment, and what it does. */
export const SETTINGS = {
  PORT: [whole(1, 65_535), '3000', 'Port the server listens on.'],
  HOST: [
    host,
    '127.0.0.1',
    'Address the server listens on. 0.0.0.0 lets other machines reach it, a proxy elsewhere for instance.',
  ],
  PUBLIC_URL: [
    siteAddress.optional(),
    undefined,
    'Address people use, for links in mails, without a path; with https cookies are sent over https only. Default: http://localhost:PORT.',
  ],
  TRUST_PROXY: [
    networks.optional(),
    undefined,
    'Addresses or networks of your reverse proxies, separated by commas: their X-Forwarded-For says where a request comes from. Default: nobody is believed.',
  ],
  DATA_DIR: [folder, './data', 'Folder for the embedded database and uploaded files.'],
  DATABASE_URL: [
    databaseAddress.optional(),
    undefined,
    'A PostgreSQL of your own instead of the embedded one: postgres://user:password@host:port/database.',
  ],
  DATABASE_POOL: [whole(2, 500), '20', 'Database connections this process keeps at most.'],
  DATABASE_STATEMENT_SECONDS: [
    whole(1, 3_600),
    '30',
    'After so many seconds one statement is stopped, and who asked is told to try again.',
  ],
  DEMO: [flag.optional(), undefined, 'Fill an empty database with demo data. Default: on for a new embedded database.'],
  NEW_START: [
    flag,
    'off',
    'Begins an empty database anew although an encryption key or files of an earlier installation are there, or continues with a used one none of whose files is there, which is otherwise refused. For one start; take it away afterwards.',
  ],
  ENCRYPTION_KEY: [
    z.string().refine(readsAsKey, `it must be ${KEY_FORM}`).optional(),
    undefined,
    'Base64 of 32 bytes. Default: a key file beside the data folder, made at first start.',
  ],
  PDF_SIGNING_P12: [
    line(4_000).optional(),
    undefined,
    'A PKCS #12 file (.p12, .pfx) with the key and certificate that signed PDFs carry a signature of. Default: a key of its own with a certificate it signs itself, made when the first is signed.',
  ],
  PDF_SIGNING_PASSPHRASE: [line(400).optional(), undefined, 'What opens that file.'],
  LOG_LEVEL: [oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info', 'How much is logged.'],
  SMTP_URL: [
    smtpAddress.optional(),
    undefined,
    'smtp://user:password@host:port. Without it mails stay in the outbox, and in a demo world pages show them.',
  ],
  MAIL_FROM: [mailbox, 'Peritus <no-reply@peritus.example>', 'Sender of mails.'],
  SMS_BASE_URL: [
    baseAddress,
    'https://api.twilio.com',
    'Where text messages go; any provider that speaks this Messages API.',
  ],
  SMS_ACCOUNT_SID: [account.optional(), undefined, 'Account at the provider of text messages.'],
  SMS_AUTH_TOKEN: [
    line(400).optional(),
    undefined,
    'Its token. Account, token and sender are set together; without them texts stay in the outbox.',
  ],
  SMS_FROM: [
    textSender.optional(),
    undefined,
    'Sender of text messages: a number like +13125550100, or a service (MG…).',
  ],
  STRIPE_SECRET_KEY: [
    line(400).optional(),
    undefined,
    'Secret key of a Stripe account: invoices can then be paid by card, on Stripe’s own page. Set together with the webhook’s secret; without them nothing is paid by card.',
  ],
  STRIPE_WEBHOOK_SECRET: [
    line(400).optional(),
    undefined,
    'Signing secret (whsec_…) of a webhook to PUBLIC_URL/api/v1/card-events, with the events checkout.session.*, charge.refunded, charge.dispute.*, refund.failed and charge.refund.updated.',
  ],
  STRIPE_BASE_URL: [
    baseAddress,
    'https://api.stripe.com',
    'Where Stripe is asked; any service that speaks its protocol.',
  ],
  ZOOM_CLIENT_ID: [
    line(400).optional(),
    undefined,
    'Client ID of an OAuth app at Zoom (user-managed), with the redirect address PUBLIC_URL/zoom_auth: people can then connect Zoom for the calls they host.',
  ],
  ZOOM_CLIENT_SECRET: [line(400).optional(), undefined, 'Its secret. Set together with the ID.'],
  ZOOM_WEBHOOK_SECRET: [
    line(400).optional(),
    undefined,
    'Secret token of that app’s event subscription to PUBLIC_URL/api/v1/zoom-events, with the events meeting.started and meeting.ended: how long a call took is then proposed to whoever records it.',
  ],
  ZOOM_BASE_URL: [baseAddress, 'https://zoom.us', 'Where people allow it, and tokens come from.'],
  ZOOM_API_URL: [baseAddress, 'https://api.zoom.us', 'Where Zoom is asked; any service that speaks its protocol.'],
  MICROSOFT_CLIENT_ID: [
    line(400).optional(),
    undefined,
    'Application ID of an app registration at Microsoft Entra, with the redirect address PUBLIC_URL/ms_auth: people can then connect Microsoft 365.',
  ],
  MICROSOFT_CLIENT_SECRET: [line(400).optional(), undefined, 'Its secret. Set together with the ID.'],
  MICROSOFT_LOGIN_URL: [
    baseAddress,
    'https://login.microsoftonline.com/organizations',
    'Where people allow it, with the tenant whose accounts are taken.',
  ],
  MICROSOFT_GRAPH_URL: [
    baseAddress,
    'https://graph.microsoft.com',
    'Where Microsoft is asked; any service that speaks its protocol.',
  ],
  BOX_CLIENT_ID: [
    line(400).optional(),
    undefined,
    'Client ID of a custom app at Box (user authentication by OAuth 2.0), with the redirect address PUBLIC_URL/box_auth: people can then connect Box and import records from it.',
  ],
  BOX_CLIENT_SECRET: [line(400).optional(), undefined, 'Its secret. Set together with the ID.'],
  BOX_ACCOUNT_URL: [baseAddress, 'https://account.box.com', 'Where people allow it.'],
  BOX_API_URL: [
    baseAddress,
    'https://api.box.com',
    'Where Box is asked, and tokens come from; any service that speaks its protocol.',
  ],
  BOX_UPLOAD_URL: [baseAddress, 'https://upload.box.com', 'Where Box takes files: delivered reports, where asked.'],
  SUPPORT_EMAIL: [emailAddress, 'support@peritus.example', 'Inbox that messages from the contact page go to.'],
  NPPES_URL: [
    webAddress.optional(),
    undefined,
    'The national registry that applicants’ NPIs are looked up in: https://npiregistry.cms.hhs.gov/api/. Default: none is asked, the check digit alone counts.',
  ],
  PRIVACY_URL: [webAddress, 'https://peritus.example/privacy', 'Privacy page linked in the footer.'],
  TERMS_URL: [webAddress, 'https://peritus.example/terms', 'Terms page linked in the footer.'],
  SESSION_HOURS: [amount(0.1, 1_000_000), '12', 'A session ends after this many hours at the latest.'],
  SESSION_IDLE_MINUTES: [amount(1, 60_000_000), '30', 'A session ends after this many idle minutes.'],
  REGISTRATION_PLATFORM_TYPE: [
    oneOf(['managed', 'saas']),
    'managed',
    'What an organization is that somebody registers by themselves: managed (Peritus does intake and the quality check) or saas (self-service: both pass automatically).',
  ],
  STAFF_SECOND_FACTOR: [
    flag.optional(),
    undefined,
    'Whether staff need a second factor to sign in. Default: on, except where the demo data is.',
  ],
  SSO_ALLOW_LOOPBACK: [
    flag,
    'off',
    'Lets an organization’s sign-in service be on this machine, by http too. For trying things out; leave it off in real use.',
  ],
  WEBHOOK_ALLOW_LOOPBACK: [
    flag,
    'off',
    'Lets an organization’s webhooks go to this machine, by http too. For trying things out; leave it off in real use.',
  ],
  HL7_ALLOW_PRIVATE: [
    networks.optional(),
    undefined,
    'Private networks, separated by commas, in which organizations’ record systems may be: 10.20.0.0/16. Results go by HL7 to public addresses with TLS, and without TLS into these alone. Default: none.',
  ],
  HL7_LISTEN_PORT: [
    whole(1, 65_535).optional(),
    undefined,
    'Port on which record systems send documents by MLLP. Default: none; they can be posted by HTTPS all the same.',
  ],
  HL7_LISTEN_HOST: [host, '127.0.0.1', 'Address that port is on.'],
  HL7_TLS_CERT: [line(4_000).optional(), undefined, 'A PEM file with the certificate for that port, and its chain.'],
  HL7_TLS_KEY: [
    line(4_000).optional(),
    undefined,
    'A PEM file with its key. Without both, that port speaks no TLS: keep it inside a VPN.',
  ],
  HL7_ANSWER_SECONDS: [amount(0.1, 300), '30', 'How long a record system has to answer an HL7 message.'],
  PROVIDER_ANSWER_SECONDS: [
    amount(0.1, 120),
    '10',
    'How long Zoom, Microsoft and Box have to answer a request made for somebody who connected an account.',
  ],
  API_KEY_REQUESTS_PER_MINUTE: [whole(1, 1_000_000), '600', 'Requests one API key may make in a minute.'],
  CALENDAR_ALLOW_LOOPBACK: [
    flag,
    'off',
    'Lets calendars be read from this machine, by http too. For trying things out; leave it off in real use.',
  ],
  MAX_UPLOAD_BYTES: [whole(1, TIB), String(10 * 1024 ** 3), 'Largest file that can be uploaded.'],
  MAX_DRAFT_BYTES: [
    whole(1, 1024 * TIB),
    String(50 * 1024 ** 3),
    'Records a review takes in all before it is ordered, uploads that were begun included.',
  ],
  MAX_REVIEW_BYTES: [whole(1, 1024 * TIB), String(200 * 1024 ** 3), 'The same of a review that is ordered.'],
  MAX_ORGANIZATION_BYTES: [whole(1, 1024 * TIB), String(2 * 1024 ** 4), 'The same of all reviews of an organization.'],
  MIN_FREE_BYTES: [
    whole(0, 1024 * TIB),
    String(512 * 1024 ** 2),
    'With less room than this in the data folder readiness says so.',
  ],
  MAX_MESSAGES_A_MINUTE: [whole(1, 1_000_000), '60', 'Messages one person can send in conversations within a minute.'],
  CLAMD_ADDRESS: [
    socketAddress.optional(),
    undefined,
    'A clamd (ClamAV) that looks for viruses in everything that is uploaded: host:port, or the path of its socket. Nobody opens a file before it is cleared. Default: none, and files say that they were not looked through.',
  ],
  SCAN_REQUIRED: [
    flag,
    'off',
    'Files from before there was a scanner are opened by nobody, either, before it has cleared them; without CLAMD_ADDRESS the server does not start.',
  ],
  CALL_DIAL_IN: [
    line(500),
    'Dial +1 312 555 0142, then the review number.',
    'How to join a call when no meeting provider is connected.',
  ],
  MILEAGE_TENTHS: [
    whole(1, 10_000),
    '725',
    'What a mile with one’s own car comes to as an expense of a legal case, in tenths of a cent. Default: the standard mileage rate of the IRS for business in 2026, 72.5 cents. An expense keeps the rate it was recorded with.',
  ],
  SENTRY_DSN: [
    z
      .string()
      .refine((dsn) => parseDsn(dsn) !== null, 'it must be a DSN like https://key@host/42')
      .optional(),
    undefined,
    'Where error reports go, by the Sentry protocol; of the server and, through it, of the pages. Scrubbed of whom they are about. Without it there are none.',
  ],
  HOLD_AFTER_STEP_HOURS: [
    whole(0, 87_600),
    '72',
    'A clock that moved by more hours than this since it was last seen holds what cannot be undone (purges, closeouts, lapses, expiries) until an admin confirms that it is right. 0: never.',
  ],
  HOLD_ABOVE_DUE: [
    whole(0, 1_000_000),
    '20',
    'The same when more of them than this are due at once. 0: never. A demo world holds nothing.',
  ],
  CLOCK_OFFSET_MS: [
    whole(-CENTURY_MS, CENTURY_MS),
    '0',
    'Shifts the product’s clock, for recovery drills. Leave it at 0 in real use.',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string | undefined, string]>;

type Name = keyof typeof SETTINGS;
export type Env = { [K in Name]: z.output<(typeof SETTINGS)[K][0]> } & { public_url: string; data_dir: string };

/** What these are set to is not repeated: it goes into logs. */
const SECRET: readonly Name[] = [
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'PDF_SIGNING_PASSPHRASE',
  'SMTP_URL',
  'SMS_AUTH_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ZOOM_CLIENT_SECRET',
  'ZOOM_WEBHOOK_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'BOX_CLIENT_SECRET',
  'SENTRY_DSN',
];

/** Set together or not at all. */
const TEXTS = ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'] as const;
const CARDS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const ZOOM = ['ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET'] as const;
const HL7_TLS = ['HL7_TLS_CERT', 'HL7_TLS_KEY'] as const;
const MICROSOFT = ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'] as const;
const BOX = ['BOX_CLIENT_ID', 'BOX_CLIENT_SECRET'] as const;

const isSecret = (name: string): boolean => (SECRET as readonly string[]).includes(name);
/** An address keeps to itself who signs in there, and what its query opens. */
const withoutAccess = (text: string): string => text.replace(/\/\/[^/?#]*@/, '//…@');

/** A setting as it is named in a refusal: short, on one line, and without what opens anything. */
function shown(name: string, raw: string | undefined): string {
  if (raw === undefined || isSecret(name)) return name;
  const text = withoutAccess(raw).replaceAll(/\p{Cc}/gu, '�');
  return `${name}=${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

/** A setting as this process read it. */
export interface SettingRead {
  name: string;
  about: string;
  /** Null: it is not set, or a secret, whose value is never said. */
  value: string | null;
  secret: boolean;
  set: boolean;
  /** It is what it is without being set. */
  by_default: boolean;
}

/** Every setting as it was read, in the table's order. */
export function settingsRead(env: Env): SettingRead[] {
  return Object.entries(SETTINGS).map(([name, [schema, fallback, about]]) => {
    const value = env[name as Name];
    const secret = isSecret(name);
    const set = value !== undefined;
    return {
      name,
      about,
      value: secret || !set ? null : inWords(value),
      secret,
      set,
      by_default: inWords(value) === inWords(schema.safeParse(fallback).data),
    };
  });
}

const inWords = (value: Env[Name]): string =>
  typeof value === 'boolean'
    ? value
      ? 'on'
      : 'off'
    : withoutAccess([value].flat().join(', ')).replace(/^(https?:[^?#]*)[?#].*$/, '$1');

/** Reads and validates the environment; throws one Refusal that names every setting that cannot work, and what it must be. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, [schema, fallback]] of Object.entries(SETTINGS)) {
    const raw = source[name]?.trim() || undefined;
    const result = schema.safeParse(raw ?? fallback);
    if (result.success) values[name] = result.data;
    else faults.push(`${shown(name, raw)}: ${result.error.issues[0]?.message ?? 'it is not understood'}.`);
  }
  for (const [what, names] of [
    ['text messages', TEXTS],
    ['payments by card', CARDS],
    ['Zoom', ZOOM],
    ['Microsoft 365', MICROSOFT],
    ['TLS at the port for HL7', HL7_TLS],
    ['Box', BOX],
  ] as const) {
    const unset = names.filter((name) => !source[name]?.trim());
    if (unset.length > 0 && unset.length < names.length)
      faults.push(`${unset.join(', ')}: for ${what} ${names.join(', ')} are set together, or none of them.`);
  }
  if (source['PDF_SIGNING_PASSPHRASE']?.trim() && !source['PDF_SIGNING_P12']?.trim())
    faults.push('PDF_SIGNING_PASSPHRASE: it must come with PDF_SIGNING_P12, whose file it opens.');
  if (values['SCAN_REQUIRED'] === true && !source['CLAMD_ADDRESS']?.trim())
    faults.push(
      `${shown('SCAN_REQUIRED', source['SCAN_REQUIRED'])}: it must come with CLAMD_ADDRESS, the scanner that is required.`,
    );
  if (faults.length > 0) throw new Refusal('setting', `Some settings cannot work:\n  ${faults.join('\n  ')}`);
  const env = values as Env;
  env.data_dir = resolve(env.DATA_DIR);
  env.public_url = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return env;
}
