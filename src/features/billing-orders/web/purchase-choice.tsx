import { useQuery } from '@tanstack/react-query';
import { formatCents } from '../../../core/money.ts';
import { query } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { billingOrderEndpoints } from '../contract.ts';

export interface PurchaseChoice {
  purchase_order_id: number | null;
  exceeds: boolean;
}
export const NO_CHOICE: PurchaseChoice = { purchase_order_id: null, exceeds: false };

/** On which purchase order of an organization orders of this amount are put, and whether more than is left of it is meant. */
export function PurchaseOrderChoice({
  organizationId,
  cents,
  value,
  error,
  onChange,
}: {
  organizationId: number;
  cents: number;
  value: PurchaseChoice;
  error: string | undefined;
  onChange: (value: PurchaseChoice) => void;
}) {
  const { data } = useQuery(
    query(billingOrderEndpoints.purchaseOrders, { query: { organization_id: organizationId } }),
  );
  const open = data?.data.filter((one) => one.open) ?? [];
  const chosen = open.find(({ id }) => id === value.purchase_order_id);
  const isOver = chosen !== undefined && cents > chosen.left_cents;
  return (
    <>
      <SelectField
        path="purchase_order_id"
        label="Purchase order"
        optional
        clearable
        placeholder={data && open.length === 0 ? 'None is open' : 'None'}
        disabled={open.length === 0}
        value={value.purchase_order_id === null ? null : String(value.purchase_order_id)}
        options={open.map(({ id, number, left_cents }) => ({
          value: String(id),
          label: `${number}, ${formatCents(left_cents)} left`,
        }))}
        onChange={(id) => onChange({ purchase_order_id: id === null ? null : Number(id), exceeds: false })}
        error={
          error ??
          (isOver && chosen.over_limit === 'refuse'
            ? `${formatCents(Math.max(0, chosen.left_cents))} is left on it, and this is ${formatCents(cents)}.`
            : undefined)
        }
      />
      {isOver && chosen.over_limit === 'warn' ? (
        <CheckboxField
          path="exceeds"
          label={`Approve it although only ${formatCents(Math.max(0, chosen.left_cents))} is left`}
          value={value.exceeds}
          onChange={(exceeds) => onChange({ ...value, exceeds })}
        />
      ) : null}
    </>
  );
}
