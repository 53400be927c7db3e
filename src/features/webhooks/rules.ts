import { type ActorKind, isAdmin, isOrganizationAdmin } from '../../core/actor.ts';
import { DAY, HOUR, MINUTE } from '../../core/durations.ts';

const SECOND = 1000;

/** Who sets where an organization's programs are told: its own admins, and Peritus' admins. */
export const keepsWebhooks = (kind: ActorKind): boolean => isAdmin(kind) || isOrganizationAdmin(kind);

/** What is told, and how people call it. */
export const WEBHOOK_EVENTS = {
  'review.ordered': 'A review was ordered',
  'review.status_changed': 'A review has another status',
  'report.delivered': 'A report was delivered',
  'review.price_changed': 'A new price waits for agreement',
  'review.approval_asked': 'A price waits for approval',
  'review.canceled': 'A review was canceled',
  'invoice.issued': 'Invoices were issued',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
/** Sent by hand to try an address out. */
export const TEST_EVENT = 'webhook.test';

export const MOST_ENDPOINTS = 20;
export const DELIVERY_STATES = ['queued', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
/** So long what was told is kept to be looked at and sent again. */
export const DELIVERIES_KEPT_MS = 30 * DAY;
/** So long the secret before the present one signs, too. */
export const OLD_SECRET_MS = DAY;

/** How long is waited after each try that failed; three days in all, as Standard Webhooks proposes it. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  17 * HOUR,
  23 * HOUR,
] as const;
export const MOST_TRIES = WAITS.length + 1;

/** What came of a try. `retry_after_ms`: so long the other side asked to be left alone. */
export type Tried =
  | { status: number; retry_after_ms: number | null }
  /** No answer: why, in words for who keeps the endpoint. */
  | { status: null; error: string };

export type AfterTry =
  | { state: 'delivered' }
  /** `gone`: the other side says that there is nothing any more, and is told nothing further. */
  | { state: 'failed'; gone: boolean }
  | { state: 'queued'; next_at: Date };

/** Whether a try delivered a message, is to be followed by another and when, or was the last. `tries` counts this one. */
export function afterTry(tried: Tried, tries: number, now: Date): AfterTry {
  if (tried.status !== null && tried.status >= 200 && tried.status < 300) return { state: 'delivered' };
  if (tried.status === 410) return { state: 'failed', gone: true };
  const wait = WAITS[tries - 1];
  if (wait === undefined) return { state: 'failed', gone: false };
  const asked = tried.status === null ? null : tried.retry_after_ms;
  return { state: 'queued', next_at: new Date(now.getTime() + Math.max(wait, Math.min(asked ?? 0, DAY))) };
}

/** What is wrong with an address, in words; null: nothing. Which networks it leads to is seen when it is asked. */
export function urlFault(text: string, allowLoopback: boolean): string | null {
  const url = URL.parse(text);
  if (!url) return 'Give a whole web address, such as https://hooks.example.com/peritus.';
  const onThisMachine = allowLoopback && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onThisMachine))
    return 'The address must begin with https.';
  if (url.username !== '' || url.password !== '') return 'Leave name and password out: messages are signed instead.';
  if (url.hash !== '') return 'Leave out what follows #.';
  return null;
}
