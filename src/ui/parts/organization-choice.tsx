import { wholeNumberIn } from '../../core/whole-number.ts';
import { ChoiceField } from '../form/choice-field.tsx';
import { type ChoicesEndpoint, useChoices } from '../form/use-choices.ts';
import { useViewer } from '../session/viewer.tsx';

const ALL = 'all';

/**
 * Whose content such a page shows: the organization its address names, else the reader's own; null, what holds for every
 * one, for readers who belong to none.
 */
export function useWhose(named: unknown): { whose: number | null; forAll: boolean } {
  const own = useViewer().organization?.id ?? null;
  return { whose: wholeNumberIn(named) ?? own, forAll: own === null };
}

/**
 * Whose content a page of the console shows: what one organization has, or, with `forAll`, what holds for every one (null).
 * Nothing where there is nothing to choose.
 */
export function OrganizationChoice<E extends ChoicesEndpoint>({
  from,
  forAll = true,
  value,
  onChoose,
  className,
}: {
  from: E;
  forAll?: boolean;
  value: number | null;
  onChoose: (id: number | null) => void;
  className: string | undefined;
}) {
  const first = useChoices(from, {});
  if ((first?.data.length ?? 0) + (forAll ? 1 : 0) < 2) return null;
  return (
    <div className={className}>
      <ChoiceField
        from={from}
        path="organization_id"
        label="Organization"
        before={forAll ? [{ value: ALL, label: 'Every organization' }] : []}
        value={value === null ? ALL : String(value)}
        onChange={(chosen) => onChoose(wholeNumberIn(chosen))}
      />
    </div>
  );
}
