import { expect, test } from 'vitest';
import { createLogger, safeError } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('an error of the database is logged without the row it is about', () => {
  const error = Object.assign(new Error('invalid input syntax for type integer: "Marla Quist"'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (email)=(marla@quist.example) already exists.',
    where: 'Marla Quist',
    constraint: 'users_email_key',
  });
  const line = logged((log) => log.error({ err: error }, 'request failed'));
  expect(line).toContain('23505');
  expect(line).toContain('users_email_key');
  expect(line).not.toMatch(/quist/i);
});

test('text that could not be parsed is not repeated', () => {
  let error: unknown;
  try {
    JSON.parse('{"claimant": Marla Quist}');
  } catch (thrown) {
    error = thrown;
  }
  expect(logged((log) => log.error({ err: error }, 'failed'))).not.toContain('Marla');
  expect(safeError('Marla Quist')).toEqual({ type: 'string', message: expect.not.stringContaining('Marla') as string });
});

test('fields of people are hidden, at the top and one below', () => {
  const person = { email: 'm@q.example', first_name: 'Marla', phone_number: '+1 312', token: 'secret-token' };
  const line = logged((log) => log.info({ ...person, user: person, user_id: 7 }, 'note'));
  expect(line).toContain('"user_id":7');
  expect(line).not.toMatch(/m@q|Marla|312|secret-token/);
});

test('an ordinary error keeps its sentence and its place', () => {
  const line = logged((log) => log.error({ err: new Error('The worker is stuck.') }, 'x'));
  expect(line).toContain('The worker is stuck.');
  expect(line).toContain('log.test.ts');
});
