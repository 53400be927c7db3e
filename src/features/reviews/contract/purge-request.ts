import { z } from 'zod';
import { type Actor, isSuperAdmin } from '../../../core/actor.ts';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';
import { reviewParams, reviewState } from './common.ts';

const superAdmins = (actor: Pick<Actor, 'kind'>): boolean => isSuperAdmin(actor.kind);

const purgeRequest = z
  .object({
    /** The one that waits for a second person; null: none does. */
    request: z
      .object({
        id: z.number(),
        asked_by: z.string(),
        /** Whoever reads asked for it, and can only withdraw it. */
        is_yours: z.boolean(),
        asked_at: instant,
        expires_at: instant,
        reason: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'PurgeRequest' });
export type PurgeRequest = z.output<typeof purgeRequest>;

/** Names the request that was shown, so that nobody confirms another one. */
const shown = z.object({ request_id: z.number().int().positive() });

export const readPurgeRequest = defineEndpoint({
  id: 'reviews.purge_request',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/purge_request',
  summary: 'Whether a purge of a review outside its schedule waits for a second super admin: by whom, why, until when',
  allow: superAdmins,
  shape: { params: reviewParams, output: purgeRequest },
});

export const askPurge = defineEndpoint({
  id: 'reviews.ask_purge',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/purge_request',
  summary: 'Ask for the purge of a review outside its schedule, with the reason; another super admin has to confirm it',
  allow: superAdmins,
  shape: { params: reviewParams, body: z.object({ reason: z.string().trim().max(2000) }), output: purgeRequest },
  success: 201,
  errors: ['reauthentication_required', 'wrong_state', 'invalid'],
});

export const confirmPurge = defineEndpoint({
  id: 'reviews.confirm_purge',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/purge_request/confirm',
  summary: 'Confirm a purge that another super admin asked for: the records are deleted for good',
  allow: superAdmins,
  shape: { params: reviewParams, body: shown, output: reviewState },
  errors: ['reauthentication_required', 'wrong_state', 'lost_race'],
});

export const declinePurge = defineEndpoint({
  id: 'reviews.decline_purge',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/purge_request/decline',
  summary: 'Decline a purge that another super admin asked for',
  allow: superAdmins,
  shape: { params: reviewParams, body: shown, output: purgeRequest },
  errors: ['wrong_state'],
});

export const withdrawPurge = defineEndpoint({
  id: 'reviews.withdraw_purge',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/purge_request/withdraw',
  summary: 'Withdraw the purge one asked for',
  allow: superAdmins,
  shape: { params: reviewParams, body: shown, output: purgeRequest },
  errors: ['wrong_state'],
});
