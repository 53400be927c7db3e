import { useQuery } from '@tanstack/react-query';
import { query } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { readLicenseTypes } from '../contract/specialties.ts';

/** Which license of a health profession: those offered, and the one chosen before where it is retired. */
export function LicenseField({
  value,
  onChange,
  ...common
}: {
  path: string;
  label: string;
  required?: boolean | undefined;
  help?: string | undefined;
  error: string | null;
  value: string;
  onChange: (value: string | null) => void;
}) {
  const offered = useQuery({ ...query(readLicenseTypes, {}), staleTime: 300_000 }).data?.data ?? [];
  const options = offered.map(({ key, localized_name }) => ({ value: key, label: `${key}, ${localized_name}` }));
  const kept = value === '' || offered.some(({ key }) => key === value) ? [] : [{ value, label: value }];
  return <SelectField {...common} value={value || null} options={[...options, ...kept]} onChange={onChange} />;
}
