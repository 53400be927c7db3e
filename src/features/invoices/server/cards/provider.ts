import { z } from 'zod';

/** What became of asking the card service for something. */
type Asked<T> =
  | { ok: true; value: T }
  /** `reason` names codes alone. `permanent`: asking again would be answered the same. */
  | { ok: false; reason: string; permanent: boolean };

const checkout = z.object({ id: z.string().max(200), url: z.url({ protocol: /^https?$/ }).max(4_000) });
const refund = z.object({ id: z.string().max(200), status: z.string().nullish() });
const page = z.object({
  status: z.string(),
  payment_status: z.string(),
  amount_total: z.number().int().nonnegative().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.object({ id: z.string().min(1).max(200), status: z.string() }).nullable(),
});

interface NewCheckout {
  cents: number;
  /** What is paid, as its page says it. */
  title: string;
  /** What its messages bring back. */
  metadata: Readonly<Record<string, string>>;
  success_url: string;
  cancel_url: string;
  expires_at: Date;
}

export interface CardProvider {
  webhook_secret: string;
  /** Opens a page to pay on; the same key opens the same page. */
  openCheckout(of: NewCheckout, key: string): Promise<Asked<z.output<typeof checkout>>>;
  /** Closes one that nobody paid on yet. */
  closeCheckout(id: string): Promise<Asked<unknown>>;
  /** How a page stands, with its payment; null: it knows none. */
  readCheckout(id: string): Promise<Asked<z.output<typeof page> | null>>;
  /** Gives money back; the same key gives it once. */
  refund(of: { charge_id: string; cents: number }, key: string): Promise<Asked<z.output<typeof refund>>>;
}

export interface CardSettings {
  STRIPE_BASE_URL: string;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
}

const TIMEOUT_MS = 15_000;
const ANSWER_LIMIT = 256 * 1024;
/** The version of the service's protocol that this speaks. */
const VERSION = '2024-06-20';

/**
 * Payments by card through Stripe's published protocol: forms posted with a bearer key, JSON back. The card is entered on the
 * service's own page; nothing of it comes here. Null while it is not configured.
 */
export function openCardProvider(settings: CardSettings, timeoutMs = TIMEOUT_MS): CardProvider | null {
  const { STRIPE_SECRET_KEY: secret, STRIPE_WEBHOOK_SECRET: webhook_secret } = settings;
  if (!secret || !webhook_secret) return null;
  const base = settings.STRIPE_BASE_URL.replace(/\/+$/, '');

  const post = <T>(path: string, form: Readonly<Record<string, string>>, shape: z.ZodType<T>, key?: string) =>
    ask(path, form, shape, key);

  /** Asks it: by a form that is posted, or (null) for what it has. */
  async function ask<T>(
    path: string,
    form: Readonly<Record<string, string>> | null,
    shape: z.ZodType<T>,
    key?: string,
  ): Promise<Asked<T>> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${base}${path}`, {
        method: form === null ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          accept: 'application/json',
          'stripe-version': VERSION,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(form === null ? {} : { body: new URLSearchParams(form) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = (await response.text()).slice(0, ANSWER_LIMIT);
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      return { ok: false, reason: timedOut ? 'timeout' : 'unreachable', permanent: false };
    }
    const answer = parse(text);
    if (response.ok) {
      const read = shape.safeParse(answer);
      // it did what was asked, and could not say so: asked again under the same key, it says it
      return read.success
        ? { ok: true, value: read.data }
        : { ok: false, reason: `${response.status} unread`, permanent: false };
    }
    const code = z.object({ error: z.object({ code: z.string().regex(/^\w{1,60}$/) }) }).safeParse(answer);
    return {
      ok: false,
      reason: `${response.status}${code.success ? ` ${code.data.error.code}` : ''}`,
      // a wrong key can be mended, and what is being done at that moment, or is too much, is asked again
      permanent: [400, 402, 403, 404].includes(response.status),
    };
  }

  return {
    webhook_secret,
    openCheckout: ({ cents, title, metadata, success_url, cancel_url, expires_at }, key) => {
      const noted = Object.entries(metadata);
      return post(
        '/v1/checkout/sessions',
        {
          mode: 'payment',
          success_url,
          cancel_url,
          expires_at: String(Math.floor(expires_at.getTime() / 1000)),
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'usd',
          'line_items[0][price_data][unit_amount]': String(cents),
          'line_items[0][price_data][product_data][name]': title,
          'payment_intent_data[description]': title,
          ...Object.fromEntries(noted.map(([name, value]) => [`metadata[${name}]`, value])),
          ...Object.fromEntries(noted.map(([name, value]) => [`payment_intent_data[metadata][${name}]`, value])),
        },
        checkout,
        key,
      );
    },
    closeCheckout: (id) => post(`/v1/checkout/sessions/${encodeURIComponent(id)}/expire`, {}, z.unknown()),
    readCheckout: async (id) => {
      const told = await ask(`/v1/checkout/sessions/${encodeURIComponent(id)}?expand[]=payment_intent`, null, page);
      return !told.ok && told.reason.startsWith('404') ? { ok: true, value: null } : told;
    },
    refund: ({ charge_id, cents }, key) =>
      post(
        '/v1/refunds',
        // its messages bring the key back, also those that come before this is answered
        { payment_intent: charge_id, amount: String(cents), 'metadata[peritus_refund]': key },
        refund,
        key,
      ),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
