import { expect, test } from 'vitest';
import { describeDatabase, whyNever } from './reach.ts';

const URL = { connectionString: 'postgres://peritus:hunter2@db.example.org/reviews' };
const error = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code });

test.each([
  [
    'a wrong password',
    error('password authentication failed for user "peritus"', '28P01'),
    /lets "peritus" not in to reviews at/,
  ],
  [
    'no way for this machine',
    error('no pg_hba.conf entry for host "10.0.0.7"', '28000'),
    /see that its pg_hba\.conf takes them/,
  ],
  [
    'no password where one is asked',
    error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    /Correct user and password/,
  ],
  ['a pooler’s own words', error('no such user: peritus', '08P01'), /Correct user and password/],
  [
    'no such database',
    error('database "reviews" does not exist', '3D000'),
    /create database "reviews" owner "peritus"/,
  ],
  ['no rights', error('permission denied for schema public', '42501'), /Make it the owner/],
  ['a copy', error('cannot execute CREATE TABLE in a read-only transaction', '25006'), /can only be read/],
  [
    'an extension missing',
    error('extension "citext" is not available', '0A000'),
    /Install PostgreSQL's contrib package/,
  ],
  [
    'no such machine',
    error('getaddrinfo ENOTFOUND db.example.org', 'ENOTFOUND'),
    /no machine of the name "db\.example\.org"/,
  ],
  ['no TLS', error('The server does not support SSL connections'), /does not talk TLS/],
  [
    'a certificate of its own',
    error('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    /Name its authority by sslrootcert/,
  ],
  [
    'a certificate of another',
    error("Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'),
    /is not trusted/,
  ],
  [
    'a pooler that is strict',
    error('unsupported startup parameter: options', '08P01'),
    /ignore_startup_parameters = options/,
  ],
])('%s is never mended by waiting', async (_what, fault, says) => {
  const refusal = await whyNever(fault, URL);
  expect(refusal).toMatchObject({ reason: 'setting', exitCode: 78 });
  expect(refusal?.message).toMatch(/^DATABASE_URL: /);
  expect(refusal?.message).toMatch(says);
  expect(refusal?.message).not.toContain('hunter2');
});

test.each([
  ['refused', error('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
  ['refused at every address', new AggregateError([error('', 'ECONNREFUSED'), error('', 'ECONNREFUSED')])],
  ['starting', error('the database system is starting up', '57P03')],
  ['full', error('sorry, too many clients already', '53300')],
  ['its name unknown for now', error('getaddrinfo EAI_AGAIN db', 'EAI_AGAIN')],
  ['a fault of ours', new TypeError('x is not a function')],
])('%s may pass', async (_what, fault) => expect(await whyNever(fault, URL)).toBeNull());

test('a database is named without what opens it', () => {
  expect(describeDatabase(URL)).toBe('reviews at db.example.org:5432');
  expect(describeDatabase({ connectionString: 'postgres://u:p@[::1]:5433/x' })).toBe('x at [::1]:5433');
  expect(describeDatabase({ connectionString: 'postgres://u:p@/x?host=/run/pg' })).toBe('x at /run/pg');
});
