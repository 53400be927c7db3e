import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { isDatabaseAway, Outage } from './away.ts';

const error = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

describe('a database that is away', () => {
  test.each([
    ['refused', error('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' })],
    [
      'refused at every address',
      new AggregateError([error('', { code: 'ECONNREFUSED' }), error('', { code: 'ECONNREFUSED' })]),
    ],
    ['a socket that is not there', error('connect ENOENT /x/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' })],
    ['its name unknown for now', error('getaddrinfo', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['its name gone', error('getaddrinfo', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['reset', error('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })],
    ['backend ended', error('terminating connection', { code: '57P01' })],
    ['crashed', error('another server process crashed', { code: '57P02' })],
    ['recovering', error('the database system is starting up', { code: '57P03' })],
    ['too many', error('sorry, too many clients already', { code: '53300' })],
    [
      'a copy that can only be read, another took over',
      error('cannot execute UPDATE in a read-only transaction', { code: '25006' }),
    ],
    ['shut', error('database "peritus" is not currently accepting connections', { code: '55000' })],
    ['cut off on the way', error('read ENETUNREACH', { code: 'ENETUNREACH', syscall: 'read' })],
    ['its machine down', error('read EHOSTDOWN', { code: 'EHOSTDOWN', syscall: 'read' })],
    ['connection failure', error('', { code: '08006' })],
    ['pool full', error('timeout exceeded when trying to connect')],
    ['silent', error('timeout expired')],
    ['ended', error('Connection terminated unexpectedly')],
    ['timed out', error('Connection terminated due to connection timeout')],
    ['used up', error('Client has encountered a connection error and is not queryable')],
  ])('%s', (_name, one) => expect(isDatabaseAway(one)).toBe(true));

  test.each([
    ['a refusal of what was asked', error('duplicate key', { code: '23505' })],
    ['a file that is not there', error('ENOENT', { code: 'ENOENT', syscall: 'open' })],
    ['a full disk', error('', { code: '53100' })],
    ['a fault of ours', new TypeError('x is not a function')],
    ['one address refused, one fault', new AggregateError([error('', { code: 'ECONNREFUSED' }), new TypeError('x')])],
    ['nothing', null],
  ])('is not %s', (_name, one) => expect(isDatabaseAway(one)).toBe(false));

  test('is told of once, then how often it failed since', () => {
    const lines: { failures: number }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { failures: number }) });
    let now = 0;
    const outage = new Outage(log, () => now);
    for (let n = 0; n < 1000; n += 1) outage.note(error('x'));
    expect(lines).toHaveLength(1);
    now = 30_000;
    outage.note(error('x'));
    expect(lines.map(({ failures }) => failures)).toEqual([1, 1000]);
  });
});
