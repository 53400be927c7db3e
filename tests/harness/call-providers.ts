import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Incoming, type Misbehaving, type Said, serve } from './misbehaving.ts';
import { freePort } from './server-process.ts';

interface Meeting {
  id: string;
  account: string;
  topic: string;
  marker: string;
  start: string;
  minutes: number;
  join: string;
}

interface Account {
  id: string;
  email: string;
}

/** An entry that was written into somebody's calendar, as it was sent. */
interface Written {
  id: string;
  account: string;
  transactionId: string;
  subject: string;
  start: string;
  end: string;
  showAs: string;
  sensitivity: string;
}

/** Services for calls on loopback that speak the parts of Zoom's and Microsoft's protocols the product uses. */
export interface CallProviders extends Misbehaving {
  env: Record<string, string>;
  /** Who allows it next, at either. */
  account: Account;
  /** Whether whoever is asked in a browser says no. */
  says_no: boolean;
  meetings: Meeting[];
  /** What the calendar of whoever asks has. */
  entries: { start: string; end: string; showAs?: string; subject?: string }[];
  /** What was written into calendars. */
  written: Written[];
  /** Access tokens in force, with whose they are. */
  tokens: Map<string, Account>;
  refreshes: Map<string, Account>;
  revoked: string[];
  /** Every token and code that was ever given. */
  given: string[];
  /** Answers the address the browser is sent back to, as though somebody had said yes there; `no`: they said no. */
  allow(url: string, no?: 'no'): URL;
  /** Every access token has ended, refresh tokens hold. */
  expire(): void;
  close(): Promise<void>;
}

const ofZoom = (one: Meeting): object => ({
  id: Number(one.id),
  uuid: `${one.id}==`,
  join_url: one.join,
  topic: one.topic,
  start_time: one.start,
  duration: one.minutes,
});
const ofTeams = (one: Meeting): object => ({
  id: one.id,
  joinWebUrl: one.join,
  subject: one.topic,
  startDateTime: one.start.replace('Z', '.0000000Z'),
  endDateTime: new Date(Date.parse(one.start) + one.minutes * 60_000).toISOString().replace('Z', '0000Z'),
});

/** What Zoom signs its messages with. */
export const WEBHOOK_SECRET = 'a-webhook-secret-of-these-tests';
const CLIENT = { id: 'peritus-client', secret: 'a-client-secret-of-these-tests' };

interface Code {
  account: Account;
  challenge: string;
  redirect_uri: string;
  scope: string;
}

/** Starts them, at one port: Zoom below /zoom and /zoom-api, Microsoft below /ms and /graph. */
export async function startCallProviders(): Promise<CallProviders> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const codes = new Map<string, Code>();
  /** What was allowed, by token. */
  const scopes = new Map<string, string>();
  let serial = 0;
  const service: CallProviders = {
    env: {
      ZOOM_CLIENT_ID: CLIENT.id,
      ZOOM_CLIENT_SECRET: CLIENT.secret,
      ZOOM_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ZOOM_BASE_URL: `${base}/zoom`,
      ZOOM_API_URL: `${base}/zoom-api`,
      MICROSOFT_CLIENT_ID: CLIENT.id,
      MICROSOFT_CLIENT_SECRET: CLIENT.secret,
      MICROSOFT_LOGIN_URL: `${base}/ms`,
      MICROSOFT_GRAPH_URL: `${base}/graph`,
    },
    account: { id: 'acc-1', email: 'dana@calls.test' },
    says_no: false,
    wrong: [],
    meanwhile: null,
    asked: [],
    meetings: [],
    entries: [],
    written: [],
    tokens: new Map(),
    refreshes: new Map(),
    revoked: [],
    given: [],
    allow(address, no) {
      const url = new URL(address);
      const sent = (name: string): string => url.searchParams.get(name) ?? '';
      if (
        sent('client_id') !== CLIENT.id ||
        sent('code_challenge_method') !== 'S256' ||
        sent('response_type') !== 'code'
      )
        throw new Error(`It is not asked as it should be: ${address}`);
      const back = new URL(sent('redirect_uri'));
      back.searchParams.set('state', sent('state'));
      if (no) back.searchParams.set('error', 'access_denied');
      else {
        const code = randomUUID();
        service.given.push(code);
        codes.set(code, {
          account: service.account,
          challenge: sent('code_challenge'),
          redirect_uri: sent('redirect_uri'),
          scope: sent('scope'),
        });
        back.searchParams.set('code', code);
      }
      return back;
    },
    expire: () => service.tokens.clear(),
    close: () => server.close(),
  };
  const server = await serve(port, () => service, handle);
  return service;

  async function handle({ request, url, body: sent }: Incoming): Promise<Said> {
    const text = sent.toString();
    const route = `${request.method} ${url.pathname}`;
    if (/^GET \/(zoom\/oauth|ms\/oauth2\/v2\.0)\/authorize$/.test(route))
      return [302, undefined, { location: service.allow(url.href, service.says_no ? 'no' : undefined).href }];
    if (route === 'POST /zoom/oauth/token') return token(new URLSearchParams(text), basic(request));
    if (route === 'POST /ms/oauth2/v2.0/token') {
      const form = new URLSearchParams(text);
      return token(form, form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret);
    }
    if (route === 'POST /zoom/oauth/revoke') {
      const given = new URLSearchParams(text).get('token') ?? '';
      service.revoked.push(given);
      // with one token goes all that this account allowed
      const of = service.tokens.get(given) ?? service.refreshes.get(given);
      for (const tokens of [service.tokens, service.refreshes])
        for (const [token, account] of tokens) if (account.id === of?.id) tokens.delete(token);
      return [200, { status: 'success' }];
    }
    const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const account = service.tokens.get(bearer);
    if (!account) return [401, { code: 124, message: 'Invalid access token.' }];
    const own = service.meetings.filter((one) => one.account === account.id);
    const meeting = own.find((one) => one.id === decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const said = (name: string): string => {
      const value = body[name];
      return typeof value === 'string' ? value : '';
    };
    if (route === 'POST /zoom-api/v2/users/me/meetings') {
      const id = String(80_000_000_000 + service.meetings.length + serial);
      serial += 1;
      const made: Meeting = {
        id,
        account: account.id,
        topic: said('topic'),
        marker: said('agenda'),
        start: said('start_time'),
        minutes: Number(body['duration']),
        join: `https://zoom.test/j/${id}?pwd=p`,
      };
      service.meetings.push(made);
      return [201, ofZoom(made)];
    }
    if (route === 'GET /zoom-api/v2/users/me/meetings') {
      const from = Number(url.searchParams.get('next_page_token') ?? '0');
      const page = own.slice(from, from + 1);
      return [
        200,
        {
          next_page_token: own.length > from + 1 ? String(from + 1) : '',
          meetings: page.map(({ id, topic, marker }) => ({ id: Number(id), topic, agenda: marker })),
        },
      ];
    }
    if (url.pathname.startsWith('/zoom-api/v2/meetings/')) {
      if (!meeting) return [404, { code: 3001, message: 'Meeting does not exist.' }];
      if (request.method === 'GET') return [200, ofZoom(meeting)];
      if (request.method === 'DELETE') return remove(meeting);
      Object.assign(meeting, { topic: said('topic'), start: said('start_time'), minutes: Number(body['duration']) });
      return [204];
    }
    if (url.pathname.startsWith('/graph/v1.0/me/onlineMeetings')) {
      const times = {
        topic: said('subject'),
        start: said('startDateTime'),
        minutes: (Date.parse(said('endDateTime')) - Date.parse(said('startDateTime'))) / 60_000,
      };
      if (route.endsWith('/createOrGet')) {
        const there = own.find((one) => one.marker === said('externalId'));
        if (there) return [200, ofTeams(there)];
        const id = randomUUID();
        const made = {
          id,
          account: account.id,
          marker: said('externalId'),
          join: `https://teams.test/l/${id}`,
          ...times,
        };
        service.meetings.push(made);
        return [201, ofTeams(made)];
      }
      if (!meeting) return [404, { error: { code: 'NotFound' } }];
      if (request.method === 'DELETE') return remove(meeting);
      Object.assign(meeting, times);
      return [200, ofTeams(meeting)];
    }
    if (route === 'GET /graph/v1.0/me/calendarView') {
      const picked = (url.searchParams.get('$select') ?? '').split(',');
      const isUtc = request.headers.prefer === 'outlook.timezone="UTC"';
      const at = (time: string) => ({ dateTime: `${time}.0000000`, timeZone: isUtc ? 'UTC' : 'Pacific Standard Time' });
      const skip = Number(url.searchParams.get('$skip') ?? '0');
      const further = new URL(url);
      further.searchParams.set('$skip', String(skip + 1));
      const day = (name: string): string => (url.searchParams.get(name) ?? '').slice(0, 19);
      const all = [
        ...service.entries,
        ...service.written.filter(
          (one) => one.account === account.id && one.start < day('endDateTime') && one.end > day('startDateTime'),
        ),
      ];
      const value = all
        .slice(skip, skip + 1)
        .map((one) => ({ ...one, start: at(one.start), end: at(one.end) }))
        // an id is there whatever was asked for
        .map((one) =>
          Object.fromEntries(Object.entries(one).filter(([name]) => name === 'id' || picked.includes(name))),
        );
      return [200, { value, ...(all.length > skip + 1 ? { '@odata.nextLink': further.href } : {}) }];
    }
    if (url.pathname.startsWith('/graph/v1.0/me/events')) {
      if (!scopes.get(bearer)?.includes('Calendars.ReadWrite')) return [403, { error: { code: 'ErrorAccessDenied' } }];
      const time = (name: string): string => (body[name] as { dateTime: string } | undefined)?.dateTime ?? '';
      if (request.method === 'POST') {
        const known = service.written.find(
          (one) => one.account === account.id && one.transactionId === said('transactionId'),
        );
        const made = known ?? {
          id: randomUUID(),
          account: account.id,
          transactionId: said('transactionId'),
          subject: said('subject'),
          start: time('start'),
          end: time('end'),
          showAs: said('showAs'),
          sensitivity: said('sensitivity'),
        };
        if (!known) service.written.push(made);
        return [201, made];
      }
      const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
      const one = service.written.find((some) => some.id === id && some.account === account.id);
      if (!one) return [404, { error: { code: 'ErrorItemNotFound' } }];
      if (request.method === 'DELETE') {
        service.written.splice(service.written.indexOf(one), 1);
        return [204];
      }
      Object.assign(one, { start: time('start'), end: time('end') });
      return [200, one];
    }
    if (route === 'GET /zoom-api/v2/users/me') return [200, { id: account.id, email: account.email }];
    if (route === 'GET /graph/v1.0/me') return [200, { id: account.id, mail: account.email }];
    return [404, { code: 404 }];
  }

  function remove(meeting: Meeting): Said {
    service.meetings.splice(service.meetings.indexOf(meeting), 1);
    return [204];
  }

  function basic(request: IncomingMessage): boolean {
    return request.headers.authorization === `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
  }

  async function token(form: URLSearchParams, isClient: boolean): Promise<Said> {
    if (!isClient) return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') === 'refresh_token') {
      const given = form.get('refresh_token') ?? '';
      const account = service.refreshes.get(given);
      // good for once
      service.refreshes.delete(given);
      return account ? [200, give(account, scopes.get(given) ?? '')] : [400, { error: 'invalid_grant' }];
    }
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url');
    if (code?.challenge !== digest || code.redirect_uri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    return [200, give(code.account, code.scope)];
  }

  function give(account: Account, scope: string): object {
    const access_token = `access-${randomUUID()}`;
    const refresh_token = `refresh-${randomUUID()}`;
    service.given.push(access_token, refresh_token);
    service.tokens.set(access_token, account);
    for (const token of [access_token, refresh_token]) scopes.set(token, scope);
    service.refreshes.set(refresh_token, account);
    return { access_token, refresh_token, token_type: 'bearer', expires_in: 3599, scope: 'meeting:write' };
  }
}
