import { MultiSelect } from '@mantine/core';
import { Themed } from '../../../../ui/theme/themed.tsx';

/** Several of many, searched by typing; loaded with the first form that has one. */
export default function StatesList({
  id,
  aria,
  value,
  onChange,
  options,
  disabled,
}: {
  id: string;
  aria: Record<string, string | boolean | undefined>;
  value: string[];
  onChange: (value: string[]) => void;
  options: { value: string; label: string }[];
  disabled: boolean;
}) {
  return (
    <Themed>
      <MultiSelect
        {...aria}
        id={id}
        w="100%"
        data={options}
        value={value}
        onChange={onChange}
        disabled={disabled}
        searchable
        clearable
        hidePickedOptions
        {...(value.length === 0 ? { placeholder: 'Any' } : {})}
        error={Boolean(aria['aria-invalid'])}
        nothingFoundMessage="No matches. Try fewer letters."
        maxDropdownHeight={280}
        comboboxProps={{ shadow: 'md', transitionProps: { duration: 90 } }}
      />
    </Themed>
  );
}
