import { type Actor, isAdmin, isOrganizationAdmin } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { reviewNumber } from '../../../../core/kinds.ts';
import { command } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { json } from '../../../../platform/db/json.ts';
import type { Services } from '../../../../platform/services.ts';
import { type ApprovalThreshold, refusedApprover } from '../../../billing/rules.ts';
import type { ApprovalRules, WaitingApproval } from '../../contract/approvals.ts';
import { organizationWide } from '../../../../platform/mail/organization-wide.ts';
import { thresholdsOf } from './approval.ts';

/** As many as one page shows; those who wait longest come first. */
const MOST = 200;

/** Prices that wait for approval within the actor's scope. */
export async function listApprovals(db: ActorDb, actor: Actor): Promise<{ data: WaitingApproval[] }> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('review_approvals as a', 'a.review_id', 'reviews.id')
    .innerJoin('organizations as o', 'o.id', 'reviews.organization_id')
    .innerJoin('users as u', 'u.id', 'reviews.requester_id')
    .select(['reviews.id', 'reviews.kind', 'reviews.subject', 'reviews.requester_id', 'reviews.organization_id'])
    .select(['o.name', 'a.sort', 'a.total_cents', 'a.above_cents', 'a.asked_at', 'a.asked_by', 'a.approver_ids'])
    .select(fullNameOf('u').as('requester'))
    .where('a.state', '=', 'waiting')
    .where('reviews.bucket', '=', 'active')
    .orderBy('a.id')
    .limit(MOST)
    .execute();
  return {
    data: rows.map((row) => {
      const refused = refusedApprover(actor, row, row.requester_id);
      return {
        review_id: row.id,
        kind: row.kind,
        number: reviewNumber(row.kind, row.id),
        subject: row.subject,
        organization: { id: row.organization_id, name: row.name },
        requester: { id: row.requester_id, name: row.requester },
        sort: row.sort,
        agreed: row.asked_by !== null,
        total_cents: row.total_cents,
        above_cents: row.above_cents,
        asked_at: row.asked_at.toISOString(),
        decide: { allowed: refused === null, reason: refused },
      };
    }),
  };
}

const refusedRules = ({ kind }: Actor): string | null =>
  isAdmin(kind) || isOrganizationAdmin(kind) ? null : 'Only the organization’s admins change who approves.';

/** Who approves above which amount for an organization in the actor's scope. Refuses `not_found`. */
export async function readApprovalRules(db: ActorDb, actor: Actor, id: number): Promise<ApprovalRules> {
  const organization = await db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.name'])
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!organization) throw new Refusal('not_found');
  const refused = refusedRules(actor);
  const people = await organizationWide(db.executor, id);
  return {
    organization,
    ...(await thresholdsOf(db.executor, id)),
    people: people.map(({ user_id, name }) => ({ id: user_id, name })),
    change: { allowed: refused === null, reason: refused },
  };
}

/** Sets an organization's own rules, or (null) those of the organization above it again. Orders that wait keep waiting as they were asked. */
export function saveApprovalRules(
  services: Services,
  actor: Actor,
  id: number,
  thresholds: readonly ApprovalThreshold[] | null,
) {
  return command(services, actor, async (tx) => {
    const { people } = await readApprovalRules(tx.db, actor, id);
    const refused = refusedRules(actor);
    if (refused !== null) throw new Refusal('forbidden', refused);
    const known = new Set(people.map((one) => one.id));
    refuseFields(
      (thresholds ?? []).flatMap(({ above_cents, approver_ids }, at) => [
        ...(thresholds?.findIndex((one) => one.above_cents === above_cents) === at
          ? []
          : [{ path: `thresholds.${at}.above_cents`, message: 'This amount is here twice.' }]),
        ...(approver_ids.every((one) => known.has(one))
          ? []
          : [{ path: `thresholds.${at}.approver_ids`, message: 'Name managers or admins of the organization.' }]),
      ]),
    );
    if (thresholds === null) await tx.system.deleteFrom('approval_rules').where('organization_id', '=', id).execute();
    else {
      const row = {
        thresholds: json(thresholds.toSorted((a, b) => a.above_cents - b.above_cents)),
        updated_at: tx.now,
        updated_by: actor.user_id,
      };
      await tx.system
        .insertInto('approval_rules')
        .values({ organization_id: id, ...row })
        .onConflict((oc) => oc.column('organization_id').doUpdateSet(row))
        .execute();
    }
    await tx.audit({
      action: 'approval.rules_changed',
      organization_id: id,
      data: { above_cents: thresholds?.map((one) => one.above_cents) ?? null },
    });
    return readApprovalRules(tx.db, actor, id);
  });
}
