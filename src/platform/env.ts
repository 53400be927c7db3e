import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseDsn } from './error-reports.ts';

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((v) => v === 'on' || v === 'true' || v === '1');
const url = z.url();

/** "10.0.0.5", "10.0.0.0/8", "loopback": what can stand in front of us. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'not a list of addresses or networks');

/** Every setting, once: its schema, its default as written in the environment, and what it does. */
export const SETTINGS = {
  PORT: [z.coerce.number().int().min(0).max(65_535), '3000', 'Port the server listens on.'],
  HOST: [
    z.string(),
    '127.0.0.1',
    'Address the server listens on. 0.0.0.0 lets other machines reach it, a proxy elsewhere for instance.',
  ],
  PUBLIC_URL: [
    url.optional(),
    undefined,
    'Address people use, for links in mails; with https cookies are sent over https only. Default: http://localhost:PORT.',
  ],
  TRUST_PROXY: [
    networks.optional(),
    undefined,
    'Addresses or networks of your reverse proxies, separated by commas: their X-Forwarded-For says where a request comes from. Default: nobody is believed.',
  ],
  DATA_DIR: [z.string(), './data', 'Folder for the embedded database and uploaded files.'],
  DATABASE_URL: [z.string().optional(), undefined, 'A PostgreSQL of your own instead of the embedded one.'],
  DATABASE_POOL: [z.coerce.number().int().min(2).max(500), '20', 'Database connections this process keeps at most.'],
  DEMO: [
    flag.optional(),
    undefined,
    'Fill an empty database with demo data. Default: on for an empty embedded database.',
  ],
  ENCRYPTION_KEY: [
    z.string().optional(),
    undefined,
    'Base64 of 32 bytes. Default: a key file beside the data folder, made at first start.',
  ],
  LOG_LEVEL: [z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info', 'How much is logged.'],
  SMTP_URL: [
    z.string().optional(),
    undefined,
    'smtp://user:password@host:port. Without it mails stay in the outbox, and in a demo world pages show them.',
  ],
  MAIL_FROM: [z.string(), 'Peritus <no-reply@peritus.example>', 'Sender of mails.'],
  SMS_BASE_URL: [url, 'https://api.twilio.com', 'Where text messages go; any provider that speaks this Messages API.'],
  SMS_ACCOUNT_SID: [z.string().optional(), undefined, 'Account at the provider of text messages.'],
  SMS_AUTH_TOKEN: [
    z.string().optional(),
    undefined,
    'Its token. Without account, token and sender texts stay in the outbox.',
  ],
  SMS_FROM: [
    z.string().optional(),
    undefined,
    'Sender of text messages: a number like +13125550100, or a service (MG…).',
  ],
  SUPPORT_EMAIL: [z.email(), 'support@peritus.example', 'Inbox that messages from the contact page go to.'],
  NPPES_URL: [
    url.optional(),
    undefined,
    'The national registry that applicants’ NPIs are looked up in: https://npiregistry.cms.hhs.gov/api/. Default: none is asked, the check digit alone counts.',
  ],
  PRIVACY_URL: [url, 'https://peritus.example/privacy', 'Privacy page linked in the footer.'],
  TERMS_URL: [url, 'https://peritus.example/terms', 'Terms page linked in the footer.'],
  SESSION_HOURS: [z.coerce.number().positive(), '12', 'A session ends after this many hours at the latest.'],
  SESSION_IDLE_MINUTES: [z.coerce.number().positive(), '30', 'A session ends after this many idle minutes.'],
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
  MAX_UPLOAD_BYTES: [z.coerce.number().int().positive(), String(10 * 1024 ** 3), 'Largest file that can be uploaded.'],
  MAX_DRAFT_BYTES: [
    z.coerce.number().int().positive(),
    String(50 * 1024 ** 3),
    'Records a review takes in all before it is ordered, uploads that were begun included.',
  ],
  MAX_REVIEW_BYTES: [
    z.coerce.number().int().positive(),
    String(200 * 1024 ** 3),
    'The same of a review that is ordered.',
  ],
  MAX_ORGANIZATION_BYTES: [
    z.coerce.number().int().positive(),
    String(2 * 1024 ** 4),
    'The same of all reviews of an organization.',
  ],
  MAX_MESSAGES_A_MINUTE: [
    z.coerce.number().int().positive(),
    '60',
    'Messages one person can send in conversations within a minute.',
  ],
  CALL_DIAL_IN: [
    z.string(),
    'Dial +1 312 555 0142, then the review number.',
    'How to join a call when no meeting provider is connected.',
  ],
  SENTRY_DSN: [
    z
      .string()
      .refine((dsn) => parseDsn(dsn) !== null, 'not a DSN like https://key@host/42')
      .optional(),
    undefined,
    'Where error reports go, by the Sentry protocol; of the server and, through it, of the pages. Scrubbed of whom they are about. Without it there are none.',
  ],
  HOLD_AFTER_STEP_HOURS: [
    z.coerce.number().int().min(0).max(87_600),
    '72',
    'A clock that moved by more hours than this since it was last seen holds what cannot be undone (purges, closeouts, lapses, expiries) until an admin confirms that it is right. 0: never.',
  ],
  HOLD_ABOVE_DUE: [
    z.coerce.number().int().min(0).max(1_000_000),
    '20',
    'The same when more of them than this are due at once. 0: never. A demo world holds nothing.',
  ],
  CLOCK_OFFSET_MS: [
    z.coerce.number().int(),
    '0',
    'Shifts the product’s clock, for recovery drills. Leave it at 0 in real use.',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string | undefined, string]>;

type Name = keyof typeof SETTINGS;
export type Env = { [K in Name]: z.output<(typeof SETTINGS)[K][0]> } & { public_url: string; data_dir: string };

/** Reads and validates the environment; throws one error naming every faulty setting. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, [schema, fallback]] of Object.entries(SETTINGS)) {
    const raw = source[name] === '' ? undefined : source[name];
    const result = schema.safeParse(raw ?? fallback);
    if (result.success) values[name] = result.data;
    else faults.push(`${name}=${raw}: ${result.error.issues[0]?.message ?? 'not understood'}`);
  }
  if (faults.length > 0) throw new Error(`Some settings are not understood:\n  ${faults.join('\n  ')}`);
  const env = values as Env;
  env.data_dir = resolve(env.DATA_DIR);
  env.public_url = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  return env;
}
