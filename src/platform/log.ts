import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/**
 * Structured logs without health data: bodies, query strings, names and addresses are never logged; what is logged
 * about a request is its method, the route's pattern, status, duration, ids and the problem code.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.cookie',
        '*.authorization',
        '*.email',
        'password',
        'token',
        'email',
        'req.headers',
      ],
      censor: '[hidden]',
    },
  });
}
