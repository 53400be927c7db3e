import { asSent } from '../harness/mails.ts';
import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { io, type Socket } from 'socket.io-client';
import type { Problem } from '../../src/core/errors.ts';
import { hashPassword } from '../../src/features/accounts/server/index.ts';
import { testApp } from '../harness/app.ts';
import { type Person, World } from '../harness/world.ts';

export const PASSWORD = 'harbor-lantern-42';
export const NEW_PASSWORD = 'seven grey herons';

/** The whole application, called without a socket so that the peer can be chosen, with what the mails and texts say. */
export async function waysInApp(env: Record<string, string> = {}) {
  const test = await testApp({ env });
  const db = test.app.services.database.systemDb;
  const password_hash = await hashPassword(PASSWORD);
  const sockets: Socket[] = [];
  let source = 0;

  /** A request from a source of its own unless one is given: no test spends another's tries. */
  async function send<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    more: { headers?: Record<string, string>; ip?: string } = {},
  ) {
    source += 1;
    const options: InjectOptions = {
      method,
      url,
      headers: more.headers ?? {},
      remoteAddress: more.ip ?? `198.18.${Math.floor(source / 250)}.${source % 250}`,
      ...(body === undefined ? {} : { payload: body as object }),
    };
    const raw = await test.app.http.inject(options);
    const parsed: unknown = raw.body === '' ? undefined : raw.json();
    return { status: raw.statusCode, body: parsed as T, problem: parsed as Problem, headers: raw.headers, raw };
  }

  const post = <T = Record<string, unknown>>(
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
    ip?: string,
  ) => send<T>('POST', `/api/v1${url}`, body, { headers, ...(ip === undefined ? {} : { ip }) });

  return {
    ...test,
    db,
    send,
    post,
    get: <T = Record<string, unknown>>(url: string, headers: Record<string, string> = {}) =>
      send<T>('GET', `/api/v1${url}`, undefined, { headers }),
    /** A person who can sign in with PASSWORD. */
    account: (options: Parameters<World['person']>[0] = {}): Promise<Person> =>
      test.world.person({ password_hash, ...options }),
    login: (email: string, password = PASSWORD) => post('/user/login', { email, password }),
    /** The mails to an address, oldest first, after everything under way is done. */
    async mails(to: string) {
      await test.settle();
      const mails = await db.selectFrom('mails').selectAll().where('to_email', '=', to).orderBy('id').execute();
      return mails.map((mail) => asSent(test.app.services.keys, mail));
    },
    /** The token in the newest mail of a template to an address. */
    async tokenFor(to: string, template: string): Promise<string> {
      const mail = (await this.mails(to)).findLast((m) => m.template === template);
      const token = /[?=]([\w-]{43})(?![\w-])/.exec(mail?.text ?? '')?.[1];
      if (!token) throw new Error(`No ${template} with a link went to ${to}.`);
      return token;
    },
    /** The code in the newest mail to an address. */
    async codeFor(to: string): Promise<string> {
      const code = /^\d{6}/.exec(
        (await this.mails(to)).findLast((m) => m.template === 'registration_code')?.subject ?? '',
      )?.[0];
      if (!code) throw new Error(`No code went to ${to}.`);
      return code;
    },
    /** An open page of a session; answers the socket once it is admitted. */
    async page(headers: Record<string, string>): Promise<Socket> {
      if (!test.app.http.server.listening) await test.app.http.listen({ port: 0, host: '127.0.0.1' });
      const { port } = test.app.http.server.address() as AddressInfo;
      const socket = io(`http://127.0.0.1:${port}`, {
        path: '/live',
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders: { cookie: headers.cookie ?? '' },
      });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('ready', () => resolve());
        socket.once('connect_error', reject);
      });
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.disconnect();
      await test.close();
    },
  };
}

export type WaysInApp = Awaited<ReturnType<typeof waysInApp>>;

/** Everything about an answer that a stranger could tell two cases apart by. */
export const seenBy = ({
  status,
  body,
  headers,
}: {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}) => ({
  status,
  body: typeof body === 'object' && body !== null ? { ...body, request_id: '' } : body,
  headers: Object.keys(headers).toSorted(),
  length: headers['content-length'],
});

/** The cookie of that name an answer sets, as the next request sends it; empty when there is none. */
export function cookieOf(headers: Record<string, unknown>, name: string): string {
  const set = headers['set-cookie'];
  const all = (Array.isArray(set) ? set : [set]).filter((value): value is string => typeof value === 'string');
  return all.find((value) => value.startsWith(`${name}=`))?.split(';')[0] ?? '';
}
