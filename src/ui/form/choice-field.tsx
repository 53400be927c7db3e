import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ChoicesShown } from '../../core/choices.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import type { CallInput } from '../api/client.ts';
import { query } from '../api/hooks.ts';
import type { FieldProps } from './field.tsx';
import { SelectField } from './select-field.tsx';
import type { SelectOption } from './select-option.ts';

/** An endpoint of what can be chosen: by `q` the first that have it in their names, by `id` one; `more`: these are not all. */
export type ChoicesEndpoint = Endpoint & { shape: { output: { _zod: { output: ChoicesShown } } } };

/** What was found of what can be chosen; `isEarlier`: for what was asked before, until the answer comes. */
interface Found extends ChoicesShown {
  isEarlier: boolean;
}

/** The first that can be chosen, and whether there are more; absent while it is not known. */
export function useChoices<E extends ChoicesEndpoint>(
  from: E,
  asked: Record<string, string | number | readonly number[]>,
  enabled = true,
): Found | undefined {
  const found = useQuery({
    ...query(from, { query: asked } as unknown as CallInput<E>), // why: every such endpoint takes these, the parameter hides it
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  });
  const data = found.data as ChoicesShown | undefined;
  return data && { ...data, isEarlier: found.isPlaceholderData };
}

const optionOf = ({ id, name }: ChoicesShown['data'][number]): SelectOption => ({ value: String(id), label: name });

/** One of what may be thousands: as long as all fit, a list as any other; beyond that, what is typed is looked for. */
export function ChoiceField<E extends ChoicesEndpoint>({
  from,
  asked = {},
  before = [],
  known,
  value,
  searchable = false,
  ...field
}: FieldProps & {
  from: E;
  /** What the choice is narrowed to. */
  asked?: Record<string, string>;
  /** Options that stand above them. */
  before?: SelectOption[];
  /** The chosen one, where its name is known already. */
  known?: { id: number; name: string } | null;
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  clearable?: boolean;
  /** Letters find one however few there are. */
  searchable?: boolean;
}) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const first = useChoices(from, asked);
  const isMany = first?.more ?? false;
  const stands = value === null || before.some((one) => one.value === value);
  const isKnown = known !== undefined && known !== null && String(known.id) === value;
  const isOut = !stands && (first ? !first.data.some(({ id }) => String(id) === value) : isKnown);
  const asChosen = useChoices(from, { ...asked, id: value ?? '' }, isOut && !isKnown)?.data ?? [];
  const chosen = isKnown ? [known] : asChosen;
  const chosenName = [...(first?.data ?? []), ...chosen].find(({ id }) => String(id) === value)?.name;
  // a chosen one stands in the field by its name: that looks for nothing
  const looksFor = isMany && words !== '' && words !== chosenName;
  const found = useChoices(from, { ...asked, q: words }, looksFor);
  const isFound = found !== undefined && !found.isEarlier;
  const atHand = (first?.data ?? []).filter(
    ({ name }) => !looksFor || name.toLowerCase().includes(words.toLowerCase()),
  );
  const shown = looksFor && isFound ? found.data : atHand;
  // and stands among what can be chosen, but not before what letters find
  const named = isOut && !looksFor ? chosen : [];
  const isCut = isMany && (!looksFor || (isFound && found.more));
  const options = [
    ...named.map(optionOf),
    ...shown.map((one) => ({ ...optionOf(one), ...(isCut ? { group: 'There are more: type a name' } : {}) })),
  ];
  return (
    <SelectField
      {...field}
      value={value}
      options={[...(looksFor ? [] : before), ...options]}
      searchable={searchable || isMany || options.length + before.length > 12}
      {...(isMany ? { onSearch: setTyped, searching: typed.trim() !== words || (looksFor && !isFound) } : {})}
    />
  );
}
