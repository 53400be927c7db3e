/** How the supervisor reports; the caller decides where it goes. */
type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/**
 * Prefix given to PostgreSQL's `log_line_prefix`: process id, backend type, SQLSTATE.
 * `parseServerLine` reads it back.
 */
export const serverLinePrefix = '%p|%b|%e|';

const serverLine = /^(\d+)\|([^|]*)\|([0-9A-Z]{5})\|([A-Z0-9]+):\s+(.*)$/;
const worrying =
  /terminated by signal|exited with exit code|not properly shut down|redo|corrupt|invalid|could not|out of |no space/i;

export interface ServerEntry {
  level: LogLevel;
  message: string;
  fields: Record<string, unknown>;
}

/**
 * Turns one line of the server's standard error into a log entry.
 *
 * Errors of client statements are reduced to their SQLSTATE: the text can quote the value that was refused, which may be
 * about a patient, and the caller of the statement receives the full error anyway.
 */
export function parseServerLine(line: string): ServerEntry | undefined {
  const match = serverLine.exec(line);
  if (!match) {
    // A continuation (it starts with a tab) belongs to an entry whose first line says enough.
    if (line.startsWith('\t') || line.trim() === '') return undefined;
    return { level: 'info', message: line, fields: {} };
  }
  const [, pid = '', backend = '', code = '', severity = '', text = ''] = match;
  const fields = { backend, code, server_pid: Number(pid) };
  if (severity === 'FATAL' || severity === 'PANIC') {
    // 57P0x: shutting down, starting up, closed by an administrator. Expected whenever the server restarts.
    return { level: code.startsWith('57P0') ? 'debug' : 'error', message: text, fields };
  }
  if (severity === 'LOG') {
    // Of a session it is about its client, who has gone away.
    const warn = backend !== 'client backend' && worrying.test(text);
    return { level: warn ? 'warn' : 'debug', message: text, fields };
  }
  if (backend === 'client backend' || backend === 'parallel worker') {
    return severity === 'ERROR' || severity === 'WARNING'
      ? { level: 'debug', message: 'A statement was refused.', fields }
      : undefined;
  }
  if (severity === 'ERROR') return { level: 'error', message: text, fields };
  if (severity === 'WARNING') return { level: 'warn', message: text, fields };
  return { level: 'debug', message: text, fields };
}
