import type { SelectOption } from './select-option.ts';
import { Select } from '@mantine/core';
import type { ComboboxData, ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { Themed } from '../theme/themed.tsx';

/** Mantine's searchable list, loaded with the first long list of choices. */
export default function SearchSelect({
  id,
  aria,
  value,
  onChange,
  onBlur,
  options,
  placeholder,
  clearable,
  disabled,
  onSearch,
}: {
  id: string;
  aria: Record<string, string | boolean | undefined>;
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  options: SelectOption[];
  placeholder: string;
  clearable: boolean;
  disabled?: boolean | undefined;
  onSearch?: ((typed: string) => void) | undefined;
}) {
  const groups = [...new Set(options.map((option) => option.group ?? ''))];
  const data: ComboboxData = groups.flatMap((group): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] => {
    const members = options.filter((option) => (option.group ?? '') === group).map(item);
    return group ? [{ group, items: members }] : members;
  });
  return (
    <Themed>
      <Select
        {...aria}
        id={id}
        w="100%"
        data={data}
        // the empty text of a native list is nothing chosen, and nothing to clear
        value={value === '' ? null : value}
        onChange={onChange}
        onBlur={onBlur}
        placeholder={placeholder}
        searchable
        // what was looked for elsewhere is shown as it was found
        {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: found }) => found } : {})}
        // what the typed letters found first is what Enter takes
        selectFirstOptionOnChange
        onKeyDownCapture={takeMarked}
        clearable={clearable}
        disabled={disabled ?? false}
        error={Boolean(aria['aria-invalid'])}
        nothingFoundMessage="No matches. Try fewer letters."
        // the list scrolls itself: a scrolling box around it would be one more thing nobody can reach by keyboard
        withScrollArea={false}
        styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
        withCheckIcon
        checkIconPosition="right"
        rightSection={clearable && value ? undefined : <IconChevronDown size={16} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents={clearable && value ? 'all' : 'none'}
        comboboxProps={{
          shadow: 'md',
          transitionProps: { duration: 90 },
          withinPortal: false,
          floatingStrategy: 'fixed',
        }}
      />
    </Themed>
  );
}

/**
 * Enter takes the option that is seen as marked. Mantine counts which it is, and forgets that a moment after the list has
 * opened: who types faster than that pressed Enter for nothing.
 */
function takeMarked(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  event.stopPropagation();
  marked.click();
}

function item({ value, label, disabled }: SelectOption): ComboboxItem {
  return { value, label, disabled: disabled ?? false };
}
