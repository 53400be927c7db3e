import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from './server-process.ts';

/** How it answers the next request: it refuses the key, is asked too much, breaks, says nothing at all, cuts the line, or talks nonsense. */
export type Misbehaving =
  | 'wrong_key'
  | 'too_much'
  | 'broken'
  | 'silent'
  | 'cut_before'
  | 'cut_after'
  | 'nonsense'
  | 'refuses';

interface Session {
  id: string;
  payment_intent: string;
  cents: number;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  state: 'open' | 'complete' | 'expired';
  /** What the bank says of what was paid on it. */
  bank: 'paid' | 'processing' | 'requires_payment_method';
}

/** A service for payments by card on loopback that speaks the part of Stripe's protocol the product uses. */
export interface CardService {
  env: Record<string, string>;
  /** What it does wrong next, one request after the other. */
  misbehave: Misbehaving[];
  sessions: readonly Session[];
  refunds: readonly { id: string; payment_intent: string; cents: number; key: string }[];
  /** Requests it got, as "POST /v1/refunds". */
  asked: readonly string[];
  /** A message and its signature at an instant; `secret`: another one than its own. */
  message(type: string, object: object, at: Date, more?: { id?: string; secret?: string }): SignedMessage;
  /** What it says of a session: paid, or `unpaid` while the bank thinks. */
  sessionObject(session: Session, payment_status?: 'paid' | 'unpaid'): Record<string, unknown>;
  /** Where its own page sends messages, for browsers. */
  tellTo: { url: string; now: () => Date } | null;
  close(): Promise<void>;
}

export interface SignedMessage {
  id: string;
  body: string;
  headers: { 'content-type': string; 'stripe-signature': string };
}

const SECRET = 'whsec_of_these_tests';
const KEY = 'sk_test_of_these_tests';

/** Starts one. */
export async function startCardService(): Promise<CardService> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const sessions: Session[] = [];
  const refunds: { id: string; payment_intent: string; cents: number; key: string }[] = [];
  const asked: string[] = [];
  /** What was answered under each key, and to what. */
  const answered = new Map<string, { to: string; answer: object }>();
  const service: CardService = {
    env: { STRIPE_BASE_URL: base, STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET },
    misbehave: [],
    sessions,
    refunds,
    asked,
    tellTo: null,
    message(type, object, at, { id = `evt_${randomUUID()}`, secret = SECRET } = {}) {
      const seconds = Math.floor(at.getTime() / 1000);
      const body = JSON.stringify({ id, object: 'event', type, created: seconds, data: { object } });
      const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return { id, body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` } };
    },
    sessionObject: (session, payment_status = 'paid') => ({
      id: session.id,
      object: 'checkout.session',
      payment_status,
      amount_total: session.cents,
      currency: 'usd',
      payment_intent: session.payment_intent,
      metadata: session.metadata,
    }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return service;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const path = new URL(request.url ?? '/', base).pathname;
    if (path.startsWith('/pay/')) return showPage(request, response, path.slice(5));
    asked.push(`${request.method} ${path}`);
    const fault = service.misbehave.shift();
    const fails = (status: number, error: object, headers = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error }));
    if (fault === 'wrong_key' || request.headers.authorization !== `Bearer ${KEY}`)
      return fails(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_***' });
    if (fault === 'too_much') return fails(429, { code: 'rate_limit' }, { 'retry-after': '2' });
    if (fault === 'broken') return fails(500, { type: 'api_error' });
    if (fault === 'refuses') return fails(400, { code: 'charge_already_refunded' });
    if (fault === 'silent') return;
    if (fault === 'cut_before') return void request.socket.destroy();
    const key = request.headers['idempotency-key'];
    const before = typeof key === 'string' ? answered.get(key) : undefined;
    const asks = `${path} ${text}`;
    if (before && before.to !== asks) return fails(400, { type: 'idempotency_error', code: 'other_parameters' });
    const result = before?.answer ?? act(path, new URLSearchParams(text));
    if (!result) return fails(400, { code: 'resource_invalid' });
    if (typeof key === 'string') answered.set(key, { to: asks, answer: result });
    if (fault === 'cut_after') return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(fault === 'nonsense' ? '<html>Bad gateway' : JSON.stringify(result));
  }

  function act(path: string, form: URLSearchParams): object | null {
    if (path === '/v1/checkout/sessions') {
      const session: Session = {
        id: `cs_test_${randomUUID()}`,
        payment_intent: `pi_${randomUUID()}`,
        cents: Number(form.get('line_items[0][price_data][unit_amount]')),
        metadata: {
          peritus_checkout: form.get('metadata[peritus_checkout]') ?? '',
          invoice: form.get('metadata[invoice]') ?? '',
        },
        success_url: form.get('success_url') ?? '',
        cancel_url: form.get('cancel_url') ?? '',
        state: 'open',
        bank: 'paid',
      };
      sessions.push(session);
      return { id: session.id, object: 'checkout.session', url: `${base}/pay/${session.id}` };
    }
    const expires = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path)?.[1];
    if (expires !== undefined) {
      const session = sessions.find(({ id }) => id === expires);
      if (session?.state !== 'open') return null;
      session.state = 'expired';
      return { id: session.id, status: 'expired' };
    }
    const read = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(path)?.[1];
    if (read !== undefined) {
      const session = sessions.find(({ id }) => id === read);
      if (!session) return null;
      const paid = session.state === 'complete' && session.bank === 'paid';
      const intent = { id: session.payment_intent, status: paid ? 'succeeded' : session.bank };
      return {
        ...service.sessionObject(session, paid ? 'paid' : 'unpaid'),
        status: session.state,
        payment_intent: session.state === 'complete' ? intent : null,
      };
    }
    if (path === '/v1/refunds') {
      const refund = {
        id: `re_${randomUUID()}`,
        payment_intent: form.get('payment_intent') ?? '',
        cents: Number(form.get('amount')),
        key: form.get('metadata[peritus_refund]') ?? '',
      };
      refunds.push(refund);
      return { id: refund.id, object: 'refund', status: 'succeeded' };
    }
    return null;
  }

  /** Its own page: a button that pays, a link that goes back. */
  async function showPage(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const session = sessions.find((one) => one.id === id);
    if (!session) return void response.writeHead(404).end();
    if (request.method === 'POST') {
      session.state = 'complete';
      if (service.tellTo) {
        const { url, now } = service.tellTo;
        const message = service.message('checkout.session.completed', service.sessionObject(session), now());
        await fetch(url, { method: 'POST', headers: message.headers, body: message.body });
      }
      return void response.writeHead(303, { location: session.success_url }).end();
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Pay</title><link rel="icon" href="data:,"><h1>Pay ${session.cents}</h1>
      <form method="post"><button>Pay now</button></form><a href="${session.cancel_url}">Back</a></html>`,
    );
  }
}
