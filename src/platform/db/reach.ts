import { connect } from 'node:net';
import pg from 'pg';
import { Refusal } from '../refusal.ts';

const PATIENCE_MS = 2_000;
/** "May we talk in TLS?": what PostgreSQL answers with one letter, S or N (protocol 3.0, SSLRequest). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Where a database is, without the password: "host:port/name". */
export function describeDatabase(connection: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(connection);
  return `${database ?? ''} at ${host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`}`;
}

const textOf = (error: Error): string => error.message.split('\n')[0]?.replace(/\.$/, '') ?? '';

/**
 * Why the database of a setting can never be opened as it is set, in words and with what to do; null of one that may
 * merely be away (refused, starting, full, slow), which is worth waiting for.
 */
export async function whyNever(error: unknown, connection: pg.ClientConfig): Promise<Refusal | null> {
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(one instanceof Error) || one instanceof Refusal) return null;
  const code = 'code' in one && typeof one.code === 'string' ? one.code : '';
  const { user = '', database = '', host } = new pg.Client(connection);
  const where = describeDatabase(connection);
  const refused = (words: string) => new Refusal('setting', `DATABASE_URL: ${words}`, { cause: error });

  if (/^28...$/.test(code) || /client password must be|password authentication failed|no such user/i.test(one.message))
    return refused(
      `the database server lets "${user}" not in to ${where} (${textOf(one)}). Correct user and password, and see that its pg_hba.conf takes them from here.`,
    );
  if (code === '3D000' || /^no such database/i.test(one.message))
    return refused(
      `there is no database ${where}. Correct the name, or make it: create database "${database}" owner "${user}" encoding 'UTF8' template template0.`,
    );
  if (code === '42501')
    return refused(
      `"${user}" may not do in ${where} what is needed (${textOf(one)}). Make it the owner of the database.`,
    );
  if (code === '25006')
    return refused(`${where} can only be read: it is a copy that follows another server. Name that one.`);
  if (/extension .*is not available|extension control file/i.test(one.message))
    return refused(
      `the server of ${where} lacks an extension (${textOf(one)}). Install PostgreSQL's contrib package there.`,
    );
  if (code === 'ENOTFOUND') return refused(`there is no machine of the name "${host}". Correct it.`);
  if (/does not support SSL/.test(one.message))
    return refused(
      `the server of ${where} does not talk TLS, which sslmode asks for. Set its certificate up, or take sslmode away.`,
    );
  if (/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code))
    return refused(
      `the certificate of the server of ${where} is not trusted (${textOf(one)}). Name its authority by sslrootcert=file.pem, and the host as the certificate does.`,
    );
  if (/unsupported startup parameter/i.test(one.message))
    return refused(
      `what stands in front of ${where} does not take our settings (${textOf(one)}). PgBouncer: ignore_startup_parameters = options.`,
    );
  const isOther =
    /error establishing an SSL connection/.test(one.message) ||
    (/^Connection terminated|timeout/i.test(one.message) && (await speaksOtherwise(connection)));
  return isOther ? refused(`what answers at ${where} is no PostgreSQL. Correct host and port.`) : null;
}

/** Whether something answers there that is certainly not PostgreSQL. Silence says nothing. */
function speaksOtherwise(connection: pg.ClientConfig): Promise<boolean> {
  const { host, port } = new pg.Client(connection);
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PATIENCE_MS, () => done(false));
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
    socket.once('connect', () => socket.write(SSL_REQUEST));
    // E begins a refusal in PostgreSQL's own words
    socket.once('data', (data) => done(!/^([SN]$|E)/.test(data.toString('latin1'))));
  });
}
