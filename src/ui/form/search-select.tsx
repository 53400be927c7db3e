import type { SelectOption } from './select-option.ts';
import { Select } from '@mantine/core';
import type { ComboboxData, ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
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
  searching = false,
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
  /** What was typed is still being looked for: the options are those at hand. */
  searching?: boolean | undefined;
}) {
  const keys = useRef<Keys>({ typed: false, pointed: false, entered: false });
  useEffect(() => {
    // Mantine has marked the first of what was found: its effects come before these
    if (searching || !keys.current.entered) return;
    keys.current.entered = false;
    optionFor(id, keys.current)?.click();
  }, [searching, id]);
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
        // what the typed letters found first is what Enter takes; what is found elsewhere is marked when it has come
        selectFirstOptionOnChange={!searching}
        onInput={() => {
          keys.current = { typed: true, pointed: false, entered: false };
        }}
        onKeyDownCapture={(event) => takeMarked(event, id, keys.current, searching)}
        onDropdownClose={() => {
          keys.current = { typed: false, pointed: false, entered: false };
        }}
        clearable={clearable}
        // where nothing is no choice, choosing the same again changes nothing
        allowDeselect={clearable}
        disabled={disabled ?? false}
        error={Boolean(aria['aria-invalid'])}
        nothingFoundMessage={searching ? 'One moment' : 'No matches. Try fewer letters.'}
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

/** What was pressed since the list has opened. */
interface Keys {
  typed: boolean;
  /** An option was walked to since the last letter. */
  pointed: boolean;
  /** Enter was pressed before what was typed for had come. */
  entered: boolean;
}

/** The option Enter takes: the one seen as marked; of what letters found, the first. */
function optionFor(input: string, { typed }: Keys): HTMLElement | null {
  const list = document.getElementById(document.getElementById(input)?.getAttribute('aria-controls') ?? '');
  if (!list) return null;
  const marked = list.querySelector<HTMLElement>('[data-combobox-selected]');
  return marked ?? (typed ? list.querySelector('[data-combobox-option]:not([data-combobox-disabled])') : null);
}

/**
 * Enter takes the option that is seen as marked. Mantine counts which it is, and forgets that a moment after the list has
 * opened: who types faster than that pressed Enter for nothing. Who types faster than an answer comes gets its first. Who
 * typed, or walked, and goes on by Tab takes it too, as in the system's own lists; what was typed would be lost.
 */
function takeMarked(event: KeyboardEvent<HTMLInputElement>, input: string, keys: Keys, searching: boolean) {
  keys.entered = false;
  if (event.key.startsWith('Arrow')) keys.pointed = true;
  if (event.key === 'Tab' && !event.shiftKey && (keys.typed || keys.pointed)) optionFor(input, keys)?.click();
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const waits = searching && keys.typed && !keys.pointed;
  const option = optionFor(input, keys);
  if (!waits && !option) return;
  event.preventDefault();
  event.stopPropagation();
  if (waits) keys.entered = true;
  else option?.click();
}

function item({ value, label, disabled }: SelectOption): ComboboxItem {
  return { value, label, disabled: disabled ?? false };
}
