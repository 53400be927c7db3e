import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEnv, settingsRead, SETTINGS } from './env.ts';
import { Refusal } from './refusal.ts';

function refusal(settings: Record<string, string>): string {
  try {
    readEnv(settings);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ reason: 'setting', exitCode: 78 });
    return (error as Refusal).message;
  }
  return '';
}

const NUMBERS = ['0', '-1', '1e99', 'NaN', 'Infinity', '99999999999999999999', 'many', '1 000', '0x10', '3,5'];
const ADDRESSES = [
  'javascript:alert(1)',
  'ftp://example.org',
  'data:text/html,x',
  'mailto:a@example.org',
  'example.org',
  '//example.org',
  'https://',
  'https:example.org',
  'https://a b',
  'https://example.org:99999',
  'https://example.org:0',
  'https://user:secret@example.org',
  'https://*.example.org',
  'https://example..org',
  'https://-example.org',
];
const REFUSED: Record<string, readonly string[]> = {
  PORT: [...NUMBERS, '65536', '3000.5'],
  HOST: ['http://localhost', 'localhost:3000', '1.2.3', '256.0.0.1', 'two words', '[::1]'],
  PUBLIC_URL: [
    ...ADDRESSES,
    'https://example.org/peritus',
    'https://example.org/?a=b',
    'https://example.org/#top',
    'https://example.org//',
  ],
  PRIVACY_URL: ADDRESSES,
  TERMS_URL: ADDRESSES,
  NPPES_URL: ADDRESSES,
  SMS_BASE_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  ZOOM_WEBHOOK_SECRET: ['x'.repeat(401)],
  ZOOM_BASE_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  ZOOM_API_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  MICROSOFT_LOGIN_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  MICROSOFT_GRAPH_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  BOX_ACCOUNT_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  BOX_API_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  BOX_UPLOAD_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  STRIPE_BASE_URL: [...ADDRESSES, 'https://api.example.org/?a=b'],
  TRUST_PROXY: ['all', '10.0.0.0/33'],
  DATA_DIR: ['/', '/..', '//'],
  DATABASE_URL: [
    'localhost',
    'localhost:5432',
    'mysql://localhost/peritus',
    'https://localhost/peritus',
    'postgres://localhost:0/x',
    'postgres://localhost:99999/x',
    'postgres://localhost:port/x',
    'postgres://localhost/x?sslrootcert=/nothing/here.pem',
  ],
  DATABASE_POOL: [...NUMBERS, '1', '501'],
  DEMO: ['yes', 'ON', '2'],
  ENCRYPTION_KEY: ['secret', 'c2hvcnQ=', 'A'.repeat(44)],
  LOG_LEVEL: ['verbose', 'INFO'],
  SMTP_URL: [
    'mail.example.org',
    'http://mail.example.org',
    'smtp://:25',
    'smtp://mail.example.org:99999',
    'smtp://mail.example.org:0',
    'smtp://mail.example.org/inbox',
    'smtp://user:50%@mail.example.org',
    'smtp://mail example.org',
    'smtp://user:25#pass@mail.example.org',
    'smtp://user:25?pass@mail.example.org',
  ],
  MAIL_FROM: [
    'Peritus',
    'no-reply',
    'no-reply@',
    'no-reply@localhost',
    'Peritus <no-reply>',
    'Peritus <no-reply@example.org',
    'a@example.org, b@example.org',
    'Reviews, Inc. <a@example.org>',
    'a@example.org <b@example.org>',
    'Peritus\nBcc: x@example.org <a@example.org>',
    'Reviews: Peritus <a@example.org>',
    'Peritus (reviews <a@example.org>',
    '"Peritus\\" <a@example.org>',
  ],
  SUPPORT_EMAIL: ['support', 'help@localhost', 'help@exаmple.org'],
  SESSION_HOURS: [...NUMBERS, '1000001', '0.01'],
  SESSION_IDLE_MINUTES: [...NUMBERS, '60000001'],
  MAX_UPLOAD_BYTES: [...NUMBERS, '10.5', '10 GB', '1099511627777'],
  MAX_DRAFT_BYTES: NUMBERS,
  MAX_REVIEW_BYTES: NUMBERS,
  MAX_ORGANIZATION_BYTES: NUMBERS,
  CLAMD_ADDRESS: ['clamd', 'clamd:0', 'clamd:65536', 'tcp://clamd:3310', '/', 'run/clamd.ctl', '[::1:3310', ':3310'],
  SCAN_REQUIRED: ['maybe', 'on'],
  MILEAGE_TENTHS: [...NUMBERS, '72.5', '10001'],
  MAX_MESSAGES_A_MINUTE: [...NUMBERS, '1000001'],
  CALL_DIAL_IN: ['Dial\nthis', 'x'.repeat(501)],
  PDF_SIGNING_P12: ['/etc/key\n.p12', 'x'.repeat(4_001)],
  PDF_SIGNING_PASSPHRASE: ['without its file'],
  SENTRY_DSN: ['https://example.org', 'key@example.org/1'],
  REGISTRATION_PLATFORM_TYPE: ['enterprise'],
  STAFF_SECOND_FACTOR: ['maybe'],
  SSO_ALLOW_LOOPBACK: ['maybe'],
  WEBHOOK_ALLOW_LOOPBACK: ['maybe'],
  HL7_ALLOW_PRIVATE: ['10.0.0.0/33', 'clinic.example.org'],
  HL7_LISTEN_PORT: [...NUMBERS, '65536'],
  HL7_LISTEN_HOST: ['http://10.0.0.1', '10.0.0.1:2575'],
  HL7_ANSWER_SECONDS: [...NUMBERS, '301'],
  PROVIDER_ANSWER_SECONDS: [...NUMBERS, '121'],
  API_KEY_REQUESTS_PER_MINUTE: [...NUMBERS, '1000001'],
  CALENDAR_ALLOW_LOOPBACK: ['maybe'],
  NEW_START: ['yes'],
  DATABASE_STATEMENT_SECONDS: [...NUMBERS, '3601'],
  MIN_FREE_BYTES: NUMBERS.slice(1),
  HOLD_AFTER_STEP_HOURS: [...NUMBERS.slice(1), '87601'],
  HOLD_ABOVE_DUE: [...NUMBERS.slice(1), '1000001'],
  CLOCK_OFFSET_MS: ['NaN', '1e99', '1.5', '-99999999999999999', '3155760000001'],
};

test('every setting has values here that cannot work', () => {
  // together, below
  const together = [
    'SMS_ACCOUNT_SID',
    'SMS_AUTH_TOKEN',
    'SMS_FROM',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'HL7_TLS_CERT',
    'HL7_TLS_KEY',
    'ZOOM_CLIENT_ID',
    'ZOOM_CLIENT_SECRET',
    'MICROSOFT_CLIENT_ID',
    'MICROSOFT_CLIENT_SECRET',
    'BOX_CLIENT_ID',
    'BOX_CLIENT_SECRET',
  ];
  expect([...Object.keys(REFUSED), ...together].sort()).toEqual(Object.keys(SETTINGS).sort());
});

const SECRETS = ['DATABASE_URL', 'ENCRYPTION_KEY', 'PDF_SIGNING_PASSPHRASE', 'SMTP_URL', 'SENTRY_DSN'];

for (const [name, values] of Object.entries(REFUSED))
  test.each(values)(`${name}=%s is refused by name and in words`, (value) => {
    const message = refusal({ [name]: value });
    const [first, fault, ...more] = message.split('\n');
    expect([first, more]).toEqual(['Some settings cannot work:', []]);
    expect(fault).toMatch(new RegExp(`^  ${name}(=.*)?: it must .+\\.$`));
    expect(fault?.includes(value)).toBe(SECRETS.includes(name) ? false : !/secret|\n|.{80}/.test(value));
  });

const TAKEN: Record<string, readonly string[]> = {
  PORT: ['1', '80', '65535', ' 3000 '],
  HOST: ['0.0.0.0', '::', '127.0.0.1', 'localhost', 'peritus-1.internal', '3com'],
  PUBLIC_URL: [
    'http://localhost:3000',
    'https://prüfung.example.org',
    'http://a',
    'https://reviews.example.org/',
    'https://[::1]:8443',
  ],
  PRIVACY_URL: ['https://example.org/privacy?lang=en#top'],
  DATA_DIR: ['data', '/srv/peritus'],
  DATABASE_URL: [
    'postgres://peritus:secret@db:5432/peritus',
    'postgresql://peritus@/peritus?host=/var/run/postgresql',
    'postgres://db.example.org/peritus',
    'postgres://u:p%40ss@[::1]:5433/x?sslmode=no-verify',
  ],
  ENCRYPTION_KEY: [Buffer.alloc(32, 7).toString('base64'), Buffer.alloc(32, 250).toString('base64url')],
  SMTP_URL: [
    'smtp://user:p%40ss@mail.example.org:587',
    'smtps://10.0.0.7',
    'smtp://[::1]:25/',
    'smtp://mail',
    'smtp://m:25',
    'smtp://my_mail',
  ],
  MAIL_FROM: [
    'a@example.org',
    'Peritus <a@example.org>',
    '"Reviews, Inc." <a@example.org>',
    'Dr. Bell <a@example.org>',
  ],
  SUPPORT_EMAIL: ['Help@Example.org'],
  SESSION_HOURS: ['0.5', '12', '1000000'],
  MAX_UPLOAD_BYTES: ['1', '1099511627776'],
  CLOCK_OFFSET_MS: ['-86400000', '0'],
  CLAMD_ADDRESS: ['127.0.0.1:3310', 'clamav.internal:3310', '[::1]:3310', '/run/clamav/clamd.ctl'],
};
for (const [name, values] of Object.entries(TAKEN))
  test.each(values)(`${name}=%s is taken`, (value) => expect(refusal({ [name]: value })).toBe(''));

test('the address of the pages is what browsers say it is', () => {
  expect(readEnv({ PUBLIC_URL: 'HTTPS://Reviews.Example.org:443/' }).public_url).toBe('https://reviews.example.org');
  expect(readEnv({ PORT: '4000' }).public_url).toBe('http://localhost:4000');
});

test('every setting that cannot work is named, not only the first; what is empty counts as not set', () => {
  const message = refusal({ PORT: '0', MAIL_FROM: 'me', PUBLIC_URL: '  ', DEMO: '' });
  expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  MAIL_FROM']);
});

describe('text messages', () => {
  const whole = { SMS_ACCOUNT_SID: 'AC42', SMS_AUTH_TOKEN: 'to:ken', SMS_FROM: '+13125550100' };
  const names = Object.keys(whole) as (keyof typeof whole)[];

  test('are set as a whole or not at all, and what is missing is named', () => {
    expect(refusal(whole)).toBe('');
    for (const set of names) {
      const others = names.filter((name) => name !== set);
      expect(refusal({ [set]: whole[set] })).toContain(`  ${others.join(', ')}: for text messages`);
      expect(refusal({ ...whole, [set]: ' ' })).toContain(`  ${set}: for text messages`);
    }
  });

  test.each(['+1 312 555 0100', 'not/a/number', '+0123456789', 'MG12', 'far too long a sender'])(
    'have a sender: %s is none',
    (SMS_FROM) => expect(refusal({ ...whole, SMS_FROM })).toMatch(/SMS_FROM=.+: it must be a number/),
  );
  test.each(['..', 'AC/42', 'AC:42', 'AC 42'])('have an account: %s is none', (SMS_ACCOUNT_SID) =>
    expect(refusal({ ...whole, SMS_ACCOUNT_SID })).toMatch(/SMS_ACCOUNT_SID=.+: it must be an account/),
  );
  test.each([`MG${'0a'.repeat(16)}`, '12345', 'Peritus'])('come from %s', (SMS_FROM) =>
    expect(refusal({ ...whole, SMS_FROM })).toBe(''),
  );
});

test('the certificate and the key of the port for HL7 are set together', () => {
  expect(refusal({ HL7_TLS_CERT: '/etc/a.pem', HL7_TLS_KEY: '/etc/b.pem' })).toBe('');
  expect(refusal({ HL7_TLS_CERT: '/etc/a.pem' })).toContain('  HL7_TLS_KEY: for TLS at the port for HL7');
  expect(refusal({ HL7_TLS_KEY: 'x'.repeat(4_001), HL7_TLS_CERT: 'a' })).toMatch(/^ {2}HL7_TLS_KEY=x/m);
});

test('payments by card are set as a whole or not at all, and their secrets are not repeated', () => {
  const whole = { STRIPE_SECRET_KEY: 'sk_test_4242', STRIPE_WEBHOOK_SECRET: 'whsec_4242' };
  expect(refusal(whole)).toBe('');
  const { STRIPE_SECRET_KEY } = whole;
  expect(refusal({ STRIPE_SECRET_KEY })).toContain('  STRIPE_WEBHOOK_SECRET: for payments by card');
  expect(refusal({ ...whole, STRIPE_SECRET_KEY: 'x'.repeat(401) })).toMatch(/^ {2}STRIPE_SECRET_KEY: /m);
});

test.each([
  ['ZOOM', 'Zoom'],
  ['MICROSOFT', 'Microsoft 365'],
  ['BOX', 'Box'],
])('%s_CLIENT_ID comes with its secret, or not at all', (prefix, name) => {
  const whole = { [`${prefix}_CLIENT_ID`]: 'id', [`${prefix}_CLIENT_SECRET`]: 'secret' };
  expect(refusal(whole)).toBe('');
  expect(refusal({ [`${prefix}_CLIENT_ID`]: 'id' })).toContain(`  ${prefix}_CLIENT_SECRET: for ${name}`);
  expect(refusal({ ...whole, [`${prefix}_CLIENT_ID`]: 'x'.repeat(401) })).toContain(`  ${prefix}_CLIENT_ID`);
});

test('whatever a setting is set to, it is taken or refused by its name, and no secret is repeated', () => {
  const names = Object.keys(SETTINGS).filter(
    (name) => !/^(SMS_(AC|AU|FR)|STRIPE_[SW]|(ZOOM|MICROSOFT|BOX)_CLIENT|HL7_TLS)/.test(name),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      (name, text) => {
        const message = refusal({ [name]: text });
        if (message !== '') expect(message.split('\n')[1]).toMatch(new RegExp(`^  ${name}(=|: )`));
      },
    ),
  );
  const hidden = 'hunter2hunter2';
  for (const [name, value] of [
    ['DATABASE_URL', `mysql://u:${hidden}@h/x`],
    ['SMTP_URL', `http://u:${hidden}@h`],
    ['ENCRYPTION_KEY', hidden],
    ['SENTRY_DSN', `https://${hidden}@h`],
    ['PUBLIC_URL', `https://u:${hidden}@h`],
    ['PRIVACY_URL', `ftp://u:${hidden}@h`],
  ] as const)
    expect(refusal({ [name]: value })).not.toContain(hidden);
});

test('settings are said as they were read; of secrets only whether they are set', () => {
  const hidden = 'hunter2hunter2';
  const read = settingsRead(
    readEnv({
      PORT: '4000',
      DATABASE_URL: `postgres://u:${hidden}@h/x`,
      SENTRY_DSN: `https://${hidden}@h/1`,
      NPPES_URL: `https://h/api?key=${hidden}`,
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
      SSO_ALLOW_LOOPBACK: '1',
    }),
  );
  expect(JSON.stringify(read)).not.toContain(hidden);
  expect(read.map(({ name }) => name)).toEqual(Object.keys(SETTINGS));
  const by = Object.fromEntries(read.map((one) => [one.name, one]));
  expect(by['PORT']).toMatchObject({ value: '4000', set: true, secret: false, by_default: false });
  expect(by['HOST']).toMatchObject({ value: '127.0.0.1', by_default: true });
  expect(by['DATABASE_URL']).toMatchObject({ value: null, set: true, secret: true });
  expect(by['SMTP_URL']).toMatchObject({ value: null, set: false, secret: true, by_default: true });
  expect(by['NPPES_URL']).toMatchObject({ value: 'https://h/api' });
  expect(by['TRUST_PROXY']).toMatchObject({ value: '10.0.0.0/8, 127.0.0.1' });
  expect(by['SSO_ALLOW_LOOPBACK']).toMatchObject({ value: 'on', by_default: false });
  expect(by['DEMO']).toMatchObject({ value: null, set: false, by_default: true });
});
