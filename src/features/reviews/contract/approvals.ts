import { z } from 'zod';
import { type Actor, seesAllPrices } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant, kindName } from '../../../core/endpoint.ts';
import { THRESHOLDS_MOST } from '../../billing/rules.ts';
import { askApprovalAgain, approvalDecided as decided, beyondBudget } from './commands.ts';
import { idNamed, reviewParams } from './common.ts';

/** Cents, USD. */
const cents = z.number().int();
const allow = ({ kind }: Actor): boolean => seesAllPrices(kind);

const waiting = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    subject: z.string(),
    organization: idNamed,
    requester: idNamed,
    sort: z.enum(['order', 'price']),
    /** Somebody agreed to it; else it rose by too little to ask who ordered. */
    agreed: z.boolean(),
    total_cents: cents,
    above_cents: cents,
    asked_at: instant,
    decide: ability,
  })
  .meta({ id: 'WaitingApproval' });
export type WaitingApproval = z.output<typeof waiting>;

const threshold = z.object({
  above_cents: cents.min(0).max(100_000_000),
  approver_ids: z.array(z.number().int().positive()).max(20).readonly(),
});
const rules = z
  .object({
    organization: idNamed,
    /** Whose rules hold; null: nobody's, so that no price is approved. */
    of: idNamed.nullable(),
    thresholds: z.array(threshold),
    /** Who can be named. */
    people: z.array(idNamed),
    change: ability,
  })
  .meta({ id: 'ApprovalRules' });
export type ApprovalRules = z.output<typeof rules>;

const ofOrganization = z.object({ organizationId: idParam });

export const approvalEndpoints = {
  list: defineEndpoint({
    id: 'approvals.list',
    method: 'GET',
    path: '/api/v1/approvals',
    summary: 'Prices that wait for approval, longest first',
    allow,
    shape: { output: z.object({ data: z.array(waiting) }) },
  }),
  approve: defineEndpoint({
    id: 'approvals.approve',
    in_person: true,
    method: 'POST',
    path: '/api/v1/{kind}/{id}/approval/approve',
    summary: 'Approves the price that was looked at',
    allow,
    idempotent: true,
    shape: {
      params: reviewParams,
      body: z.object({ total_cents: cents.min(0), beyond_budget: beyondBudget }),
      output: decided,
    },
    errors: ['wrong_state', 'over_budget'],
  }),
  decline: defineEndpoint({
    id: 'approvals.decline',
    in_person: true,
    method: 'POST',
    path: '/api/v1/{kind}/{id}/approval/decline',
    summary: 'Declines the price, with the reason; the order goes back to who placed it',
    allow,
    shape: { params: reviewParams, body: z.object({ reason: z.string().trim().max(1000) }), output: decided },
    errors: ['wrong_state', 'invalid'],
  }),
  ask: askApprovalAgain,
  rules: defineEndpoint({
    id: 'approvals.rules',
    method: 'GET',
    path: '/api/v1/approval_rules/{organizationId}',
    summary: 'Who approves orders of an organization above which amount',
    allow,
    shape: { params: ofOrganization, output: rules },
    errors: ['not_found'],
  }),
  /** `thresholds` null: those of the organization above hold again. */
  saveRules: defineEndpoint({
    id: 'approvals.save_rules',
    method: 'PUT',
    path: '/api/v1/approval_rules/{organizationId}',
    summary: 'Set who approves orders of an organization above which amount',
    allow,
    shape: {
      params: ofOrganization,
      body: z.object({ thresholds: z.array(threshold).max(THRESHOLDS_MOST).nullable() }),
      output: rules,
    },
    errors: ['not_found', 'invalid'],
  }),
};
