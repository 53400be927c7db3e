import { formatCents } from '../../../core/money.ts';
import { dateText } from '../../../core/dates.ts';

/** What happens to an order that is more than is left on its purchase order. */
export const OVER_LIMITS = ['refuse', 'warn'] as const;
export type OverLimit = (typeof OVER_LIMITS)[number];
export const OVER_LIMIT_WORDS: Readonly<Record<OverLimit, string>> = {
  refuse: 'Refuse what is more than is left',
  warn: 'Warn, and let the approver decide',
};

export interface PurchaseOrderStanding {
  number: string;
  amount_cents: number;
  /** What approved orders take of it, less what was credited of them, cents. */
  used_cents: number;
  /** YYYY-MM-DD, the last day. */
  valid_until: string | null;
  over_limit: OverLimit;
  closed: boolean;
}

/** What is left on a purchase order, cents; less than nothing where approvers let it be exceeded. */
export const leftOn = ({
  amount_cents,
  used_cents,
}: Pick<PurchaseOrderStanding, 'amount_cents' | 'used_cents'>): number => amount_cents - used_cents;

/** From which share on a purchase order is nearly used up. */
const NEARLY_USED = 0.9;
export const isNearlyUsed = (po: Pick<PurchaseOrderStanding, 'amount_cents' | 'used_cents'>): boolean =>
  po.used_cents >= po.amount_cents * NEARLY_USED;

/** Whether orders are put on it on a day of its organization, YYYY-MM-DD. */
export const isOpen = ({ closed, valid_until }: Pick<PurchaseOrderStanding, 'closed' | 'valid_until'>, today: string) =>
  !closed && (valid_until === null || valid_until >= today);

/**
 * Why an order of this amount is not put on a purchase order; null where it is. `exceeds`: the approver may say that it is meant
 * (`accepted`), where the purchase order lets them.
 */
export function purchaseOrderFault(
  po: PurchaseOrderStanding,
  cents: number,
  today: string,
  accepted: boolean,
): { code: 'closed' | 'ended' | 'over' | 'exceeds'; message: string } | null {
  if (po.closed) return { code: 'closed', message: `Purchase order ${po.number} is closed.` };
  if (po.valid_until !== null && po.valid_until < today)
    return {
      code: 'ended',
      message: `Purchase order ${po.number} was valid until ${dateText(po.valid_until, 'medium')}.`,
    };
  const left = leftOn(po);
  if (cents <= 0 || cents <= left || (accepted && po.over_limit === 'warn')) return null;
  const message = `${formatCents(Math.max(0, left))} is left on purchase order ${po.number}, and this is ${formatCents(cents)}.`;
  return { code: po.over_limit === 'warn' ? 'exceeds' : 'over', message };
}
