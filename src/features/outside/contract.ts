import { z } from 'zod';
import { type ActorKind, isRequesterSide, isStaff, isExpertSide } from '../../core/actor.ts';
import { ability, calendarDate, defineEndpoint, idParam, instant, nothing } from '../../core/endpoint.ts';
import { LINK_ENDS, MOST_DAYS, MOST_TEXT, PURPOSES } from './rules.ts';

const days = z.number().int().min(1).max(MOST_DAYS);
const addressee = { name: z.string().trim().max(200), email: z.string().trim().max(254) };
const askedItem = z.object({ item: z.number().int(), label: z.string().trim().max(200) });

/** A link as whoever may see it reads it; its address is in the mail alone. */
export const outsideLinkView = z
  .object({
    id: z.number(),
    purpose: z.enum(PURPOSES),
    name: z.string(),
    email: z.string(),
    due_on: calendarDate,
    state: z.enum(['open', 'finished', 'revoked', 'expired', 'not_needed']),
    file_request_id: z.number().nullable(),
    items: z.array(askedItem),
    /** Files that came by it and are still there. */
    files: z.number(),
    /** Of a response: what the provider is given to read. */
    released: z.enum(['report', 'summary']).nullable(),
    created_by: z.string(),
    created_at: instant,
    expires_at: instant,
    opened_at: instant.nullable(),
    finished_at: instant.nullable(),
    revoked_at: instant.nullable(),
    abilities: z.object({ renew: ability, revoke: ability }),
  })
  .meta({ id: 'OutsideLink' });
export type OutsideLinkView = z.output<typeof outsideLinkView>;

export const outsideLinksView = z
  .object({
    data: z.array(outsideLinkView),
    abilities: z.object({ ask_custodian: ability, ask_statement: ability, release_findings: ability }),
  })
  .meta({ id: 'OutsideLinks' });
export type OutsideLinksView = z.output<typeof outsideLinksView>;

/** What the provider under review said. `file_id`: the record the statement became, once it is made. */
export const providerVoiceView = z.object({
  statement: z.object({ signature_name: z.string(), given_at: instant, file_id: z.number().nullable() }).nullable(),
  /** The order brings a statement that came another way. */
  own_statement: z.boolean(),
  response: z.object({ signature_name: z.string(), given_at: instant, text: z.string() }).nullable(),
});
export type ProviderVoiceView = z.output<typeof providerVoiceView>;

const ofReview = z.object({ id: idParam });
const ofLink = z.object({ id: idParam, linkId: idParam });
const reader = (actor: { kind: ActorKind }): boolean => side(actor) || isExpertSide(actor.kind);
const side = (actor: { kind: ActorKind }): boolean => isStaff(actor.kind) || isRequesterSide(actor.kind);

export const outsideEndpoints = {
  list: defineEndpoint({
    id: 'outside.list',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/outside_links',
    summary: 'Links for people outside without an account, newest first',
    allow: side,
    shape: { params: ofReview, output: outsideLinksView },
    errors: ['not_found', 'forbidden'],
  }),
  askCustodian: defineEndpoint({
    id: 'outside.ask_custodian',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/outside_links/records',
    summary: 'Ask a custodian of records outside, by a link that only takes uploads',
    allow: side,
    shape: {
      params: ofReview,
      body: z.object({
        ...addressee,
        file_request_id: z.number().int(),
        items: z.array(askedItem).min(1).max(20),
        days,
      }),
      output: outsideLinkView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid', 'throttled'],
    idempotent: true,
    success: 201,
  }),
  askStatement: defineEndpoint({
    id: 'outside.ask_statement',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/outside_links/statement',
    summary: 'Invite the provider under review to give a statement before the review, by a link',
    allow: side,
    shape: { params: ofReview, body: z.object({ ...addressee, due_on: calendarDate }), output: outsideLinkView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid', 'throttled'],
    idempotent: true,
    success: 201,
  }),
  releaseFindings: defineEndpoint({
    id: 'outside.release_findings',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/outside_links/response',
    summary: 'Release findings to the provider under review for a response, by a link',
    allow: side,
    shape: {
      params: ofReview,
      body: z.object({
        ...addressee,
        released: z.enum(['report', 'summary']),
        summary: z.string().trim().max(20_000).default(''),
        days,
      }),
      output: outsideLinkView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid', 'throttled'],
    idempotent: true,
    success: 201,
  }),
  providerVoice: defineEndpoint({
    id: 'outside.provider_voice',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/provider_voice',
    summary: 'What the provider under review stated before and responded after, as far as the reader sees it',
    allow: reader,
    shape: { params: ofReview, output: providerVoiceView },
    errors: ['not_found'],
  }),
  renew: defineEndpoint({
    id: 'outside.renew',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/outside_links/{linkId}/renew',
    summary: 'Extend a link by some days and send it again',
    allow: side,
    shape: { params: ofLink, body: z.object({ days }), output: outsideLinkView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'throttled'],
    idempotent: true,
  }),
  revoke: defineEndpoint({
    id: 'outside.revoke',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/outside_links/{linkId}/revoke',
    summary: 'Withdraw a link: it opens nothing from now on',
    allow: side,
    shape: { params: ofLink, output: outsideLinkView },
    errors: ['not_found', 'forbidden', 'wrong_state'],
    idempotent: true,
  }),
};

/**
 * What the holder of a link sends with every request, in the body and never in an address: the link's token, and the
 * visit, which the page makes for itself. The uploads carry both as headers of their own.
 */
export const held = z.object({
  token: z.string().max(100),
  visit: z.string().regex(/^[\w-]{22,86}$/),
});
export type Held = z.output<typeof held>;

/** An upload of this visit. */
export const visitUpload = z.object({
  upload_id: z.string(),
  item: z.number().nullable(),
  name: z.string(),
  size_bytes: z.number(),
  status: z.enum(['processing', 'ready', 'failed']),
  failure: z.string().nullable(),
});
export type VisitUpload = z.output<typeof visitUpload>;

/** What a link shows: who asks, for what, until when. Nothing else of the matter. */
export const outsideVisitView = z.object({
  purpose: z.enum(PURPOSES),
  organization: z.string(),
  number: z.string(),
  due_on: calendarDate,
  expires_at: instant,
  time_zone: z.string(),
  /** `sent_before`: something came for it in an earlier visit; not what. */
  items: z.array(askedItem.extend({ sent_before: z.boolean() })),
  uploads: z.array(visitUpload),
  /** What a provider reads before writing: whose privilege it is. */
  confidentiality: z.string().nullable(),
  /** The reviewer knows the provider by a code: the name stays out of what is written. */
  unnamed: z.boolean(),
  /** What a provider has written so far. */
  writing: z.object({ text: z.string(), version: z.number() }).nullable(),
  /** What was released to a provider: the requester's words, or the report without who made it. */
  findings: z
    .object({
      summary: z.string().nullable(),
      sections: z.array(
        z.object({
          title: z.string(),
          items: z.array(z.object({ label: z.string(), lines: z.array(z.string()) })),
        }),
      ),
    })
    .nullable(),
});
export type OutsideVisitView = z.output<typeof outsideVisitView>;

/** `current` of a `gone`: how the link ended. */
export const goneCurrent = z.object({ ended: z.enum(LINK_ENDS) });

export const visitEndpoints = {
  open: defineEndpoint({
    id: 'outside.open',
    method: 'POST',
    path: '/api/v1/outside/open',
    summary: 'What a link of somebody outside asks for',
    allow: 'public',
    shape: { body: held, output: outsideVisitView },
    errors: ['gone', 'throttled'],
  }),
  save: defineEndpoint({
    id: 'outside.save',
    method: 'POST',
    path: '/api/v1/outside/save',
    summary: 'Keep what a provider has written so far',
    allow: 'public',
    shape: {
      body: held.extend({ text: z.string().max(MOST_TEXT), version: z.number().int().min(0) }),
      output: z.object({ version: z.number() }),
    },
    errors: ['gone', 'throttled', 'stale', 'wrong_state'],
  }),
  submit: defineEndpoint({
    id: 'outside.submit',
    method: 'POST',
    path: '/api/v1/outside/submit',
    summary: 'Send a provider’s statement or response, once, with the typed name',
    allow: 'public',
    shape: {
      body: held.extend({ text: z.string().max(MOST_TEXT), signature_name: z.string().trim().max(200) }),
      output: nothing,
    },
    errors: ['gone', 'throttled', 'invalid', 'wrong_state'],
    success: 204,
  }),
  finishRecords: defineEndpoint({
    id: 'outside.finish_records',
    method: 'POST',
    path: '/api/v1/outside/finish_records',
    summary: 'The custodian is done: each item has files, or a reason why there are none',
    allow: 'public',
    shape: {
      body: held.extend({
        reasons: z.array(z.object({ item: z.number().int(), not_available_because: z.string().max(1000) })).max(20),
      }),
      output: nothing,
    },
    errors: ['gone', 'throttled', 'invalid', 'wrong_state'],
    success: 204,
  }),
};
