import { formatCents } from '../../../core/money.ts';
import { MISSED_BY, type MissedBy } from '../../../core/missed-by.ts';
import { RadioField } from '../../../ui/form/choice.tsx';

export type Side = 'requester' | 'expert' | 'staff';

/** Who missed a call, as a part of a sentence for this reader. */
export function whoMissed(by: MissedBy, side: Side): string {
  if (by === 'nobody') return 'neither side is to blame';
  return by === side ? 'your side did not come' : `the ${by} did not come`;
}

const label = (by: MissedBy, side: Side): string => {
  if (by === 'nobody')
    return side === 'staff' ? 'Neither: something kept them apart' : 'Neither: something kept us apart';
  return by === side ? 'We did not come' : `The ${by} did not come`;
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
      label="Who did not come?"
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
