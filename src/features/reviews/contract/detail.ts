import { z } from 'zod';
import { abilities, calendarDate, defineEndpoint, instant, pageOf } from '../../../core/endpoint.ts';
import type { ReviewAction } from '../rules/actions.ts';
import type { Abilities } from '../rules/abilities.ts';
import { attentionEntry } from './attention.ts';
import { earlierDateView } from './earlier-date.ts';
import {
  ball,
  bucket,
  dueView,
  expertView,
  idNamed,
  kind,
  quoteView,
  reviewParams,
  side,
  statusView,
} from './common.ts';
import { anyone } from './who.ts';

export const stageView = z.object({
  key: z.string(),
  label: z.string(),
  /** Share of this stage done, 0 to 1. */
  progress: z.number(),
  current: z.boolean(),
});

/**
 * What happens next. `yours`: the reader has the ball. `theirs`: another seat has it. `nobody`: it rests, the text
 * says why and who can lift it. `done`: what becomes of the records.
 */
export const whatNowView = z.object({
  voice: z.enum(['yours', 'theirs', 'nobody', 'done']),
  seat: ball,
  /** "Your move", "With the expert", "With Peritus", "Resting", "Done". */
  title: z.string(),
  headline: z.string(),
  text: z.string(),
  /** The one thing to do: a page to go to (`path`) or an action to run (`action`), with its button's label. */
  action: z
    .object({
      action: (z.string() as z.ZodType<ReviewAction>).nullable(),
      label: z.string(),
      path: z.string().nullable(),
    })
    .nullable(),
  due: dueView.nullable(),
  /** What happens when the clock runs out. */
  consequence: z.string().nullable(),
});
export type WhatNowView = z.output<typeof whatNowView>;

export const timelineRow = z
  .object({
    id: z.number(),
    at: instant,
    action: z.string(),
    /** "You", "Dr. Falkenrath", "Ruth S., Peritus", "Peritus". */
    actor: z.string(),
    seat: side.nullable(),
    /** What follows the actor's name, without a full stop. */
    says: z.string(),
    reason: z.string().nullable(),
    override: z.boolean(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    /** Old and new value of an edited field, where the reader may see it. */
    change: z.object({ field: z.string(), old: z.string(), new: z.string() }).nullable(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineRow = z.output<typeof timelineRow>;

export const personView = z.object({
  seat: side.nullable(),
  name: z.string(),
  initials: z.string(),
  /** "Expert", "Claim consultant, Harborline Mutual", "Matching, Peritus". */
  role: z.string(),
  user_id: z.number().nullable(),
  profile_id: z.number().nullable(),
  is_you: z.boolean(),
  city: z.string().nullable(),
  zone: z.string().nullable(),
  contact: z.object({ email: z.string(), phone: z.string().nullable() }).nullable(),
  watcher: z.boolean(),
});
export type PersonView = z.output<typeof personView>;

export const fileRow = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  category_label: z.string().nullable(),
  content_type: z.string(),
  size_bytes: z.number(),
  pages: z.number().nullable(),
  bates: z.string().nullable(),
  visible_to_expert: z.boolean(),
  status: z.string(),
  failure: z.string().nullable(),
  scan_status: z.string(),
  uploaded_by: z.string().nullable(),
  created_at: instant,
});

export const invitationRow = z.object({
  id: z.number(),
  expert: expertView,
  status: z.string(),
  created_at: instant,
  expires_at: instant,
  opened_at: instant.nullable(),
  answered_at: instant.nullable(),
  decline_reason: z.string().nullable(),
});

export const callView = z.object({
  id: z.number(),
  status: z.string(),
  starts_at: instant,
  duration_minutes: z.number(),
  zone: z.string(),
  dial_in: z.string(),
  minutes_held: z.number().nullable(),
  attendees: z.array(z.object({ name: z.string(), email: z.string().nullable(), role: z.string() })),
});

export const sectionView = z.object({
  section: z.string(),
  data: z.record(z.string(), z.unknown()),
  version: z.number(),
  updated_at: instant,
});

/**
 * One review as this reader may see it. Parts the reader may not see are null. `view`: `full` for the requester's
 * side, the assigned expert and staff; `no_contents` for matching (no files' contents); `blind` for an expert who has
 * not attested; `call_only` for an attendee.
 */
export const reviewDetail = z.object({
  id: z.number(),
  kind,
  number: z.string(),
  view: z.enum(['full', 'no_contents', 'blind', 'call_only']),
  subject: z.string(),
  status: statusView,
  bucket,
  ball,
  yours: z.boolean(),
  act: z.string(),
  due: dueView.nullable(),
  lock_version: z.number(),
  matching_status: z.string(),
  schedule_status: z.string(),
  report_status: z.string(),
  billing_status: z.string(),
  specialty: idNamed.nullable(),
  sub_specialty: idNamed.nullable(),
  service: z.string().nullable(),
  service_label: z.string().nullable(),
  call_minutes: z.number().nullable(),
  state: z.string().nullable(),
  stage: z.string().nullable(),
  stage_label: z.string().nullable(),
  claim_number: z.string().nullable(),
  review_type: z.string().nullable(),
  expedited: z.boolean(),
  needed_by: calendarDate.nullable(),
  decision_deadline: calendarDate.nullable(),
  pages: z.number(),
  expert: expertView.nullable(),
  organization: idNamed.extend({ time_zone: z.string(), ratings_enabled: z.boolean() }).nullable(),
  requester: idNamed.nullable(),
  /** What the address it was begun from gave it and nobody changes in the form: 'organization_id', 'force_one_off', fields. */
  given: z.array(z.string()).nullable(),
  /** The subscription's seat it was ordered for; requester's side and staff. */
  seat: z
    .object({
      seat_id: z.number(),
      subscription_id: z.number(),
      subscription: z.string(),
      period: z.string().nullable(),
    })
    .nullable(),
  /** Charts of a peer review, and how many no file belongs to yet. */
  charts: z.object({ count: z.number(), missing: z.number() }).nullable(),
  /** When it stands in the calendar of a subscription. */
  pre_order: z.object({ due_on: calendarDate, lapses_on: calendarDate, period: z.string().nullable() }).nullable(),
  stages: z.array(stageView),
  what_now: whatNowView,
  timeline: pageOf(timelineRow),
  people: z.array(personView),
  quote: quoteView.nullable(),
  questions: z.array(z.string()).nullable(),
  summary: z.string().nullable(),
  parties: z.array(z.object({ role: z.string(), name: z.string() })).nullable(),
  /** What the order tells whoever works from it, in words; null where the reader does not see the contents. */
  brief: z
    .object({
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      prose: z.array(z.object({ label: z.string(), text: z.string() })),
      charts: z.array(
        z.object({
          label: z.string(),
          code: z.string().nullable(),
          patient: z.string().nullable(),
          reason: z.string().nullable(),
          encounters: z.array(z.object({ when: z.string(), note: z.string().nullable() })),
        }),
      ),
    })
    .nullable(),
  sections: z.array(sectionView).nullable(),
  files: z
    .object({
      count: z.number(),
      pages: z.number(),
      hidden: z.number(),
      processing: z.number(),
      data: z.array(fileRow),
      /** How far the expert's side has read: pages seen of all, where to read on, and what came since it accepted. */
      reading: z
        .object({
          seen: z.number(),
          pages: z.number(),
          next: z.string().nullable(),
          added: z.array(z.object({ name: z.string(), pages: z.number().nullable(), path: z.string() })),
        })
        .nullable(),
    })
    .nullable(),
  file_requests: z
    .array(
      z.object({
        id: z.number(),
        note: z.string(),
        due_on: calendarDate.nullable(),
        items: z.number(),
        open_items: z.number(),
        created_at: instant,
        answered_at: instant.nullable(),
      }),
    )
    .nullable(),
  /** Matching and administration only. */
  invitations: z.array(invitationRow).nullable(),
  candidates: z.number().nullable(),
  /** Times on offer, soonest first. */
  offers: z.array(z.object({ id: z.number(), starts_at: instant, ends_at: instant, zone: z.string() })).nullable(),
  call: callView.nullable(),
  report: z
    .object({
      id: z.number(),
      version: z.number(),
      status: z.string(),
      signed_at: instant.nullable(),
      delivered_at: instant.nullable(),
      pdf_pages: z.number().nullable(),
      verification_code: z.string().nullable(),
      returned_note: z.string().nullable(),
    })
    .nullable(),
  ratings: z.object({ enabled: z.boolean(), given: z.boolean(), direction: z.string().nullable() }),
  /** What needs or needed attention, newest first; null where the organization or the kind has no such thing. */
  attention: z.array(attentionEntry).nullable(),
  /** Whether a legal hold keeps it, its own or its organization's; never said to who does not hear of holds. */
  legal_hold: z.boolean().nullable(),
  /** A transfer that is not decided yet. `to`: the colleague it should go to; null: elsewhere. */
  transfer_request: z.object({ reason: z.string(), requested_at: instant, to: idNamed.nullable() }).nullable(),
  /** An earlier date asked of the expert, whose answer is awaited. */
  earlier_date: earlierDateView.nullable(),
  closeout_at: instant.nullable(),
  /** The fee if it were cancelled now, and how it comes about. Requester's side and staff with prices. */
  cancellation: z.object({ fee_cents: z.number().int(), how: z.string() }).nullable(),
  /** What ending a matter worked on by the hour calls off now, and what waits: for who may end it and sees prices. */
  ending: z
    .object({
      sessions: z.number().int(),
      called_off_cents: z.number().int(),
      expenses: z.number().int(),
      expenses_cents: z.number().int(),
      unrecorded: z.number().int(),
      unrecorded_cents: z.number().int(),
    })
    .nullable(),
  /** What moving the call would cost this reader now, and how it comes about; null where it cannot be moved. */
  moving: z.object({ fee_cents: z.number().int(), how: z.string() }).nullable(),
  /** What a report on the records alone costs instead of what was ordered; null where none can be asked for. */
  on_records: z.object({ total_cents: z.number().int() }).nullable(),
  watching: z.boolean(),
  created_at: instant,
  submitted_at: instant.nullable(),
  closed_at: instant.nullable(),
  updated_at: instant,
  /** What is not named is not the reader's to do in this state. */
  abilities: abilities as z.ZodType<Abilities>,
});
export type ReviewDetail = z.output<typeof reviewDetail>;

export const readReview = defineEndpoint({
  id: 'reviews.read',
  method: 'GET',
  path: '/api/v1/{kind}/{id}',
  summary: 'One review with everything its page shows, narrowed to the reader',
  allow: anyone,
  shape: { params: reviewParams, output: reviewDetail },
});

export const readTimeline = defineEndpoint({
  id: 'reviews.timeline',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/timeline',
  summary: 'What happened to a review, newest first',
  allow: anyone,
  shape: {
    params: reviewParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(30),
      cursor: z.string().max(200).optional(),
    }),
    output: pageOf(timelineRow),
  },
});
