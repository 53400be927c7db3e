import { wholeNumberIn } from '../../core/whole-number.ts';
import { SelectField } from '../form/select-field.tsx';

const ALL = 'all';

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
