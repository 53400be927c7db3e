import type { WaitingApproval } from '../src/features/reviews/contract/approvals.ts';
import { DemoActs } from './acts.ts';
import type { DemoPlan } from './plan.ts';

/** Whose orders are approved above an amount, and by whom. */
const APPROVED_AT = { organization: 'harborline', approver: 'lucia', above_cents: 100_000 } as const;

/** Orders above an amount: one is approved, one declined, one waits. */
export class DemoApprovals extends DemoActs {
  /** Has them asked for from now on. What was ordered before needs none. */
  async begin(): Promise<void> {
    const { approver, organization, above_cents } = APPROVED_AT;
    await this.put(
      await this.named(approver),
      `/api/v1/approval_rules/${this.setup.people.organizations.get(organization)}`,
      { thresholds: [{ above_cents, approver_ids: [] }] },
    );
  }

  /** Decides on an order that waits as its plan says. */
  async decide(id: number, kind: string, approval: NonNullable<DemoPlan['approval']>): Promise<void> {
    const approver = await this.named(APPROVED_AT.approver);
    const { data } = await this.get<{ data: WaitingApproval[] }>(approver, '/api/v1/approvals');
    const one = data.find(({ review_id }) => review_id === id);
    if (!one) throw new Error(`Review ${id} is to wait for approval, and does not.`);
    if (approval === 'waits') return;
    await this.later(2);
    const url = `/api/v1/${kind}/${id}/approval`;
    if (approval === 'approved') await this.post(approver, `${url}/approve`, { total_cents: one.total_cents });
    else
      await this.post(approver, `${url}/decline`, {
        reason: 'Please order the call alone first. Whether we need it in writing we decide after that.',
      });
    await this.settle();
  }
}
