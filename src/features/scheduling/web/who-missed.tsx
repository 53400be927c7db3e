import { formatCents } from '../../../core/money.ts';
import { MISSED_BY, type MissedBy } from '../../../core/missed-by.ts';
import { RadioField } from '../../../ui/form/choice.tsx';

export type Side = 'requester' | 'expert' | 'staff';

/** Who missed a call, as a part of a sentence for this reader. */
export function whoMissed(by: MissedBy, side: Side): string {
  if (by === 'nobody') return 'neither side is at fault';
  return by === side ? 'your side did not show up' : `the ${by} did not show up`;
}

const label = (by: MissedBy, side: Side): string => {
  if (by === 'nobody') return 'Neither side is at fault: something else got in the way';
  return by === side ? 'We did not show up' : `The ${by} did not show up`;
};

/** Asks who missed a call. `cost`: what the requester is charged where it was them, cents; null: not the reader's to know. */
export function WhoMissed({
  side,
  value,
  error,
  cost,
  onChange,
}: {
  side: Side;
  value: MissedBy | null;
  error: string | null;
  cost: number | null;
  onChange: (by: MissedBy) => void;
}) {
  return (
    <RadioField
      path="missed_by"
      label="Who did not show up?"
      required
      value={value}
      error={error}
      options={MISSED_BY.map((by) => ({
        value: by,
        label: label(by, side),
        ...(by === 'requester' && cost ? { hint: `Costs ${formatCents(cost)}` } : {}),
      }))}
      onChange={(next) => {
        const by = MISSED_BY.find((one) => one === next);
        if (by) onChange(by);
      }}
    />
  );
}
