import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

const SECRET = ['password', 'token', 'cookie', 'authorization', 'email', 'phone_number'];
const PERSONAL = ['first_name', 'last_name', 'name', 'to_email', 'to_name', 'subject', 'claim_number', 'body', 'text'];

/**
 * Structured logs without health data: bodies, query strings, names and addresses are never logged; what is logged
 * about a request is its method, the route's pattern, status, duration, ids and the problem code. Errors are logged
 * without the values they carry.
 */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const keys = [...SECRET, ...PERSONAL];
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: safeError },
      redact: { paths: [...keys, ...keys.map((key) => `*.${key}`), 'req.headers'], censor: '[hidden]' },
    },
    destination ?? pino.destination(1),
  );
}

export interface SafeError {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
}

/**
 * What may be kept of an error. A database error repeats row values in its message and detail, a JSON error the text
 * it could not read: of these only code, constraint and place remain.
 */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown.' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const database = 'severity' in error && code !== undefined;
  const speaks = !database && !(error instanceof SyntaxError);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: speaks ? error.message : database ? `Database error ${code}` : 'Text could not be parsed.',
    ...(code === undefined ? {} : { code }),
    ...(database && 'constraint' in error && typeof error.constraint === 'string'
      ? { constraint: error.constraint }
      : {}),
    stack: frames.join('\n'),
  };
}
