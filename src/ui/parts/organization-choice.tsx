import { wholeNumberIn } from '../../core/whole-number.ts';
import { SelectField } from '../form/select-field.tsx';
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

/** Whose content a page of the console shows: what one organization has, or, with `forAll`, what holds for every one (null). */
export function OrganizationChoice({
  organizations,
  forAll = true,
  value,
  onChoose,
}: {
  organizations: readonly { id: number; name: string }[];
  forAll?: boolean;
  value: number | null;
  onChoose: (id: number | null) => void;
}) {
  return (
    <SelectField
      path="organization_id"
      label="Organization"
      searchable={organizations.length > 12}
      value={value === null ? ALL : String(value)}
      options={[
        ...(forAll ? [{ value: ALL, label: 'Every organization' }] : []),
        ...organizations.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(chosen) => onChoose(wholeNumberIn(chosen))}
    />
  );
}
