import type { ReviewStatus } from '../rules.ts';
import { z } from 'zod';
import { idParam, instant, kindName } from '../../../core/endpoint.ts';

export const kind = kindName;
export const side = z.enum(['requester', 'staff', 'expert']);
export const ball = z.enum(['requester', 'staff', 'expert', 'nobody']);
export const bucket = z.enum(['draft', 'active', 'completed', 'cancelled']);
export const tone = z.enum(['info', 'plan', 'warn', 'ok', 'bad', 'neutral']);
export const statusIcon = z.enum(['pie', 'pause', 'triangle', 'cross', 'calendar']);

/** A status as people see it. `pie` is the share of the lifecycle gone, 0 to 1, for the glyph. */
export const statusView = z
  .object({
    key: z.string<ReviewStatus>(),
    label: z.string(),
    tone,
    icon: statusIcon,
    pie: z.number(),
  })
  .meta({ id: 'ReviewStatus' });
export type StatusView = z.output<typeof statusView>;

/** The clock of the present step. `verb` says what happens then: answer is due, it closes, the call takes place. */
export const dueView = z
  .object({
    at: instant,
    from: instant.nullable(),
    paused_at: instant.nullable(),
    verb: z.enum(['due', 'closes', 'call', 'appointment']),
  })
  .meta({ id: 'DueDate' });
export type DueView = z.output<typeof dueView>;

/** An expert as this reader may know them: `name` is null while blind. `label` is ready to show. */
export const expertView = z
  .object({
    profile_id: z.number().nullable(),
    code: z.string().nullable(),
    name: z.string().nullable(),
    label: z.string(),
  })
  .meta({ id: 'ReviewExpert' });
export type ExpertView = z.output<typeof expertView>;

export const idNamed = z.object({ id: z.number(), name: z.string() });
export const reviewParams = z.object({ id: idParam });
export const sectionParams = reviewParams.extend({ section: z.string().max(60) });

/** What a transition or other command on a review answers. */
export const reviewState = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    status: z.string<ReviewStatus>(),
    lock_version: z.number(),
  })
  .meta({ id: 'ReviewState' });
export type ReviewState = z.output<typeof reviewState>;

export const quoteLine = z
  .object({
    key: z.string(),
    label: z.string(),
    /** How the amount comes about: "162 × $2.00". Null when the label says it all. */
    how: z.string().nullable(),
    cents: z.number().int(),
    /** False while it may still change: pages of files still being counted. */
    certain: z.boolean(),
  })
  .meta({ id: 'QuoteLine' });
export const quoteView = z
  .object({
    /** For a review of a seat: whether its subscription covers it, in a sentence. */
    subscription: z.object({ included: z.boolean(), says: z.string() }).nullable(),
    state: z.enum(['live', 'fixed']),
    lines: z.array(quoteLine),
    total_cents: z.number().int(),
    fixed_at: instant.nullable(),
    pages: z.number().int(),
    included_pages: z.number().int(),
    /** A rise of more than this needs the requester's consent: small ones since they agreed to a price count. */
    consent_over_cents: z.number().int(),
    /** "Written report, if you ask later"; null when the order includes one. */
    report_later_cents: z.number().int().nullable(),
    /** What staff added beside the service, and what they may add still; both empty for others. */
    added: z.array(z.object({ id: z.number(), label: z.string(), cents: z.number().int(), note: z.string() })),
    extras: z.array(z.object({ key: z.string(), label: z.string() })),
    /** What became of asking for approval, where its organization wants one; null: nothing to say. */
    approval: z
      .object({ sort: z.enum(['order', 'price']), state: z.enum(['waiting', 'declined']), reason: z.string() })
      .nullable(),
    /** Set when the order's price has moved beyond the consent threshold since it was fixed. */
    requote: z
      .object({
        total_cents: z.number().int(),
        lines: z.array(quoteLine),
        needs_consent: z.boolean(),
        /** Whether the reader is the one who may agree to it. */
        agrees: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Quote' });
export type QuoteView = z.output<typeof quoteView>;
